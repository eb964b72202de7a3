//! Conflicts between devices in a player's words, with the commands that settle them, and warnings about hands that do
//! not count. Warnings beside a sheet, `conflicts` and `check` all use these words.

use std::cmp::Reverse;

use crate::answer::{CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::book::{BookError, OpenBook, ProblemKind, StoredGame};
use crate::render::phrases::{self, entry};
use crate::render::standing;
use crate::reports::outcome::{ListedConflict, Version};
use crate::wording::past_words::{command_that_sets, noun, with_setting, with_sides, words_of};
use ginpad_core::facts::{Conflict, ConflictSubject, Fact, FactId, Person, SettingKey};
use ginpad_core::notation::{print_adjustment, print_entry};
use ginpad_core::text::{and_list, numbers};
use ginpad_core::{EntryAt, Listed, ScoredGame, Standing};

/// The fewest digits of a conflict's number.
pub(crate) const DIGITS: usize = 3;

/// The conflicts between devices: about people, then about games, in their order.
///
/// # Errors
/// The book cannot be read, or is damaged.
pub(crate) fn worded_conflicts(app: &App, book: &OpenBook<'_>) -> Result<Vec<ListedConflict>, Failure> {
    let mut wording = ConflictWording::new(app, book)?;
    wording.add(book.conflicts_about_people()?, None)?;
    book.each_game(&book.games()?, |mut game| {
        let conflicts = std::mem::take(&mut game.conflicts);
        wording.add(conflicts, Some(&game))
    })?;
    wording.done()
}

/// Puts conflicts into words one by one.
pub(crate) struct ConflictWording<'a> {
    app: &'a App,
    book: &'a OpenBook<'a>,
    people: Vec<Person>,
    found: Vec<ListedConflict>,
}

/// The shortest prefix of these digits that none of the others begins with.
fn shortest<'d>(digits: &'d str, all: &[String]) -> &'d str {
    let is_own = |start: &&str| all.iter().all(|other| other == digits || !other.starts_with(start));
    (DIGITS..digits.len()).filter_map(|length| digits.get(..length)).find(is_own).unwrap_or(digits)
}

