//! What people say where it can mean several things, or nothing at this table.

use super::{Case, GAME, case, usage};

/// Entries.
pub(super) fn entries() -> Vec<Case> {
    const PAIRS: &[&str] = &["new Ann+Cid Bob+Dee --rules partners"];
    vec![
        case(
            "Gin before the name",
            "It may be Ann's gin, or say that Bob's gin left Ann with 22.",
            GAME,
            "log gin ann 22",
        ),
        case("Another word before the name", "The name comes first.", GAME, "log knock ann 5 23"),
        case(
            "The knocker in place of the opponent",
            "A name before the second count is an opponent's.",
            GAME,
            "log ann knock 5 ann 23",
        ),
        case(
            "The start of two names before a count",
            "Two names fit, and ginpad does not guess.",
            &["new Mary Mike"],
            "log mike knock 5 m 23",
        ),
        case(
            "An opponent in two results",
            "Each player has one result.",
            PAIRS,
            "log ann knock 5 bob 23, cid gin bob 12",
        ),
        case(
            "An upcard without its suit",
            "The rank is enough only if no spade doubles the hand.",
            &["new Ann Bob --rules oklahoma"],
            "log ann 5 23 up 7",
        ),
        case("Two counts the other way round", "The knocker's count comes first.", GAME, "log ann knock 23 5"),
        case("A name before `dead`", "Nobody ends a dead hand.", PAIRS, "log ann knock 5 23, bob dead"),
        case("An hour without its half of the day", "`7pm` and `19:00` are clear.", GAME, "log ann 5 23 at 7"),
        case("A time without `at`", "Only a time with `am` or `pm` needs no `at`.", GAME, "log ann 5 23 19:45"),
    ]
}

/// The sides and the stakes of a new game.
pub(super) fn sides() -> Vec<Case> {
    vec![
        usage("A word without the other side", "One side is named.", &[], "new Ann vs"),
        usage("A name of two words before `vs`", "It may be two partners.", &[], "new Mary Ann vs Bob"),
        usage("Three sides", "A game has two sides.", &[], "new Ann vs Bob vs Cid"),
        case("Cents of no currency", "Several currencies have cents.", &[], "new Ann Bob --stake '10 cents'"),
    ]
}
