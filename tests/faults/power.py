"""Power losses: the system calls of some commands are recorded with strace, and every moment between them is replayed.

What a power loss leaves of a moment is not one state. What was written and not yet synced may be there or not, each
write alone, in any order, and half of a write may be there. A name that was made, changed or removed is sure only after
its folder was synced. For each moment these states are built: nothing unsynced, everything, everything but one, one
alone, the last write torn at each place where a sector ends, and random choices, some of them torn. Each state is put
into a folder of its own. There the book must pass `ginpad check`, hold every hand that was acknowledged before that
moment, and take the next one. After a `sync`, what it sent must be in the shared folder, so that a device that never met
this one gets it, and what came must be in the book; and once each has synced again, both hold the same. The short run takes
one hand, and every fifth state; of a `sync`, fewer.

Two controls prove that the replay finds losses: without the syncs of folders, and without any sync, hands must be lost.
"""

import hashlib
import random
import re
import shutil
import tempfile
from pathlib import Path

import table as tables
from commands import with_a_shared_folder
from table import LONG, Table, need, some

SECTOR = 512
CHOICES = 12 if LONG else 2
# Where more calls than these wait for a sync, as in an upgrade, only some of them are lost or kept alone.
MOST = 32
TRACED = (
    "open,openat,creat,close,dup,dup2,dup3,write,pwrite64,pwritev,writev,ftruncate,truncate,fallocate,fsync,fdatasync,"
    "sync_file_range,unlink,unlinkat,rename,renameat,renameat2,link,linkat,mkdir,mkdirat,sendfile,copy_file_range,mmap"
)
tables.STRACE = tables.strace()


def text(quoted):
    """The bytes of a string that strace printed in hexadecimal."""
    return bytes.fromhex(quoted.replace("\\x", ""))


class Recording:
    """What some commands did to the files of a folder and of the shared folder in it: the state before, then operations.

    An operation is ("data", file, at, bytes), ("size", file, bytes), ("sync", file), ("make", name, file), ("folder", name),
    ("rename", name, name, file), ("remove", name), ("sync names", folder) or ("told", notes). Files are numbers, and names
    are told from the folder on.
    """

    def __init__(self, table, commands):
        self.names, self.folders, self.content, self.operations = {}, {""}, {}, []
        self.folder = table.folder
        for entry in sorted([*table.folder.iterdir(), *table.folder.glob("shared/**/*")]):
            name = str(entry.relative_to(table.folder))
            if entry.is_file():
                self.content[self.new_file(name)] = entry.read_bytes()
            elif name.startswith("shared"):
                self.folders.add(name)
        self.before = dict(self.names), dict(self.content), set(self.folders)
        for words, note in commands:
            self.record(table, words, note)
        for name, file in self.names.items():
            there = (table.folder / name).read_bytes()
            need(self.replayed(file) == there, f"the replay of everything differs from the file {name}")

    def new_file(self, name):
        number = len(self.content)
        self.names[name] = number
        self.content[number] = b""
        return number

    def replayed(self, file):
        return build(self.before[1].get(file, b""), [one for one in self.operations if one[0] in ("data", "size") and one[1] == file])

    def record(self, table, words, note):
        with tempfile.NamedTemporaryFile(prefix="ginpad-trace-") as kept:
            around = [tables.STRACE, "-f", "-qq", "-xx", "-s", "1000000", "-e", f"trace={TRACED}", "-o", kept.name]
            said = table.run(*words, around=around)
            need(said.status == 0, f"{words} failed:\n{said}")
            lines = Path(kept.name).read_text().splitlines()
        opened = {}
        for line in lines:
            call = re.match(r"\d+ +(\w+)\((.*)\) += (-?\d+)", line)
            if not call:
                need("unfinished" not in line, f"two calls at once: {line[:200]}")
                continue
            name, arguments, result = call[1], call[2], int(call[3])
            if result >= 0:
                self.take(name, arguments, result, opened, note)
        # What the kernel copied from one file to another is not in the trace, but in the file.
        names = {file: name for name, file in self.names.items()}
        for place, one in enumerate(self.operations):
            if one[0] == "data" and isinstance(one[3], int):
                copied = (table.folder / names[one[1]]).read_bytes()[one[2] : one[2] + one[3]]
                self.operations[place] = (*one[:3], copied)

    def inside(self, path):
        """The name of a file or folder, "" for the folder itself, or nothing for what is elsewhere."""
        path = Path(path.decode())
        if path == self.folder:
            return ""
        name = str(path.relative_to(self.folder)) if self.folder in path.parents else None
        return name if name and (folder_of(name) in self.folders) and name not in ("state", "data", "config") else None

    def take(self, name, arguments, result, opened, note):
        """Takes in one call that succeeded."""
        first = arguments.split(",")[0]
        strings = [text(found) for found in re.findall(r'"((?:\\x[0-9a-f]{2})*)"', arguments)]
        if name in ("open", "openat", "creat"):
            self.open(strings[0], arguments, result, opened)
        elif name == "close":
            opened.pop(int(first), None)
        elif name == "write" and int(first) == 1:
            self.operations.append(("told", note))
        elif name in ("mkdir", "mkdirat") and self.inside(strings[0]):
            self.folders.add(self.inside(strings[0]))
            self.operations.append(("folder", self.inside(strings[0])))
        elif name in ("unlink", "unlinkat") and self.inside(strings[0]):
            self.operations.append(("remove", self.inside(strings[0])))
            self.names.pop(self.inside(strings[0]))
        elif name.startswith("rename") and self.inside(strings[0]):
            self.rename(*map(self.inside, strings))
        elif name.startswith("link") and self.inside(strings[1]):
            file = self.names[self.inside(strings[0])]
            self.names[self.inside(strings[1])] = file
            self.operations.append(("make", self.inside(strings[1]), file))
        elif name in ("copy_file_range", "sendfile"):
            at = opened.get(int(arguments.split(", ")[2] if name == "copy_file_range" else first))
            if at and result:
                self.operations.append(("data", at[0], at[1], result))
                at[1] += result
        elif first.isdigit() and int(first) in opened:
            self.change(name, arguments, strings, opened[int(first)])

    def open(self, path, arguments, result, opened):
        inside = self.inside(path)
        if inside is None:
            opened.pop(result, None)
            return
        if inside in self.folders:
            opened[result] = [None, inside]
            return
        if inside not in self.names:
            self.operations.append(("make", inside, self.new_file(inside)))
        elif "O_TRUNC" in arguments:
            self.operations.append(("size", self.names[inside], 0))
        opened[result] = [self.names[inside], 0]

    def rename(self, old_name, new_name):
        file = self.names.pop(old_name)
        self.names[new_name] = file
        self.operations.append(("rename", old_name, new_name, file))

    def change(self, name, arguments, strings, at):
        file, place = at
        if name in ("fsync", "fdatasync"):
            self.operations.append(("sync names", place) if file is None else ("sync", file))
        elif name == "pwrite64":
            self.operations.append(("data", file, int(arguments.rsplit(",", 1)[1]), strings[0]))
        elif name == "write":
            self.operations.append(("data", file, place, strings[0]))
            at[1] = place + len(strings[0])
        elif name == "ftruncate":
            self.operations.append(("size", file, int(arguments.split(",")[1])))
        else:
            need(name in ("mmap", "dup", "dup2", "dup3"), f"the replay does not know {name}({arguments[:100]}")


