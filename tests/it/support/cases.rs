//! What goes wrong at the table, case by case: each is run, and shown in the catalogue of errors.

use rusqlite::Connection;

use super::program::Table;

/// One thing that goes wrong.
pub(crate) struct Case {
    pub title: &'static str,
    pub shows: &'static str,
    /// The commands given before, all of which succeed.
    pub before: &'static [&'static str],
    /// The files on the table.
    pub files: Vec<(&'static str, Content)>,
    /// The command that is refused.
    pub command: &'static str,
    pub stdin: Option<&'static str>,
    pub status: i32,
    /// Whether a hint is advice, and names no command.
    pub advises: bool,
}

/// What a file holds.
pub(crate) enum Content {
    /// Text that can be shown.
    Text(&'static str),
    /// What cannot be shown: what it is, and who makes it.
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

/// A case in which it is not clear what is asked: status 2.
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

/// Every case, by the part of the catalogue that it stands in.
pub(crate) fn all() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("Hands that the rules refuse", hands()),
        ("Entries", entries()),
        ("Players and games", games()),
        ("Rules", rules()),
        ("Sheets and files", sheets()),
        ("The book", books()),
        ("Changes", changes()),
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
        case("Two reasons at once", "Every reason is given.", GAME, "log ann knock 12 99"),
        case("An undercut that is none", "The counts decide who undercuts.", GAME, "log ann undercut 9 4"),
        case("A hand after the end", "A finished game takes no more hands.", WON, "log bob gin 10"),
        case(
            "Big gin where it is off",
            "Some rules do not play it.",
            &["new Ann Bob --rules family"],
            "log ann big-gin 40",
        ),
        case(
            "Oklahoma without an upcard",
            "The knock limit hangs on it.",
            &["new Ann Bob --rules oklahoma"],
            "log ann knock 1 20",
        ),
        case("A pair missing in a partnership hand", "Every pair of opponents has a result.", PAIRS, "log ann gin 20"),
        case("A player with two results", "One result for each pair.", PAIRS, "log ann gin 20, ann knock 4 9"),
        case("Cards that two hands hold", "A card is in one place.", GAME, "log ann knock 2s5h KdQd2s"),
        case("Cards told as gin that are none", "A knock may be meant.", GAME, "log ann gin 4567d789cKsKh2h 3s9h"),
        case(
            "Cards over the knock limit",
            "Melded to the least they are still too many.",
            GAME,
            "log ann knock KsQdJc2h 20",
        ),
        case("Cards told as a knock that are gin", "Gin is logged as gin.", GAME, "log ann knock 4567d789cKsKhKc 3s9h"),
        case("Points out of range", "A hand is worth 1 to 1000 points.", GAME, "log ann points 1001"),
    ]
}

fn entries() -> Vec<Case> {
    vec![
        case("An unknown player", "Nobody at the table is called so.", GAME, "log zed gin 4").advised(),
        case("A mistyped player", "The nearest name is suggested.", &["new Alice Bob"], "log alcie gin 4"),
        case("The start of two names", "Two names fit; neither is guessed.", &["new Ann Anton"], "log an gin 12"),
        case("An entry that reads two ways", "Short forms run together with a name.", &["new A 'A k'"], "log a k 4 27"),
        case("A mistyped word", "The nearest word is suggested.", GAME, "log ann nock 4 27"),
        case("A count missing", "A knock has two counts.", GAME, "log ann knock 4"),
        case("Something left over", "An entry ends where its parts end.", GAME, "log ann gin 31 7"),
        case("Cards that cannot be read", "The place is marked.", GAME, "log ann knock 4 KhQd7x"),
        case("A card told twice", "A hand holds each card once.", GAME, "log ann gin KhQdKh"),
        case("Too many cards", "The card thrown is not told.", GAME, "log ann knock 45678s4567d89h 20"),
        case("Two hands in one row of cards", "Where one ends is not clear.", GAME, "log ann knock As 2s Kd Qd"),
        case("An upcard that does not exist", "A card has a rank and a suit.", GAME, "log ann knock 4 27 up 1X"),
        case("A control character", "Nothing a terminal would obey is kept.", GAME, r"log ann gin 4 note $'\e[2J'"),
        case("Wrong lines of standard input", "Every wrong line is named, and none is logged.", GAME, "log -")
            .typing("ann knock 4 27\nzed gin 4\nbob knock 12 20\nbob gin 7\n"),
        case("NUL bytes on standard input", "What is no text is no entry.", GAME, "log -").typing("ann gin 4\0\n"),
        case(
            "Standard input beyond the end",
            "The game ends in the middle of the lines; none is logged.",
            &["new Ann Bob --set target=20"],
            "log -",
        )
        .typing("ann knock 4 27\nbob gin 7\n"),
        case("Nothing on standard input", "There is no entry to log.", GAME, "log -").typing("# later\n"),
    ]
}

