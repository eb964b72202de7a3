"""Makes a system call fail as on a full disk (ENOSPC) or a broken one (EIO), once and from then on.

Every command that changes a book, every call that changes files (the short run takes some). What the program says must
agree with the book; the book holds all of the change or nothing of it; and once the disk works again it passes
`ginpad check` and the next command works.
"""

import table as tables
from commands import all_of_them
from table import CHANGING, Table, calls, injected, need, some

tables.STRACE = tables.strace()
total = kept = refused = 0
for name, command in all_of_them().items():
    table = Table()
    table.begin_anew_from(command.table)
    found = [(call, nth) for call, nth in calls(table, command.words) if call in CHANGING]
    here = [0, 0, 0]
    for call, nth in some(found, 3):
        for error, then_on in (("ENOSPC", ""), ("ENOSPC", "+"), ("EIO", ""), ("EIO", "+")):
            table.begin_anew_from(command.table)
            said = table.run(*command.words, around=injected(call, nth, f"error={error}", then_on))
            where = f"with {error} at {call} {nth}{then_on} of {name}"
            need(said.status >= 0 and "panicked" not in said.err, f"the program broke {where}:\n{said}")
            table.checks(where)
            was_done = command.tells(table.games())
            need(was_done or said.status != 0, f"it says that all is well, and the change is not there {where}:\n{said}")
            # A sync goes on with what can be read and written.
            may_answer = command.then and said.status != 0
            need(was_done or not said.out.strip() or may_answer, f"it answers, and the change is not there {where}:\n{said}")
            lies = was_done and "nothing was changed" in said.err
            need(not lies, f"it says that nothing was changed, and something was {where}:\n{said}")
            next_one = table.run("log", "dead")
            no_game = "upgrade" in name and next_one.status == 1
            need(next_one.status == 0 or no_game, f"the next command fails {where}:\n{next_one}")
            here = [here[0] + 1, here[1] + was_done, here[2] + (said.status != 0)]
    print(f"  {name}: {here[0]} faults; the change was there {here[1]} times, refused {here[2]} times")
    total, kept, refused = total + here[0], kept + here[1], refused + here[2]
need(total > 20 and kept < total, f"{kept} of {total}")
print(f"disk: {total} faults; the change was there after {kept}, {refused} ended with an error; nothing untrue was said")
