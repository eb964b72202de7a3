//! What can be wrong with games, their players and their rules.

use super::{Case, GAME, WON, case, usage};

pub(super) fn games() -> Vec<Case> {
    vec![
        case("No game yet", "There is nothing to show.", &[], "score"),
        case("No game to log in", "Start a game first.", &[], "log ann knock 4 27"),
        case("No game to play again", "`ginpad new` alone is a rematch of the last game.", &[], "new"),
        usage("One side only", "A game has two sides.", &[], "new Ann"),
        usage("A third side", "`--dealer` takes one name.", &[], "new Ann Bob --dealer Ann Cid"),
        usage("A stake of two words", "A value of several words goes in quotes.", &[], "new Ann Bob --stake 0.01 USD"),
        usage("A knob among the sides", "`--set` sets a knob.", &[], "new Ann Bob target=150"),
        case("A player on both sides", "A player sits on one side.", &[], "new Ann+Cid Bob+ann"),
        case("Sides of different sizes", "Both sides have the same number of players.", &[], "new Ann+Cid Bob"),
        case("Five on a side", "A side has at most four players.", &[], "new A+B+C+D+E F+G+H+I+J"),
        case("A name with control characters", "A name has no control characters.", &[], r"new Ann $'B\e[2Job'"),
        case(
            "A name that reverses the text",
            "A name has no characters that change the direction of writing.",
            &[],
            r"new Ann $'Bob\u202e'",
        ),
        case("An empty name", "A name has a character that can be seen.", &[], "new Ann ''"),
        case(
            "A name too long",
            "A name has at most 40 characters.",
            &[],
            "new Ann Bobbobbobbobbobbobbobbobbobbobbobbobbobbo",
        ),
        case(
            "Everything wrong at once",
            "The message lists every fault of the title, stake, time, dealer and rules.",
            &[],
            r"new Ann Bob --title '' --stake 0.001USD --at yesterday --dealer zed --set targt=1 --set columns=99",
        ),
        case("An unknown game", "The book has no game with that number.", GAME, "score 7"),
        case("A game before the first", "`@-1` is the game before the current one.", GAME, "use @-1"),
        case("An unknown hand", "The game has no hand with that number.", WON, "fix 7 bob gin 4"),
        case(
            "A hand in a finished game of others",
            "The hint starts the next game of the same sides.",
            &["new Ann Bob --rules classic --set target=20", "log ann knock 4 27", "new Cid Dee"],
            "log bob gin 4 --game 1",
        ),
        case("A finished game closed", "Only an open game can be closed.", WON, "close"),
        case("An unknown side forfeits", "The side must be one of the two in the game.", GAME, "close --forfeit zed"),
    ]
}

pub(super) fn rules() -> Vec<Case> {
    vec![
        case("An unknown preset", "The nearest preset is suggested.", &[], "new Ann Bob --rules holywood"),
        case("An unknown knob", "The nearest knob is suggested.", &[], "new Ann Bob --set targt=150"),
        usage("A knob and its value as two words", "A knob and its value are one word.", &[], "new Ann Bob --set target 150"),
        case("A value out of range", "The message gives the range of the knob.", &[], "new Ann Bob --set target=0"),
        case("An unknown value", "The message lists the words of the knob.", &[], "new Ann Bob --set dealer=nobody"),
        case(
            "Rules that contradict themselves",
            "The message gives every reason with its line.",
            &[],
            "rules check friday.toml",
        )
        .with(
            "friday.toml",
            "based_on = \"hollywood\"\nknock_limit = 11\ncolumn_multipliers = [1, 2]\nbest_of = 4\ngame_target = 500\ntargt = 150\n",
        ),
        case("A rule file on an unknown preset", "`based_on` names a preset.", &[], "new Ann Bob --rules friday.toml")
            .with("friday.toml", "based_on = \"holywood\"\n"),
        case("A rule file that is not TOML", "The message gives the line.", &[], "rules check friday.toml")
            .with("friday.toml", "target = 150\nline_bonus\n"),
        case("A missing rule file", "The path is wrong.", &[], "rules show ./friday.toml"),
        case("Other rules that do not exist", "The nearest preset is suggested.", GAME, "score --as holywood"),
        case("Other rules with a wrong knob", "The message gives every reason.", GAME, "score --as family --set targt=1 --set target=0"),
        case("Two wrong names of other rules", "The message gives every reason.", GAME, "score --as holywood --as simpel"),
        case("Totals under other rules", "No hand is known that the other rules could score.", &[], "score --file old.gin --as family")
            .with("old.gin", "sides: Ann, Bob\ntotals: 330, 48\n"),
    ]
}
