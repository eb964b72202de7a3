#!/usr/bin/env python3
"""Makes the pictures of the terminal in the README and the guide: runs ginpad in a pseudo-terminal, and draws its screen.

    docs/pictures/screens.py             builds ginpad and writes docs/pictures/*.svg
    docs/pictures/screens.py --check     says which pictures are out of date, and fails if one is
    GINPAD=path docs/pictures/screens.py another program than the debug build

Linux or macOS, and nothing but Python. The same program makes the same pictures: the book is empty, the time zone is UTC,
and games begin at a time that is given. `tests/it/pictures.rs` runs the check.
"""

import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = Path(__file__).resolve().parent


class Picture(NamedTuple):
    """One picture: what is done before, the commands that are shown, and the lines typed at the last of them."""

    name: str
    columns: int
    before: list
    shown: list
    typed: list = []
    needs: tuple = ()  # a command and a word of its help, without which there is no such picture


NEW = "new Ann Bob --dealer Ann --at 2026-11-20T19:30"
EVENING = [
    "new Ann Bob --rules oklahoma-hollywood --dealer Ann --at 2026-11-20T19:30 --title 'Friday night'",
    "log ann knock 4 27 up 9H",
    "log bob gin 31 up KD",
    "log dead up 6C",
    "log ann knock 3 20 up 7S note 'took the four'",
    "log bob knock 2 16 up 5C",
]

PICTURES = [
    Picture("pad", 84, [NEW], ["play"], ["a5 23", "bg31", "a9 4", "3= a9 14", "."]),
    Picture("sheet", 100, EVENING, ["score"]),
    Picture("board", 60, [NEW, "log ann knock 4 27", "log bob gin 31"], ["score --big"], needs=("score", "--big")),
]

ROWS = 200
PROMPT = "> "


def environment(folder):
    """The environment of a device on which nothing was ever written."""
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": folder,
        "XDG_STATE_HOME": folder,
        "XDG_CONFIG_HOME": folder,
        "XDG_DATA_HOME": folder,
        "GINPAD_BOOK": f"{folder}/book.db",
        "LANG": "C.UTF-8",
        "TERM": "xterm",
        "TZ": "UTC",
    }


class Style(NamedTuple):
    """How a character looks."""

    bold: bool = False
    dim: bool = False
    red: bool = False


class Screen:
    """The characters that a program has written, drawn as a terminal draws them. It has as many rows as it takes."""

    MARK = re.compile(r"\x1b\[([?\d;]*)([A-Za-z])|\x1b[=>()][0B]?|\x1b\][^\x07]*\x07")

    def __init__(self, columns):
        self.columns, self.rows, self.row, self.column, self.style, self.rest = columns, [[]], 0, 0, Style(), ""

    def write(self, text):
        """Draws text. An escape sequence that is not complete waits for the rest."""
        text, self.rest = self.rest + text, ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                mark = self.MARK.match(text, at)
                if mark is None:
                    self.rest = text[at:]
                    return
                self.obey(mark.group(1) or "", mark.group(2) or "")
                at = mark.end()
                continue
            self.put(text[at])
            at += 1

    def put(self, char):
        if char == "\r":
            self.column = 0
        elif char == "\n":
            self.row += 1
        elif char == "\b":
            self.column = max(0, self.column - 1)
        elif char >= " ":
            wide = 2 if unicodedata.east_asian_width(char) in "WF" else 1
            if self.column + wide > self.columns:
                self.row, self.column = self.row + 1, 0
            line = self.line()
            line.extend([(" ", Style())] * (self.column + wide - len(line)))
            line[self.column : self.column + wide] = [(char, self.style)] + [("", self.style)] * (wide - 1)
            self.column += wide

    def line(self):
        self.rows.extend([] for _ in range(self.row + 1 - len(self.rows)))
        return self.rows[self.row]

    def obey(self, values, letter):
        numbers = [int(value) for value in values.strip("?").split(";") if value]
        first = numbers[0] if numbers else 1
        if letter == "m":
            self.dress(numbers or [0])
        elif letter == "A":
            self.row = max(0, self.row - first)
        elif letter == "B":
            self.row += first
        elif letter == "C":
            self.column = min(self.columns - 1, self.column + first)
        elif letter == "D":
            self.column = max(0, self.column - first)
        elif letter == "G":
            self.column = first - 1
        elif letter in "KJ" and (not numbers or first == 0):
            del self.line()[self.column :]
            if letter == "J":
                del self.rows[self.row + 1 :]
        elif letter not in "hlnt":
            sys.exit(f"the screen does not know CSI {values}{letter}; teach it to {__file__}")

    def dress(self, numbers):
        for number in numbers:
            change = {1: {"bold": True}, 2: {"dim": True}, 22: {"bold": False, "dim": False}}
            change |= {31: {"red": True}, 39: {"red": False}}
            self.style = Style() if number == 0 else self.style._replace(**change.get(number, {}))

    def text(self):
        """The rows without styles and without spaces at their ends."""
        return ["".join(char for char, _ in row).rstrip() for row in self.rows]


