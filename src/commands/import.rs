//! `import`: adds games from files.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::mem;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, Sentence, printed};
use crate::app::{App, Source};
use crate::book::{BookError, ImportPlan, ImportedSheet, Merged, Merging, OpenBook, OtherContent};
use crate::commands::backup::{BookFile, cannot_be, is_book, kept_in, read};
use crate::commands::changes::BookBefore;
use crate::commands::import::answer::{Imported, not_in_the_file, out_again};
use crate::wording::conflict_words::NotCounted;
use ginpad_core::facts::SettingKey;
use ginpad_core::ledger::{Longer, Namesakes};
use ginpad_core::notation::{
    Century, CsvAdvice, CsvGames, CsvNotes, CsvReading, DateOrder, GAMES_TEMPLATE, HANDS_TEMPLATE, NameMap, Spellings,
    read_csv,
};
use ginpad_core::text::{and_list, count, count_do, fold, harmless, nearest, numbers, or_list};
use ginpad_core::{Game, Name};

mod answer;

/// Import games from files
///
/// If a sheet or spreadsheet has a fault, nothing is imported. Games that the book has are skipped. If a game in the file has the same day and players as one in the book, ginpad says so, and adds it only if the score differs; `--update` corrects the game of the book instead. `--continue` adds what a sheet has after the last hand of a game. A file of `export --json` is a whole book, and nothing of it is added twice. A spreadsheet has one row for each game, with its totals, or one for each hand.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Text sheets, spreadsheets, or what `export --json` wrote; `-` is standard input. A book is known by its content, a spreadsheet by its name
    #[arg(value_name = "FILE", required_unless_present = "template")]
    files: Vec<PathBuf>,

    /// Only say what would be imported
    #[arg(long, short = 'n')]
    dry_run: bool,

    /// Add the further hands of a sheet whose first hands the book already has
    #[arg(long)]
    r#continue: bool,

    /// Correct games of the book from the files, also games with the same day and players
    #[arg(long)]
    update: bool,

    #[command(flatten)]
    spreadsheets: SpreadsheetArgs,
}

/// One file that can be imported.
enum ImportSource {
    /// A text sheet without faults, which is read again game by game.
    Sheet(Source),
    Spreadsheet(Box<CsvGames>),
}

/// The results of the first reading of the files.
#[derive(Default)]
struct FirstReading {
    /// Whole books, until they are taken in.
    books: Vec<(PathBuf, BookFile)>,
    sources: Vec<ImportSource>,
    /// The mapped names that occur in spreadsheets.
    mapped: BTreeSet<String>,
    /// The headings of spreadsheets.
    headings: Vec<String>,
    /// Notes and warnings about the files.
    warnings: Vec<Remark>,
    /// The number of steps for the progress: the games and hands of the files.
    steps: usize,
}

