//! What is otherwise in a book since facts came from elsewhere: games that are new or stand otherwise, and what is said
//! differently. `merge` and `sync` look and speak alike. Of each game only what is said is kept.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{Conflict, FactId};
use ginpad_core::text::{count, hang};
use uuid::Uuid;

use super::history::reported;
use crate::book::{BookError, Pad, StoredGame};
use crate::cli::messages::consequences::{Stands, hands_still_count, hands_wait, stands_otherwise, the_same_of};
use crate::cli::messages::disagreements::Telling;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Remark;
use crate::cli::session::{Face, Session};
use crate::render::json::StandsView;
use crate::render::{ConflictShown, Look};
use ginpad_core::facts::{TakenBack, Waits};

/// How many games are shown to people, and how many notes of one kind.
const GAMES: usize = 8;

/// How many disagreements are shown to people.
const CONFLICTS: usize = 20;

/// A book before anything came, as far as it may be otherwise afterwards.
#[derive(Default)]
pub(super) struct Before {
    looked_at: BTreeSet<FactId>,
    games: BTreeMap<FactId, Stands>,
    /// What waits for each of them, and for those that were taken back.
    waits: BTreeMap<FactId, Waits>,
    /// The numbers of what was said differently. `None` if nobody has looked yet.
    conflicts: Option<BTreeSet<String>>,
    /// The hands that were taken back and count because they were corrected, each with the change that did so.
    corrected: BTreeSet<(FactId, Uuid)>,
}

impl Before {
    /// Looks at these games, unless they were looked at before.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn look(&mut self, pad: &Pad<'_>, concerned: &BTreeSet<FactId>) -> Result<(), BookError> {
        let conflicts = match &mut self.conflicts {
            Some(conflicts) => conflicts,
            none => none.insert(pad.conflicts_about_people()?.iter().map(Conflict::digits).collect()),
        };
        let games: BTreeSet<FactId> = concerned.difference(&self.looked_at).copied().collect();
        pad.each_game_among(&games, |game| {
            conflicts.extend(game.conflicts.iter().map(Conflict::digits));
            for hand in &game.record.hands {
                self.corrected
                    .extend(pad.still_corrected(game.id, hand)?.into_keys().map(|change| (hand.place, change)));
            }
            self.games.insert(game.id, Stands::of(&game));
            self.waits.insert(game.id, Waits::default());
            Ok::<(), BookError>(())
        })?;
        for game in games.iter().filter(|game| !self.games.contains_key(game)) {
            self.waits.extend(pad.taken_back(*game)?.map(|(_, waits)| (*game, waits)));
        }
        self.looked_at.extend(games);
        Ok(())
    }

    /// What is otherwise now.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn since(mut self, session: &Session, pad: &Pad<'_>) -> Result<Since, Failure> {
        let Some(before) = self.conflicts else { return Ok(Since::default()) };
        let new_ones = |mut conflicts: Vec<Conflict>| {
            conflicts.retain(|conflict| !before.contains(&conflict.digits()));
            conflicts
        };
        let (mut games, mut corrected) = (Vec::new(), Few::default());
        let mut telling = Telling::new(session, pad);
        telling.people(new_ones(pad.conflicts_about_people()?))?;
        let mut gone = self.looked_at.clone();
        pad.each_game_among(&self.looked_at, |mut game| {
            gone.remove(&game.id);
            let before = self.games.remove(&game.id);
            if before.is_some() {
                corrected_since(pad, &game, &self.corrected, &mut corrected)?;
            }
            // Of very many new games only the first are shown to people.
            let is_shown = before.is_some() || games.len() < GAMES || session.face() == Face::Plain;
            games.push(GameSince { number: game.number, before, after: is_shown.then(|| Stands::of(&game)) });
            let conflicts = new_ones(std::mem::take(&mut game.conflicts));
            telling.game(&game, conflicts)
        })?;
        let mut waiting = Few::default();
        for game in gone {
            if let Some(before) = self.waits.get(&game)
                && let Some(found) = Waiting::since(pad, game, *before)?
            {
                waiting.push(|| Ok::<_, Failure>(found))?;
            }
            // It counts no more, unless it never did.
            let before = self.games.remove(&game);
            games.extend(before.map(|before| GameSince { number: before.number, before: Some(before), after: None }));
        }
        let conflicts = telling.done()?.into_iter().map(|found| found.shown).collect();
        Ok(Since { conflicts, games, waiting, corrected })
    }
}

