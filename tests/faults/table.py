"""What the scripts share: a table of its own with the built program, faults made with strace, and one way to report.

The program is `$GINPAD`, or else `target/debug/ginpad` of this clone. Standard library of Python 3 only.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("GINPAD", ROOT / "target/debug/ginpad")).resolve()
LONG = "--long" in sys.argv[1:]

# The calls that change files, and those that make the change lasting. A kill at any other call leaves the same files as
# a kill at the next of these.
CHANGING = (
    "openat write pwrite64 pwritev writev ftruncate fallocate fsync fdatasync unlink unlinkat rename renameat renameat2 "
    "link linkat mkdir mkdirat rmdir chmod fchmod fchmodat fchown utimensat sendfile copy_file_range"
).split()


class Said:
    """What a run of the program said. The status of a killed program is below 0, as Python has it."""

    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout.decode(errors="replace")
        self.err = done.stderr.decode(errors="replace")

    def __repr__(self):
        return f"status {self.status}\n{self.out}{self.err}"


class Table:
    """A folder with a book, and a home and a clock of its own."""

    def __init__(self, folder=None):
        self.kept = None if folder else tempfile.TemporaryDirectory(prefix="ginpad-faults-")
        self.folder = Path(folder or self.kept.name).resolve()
        self.book = self.folder / "book.db"
        self.env = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "GINPAD_BOOK": str(self.book),
            "TZ": "UTC",
            "NO_COLOR": "1",
            "COLUMNS": "200",
        }

    def run(self, *words, around=(), timeout=120):
        """Runs the program with these words, perhaps inside another one."""
        return Said(
            subprocess.run(
                [*around, str(PROGRAM), *words],
                cwd=self.folder,
                env=self.env,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=timeout,
                check=False,
            )
        )

    def begin(self, *words):
        """Begins a run that somebody else waits for."""
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([str(PROGRAM), *words], cwd=self.folder, env=self.env, **pipes)

    def does(self, line):
        """Runs what must succeed."""
        said = self.run(*line.split())
        need(said.status == 0, f"`ginpad {line}` failed:\n{said}")
        return said.out

    def checks(self, when):
        """The book passes `ginpad check`."""
        said = self.run("check")
        need(said.status == 0, f"the book does not pass `ginpad check` {when}:\n{said}")

    def games(self):
        """Every game of the book as text."""
        said = self.run("export")
        need(said.status == 0, f"the book cannot be exported:\n{said}")
        return said.out

    def notes(self):
        """The notes of all hands, in the order of the hands."""
        return re.findall(r'note "([^"]*)"', self.games())

    def begin_anew_from(self, other):
        """Makes this table what the other one is."""
        for entry in self.folder.iterdir():
            shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
        shutil.copytree(other.folder, self.folder, dirs_exist_ok=True, symlinks=True)


def injected(call, nth, fault, then_on=""):
    """The words that run a program in which the nth call of this name fails or kills."""
    return [STRACE, "-f", "-qq", "-o", "/dev/null", f"--trace={call}", f"--inject={call}:{fault}:when={nth}{then_on}"]


def calls(table, words):
    """The system calls of a run that change files, from its first look at the table on, and the last call of all: each is
    a name, and its place among those of that name. The run must succeed."""
    with tempfile.NamedTemporaryFile(prefix="ginpad-trace-") as kept:
        said = table.run(*words, around=[STRACE, "-f", "-qq", "-s", "4096", "-o", kept.name])
        need(said.status == 0, f"`ginpad {' '.join(words)}` failed:\n{said}")
        lines = Path(kept.name).read_text(errors="replace").splitlines()
    counted, found, begun, last = {}, [], False, None
    for line in lines:
        call = re.match(r"\d+ +([a-z0-9_]+)\(", line)
        if not call:
            continue
        name = call[1]
        counted[name] = counted.get(name, 0) + 1
        begun = begun or f'"{table.folder}' in line
        last = (name, counted[name])
        if begun and name in CHANGING:
            found.append(last)
    return found if last in found else [*found, last]


def some(all_of_them, at_most):
    """All of a list in the long run; in the short one so many, spread over it, with its last."""
    if LONG or len(all_of_them) <= at_most:
        return all_of_them
    step = (len(all_of_them) - 1) / (at_most - 1)
    return [all_of_them[round(at * step)] for at in range(at_most)]


def need(is_so, what):
    """Ends the script with what went wrong."""
    if not is_so:
        print(f"FAILED: {what}", file=sys.stderr)
        sys.exit(1)


def skip(why):
    """Ends the script where this machine cannot run it. With `GINPAD_STRACE=required` a lack of strace is a failure."""
    need(not ("strace" in why and os.environ.get("GINPAD_STRACE") == "required"), why)
    print(f"skipped: {why}")
    sys.exit(0)


def strace():
    """strace on this machine, if it may trace."""
    found = shutil.which("strace")
    works = found and subprocess.run([found, "-qq", "-o", "/dev/null", "true"], capture_output=True, check=False)
    if not works or works.returncode != 0:
        skip("strace is not on this machine, or may not trace")
    return found


STRACE = shutil.which("strace")
need(PROGRAM.is_file(), f"{PROGRAM} is not there; `cargo build` makes it, or `GINPAD` names another one")