/// Imports the games.
pub(crate) fn run(args: ImportArgs, app: &App) -> Result<Answer, Failure> {
    if let Some(rows) = args.spreadsheets.template {
        return Ok(Answer::text(if rows == "games" { GAMES_TEMPLATE } else { HANDS_TEMPLATE }.to_string()));
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
    // A trial writes into a copy of the book, so that nobody waits for it.
    let answer = match args.dry_run {
        true => app.trial(|book| args.take(app, book, plan, reading)),
        false => app.write(|book| args.take(app, book, plan, reading)),
    };
    answer.map(|answer| answer.remarks(warnings))
}

impl ImportArgs {
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

    /// Reads one file for the first time. Of a text sheet, it keeps only notes and counts.
    fn read(&self, app: &App, file: &Path, names: &NameMap, reading: &mut FirstReading) -> Result<(), Failure> {
        let mut not_counted = NotCounted::default();
        let mut take_note = |game: Game| {
            reading.steps += game.hands.len() + 1;
            not_counted.add(&game.scored());
        };
        let opened = Source::open(file)?;
        if is_book(&opened)? {
            reading.books.push((file.to_path_buf(), read(&opened)?));
            return Ok(());
        }
        let source = if self.spreadsheets.is_spreadsheet(file) {
            let (read, encoding) = self.spreadsheets.read(app, &opened, names)?;
            reading.warnings.extend(encoding);
            read.games.iter().cloned().for_each(&mut take_note);
            reading.warnings.extend(not_read(file, &read));
            reading.warnings.extend(self.spreadsheets.may_be_games(file, &read.notes, self.dry_run));
            reading.mapped.extend(read.notes.mapped.iter().cloned());
            let new = read.notes.headings.iter().filter(|heading| !reading.headings.contains(heading)).cloned();
            reading.headings.extend(new.collect::<Vec<_>>());
            ImportSource::Spreadsheet(Box::new(read))
        } else {
            opened.each_game(app.local(), Some(&*app.door), |game, _| {
                take_note(game);
                Ok(())
            })?;
            ImportSource::Sheet(opened)
        };
        reading.warnings.extend(not_counted.remarks());
        reading.sources.push(source);
        Ok(())
    }

    /// Imports the games of all files, and describes what became of them.
    fn take(&self, app: &App, book: &OpenBook<'_>, plan: ImportPlan, reading: FirstReading) -> Result<Answer, Failure> {
        let mut imported = Imported::default();
        // Whole books are taken in first, so that an empty book gets their numbers.
        let (has_games, mut before) = (book.newest()?.is_some(), BookBefore::default());
        // An empty book becomes a copy of another one, whose games need no comparison.
        let nothing = BTreeSet::new();
        let mut before_change =
            |book: &OpenBook<'_>, games: &_| before.remember(book, if has_games { games } else { &nothing });
        let mut backup = None;
        for (file, contents) in reading.books {
            let is_backed_up = !self.dry_run && backup.is_none();
            let merging = Merging { namesakes: Namesakes::JoinImported, is_backed_up, now: app.now };
            let merged = book.merge(contents, merging, &mut before_change);
            let Merged { taken, met, backup: made } = merged.map_err(|fault| cannot_be("imported", &file, fault))?;
            backup = backup.or(made);
            imported.add_book(book, taken, &met)?;
        }
        let known: Vec<Name> = book.people()?.into_iter().map(|person| person.name).collect();
        let mut spellings = Spellings::new(known.iter().cloned());
        let mut in_files = BTreeSet::new();
        let (again, removals, missing, earlier) = book.import(plan, |import| {
            for source in reading.sources {
                match source {
                    ImportSource::Sheet(sheet) => drop(sheet.each_game(app.local(), None, |game, text| {
                        let given = SettingKey::ALL.to_vec();
                        imported.extend(import.take(ImportedSheet { game, text, given, line: None })?);
                        Ok(())
                    })?),
                    ImportSource::Spreadsheet(read) => {
                        for at in read.in_order() {
                            let mut game = read.games[at].clone();
                            spellings.spell(&mut game);
                            in_files.extend(game.players.seats().map(|(_, name)| name.folded()));
                            let given = read.given[at].iter();
                            let given = given.filter_map(|word| SettingKey::from_word(word)).collect();
                            let (text, line) = (read.texts[at].clone(), Some(read.lines[at]));
                            imported.extend(import.take(ImportedSheet { game, text, given, line })?);
                        }
                    }
                }
                imported.extend(import.end_file()?);
            }
            let removals: Vec<_> = import.removals.iter().copied().collect();
            Ok::<_, Failure>((import.restored.len(), removals, import.missing()?, mem::take(&mut import.met_earlier)))
        })?;
        imported.refuse()?;
        let newcomers = match self.files.iter().any(|file| self.spreadsheets.is_spreadsheet(file)) {
            true => self.spreadsheets.newcomers(book, &known, &in_files, !missing.is_empty(), self.dry_run)?,
            false => None,
        };
        let out_again = if self.dry_run { None } else { out_again(book, &removals)? };
        let again = (again > 0).then(|| {
            let counts = format!("{} in force again; ", count_do(again, "change", ["is", "are"]));
            Remark::Note(Sentence::from(counts).run("history").say(" lists all"))
        });
        let outcome = before.changes(app, book)?.below(imported.outcome(book, plan.longer, self.dry_run)?);
        let beside = imported.differs().into_iter().chain(imported.beside(book, self.dry_run)?);
        let missing = not_in_the_file(&missing);
        let backup = backup.into_iter().flat_map(|backup| kept_in(&backup, "restore", "goes back to it"));
        let outcome = outcome.remarks(backup);
        let outcome = outcome.remarks(imported.earlier_names(&earlier));
        Ok(outcome.remarks(again).remarks(out_again).remarks(beside).remarks(missing).remarks(newcomers).into())
    }
}

/// The most new names that are compared with others.
const MOST_NEW: usize = 100;

/// The flags for spreadsheets.
#[derive(Debug, Args)]
pub(crate) struct SpreadsheetArgs {
    /// The files are spreadsheets; a file named *.csv or *.tsv always is one
    #[arg(long)]
    csv: bool,

    /// A name in the spreadsheet and the player it means, or a heading and its column; repeat for more
    #[arg(long, value_name = "OLD=NEW")]
    map: Vec<String>,

    /// What comes first in dates like 1/5/2011, if no other date of the file shows it
    #[arg(long, value_name = "ORDER", value_parser = ["day-first", "month-first"])]
    dates: Option<String>,

    /// The first year that two-digit years can mean: with 2000, 03 is 2003; with 1950, 87 is 1987
    #[arg(long, value_name = "YEAR", value_parser = clap::value_parser!(i32).range(1000..=9900))]
    century: Option<i32>,

    /// Print a spreadsheet to fill in: one row a game, or one row a hand
    #[arg(long, value_name = "ROWS", num_args = 0..=1, default_missing_value = "games", conflicts_with = "files", requires = "csv",
        value_parser = ["games", "hands"])]
    template: Option<String>,
}

