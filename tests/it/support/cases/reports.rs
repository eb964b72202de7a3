//! What can be wrong with reports and pages.

use super::{Case, GAME, OTHER, WON, case, usage};

pub(super) fn reports() -> Vec<Case> {
    const ALIKE: &[&str] = &["new Ann Anna"];
    vec![
        usage(
            "A report that ends before it begins",
            "No game can be between the two times.",
            WON,
            "standings --since 2026-11-20 --until 2025",
        ),
        usage("A report since no time", "A year, a month and a day are times too.", WON, "standings --since spring"),
        usage("The newest no games", "`--last` takes a number from 1.", WON, "standings --last 0"),
        usage("A column that is not in the report", "The columns are those of `--csv`.", WON, "standings --sort wins"),
        case("A report of unknown rules", "The presets are listed.", WON, "standings --rules standart"),
        case("A report with a player whom nobody knows", "The nearest name is named.", WON, "standings --with Bop"),
        case("Players whom nobody knows", "Both are named.", WON, "versus Cid Dee"),
        case("A player who could be two", "More letters tell them apart.", ALIKE, "versus an anna"),
        case("A player against themselves", "It takes two.", WON, "versus Ann ann"),
        case("The games of a player whom nobody knows", "The nearest name is named.", WON, "games --player Bop"),
        case("A new name that somebody has", "Two people cannot share it.", WON, "player rename Ann bob"),
        case(
            "A new name of somebody else who may be the same",
            "No game seats both.",
            &["new Ann Bob", "new Annie Cid"],
            "player rename Annie Ann",
        ),
        case("A name that the player has already", "Another case is another name.", WON, "player rename ann Ann"),
        case("A new name that is none, for nobody", "Every reason is given.", WON, "player rename Bop ''"),
        case("A player who is in the book already", "Case makes no difference.", WON, "player add ANN"),
        usage("A new name that is missing", "Both names are needed.", WON, "player rename Ann"),
        case("The page of a player whom nobody knows", "The nearest name is named.", WON, "player Bop"),
        case("The page of a player in no book", "There is no game yet.", &[], "player Ann"),
        usage(
            "Opponents by a column that is not there",
            "The columns are those of `--csv`.",
            WON,
            "player ann --sort wins",
        ),
        usage("Records by a column that is not there", "The columns are listed.", WON, "records --sort points"),
        case(
            "Several flags of a report that cannot be used",
            "Every reason is listed.",
            WON,
            "records --with Bop --rules standart",
        ),
        usage("A table of two games", "A table is for one game.", &[], "odds --file friday.gin --table")
            .with("friday.gin", "sides: Ann, Bob\n---\nsides: Cid, Dee\n"),
        usage("The odds under other rules", "`--rules` is for a table.", GAME, "odds --rules palace"),
        usage(
            "A table of a game under other rules",
            "A table is for a game or for rules.",
            GAME,
            "odds 1 --table --rules palace",
        ),
        case("The odds of no game", "There is no game yet.", &[], "odds"),
        case("A table for unknown rules", "The presets are listed.", &[], "odds --table --rules palac"),
        case("Two players in no book", "There is no game yet.", &[], "versus Ann Bob"),
    ]
}

pub(super) fn pages() -> Vec<Case> {
    vec![
        case("A folder instead of a page", "A page is a file.", GAME, "score --html ."),
        case(
            "A page in a folder that does not exist",
            "The path is wrong.",
            GAME,
            "standings --html evenings/all.html",
        ),
        case("A page in place of the book", "The book is never replaced.", GAME, "score --html book.db"),
        case("A page in place of another book", "Nor is any other book.", OTHER, "standings --html 'my book.db'"),
        case("A page in place of a journal", "Nor is the journal of a book.", GAME, "standings --html book.db-wal"),
        case(
            "A page in place of its sheet",
            "Nor is what the page is made of.",
            &[],
            "score --file a.gin --html ./a.gin",
        )
        .with("a.gin", "sides: Ann, Bob\n\nann gin 20\n"),
        usage("A page and JSON at once", "An answer has one form.", GAME, "versus ann bob --html ann.html --json"),
        usage("A page and a chart at once", "An answer has one form.", GAME, "score --html a.html --chart"),
        case("A page in a folder, to be kept fresh", "It is refused at once.", GAME, "score --html . --watch"),
        usage(
            "Standard output, to be kept fresh",
            "A pipe takes one page; a file can be replaced.",
            GAME,
            "score --html - --watch",
        ),
        case("Nothing to watch", "A watch begins with a game.", &[], "score --big --watch"),
        usage("A text sheet, to be watched", "Only a game of the book is watched.", GAME, "score --file a.gin --watch"),
        usage("The board as JSON", "The board is for people.", GAME, "score --big --json"),
    ]
}