fn games() -> Vec<Case> {
    vec![
        case("No game yet", "There is nothing to show.", &[], "score"),
        case("No game to log in", "A game is started first.", &[], "log ann knock 4 27"),
        case("No game to play again", "A rematch needs a game before it.", &[], "new"),
        usage("One side only", "A game has two sides.", &[], "new Ann"),
        usage("Partners, and nobody against them", "The other side is as large.", &[], "new Ann+Cid"),
        usage("Two names in one word", "They are partners.", &[], "new 'Ann & Bob'"),
        usage("A name with a quote", "A hint is quoted for the shell.", &[], "new \"O'Neil\""),
        usage("A third side", "A dealer is one name.", &[], "new Ann Bob --dealer Ann Cid"),
        case("A player on both sides", "Nobody plays against themselves.", &[], "new Ann+Cid Bob+ann"),
        case("Sides of different sizes", "Both sides need the same number of players.", &[], "new Ann+Cid Bob"),
        case("Five on a side", "At most four play together.", &[], "new A+B+C+D+E F+G+H+I+J"),
        case("A name with control characters", "Nothing a terminal would obey is a name.", &[], r"new Ann $'B\e[2Job'"),
        case("A name that turns the line", "Nor what writes it backwards.", &[], r"new Ann $'Bob\u202e'"),
        case("An empty name", "A name can be seen.", &[], "new Ann ''"),
        case("A name too long", "At most 40 characters.", &[], "new Ann Bobbobbobbobbobbobbobbobbobbobbobbobbobbo"),
        case(
            "Everything wrong at once",
            "Title, stake, time, dealer and rules are all looked at.",
            &[],
            r"new Ann Bob --title '' --stake 0.001USD --at yesterday --dealer zed --set targt=1 --set columns=99",
        ),
        case("An unknown game", "The book has no game of that number.", GAME, "score 7"),
        case("A game before the first", "There is none before the first.", GAME, "use @-1"),
        case("An unknown hand", "The game has no hand of that number.", WON, "fix 7 bob gin 4"),
        case("A finished game closed", "What is over cannot be ended.", WON, "close"),
        case("An unknown side forfeits", "A side is one of the two.", GAME, "close --forfeit zed"),
    ]
}

fn rules() -> Vec<Case> {
    vec![
        case("An unknown preset", "The nearest preset is suggested.", &[], "new Ann Bob --rules holywood"),
        case("An unknown knob", "The nearest knob is suggested.", &[], "new Ann Bob --set targt=150"),
        usage("A knob and its value as two words", "They are one word.", &[], "new Ann Bob --set target 150"),
        case("A value out of range", "Each knob has its range.", &[], "new Ann Bob --set target=0"),
        case("A value of another kind", "Each knob has its words.", &[], "new Ann Bob --set dealer=nobody"),
        case(
            "Rules that contradict themselves",
            "Every reason is given, with its line.",
            &[],
            "rules check friday.toml",
        )
        .with(
            "friday.toml",
            "based_on = \"hollywood\"\nknock_limit = 11\ncolumn_multipliers = [1, 2]\nbest_of = 4\ngame_target = 500\ntargt = 150\n",
        ),
        case("A rule file on an unknown preset", "A file builds on a preset.", &[], "new Ann Bob --rules friday.toml")
            .with("friday.toml", "based_on = \"holywood\"\n"),
        case("A rule file that is no TOML", "It is read as TOML.", &[], "rules check friday.toml")
            .with("friday.toml", "target = 150\nline_bonus\n"),
        case("A rule file that is not there", "Nothing is there to be read.", &[], "rules show ./friday.toml"),
    ]
}