impl<'a> ConflictWording<'a> {
    /// Starts without conflicts.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn new(app: &'a App, book: &'a OpenBook<'a>) -> Result<ConflictWording<'a>, Failure> {
        Ok(ConflictWording { app, book, people: book.people_apart()?, found: Vec::new() })
    }

    /// All conflicts described so far, each with a number unique in the book and the command that keeps it as it is.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn done(mut self) -> Result<Vec<ListedConflict>, Failure> {
        // A short number is unique only among all conflicts of the book.
        let all = if self.found.is_empty() { Vec::new() } else { self.book.numbers_of_conflicts()? };
        for listed in &mut self.found {
            listed.number = shortest(&listed.conflict.digits(), &all).to_string();
            // A conflict that waits is settled by none of its commands.
            if listed.ways.iter().any(|(command, _)| command.is("conflicts")) {
                continue;
            }
            let keep = format!("conflicts keep {}", listed.number);
            listed.ways.push((keep.into(), "if it is right as it is".into()));
            let commands = listed.ways.iter().filter_map(|(command, _)| self.app.door.spell(command));
            listed.commands = commands.collect();
        }
        Ok(self.found)
    }

    /// Describes conflicts about a game, or about people. Those about later hands come first: dropping a
    /// hand renumbers only the hands after it, so the commands below it stay right. A conflict whose hands are not all
    /// before those above it waits until these are settled.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn add(&mut self, mut conflicts: Vec<Conflict>, game: Option<&StoredGame>) -> Result<(), Failure> {
        let hands = |one: &Conflict| one.versions().into_iter().filter_map(|hand| game?.place_of(hand));
        conflicts.sort_by_key(|conflict| Reverse(hands(conflict).max()));
        let mut settled_first: Option<usize> = None;
        for conflict in conflicts {
            let waits = settled_first.is_some_and(|first| hands(&conflict).max() >= Some(first));
            settled_first = settled_first.into_iter().chain(hands(&conflict)).min();
            let mut listed = self.listed(conflict, game)?;
            if waits {
                listed.ways = vec![("conflicts".into(), "lists how, once the one above is settled".into())];
            }
            self.found.push(listed);
        }
        Ok(())
    }

    fn listed(&self, conflict: Conflict, game: Option<&StoredGame>) -> Result<ListedConflict, Failure> {
        let is_same_number = matches!(conflict.about, ConflictSubject::SameNumber);
        let (kind, mut what) = about(&conflict, game, &self.people).unwrap_or(("hand", String::new()));
        if let Some(game) = game {
            let may_be = if is_same_number { "; they may be one hand" } else { "" };
            what = format!("{}: {what}{may_be}", with_sides(game));
        }
        let (mut versions, mut ways) = (Vec::<Version>::new(), Vec::<(CommandLine, String)>::new());
        let facts = match conflict.about {
            ConflictSubject::SeatedTwice => self.book.joinings_of(&conflict.counts)?,
            _ => conflict.versions().into_iter().collect(),
        };
        for version in facts {
            let found = match (&conflict.about, conflict.game) {
                (ConflictSubject::Imported, Some(game)) => {
                    let import = self.book.change_named(version.of)?;
                    import.and_then(|(_, import)| Some((import.fact(game)?.clone(), import)))
                }
                _ => self.book.fact(version)?,
            };
            let Some((fact, mut change)) = found else { continue };
            let undo = format!("undo {}", self.book.short_id(change.act())?).into();
            let Some((words, command)) = self.version((version, &fact), &conflict, game, undo)? else { continue };
            // A hand may be the version that stands, and come after the end of its game.
            let hand = game.and_then(|game| Some(&game.scored.tally.hands[game.place_of(version)?]));
            let counts = !conflict.others.contains(&version) && hand.is_none_or(|hand| hand.is_counted());
            // Two devices must not both take back their own end of a game: it would go on.
            let is_end = matches!(conflict.about, ConflictSubject::Setting(SettingKey::Closed));
            let command = command.filter(|_| counts || !is_end);
            let does = match &command {
                Some(command) if command.is("undo") => format!("takes back: {words}"),
                Some(command) if command.is("drop") && is_same_number => format!("drops {words}"),
                Some(command) if command.is("drop") => "drops it".into(),
                Some(command) if command.is("move") => "moves it there, as it is".into(),
                _ => format!("makes it {words}"),
            };
            // If two hands are the same, every device offers to drop the same one, so that the other stays.
            if is_same_number && versions.iter().any(|other| other.words == words) {
                ways.clear();
            }
            if let (Fact::Game(_), ConflictSubject::Removed, Some(game)) = (&fact, &conflict.about, game) {
                // It goes on by its newest hand or adjustment.
                let entries = game.record.hands.iter().chain(&game.record.adjustments);
                let made = entries.map(|entry| self.book.fact(entry.id)).collect::<Result<Vec<_>, _>>()?;
                let newest = made.into_iter().flatten().map(|(_, change)| change).max_by_key(|change| change.id);
                change = newest.unwrap_or(change);
            }
            ways.extend(command.filter(|command| ways.iter().all(|(other, _)| other != command)).map(|it| (it, does)));
            // Whoever dropped another copy of a hand has said this one again.
            let logged_as = |game: &StoredGame| Some(game.record.entry(game.entry_of(version)?)?.place);
            if is_same_number
                && let (Fact::Hand(hand), Some(place)) = (&fact, game.and_then(logged_as))
                && let Some((Fact::Hand(logged), logging)) = self.book.fact(place)?
                && hand.agrees_with(&logged)
            {
                change = logging;
            }
            let (device, made) = (change.writer.to_string(), self.app.to_local_time(change.at.moment()));
            let own = self.book.own_writers()?.contains(&change.writer);
            versions.push(Version { words, counts, device, own, made });
        }
        // The versions that count are listed first.
        versions.sort_by_key(|version| !version.counts);
        if let (ConflictSubject::Refused { hand, .. }, Some(game)) = (&conflict.about, game)
            && let Some(at) = game.entry_of(*hand)
        {
            ways.push((on_hand("fix", at, game), "shows it, and how to correct it".into()));
            ways.push((on_hand("drop", at, game), "drops it".into()));
        }
        let game = game.map(|game| game.number);
        Ok(ListedConflict { number: String::new(), game, kind, what, versions, commands: Vec::new(), ways, conflict })
    }

    /// The words of one version, and the command that makes it count. `undo` takes back its change.
    fn version(
        &self,
        (id, fact): (FactId, &Fact),
        conflict: &Conflict,
        game: Option<&StoredGame>,
        undo: CommandLine,
    ) -> Result<Option<(String, Option<CommandLine>)>, Failure> {
        let name = |person| name_of(person, &self.people);
        // The hand in conflict, if it is in the game.
        let disputed = |game: &StoredGame| match conflict.about {
            ConflictSubject::Hand => game.entry_of(*conflict.counts.first()?),
            _ => None,
        };
        let renames = |person: FactId, to: &str| {
            let rename = CommandLine::of("player rename").words([name(person), to]);
            (to.to_string(), Some(rename))
        };
        Ok(match (fact, game) {
            (Fact::Game(_), Some(game)) if matches!(conflict.about, ConflictSubject::Removed) => {
                Some((format!("it goes on: {}", standing(&game.scored)), None))
            }
            (Fact::Game(begun), Some(_)) => {
                let day = begun.start.map(|start| start.moment().format("%Y-%m-%d").to_string());
                Some((format!("imported as of {}", day.as_deref().unwrap_or("no date")), Some(undo)))
            }
            (Fact::Hand(hand), Some(game)) if hand.is_removal => {
                Some(("it was dropped".into(), disputed(game).map(|at| on_hand("drop", at, game))))
            }
            (Fact::Hand(hand), Some(game)) => {
                let elsewhere = if hand.game == game.id { None } else { Some(self.book.game(hand.game)?) };
                let players = &elsewhere.as_ref().unwrap_or(game).scored.game.players;
                let adjustment = hand.adjustment(0).map(|adjustment| print_adjustment(&adjustment, players));
                let logged = || hand.logged(players).map(|logged| print_entry(&logged, players));
                let Some(entry) = adjustment.or_else(logged) else { return Ok(None) };
                if let Some(other) = elsewhere {
                    let back = |at| on_hand("move", at, game).flag("to", other.number.to_string());
                    return Ok(Some((format!("{entry} in game {}", other.number), disputed(game).map(back))));
                }
                let command = match conflict.about {
                    ConflictSubject::SameNumber => game.entry_of(id).map(|at| on_hand("drop", at, game)),
                    _ => disputed(game).map(|at| on_hand("fix", at, game).entry(&entry)),
                };
                Some((entry, command))
            }
            (Fact::Removal(_), Some(game)) => {
                Some(("it was dropped".into(), Some(format!("drop --game {}", game.number).into())))
            }
            (Fact::Player(player), _) => Some(renames(id, &player.name)),
            (Fact::Name(said), _) => Some(renames(said.player, &said.name)),
            (Fact::Setting(setting), Some(game)) if matches!(conflict.about, ConflictSubject::Setting(..)) => {
                let key = setting.to.key();
                with_setting(&setting.to, &game.scored.game, &self.people).map(|set| {
                    let words = words_of(key, &set).unwrap_or_else(|| "nothing".into());
                    (words, Some(command_that_sets(key, &set, game.number).unwrap_or(undo)))
                })
            }
            (Fact::Joining(joining), _) => {
                Some((format!("{} is {}", name(joining.player), name(joining.into)), Some(undo)))
            }
            _ => None,
        })
    }
}

