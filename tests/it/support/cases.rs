//! Everything that can go wrong at the table, case by case. The tests run each case; `docs/errors.md` shows it.

mod said;
mod spreadsheets;

use rusqlite::Connection;

use super::program::Table;

/// One thing that goes wrong.
pub(crate) struct Case {
    pub title: &'static str,
    pub shows: &'static str,
    /// The commands before it. They all succeed.
    pub before: &'static [&'static str],
    /// The files on the table.
    pub files: Vec<(&'static str, Content)>,
    /// The command that is refused.
    pub command: &'static str,
    pub stdin: Option<&'static str>,
    pub status: i32,
    /// Whether a hint is advice without a command.
    pub advises: bool,
}

/// What a file holds.
pub(crate) enum Content {
    /// Text that can be shown.
    Text(&'static str),
    /// Content that cannot be shown: what it is, and how it is made.
    Made(&'static str, fn(&Table)),
}

const GAME: &[&str] = &["new Ann Bob"];
const OTHER: &[&str] = &["new Ann Bob --book 'my book.db'"];
const TWO: &[&str] = &["new Ann Bob", "new Cid Dee"];
const WON: &[&str] = &["new Ann Bob --set target=20", "log ann knock 4 27"];

/// A case that is refused with status 1.
fn case(title: &'static str, shows: &'static str, before: &'static [&'static str], command: &'static str) -> Case {
    Case { title, shows, before, files: Vec::new(), command, stdin: None, status: 1, advises: false }
}

/// A case in which the command line is wrong: status 2.
fn usage(title: &'static str, shows: &'static str, before: &'static [&'static str], command: &'static str) -> Case {
    Case { status: 2, ..case(title, shows, before, command) }
}

impl Case {
    fn with(mut self, file: &'static str, content: &'static str) -> Case {
        self.files.push((file, Content::Text(content)));
        self
    }

    fn with_made(mut self, file: &'static str, what: &'static str, make: fn(&Table)) -> Case {
        self.files.push((file, Content::Made(what, make)));
        self
    }

    fn advised(self) -> Case {
        Case { advises: true, ..self }
    }

    fn typing(self, stdin: &'static str) -> Case {
        Case { stdin: Some(stdin), ..self }
    }
}

/// Every case, by its part of the catalogue.
pub(crate) fn all() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("Hands that the rules refuse", hands()),
        ("Entries", entries().into_iter().chain(said::entries()).collect()),
        ("Players and games", games().into_iter().chain(said::sides()).collect()),
        ("Rules", rules()),
        ("Sheets and files", sheets()),
        ("Spreadsheets and old games", spreadsheets::spreadsheets()),
        ("The book", books()),
        ("Changes", changes()),
        ("Money", money()),
        ("Reports", reports()),
        ("Pages", pages()),
        ("Cards", cards()),
        ("The command line", command_line()),
    ]
}