/// The first few of something, and how many more there are.
struct Few<T> {
    items: Vec<T>,
    more: usize,
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Few { items: Vec::new(), more: 0 }
    }
}

impl<T> Few<T> {
    /// Adds one. It is made only if it is among the first.
    fn push<E>(&mut self, make: impl FnOnce() -> Result<T, E>) -> Result<(), E> {
        if self.items.len() < GAMES {
            self.items.push(make()?);
        } else {
            self.more += 1;
        }
        Ok(())
    }

    /// A note for each, and one that counts the rest.
    fn notes(&self, note: impl Fn(&T) -> Remark, noun: &str) -> impl Iterator<Item = Remark> {
        self.items.iter().map(note).chain((self.more > 0).then(|| the_same_of(&count(self.more, noun))))
    }
}

/// Finds the hands of a game that were taken back and count because they were corrected, unless that was so before. One
/// change may correct many hands.
fn corrected_since(
    pad: &Pad<'_>,
    game: &StoredGame,
    known: &BTreeSet<(FactId, Uuid)>,
    found: &mut Few<Corrected>,
) -> Result<(), Failure> {
    let mut by_change: BTreeMap<Uuid, (TakenBack, Vec<usize>)> = BTreeMap::new();
    for (at, hand) in game.record.hands.iter().enumerate() {
        let corrections = pad.still_corrected(game.id, hand)?.into_iter();
        for (change, back) in corrections.filter(|(change, _)| !known.contains(&(hand.place, *change))) {
            let (all, hands) = by_change.entry(change).or_insert((back, Vec::new()));
            *all = back.max(*all);
            hands.push(at);
        }
    }
    for (change, (back, hands)) in by_change {
        found.push(|| {
            let what = reported(pad, &pad.change(change)?)?;
            Ok::<_, Failure>(Corrected { game: game.number, back, hands, what, change: pad.short_id(change)? })
        })?;
    }
    Ok(())
}

/// What is otherwise.
#[derive(Default)]
pub(super) struct Since {
    /// What is said differently since then.
    pub(super) conflicts: Vec<ConflictShown>,
    /// The games that something came for.
    pub(super) games: Vec<GameSince>,
    /// What waits for games that somebody took back.
    waiting: Few<Waiting>,
    /// The hands that somebody took back, and that count because they were corrected.
    corrected: Few<Corrected>,
}

/// Hands of a game that were taken back, and the change that corrected them.
struct Corrected {
    game: i64,
    back: TakenBack,
    hands: Vec<usize>,
    what: String,
    change: String,
}

impl Corrected {
    fn note(&self) -> Remark {
        hands_still_count(self.back, &self.hands, self.game, &self.what, &self.change)
    }
}

/// What waits for a game.
struct Waiting {
    /// The game's number, unless it has lost it.
    game: Option<i64>,
    waits: Waits,
    /// The change that began the game.
    began: String,
}

impl Waiting {
    /// What waits for a game that was taken back, if that is more than before.
    fn since(pad: &Pad<'_>, game: FactId, before: Waits) -> Result<Option<Waiting>, BookError> {
        let Some((change, waits)) = pad.taken_back(game)? else { return Ok(None) };
        let is_more = waits.total() > before.total() || waits.corrections > before.corrections;
        let waiting = || Ok(Waiting { game: pad.number_if_any(game)?, waits, began: pad.short_id(change)? });
        is_more.then(waiting).transpose()
    }

    fn note(&self) -> Remark {
        let game = self.game.map_or_else(|| "a game that was taken back".into(), |number| format!("game {number}"));
        hands_wait(self.waits, &game, &self.began)
    }
}

