//! What can be wrong with changes, and with payments.

use ginpad_core::facts::{FactId, Line, shortened};
use serde_json::{Value, json};
use uuid::Uuid;

use super::super::program::Table;
use super::super::whole::{file_of, lines_of};
use super::{Case, GAME, WON, case, usage};
use crate::core::facts_devices::line_with;

pub(super) fn changes() -> Vec<Case> {
    const UNDONE: &[&str] = &["new Ann Bob", "log ann gin 4", "undo", "log bob gin 4"];
    const KNOCKED: &[&str] = &["new Ann Bob --stake '0.05 USD'", "log ann knock 10 27", "log bob knock 9 20"];
    vec![
        case("Nothing to undo", "There is no book yet.", &[], "undo"),
        case("More changes to undo than there are", "Nothing is undone.", GAME, "undo 5"),
        case("Nothing to redo", "Nothing has been undone.", GAME, "redo"),
        case("Redo after a new change", "A new change ends what can be restored.", UNDONE, "redo"),
        case("More changes to redo than there are", "Nothing is redone.", &["new Ann Bob", "undo"], "redo 2"),
        case("A change that nobody made", "The history has the ids.", GAME, "undo 01aabbcc-dd"),
        usage("A change that is no id", "An id has digits and the letters from a to f.", GAME, "undo last"),
        usage("A history of no changes", "`--limit` takes a number from 1.", GAME, "history --limit 0"),
        usage("A history since no time", "A year, a month and a day are times too.", GAME, "history --since lunch"),
        case("The history of a game that is not there", "The games are counted.", GAME, "history --game 7"),
        case(
            "Rules under which logged hands are illegal",
            "Each is named, and nothing is changed.",
            KNOCKED,
            "set rules knock_limit=8",
        ),
        case("Rules that cannot be set", "Every reason is given.", KNOCKED, "set rules nonsense --set targt=5"),
        case("A dealer who does not play", "Only the players deal.", KNOCKED, "set dealer zed"),
        case("A stake in another currency", "The other stake can be cleared first.", KNOCKED, "set stake-game 5 EUR"),
        case("Sides of another size", "A game keeps its number of players.", KNOCKED, "set sides Ann+Cid Bob+Dee"),
        case("A player seated on both sides", "A player sits on one side only.", KNOCKED, "set sides Ann Ann"),
        case(
            "Two people of one game made one",
            "Each game is named.",
            &["new Ann Annie", "new Annie Ann"],
            "player merge annie ann",
        ),
        case(
            "A hand moved among other people",
            "One of the two plays in both games, or it was not their hand.",
            &["new Ann Bob", "log ann gin 4", "new Cid Dee"],
            "move 1 --to 2 --game 1",
        ),
        case("A hand moved to where it is", "Another game is named.", KNOCKED, "move 1 --to 1"),
        case(
            "A hand moved to a game that is over",
            "It may have been played before the last hand; that game's rules hold as well.",
            &["new Ann Bob --set knock_limit=3 --set target=20", "log ann gin 4", "new Ann Bob", "log ann knock 5 20"],
            "move 1 --to 1",
        ),
        case(
            "Something to keep that is not listed",
            "The numbers are those of the list.",
            KNOCKED,
            "conflicts keep 417",
        ),
        case("Several things to keep", "As many digits as only one number begins with.", &[], "conflicts keep 830")
            .with_made(
                "two.json",
                "a game with two hands, which two other laptops logged both, taken in with `ginpad import`",
                |table| {
                    table.put("two.json", logged_twice(table));
                    table.does("import two.json");
                },
            ),
        case("Nobody to make one", "Both are named.", KNOCKED, "player merge zed yves"),
        case("A person made one with themselves", "It takes two.", KNOCKED, "player merge ann Ann"),
        usage("One spelling of a person", "It takes two.", KNOCKED, "player merge ann"),
        usage("One side set", "Both are named.", KNOCKED, "set sides Ann"),
        usage("Nothing to set", "The title is missing.", KNOCKED, "set title"),
        usage("Something that cannot be set", "The keys are listed.", KNOCKED, "set titel Friday"),
        usage(
            "A knob of something else than rules",
            "Knobs are those of the rules.",
            KNOCKED,
            "set title Friday --set target=50",
        ),
    ]
}

