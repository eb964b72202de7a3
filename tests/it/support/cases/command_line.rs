//! What can be wrong with the command line.

use super::{Case, GAME, OTHER, WON, case, usage};

pub(super) fn command_line() -> Vec<Case> {
    vec![
        usage("An unknown command", "The nearest command is suggested.", GAME, "scroe"),
        usage("A command with swapped letters", "The command that was meant is suggested.", &[], "nwe Ann Bob"),
        usage(
            "A command that ginpad does not need",
            "There is nothing to leave; the help lists the commands.",
            GAME,
            "quit",
        ),
        usage("An entry without `log`", "The words look like an entry.", GAME, "ann knock 4 27"),
        usage("A word near a command", "`log` would change the book, so it is not suggested.", GAME, "dog"),
        usage("A word too many", "`ginpad score` takes one game.", GAME, "score 1 2"),
        usage("A flag without its value", "`--book` takes a path.", GAME, "score --book"),
        case(
            "An entry that starts with a minus",
            "The minus alone is a dead hand; then the entry must end.",
            GAME,
            "log -5",
        ),
        case("A book in the hint", "The hint is for the same book.", OTHER, "log ann knock 0 31 --book 'my book.db'"),
        case("A correction that is refused", "The hint corrects the same hand.", WON, "fix 1 ann knock 0 31"),
        case(
            "An inserted hand that is refused",
            "The hint inserts it at the same place.",
            WON,
            "insert 1 ann nock 4 27",
        ),
        usage("A word that is not a command", "The help lists the commands.", &[], "shuffle"),
        usage("A mistyped flag", "The nearest flag is suggested.", GAME, "score --jsno"),
        usage("A word that a family does not know", "The message says what it takes.", GAME, "conflicts foo"),
        case("A pad without a person", "Entries come through a pipe.", GAME, "play").typing("ann gin 4\n"),
        usage("A pad for a program", "`play` has no JSON.", GAME, "play --json").typing("ann gin 4\n"),
        usage("A missing entry", "With `--no-input`, ginpad does not ask.", GAME, "log --no-input"),
        case(
            "A dead hand for the other side",
            "Nobody won it, so nobody else did.",
            &["new Ann Bob", "log dead"],
            "fix last swap",
        ),
        case("A correction of no hand", "Hands are counted from the end, too.", WON, "fix -2 swap"),
        usage("A hand that is not one", "`last` is the newest.", WON, "fix first swap"),
        case("A correction of the upcard alone", "The place is that of what was typed.", WON, "fix 1 up 7X"),
        usage("No change to undo", "The number is at least 1.", GAME, "undo 0"),
        usage("A game that is not a number", "A game is a number, `@` or `@-1`.", GAME, "use first"),
        usage("JSON and plain records at once", "An answer has one form.", GAME, "score --json --plain"),
        usage(
            "A flag within a family of commands",
            "A flag that every command takes stands at the beginning or at the end.",
            GAME,
            "rules --json show classic",
        ),
        usage("A single game as JSON", "JSON is for the whole book.", GAME, "export 1 --json"),
    ]
}
