//! What can be wrong with sheets, and with other files of games.

use super::{Case, GAME, Table, case, usage};

pub(super) fn sheets() -> Vec<Case> {
    const GOOD: &str = "sides: Ann, Bob\n\nann gin 20\n";
    vec![
        case("Wrong lines of a sheet", "The message shows every wrong line.", &[], "score --file friday.gin").with(
            "friday.gin",
            "titel: Friday\nrules: holywood\nsides: Ann, Bob\ndealer: zed\n\nann knock 4 27\nann nock 4 27\nbob gin 111\n",
        ),
        case("A sheet without sides", "A sheet must name the two sides.", &[], "score --file friday.gin")
            .with("friday.gin", "title: Friday\n"),
        case("A bad file among good ones", "Nothing is imported.", GAME, "import good.gin bad.gin")
            .with("good.gin", GOOD)
            .with("bad.gin", "sides: Ann, Bob\n\nzed gin 20\n"),
        case("A missing sheet", "The path is wrong.", &[], "score --file friday.gin"),
        case("A folder instead of a sheet", "A sheet is a file.", &[], "score --file ."),
        case("A file that is not text", "Sheets are text.", &[], "score --file friday.gin")
            .with_made("friday.gin", "100 MB of zeros", |table| {
                std::fs::File::create(table.path("friday.gin")).unwrap().set_len(100 << 20).unwrap();
            }),
        case(
            "A game that has no end",
            "Where something is wrong, reading stops after twenty thousand lines of one game.",
            &[],
            "import friday.gin",
        )
        .with_made("friday.gin", "`ann zed 4` under `sides: Ann, Bob`, and then lines of `ann gin 4` without an end", |table| {
            let endless = "ann gin 4\n".repeat(30_000);
            table.put("friday.gin", format!("sides: Ann, Bob\n\nann zed 4\n{endless}"));
        }),
        case("A file without an end", "At most 512 MB are kept of what is not a file on disk.", &[], "score --file /dev/zero"),
        case("A sheet that is not UTF-8", "Sheets are UTF-8.", &[], "import friday.gin").with_made(
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
        case("An export that is not JSON", "A file that begins with `{` is read as a whole book.", GAME, "import book.json")
            .with("book.json", "{ this is not JSON }\n"),
        case("A sheet that is called a book", "A file is known by its content, and not by its name.", GAME, "import evening.json")
            .with("evening.json", "Ann gin 4\n"),
        case("An export of another program", "The `schema` says which program wrote it.", GAME, "import book.json")
            .with("book.json", r#"{ "schema": "chess/1", "changes": [], "facts": [] }"#),
        case("An altered export", "Every line has a hash, which shows a change. A sound line comes in also when others do not.", GAME, "import book.json").with_made(
            "book.json",
            "what `ginpad export --json` wrote, and then a name was changed",
            |table| {
                let book = table.does("export --json");
                table.put("book.json", book.replace("\"Bob\"", "\"Rob\""));
            },
        ),
        case("An export that was cut short", "A line that is not whole does not come in.", GAME, "import book.json --book other.db").with_made(
            "book.json",
            "the first half of what `ginpad export --json` wrote",
            |table| {
                let book = table.does("export --json");
                table.put("book.json", &book[..book.len() / 2]);
            },
        ),
        case("A field that is there twice", "It would be read in one way here and in another there.", GAME, "import book.json --book other.db")
            .with_made("book.json", "what `ginpad export --json` wrote, with a second `verb` in the first line", |table| {
                let book = table.does("export --json");
                table.put("book.json", book.replacen("\"verb\":", "\"verb\":\"log\",\"verb\":", 1));
            }),
        case("An export that is UTF-16 text", "Some shells write it so.", GAME, "import book.json").with_made(
            "book.json",
            "the export as UTF-16",
            |table| {
                let book: Vec<u8> = table.does("export --json").encode_utf16().flat_map(u16::to_le_bytes).collect();
                table.put("book.json", [&[0xff, 0xfe], book.as_slice()].concat());
            },
        ),
        case("A rescue into a file that exists", "No file is ever replaced.", GAME, "rescue book.db --to notes.txt")
            .with("notes.txt", "Milk, eggs\n"),
        case("A rescue to standard output", "A book is a file.", GAME, "rescue book.db --to -"),
        case("A rescue into a folder that is not there", "`rescue` makes no folders.", GAME, "rescue book.db --to away/new.db"),
        case("A rescue into the damaged book", "It is left as it is.", GAME, "rescue book.db --to ./book.db"),
        case(
            "A book in place of an export",
            "The file of a book holds more than its games.",
            &["new Ann Bob", "new Cid Dee --book other.db"],
            "import other.db",
        ),
        usage("Standard input as two files", "It can be read only once.", GAME, "import - -")
            .typing("sides: Ann, Bob\n\nann gin 4\n"),
        case("A rescue from a file that is not a book", "There is nothing to save.", GAME, "rescue notes.txt --to new.db")
            .with("notes.txt", "Milk, eggs\n"),
        case("A backup into a file that exists", "No file is replaced unasked.", &["new Ann Bob", "backup copy.db"], "backup copy.db"),
        case("A backup over a file that is not a copy of the book", "Only an older backup of the same book is replaced.", GAME, "backup notes.txt --force")
            .with("notes.txt", "Milk, eggs\n"),
        case("A backup over the book", "The book is no backup of itself.", GAME, "backup book.db"),
        case("A backup where no folder is", "The folder must be there.", GAME, "backup missing/copy.db"),
        case("A backup of a damaged book", "A copy would be damaged too.", GAME, "backup copy.db --book half.db")
            .with_made("half.db", "a book in which a name was altered", with_another_name),
        case("A restore from a file that is not a book", "The book stays as it is.", GAME, "restore notes.txt")
            .with("notes.txt", "Milk, eggs\n"),
        case("A restore from a damaged backup", "What is damaged is not restored.", GAME, "restore half.db")
            .with_made("half.db", "a book in which a name was altered", with_another_name),
        case("A restore from the book itself", "The book is no backup of itself.", GAME, "restore book.db"),
        case("A restore from a file that is missing", "There is nothing to read.", GAME, "restore copy.db"),
        case("A merge of the book with itself", "It holds nothing else.", GAME, "merge book.db"),
        case("A merge of another program's database", "Nothing in it runs.", GAME, "merge recipes.db").with_made(
            "recipes.db",
            "an SQLite database of recipes",
            |table| {
                let connection = rusqlite::Connection::open(table.path("recipes.db")).unwrap();
                connection.execute_batch("CREATE TABLE recipe (name TEXT); PRAGMA user_version = 1;").unwrap();
            },
        ),
        case("A merge of a text sheet", "A sheet has no people and no history.", GAME, "merge friday.gin")
            .with("friday.gin", "sides: Ann, Bob\n\nann gin 20\n"),
        case("A merge of a file that is missing", "There is nothing to read.", GAME, "merge stick.db"),
        case("A rescue from a file that is missing", "There is nothing to read.", GAME, "rescue books.db --to new.db"),
    ]
}

/// Makes a book in which a name is not what was written.
fn with_another_name(table: &Table) {
    table.does("new Cid Dee --book half.db");
    table.does("log cid gin 4 --book half.db");
    let mut book = std::fs::read(table.path("half.db")).unwrap();
    let at = book.windows(3).position(|bytes| bytes == b"Cid").unwrap();
    book[at] = b'S';
    table.put("half.db", book);
}
