"""Kills the program at every system call that changes files, of every command that changes a book, and at its last call.

A kill at any other call leaves the same files as a kill at the next of these. The short run takes some of them. After each kill: what was acknowledged is there, the book holds all of the change or nothing of it and passes
`ginpad check`, and the next command works.
"""

import table as tables
from commands import all_of_them
from table import Table, calls, injected, need, some

tables.STRACE = tables.strace()
total = kept = acknowledged = 0
for name, command in all_of_them().items():
    table = Table()
    table.begin_anew_from(command.table)
    found = calls(table, command.words)
    here = [0, 0, 0]
    # An upgrade has the most steps, and the last schema is the one that most books have.
    for call, nth in some(found, 30 if name == "upgrade from 7" else 7):
        table.begin_anew_from(command.table)
        said = table.run(*command.words, around=injected(call, nth, "signal=KILL"))
        where = f"after a kill at {call} {nth} of {name}"
        # Where threads come in another order there may be one call fewer.
        need(said.status in (-9, 137, 0), f"it was not killed {where}:\n{said}")
        table.checks(where)
        was_done = command.tells(table.games())
        need(was_done or not said.out, f"what was acknowledged is lost {where}:\n{said}")
        next_one = table.run("log", "dead")
        no_game = "new" in command.words and "upgrade" in name and next_one.status == 1
        need(next_one.status == 0 or no_game, f"the next command fails {where}:\n{next_one}")
        table.checks(f"and one more command {where}")
        if command.then:
            command.then(table, where)
        here = [here[0] + (said.status != 0), here[1] + was_done, here[2] + bool(said.out)]
    print(f"  {name}: {here[0]} kills at {len(found)} calls; the change was there {here[1]} times, acknowledged {here[2]} times")
    total, kept, acknowledged = total + here[0], kept + here[1], acknowledged + here[2]
need(total > 20 and 0 < kept < total, f"{kept} of {total}")
print(f"kills: {total} kills; the change was there after {kept}, acknowledged before {acknowledged}; nothing acknowledged was lost")