impl SpreadsheetArgs {
    /// Whether a file is a spreadsheet.
    pub(super) fn is_spreadsheet(&self, file: &Path) -> bool {
        let named =
            file.extension().is_some_and(|end| ["csv", "tsv"].iter().any(|ending| end.eq_ignore_ascii_case(ending)));
        self.csv || named
    }

    /// The names that the flags map.
    ///
    /// # Errors
    /// Names that cannot be read, all of them; or no file is a spreadsheet.
    pub(super) fn names(&self, app: &App, files: &[PathBuf]) -> Result<NameMap, Failure> {
        let tables = files.iter().filter(|file| self.is_spreadsheet(file)).count();
        let is_used = tables > 0;
        if !is_used && (!self.map.is_empty() || self.dates.is_some() || self.century.is_some()) {
            let what = "`--map`, `--dates` and `--century` are for spreadsheets, and no file is one";
            return Err(Failure::usage(what).hint(Hint::advice("add `--csv` if the files are spreadsheets")));
        }
        let mut names = NameMap::for_tables(tables);
        let wrong: Vec<_> = self.map.iter().filter_map(|text| names.add(text).err()).collect();
        if !wrong.is_empty() {
            return Err(Failure::because("the names cannot be mapped", &wrong));
        }
        if is_used {
            let people = app.look(|book| Ok(book.people()?))?;
            names.know(people.into_iter().map(|person| person.name));
        }
        Ok(names)
    }

    /// The same import with more of `--map`.
    fn mapping(&self, more: impl IntoIterator<Item = String>) -> CommandLine {
        self.map.iter().cloned().chain(more).fold(CommandLine::again(), |again, map| again.flag("map", map))
    }