/// A command about a hand or an adjustment of a game.
fn on_hand(verb: &'static str, at: EntryAt, game: &StoredGame) -> CommandLine {
    CommandLine::of(verb).words([at.to_string()]).flag("game", game.number.to_string())
}

/// A word for the subject of a conflict, and a sentence about it: `hand 3 was changed in different ways`. `None` for a
/// hand that is not in the game. `people` is everyone in the book, for a conflict about people. The versions are from two
/// devices, or from one under two names, as after a restore.
pub(crate) fn about(
    conflict: &Conflict,
    game: Option<&StoredGame>,
    people: &[Person],
) -> Option<(&'static str, String)> {
    let entry_of = |hand: &FactId| game?.entry_of(*hand);
    let name = |player: &FactId| name_of(*player, people);
    Some(match &conflict.about {
        ConflictSubject::Hand => {
            ("hand", format!("{} was changed in different ways", entry(entry_of(conflict.counts.first()?)?)))
        }
        ConflictSubject::SameNumber => {
            let entries = conflict.counts.iter().filter_map(entry_of);
            let are_hands = entries.clone().all(|at| matches!(at, EntryAt::Hand(_)));
            let words = |at: EntryAt| if are_hands { at.to_string() } else { entry(at) };
            let (hands, entries) = (if are_hands { "hands " } else { "" }, and_list(entries.map(words)));
            ("same-number", format!("{hands}{entries} were logged under one number"))
        }
        ConflictSubject::Refused { hand, refusals } => {
            ("refused", format!("{} {}", entry(entry_of(hand)?), phrases::refused(refusals)))
        }
        ConflictSubject::Setting(SettingKey::Closed) => ("closing", "this game was ended in different ways".into()),
        ConflictSubject::Setting(SettingKey::Totals) => ("totals", "this game was given different totals".into()),
        ConflictSubject::Setting(key) => {
            let (noun, is) = noun(*key);
            let was = if is == "is" { "was" } else { "were" };
            ("setting", format!("the {noun} of this game {was} set in different ways"))
        }
        ConflictSubject::Removed => ("removed", "one device dropped this game, another continued it".into()),
        ConflictSubject::Imported => ("import", "this game was imported in different ways".into()),
        ConflictSubject::SeatedTwice => ("seated-twice", "two merged players stay separate in this game".into()),
        ConflictSubject::Name(player) => ("name", format!("{} was renamed in different ways", name(player))),
        ConflictSubject::Joining(player) => ("joining", format!("{} was merged with different people", name(player))),
    })
}