fn hands() -> Vec<Case> {
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
        case("Deadwood over 98", "Ten cards cannot hold more.", GAME, "log bob gin 99"),
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

fn entries() -> Vec<Case> {
    vec![
        case("An unknown player", "Nobody at the table has that name.", GAME, "log zed gin 4").advised(),
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

fn games() -> Vec<Case> {
    vec![
        case("No game yet", "There is nothing to show.", &[], "score"),
        case("No game to log in", "Start a game first.", &[], "log ann knock 4 27"),
        case("No game to play again", "`ginpad new` alone is a rematch of the last game.", &[], "new"),
        usage("One side only", "A game has two sides.", &[], "new Ann"),
        usage("Partners without opponents", "Both sides have the same number of players.", &[], "new Ann+Cid"),
        usage("Two names in one word", "Names joined by `&` are partners.", &[], "new 'Ann & Bob'"),
        usage("A name with an apostrophe", "The hint is quoted for the shell.", &[], "new \"O'Neil\""),
        usage("A third side", "`--dealer` takes one name.", &[], "new Ann Bob --dealer Ann Cid"),
        usage("Four names", "Partners are joined by `+`.", &[], "new Ann Cid Bob Dee"),
        usage("A stake of two words", "A value of several words goes in quotes.", &[], "new Ann Bob --stake 0.01 USD"),
        usage(
            "A word too many after a title",
            "`Eve` may be a part of the title or a side.",
            &[],
            "new Ann Bob Cid --title Friday Eve",
        )
        .advised(),
        usage(
            "A side after a title",
            "`night` may be a part of the title, or a side that the book does not know.",
            GAME,
            "new Ann --title Friday night",
        ),
        usage(
            "A stake in place of a side",
            "A value of several words goes in quotes.",
            &[],
            "new Ann --stake 0.01 USD",
        ),
        usage("A knob among the sides", "`--set` sets a knob.", &[], "new Ann Bob target=150"),
        usage("A knob in place of a side", "`--set` sets a knob.", &[], "new Ann target=150"),
        usage("A knob without sides", "`--set` sets a knob of a rematch.", GAME, "new target=150"),
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

fn rules() -> Vec<Case> {
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

fn sheets() -> Vec<Case> {
    const GOOD: &str = "sides: Ann, Bob\n\nann gin 20\n";
    vec![
        case("Wrong lines of a sheet", "The message shows every wrong line.", &[], "score --file friday.gin").with(
            "friday.gin",
            "titel: Friday\nrules: holywood\nsides: Ann, Bob\ndealer: zed\n\nann knock 4 27\nann nock 4 27\nbob gin 99\n",
        ),
        case("A sheet without sides", "A sheet must name the two sides.", &[], "score --file friday.gin")
            .with("friday.gin", "title: Friday\n"),
        case("A bad file among good ones", "Nothing is imported.", GAME, "import good.gin bad.gin")
            .with("good.gin", GOOD)
            .with("bad.gin", "sides: Ann, Bob\n\nzed gin 20\n"),
        case("A missing sheet", "The path is wrong.", &[], "score --file friday.gin"),
        case("A folder instead of a sheet", "A sheet is a file.", &[], "score --file ."),
        case("A line of 100 MB", "No entry has more than 20 000 characters.", &[], "score --file friday.gin")
            .with_made("friday.gin", "100 MB", |table| {
                std::fs::File::create(table.path("friday.gin")).unwrap().set_len(100 << 20).unwrap();
            }),
        case("A file without an end", "A line of more than 64 MB is not read on.", &[], "score --file /dev/zero"),
        case("A sheet that is not UTF-8", "Sheets are UTF-8.", &[], "import friday.gin").advised().with_made(
            "friday.gin",
            "`sides: Zoë, Bob` in Latin-1",
            |table| {
                table.put("friday.gin", b"# Friday\nsides: Zo\xeb, Bob\n");
            },
        ),
        case("NUL bytes in a sheet", "A sheet has no control characters.", &[], "import friday.gin").with_made(
            "friday.gin",
            "a sheet with two NUL bytes in its third line",
            |table| {
                table.put("friday.gin", b"sides: Ann, Bob\n\nann \0\0gin 20\n");
            },
        ),
        case("A control character in a name of a sheet", "Names have no control characters.", &[], "import friday.gin")
            .with_made("friday.gin", "`sides: Ann, B␛[2Job`", |table| {
                table.put("friday.gin", b"sides: Ann, B\x1b[2Job\n");
            }),
        case("An export that is not JSON", "A file that begins with `{` is read as a whole book.", GAME, "import book.json").advised()
            .with("book.json", "{ this is not JSON }\n"),
        case("A sheet that is called a book", "What a file is, its content tells, and not its name.", GAME, "import evening.json").advised()
            .with("evening.json", "Ann gin 4\n"),
        case("An export of another program", "The `schema` says which program wrote it.", GAME, "import book.json").advised()
            .with("book.json", r#"{ "schema": "chess/1", "changes": [], "facts": [] }"#),
        case("An altered export", "Every fact has a hash, which shows a change.", GAME, "import book.json").advised().with_made(
            "book.json",
            "what `ginpad export --json` wrote, and then a name was changed",
            |table| {
                let book = table.does("export --json");
                table.put("book.json", book.replace("\"Bob\"", "\"Rob\""));
            },
        ),
        case("An export that was cut short", "Nothing is imported.", GAME, "import book.json --book other.db").advised().with_made(
            "book.json",
            "the first half of what `ginpad export --json` wrote",
            |table| {
                let book = table.does("export --json");
                table.put("book.json", &book[..book.len() / 2]);
            },
        ),
        case("A field that is there twice", "It would be read in one way here and in another there.", GAME, "import book.json --book other.db")
            .advised()
            .with_made("book.json", "what `ginpad export --json` wrote, with a second `verb` in the first change", |table| {
                let book = table.does("export --json");
                table.put("book.json", book.replacen("\"verb\":", "\"verb\":\"log\",\"verb\":", 1));
            }),
        case("An export that is UTF-16 text", "Some shells write it so.", GAME, "import book.json").advised().with_made(
            "book.json",
            "the export as UTF-16",
            |table| {
                let book: Vec<u8> = table.does("export --json").encode_utf16().flat_map(u16::to_le_bytes).collect();
                table.put("book.json", [&[0xff, 0xfe], book.as_slice()].concat());
            },
        ),
        case("A rescue into a file that exists", "No file is ever replaced.", GAME, "rescue book.db --to notes.txt")
            .with("notes.txt", "Milk, eggs\n"),
        case("A rescue from a file that is not a book", "There is nothing to save.", GAME, "rescue notes.txt --to new.db")
            .advised()
            .with("notes.txt", "Milk, eggs\n"),
        case("A rescue from a file that is missing", "There is nothing to read.", GAME, "rescue books.db --to new.db").advised(),
    ]
}

fn books() -> Vec<Case> {
    vec![
        case(
            "A folder that cannot be made",
            "A part of the path is a file.",
            &[],
            "new Ann Bob --book notes.txt/book.db",
        )
        .advised()
        .with("notes.txt", "bread, milk\n"),
        case("A folder instead of a book", "A book is a file.", &[], "score --book .").advised(),
        case("A file that is not a book", "The file is not changed.", &[], "new Ann Bob --book notes.txt")
            .advised()
            .with("notes.txt", "bread, milk\n"),
        case("A book cut short", "The file is not changed.", &[], "score --book half.db").advised().with_made(
            "half.db",
            "a book without its last hundred bytes",
            |table| {
                table.does("new Ann Bob --book half.db");
                table.args("log - --book half.db").stdin("dead\n".repeat(100)).check_status();
                let book = std::fs::read(table.path("half.db")).unwrap();
                table.put("half.db", &book[..book.len() - 100]);
            },
        ),
        case(
            "A book that another program altered",
            "Without its guards a book may lose hands, and a trigger or a view may hide them.",
            GAME,
            "log ann gin 4",
        )
        .with_made("book.db", "the book without the guard of its hands, and with a trigger", |table| {
            let connection = Connection::open(table.book()).unwrap();
            connection
                .execute_batch(
                    "DROP TRIGGER hand_no_delete;
                     CREATE TRIGGER only_one AFTER INSERT ON hand BEGIN DELETE FROM hand WHERE id <> NEW.id; END",
                )
                .unwrap();
        }),
        case(
            "A journal of another file",
            "SQLite would mix the journal of a stopped program into any file that has its name.",
            GAME,
            "log ann gin 4",
        )
        .advised()
        .with_made(
            "book.db-journal",
            "what a program left when it was stopped, before a copy was put here",
            |table| {
                table.does("new Cid Dee --book other.db");
                let other = Connection::open(table.path("other.db")).unwrap();
                other.execute_batch("PRAGMA cache_size = 1; BEGIN").unwrap();
                let write = "INSERT INTO superseded VALUES (randomblob(16), randomblob(16))";
                (0..2000).for_each(|_| assert_eq!(other.execute(write, []).unwrap(), 1));
                std::fs::copy(table.path("other.db-journal"), table.path("book.db-journal")).unwrap();
                drop(other);
                std::fs::remove_file(table.path("other.db")).unwrap();
            },
        ),
        case(
            "A journal without its book",
            "The journal holds a part of the book, so neither a new book nor an old one may be put beside it unseen.",
            &[],
            "log ann gin 4",
        )
        .advised()
        .with_made(
            "book.db-journal",
            "what a stopped program left beside a book that was moved since",
            |table| _ = table.put("book.db-journal", "pages of the book"),
        ),
        case(
            "A folder in place of the journal",
            "Nothing can be written without a journal, and what SQLite makes of a folder or a pipe is not tried.",
            GAME,
            "log ann gin 4",
        )
        .advised()
        .with_made("book.db-journal", "a folder", |table| std::fs::create_dir(table.path("book.db-journal")).unwrap()),
        case(
            "A folder in place of a backup",
            "An older book is backed up beside itself before it is upgraded.",
            &[],
            "new Ann Bob --book old.db",
        )
        .advised()
        .with_made("old.db", "a book of schema 1", |table| {
            let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/schema-1.db");
            std::fs::copy(golden, table.path("old.db")).unwrap();
        })
        .with_made("old.db.schema-1.backup", "a folder", |table| {
            std::fs::create_dir(table.path("old.db.schema-1.backup")).unwrap();
        }),
        case(
            "A book with two names",
            "A program that uses the other name would not see that this one was stopped.",
            GAME,
            "log ann gin 4",
        )
        .advised()
        .with_made("other.db", "another name of book.db, a hard link", |table| {
            std::fs::hard_link(table.book(), table.path("other.db")).unwrap();
        }),
        case("Another program's database", "The file is not changed.", &[], "new Ann Bob --book recipes.db")
            .advised()
            .with_made("recipes.db", "an SQLite database of recipes", |table| {
                let connection = Connection::open(table.path("recipes.db")).unwrap();
                connection.execute_batch("CREATE TABLE recipe (name TEXT); PRAGMA user_version = 1;").unwrap();
            }),
        case("A book of a newer version", "The file is not changed.", &[], "log ann gin 4 --book later.db")
            .advised()
            .with_made("later.db", "a book that a later ginpad has upgraded", |table| {
                table.does("new Ann Bob --book later.db");
                let connection = Connection::open(table.path("later.db")).unwrap();
                connection.execute_batch("PRAGMA user_version = 8;").unwrap();
            }),
    ]
}

fn money() -> Vec<Case> {
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
        usage("Balances of some players", "All balances together are zero.", PLAYED, "settle --min-games 2"),
        usage("Balances as JSON and CSV at once", "An answer has one form.", PLAYED, "settle --csv --json"),
    ]
}

fn changes() -> Vec<Case> {
    const UNDONE: &[&str] = &["new Ann Bob", "log ann gin 4", "undo", "log bob gin 4"];
    const KNOCKED: &[&str] = &["new Ann Bob --stake '0.05 USD'", "log ann knock 10 27", "log bob knock 9 20"];
    vec![
        case("Nothing to undo", "There is no book yet.", &[], "undo"),
        case("More changes to undo than there are", "Nothing is undone.", GAME, "undo 5"),
        case("Nothing to redo", "Nothing has been undone.", GAME, "redo").advised(),
        case("Redo after a new change", "A new change ends what can be restored.", UNDONE, "redo").advised(),
        case("More changes to redo than there are", "Nothing is redone.", &["new Ann Bob", "undo"], "redo 2"),
        case("A change that nobody made", "The history has the ids.", GAME, "undo 01aabbcc-dd"),
        usage("A change that is no id", "An id has digits and the letters from a to f.", GAME, "undo last"),
        usage("A history of no changes", "`--limit` takes a number from 1.", GAME, "history --limit 0").advised(),
        usage("A history since no time", "A year, a month and a day are times too.", GAME, "history --since lunch")
            .advised(),
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

fn reports() -> Vec<Case> {
    const ALIKE: &[&str] = &["new Ann Anna"];
    vec![
        usage(
            "A report that ends before it begins",
            "No game can be between the two times.",
            WON,
            "standings --since 2026-11-20 --until 2025",
        ),
        usage("A report since no time", "A year, a month and a day are times too.", WON, "standings --since spring")
            .advised(),
        usage("The newest no games", "`--last` takes a number from 1.", WON, "standings --last 0").advised(),
        usage("A column that is not in the report", "The columns are those of `--csv`.", WON, "standings --sort wins")
            .advised(),
        case("A report of unknown rules", "The presets are listed.", WON, "standings --rules standart"),
        case("A report with a player whom nobody knows", "The nearest name is named.", WON, "standings --with Bop"),
        case("Players whom nobody knows", "Both are named.", WON, "versus Cid Dee"),
        case("A player who could be two", "More letters tell them apart.", ALIKE, "versus an anna").advised(),
        case("A player against themselves", "It takes two.", WON, "versus Ann ann"),
        usage("A list of games by the games of players", "A list of games has no players.", WON, "games --min-games 2"),
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
        )
        .advised(),
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

fn pages() -> Vec<Case> {
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
    ]
}

fn cards() -> Vec<Case> {
    vec![
        case("A rank that does not exist", "A mark shows the place.", &[], "deadwood 7hdc 345s 1d"),
        case("A card without its suit", "A card is a rank and a suit.", &[], "deadwood 7hdc 345s kd q"),
        case("A suit without a rank", "A card is a rank and a suit.", &[], "deadwood ♥ 7hdc"),
        case(
            "A word that is not a card",
            "The message marks the first letter that fits no card.",
            &[],
            "deadwood 7hdc joker",
        ),
        case("A knight", "Gin rummy is played without knights.", &[], "deadwood 🂬"),
        case("Cards with two meanings", "ginpad does not guess.", &[], "deadwood 45sh"),
        case("A card twice", "A pack has each card once.", &[], "deadwood 7hdc 345s 7d"),
        case("A rank twice in shorthand", "Both sevens would be hearts.", &[], "deadwood 77hd"),
        case("Several unreadable cards", "A mark shows each place.", &[], "deadwood 7hdc 20h 34x 9s kd q"),
        case("Twelve cards", "A player holds at most eleven cards.", &[], "deadwood a23456789tjqs"),
        case(
            "A card both in the hand and out of play",
            "A card that you hold is not out of play.",
            &[],
            "deadwood 7hdc 345s 9td ks 2h --seen '10d 4c ks'",
        )
        .advised(),
        case(
            "Everything wrong with a question about cards",
            "The message gives every reason.",
            &[],
            "deadwood 7hdc 1d --seen xx --rules oklahma --up 2",
        ),
        case(
            "Wrong lines among many hands",
            "The message gives the number of each wrong line.",
            &[],
            "deadwood --batch",
        )
        .typing("7hdc 345s 1d\n\n7h 7h\n"),
        case(
            "A card in both hands",
            "A pack has each card once.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4d jc'",
        ),
        case(
            "A knock with too much deadwood",
            "Even the knocker's best melds leave more than the limit.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c kc' '89s t8h kdhs 3d 4s jc'",
        ),
        case(
            "A group that is not a meld",
            "Groups before the last `/` must be melds.",
            &[],
            "layoff '567s / 9hd jc / 4d 2h 3c ac' '89s t8h kdch 3d 4s qc'",
        )
        .advised(),
        case(
            "A forgotten card",
            "Nine cards do not give a count, because the tenth could meld with them.",
            &["new Ann Bob"],
            "log ann knock kshc4567d2cadah kd8d9d3d3h3sqhjh5s",
        )
        .advised(),
        case(
            "Hands of the wrong size",
            "A knocker has ten cards, or eleven with big gin.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac 5d' '89s t8h kdch 3d'",
        ),
        case(
            "Big gin laid out under rules without it",
            "Then the player throws one card and has gin.",
            &[],
            "layoff 'a23s 4567h qhdsc' '89s t8h kdch 3d 4s jc' --rules family",
        )
        .advised(),
        case(
            "Two hands under Oklahoma",
            "The upcard sets the limit.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc' --rules oklahoma",
        ),
        case("Unreadable cards in both hands", "A mark shows each place.", &[], "layoff '567s / 9hdc / 4' '89s 1h'"),
        usage("Two hands without quotes", "Quotes make each hand one argument.", &[], "layoff 567s 9hdc 4d 89s t8h"),
        usage("One hand instead of two", "The defender's hand is missing.", &[], "layoff '567s 9hdc 4d 2h 3c ac'"),
        case(
            "Melds and a flag that are both wrong",
            "The message gives every reason.",
            &[],
            "layoff '567s / 9hd jc / 4d 2h 3c ac' '89s t8h kdch 3d 4s qc' --up foo",
        )
        .advised(),
        case(
            "A knock over the limit of the upcard",
            "The message is the same as for `log`.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc' --rules oklahoma --up 3H",
        ),
        usage("No cards", "`ginpad deadwood` needs cards.", &[], "deadwood"),
        usage("Cards beside a batch", "`--batch` reads cards from standard input only.", &[], "deadwood 7hdc --batch"),
    ]
}

fn command_line() -> Vec<Case> {
    vec![
        usage("An unknown command", "The nearest command is suggested.", GAME, "scroe"),
        usage("A command with swapped letters", "The command that was meant is suggested.", &[], "nwe Ann Bob"),
        usage("A command by another name", "`delete` means `drop`.", WON, "delete 1"),
        usage("Another command by another name", "`start` means `new`.", &[], "start Ann Bob"),
        usage(
            "A command that ginpad does not need",
            "There is nothing to leave; the help lists the commands.",
            GAME,
            "quit",
        ),
        usage("An entry without `log`", "The words look like an entry.", GAME, "ann knock 4 27"),
        usage("A command with words it does not take", "The hint names what it leaves out.", GAME, "gams all now"),
        usage("A word near a command", "`log` would change the book, so it is not suggested.", GAME, "dog"),
        usage("A word too many", "`ginpad score` takes one game.", GAME, "score 1 2"),
        usage("A flag without its value", "`--book` takes a path.", GAME, "score --book"),
        usage("A flag with an unknown word", "The message lists the words of the flag.", GAME, "score --color often"),
        usage("A command without its argument", "`ginpad use` takes a game.", GAME, "use"),
        case(
            "An entry that starts with a minus",
            "The minus alone is a dead hand; then the entry must end.",
            GAME,
            "log -5",
        ),
        case("A book in the hint", "The hint is for the same book.", OTHER, "log ann knock 0 31 --book 'my book.db'"),
        case("A game in the hint", "The hint is for the same game.", TWO, "log ann knock 0 31 --game 1"),
        case("A correction that is refused", "The hint corrects the same hand.", WON, "fix 1 ann knock 0 31"),
        case(
            "An inserted hand that is refused",
            "The hint inserts it at the same place.",
            WON,
            "insert 1 ann nock 4 27",
        ),
        usage("A word that is not a command", "The help lists the commands.", &[], "shuffle"),
        usage("A mistyped flag", "The nearest flag is suggested.", GAME, "score --jsno"),
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
        usage("A single game as JSON", "JSON is for the whole book.", GAME, "export 1 --json"),
    ]
}
