//! `backup`: copies that are known to be good, made while others write.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rusqlite::Connection;

use crate::support::faults::Faults;
use crate::support::program::{HOME, Table};

pub(crate) const GAME: [&str; 2] = ["new Ann Bob --set target=500", "log ann knock 4 27"];

/// What a book holds, without what belongs to the file.
pub(crate) fn content(table: &Table, book: &str) -> String {
    table.does(&format!("export --json --book {book}"))
}

/// The files in the folder of backups.
pub(crate) fn backups(table: &Table) -> Vec<PathBuf> {
    let entries = fs::read_dir(table.path("book.db.backups")).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Files that are not complete, anywhere on the table.
pub(crate) fn unfinished(table: &Table) -> Vec<PathBuf> {
    let files = table.files().into_iter().map(|(path, _)| path);
    files.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(".ginpad")).collect()
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_backup_holds_what_the_book_holds() {
    let table = Table::after(&GAME);
    let said = table.does("backup copy.db");
    assert_eq!(said, "the book is backed up in copy.db: 1 game\n");
    assert_eq!(content(&table, "copy.db"), content(&table, "book.db"));
    assert!(table.does("check --book copy.db").ends_with(": all is well\n"));
    #[cfg(unix)]
    assert_eq!(mode(&table.path("copy.db")), 0o600);
    let said = table.json("backup second.db");
    assert_eq!((&said["backup"], &said["games"]), (&"second.db".into(), &1.into()));
    // Without a name, it is dated and listed.
    table.does("backup");
    let [dated] = backups(&table).try_into().unwrap();
    #[cfg(unix)]
    assert_eq!((mode(&dated), mode(dated.parent().unwrap())), (0o600, 0o700));
    let listed = table.json("backup --list");
    assert_eq!(listed["backups"][0]["reason"], "asked");
    assert_eq!(listed["backups"][0]["backup"], table.placeless(&dated.to_string_lossy()));
    let plain = table.does("backup --list --plain");
    assert_eq!(plain.split('\t').nth(1), Some("asked"), "{plain}");
    assert!(table.does("backup --list").contains("asked"));
    assert!(unfinished(&table).is_empty());
}

#[test]
fn only_an_older_backup_of_the_same_book_is_replaced() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    table.args("backup copy.db").status(1).refused();
    table.does("log bob gin 5");
    table.does("backup copy.db --force");
    assert_eq!(content(&table, "copy.db"), content(&table, "book.db"));
    // A copy that went its own way, another book, and what is no book.
    table.does("log ann gin 9 --book copy.db");
    table.does("new Cid Dee --book other.db");
    table.put("notes.txt", "Milk, eggs\n");
    for (file, why) in [
        ("copy.db", "holds something that the book has not"),
        ("other.db", "holds something that the book has not"),
        ("notes.txt", "is not a copy of the book"),
    ] {
        let said = table.args(&format!("backup {file} --force")).status(1).refused();
        assert!(said.err.starts_with(&format!("error: {file} {why}; `backup` does not replace it\n")), "{}", said.err);
    }
}

#[test]
fn in_a_folder_a_backup_is_named_by_its_time() {
    let table = Table::after(&GAME);
    fs::create_dir(table.path("stick")).unwrap();
    for flags in ["", " --force"] {
        let made = table.json(&format!("backup stick{flags}"))["backup"].as_str().unwrap().to_string();
        let name = made.strip_prefix("stick/").and_then(|name| name.strip_suffix(".db")).unwrap();
        assert!(name.starts_with("20") && name.contains('T'), "{made}");
        assert_eq!(content(&table, &made), content(&table, "book.db"));
    }
    assert_eq!(fs::read_dir(table.path("stick")).unwrap().count(), 2, "none is replaced");
    assert_eq!(table.json("restore"), table.json("backup --list"));
}

#[test]
fn the_book_and_what_is_no_file_are_not_written_over() {
    let table = Table::after(&GAME);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("elsewhere.db", table.path("link.db")).unwrap();
        std::os::unix::fs::symlink("book.db", table.path("own.db")).unwrap();
        std::os::unix::fs::symlink(".", table.path("here")).unwrap();
    }
    for file in
        ["book.db", "./book.db", "here/book.db", "own.db", "book.db-journal", "book.db-wal", "link.db", "no/such.db"]
    {
        for force in ["", "--force"] {
            table.args(&format!("backup {file} {force}")).status(1).refused();
        }
    }
    #[cfg(unix)]
    table.args("backup /dev/null --force").status(1).refused();
    assert!(!table.path("elsewhere.db").exists());
}

