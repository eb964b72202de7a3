//! `import --csv`: old notebooks that were typed into a spreadsheet.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use crate::answer::file_words::shown;
use crate::answer::{CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::app::source::Source;
use ginpad_core::notation::{Century, CsvAdvice, CsvGames, CsvReading, DateOrder, NameMap, Template, read_csv};
use ginpad_core::players::Name;
use ginpad_core::text::{and_list, count, count_is, harmless, nearest, numbers, or_list};

/// Of more new names than this, the first are compared with others.
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
    #[arg(long, value_name = "ORDER", value_parser = PossibleValuesParser::new(["day-first", "month-first"]).map(order))]
    dates: Option<DateOrder>,

    /// The first of the hundred years in which years with two digits lie: with 2000, 03 is 2003; with 1950, it is 2003 and 87 is 1987
    #[arg(long, value_name = "YEAR", value_parser = clap::value_parser!(i32).range(1000..=9900))]
    pub(crate) century: Option<i32>,

    /// Print a spreadsheet to fill in: one row a game, or one row a hand
    #[arg(long, value_name = "ROWS", num_args = 0..=1, default_missing_value = "games", conflicts_with = "files", requires = "csv",
        value_parser = PossibleValuesParser::new(["games", "hands"]).map(template))]
    template: Option<Template>,
}

fn order(word: String) -> DateOrder {
    if word == "day-first" { DateOrder::DayFirst } else { DateOrder::MonthFirst }
}

fn template(word: String) -> Template {
    if word == "games" { Template::Games } else { Template::Hands }
}

impl SpreadsheetArgs {
    /// The table to fill in, if that is what was asked for.
    pub(super) fn template(&self) -> Option<&'static str> {
        self.template.map(Template::text)
    }

    /// Whether a file is a spreadsheet.
    pub(super) fn is_spreadsheet(&self, file: &Path) -> bool {
        let named =
            file.extension().is_some_and(|end| ["csv", "tsv"].iter().any(|known| end.eq_ignore_ascii_case(known)));
        self.csv || named
    }

    /// The names that the flags map.
    ///
    /// # Errors
    /// Every one that cannot be read; or there is no spreadsheet among the files.
    pub(super) fn names(&self, app: &App, files: &[PathBuf]) -> Result<NameMap, Failure> {
        let tables = files.iter().filter(|file| self.is_spreadsheet(file)).count();
        let is_used = tables > 0;
        if !is_used && (!self.map.is_empty() || self.dates.is_some() || self.century.is_some()) {
            let flags = [("--map", !self.map.is_empty()), ("--dates", self.dates.is_some())];
            let flag = flags.into_iter().find(|(_, is_set)| *is_set).map_or("--century", |(flag, _)| flag);
            return Err(Failure::usage(format!("`{flag}` is for spreadsheets, and no file is one"))
                .hint(Hint::advice("add `--csv` if the files are spreadsheets")));
        }
        let mut names = NameMap::for_tables(tables);
        let wrong: Vec<_> = self.map.iter().filter_map(|text| names.add(text).err()).collect();
        if !wrong.is_empty() {
            return Err(Failure::because("the names cannot be mapped", &wrong));
        }
        if is_used {
            let people = app.read_if_there(|| Ok(Vec::new()), |pad| Ok(pad.people()?))?;
            names.know(people.into_iter().map(|person| person.name));
        }
        Ok(names)
    }

    fn reading<'a>(&self, app: &'a App, names: &'a NameMap) -> CsvReading<'a> {
        let century = self.century.map(|first| Century { first });
        CsvReading { names, dates: self.dates, century, local: app.local() }
    }

    /// The hundred years in which the years with two digits seem to lie, if that is all that is unclear.
    pub(super) fn open_century(&self, app: &App, source: &Source, names: &NameMap) -> Option<Century> {
        let wrong = read_csv(&source.spreadsheet().ok()?.0, self.reading(app, names)).err()?;
        if let CsvAdvice::Century(century) = wrong.advice.filter(|_| !wrong.has_others)? { Some(century) } else { None }
    }

    /// The games of a spreadsheet, and what to know about its text.
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
            let read = format!("{}: read as {encoding}, because it is not UTF-8", shown(source.path()));
            Remark::note(format!("{read}; look whether letters with accents are right"))
        });
        let games = read_csv(&text, self.reading(app, names)).map_err(|wrong| {
            let what =
                format!("{} has {} and was not read", shown(source.path()), count(wrong.faults.total(), "fault"));
            let in_century = |again: CommandLine, century: Century| again.flag("century", century.first.to_string());
            let hint = wrong.advice.map(|advice| match advice {
                CsvAdvice::DateOrder(_) if wrong.has_others => Hint::advice(
                    "correct the rest; then `--dates day-first` or `--dates month-first` says what comes first",
                ),
                CsvAdvice::Century(Century { first }) if wrong.has_others => Hint::advice(format!(
                    "correct the rest; then `--century {first}` says that these years are {first} to {}",
                    first + 99
                )),
                CsvAdvice::DateOrder(century) => {
                    let again = century.into_iter().fold(CommandLine::again(), in_century);
                    let [day, month] = ["day-first", "month-first"].map(|order| again.clone().flag("dates", order));
                    Hint(Sentence::from("say what comes first: ").run(day).say(" or ").run(month))
                }
                CsvAdvice::Century(century) => {
                    let (first, last) = (century.first, century.first + 99);
                    Hint::with(&format!("if they are {first} to {last}:"), in_century(CommandLine::again(), century))
                }
                CsvAdvice::Columns { maps, .. } if !maps.is_empty() => {
                    let again =
                        self.map.iter().chain(&maps).fold(CommandLine::again(), |again, map| again.flag("map", map));
                    Hint::with("if the headings mean that:", again)
                }
                CsvAdvice::Columns { missing, .. } => {
                    let map = missing.iter().map(|column| format!(" --map 'HEADING={column}'")).collect::<String>();
                    Hint::advice(format!("say what the headings mean; add to the same command:{map}"))
                }
            });
            Failure::listing(what, &wrong.faults).hint_if(hint)
        })?;
        Ok((games, encoding))
    }

    /// A note about players who are new to the book and have a name much like another: it may be mistyped. `known` were
    /// there before.
    pub(super) fn newcomers(&self, known: &[Name], now: &[Name], is_trial: bool) -> Option<Remark> {
        let folded: BTreeSet<String> = known.iter().map(Name::folded).collect();
        let new: Vec<&Name> = now.iter().filter(|name| !folded.contains(&name.folded())).take(MOST_NEW).collect();
        let near = |(at, name): (usize, &&Name)| {
            let of_the_book = nearest(name.as_str(), known.iter().map(Name::as_str));
            let near = of_the_book.or_else(|| nearest(name.as_str(), new[..at].iter().map(|name| name.as_str())))?;
            Some((name.to_string(), near.to_string()))
        };
        let (mistyped, meant): (Vec<String>, Vec<String>) = new.iter().enumerate().filter_map(near).unzip();
        let are = if mistyped.len() == 1 { "is" } else { "are" };
        let lead = if is_trial { "import with " } else { "undo this and import with " };
        let new = format!("{} {are} new to the book; if you meant {}, {lead}", and_list(&mistyped), and_list(&meant));
        let maps = mistyped.iter().zip(&meant).map(|(old, new)| format!("{old}={new}"));
        let again =
            self.map.iter().cloned().chain(maps).fold(CommandLine::again(), |again, map| again.flag("map", map));
        (!mistyped.is_empty()).then(|| Remark::Note(Sentence::from(new).run(again)))
    }

    /// A note that each row was read as a hand, where it may be a game.
    pub(super) fn may_be_games(&self, file: &Path, games: &CsvGames, is_trial: bool) -> Option<Remark> {
        let net = format!("{}=net", games.points_of_games.as_ref()?);
        let again = self.map.iter().chain([&net]).fold(CommandLine::again(), |again, map| again.flag("map", map));
        let lead = if is_trial { "import with " } else { "undo this and import with " };
        let read = format!("{}: each row was read as a hand; if it is a game, {lead}", shown(file));
        Some(Remark::Note(Sentence::from(read).run(again)))
    }
}

