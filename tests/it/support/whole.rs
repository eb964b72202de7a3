//! Whole books as files of lines: what `export --json` writes and `import` takes in.

use std::collections::BTreeSet;

use ginpad::book::{Book, BookError, Contents, OpenBook, SourceFault, StoredGame, TakenIn};
use ginpad_core::facts::{Change, FactId, FoldedGame, Line, fold, hash_text, shortened};
use ginpad_core::ledger::{Header, LinesReader, Record, Run, Store as _, write_line, write_record};

/// Everything that a book holds.
pub(crate) fn exported(open: &OpenBook<'_>) -> String {
    let mut file = Vec::new();
    open.export(&mut file).unwrap();
    String::from_utf8(file).unwrap()
}

/// Takes in a file of lines.
pub(crate) fn take_in(open: &OpenBook<'_>, file: &str) -> Result<TakenIn, SourceFault> {
    open.take_in(Contents::file(file.as_bytes())?, |_, _| Ok(()))
}

/// The lines of a file, each of which must verify.
pub(crate) fn lines_of(file: &str) -> Vec<Line> {
    let each = LinesReader::new(file.as_bytes()).unwrap().map(Result::unwrap);
    let line = |found| match found {
        Record::Line(line) => Some(line),
        Record::Number(_) => None,
        Record::Fault(fault) => panic!("{fault}"),
    };
    each.filter_map(line).collect()
}

/// The lines of a file, whatever their order.
pub(crate) fn contents(file: &str) -> BTreeSet<String> {
    lines_of(file).iter().map(|line| line.text().to_string()).collect()
}

/// The runs of lines.
pub(crate) fn runs_of(lines: &[Line]) -> Vec<Run> {
    let mut store = crate::core::memory::MemoryStore::new();
    store.append(lines).unwrap();
    store.runs().unwrap()
}

/// A file of these lines.
pub(crate) fn file_of(lines: &[Line]) -> String {
    let header = Header { lines: lines.len() as u64, numbers: 0, runs: runs_of(lines) };
    let mut file = Vec::new();
    write_record(&mut file, &header).unwrap();
    lines.iter().for_each(|line| write_line(&mut file, line.text(), line.hash()).unwrap());
    String::from_utf8(file).unwrap()
}

/// A file of a book in which a later ginpad, or somebody else, said something else: this text stands in the place of that.
/// All hashes are right, and what names an altered line names it as it is now. The numbers of games are left out.
pub(crate) fn altered(file: &str, old: &str, new: &str) -> String {
    let (mut lines, mut names) = (Vec::new(), Vec::<(String, String)>::new());
    for line in lines_of(file) {
        let mut text = line.text().replace(old, new);
        for (before, now) in &names {
            text = text.replace(before.as_str(), now);
        }
        let now = Line::new(text).unwrap();
        names.push((hash_text(line.hash()), hash_text(now.hash())));
        names.push((shortened(line.name()), shortened(now.name())));
        lines.push(now);
    }
    file_of(&lines)
}

/// The book answers as the fold of all its lines does.
pub(crate) fn answers_as_the_fold(book: &mut Book) {
    let open = book.read().unwrap();
    let changes: Vec<Change> = lines_of(&exported(&open)).iter().map(|line| Change::read(line).unwrap()).collect();
    let fold = fold(&changes);
    let games: Vec<FactId> = fold.games.iter().map(|game| game.record.id).collect();
    assert_eq!(open.games().unwrap(), games);
    assert_eq!(open.people().unwrap(), fold.people.listed);
    assert_eq!(open.payments().unwrap(), fold.payments);
    let same = |stored: &StoredGame, folded: &FoldedGame| {
        assert_eq!(stored.scored.game, folded.game);
        assert_eq!(stored.record, folded.record);
        assert_eq!(stored.conflicts, folded.conflicts);
        assert_eq!(stored.waiting, folded.waiting);
    };
    let mut each = fold.games.iter();
    for game in &fold.games {
        same(&open.game(game.record.id).unwrap(), game);
    }
    let together = open.each_game(&games, |stored| {
        same(&stored, each.next().unwrap());
        Ok::<(), BookError>(())
    });
    together.unwrap();
}
