//! The flags that say which games a report is about.

use clap::Args;
use ginpad_core::facts::FactId;

use super::table_rules::{NamedRules, table_rules};
use super::{Session, Value, games_value};
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::book::{BookError, Pad};
use ginpad_core::game::Game;
use ginpad_core::label::Event;
use ginpad_core::notation::{Span, read_span};
use ginpad_core::players::{Name, PersonFault, find_person};
use ginpad_core::reports::{Filter, ReportedGame, RulesSought};
use ginpad_core::text::{count, harmless};

/// The flags that say which games a report is about.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct FilterArgs {
    /// Games that started then or later: a year, a month, a day like 2026-11-20, or a time
    #[arg(long, value_name = "TIME")]
    since: Option<String>,

    /// Games that started then or earlier; a year, a month or a day counts to its end
    #[arg(long, value_name = "TIME")]
    until: Option<String>,

    /// The newest N of the games that fit everything else
    #[arg(long, value_name = "N", value_parser = games_value)]
    last: Option<Value<usize>>,

    /// Games under a preset, whatever knobs were turned; or under exactly these rules: `standard, target=150`, or a file
    #[arg(long, value_name = "RULES")]
    rules: Option<NamedRules>,

    /// Games of this event, like a trip or a season; letter case makes no difference
    #[arg(long, value_name = "EVENT")]
    event: Option<String>,

    /// Games in which this player sat on either side
    #[arg(long, visible_alias = "player", value_name = "NAME")]
    with: Option<String>,

    /// Leave out whoever finished fewer games
    #[arg(long, value_name = "N", value_parser = games_value)]
    min_games: Option<Value<usize>>,
}

/// The games that a report is about.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    /// Their ids, in their order.
    pub games: Vec<FactId>,
    /// How many games were left out only because nobody knows when they started.
    pub undated: usize,
}

impl FilterArgs {
    /// What the flags say; what is wrong with them is added to the failures. `people` is everyone in the book.
    pub(crate) fn read(&self, session: &Session, people: &[Name], failures: &mut Vec<Failure>) -> Filter {
        let filter = Filter {
            since: kept(self.since.as_ref().map(|text| span(session, "since", text)), failures),
            until: kept(self.until.as_ref().map(|text| span(session, "until", text)), failures),
            rules: kept(self.rules.as_ref().map(sought), failures),
            event: kept(self.event.as_ref().map(|text| Event::read(text).map_err(Failure::usage)), failures),
            with: kept(self.with.as_ref().map(|typed| person(people, typed).cloned()), failures),
            last: value(self.last.as_ref(), failures),
        };
        value(self.min_games.as_ref(), failures);
        if let Err(fault) = filter.check() {
            let swapped = CommandLine::again()
                .flag("since", self.until.clone().unwrap_or_default())
                .flag("until", self.since.clone().unwrap_or_default());
            failures.push(Failure::usage(fault).hint(Hint::run(swapped)));
        }
        filter
    }

    /// The filter of a report that has nothing else to read.
    ///
    /// # Errors
    /// Everything that is wrong with the flags.
    pub(crate) fn filter(&self, session: &Session, people: &[Name]) -> Result<Filter, Failure> {
        let mut failures = Vec::new();
        let filter = self.read(session, people, &mut failures);
        if failures.is_empty() { Ok(filter) } else { Err(Failure::all("the report cannot be made", failures)) }
    }

    /// What was asked for, in the words that were typed: `since 2026`.
    pub(crate) fn words(&self) -> Vec<String> {
        let typed = [
            ("since", self.since.as_deref()),
            ("until", self.until.as_deref()),
            ("rules", self.rules.as_ref().map(NamedRules::name)),
            ("event", self.event.as_deref()),
            ("with", self.with.as_deref()),
        ];
        let said = typed.into_iter().filter_map(|(word, text)| Some(format!("{word} {}", harmless(text?))));
        let last = given(self.last.as_ref()).map(|last| format!("the last {}", count(last, "game")));
        let least = self.min_games().map(|least| format!("of {} or more", count(least, "game")));
        said.chain(last).chain(least).collect()
    }

    /// Whether this many finished games are enough.
    pub(crate) fn enough(&self, games: usize) -> bool {
        self.min_games().is_none_or(|least| games >= least)
    }

    /// The fewest finished games, if that was given.
    pub(crate) fn min_games(&self) -> Option<usize> {
        given(self.min_games.as_ref())
    }

