//! Hostile input: too large, made to control a terminal, or made to look like SQL.

use std::fs;
use std::process::Command;

use crate::support::program::{Said, Table};

/// Runs a script in a shell with 300 MB of address space, far more than the program and its threads need.
fn frugally(table: &Table, script: &str) -> Said {
    let limit = if cfg!(target_os = "linux") { "ulimit -v 300000; " } else { "" };
    let shell: Command = table.shell(&format!("{limit}{script}"));
    table.listen(shell, b"")
}

#[test]
fn a_hundred_megabytes_of_what_is_small_are_refused_before_they_are_read() {
    let table = Table::after(&["new Ann Bob"]);
    let sheet = fs::File::create(table.path("large.gin")).unwrap();
    sheet.set_len(100 << 20).unwrap();
    fs::copy(table.path("large.gin"), table.path("large.json")).unwrap();
    let before = table.files();
    for script in [
        "ginpad import large.json",
        "ginpad rules check large.gin",
        "ginpad new Cid Dee --rules ./large.gin",
        "ginpad log - < large.gin",
        "yes 'ann gin 4' | ginpad log -",
        "yes 'ann gin 4' | tr -d '\\n' | ginpad log -",
    ] {
        let said = frugally(&table, script);
        assert_eq!((said.status, said.out.as_str()), (Some(1), ""), "{script}\n{}", said.err);
        let why = if script.contains(".json") { "it is not text" } else { "it is larger than 16 MB" };
        assert!(said.err.contains(why), "{script}\n{}", said.err);
    }
    assert_eq!(table.files(), before);
}

#[test]
#[ignore = "long: `.ci/run` runs it"]
fn a_text_sheet_without_sense_is_refused_in_bounded_memory_and_few_words() {
    let table = Table::after(&["new Ann Bob"]);
    let before = table.files();
    for garbage in [
        "head -c 16000000 /dev/zero",
        "head -c 16000000 /dev/zero | tr '\\0' x",
        "yes x | head -n 40000",
        "yes 'x: y' | head -n 40000",
        "(echo 'sides: Ann, Bob'; yes 'ann gin x' | head -n 40000)",
        "(echo 'sides: Ann, Bob'; yes 'ann gin 4' | head -n 40000)",
        "yes '' | head -n 400000",
        "yes -- --- | head -n 400000",
        "(echo 'sides: Ann, Bob'; printf 'ann gin 4 note \"'; yes '' | head -n 200000)",
    ] {
        for command in ["score --file -", "import -", "log -"] {
            let script = format!("{garbage} | head -c 16000000 | ginpad {command}");
            let said = frugally(&table, &script);
            assert_eq!((said.status, said.out.as_str()), (Some(1), ""), "{script}\n{}", said.err);
            assert!(said.err.len() < 30_000 && said.err.lines().count() < 330, "{script}: {} bytes", said.err.len());
        }
    }
    for command in ["score --file /dev/zero", "import - </dev/zero", "import - </dev/urandom"] {
        let said = frugally(&table, &format!("ginpad {command}"));
        assert_eq!((said.status, said.out.as_str()), (Some(1), ""), "{command}\n{}", said.err);
    }
    assert_eq!(table.files(), before);
}

#[test]
fn one_endless_line_is_refused_in_few_words() {
    let table = Table::after(&["new Ann Bob"]);
    let line = "ann gin ".to_string() + &"1+".repeat(1 << 20);
    table.put("line.gin", format!("sides: Ann, Bob\n\n{line}\n")).put("entry.txt", &line);
    for script in ["ginpad score --file line.gin", "ginpad import line.gin", "ginpad log - < entry.txt"] {
        let said = frugally(&table, script);
        assert_eq!(said.status, Some(1), "{script}");
        assert!(said.err.len() < 1000, "{script}: {} bytes of message", said.err.len());
    }
}

#[test]
fn json_of_any_depth_is_refused() {
    let table = Table::new();
    let header = r#"{"ginpad":"lines/1","lines":1,"numbers":0,"runs":[]}"#;
    let line = format!(
        "{header}\n{{\"sha256\":\"rS6I88Udml_HUKA6RBxk0inE68dLMDYOy3C0bCSr7SI\",\"line\":{}",
        "[".repeat(100_000)
    );
    let deep = format!("{{\"schema\":\"ginpad/book/1\",\"changes\":{}", "[".repeat(100_000));
    let fact = format!(
        "{{\"schema\":\"ginpad/book/1\",\"changes\":[],\"facts\":[{{\"kind\":\"game\",\"knobs\":{}",
        "{\"a\":".repeat(100_000)
    );
    for text in [deep, fact, line, "[".repeat(100_000)] {
        table.put("deep.json", text);
        table.args("import deep.json").status(1).refused();
    }
    table.put("deep.toml", format!("target = {}", "[".repeat(100_000)));
    table.args("rules check deep.toml").status(1).refused();
}

