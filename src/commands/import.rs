//! `import`: takes in games from files.

mod answer;
mod spreadsheet;

use std::path::{Path, PathBuf};

use clap::Args;

use self::answer::Imported;
use self::spreadsheet::SpreadsheetArgs;
use super::changes::Before;
use super::import_book::{self, BookFile};
use super::use_game::going_to;
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark, Sentence};
use crate::book::{ImportPlan, Pad};
use crate::cli::messages::consequences::NotCounted;
use crate::cli::printer::announce;
use crate::cli::session::Session;
use crate::cli::session::sheet_file::{SheetFile, Watch};
use crate::cli::session::source::Source;
use ginpad_core::game::Game;
use ginpad_core::ledger::Longer;
use ginpad_core::notation::{CsvGames, NameMap, Spellings};
use ginpad_core::players::Name;
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad import old.gin             the games of a text sheet
  ginpad import --dry-run *.gin     only say what would be imported
  ginpad import old.gin --continue  also the hands that a game of the book lacks
  ginpad import book.json           what `ginpad export --json` wrote
  ginpad import old.csv             an old notebook, from a spreadsheet
  ginpad import old.csv --map A=Ann --map Mum=Ann
  ginpad import --csv --template    a spreadsheet to fill in";

/// Import games from files
///
/// All files are read first; if one has a fault, nothing is imported. Games that the book already has are skipped. A sheet may also be a game of the book with more hands or a closing after it: `--continue` adds them to that game, and without it the game is only named. A file that `export --json` wrote brings a whole book, with everything that was undone or corrected; of what this book holds already, nothing is added twice. A spreadsheet has one row for each game, with its totals, or one for each hand.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Text sheets, spreadsheets, or what `export --json` wrote; `-` is standard input. A file is known by its content
    #[arg(value_name = "FILE", required_unless_present = "template")]
    files: Vec<PathBuf>,

    /// Only say what would be imported
    #[arg(long, short = 'n')]
    dry_run: bool,

    /// Where a sheet is a game of the book with more hands or a closing after it, add them to that game
    #[arg(long)]
    r#continue: bool,

    #[command(flatten)]
    spreadsheets: SpreadsheetArgs,
}

/// Beside an import of more hands and facts than this, another program may wait in vain.
pub(super) const LARGE: usize = 100_000;

/// One file that can be imported.
enum ImportSource {
    /// A text sheet without faults, which is read again game by game.
    Sheet(SheetFile),
    Spreadsheet(PathBuf, CsvGames),
    /// A whole book, until it is taken in.
    Book(PathBuf, Option<Box<BookFile>>),
}

/// What the first reading of the files gave.
#[derive(Default)]
struct FirstReading {
    sources: Vec<ImportSource>,
    /// What to know about the files.
    warnings: Vec<Remark>,
    /// How many games and hands they have, and how many changes of whole books.
    steps: usize,
    changes: usize,
}

