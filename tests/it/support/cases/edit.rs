//! Sheets that cannot be taken, and editors that are not there.

use super::{Case, case, usage};

const GAME: &[&str] = &["new Ann Bob --at '2026-11-20 19:30'", "log ann knock 4 27", "log bob gin 12"];
const CLOSED: &[&str] = &["new Ann Bob --at '2026-11-20 19:30'", "log ann gin 4", "close"];

pub(super) fn edits() -> Vec<Case> {
    vec![
        case("An editor that nobody has named", "The editor is `$VISUAL` or `$EDITOR`.", GAME, "edit"),
        usage("An editor where nothing may be asked", "`--from` needs no editor.", GAME, "edit --no-input"),
        case("No game to edit", "There is no book yet.", &[], "edit"),
        case(
            "An edited sheet with wrong lines",
            "Every line is shown, and nothing is changed.",
            GAME,
            "edit --from mine.gin",
        )
        .with("mine.gin", "date: 2026-11-20 19:30 +00:00\nsides: Ann, Bob\nstake: 5\n\nann knock 12 27\nbob gim 12\n"),
        case("A date edited, and a game opened again", "No change can say that.", CLOSED, "edit --from mine.gin")
            .with("mine.gin", "date: 2026-11-21\nsides: Ann, Bob\n\nann gin 4\n"),
        case("More players edited into a game", "A game keeps its number of players.", GAME, "edit --from mine.gin")
            .with("mine.gin", "sides: Ann & Cid, Bob & Dee\n\nann gin 4, dee gin 2\n"),
        case("An edited sheet that is empty", "It would take every hand out.", GAME, "edit --from mine.gin")
            .with("mine.gin", "# nothing\n"),
        case("An edited sheet of two games", "A sheet holds the game that is edited.", GAME, "edit --from mine.gin")
            .with("mine.gin", "date: 2026-11-20 19:30 +00:00\nsides: Ann, Bob\n\nann gin 4\n---\nsides: Cid, Dee\n"),
        case(
            "A sheet of a game that was changed since",
            "What was changed is not undone.",
            GAME,
            "edit --from mine.gin",
        )
        .with("mine.gin", "# as of 0123456789abcdef\ndate: 2026-11-20 19:30 +00:00\nsides: Ann, Bob\n\nann gin 4\n"),
    ]
}