#[test]
fn nothing_that_is_refused_reaches_the_terminal() {
    let table = Table::after(&["new Ann Bob"]);
    const HARM: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}\u{2066}\u{9b}31m";
    let sheet = |line: &str| format!("title: Friday\nsides: Ann, Bob\n\n{line}\n");
    table
        .put("title.gin", format!("title: {HARM}\nsides: Ann, Bob\n"))
        .put("sides.gin", format!("sides: Ann, {HARM}\n"))
        .put("entry.gin", sheet(&format!("ann gin {HARM}")))
        .put("note.gin", sheet(&format!("ann gin 4 note \"{HARM}\"")))
        .put("key.gin", format!("{HARM}: x\nsides: Ann, Bob\n"))
        .put("house.toml", format!("\"{}\" = 1\nrules = \"{HARM}\"\n", HARM.escape_unicode()))
        .put("book.json", format!("{{ \"schema\": {:?} }}", "x"));
    let mut lines: Vec<Vec<String>> = ["title", "sides", "entry", "note", "key"]
        .iter()
        .flat_map(|sheet| {
            ["import", "score --file"].map(|verb| crate::support::line::split(&format!("{verb} {sheet}.gin")))
        })
        .collect();
    for start in [
        "new Ann",
        "new Ann Bob --title",
        "new Ann Bob --rules",
        "new Ann Bob --set",
        "new Ann Bob --dealer",
        "new Ann Bob --stake",
        "new Ann Bob --at",
        "log ann gin",
        "log ann gin 4 note",
        "log ann gin 4 at",
        "log ann gin 4 --at",
        "log ann gin 4 up",
        "log",
        "score",
        "score --file",
        "import",
        "rules check",
        "rules show",
        "close --forfeit",
        "use",
        "fix 1",
        "explain",
        "log ann gin 4 --game",
        "score --book",
        "deadwood",
        "deadwood 7hdc --seen",
        "deadwood 7hdc --up",
        "deadwood 7hdc --rules",
        "layoff 7hdc",
        "layoff a b",
    ] {
        lines.push([crate::support::line::split(start), vec![HARM.to_string()]].concat());
    }
    lines.push(crate::support::line::split("rules check house.toml"));
    lines.push(crate::support::line::split("import book.json"));
    lines.push(crate::support::line::split("deadwood --batch"));
    for words in lines {
        let said = table.words(words.clone()).stdin(format!("7hdc {HARM}\n")).run();
        assert!(matches!(said.status, Some(1 | 2)), "{words:?}: {:?}\n{}", said.status, said.err);
        let harm = said.err.chars().find(|char| ginpad_core::text::is_control(*char) && *char != '\n');
        assert_eq!(harm, None, "{words:?}\n{:?}", said.err);
    }
}

#[test]
fn names_and_notes_are_never_part_of_a_statement() {
    let table = Table::new();
    const DROP: &str = "'); DROP TABLE hand; --";
    table.words(["new", DROP, "%s\\n{}", "--title", DROP, "--dealer", "%s"]).check_status();
    table.words(["log", "%s", "gin", "4", "note", DROP]).check_status();
    table.words(["log", "'", "gin", "4"]).check_status();
    let score = table.json("score");
    assert_eq!(score["sides"][0]["name"], DROP);
    assert_eq!(score["title"], DROP);
    assert_eq!(score["hands"][0]["note"], DROP);
    table.put("all.gin", table.does("export"));
    table.does("import all.gin --book copy.db");
    let mut copy = table.json("score --book copy.db");
    copy["number"] = score["number"].clone();
    copy["imported"] = score["imported"].clone();
    assert_eq!(copy, score);
}