def folder_of(name):
    """The folder that a name is in."""
    return name.rpartition("/")[0]


def build(content, operations):
    """The content of a file after some of its operations."""
    content = bytearray(content)
    for one in operations:
        if one[0] == "size":
            del content[one[2] :]
            content.extend(bytes(one[2] - len(content)))
        else:
            _, _, at, data = one
            content.extend(bytes(max(0, at - len(content))))
            content[at : at + len(data)] = data
    return bytes(content)


def state(recording, operations):
    """The files of the folder after some operations: names with what is in them."""
    names, content, folders = dict(recording.before[0]), recording.before[1], set(recording.before[2])
    by_file = {}
    for one in operations:
        if one[0] == "make":
            names[one[1]] = one[2]
        elif one[0] == "folder":
            folders.add(one[1])
        elif one[0] == "remove":
            names.pop(one[1], None)
        elif one[0] == "rename":
            names.pop(one[1], None)
            names[one[2]] = one[3]
        elif one[0] in ("data", "size"):
            by_file.setdefault(one[1], []).append(one)
    # What is in a folder is lost with it.
    names = {name: file for name, file in names.items() if folder_of(name) in folders}
    return {name: build(content.get(file, b""), by_file.get(file, [])) for name, file in names.items()}


def unsynced(operations):
    """The places of the operations that no sync has made lasting."""
    left = set()
    for place, one in enumerate(operations):
        if one[0] == "sync":
            left -= {at for at in left if operations[at][0] in ("data", "size") and operations[at][1] == one[1]}
        elif one[0] == "sync names":
            named = {at for at in left if operations[at][0] in ("make", "remove", "rename", "folder")}
            left -= {at for at in named if folder_of(operations[at][1]) == one[1]}
        elif one[0] != "told":
            left.add(place)
    return sorted(left)