impl ImportArgs {
    /// Imports the games.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        if let Some(template) = self.spreadsheets.template() {
            return Ok(Answer::exactly(template));
        }
        if self.files.iter().filter(|file| *file == Path::new("-")).count() > 1 {
            return Err(Failure::usage("`-` is there twice, and standard input can be read only once"));
        }
        let names = self.spreadsheets.names(session, &self.files)?;
        let FirstReading { mut sources, warnings, steps, changes } = self.read_all(session, &names)?;
        let plan = ImportPlan {
            longer: if self.r#continue { Longer::Continue } else { Longer::Name },
            now: session.now,
            files: sources.len(),
            steps,
        };
        if steps + changes > LARGE && !self.dry_run {
            let says = "this import is large; other programs cannot write in the book until it is done";
            announce(&Remark::note(says), session.screens(), session.invocation());
        }
        // A trial goes to a copy of the book, so that nobody waits for it.
        let answer = match self.dry_run {
            true => session.trial(|pad| self.take(session, pad, plan, &mut sources)),
            false => session.write(|pad| self.take(session, pad, plan, &mut sources)),
        };
        answer.map(|answer| answer.remarks(warnings))
    }

    /// Reads all files for the first time.
    ///
    /// # Errors
    /// Every fault of every file.
    fn read_all(&self, session: &Session, names: &NameMap) -> Result<FirstReading, Failure> {
        let mut reading = FirstReading::default();
        let mut faults = Vec::new();
        for file in &self.files {
            faults.extend(self.read(session, file, names, &mut reading).err());
        }
        if !faults.is_empty() {
            return Err(Failure::all("nothing was imported", faults));
        }
        let spreadsheets: Vec<(&Path, &CsvGames)> =
            reading.sources.iter().filter_map(ImportSource::spreadsheet).collect();
        let remarks = self.spreadsheets.remarks(&spreadsheets, names);
        reading.warnings.extend(remarks);
        Ok(reading)
    }

    /// Reads one file for the first time. Of a text sheet nothing is kept but what to know about it.
    fn read(&self, session: &Session, file: &Path, names: &NameMap, reading: &mut FirstReading) -> Result<(), Failure> {
        let mut not_counted = NotCounted::default();
        let mut look_at = |game: Game| {
            reading.steps += game.hands.len() + 1;
            not_counted.look_at(&game.scored());
        };
        let opened = Source::open(file)?;
        let source = if import_book::is_book(&opened)? {
            let contents = import_book::read(&opened)?;
            reading.changes += usize::try_from(contents.lines()).unwrap_or(usize::MAX);
            ImportSource::Book(file.to_path_buf(), Some(Box::new(contents)))
        } else if self.spreadsheets.is_spreadsheet(file) {
            let read = self.spreadsheets.read(session, &opened, names)?;
            read.games.iter().cloned().for_each(&mut look_at);
            ImportSource::Spreadsheet(file.to_path_buf(), read)
        } else {
            let mut sheet = SheetFile::of(opened);
            let read = sheet.each_game(session.local(), Watch::Bar, |game, _| {
                look_at(game);
                Ok(())
            });
            let no_book = is_named_json(file).then(|| Hint::advice(NO_BOOK));
            read.map_err(|failure| failure.hint_if(no_book))?;
            reading.warnings.extend(sheet.warnings());
            ImportSource::Sheet(sheet)
        };
        reading.warnings.extend(not_counted.remarks());
        reading.sources.push(source);
        Ok(())
    }

    /// Imports the games of all files, or says what would become of them.
    fn take(
        &self,
        session: &Session,
        pad: &Pad<'_>,
        plan: ImportPlan,
        sources: &mut [ImportSource],
    ) -> Result<Answer, Failure> {
        let current = pad.current_game()?.map(|game| game.number);
        let known: Vec<Name> = pad.people()?.into_iter().map(|person| person.name).collect();
        let mut spellings = Spellings::new(known.iter().cloned());
        let (mut imported, mut newcomers) = (Imported::default(), Vec::new());
        // A whole book comes in before anything else is written, so that an empty book takes its numbers.
        let (has_games, mut before) = (pad.newest()?.is_some(), Before::default());
        let mut look = |pad: &Pad<'_>, games: &_| if has_games { before.look(pad, games) } else { Ok(()) };
        for source in sources.iter_mut() {
            if let ImportSource::Book(file, contents) = source
                && let Some(contents) = contents.take()
            {
                imported.add_book(pad, import_book::take(pad, file, *contents, &mut look)?)?;
            }
        }
        let again = pad.import(plan, |import| {
            for source in sources {
                import.next_file();
                match source {
                    ImportSource::Sheet(sheet) => sheet.each_game(session.local(), Watch::Nobody, |game, text| {
                        imported.add(import.take(&game, text)?);
                        Ok(())
                    })?,
                    ImportSource::Spreadsheet(_, read) => {
                        newcomers.extend(self.spreadsheets.newcomers(&read.games, &known, self.dry_run));
                        for (mut game, text) in read.games.iter().cloned().zip(&read.texts) {
                            spellings.spell(&mut game);
                            imported.add(import.take(&game, text)?);
                        }
                    }
                    ImportSource::Book(..) => {}
                }
            }
            Ok::<_, Failure>(import.restored())
        })?;
        let again = Some(again.len()).filter(|again| *again > 0).map(|again| {
            let counts = if again == 1 { "counts" } else { "count" };
            let again =
                format!("{} {counts} again that had been taken back with these games; ", count(again, "change"));
            Remark::Note(Sentence::from(again).run(CommandLine::of("history")).say(" lists all"))
        });
        let mut outcome = before.changes(session, pad)?.add_to(imported.outcome(plan.longer, self.dry_run));
        if self.dry_run {
            outcome.list = imported.list(pad)?;
        }
        let now = pad.current_game()?.map(|game| game.number);
        let moved = current.zip(now).filter(|(before, now)| before != now).map(|(before, now)| {
            let now = Sentence::from(format!("game {now} is the current one now; ")).run(going_to(before));
            Remark::Note(now.say(format!(" goes back to game {before}")))
        });
        Ok(outcome.remarks(moved).remarks(again).remarks(newcomers).into())
    }
}

/// Why a file named like a whole book was read as something else.
const NO_BOOK: &str = "it was read as a text sheet, because a whole book begins with `{`";

fn is_named_json(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

impl ImportSource {
    fn spreadsheet(&self) -> Option<(&Path, &CsvGames)> {
        match self {
            ImportSource::Spreadsheet(file, read) => Some((file, read)),
            ImportSource::Sheet(_) | ImportSource::Book(..) => None,
        }
    }
}
