//! `import`: takes in games from files.

mod spreadsheet;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use self::spreadsheet::SpreadsheetArgs;
use super::import_book::{self, BookFile};
use super::score::read_file;
use super::use_game::going_to;
use crate::book::{ImportedGame, Pad, TakenIn};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::consequences::not_counted_in_file;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Remark, Sentence};
use crate::cli::session::{Face, Session};
use crate::render::json::{ImportView, RestoredView};
use crate::render::{self, GameRow};
use ginpad_core::game::{Game, ScoredGame};
use ginpad_core::notation::{CsvGames, NameMap, Spellings};
use ginpad_core::players::Name;
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad import old.gin             the games of a text sheet
  ginpad import --dry-run *.gin     only say what would be imported
  ginpad import book.json           what `ginpad export --json` wrote
  ginpad import old.csv             an old notebook, from a spreadsheet
  ginpad import old.csv --map A=Ann --map Mum=Ann
  ginpad import --csv --template    a spreadsheet to fill in";

/// Import games from files
///
/// All files are read first; if one has a fault, nothing is imported. Games that the book already has are skipped. A file that `export --json` wrote brings a whole book, with everything that was undone or corrected; of what this book holds already, nothing is added twice. A spreadsheet has one row for each game, with its totals, or one for each hand.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Text sheets, spreadsheets, or what `export --json` wrote; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "template")]
    files: Vec<PathBuf>,

    /// Only say what would be imported
    #[arg(long, short = 'n')]
    dry_run: bool,

    #[command(flatten)]
    spreadsheets: SpreadsheetArgs,
}

/// One file as it was read.
enum ImportSource {
    Sheet(Vec<Game>),
    Spreadsheet(PathBuf, CsvGames),
    Book(BookFile),
}

impl ImportArgs {
    /// Imports the games.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        if let Some(template) = self.spreadsheets.template() {
            return Ok(Answer::of(template));
        }
        let names = self.spreadsheets.names(session, &self.files)?;
        let mut faults = Vec::new();
        let mut sources = Vec::new();
        for file in &self.files {
            match self.read(session, file, &names) {
                Ok(source) => sources.push(source),
                Err(fault) => faults.push(fault),
            }
        }
        match faults.len() {
            0 => {}
            1 => return Err(faults.remove(0)),
            several => {
                let what = format!("{several} files cannot be read, so nothing was imported");
                let reasons: Vec<String> = faults.iter().map(Failure::without_hints).collect();
                return Err(Failure::listing(what, &reasons.into_iter().collect()));
            }
        }
        let warnings = self.warnings(&sources, &names);
        if self.dry_run {
            let count_only = |pad: &Pad<'_>| self.take(session, pad, &sources, Tense::Would);
            return session.trial(count_only).map(|answer| answer.remarks(warnings));
        }
        let has_books = sources.iter().any(|source| matches!(source, ImportSource::Book(_)));
        if !has_books && !session.has_book()? {
            // Find out whether the import works before the book is made.
            session.trial(|pad| self.take(session, pad, &sources, Tense::Would))?;
        }
        session.write(|pad| self.take(session, pad, &sources, Tense::Did)).map(|answer| answer.remarks(warnings))
    }

    fn read(&self, session: &Session, file: &Path, names: &NameMap) -> Result<ImportSource, Failure> {
        if self.spreadsheets.is_spreadsheet(file) {
            let games = self.spreadsheets.read(session, file, names)?;
            return Ok(ImportSource::Spreadsheet(file.to_path_buf(), games));
        }
        if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
            return import_book::read(file).map(ImportSource::Book);
        }
        read_file(session, file).map(ImportSource::Sheet)
    }

    /// What to know about the files: hands that do not count, and what was left out of spreadsheets.
    fn warnings(&self, sources: &[ImportSource], names: &NameMap) -> Vec<Remark> {
        let mut warnings = Vec::new();
        let mut spreadsheets: Vec<(&Path, &CsvGames)> = Vec::new();
        for source in sources {
            let games = match source {
                ImportSource::Sheet(games) => games,
                ImportSource::Spreadsheet(file, read) => {
                    spreadsheets.push((file, read));
                    &read.games
                }
                ImportSource::Book(..) => continue,
            };
            let scored: Vec<ScoredGame> = games.iter().cloned().map(Game::scored).collect();
            warnings.extend(not_counted_in_file(&scored));
        }
        warnings.extend(self.spreadsheets.remarks(&spreadsheets, names));
        warnings
    }

    fn take(
        &self,
        session: &Session,
        pad: &Pad<'_>,
        sources: &[ImportSource],
        tense: Tense,
    ) -> Result<Answer, Failure> {
        let known: Vec<Name> = pad.people()?.into_iter().map(|person| person.name).collect();
        let (sheets, books) = sheets_of(pad, sources, &known)?;
        let mut newcomers = Vec::new();
        for (source, games) in sources.iter().zip(&sheets) {
            if let ImportSource::Spreadsheet(..) = source {
                newcomers.extend(self.spreadsheets.newcomers(games, &known, tense));
            }
        }
        import(session, pad, &sheets, &books, tense).map(|answer| answer.remarks(newcomers))
    }
}

/// A trial lists this many games, and counts the rest.
const MOST_LISTED: usize = 100;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tense {
    Did,
    Would,
}