/// Refuses a map of headings that no spreadsheet has. `headings` are those that are there.
pub(super) fn no_such_heading(used: &BTreeSet<String>, headings: &[String], names: &NameMap) -> Result<(), Failure> {
    let quoted = |headings: Vec<&str>| headings.iter().map(|text| format!("`{}`", harmless(text))).collect::<Vec<_>>();
    let missing: Vec<&str> = names.headings().filter(|spelling| !used.contains(*spelling)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let missing = or_list(&quoted(missing));
    let there = and_list(&quoted(headings.iter().map(String::as_str).filter(|text| !text.is_empty()).collect()));
    Err(Failure::refused(format!("no heading is called {missing}; the headings are {there}")))
}

/// Warnings about mapped names that no spreadsheet has.
pub(super) fn unused_names(used: &BTreeSet<String>, names: &NameMap) -> Vec<Remark> {
    let unused = names.spellings().filter(|spelling| !used.contains(*spelling));
    let warning = |text: &str| format!("nothing is called `{}` in the spreadsheet", harmless(text));
    unused.map(warning).map(Remark::warning).collect()
}

/// Notes about what was not read of a spreadsheet.
pub(super) fn not_read(file: &Path, games: &CsvGames) -> Vec<Remark> {
    let left_out: Vec<String> = games.left_out.iter().map(|heading| format!("`{}`", harmless(heading))).collect();
    let columns = match left_out.as_slice() {
        [] => None,
        [only] => Some(format!("the column {only} was not read; `--map HEADING=COLUMN` says what a heading means")),
        several => Some(format!(
            "the columns {} were not read; `--map HEADING=COLUMN` says what a heading means",
            and_list(several)
        )),
    };
    // What is said of one line, and of several.
    let lines: [(&[usize], &str, &str); 6] = [
        (&games.titles, "is a heading and was not read", "are headings and were not read"),
        (&games.sums, "holds only sums and was not read", "hold only sums and were not read"),
        (games.nameless.as_slice(), "names neither players nor a day and was not read", ""),
        (
            &games.dated_above,
            "has no date and was given that of the row above",
            "have no date and were given that of the row above",
        ),
        (&games.cut, "has a note longer than a title; it was cut", "have notes longer than a title; they were cut"),
        (
            &games.fewer_won,
            "names the side with fewer points as the winner",
            "name the side with fewer points as the winner",
        ),
    ];
    let lines = lines.into_iter().filter(|(lines, ..)| !lines.is_empty()).map(|(lines, one, several)| {
        let words = if lines.len() == 1 { one } else { several };
        format!("{} {words}", numbers("line", lines))
    });
    let counts = [
        (games.winner_only, "game", "kept by the winner only, as 0–0, because no totals are given"),
        (games.net_only, "game", "kept with the winner's points only; the other side has 0"),
        (games.points_only, "hand", "kept as points only, because no deadwood is given"),
    ];
    let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
    let counts = counts.map(|(count, noun, words)| format!("{} {words}", count_is(count, noun)));
    let notes = columns.into_iter().chain(lines).chain(counts);
    notes.map(|note| Remark::note(format!("{}: {note}", shown(file)))).collect()
}