def left_by(operations, dice):
    """What a power loss may leave after these operations: lists of operations."""
    loose = unsynced(operations)

    def without(lost, torn=None):
        kept = []
        for place, one in enumerate(operations):
            if torn and place == torn[0]:
                kept.append(("data", one[1], one[2], one[3][: torn[1]]))
            elif place not in lost:
                kept.append(one)
        return kept

    yield without(())
    if not loose:
        return
    yield without(set(loose))
    for place in loose if len(loose) <= MOST else dice.sample(loose, MOST // 4):
        yield without({place})
        yield without(set(loose) - {place})
    writes = [place for place in loose if operations[place][0] == "data"]
    tears = lambda place: range(SECTOR, len(operations[place][3]), SECTOR)
    for place in writes[-1:]:
        for sector in some(tears(place), 2):
            yield without((), (place, sector))
            yield without(set(loose), (place, sector))
    for _ in range(CHOICES):
        lost = {place for place in loose if dice.random() < 0.5}
        tearable = [place for place in writes if place not in lost and tears(place)]
        torn = None
        if tearable and dice.random() < 0.5:
            place = dice.choice(tearable)
            torn = (place, dice.choice(tears(place)))
        yield without(lost, torn)


class Judge:
    """Looks at what a power loss left. A state that was seen before is not looked at again."""

    def __init__(self, table):
        self.seen, self.table, self.states = {}, Table(), 0
        shutil.copytree(table.folder / "state", self.table.folder / "state", dirs_exist_ok=True)

    def verdict(self, files, told):
        """What is wrong with a state, if something is. Missing hands are compared with those that were acknowledged."""
        self.states += 1
        digest = hashlib.sha256(repr(sorted(files.items())).encode()).digest()
        if digest not in self.seen:
            self.seen[digest] = self.look(files)
        wrong, there = self.seen[digest]
        lost = [note for note in told if note not in there]
        return wrong or (f"acknowledged and lost: {lost}" if lost else None)

    def look(self, files):
        for entry in self.table.folder.iterdir():
            if entry.is_file():
                entry.unlink()
        shutil.rmtree(self.table.folder / "shared", ignore_errors=True)
        for name, content in files.items():
            (self.table.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.table.folder / name).write_bytes(content)
            (self.table.folder / name).chmod(0o600)
        said = self.table.run("check")
        if said.status != 0:
            return f"the book does not pass `ginpad check`:\n{said}", []
        said = self.table.run("export")
        if said.status != 0:
            return f"the book cannot be read:\n{said}", []
        there = re.findall(r'note "([^"]*)"', said.out)
        if (self.table.folder / "shared").is_dir():
            wrong, sent = self.shared()
            there += [f"sent: {note}" for note in sent]
            if wrong:
                return wrong, there
        said = self.table.run("new", "Cid", "Dee")
        return (f"the next command fails:\n{said}" if said.status != 0 else None), there


    def shared(self):
        """What a device gets from the shared folder that never met this one, and what is wrong if both do not agree then."""
        later, folder = Table(), str(self.table.folder / "shared")
        said = later.run("sync", folder)
        if said.status != 0:
            return f"a device that comes later cannot sync:\n{said}", []
        sent = later.notes()
        for table in (self.table, later, self.table):
            said = table.run("sync", folder)
            if said.status != 0:
                return f"the next sync fails:\n{said}", sent
        games = [sorted(table.games().split("---\n")) for table in (self.table, later)]
        return (None if games[0] == games[1] else f"the devices do not agree:\n{games[0]}\n{games[1]}"), sent


def replay(recording, judge, keeps, enough=None, every=5):
    """Replays every moment with those operations that `keeps` lets through, the last moment first, until enough states
    are bad. Gives how many moments and states there were, and what is wrong with the bad ones."""
    operations = [one for one in recording.operations if keeps(one)]
    dice, moments, built, before, bad = random.Random(2026), 0, 0, judge.states, []
    for end in reversed(range(len(operations) + 1)):
        if enough and len(bad) >= enough:
            break
        moment = operations[:end]
        told = [note for one in moment if one[0] == "told" for note in one[1]]
        moments += 1
        for left in left_by(moment, dice):
            built += 1
            if built % every and not LONG:
                continue
            wrong = judge.verdict(state(recording, left), told)
            if wrong:
                bad.append(f"after operation {end} ({operations[end - 1][:3] if end else 'none'!r:.120}): {wrong}")
    return moments, judge.states - before, bad


def evening():
    """Hands that are logged into a book that has some."""
    table = Table()
    table.does("new Ann Bob --set target=100000")
    table.does("log ann gin 1 note before")
    hands = 3 if LONG else 1
    return table, [(["log", "ann", "gin", "1", "note", f"hand-{at}"], [f"hand-{at}"]) for at in range(hands)]


def meeting():
    """A book that is synced with a folder in which another device has been."""
    table = Table()
    with_a_shared_folder(table)
    table.does("log ann gin 1 note mine")
    return table, [(["sync", "shared"], ["theirs", "sent: mine", "sent: theirs"])]


for what, ready, every in [("log", evening, 5), ("sync", meeting, 50)]:
    table, commands = ready()
    (table.folder / "state").mkdir(exist_ok=True)
    recording = Recording(table, commands)
    judge = Judge(table)
    moments, states, bad = replay(recording, judge, lambda one: True, every=every)
    need(not bad, f"{len(bad)} of {states} states of {what} are bad, the first of them\n{bad[:1] and bad[0]}")
    print(f"power ({what}): {len(commands)} commands, {moments} moments, {states} states, {len(judge.seen)} different: nothing acknowledged was lost")
    for control, keeps in (
        ("without the syncs of folders", lambda one: one[0] != "sync names"),
        ("without any sync", lambda one: not one[0].startswith("sync")),
    ):
        _, states, bad = replay(recording, judge, keeps, None if LONG else 3, every)
        # In the short form, a sync is tried at too few moments for each control to lose something.
        need(bad or (what == "sync" and not LONG), f"the control {control} lost nothing, so the replay proves nothing")
        print(f"power (control): {what} {control}: {len(bad)} of {states} states are bad")
