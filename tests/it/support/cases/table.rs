//! What can be wrong with what is said at the table: hands and entries.

use super::{Case, GAME, WON, case};

pub(super) fn hands() -> Vec<Case> {
    const PAIRS: &[&str] = &["new Ann+Cid Bob+Dee --rules partners"];
    vec![
        case("A knock over the limit", "A knock with more deadwood than the rules allow.", GAME, "log ann knock 12 40"),
        case(
            "A knock over the upcard's value",
            "Under Oklahoma the upcard sets the limit.",
            &["new Ann Bob --rules oklahoma"],
            "log ann knock 5 40 up 3H",
        ),
        case("Gin logged as a knock of 0", "A knock without deadwood is gin.", GAME, "log ann knock 0 31"),
        case("Deadwood over 98", "Ten cards cannot hold more.", GAME, "log bob gin 111"),
        case("Two reasons at once", "The message gives every reason.", GAME, "log ann knock 12 99"),
        case(
            "An undercut with more deadwood",
            "The defender must have less deadwood than the knocker.",
            GAME,
            "log ann undercut 9 4",
        ),
        case("A hand after the end", "A finished game takes no more hands.", WON, "log bob gin 10"),
        case(
            "A hand that was meant for another game",
            "The pad stays open at a game that has ended; open games that may have been meant are named.",
            &["new Cid Dee", "new Ann Bob --set target=20", "log ann gin 4"],
            "log cid gin 10",
        ),
        case(
            "Big gin under rules without it",
            "Some rules have no big gin.",
            &["new Ann Bob --rules family"],
            "log ann big-gin 40",
        ),
        case(
            "Oklahoma without an upcard",
            "The upcard sets the knock limit.",
            &["new Ann Bob --rules oklahoma"],
            "log ann knock 1 20",
        ),
        case(
            "A pair missing in a partnership hand",
            "The hand needs one result for each pair of opponents.",
            PAIRS,
            "log ann gin 20",
        ),
        case("A player with two results", "Each player has one result.", PAIRS, "log ann gin 20, ann knock 4 9"),
        case("A card in both hands of an entry", "A pack has each card once.", GAME, "log ann knock 2s5h KdQd2s"),
        case(
            "Gin with cards that are not gin",
            "These cards leave deadwood.",
            GAME,
            "log ann gin 4567d789cKsKh2h 3s9h",
        ),
        case(
            "Cards over the knock limit",
            "Even the best melds leave too much deadwood.",
            GAME,
            "log ann knock KsQdJc2h 20",
        ),
        case("A knock with cards that are gin", "Gin is logged as gin.", GAME, "log ann knock 4567d789cKsKhKc 3s9h"),
        case("Points out of range", "A hand is worth 1 to 1000 points.", GAME, "log ann points 1001"),
    ]
}

pub(super) fn entries() -> Vec<Case> {
    vec![
        case("An unknown player", "Nobody at the table has that name.", GAME, "log zed gin 4"),
        case("A mistyped player", "The nearest name is suggested.", &["new Alice Bob"], "log alcie gin 4"),
        case(
            "The start of two names",
            "Two names fit, and ginpad does not guess.",
            &["new Ann Anton"],
            "log an gin 12",
        ),
        case(
            "An entry with two meanings",
            "`a k` is the player `A k`, or the player `A` and the short form of knock.",
            &["new A 'A k'"],
            "log a k 4 27",
        ),
        case("A mistyped word", "The nearest word is suggested.", GAME, "log ann nock 4 27"),
        case("A missing count", "A knock has two counts.", GAME, "log ann knock 4"),
        case("Something left over", "Gin has one count.", GAME, "log ann gin 31 7"),
        case("Unreadable cards in an entry", "A mark shows the place.", GAME, "log ann knock 4 KhQd7x"),
        case("A card given twice in an entry", "A hand holds each card once.", GAME, "log ann gin KhQdKh"),
        case(
            "Too many cards in an entry",
            "A knocker keeps ten cards; the one thrown is left out.",
            GAME,
            "log ann knock 45678s4567d89h 20",
        ),
        case(
            "Two hands in one row of cards",
            "It is not clear where the first hand ends.",
            GAME,
            "log ann knock As 2s Kd Qd",
        ),
        case("An upcard that does not exist", "A card has a rank and a suit.", GAME, "log ann knock 4 27 up 1X"),
        case("A control character", "Control characters are never kept.", GAME, r"log ann gin 4 note $'\e[2J'"),
        case("Wrong lines of standard input", "Every wrong line is named, and none is logged.", GAME, "log -")
            .typing("ann knock 4 27\nzed gin 4\nbob knock 12 20\nbob gin 7\n"),
        case("NUL bytes on standard input", "An entry is text.", GAME, "log -").typing("ann gin 4\0\n"),
        case(
            "Standard input after the end of the game",
            "The first line ends the game, so no line is logged.",
            &["new Ann Bob --set target=20"],
            "log -",
        )
        .typing("ann knock 4 27\nbob gin 7\n"),
        case("No entry on standard input", "There is only a comment.", GAME, "log -").typing("# later\n"),
    ]
}