fn sheets() -> Vec<Case> {
    const GOOD: &str = "sides: Ann, Bob\n\nann gin 20\n";
    vec![
        case("Wrong lines of a sheet", "Every wrong line is named.", &[], "score --file friday.gin").with(
            "friday.gin",
            "titel: Friday\nrules: holywood\nsides: Ann, Bob\ndealer: zed\n\nann knock 4 27\nann nock 4 27\nbob gin 99\n",
        ),
        case("A sheet without sides", "A game is between two sides.", &[], "score --file friday.gin")
            .with("friday.gin", "title: Friday\n"),
        case("A bad file among good ones", "Nothing is taken in.", GAME, "import good.gin bad.gin")
            .with("good.gin", GOOD)
            .with("bad.gin", "sides: Ann, Bob\n\nzed gin 20\n"),
        case("A sheet that is not there", "Nothing is there to be read.", &[], "score --file friday.gin"),
        case("A folder for a sheet", "A folder is no sheet.", &[], "score --file ."),
        case("A sheet of 100 MB", "Nobody wrote so many hands.", &[], "score --file friday.gin").advised()
            .with_made("friday.gin", "100 MB", |table| {
                std::fs::File::create(table.path("friday.gin")).unwrap().set_len(100 << 20).unwrap();
            }),
        case("A sheet that is not UTF-8", "Another encoding is not guessed.", &[], "import friday.gin").advised().with_made(
            "friday.gin",
            "`sides: Zoë, Bob` in Latin-1",
            |table| {
                table.put("friday.gin", b"# Friday\nsides: Zo\xeb, Bob\n");
            },
        ),
        case("NUL bytes in a sheet", "Nothing a terminal would obey is read.", &[], "import friday.gin").with_made(
            "friday.gin",
            "a sheet with two NUL bytes in its third line",
            |table| {
                table.put("friday.gin", b"sides: Ann, Bob\n\nann \0\0gin 20\n");
            },
        ),
        case("A control character in a name of a sheet", "Names are the same everywhere.", &[], "import friday.gin")
            .with_made("friday.gin", "`sides: Ann, B␛[2Job`", |table| {
                table.put("friday.gin", b"sides: Ann, B\x1b[2Job\n");
            }),
        case("An export that is no JSON", "A name in `.json` is read as a whole book.", GAME, "import book.json").advised()
            .with("book.json", GOOD),
        case("An export of another program", "Its schema is looked at.", GAME, "import book.json").advised()
            .with("book.json", r#"{ "schema": "chess/1", "changes": [], "facts": [] }"#),
        case("An export that was altered", "Every fact has a hash.", GAME, "import book.json").advised().with_made(
            "book.json",
            "what `ginpad export --json` wrote, and then a name was changed",
            |table| {
                let book = table.does("export --json");
                table.put("book.json", book.replace("\"Bob\"", "\"Rob\""));
            },
        ),
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
        case("A folder for a book", "A folder is no book.", &[], "score --book .").advised(),
        case("A file that is no book", "Text is no book; it is left as it is.", &[], "new Ann Bob --book notes.txt")
            .advised()
            .with("notes.txt", "bread, milk\n"),
        case("A book cut short", "What is left of it is not touched.", &[], "score --book half.db")
            .advised()
            .with_made("half.db", "the first 2000 bytes of a book", |table| {
                table.does("new Ann Bob --book half.db");
                let book = std::fs::read(table.path("half.db")).unwrap();
                table.put("half.db", &book[..2000]);
            }),
        case("Another program's database", "It is left as it is.", &[], "new Ann Bob --book recipes.db")
            .advised()
            .with_made("recipes.db", "an SQLite database of recipes", |table| {
                let connection = Connection::open(table.path("recipes.db")).unwrap();
                connection.execute_batch("CREATE TABLE recipe (name TEXT); PRAGMA user_version = 1;").unwrap();
            }),
        case("A book of a newer version", "It is left as it is.", &[], "log ann gin 4 --book later.db")
            .advised()
            .with_made("later.db", "a book that a later ginpad has upgraded", |table| {
                table.does("new Ann Bob --book later.db");
                let connection = Connection::open(table.path("later.db")).unwrap();
                connection.execute_batch("PRAGMA user_version = 7;").unwrap();
            }),
    ]
}

fn changes() -> Vec<Case> {
    const UNDONE: &[&str] = &["new Ann Bob", "log ann gin 4", "undo", "log bob gin 4"];
    vec![
        case("Nothing to undo", "There is no book yet.", &[], "undo"),
        case("More undone than there is", "Part of it is not undone either.", GAME, "undo 5"),
        case("Nothing to redo", "Nothing has been undone.", GAME, "redo").advised(),
        case("Redo after a new change", "What was undone has been overtaken.", UNDONE, "redo").advised(),
        case("More redone than there is", "Part of it is not redone either.", &["new Ann Bob", "undo"], "redo 2"),
    ]
}

fn cards() -> Vec<Case> {
    vec![
        case("A rank that does not exist", "The place is marked.", &[], "deadwood 7hdc 345s 1d"),
        case("A card without its suit", "A card is a rank and a suit.", &[], "deadwood 7hdc 345s kd q"),
        case("A suit without a rank", "So is this one.", &[], "deadwood ♥ 7hdc"),
        case("What is no card at all", "Neither a rank nor a suit.", &[], "deadwood 7hdc joker"),
        case("A knight", "Some packs have one.", &[], "deadwood 🂬"),
        case("Cards that read two ways", "Neither is guessed.", &[], "deadwood 45sh"),
        case("A card twice", "A pack has each card once.", &[], "deadwood 7hdc 345s 7d"),
        case("A rank twice in shorthand", "The card is there twice.", &[], "deadwood 77hd"),
        case("Several cards that cannot be read", "Each place is marked.", &[], "deadwood 7hdc 20h 34x 9s kd q"),
        case("Twelve cards", "Nobody holds so many.", &[], "deadwood a23456789tjqs"),
        case(
            "A card in the hand that is gone",
            "It cannot be both.",
            &[],
            "deadwood 7hdc 345s 9td ks 2h --seen '10d 4c ks'",
        )
        .advised(),
        case(
            "Everything wrong with a question about cards",
            "Every reason is given.",
            &[],
            "deadwood 7hdc 1d --seen xx --rules oklahma --up 2",
        ),
        case("Wrong lines among many hands", "Each is named with its number.", &[], "deadwood --batch")
            .typing("7hdc 345s 1d\n\n7h 7h\n"),
        case(
            "A card in both hands",
            "A pack has each card once.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4d jc'",
        ),
        case(
            "A knock with too much",
            "The knocker's best melds are over the limit.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c kc' '89s t8h kdhs 3d 4s jc'",
        ),
        case(
            "Melds that are none",
            "Declared melds are checked and kept.",
            &[],
            "layoff '567s / 9hd jc / 4d 2h 3c ac' '89s t8h kdch 3d 4s qc'",
        )
        .advised(),
        case(
            "A forgotten card",
            "Nine cards cannot stand for a count: the tenth decides what they are worth.",
            &["new Ann Bob"],
            "log ann knock kshc4567d2cadah kd8d9d3d3h3sqhjh5s",
        ),
        case(
            "Hands of a wrong size",
            "A knocker has ten cards, or eleven that are big gin.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac 5d' '89s t8h kdch 3d'",
        ),
        case(
            "Big gin laid down where it is off",
            "One card is thrown.",
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
        case(
            "Cards of both hands that cannot be read",
            "Each place is marked.",
            &[],
            "layoff '567s / 9hdc / 4' '89s 1h'",
        ),
        usage("Two hands without quotes", "Each hand is one argument.", &[], "layoff 567s 9hdc 4d 89s t8h"),
        usage("One hand where two are needed", "Each hand is one argument.", &[], "layoff '567s 9hdc 4d 2h 3c ac'"),
        case(
            "Melds and a flag that are both wrong",
            "Every reason is given.",
            &[],
            "layoff '567s / 9hd jc / 4d 2h 3c ac' '89s t8h kdch 3d 4s qc' --up foo",
        )
        .advised(),
        case(
            "A knock over the limit of the upcard",
            "It is told as `log` tells it.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc' --rules oklahoma --up 3H",
        ),
        usage("No cards", "There is nothing to count.", &[], "deadwood"),
        usage("Cards beside a batch", "A batch reads standard input only.", &[], "deadwood 7hdc --batch"),
    ]
}

fn command_line() -> Vec<Case> {
    vec![
        usage("An unknown command", "The nearest command is suggested.", GAME, "scroe"),
        usage("A command with swapped letters", "However short it is.", &[], "nwe Ann Bob"),
        usage("A command by another name", "People say delete for drop.", WON, "delete 1"),
        usage("Another command by another name", "And start for new.", &[], "start Ann Bob"),
        usage("A word that may be a command", "One that changes the book is not guessed.", GAME, "dog"),
        usage("A word too many", "The command takes one game.", GAME, "score 1 2"),
        usage("A flag without its value", "It needs one.", GAME, "score --book"),
        usage("A flag with a word it does not know", "Its words are listed.", GAME, "score --color often"),
        usage("A command without its argument", "It needs one.", GAME, "use"),
        case("An entry that starts with a minus", "It is read like any other.", GAME, "log -5"),
        case("A book in the hint", "The hint is for the same book.", OTHER, "log ann knock 0 31 --book 'my book.db'"),
        case("A game in the hint", "The hint is for the same game.", TWO, "log ann knock 0 31 --game 1"),
        case("A correction that is refused", "The hint corrects the same hand.", WON, "fix 1 ann knock 0 31"),
        case("A hand between others that is refused", "The hint inserts it there.", WON, "insert 1 ann nock 4 27"),
        usage("A command that is none at all", "The commands are in the help.", &[], "shuffle"),
        usage("A mistyped flag", "The nearest flag is suggested.", GAME, "score --jsno"),
        usage("An entry missing", "There is no one to ask.", GAME, "log --no-input"),
        usage("A correction without an entry", "It says how the hand ended.", WON, "fix 1"),
        usage("No change undone", "At least one.", GAME, "undo 0").advised(),
        usage("A game that is no number", "A game is a number, `@` or `@-1`.", GAME, "use first"),
        usage("Two faces at once", "An answer has one.", GAME, "score --json --plain"),
        usage("A single game as JSON", "JSON is for the whole book.", GAME, "export 1 --json"),
    ]
}
