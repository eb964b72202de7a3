//! `import`: takes in games from files.

mod answer;
mod spreadsheet;

use std::collections::BTreeSet;
use std::mem;
use std::path::{Path, PathBuf};

use self::answer::{Imported, not_in_the_file, out_again};
use self::spreadsheet::{SpreadsheetArgs, no_such_heading, not_read, unused_names};
use clap::Args;

use super::changes::Before;
use crate::answer::{Answer, CommandLine, Failure, Remark, Sentence};
use crate::app::App;
use crate::app::source::Source;
use crate::book::{ImportPlan, OtherContent, Pad};
use crate::commands::merge::{self, BookFile};
use crate::wording::consequences::{NotCounted, marked_in_vain};
use ginpad_core::facts::SettingKey;
use ginpad_core::game::Game;
use ginpad_core::ledger::Longer;
use ginpad_core::notation::{Century, CsvGames, NameMap, Spellings};
use ginpad_core::players::Name;
use ginpad_core::text::count_is;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad import old.gin             the games of a text sheet
  ginpad import --dry-run *.gin     only say what would be imported
  ginpad import book.json           what `ginpad export --json` wrote
  ginpad import old.csv             an old notebook, from a spreadsheet
  ginpad import old.csv --map A=Ann --map Mum=Ann
  ginpad import old.csv --update    a spreadsheet that was corrected
  ginpad import --csv --template    a spreadsheet to fill in";

/// Import games from files
///
/// If a file has a fault, nothing is imported. Games that the book has are skipped. Of a game with the same day and players, one with another score is added and named, and one with the same score only named; `--update` corrects the game of the book instead. `--continue` adds what a sheet has after the last hand of a game. What `export --json` wrote is a whole book, and nothing of it is added twice. A spreadsheet has one row for each game, with its totals, or one for each hand.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Text sheets, spreadsheets, or what `export --json` wrote; `-` is standard input. A file is known by its content
    #[arg(value_name = "FILE", required_unless_present = "template")]
    files: Vec<PathBuf>,

    /// Only say what would be imported
    #[arg(long, short = 'n')]
    dry_run: bool,

    /// Where a sheet is a game of the book with more after it, add that to the game
    #[arg(long)]
    r#continue: bool,

    /// Make the games of the book what the files say: also one of the same day and players with other content
    #[arg(long)]
    update: bool,

    #[command(flatten)]
    pub(crate) spreadsheets: SpreadsheetArgs,
}

/// One file that can be imported.
enum ImportSource {
    /// A text sheet without faults, which is read again game by game.
    Sheet(Source),
    Spreadsheet(Box<CsvGames>),
}

/// What the first reading of the files gave.
#[derive(Default)]
struct FirstReading {
    /// Whole books, until they are taken in.
    books: Vec<(PathBuf, BookFile)>,
    sources: Vec<ImportSource>,
    /// The mapped names that spreadsheets have.
    mapped: BTreeSet<String>,
    /// The headings of spreadsheets.
    headings: Vec<String>,
    /// What to know about the files.
    warnings: Vec<Remark>,
    /// How many games and hands they have.
    steps: usize,
}

/// Imports the games.
pub(crate) fn run(args: ImportArgs, app: &App) -> Result<Answer, Failure> {
    if let Some(template) = args.spreadsheets.template() {
        return Ok(Answer::text(template.to_string()));
    }
    if args.files.iter().filter(|file| *file == Path::new("-")).count() > 1 {
        return Err(Failure::usage("`-` is there twice, and standard input can be read only once"));
    }
    let names = args.spreadsheets.names(app, &args.files)?;
    let mut reading = args.read_all(app, &names)?;
    let warnings = mem::take(&mut reading.warnings);
    let plan = ImportPlan {
        longer: if args.r#continue || args.update { Longer::Continue } else { Longer::Name },
        other: if args.update { OtherContent::Correct } else { OtherContent::Add },
        now: app.now,
        files: reading.sources.len(),
        steps: reading.steps,
    };
    // A trial goes to a copy of the book, so that nobody waits for it.
    let answer = match args.dry_run {
        true => app.trial(|pad| args.take(app, pad, plan, reading)),
        false => app.write(|pad| args.take(app, pad, plan, reading)),
    };
    answer.map(|answer| answer.remarks(warnings))
}

impl ImportArgs {
    /// The hundred years in which years with two digits seem to lie, if that is all that is unclear in a spreadsheet.
    pub(crate) fn open_century(&self, app: &App) -> Option<Century> {
        let names = self.spreadsheets.names(app, &self.files).ok()?;
        // What comes through a pipe could not be read again.
        let mut files = self.files.iter().filter(|file| file.is_file() && self.spreadsheets.is_spreadsheet(file));
        files.find_map(|file| self.spreadsheets.open_century(app, &Source::open(file).ok()?, &names))
    }