/// The name of one of these people.
pub(crate) fn name_of(person: FactId, people: &[Person]) -> &str {
    people.iter().find(|candidate| candidate.id == person).map_or("somebody", |person| person.name.as_str())
}

/// Whether a game only gained hands at its end; their own lines describe these.
pub(crate) fn only_adds_hands(before: &StoredGame, after: &StoredGame) -> bool {
    let ids = |game: &StoredGame| game.record.hands.iter().map(|hand| hand.id).collect::<Vec<_>>();
    let (was, is) = (ids(before), ids(after));
    is.starts_with(&was) && is.len() > was.len()
}

/// Warnings about hands of a game that do not count. Omits the hand at index `shown`, whose own line already says so.
pub(crate) fn not_counted(game: &ScoredGame, shown: Option<usize>) -> Vec<Remark> {
    reasons(game, shown).into_iter().map(Remark::warning).collect()
}

/// Warnings about conflicts between devices, and a hint at settling them.
pub(crate) fn warned_of(game: &StoredGame) -> Vec<Remark> {
    let conflicts: Vec<String> = disputed(game).collect();
    let settle = (!conflicts.is_empty()).then(|| Remark::Hint(how_to_settle()));
    conflicts.into_iter().map(Remark::warning).chain(settle).collect()
}

/// The hint at the conflicts.
pub(crate) fn how_to_settle() -> Hint {
    Hint::does("conflicts", "lists what was said, and how to settle it")
}

/// Warnings about corrections that still count although the corrected fact was taken back.
///
/// # Errors
/// The book cannot be read.
pub(crate) fn still_counts(book: &OpenBook<'_>, game: &StoredGame) -> Result<Vec<Remark>, BookError> {
    let mut warnings = Vec::new();
    for problem in book.corrects_what_is_gone(game)? {
        let ProblemKind::StillCounts(act) = problem.kind else { continue };
        let undo = Sentence::from(problem.what + "; ").run(format!("undo {}", book.short_id(act)?));
        warnings.push(Remark::Warning(undo.say(" takes that back too")));
    }
    Ok(warnings)
}

/// The open questions of a game that somebody must settle: conflicts between devices, and hands that the rules refuse.
pub(crate) fn unsettled(game: &StoredGame) -> impl Iterator<Item = String> {
    refused(&game.scored, None).chain(disputed(game))
}

