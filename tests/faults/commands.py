"""The commands that change a book, each on a table of its own: how the table is got ready, and what the command does."""

import shutil

from table import Table, need

OTHER = 'date: 2025-03-04 20:00 +00:00\nrules: standard\nsides: Cid, Dee\n\ncid gin 7 note "theirs"\ndee knock 3 20\n'


class Command:
    """One command, with the games of the book before and after it."""

    def __init__(self, words, ready=None, then=None):
        self.then = then
        self.name = words.split()[0]
        self.words = words.split()
        self.table = Table()
        (ready or evening)(self.table)
        done = Table()
        done.begin_anew_from(self.table)
        self.before = self.table.games()
        said = done.run(*self.words)
        need(said.status == 0, f"`ginpad {words}` failed:\n{said}")
        self.after = done.games()

    def tells(self, games):
        """Whether the command was carried out, told by the games of the book; the script ends if it is neither so nor so."""
        need(games in (self.before, self.after), f"after `ginpad {' '.join(self.words)}` the book is neither old nor new:\n{games}")
        return games == self.after

    def can_tell(self):
        """Whether the games show it: an upgrade changes none."""
        return self.before != self.after


def evening(table):
    """A game with three hands."""
    table.does("new Ann Bob --set target=100000 --at 2026-01-02T19:00")
    for hand in ("ann gin 4 note one", "bob knock 3 20 note two", "ann 5 9 note three"):
        table.does(f"log {hand}")


def with_a_sheet(table):
    evening(table)
    (table.folder / "other.gin").write_text(OTHER)


def with_another_book(table):
    evening(table)
    other = Table()
    (other.folder / "other.gin").write_text(OTHER)
    other.does("import other.gin")
    (table.folder / "other.json").write_text(other.does("export --json"))


def with_a_merge(table):
    evening(table)
    other = Table()
    (other.folder / "other.gin").write_text(OTHER)
    other.does("import other.gin")
    shutil.copy(other.book, table.folder / "other.db")


def with_a_shared_folder(table):
    evening(table)
    other = Table()
    (other.folder / "other.gin").write_text(OTHER)
    other.does("import other.gin")
    (table.folder / "shared").mkdir()
    other.does(f"sync {table.folder / 'shared'}")


def all_agree(table, where):
    """The next sync makes up for everything, and a device that comes later gets all of it."""
    table.does("sync shared")
    need("nothing is new" in table.does("sync shared"), f"a sync does not come to an end {where}")
    later = Table()
    later.does(f"sync {table.folder / 'shared'}")
    need(later.games() == table.games(), f"the folder does not hold what the book holds {where}:\n{later.games()}")


def with_a_backup(table):
    evening(table)
    table.does("backup kept.db")
    table.does("log dead note later")


def all_of_them():
    """Every command that is tried, under the name that is printed."""
    made = {
        "new": Command("new Cid Dee --at 2026-01-03T19:00"),
        "log": Command("log bob gin 6 note four"),
        "fix": Command("fix 2 bob gin 8"),
        "drop": Command("drop 2"),
        "undo": Command("undo"),
        "import (sheet)": Command("import other.gin", with_a_sheet),
        "import (book)": Command("import other.json", with_another_book),
        "merge": Command("merge other.db", with_a_merge),
        "sync": Command("sync shared", with_a_shared_folder, all_agree),
        "restore": Command("restore kept.db", with_a_backup),
    }
    return made
