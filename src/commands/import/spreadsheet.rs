//! `import --csv`: old notebooks that were typed into a spreadsheet.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark, Sentence};
use crate::cli::session::source::Source;
use crate::cli::session::{Session, Size, shown};
use ginpad_core::game::Game;
use ginpad_core::notation::{CsvAdvice, CsvGames, CsvReading, DateOrder, NameMap, Template, read_csv};
use ginpad_core::players::Name;
use ginpad_core::text::{and_list, count, harmless, nearest};

/// More comparisons of names than this take longer than a hint is worth.
const MOST_COMPARED: usize = 1_000_000;
/// More notes about names than this are not read.
const MOST_NOTES: usize = 10;

/// The flags for spreadsheets.
#[derive(Debug, Args)]
pub(crate) struct SpreadsheetArgs {
    /// The files are spreadsheets: tables of comma-separated values. A file named *.csv or *.tsv always is one
    #[arg(long)]
    csv: bool,

    /// A name in the spreadsheet and the player it means, or a heading and its column; repeat for more
    #[arg(long, value_name = "OLD=NEW")]
    map: Vec<String>,

    /// What comes first in dates like 1/5/2011, if no other date of the file shows it
    #[arg(long, value_name = "ORDER")]
    dates: Option<DateOrderFlag>,

    /// Print a spreadsheet to fill in: one row a game, or one row a hand
    #[arg(long, value_name = "ROWS", num_args = 0..=1, default_missing_value = "games", conflicts_with = "files", requires = "csv")]
    template: Option<TemplateFlag>,
}

/// What comes first in a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DateOrderFlag {
    DayFirst,
    MonthFirst,
}

/// What a row of a spreadsheet is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TemplateFlag {
    Games,
    Hands,
}

impl SpreadsheetArgs {
    /// The table to fill in, if that is what was asked for.
    pub(super) fn template(&self) -> Option<&'static str> {
        self.template.map(|rows| match rows {
            TemplateFlag::Games => Template::Games.text(),
            TemplateFlag::Hands => Template::Hands.text(),
        })
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
    pub(super) fn names(&self, session: &Session, files: &[PathBuf]) -> Result<NameMap, Failure> {
        let is_used = files.iter().any(|file| self.is_spreadsheet(file));
        if !is_used && (!self.map.is_empty() || self.dates.is_some()) {
            let flag = if self.map.is_empty() { "--dates" } else { "--map" };
            return Err(Failure::usage(format!("`{flag}` is for spreadsheets, and no file is one"))
                .hint(Hint::advice("add `--csv` if the files are spreadsheets")));
        }
        let mut names = NameMap::default();
        let wrong: Vec<_> = self.map.iter().filter_map(|text| names.add(text).err()).collect();
        if !wrong.is_empty() {
            return Err(Failure::because("the names cannot be mapped", &wrong));
        }
        if is_used {
            let people = session.look_up(|| Ok(Vec::new()), |pad| Ok(pad.people()?))?;
            names.know(people.into_iter().map(|person| person.name));
        }
        Ok(names)
    }

    /// The games of a spreadsheet.
    ///
    /// # Errors
    /// The file cannot be read, or it has faults, which are all given.
    pub(super) fn read(&self, session: &Session, source: &Source, names: &NameMap) -> Result<CsvGames, Failure> {
        let file = source.path().to_path_buf();
        let text = session.text_of(source, Size::Written)?;
        let dates = self.dates.map(|order| match order {
            DateOrderFlag::DayFirst => DateOrder::DayFirst,
            DateOrderFlag::MonthFirst => DateOrder::MonthFirst,
        });
        read_csv(&text, CsvReading { names, dates, local: session.local() }).map_err(|wrong| {
            let what = format!("{} has {} and was not read", shown(&file), count(wrong.faults.total(), "fault"));
            let dated = |order| CommandLine::again().flag("dates", order);
            let hint = wrong.advice.map(|advice| match advice {
                CsvAdvice::DateOrder => Hint::Try(
                    Sentence::from("say what comes first: ")
                        .run(dated("day-first"))
                        .say(" or ")
                        .run(dated("month-first")),
                ),
                CsvAdvice::Columns(missing) => {
                    let map = missing.iter().map(|column| format!(" --map 'HEADING={column}'")).collect::<String>();
                    Hint::advice(format!("say what the headings mean: `import {}{map}`", shown(&file)))
                }
            });
            Failure::listing(what, &wrong.faults).hint_if(hint)
        })
    }

    /// What to know about spreadsheets that were read: columns that were left out, hands without deadwood, and mapped
    /// names that are nowhere.
    pub(super) fn remarks(&self, read: &[(&Path, &CsvGames)], names: &NameMap) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let mut note = |file: &Path, text: String| remarks.push(Remark::note(format!("{}: {text}", shown(file))));
        for (file, games) in read {
            if !games.left_out.is_empty() {
                let left_out: Vec<String> =
                    games.left_out.iter().map(|heading| format!("`{}`", harmless(heading))).collect();
                let (columns, were) = if left_out.len() == 1 { ("column", "was") } else { ("columns", "were") };
                note(file, format!("the {columns} {} {were} not read", and_list(&left_out)));
            }
            if let Some(line) = games.sums {
                note(file, format!("line {line} holds only sums and was not read"));
            }
            if games.points_only > 0 {
                let hands = count(games.points_only, "hand");
                let are = if games.points_only == 1 { "is" } else { "are" };
                note(file, format!("{hands} {are} kept as points only, because no deadwood is given"));
            }
        }
        let used: BTreeSet<&str> = read.iter().flat_map(|(_, games)| &games.mapped).map(String::as_str).collect();
        let unused = names.spellings().filter(|spelling| !used.contains(spelling));
        let warning =
            |text: &str| Remark::warning(format!("nothing is called `{}` in the spreadsheet", harmless(text)));
        remarks.into_iter().chain(unused.map(warning)).collect()
    }

    /// Notes about players who are new to the book and have a name much like another: it may be mistyped.
    pub(super) fn newcomers(&self, games: &[Game], known: &[Name], is_trial: bool) -> Vec<Remark> {
        let seats = games.iter().flat_map(|game| game.players.seats().map(|(_, name)| name));
        let mut folded: BTreeSet<String> = known.iter().map(Name::folded).collect();
        let new: Vec<&Name> = seats.filter(|name| folded.insert(name.folded())).collect();
        if new.len() * (known.len() + new.len()) > MOST_COMPARED {
            return Vec::new();
        }
        let near = |(at, name): (usize, &&Name)| {
            let others = known.iter().chain(new[..at].iter().copied()).map(Name::as_str);
            nearest(name.as_str(), others).map(|near| (name.to_string(), near.to_string()))
        };
        let pairs = new.iter().enumerate().filter_map(near).take(MOST_NOTES);
        pairs.map(|(name, near)| Remark::Note(self.maybe_mistyped(&name, &near, is_trial))).collect()
    }

    fn maybe_mistyped(&self, name: &str, near: &str, is_trial: bool) -> Sentence {
        let again = self.map.iter().fold(CommandLine::again(), |again, map| again.flag("map", map));
        let new = Sentence::from(format!("{name} is new to the book; if you meant {near}, "));
        let first = match is_trial {
            true => new.say("import with "),
            false => new.say("take this back with ").run(CommandLine::of("undo")).say(", then "),
        };
        first.run(again.flag("map", format!("{name}={near}")))
    }
}