    /// The games of a spreadsheet, and a note about its encoding.
    ///
    /// # Errors
    /// The file cannot be read, or it has faults, which are all given.
    pub(super) fn read(
        &self,
        app: &App,
        source: &Source,
        names: &NameMap,
    ) -> Result<(CsvGames, Option<Remark>), Failure> {
        let (text, encoding) = source.spreadsheet()?;
        let encoding = encoding.map(|encoding| {
            let read = format!("{}: read as {encoding}, because it is not UTF-8", printed(&source.path));
            Remark::note(format!("{read}; look whether letters with accents are right"))
        });
        let century = self.century.map(|first| Century { first });
        let order = |word| if word == "day-first" { DateOrder::DayFirst } else { DateOrder::MonthFirst };
        let reading = CsvReading { names, dates: self.dates.as_deref().map(order), century, local: app.local() };
        let games = read_csv(&text, reading).map_err(|wrong| {
            let what =
                format!("{} has {} and was not read", printed(&source.path), count(wrong.faults.total(), "fault"));
            let in_century = |again: CommandLine, century: Century| again.flag("century", century.first.to_string());
            let hint = wrong.advice.map(|advice| match advice {
                CsvAdvice::DateOrder(_) | CsvAdvice::Century(_) if wrong.has_others => {
                    Hint::advice("correct the rest; then `--dates` or `--century` says how such dates are read")
                }
                CsvAdvice::DateOrder(century) => {
                    let again = century.into_iter().fold(CommandLine::again(), in_century);
                    let orders = ["day-first", "month-first"].map(|order| again.clone().flag("dates", order));
                    Hint::one_of("say what comes first: ", orders)
                }
                CsvAdvice::Century(century) => {
                    let lead = format!("if the years are {} to {}:", century.first, century.first + 99);
                    Hint::with(&lead, in_century(CommandLine::again(), century))
                }
                CsvAdvice::Headings => {
                    Hint::does("import --csv --template", "prints a table with the headings that are read")
                }
                CsvAdvice::Columns { maps, .. } if !maps.is_empty() => {
                    Hint::with("if these are the right columns:", self.mapping(maps))
                }
                CsvAdvice::Columns { missing, .. } => {
                    let map = missing.iter().map(|column| format!(" --map 'HEADING={column}'")).collect::<String>();
                    Hint::advice(format!("say what the headings mean; add to the same command:{map}"))
                }
            });
            Failure::listing(what, &wrong.faults).hint(hint)
        })?;
        Ok((games, encoding))
    }

    /// A note about new players whose name is much like another and may be mistyped. `known` are the names of the book
    /// before, `in_files` those of the files, folded; with `lacks_games` a file lacks games that it had. Of two new
    /// names, the one with fewer games is.
    fn newcomers(
        &self,
        book: &OpenBook<'_>,
        known: &[Name],
        in_files: &BTreeSet<String>,
        lacks_games: bool,
        is_trial: bool,
    ) -> Result<Option<Remark>, BookError> {
        let folded: BTreeSet<String> = known.iter().map(Name::folded).collect();
        let mut new = book.people()?;
        new.retain(|person| !folded.contains(&person.name.folded()));
        new.truncate(MOST_NEW);
        let games = book.games_by_person()?;
        new.sort_by_key(|person| Reverse(games.get(&person.id).copied().unwrap_or(0)));
        let new: Vec<&str> = new.iter().map(|person| person.name.as_str()).collect();
        let near = |(at, name): (usize, &&str)| {
            let near = nearest(name, known.iter().map(Name::as_str).chain(new[..at].iter().copied()))?;
            Some((name.to_string(), near.to_string()))
        };
        let (mistyped, meant): (Vec<String>, Vec<String>) = new.iter().enumerate().filter_map(near).unzip();
        let are = if mistyped.len() == 1 { "is" } else { "are" };
        let undo = if is_trial { "" } else { "undo this and " };
        let new = format!("{} {are} new to the book; if you meant {}, {undo}", and_list(&mistyped), and_list(&meant));
        let maps = mistyped.iter().zip(&meant).map(|(old, new)| format!("{old}={new}"));
        let note = Sentence::from(new);
        Ok((!mistyped.is_empty()).then(|| match (mistyped.as_slice(), meant.as_slice()) {
            // If the file lacks games that it had, the name was corrected there.
            ([new], [old]) if lacks_games && !in_files.contains(&fold(old)) => {
                let rename = CommandLine::of("player rename").words([old, new]);
                Remark::Note(note.run(rename).say(" before the import"))
            }
            _ => Remark::Note(note.say("import with ").run(self.mapping(maps))),
        }))
    }

