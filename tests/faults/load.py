"""Four hands log at once into one book, and each of their programs may be killed at any moment.

Every hand that was acknowledged is there, once, in the order in which its writer logged it, and the book passes
`ginpad check`. The long run kills some thousand times.
"""

import random
import threading
import time

from table import LONG, Table, need

WRITERS = 4
TURNS = 600 if LONG else 25

table = Table()
table.does("new Ann Bob --set target=100000")
began = time.monotonic()
table.does("log ann gin 1 note first")
whole = time.monotonic() - began
said_so, killed, refused = [[] for _ in range(WRITERS)], [0] * WRITERS, []


def write(writer):
    dice = random.Random(writer)
    for turn in range(TURNS):
        note = f"w{writer}-{turn}"
        program = table.begin("log", "ann", "gin", "1", "note", note)
        # Two of three are killed: at a moment spread over twice the length of a run, since they wait for one another.
        if dice.random() < 2 / 3:
            time.sleep(dice.random() * whole * WRITERS / 2)
            program.kill()
        out, err = program.communicate()
        killed[writer] += program.returncode < 0
        if out:
            said_so[writer].append(note)
        elif program.returncode >= 0:
            refused.append(err.decode(errors="replace"))


threads = [threading.Thread(target=write, args=(writer,)) for writer in range(WRITERS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
need(not refused, f"a hand was refused:\n{refused[:1]}")
table.checks("after the kills under load")
table.does("log bob gin 1 note last")
notes = table.notes()
need(len(notes) == len(set(notes)), "a hand is there twice")
for mine in said_so:
    there = [note for note in notes if note in set(mine)]
    need(there == mine, f"acknowledged: {mine}\nthere: {there}")
told = sum(map(len, said_so))
need(sum(killed) > 10 and told > 10, f"{killed} {told}")
print(f"load: {WRITERS * TURNS} programs, {sum(killed)} killed; {told} hands acknowledged, all there; {len(notes) - 2 - told} there unsaid")