#[test]
fn an_argument_that_is_no_text_is_refused() {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;

        let table = Table::after(&["new Ann Bob"]);
        let before = table.files();
        let wild = std::ffi::OsStr::from_bytes(b"Zo\xeb");
        for start in ["new Ann", "log ann gin 4 note", "score", "rules show", "deadwood", "layoff 7hdc"] {
            let mut command = table.command();
            command.args(crate::support::line::split(start)).arg(wild);
            let said = table.listen(command, b"");
            assert!(matches!(said.status, Some(1 | 2)), "{start}: {said:?}");
        }
        assert_eq!(table.files(), before);
        // A path does not have to be text.
        let mut command = table.command();
        command.args(["new", "Ann", "Bob", "--book"]).arg(wild);
        assert_eq!(table.listen(command, b"").status, Some(0));
        assert!(table.path(wild).is_file());
    }
}

#[test]
fn after_a_hundred_wrong_lines_the_rest_are_counted() {
    let table = Table::after(&["new Ann Bob"]);
    let said = table.args("log -").stdin("ann knok 4 27\n".repeat(412)).status(1).refused();
    assert!(said.err.starts_with("error: 412 lines cannot be logged, so nothing was logged:\n"), "{}", said.err);
    assert!(said.err.ends_with("\n  and 312 more\n"), "{}", said.err);
    assert_eq!(said.err.matches("did you mean `knock`?").count(), 100);
    let wrong = format!("sides: Ann, Bob\n{}", "ann knok 4 27\n".repeat(102));
    table.put("wrong.gin", &wrong);
    let said = table.args("score --file wrong.gin").status(1).refused();
    assert!(said.err.starts_with("error: wrong.gin has 102 faults and was not read:\n"), "{}", said.err);
    assert!(said.err.ends_with("\n  and 2 more\n"), "{}", said.err);
    table.put("wrong.toml", (0..101).map(|number| format!("knob{number} = 1\n")).collect::<String>());
    let said = table.args("rules check wrong.toml").status(1).refused();
    assert!(said.err.ends_with("\n  and 1 more\n"), "{}", said.err);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_kept_while_there_is_room_for_it() {
    let table = Table::after(&["new Ann Bob"]);
    // A pipe that goes on for ever ends where there is no room for it.
    let sheets = "while :; do echo 'sides: Ann, Bob'; echo; yes 'ann gin 4' | head -999; echo ---; done 2>/dev/null";
    let endless = format!("mkfifo endless.gin; ({sheets}) > endless.gin & ulimit -f 4000; ginpad import endless.gin");
    let said = frugally(&table, &endless);
    assert_eq!((said.status, said.out.as_str()), (Some(1), ""), "{}", said.err);
    assert!(said.err.starts_with("error: cannot keep endless.gin in a temporary file: "), "{}", said.err);
    // A pipe that holds a book is read to its end and taken in.
    let other = Table::after(&["new Cid Dee", "log cid gin 4"]).does("export --json");
    table.put("other", format!("\u{feff}{other}"));
    let said = frugally(&table, "mkfifo pipe.json; cat other > pipe.json & ginpad import pipe.json");
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.err.starts_with("note: the book as it was is kept in "), "{}", said.err);
    assert!(said.out.ends_with("game 2 (Cid – Dee) is open at 29–0\n"), "{}", said.out);
}

#[cfg(unix)]
#[test]
fn a_whole_book_without_room_is_refused_and_leaves_nothing() {
    let table = Table::after(&["new Ann Bob"]);
    let game = |number: usize| format!("title: {number}\nsides: Cid, Dee\n\ncid gin 3\ndee gin 4\n");
    table.put("many.gin", (0..3000).map(game).collect::<Vec<_>>().join("---\n"));
    let other = Table::new();
    other.put("many.gin", fs::read(table.path("many.gin")).unwrap()).does("import many.gin");
    table.put("many.json", other.does("export --json"));
    let (before, files) = (table.does("export --json"), table.files().len());
    let said = frugally(&table, "ulimit -f 1000; cat many.json | ginpad import -");
    assert_eq!((said.status, said.out.as_str()), (Some(1), ""), "{}", said.err);
    assert!(said.err.starts_with("error: cannot keep standard input in a temporary file: "), "{}", said.err);
    assert_eq!(table.does("export --json"), before);
    let said = frugally(&table, "ulimit -f 1000; ginpad import many.json");
    assert_eq!((said.status, said.out.as_str()), (Some(1), ""), "{}", said.err);
    assert!(said.err.starts_with("error: the disk is full; nothing was changed\n"), "{}", said.err);
    assert_eq!(table.does("export --json"), before);
    // Whoever writes next rolls back what was begun.
    table.does("log ann gin 4");
    assert_eq!(table.files().len(), files);
    assert!(fs::metadata(table.book()).unwrap().len() < 1 << 18, "what was not kept takes no room");
}