/// The games of each source, and what was taken in of whole books. The players of spreadsheets are spelled as in the
/// book.
fn sheets_of(
    pad: &Pad<'_>,
    sources: &[ImportSource],
    known: &[Name],
) -> Result<(Vec<Vec<Game>>, Vec<TakenIn>), Failure> {
    let mut sheets: Vec<Vec<Game>> = Vec::new();
    let mut books = Vec::new();
    let mut spellings = Spellings::new(known.iter().cloned());
    for source in sources {
        sheets.push(match source {
            ImportSource::Sheet(games) => games.clone(),
            ImportSource::Spreadsheet(_, read) => {
                let mut games = read.games.clone();
                games.iter_mut().for_each(|game| spellings.spell(game));
                games
            }
            ImportSource::Book(book) => {
                books.push(import_book::take(pad, book)?);
                Vec::new()
            }
        });
    }
    Ok((sheets, books))
}

/// Imports the games, and says what was new.
fn import(
    session: &Session,
    pad: &Pad<'_>,
    sheets: &[Vec<Game>],
    books: &[TakenIn],
    tense: Tense,
) -> Result<Answer, Failure> {
    let before = pad.current_game()?.map(|game| game.number);
    let taken = pad.import(sheets, session.now)?;
    let current = pad.current_game()?.map(|game| game.number);
    let of_books = |numbers: fn(&TakenIn) -> &Vec<i64>| books.iter().flat_map(numbers).copied();
    let added: Vec<i64> = of_books(|book| &book.added).chain(taken.iter().filter_map(ImportedGame::added)).collect();
    let known: BTreeSet<i64> =
        of_books(|book| &book.known).chain(taken.iter().filter_map(ImportedGame::known)).collect();
    let known: Vec<i64> = known.into_iter().collect();
    let answer = match session.face() {
        Face::Json => Answer::of(render::json::print(&ImportView {
            dry_run: tense == Tense::Would,
            added: &added,
            known: &known,
            restored: (!books.is_empty()).then(|| RestoredView {
                changes: books.iter().map(|book| book.changes).sum(),
                facts: books.iter().map(|book| book.facts).sum(),
            }),
            waiting: books.last().map(|book| book.waiting),
        })),
        Face::Plain => {
            let line = |(what, number): (&str, &i64)| format!("{what}\t{number}\n");
            let added = added.iter().map(|number| ("added", number));
            Answer::of(added.chain(known.iter().map(|number| ("known", number))).map(line).collect::<String>())
        }
        Face::Table => {
            let mut lines = report(&added, &known, books, tense);
            if tense == Tense::Would {
                lines.extend(listed(session, pad, &added)?);
            }
            Answer::of(lines.join("\n"))
        }
    };
    let later = books.iter().flat_map(import_book::remarks);
    let moved = before.zip(current).filter(|(before, now)| before != now && tense == Tense::Did);
    Ok(answer.remarks(later).remarks(moved.map(|(before, now)| {
        let now = Sentence::from(format!("game {now} is the current one now; ")).run(going_to(before));
        Remark::Note(now.say(format!(" goes back to game {before}")))
    })))
}

/// The games that would come, as `games` lists them: the first ones, and how many more there are.
fn listed(session: &Session, pad: &Pad<'_>, added: &[i64]) -> Result<Vec<String>, Failure> {
    let mut games = Vec::new();
    for number in added.iter().take(MOST_LISTED) {
        games.extend(pad.game_numbered(*number)?);
    }
    if games.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<GameRow<'_>> = games
        .iter()
        .map(|game| GameRow { number: game.number, scored: &game.scored, current: false, imported: true })
        .collect();
    let more = added.len().saturating_sub(MOST_LISTED);
    let rest = (more > 0).then(|| format!("and {}", count(more, "more game")));
    Ok([String::new(), render::games(&rows, session.look()).trim_end().to_string()].into_iter().chain(rest).collect())
}

/// What was taken in, in sentences.
fn report(added: &[i64], known: &[i64], books: &[TakenIn], tense: Tense) -> Vec<String> {
    let imported = match tense {
        Tense::Did => "imported",
        Tense::Would => "would import",
    };
    let report = |book| import_book::report(book, tense == Tense::Would);
    let mut lines: Vec<String> = books.iter().filter_map(report).collect();
    // A whole book says itself how many games it brought into an empty one.
    let added = if books.iter().any(|book| book.into_empty) { &[] } else { added };
    if !added.is_empty() {
        lines.push(format!("{imported} {}: {}", count(added.len(), "game"), numbers(added)));
    }
    if !known.is_empty() {
        let nothing = if lines.is_empty() { "nothing to import: " } else { "" };
        let are = if known.len() == 1 { "is" } else { "are" };
        lines.push(format!("{nothing}{} {are} in the book already, as {}", count(known.len(), "game"), numbers(known)));
    }
    if lines.is_empty() && !books.is_empty() {
        lines.push("nothing to import: the book has all of it already".into());
    }
    lines
}

/// `game 3`, `games 3 to 7`, `games 3, 5 and 9`.
fn numbers(numbers: &[i64]) -> String {
    match numbers {
        [only] => format!("game {only}"),
        [first, .., last] if numbers.len() > 2 && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1) => {
            format!("games {first} to {last}")
        }
        several => format!("games {}", ginpad_core::text::and_list(several)),
    }
}
