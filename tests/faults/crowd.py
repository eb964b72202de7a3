"""Many programs at one book: 16 that log 100 hands each (the short run: 5 each), and 12 that make a new book together.

Nothing is lost, nothing is there twice, nobody is refused, and the book passes `ginpad check`. The last takes several
rounds, for a race may be lost once in many.
"""

import threading

from table import LONG, Table, need

PROGRAMS, HANDS = 16, (100 if LONG else 5)
ROUNDS = 20 if LONG else 2

table = Table()
table.does("new Ann Bob --set target=100000")
refused = []


def log(program):
    for hand in range(HANDS):
        said = table.run("log", "ann", "gin", "1", "note", f"p{program}-{hand}", timeout=600)
        if said.status != 0:
            refused.append(said)


threads = [threading.Thread(target=log, args=(program,)) for program in range(PROGRAMS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
need(not refused, f"{len(refused)} hands were refused:\n{refused[:1]}")
notes = table.notes()
need(sorted(notes) == sorted(f"p{p}-{h}" for p in range(PROGRAMS) for h in range(HANDS)), "hands are lost or doubled")
for program in range(PROGRAMS):
    own = [note for note in notes if note.startswith(f"p{program}-")]
    need(own == [f"p{program}-{hand}" for hand in range(HANDS)], f"the order of {own}")
table.checks("after the crowd")
print(f"crowd: {PROGRAMS} programs × {HANDS} hands: {len(notes)} there")

for _ in range(ROUNDS):
    table = Table()
    programs = [table.begin("new", f"Ann{at}", f"Bob{at}") for at in range(12)]
    for program in programs:
        out, err = program.communicate()
        need(program.returncode == 0 and out, f"refused at a new book:\n{err.decode()}")
    need(table.games().count("sides:") == 12, "games are lost at a new book")
    table.checks("after twelve programs at a new book")
print(f"crowd: 12 programs at a new book, {ROUNDS} times: every game there")