    /// A note that each row was read as a hand, where it may be a game.
    pub(super) fn may_be_games(&self, file: &Path, notes: &CsvNotes, is_trial: bool) -> Option<Remark> {
        let net = format!("{}=net", notes.points_of_games.as_ref()?);
        let lead = if is_trial { "import with " } else { "undo this and import with " };
        let read = format!("{}: each row was read as a hand; if it is a game, {lead}", printed(file));
        Some(Remark::Note(Sentence::from(read).run(self.mapping([net]))))
    }
}

/// Refuses mapped headings that no spreadsheet has. `headings` are those of the files.
pub(super) fn no_such_heading(mapped: &BTreeSet<String>, headings: &[String], names: &NameMap) -> Result<(), Failure> {
    let quoted = |headings: Vec<&str>| headings.iter().map(|text| format!("`{}`", harmless(text))).collect::<Vec<_>>();
    let missing: Vec<&str> = names.headings().filter(|spelling| !mapped.contains(*spelling)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let missing = or_list(quoted(missing));
    let there = and_list(quoted(headings.iter().map(String::as_str).filter(|text| !text.is_empty()).collect()));
    Err(Failure::refused(format!("no heading is called {missing}; the headings are {there}")))
}

/// Warnings about mapped names that were not met in any spreadsheet.
fn unused_names(mapped: &BTreeSet<String>, names: &NameMap) -> Vec<Remark> {
    let unused = names.spellings().filter(|spelling| !mapped.contains(*spelling));
    let warning = |text: &str| format!("nothing in the spreadsheet was mapped from `{}`", harmless(text));
    unused.map(warning).map(Remark::warning).collect()
}

/// Notes about the parts of a spreadsheet that were not read, or not read as they stand.
pub(super) fn not_read(file: &Path, games: &CsvGames) -> Vec<Remark> {
    let read = &games.notes;
    let left_out: Vec<String> = read.left_out.iter().map(|heading| format!("`{}`", harmless(heading))).collect();
    let meaning = "`--map HEADING=COLUMN` says what a heading means; `import --csv --template` shows the columns";
    let has_a_day = games.games.iter().any(|game| game.started.is_some());
    let undated = if has_a_day { "" } else { ", and no game has a date" };
    let columns = (!left_out.is_empty()).then(|| format!("not read: {}{undated}; {meaning}", and_list(&left_out)));
    let lines: [(&[usize], &str); 7] = [
        (&read.titles, "a heading, not read"),
        (&read.sums, "only sums, not read"),
        (read.nameless.as_slice(), "neither players nor a day, not read"),
        (&read.still_to_come, "a day that is still to come"),
        (&read.dated_above, "no date; that of the row above was taken"),
        (&read.cut, "the note is longer than a title and was cut"),
        (&read.fewer_won, "the side with fewer points is named as the winner"),
    ];
    let lines = lines.into_iter().filter(|(lines, _)| !lines.is_empty());
    let lines = lines.map(|(lines, what)| format!("{}: {what}", numbers("line", lines)));
    let counts = [
        (read.winner_only, "game", "kept by the winner only, as 0–0, because no totals are given"),
        (read.net_only, "game", "kept with the winner's points only; the other side has 0"),
        (read.points_only, "hand", "kept as points only, because no deadwood is given"),
    ];
    let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
    let counts = counts.map(|(count, noun, words)| format!("{} {words}", count_do(count, noun, ["is", "are"])));
    let notes = columns.into_iter().chain(lines).chain(counts);
    notes.map(|note| Remark::note(format!("{}: {note}", printed(file)))).collect()
}
