//! The help of the pad, with the players' own names.

use crate::render::Canvas;
use ginpad_core::text::{fill, fold, printable, width};
use ginpad_core::{Game, Players, Seat, Side};

/// The column at which explanations begin, if they fit on the line.
const TAB: usize = 16;

/// The lines that can be typed at the pad of a game.
pub(crate) fn table_help(game: &Game, canvas: Canvas) -> String {
    let line = |(typed, what): (String, String)| {
        let lead = format!("{typed}{}", " ".repeat(TAB.saturating_sub(width(&typed)).max(2)));
        fill(&lead, &[what], canvas.line_columns(), TAB).join("\n") + "\n"
    };
    let is_for_it = |(typed, _): &(&str, &str)| game.players.sides() == 2 || !OF_TWO_SIDES.contains(typed);
    let commands = COMMANDS.into_iter().filter(is_for_it);
    let commands = commands.map(|(typed, what)| (typed.to_string(), what.to_string()));
    entries(game).into_iter().chain(commands).map(line).collect()
}

/// Entries with the names of a game's players.
fn entries(game: &Game) -> Vec<(String, String)> {
    let players = &game.players;
    let seats = Side::TWO.map(|side| Seat { side, place: 0 });
    let [first, second] = seats.map(|seat| printable(players.name(seat)));
    let [a, b] = seats.map(|seat| short(players, seat));
    let mut entries = vec![
        (format!("{a}5 23"), format!("{first} knocks with 5, {second} has 23 left")),
        (format!("{b}g31"), format!("{second} goes gin, the other has 31 left")),
    ];
    if players.seats().count() > 2 {
        let others = "of more than two: all others, round the table; of partners: a result for each pair, with commas";
        entries.push((format!("{a}5 23 …"), others.into()));
    }
    entries.push((format!("{a}5 10+9+4"), "sums count, and so do cards: KhQd3c".into()));
    entries.push(("-".into(), "a dead hand".into()));
    entries
}

/// Commands that only games of two sides have.
const OF_TWO_SIDES: [&str; 2] = ["swap 3", "o"];

const COMMANDS: [(&str, &str); 14] = [
    ("up 7h", "the upcard, when it is turned: it goes with the next hand"),
    ("u, r", "undo, redo; `u 2` the last two"),
    ("3= ENTRY", "corrects hand 3; `= ENTRY` corrects the last, `3=` shows it"),
    ("swap 3", "gives hand 3 to the other side"),
    ("drop 3", "drops hand 3; `insert 3 ENTRY` puts one before it"),
    ("s, e", "the sheet; the last hand explained"),
    ("b", "the board: the score in large figures"),
    ("o", "each side's chance to win"),
    ("? CARDS", "their deadwood; `? HAND / HAND` lays both out"),
    ("n", "the next game of the same players; `n Ann Bob` of others"),
    ("rules NAME", "changes the rules; `rules` lists them"),
    ("stake 0.01 USD", "what a point is worth; `settle` says who owes whom"),
    ("use 1", "goes on with game 1; `games` lists all; other commands work too"),
    (". or Ctrl-D", "leaves; all is kept"),
];

/// The shortest prefix, in small letters, that means only this player.
fn short(players: &Players, seat: Seat) -> String {
    let name = fold(players.name(seat));
    let others: Vec<String> =
        players.seats().filter(|(other, _)| *other != seat).map(|(_, name)| name.folded()).collect();
    let ends = name.char_indices().map(|(at, char)| at + char.len_utf8());
    let start = ends.map(|end| &name[..end]).find(|start| others.iter().all(|other| !other.starts_with(*start)));
    printable(start.unwrap_or(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::samples::scored;

    fn help(sheet: &str, width: usize) -> String {
        table_help(&scored(sheet).game, Canvas::plain(width))
    }

    #[test]
    fn the_examples_are_those_of_the_table() {
        insta::assert_snapshot!(help("sides: Ann, Bob\n", 80), @"
        a5 23           Ann knocks with 5, Bob has 23 left
        bg31            Bob goes gin, the other has 31 left
        a5 10+9+4       sums count, and so do cards: KhQd3c
        -               a dead hand
        up 7h           the upcard, when it is turned: it goes with the next hand
        u, r            undo, redo; `u 2` the last two
        3= ENTRY        corrects hand 3; `= ENTRY` corrects the last, `3=` shows it
        swap 3          gives hand 3 to the other side
        drop 3          drops hand 3; `insert 3 ENTRY` puts one before it
        s, e            the sheet; the last hand explained
        b               the board: the score in large figures
        o               each side's chance to win
        ? CARDS         their deadwood; `? HAND / HAND` lays both out
        n               the next game of the same players; `n Ann Bob` of others
        rules NAME      changes the rules; `rules` lists them
        stake 0.01 USD  what a point is worth; `settle` says who owes whom
        use 1           goes on with game 1; `games` lists all; other commands work too
        . or Ctrl-D     leaves; all is kept
        ");
    }

    #[test]
    fn names_that_begin_alike_are_typed_further() {
        let help = help("sides: Ann, Annabel\n", 80);
        assert!(help.contains("annag31"), "{help}");
    }

    #[test]
    fn nothing_is_wider_than_a_narrow_terminal() {
        for sheet in ["sides: Ann, Bob\n", "sides: Ann & Cid, Bob & Dee\nrules: partners\n"] {
            let help = help(sheet, 40);
            assert!(help.lines().all(|line| width(line) <= 40), "{help}");
        }
    }
}