class Terminal:
    """A program at a pseudo-terminal."""

    def __init__(self, ginpad, line, screen, env, folder):
        self.screen = screen
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.execve("/bin/sh", ["sh", "-c", f"stty cols {screen.columns} rows {ROWS}; exec '{ginpad}' {line}"], env)

    def read(self):
        """Draws what the program writes next. False once it has ended."""
        if not select.select([self.terminal], [], [], 30)[0]:
            sys.exit(f"ginpad says nothing more after\n{chr(10).join(self.screen.text())}")
        try:
            read = os.read(self.terminal, 65536)
        except OSError:
            read = b""
        self.screen.write(read.decode())
        return bool(read)

    def until_prompt(self, below):
        """Waits for an empty prompt below this row."""
        while not (self.screen.text()[-1] == PROMPT.strip() and len(self.screen.rows) > below):
            if not self.read():
                sys.exit(f"ginpad left the pad after\n{chr(10).join(self.screen.text())}")

    def types(self, lines):
        """Types each line at a prompt of its own. The last one leaves."""
        below = len(self.screen.rows)
        for line in lines:
            self.until_prompt(below)
            below = len(self.screen.rows)
            os.write(self.terminal, line.encode())
            while self.screen.text()[-1] != PROMPT + line:
                self.read()
            os.write(self.terminal, b"\r")

    def ends(self):
        """Waits until the program has ended, and says how."""
        while self.read():
            pass
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def screen_of(picture, ginpad):
    """The screen after the commands of a picture."""
    screen = Screen(picture.columns)
    with tempfile.TemporaryDirectory() as folder:
        env = environment(folder)
        for line in picture.before:
            done = subprocess.run(["sh", "-c", f"exec '{ginpad}' {line}"], env=env, cwd=folder, capture_output=True)
            if done.returncode:
                sys.exit(f"ginpad {line}: {done.stderr.decode()}")
        for at, line in enumerate(picture.shown):
            screen.write(f"\x1b[2m$\x1b[0m \x1b[1mginpad {line}\x1b[0m\r\n")
            terminal = Terminal(ginpad, line, screen, env, folder)
            if picture.typed and at + 1 == len(picture.shown):
                terminal.types(picture.typed)
            if status := terminal.ends():
                sys.exit(f"ginpad {line}: exit {status}\n{chr(10).join(screen.text())}")
    return screen


# The size of a character, of the space around all of them, and of a line, in pixels.
WIDE, HIGH, SPACE, LETTERS = 8.4, 18, 16, 14

SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}" \
role="img" aria-label="{label}">
<style>
rect {{ fill: #fbf9f4; stroke: #d8d2c4 }}
text {{ fill: #1e2a32; font: {letters}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; \
white-space: pre }}
.bold {{ font-weight: 700 }}
.dim {{ fill: #6b757c }}
.red {{ fill: #b3201c }}
@media (prefers-color-scheme: dark) {{
rect {{ fill: #11171b; stroke: #3b464d }}
text {{ fill: #ebe8e0 }}
.dim {{ fill: #a7b1b8 }}
.red {{ fill: #ff9d94 }}
}}
</style>
<rect x=".5" y=".5" width="{inner:.0f}" height="{lower}" rx="8"/>
"""


def runs(row):
    """The parts of a row that look the same: where each begins, its text and its style. Spaces apart from text are left out."""
    text = "".join(char or "\0" for char, _ in row)
    for words in re.finditer(r"\S+(?: \S+)*", text):
        at = words.start()
        while at < words.end():
            style, end = row[at][1], at
            while end < words.end() and row[end][1] == style:
                end += 1
            yield at, text[at:end], style
            at = end


def svg(picture, screen):
    """The screen as a drawing: each part of a row is as wide as its columns, whatever the font."""
    rows = screen.rows
    while rows and not "".join(char for char, _ in rows[-1]).strip():
        rows = rows[:-1]
    width = picture.columns * WIDE + 2 * SPACE
    height = len(rows) * HIGH + 2 * SPACE
    label = escape("ginpad " + ", ginpad ".join(picture.shown), {'"': "&quot;"})
    drawn = [SVG.format(width=width, height=height, inner=width - 1, lower=height - 1, letters=LETTERS, label=label)]
    for number, row in enumerate(rows):
        y = SPACE + number * HIGH + LETTERS
        for at, text, style in runs(row):
            names = " ".join(name for name in Style._fields if getattr(style, name))
            look = f' class="{names}"' if names else ""
            wide = f' textLength="{len(text) * WIDE:.1f}"'
            shown = escape(text.replace("\0", ""))
            drawn.append(f'<text x="{SPACE + at * WIDE:.1f}" y="{y}"{wide}{look}>{shown}</text>\n')
    return "".join(drawn) + "</svg>\n"


def knows(ginpad, needs):
    """Whether the help of a command has a word."""
    command, word = needs
    return word in subprocess.run([ginpad, command, "--help"], capture_output=True, text=True).stdout


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    ginpad = os.environ.get("GINPAD")
    if not ginpad:
        subprocess.run(["cargo", "build", "--quiet"], cwd=ROOT, check=True)
        target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
        ginpad = target / "debug" / "ginpad"
    ginpad = str(Path(ginpad).resolve())
    stale = []
    for picture in PICTURES:
        file = FOLDER / f"{picture.name}.svg"
        shown = f"docs/pictures/{file.name}"
        if picture.needs and not knows(ginpad, picture.needs):
            print(f"{shown}: skipped, because this ginpad has no `{' '.join(picture.needs)}`")
            continue
        drawn = svg(picture, screen_of(picture, ginpad))
        if check:
            if not file.exists() or file.read_text() != drawn:
                stale.append(shown)
        else:
            file.write_text(drawn)
            print(shown)
    if stale:
        sys.exit(f"out of date: {', '.join(stale)}; docs/pictures/screens.py makes them anew")


main()