    /// Reads all files for the first time.
    ///
    /// # Errors
    /// Every fault of every file.
    fn read_all(&self, app: &App, names: &NameMap) -> Result<FirstReading, Failure> {
        let mut reading = FirstReading::default();
        let mut faults = Vec::new();
        for file in &self.files {
            faults.extend(self.read(app, file, names, &mut reading).err());
        }
        if !faults.is_empty() {
            return Err(Failure::all("nothing was imported", faults));
        }
        no_such_heading(&reading.mapped, &reading.headings, names)?;
        reading.warnings.extend(unused_names(&reading.mapped, names));
        Ok(reading)
    }

    /// Reads one file for the first time. Of a text sheet nothing is kept but what to know about it.
    fn read(&self, app: &App, file: &Path, names: &NameMap, reading: &mut FirstReading) -> Result<(), Failure> {
        let mut not_counted = NotCounted::default();
        let mut take_note = |game: Game| {
            reading.steps += game.hands.len() + 1;
            not_counted.add(&game.scored());
        };
        let opened = Source::open(file)?;
        if merge::is_book(&opened)? {
            reading.books.push((file.to_path_buf(), merge::read(app, &opened)?));
            return Ok(());
        }
        let source = if self.spreadsheets.is_spreadsheet(file) {
            let (read, encoding) = self.spreadsheets.read(app, &opened, names)?;
            reading.warnings.extend(encoding);
            read.games.iter().cloned().for_each(&mut take_note);
            reading.warnings.extend(not_read(file, &read));
            reading.warnings.extend(self.spreadsheets.may_be_games(file, &read, self.dry_run));
            reading.mapped.extend(read.mapped.iter().cloned());
            let new = read.headings.iter().filter(|heading| !reading.headings.contains(heading)).cloned();
            reading.headings.extend(new.collect::<Vec<_>>());
            ImportSource::Spreadsheet(Box::new(read))
        } else {
            let lines = opened.each_game(app.local(), Some(app.door()), |game, _| {
                take_note(game);
                Ok(())
            })?;
            reading.warnings.extend(marked_in_vain(file, &lines));
            ImportSource::Sheet(opened)
        };
        reading.warnings.extend(not_counted.remarks());
        reading.sources.push(source);
        Ok(())
    }

    /// Imports the games of all files, or says what would become of them.
    fn take(&self, app: &App, pad: &Pad<'_>, plan: ImportPlan, reading: FirstReading) -> Result<Answer, Failure> {
        let has_spreadsheets = reading.sources.iter().any(|source| matches!(source, ImportSource::Spreadsheet(_)));
        let mut imported = Imported::default();
        // A whole book comes in before anything else is written, so that an empty book takes its numbers.
        let (has_games, mut before) = (pad.newest()?.is_some(), Before::default());
        let mut before_change = |pad: &Pad<'_>, games: &_| if has_games { before.remember(pad, games) } else { Ok(()) };
        for (file, contents) in reading.books {
            imported.add_book(pad, merge::take(pad, &file, contents, &mut before_change)?)?;
        }
        let known: Vec<Name> = pad.people()?.into_iter().map(|person| person.name).collect();
        let mut spellings = Spellings::new(known.iter().cloned());
        let (again, removals, missing) = pad.import(plan, |import| {
            for source in reading.sources {
                match source {
                    ImportSource::Sheet(sheet) => drop(sheet.each_game(app.local(), None, |game, text| {
                        imported.extend(import.take(&game, text, &SettingKey::ALL)?);
                        Ok(())
                    })?),
                    ImportSource::Spreadsheet(read) => {
                        let says: Vec<_> = read.says.iter().filter_map(|word| SettingKey::from_word(word)).collect();
                        for ((mut game, text), line) in read.games.iter().cloned().zip(&read.texts).zip(&read.lines) {
                            spellings.spell(&mut game);
                            imported.extend(import.at_line(*line).take(&game, text, &says)?);
                        }
                    }
                }
                imported.extend(import.end_file()?);
            }
            Ok::<_, Failure>((import.restored(), import.removals(), import.missing()?))
        })?;
        imported.refuse()?;
        let now: Vec<Name> = pad.people()?.into_iter().map(|person| person.name).collect();
        let newcomers = self.spreadsheets.newcomers(&known, &now, self.dry_run).filter(|_| has_spreadsheets);
        let out_again = if self.dry_run { None } else { out_again(pad, &removals)? };
        let again = (!again.is_empty()).then(|| {
            let counts = format!("{} in force again; ", count_is(again.len(), "change"));
            Remark::Note(Sentence::from(counts).run(CommandLine::of("history")).say(" lists all"))
        });
        let outcome = before.changes(app, pad)?.add_to(imported.outcome(pad, plan.longer, self.dry_run)?);
        let beside = imported.differs().into_iter().chain(imported.beside(self.dry_run));
        let missing = not_in_the_file(&missing);
        Ok(outcome.remarks(again).remarks(out_again).remarks(beside).remarks(missing).remarks(newcomers).into())
    }
}
