//! What is otherwise in a book since facts came from elsewhere: games that are new or stand otherwise, and what is said
//! differently. `merge` and `sync` look and speak alike. Of each game only what is said is kept.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{Conflict, FactId, HandRecord};
use ginpad_core::text::{count, hang};
use uuid::Uuid;

use super::history::reported_by_id;
use crate::book::{BookError, Pad, StoredGame};
use crate::cli::messages::consequences::{Stands, changes_wait, stands_otherwise, still_counts, the_same_of};
use crate::cli::messages::disagreements::Telling;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Remark;
use crate::cli::session::{Face, Session};
use crate::render::json::StandsView;
use crate::render::{ConflictShown, Look};

/// How many games are shown to people, and how many notes of one kind.
const GAMES: usize = 8;

/// How many disagreements are shown to people.
const CONFLICTS: usize = 20;

/// A correction of something that another device took back, as the subject of a sentence.
const TAKEN_BACK: &str = "something was taken back, but what corrected it";

/// A book before anything came, as far as it may be otherwise afterwards.
#[derive(Default)]
pub(super) struct Before {
    looked_at: BTreeSet<FactId>,
    games: BTreeMap<FactId, Box<Stands>>,
    /// The games that were taken back.
    gone: BTreeSet<FactId>,
    /// The numbers of what was said differently. `None` if nobody has looked yet.
    conflicts: Option<BTreeSet<String>>,
    /// The changes that counted in each game although what they build on was taken back.
    built: BTreeSet<(FactId, Uuid)>,
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
        let mut games: BTreeSet<FactId> = concerned.difference(&self.looked_at).copied().collect();
        // Lines that come later name every game between which and theirs a hand was moved.
        games.extend(pad.games_beside(&games)?.difference(&self.looked_at));
        pad.each_game_among(&games, |game| {
            conflicts.extend(game.conflicts.iter().map(Conflict::digits));
            self.built.extend(built_on_undone(pad, &game)?);
            self.games.insert(game.id, Box::new(Stands::of(&game)));
            Ok::<(), BookError>(())
        })?;
        for game in games.iter().filter(|game| !self.games.contains_key(game)) {
            if pad.act_that_began(*game)?.is_some() {
                self.gone.insert(*game);
                self.built.extend(pad.built_on_undone(*game, None)?.into_iter().map(|act| (*game, act)));
            }
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
                for (_, act) in built_on_undone(pad, &game)?.into_iter().filter(|built| !self.built.contains(built)) {
                    corrected.push(|| Ok::<_, Failure>((reported_by_id(pad, act)?, pad.short_id(act)?)))?;
                }
            }
            // Of very many new games only the first are shown to people.
            let is_shown = before.is_some() || games.len() < GAMES || session.face() == Face::Plain;
            games.push(GameSince { number: game.number, before, after: is_shown.then(|| Box::new(Stands::of(&game))) });
            let conflicts = new_ones(std::mem::take(&mut game.conflicts));
            telling.game(&game, conflicts)
        })?;
        let mut waiting = Few::default();
        for game in gone {
            let before = self.games.remove(&game);
            if before.is_some() || self.gone.contains(&game) {
                let built = pad.built_on_undone(game, None)?;
                if built.iter().any(|act| !self.built.contains(&(game, *act))) {
                    waiting.push(|| Waiting::of(pad, game, built.len()))?;
                }
            }
            // It counts no more, unless it never did.
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

/// The changes that count in a game although what they build on was taken back. Few games have a hand that was corrected.
fn built_on_undone(pad: &Pad<'_>, game: &StoredGame) -> Result<Vec<(FactId, Uuid)>, BookError> {
    let is_corrected = |hand: &HandRecord| hand.id != hand.place || !hand.was.is_empty();
    if !game.record.hands.iter().any(is_corrected) {
        return Ok(Vec::new());
    }
    Ok(pad.built_on_undone(game.id, None)?.into_iter().map(|act| (game.id, act)).collect())
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
    /// What corrected hands that somebody took back, and the changes that did so.
    corrected: Few<(String, String)>,
}

/// What waits for a game.
struct Waiting {
    /// The game's number, unless it has lost it.
    game: Option<i64>,
    changes: usize,
    /// The change that began the game.
    began: String,
}

impl Waiting {
    fn of(pad: &Pad<'_>, game: FactId, changes: usize) -> Result<Waiting, BookError> {
        let began = pad.act_that_began(game)?.map(|(act, _)| pad.short_id(act)).transpose()?;
        Ok(Waiting { game: pad.number_if_any(game)?, changes, began: began.unwrap_or_default() })
    }

    fn note(&self) -> Remark {
        let game = self.game.map_or_else(|| "a game that was taken back".into(), |number| format!("game {number}"));
        changes_wait(self.changes, &game, &self.began)
    }
}

/// A game that something came for.
pub(super) struct GameSince {
    number: i64,
    /// Where it stood; `None` if it is new.
    before: Option<Box<Stands>>,
    /// Where it stands; `None` if it counts no more, or is one of very many new ones.
    after: Option<Box<Stands>>,
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
        waiting.chain(self.corrected.notes(|(what, change)| still_counts(TAKEN_BACK, what, change), "more correction"))
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
        let standing = |stands: &Option<Box<Stands>>| stands.as_ref().map_or(String::new(), |it| it.standing.clone());
        let games = self.games.iter().filter_map(|game| game.stands().map(|stands| (game, stands)));
        let record = |(game, Stands { number, sides, .. }): (&GameSince, &Stands)| {
            format!("game\t{number}\t{sides}\t{}\t{}\n", standing(&game.after), standing(&game.before))
        };
        games.map(record).collect()
    }

    /// For programs: the games that the book had and that stand otherwise.
    pub(super) fn changed<'a>(&'a self) -> Vec<StandsView<'a>> {
        let changed = self.games.iter().filter_map(|game| Some((game.before.as_deref()?, game.after.as_deref())));
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
        self.after.as_deref().or(self.before.as_deref())
    }

    /// Where it stands, and where it stood if that is otherwise.
    fn line(&self) -> String {
        let otherwise = self.before.as_ref().and_then(|before| stands_otherwise(Some(before), self.after.as_deref()));
        match (otherwise, self.after.as_deref()) {
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