    /// Whether `--min-games` was typed, even with a value that cannot be read.
    pub(crate) const fn has_min_games(&self) -> bool {
        self.min_games.is_some()
    }
}

/// What the value of a flag says, if it was given and can be read.
pub(crate) fn given<T: Copy>(typed: Option<&Value<T>>) -> Option<T> {
    typed.and_then(|typed| typed.as_ref().ok().copied())
}

/// The same. Why it cannot be read is added to the failures.
pub(crate) fn value<T: Copy>(typed: Option<&Value<T>>, failures: &mut Vec<Failure>) -> Option<T> {
    if let Some(Err(wrong)) = typed {
        failures.push(wrong.failure());
    }
    given(typed)
}

/// What a flag means, if it was given and can be read. Why it cannot be read is added to the failures.
fn kept<T>(read: Option<Result<T, Failure>>, failures: &mut Vec<Failure>) -> Option<T> {
    match read? {
        Ok(meant) => Some(meant),
        Err(failure) => {
            failures.push(failure);
            None
        }
    }
}

/// The time that a flag names.
///
/// # Errors
/// It is not a time.
pub(crate) fn span(session: &Session, flag: &str, text: &str) -> Result<Span, Failure> {
    read_span(text, session.local()).map_err(|fault| {
        Failure::usage(format!("`--{flag}`: {fault}"))
            .hint(Hint::advice("a year like 2026, a month like 2026-11 and a day like 2026-11-20 are times too"))
    })
}

/// The rules that a flag names.
fn sought(named: &NamedRules) -> Result<RulesSought, Failure> {
    let rules = table_rules(Some(named), &[], None);
    let rules = rules.map_err(|failures| Failure::all("`--rules` names no rules", failures))?;
    let exactly = named.is_file() || named.name().contains([',', '=']);
    Ok(if exactly { RulesSought::Exactly(Box::new(rules.rules)) } else { RulesSought::Preset(rules.preset) })
}

/// The names of everyone in the book.
///
/// # Errors
/// The book cannot be read, or is damaged.
pub(crate) fn everyone(pad: &Pad<'_>) -> Result<Vec<Name>, Failure> {
    Ok(pad.people()?.into_iter().map(|person| person.name).collect())
}

/// The one person of the book that a typed name means.
///
/// # Errors
/// It means no one, or could mean several.
pub(crate) fn person<'a>(people: &'a [Name], typed: &str) -> Result<&'a Name, Failure> {
    find_person(people, typed).map_err(|fault| {
        let failure = Failure::refused(&fault);
        match fault {
            PersonFault::Unknown { .. } => failure.hint(Hint::does(CommandLine::of("players"), "lists the players")),
            PersonFault::Ambiguous { .. } => failure.hint(Hint::advice("type more of the name")),
        }
    })
}

impl Chosen {
    /// The games of the book that fit a filter. If every game fits, no game is read to find that out.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn of_all(pad: &Pad<'_>, filter: &Filter) -> Result<Chosen, BookError> {
        if !filter.takes_every_game() {
            return Chosen::new(pad, filter, |_| true);
        }
        Ok(Chosen { games: filter.choose().newest(pad.games()?), undated: 0 })
    }

    /// The games of the book that fit a filter and `wanted`.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn new(pad: &Pad<'_>, filter: &Filter, wanted: impl Fn(&Game) -> bool) -> Result<Chosen, BookError> {
        let mut choice = filter.choose();
        let games = pad.games_where(|game| wanted(game) && choice.takes(game))?;
        Ok(Chosen { games: choice.newest(games), undated: choice.undated })
    }

    /// Reads and scores these games one after another.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn each(&self, pad: &Pad<'_>, mut visit: impl FnMut(ReportedGame<'_>)) -> Result<(), BookError> {
        pad.each_game(&self.games, |stored| {
            visit(ReportedGame { id: stored.id, number: stored.number, scored: &stored.scored });
            Ok(())
        })
    }

    /// What was left out, for people.
    pub(crate) fn remark(&self) -> Option<Remark> {
        let has = if self.undated == 1 { "has" } else { "have" };
        let games = count(self.undated, "game");
        (self.undated > 0).then(|| Remark::note(format!("{games} {has} no date and {} left out", is(self.undated))))
    }
}

const fn is(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}