/// A file with a game and two hands for each of two numbers. Nothing in it depends on the day, so that the conflicts have the
/// same digits each time.
fn logged_twice(table: &Table) -> String {
    table.does("new Ann Bob --at '2026-11-20 19:30' --book made.db");
    let made: Value = serde_json::from_str(lines_of(&table.does("export --json --book made.db"))[0].text()).unwrap();
    let line = |number: u128, verb: &str, facts: Value| -> Line {
        let writer = shortened(Uuid::from_u128(0x2000 + number));
        line_with(
            json!({ "writer": writer, "verb": verb }),
            facts,
            Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_0000 + number),
        )
    };
    // Not the rules of this version: they would make other digits each time that a knob is new.
    let mut facts = made["facts"].clone();
    facts[0]["game"]["rules"] = json!({ "preset": "standard" });
    let new = line(0, "new", facts);
    let game = FactId { of: new.name(), place: 0 };
    let hand = |number: u128, at: u32, points: u32| {
        let gin = json!([number % 2, points]);
        line(number, "log", json!([{ "hand": { "game": game, "number": at, "gin": gin } }]))
    };
    // With these points, the numbers of both conflicts begin alike.
    let hands = [1, 2].map(|at| [hand(u128::from(at) * 2, at, 5), hand(u128::from(at) * 2 + 1, at, 44)]);
    file_of(&[vec![new], hands.concat()].concat())
}

pub(super) fn money() -> Vec<Case> {
    const PLAYED: &[&str] = &["new Ann Bob --stake '0.01 USD' --set target=20", "log ann gin 31"];
    const TWICE: &[&str] = &[
        "new Ann Bob --stake '0.01 USD' --set target=20",
        "log ann gin 31",
        "new Ann Bob --stake '0.01 EUR' --set target=20",
        "log bob gin 31",
        "settle --paid bob ann '2.37 USD'",
        "settle --paid ann bob '2.37 EUR'",
    ];
    vec![
        case("A stake in no currency", "An amount has a currency.", &[], "new Ann Bob --stake 0.01"),
        case("A stake in an unknown currency", "Three letters name a currency.", &[], "new Ann Bob --stake '1 XYZ'"),
        case(
            "A stake that may be a thousand",
            "A comma or a point before three digits can mean either.",
            &[],
            "new Ann Bob --stake-game '1,000 USD'",
        ),
        case(
            "Stakes in two currencies",
            "A game is played in one currency.",
            &[],
            "new Ann Bob --stake '0.01 USD' --stake-game '5 EUR'",
        ),
        case("A payment in no book", "There is no game yet.", &[], "settle --paid bob ann 5"),
        case("A payment without a stake", "Nobody can owe anything.", WON, "settle --paid bob ann 5"),
        case("A payment to oneself", "It takes two.", PLAYED, "settle --paid ann Ann 5"),
        case("A payment of nothing", "The amount is more than 0.", PLAYED, "settle --paid bob ann 0"),
        case("A payment below nothing", "Who paid comes first.", PLAYED, "settle --paid ann bob -5"),
        case("A payment finer than a coin", "A dollar has a hundred cents.", PLAYED, "settle --paid bob ann 0.125"),
        case(
            "A payment in no currency that is known",
            "Three letters name it.",
            PLAYED,
            "settle --paid bob ann 5 quid",
        ),
        case("A payment that is no amount", "The amount comes last.", PLAYED, "settle --paid bob ann lots"),
        case("A payment by nobody who is known", "Every reason is given.", PLAYED, "settle --paid cid dee 5 XYZ"),
        case(
            "A payment in one of two currencies",
            "Nothing is owed any more, so either could be meant.",
            TWICE,
            "settle --paid ann bob 1",
        ),
        usage("A payment without its amount", "Who paid, who was paid, how much.", PLAYED, "settle --paid bob ann"),
        usage(
            "A payment of too many words",
            "A name of two words goes in quotes.",
            PLAYED,
            "settle --paid bob ann 5 USD now",
        ),
        usage("A payment without `--paid`", "Without it, `settle` lists.", PLAYED, "settle bob ann 5"),
        usage("A payment of some games", "A payment belongs to no game.", PLAYED, "settle --paid bob ann 5 --last 1"),
        usage("Balances as JSON and CSV at once", "An answer has one form.", PLAYED, "settle --csv --json"),
    ]
}
