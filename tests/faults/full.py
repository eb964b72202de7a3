"""A file system that is really full: a tmpfs of some hundred kilobytes, filled to each last page before a hand is logged.

Each hand that was acknowledged is there and no other; the program says that the disk is full and that nothing was
changed; once there is room, the next hand is logged and the book passes `ginpad check`. It mounts, so it needs root.
"""

import os
import subprocess
import tempfile

from table import LONG, Table, need, skip

PAGE = 4096

if os.geteuid() != 0:
    skip("only the superuser can mount a small file system")
with tempfile.TemporaryDirectory(prefix="ginpad-full-") as folder:
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "ginpad", folder], capture_output=True, check=False)
    if mounted.returncode != 0:
        skip(f"a small file system cannot be mounted here: {mounted.stderr.decode().strip()}")
    try:
        table = Table(folder)
        table.does("new Ann Bob --set target=100000")
        told, refused, fillings = [], 0, range(0, 40) if LONG else (0, 1, 7, 20)
        note = "x" * 150
        for free in fillings:
            # All but so many pages are filled; then hands are logged until there is no room.
            filler = table.folder / "filler"
            with filler.open("wb", buffering=0) as file:
                try:
                    while True:
                        file.write(b"\0" * PAGE)
                except OSError:
                    pass
                file.truncate(max(0, file.tell() - free * PAGE))
            for hand in range(200):
                mine = f"{free}-{hand} {note}"
                said = table.run("log", "ann", "gin", "1", "note", mine)
                if said.status != 0:
                    break
                told.append(mine)
            need(said.status == 1 and not said.out, f"with {free} pages free:\n{said}")
            need("the disk is full; nothing was changed" in said.err, f"with {free} pages free:\n{said}")
            refused += 1
            filler.unlink()
            need(table.notes() == told, f"with {free} pages free other hands are there than were acknowledged")
            table.checks(f"after {free} pages were free")
            told.append(f"room again after {free}")
            said = table.run("log", "bob", "gin", "1", "note", told[-1])
            need(said.status == 0, f"there is room, and the hand is refused:\n{said}")
        need(table.notes() == told, "hands are lost")
        print(f"full: {len(fillings)} times full; {len(told)} hands acknowledged and there, {refused} refused with the reason")
    finally:
        subprocess.run(["umount", "--lazy", folder], check=False)