/// A game that something came for.
pub(super) struct GameSince {
    number: i64,
    /// Where it stood; `None` if it is new.
    before: Option<Stands>,
    /// Where it stands; `None` if it counts no more, or is one of very many new ones.
    after: Option<Stands>,
}

impl Since {
    /// For people: the games.
    pub(super) fn game_lines(&self) -> Vec<String> {
        let more = self.games.len().saturating_sub(GAMES);
        let games = self.games.iter().take(GAMES).map(|game| format!("  {}", game.line()));
        games.chain((more > 0).then(|| format!("  and {more} more"))).collect()
    }

    /// For people: what waits for games that somebody took back, and which hands count although they were.
    pub(super) fn notes(&self) -> impl Iterator<Item = Remark> {
        let waiting = self.waiting.notes(Waiting::note, "more game");
        waiting.chain(self.corrected.notes(Corrected::note, "more correction"))
    }

    /// For people: what is said differently.
    pub(super) fn conflict_lines(&self) -> Vec<String> {
        if self.conflicts.is_empty() {
            return Vec::new();
        }
        let stand = if self.conflicts.len() == 1 { "thing is" } else { "things are" };
        let head = format!("{} {stand} said differently:", self.conflicts.len());
        let shown = self.conflicts.iter().take(CONFLICTS).map(|found| format!("  {} {}", found.number, found.what));
        let more = self.conflicts.len().saturating_sub(CONFLICTS);
        let more = (more > 0).then(|| format!("  and {more} more"));
        [head].into_iter().chain(shown).chain(more).collect()
    }

    /// For programs: a record for each game.
    pub(super) fn games_plain(&self) -> String {
        let standing =
            |stands: &Option<Stands>| stands.as_ref().map(|stands| stands.standing.clone()).unwrap_or_default();
        let games = self.games.iter().filter_map(|game| game.stands().map(|stands| (game, stands)));
        let record = |(game, Stands { number, sides, .. }): (&GameSince, &Stands)| {
            format!("game\t{number}\t{sides}\t{}\t{}\n", standing(&game.after), standing(&game.before))
        };
        games.map(record).collect()
    }

    /// For programs: the games that the book had and that stand otherwise.
    pub(super) fn changed<'a>(&'a self) -> Vec<StandsView<'a>> {
        let changed = self.games.iter().filter_map(|game| Some((game.before.as_ref()?, game.after.as_ref())));
        let changed = changed.filter(|(before, after)| after.is_none_or(|after| after.standing != before.standing));
        let view = |(before, after): (&'a Stands, Option<&'a Stands>)| StandsView {
            game: before.number,
            before: &before.standing,
            after: after.map(|after| after.standing.as_str()),
        };
        changed.map(view).collect()
    }

    /// For programs: the numbers of the games.
    pub(super) fn numbers(&self) -> Vec<i64> {
        self.games.iter().map(|game| game.number).collect()
    }
}

impl GameSince {
    fn stands(&self) -> Option<&Stands> {
        self.after.as_ref().or(self.before.as_ref())
    }

    /// Where it stands, and where it stood if that is otherwise.
    fn line(&self) -> String {
        let otherwise = self.before.as_ref().and_then(|before| stands_otherwise(Some(before), self.after.as_ref()));
        match (otherwise, &self.after) {
            (Some(otherwise), Some(after)) => format!("{otherwise} ({})", after.sides),
            (Some(gone), None) => gone,
            (None, Some(Stands { number, sides, standing, .. })) => format!("game {number} ({sides}): {standing}"),
            (None, None) => String::new(),
        }
    }
}

/// Lines of an answer, broken where they do not fit.
pub(super) fn in_lines(lines: &[String], look: Look) -> String {
    let indent = |line: &str| if line.starts_with(' ') { 4 } else { 2 };
    lines.iter().flat_map(|line| hang(line, look.line_columns(), indent(line))).collect::<Vec<_>>().join("\n")
}