/// The conflicts between devices. [`refused`] gives the reasons for refused hands.
fn disputed(game: &StoredGame) -> impl Iterator<Item = String> {
    let others = game.conflicts.iter().filter(|conflict| !matches!(conflict.about, ConflictSubject::Refused { .. }));
    others.filter_map(|conflict| Some(about(conflict, Some(game), &[])?.1))
}

/// Warnings about hands of a file that do not count. Each names its game if the file holds several.
#[derive(Debug, Default)]
pub(crate) struct NotCounted {
    games: usize,
    /// The reasons, each with the number of the game in the file.
    found: Listed<(usize, String)>,
}

impl NotCounted {
    /// Adds the next game of the file.
    pub(crate) fn add(&mut self, game: &ScoredGame) {
        self.games += 1;
        reasons(game, None).into_iter().for_each(|reason| self.found.push((self.games, reason)));
    }

    /// The warnings. Of many, only the first ones and the number of the rest.
    pub(crate) fn remarks(self) -> Vec<Remark> {
        let of = |game| if self.games > 1 { format!("game {game} of the file: ") } else { String::new() };
        warnings(&self.found, |(game, reason)| format!("{}{reason}", of(*game)))
    }
}

/// A warning about each item, and the number of items left out.
fn warnings<T>(listed: &Listed<T>, says: impl Fn(&T) -> String) -> Vec<Remark> {
    let more = (listed.more > 0).then(|| format!("{} more like these", listed.more));
    listed.items.iter().map(says).chain(more).map(Remark::warning).collect()
}

/// Warnings about hands that do not count under the other rules that each game has here.
pub(crate) fn not_counted_instead<'a>(games: impl Iterator<Item = &'a ScoredGame>) -> Vec<Remark> {
    let under_rules = |game: &'a ScoredGame| {
        reasons(game, None).into_iter().map(|reason| format!("under {}, {reason}", game.game.rules))
    };
    warnings(&games.flat_map(under_rules).collect(), String::clone)
}

/// The hands and adjustments that do not count, one sentence for each reason. Omits the hand at index `shown`.
fn reasons(game: &ScoredGame, shown: Option<usize>) -> Vec<String> {
    let adjustments = game.tally.adjustments.iter().enumerate().filter(|(_, adjusted)| adjusted.traces.is_empty());
    let not_counted = adjustments
        .map(|(at, _)| format!("adjustment {} is {}", EntryAt::Adjustment(at), phrases::ADJUSTMENT_NOT_COUNTED));
    after_the_end(game, shown).into_iter().chain(refused(game, shown)).chain(not_counted).collect()
}

/// A sentence for each hand that the rules of its game refuse: `hand 3 is not counted: Ann cannot knock with 12
/// deadwood; the knock limit is 10`.
fn refused(game: &ScoredGame, shown: Option<usize>) -> impl Iterator<Item = String> {
    let hands = game.tally.hands.iter().enumerate().filter(move |(at, _)| Some(*at) != shown);
    let refused = hands.filter(|(_, hand)| !hand.refusals().is_empty());
    refused.map(|(at, hand)| format!("hand {} {}", at + 1, phrases::refused(hand.refusals())))
}

/// `hand 3 comes after the end of the game and is not counted`.
fn after_the_end(game: &ScoredGame, shown: Option<usize>) -> Option<String> {
    let hands = game.tally.hands.iter().enumerate().filter(|(at, _)| Some(*at) != shown);
    let hands = hands.filter(|(_, hand)| hand.standing == Standing::BeyondTheEnd);
    let hands: Vec<usize> = hands.map(|(at, _)| at + 1).collect();
    let come = if hands.len() == 1 { "comes" } else { "come" };
    let are = if hands.len() == 1 { "is" } else { "are" };
    let which = numbers("hand", &hands);
    (!hands.is_empty()).then(|| format!("{which} {come} after the end of the game and {are} not counted"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_as_many_digits_as_tell_it_from_all_others() {
        let all = ["123456789012", "123456999999", "124000000000", "500000000000"].map(String::from);
        let numbers: Vec<&str> = all.iter().map(|digits| shortest(digits, &all)).collect();
        assert_eq!(numbers, ["1234567", "1234569", "124", "500"]);
        assert_eq!(shortest("500000000000", &[]), "500");
    }
}