#[test]
#[cfg(unix)]
fn backups_and_restores_beside_writers_lose_nothing() {
    let table = Table::after(&["new Ann Bob --set target=100000"]);
    let logs = "for n in 1 2 3 4 5 6 7 8 9 10; do ginpad log ann gin $n || exit 1; done";
    let begin = |script: &str| table.shell(script).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut running: Vec<_> = (0..3).map(|_| begin(logs)).collect();
    running.push(begin("for n in 1 2 3 4; do ginpad backup copy.db --force || exit 1; done"));
    running.push(begin("for n in 1 2; do ginpad backup || exit 1; ginpad check || exit 1; done"));
    for program in running {
        let done = program.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let whole = content(&table, "book.db");
    assert_eq!(table.json("score")["hands"].as_array().unwrap().len(), 30);
    // Every hand that was acknowledged while the book was restored is in it, or in the backup that was made before.
    table.does("backup start.db");
    let mut running: Vec<_> = (0..2).map(|_| begin(logs)).collect();
    running.push(begin("ginpad restore start.db"));
    for program in running {
        let done = program.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let kept = table.json("backup --list")["backups"].clone();
    let kept = kept.as_array().unwrap().iter().find(|kept| kept["reason"] == "restore").unwrap();
    let kept = kept["backup"].as_str().unwrap().replace(HOME, &table.path("").to_string_lossy());
    table.put("kept.json", content(&table, &kept));
    table.does("import kept.json");
    // Whoever waited for the restore wrote as the new device, or two changes would have one number.
    let twice = "SELECT count(*) - count(DISTINCT (line ->> '$.writer') || (line ->> '$.number')) FROM change";
    let book = Connection::open(table.book()).unwrap();
    assert_eq!(book.query_row(twice, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
    let both = content(&table, "book.db");
    let count = |book: &String| book.matches("{\"hand\":").count();
    assert_eq!(count(&both), count(&whole) + 20);
}

#[test]
#[cfg(unix)]
fn a_disk_that_fails_leaves_the_book_and_no_half_of_a_backup() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    table.does("log bob gin 5");
    let (before, book) = (content(&table, "book.db"), fs::read(table.book()).unwrap());
    let file = || std::os::unix::fs::MetadataExt::ino(&fs::metadata(table.book()).unwrap());
    let same_file = file();
    let mut refused: Vec<(&str, &str)> = Vec::new();
    for fault in [
        "pwrite64:error=ENOSPC:when=1+",
        "pwrite64:error=EIO:when=4+",
        "pwrite64:error=ENOSPC:when=8+",
        "fsync:error=EIO:when=1+",
        "fsync:error=ENOSPC:when=3+",
        "pread64:error=EIO:when=30+",
    ] {
        for line in ["restore copy.db", "backup new.db", "backup"] {
            let said = faults.run(&table, line, fault);
            if said.status != Some(0) {
                assert!(said.err.starts_with("error: "), "{line} {fault}\n{said:?}");
                assert_eq!(content(&table, "book.db"), before, "{line} {fault}\n{said:?}");
                assert_eq!(file(), same_file, "a disk that fails is not a damaged book: {line} {fault}\n{said:?}");
                refused.push((line, fault));
            }
            fs::write(table.book(), &book).unwrap();
            assert!(unfinished(&table).is_empty(), "{line} {fault}\n{said:?}");
            for kept in backups(&table).iter().chain([&table.path("new.db")]).filter(|kept| kept.exists()) {
                assert_eq!(table.json(&format!("check --book '{}'", kept.display()))["ok"], true, "{line} {fault}");
                fs::remove_file(kept).unwrap();
            }
        }
    }
    assert!(refused.len() >= 12, "{refused:?}");
}

#[test]
fn old_automatic_backups_are_thinned_and_the_others_stay() {
    let table = Table::after(&GAME);
    table.does("backup copy.db");
    let folder = table.path("book.db.backups");
    fs::create_dir(&folder).unwrap();
    let put = |name: &str| fs::copy(table.path("copy.db"), folder.join(name)).unwrap();
    for day in 1..=28 {
        put(&format!("2020-02-{day:02}T120000Z-before-restore.db"));
        put(&format!("2020-02-{day:02}T120000Z.db"));
        put(&format!("2020-02-{day:02}T120000Z-damaged.db"));
    }
    put("notes.db");
    table.does("restore copy.db");
    let names: Vec<String> =
        backups(&table).iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    let automatic: Vec<&String> = names.iter().filter(|name| name.ends_with("-before-restore.db")).collect();
    // The three newest, and so the last of that month.
    assert_eq!(automatic.len(), 3, "{names:?}");
    assert_eq!(names.len(), 28 + 28 + 3 + 1, "{names:?}");
}
