//! The history of the book: who changed it, when, and what counts of it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use ginpad_core::facts::{Change, Corrections, Fact, FactId, HandRecord, Subject, TakenBack, Waits, games_besides};
use ginpad_core::hand::Moment;
use uuid::Uuid;

use super::acts::{Acts, Whose};
use super::error::BookError;
use super::moves::MovedChange;
use super::pad::Pad;

/// What a command did to the book: a change, or the changes of a batch.
#[derive(Debug, Clone)]
pub struct PastChange {
    /// Its id.
    pub id: Uuid,
    /// The command that made it.
    pub verb: String,
    /// Who wrote it.
    pub writer: Uuid,
    /// Whether that is this book, on this device.
    pub is_own: bool,
    /// When.
    pub made: Moment,
    /// Whether it counts: no undo of it stands.
    pub counts: bool,
    /// What it did.
    pub kind: PastKind,
    /// When it came into this book.
    arrival: i64,
}

/// What a command did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PastKind {
    /// Something that can be undone.
    Something,
    /// It took these back.
    Undo(Vec<Uuid>),
    /// It restored these.
    Redo(Vec<Uuid>),
    /// Nothing that this version knows.
    Unknown,
}

/// What counts although the change that it builds on was undone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BuiltOn {
    /// The first that count of those that correct, remove or move a hand of that change.
    pub corrections: Vec<Uuid>,
    /// What waits for the games that it began.
    pub waits: Waits,
    /// The games that it began and that count, because these other imports began them too.
    pub stands: BTreeMap<Uuid, Vec<FactId>>,
}

/// How many newer changes of others are looked at.
const FEW: usize = 16;

impl Pad<'_> {
    /// Shows what was done, the newest first; with a game, what was done in that game.
    ///
    /// # Errors
    /// The book cannot be read; and those of `visit`.
    pub fn each_change<E: From<BookError>>(
        &self,
        game: Option<FactId>,
        mut visit: impl FnMut(PastChange) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let own = self.own_writers()?;
        let mut show = |(arrival, change): (i64, Change)| visit(self.past(arrival, &change, &own)?);
        match game {
            None => {
                for found in Acts::new(self, Whose::Everyone) {
                    if show(found?)?.is_break() {
                        break;
                    }
                }
            }
            Some(game) => {
                for found in self.acts_about(game)? {
                    if show(found)?.is_break() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// The change or batch with this id.
    ///
    /// # Errors
    /// The book cannot be read, or has no such change.
    pub fn change(&self, id: Uuid) -> Result<PastChange, BookError> {
        let act = self.act(id)?;
        let found = act.as_ref().and_then(|act| act.changes.first().map(|change| (act.arrival, change)));
        let (arrival, change) = found.ok_or_else(|| self.damaged("a change is missing"))?;
        self.past(arrival, change, &self.own_writers()?)
    }

    fn past(&self, arrival: i64, change: &Change, own: &[Uuid]) -> Result<PastChange, BookError> {
        let line = self.history_line(change)?;
        let undone: Vec<Uuid> = line.undos.iter().map(|made| made.of).collect();
        let kind = match (undone.is_empty(), line.redone.is_empty()) {
            (false, _) => PastKind::Undo(undone),
            (true, false) => PastKind::Redo(line.redone),
            _ if line.is_unknown => PastKind::Unknown,
            _ => PastKind::Something,
        };
        Ok(PastChange {
            id: line.act,
            verb: change.verb.clone(),
            writer: change.writer,
            is_own: own.contains(&change.writer),
            made: change.at.moment(),
            counts: line.counts,
            kind,
            arrival,
        })
    }

    /// The newest change of another writer that came after this one and counts, among the last few. Without a change, the
    /// newest of all.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn newer_elsewhere(&self, change: Option<Uuid>) -> Result<Option<PastChange>, BookError> {
        let after = change.map_or(Ok(0), |change| self.change(change).map(|change| change.arrival))?;
        let own = self.own_writers()?;
        for found in Acts::new(self, Whose::OthersAfter(own.clone(), after)).take(FEW) {
            let (arrival, change) = found?;
            let past = self.past(arrival, &change, &own)?;
            if past.kind == PastKind::Something && past.counts {
                return Ok(Some(past));
            }
        }
        Ok(None)
    }

    /// What a change did to games and people.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn what(&self, change: Uuid) -> Result<MovedChange, BookError> {
        self.moved(change, Vec::new())
    }

    /// What counts although a change that it builds on does not. Of a large import only the first games are looked into,
    /// and only for whether they stand.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn built_on(&self, change: &MovedChange) -> Result<BuiltOn, BookError> {
        let mut built = BuiltOn::default();
        let is_about_hands = !change.logged.is_empty() || change.game_count > 0;
        let act = if is_about_hands { self.act(change.id)? } else { None };
        let Some(act) = act else { return Ok(built) };
        let (mut hands, mut begun) = (BTreeMap::<FactId, Vec<FactId>>::new(), Vec::new());
        for (id, fact) in act.facts() {
            match fact {
                Fact::Hand(hand) => hands.entry(hand.game).or_default().push(id),
                Fact::Game(_) => begun.push(id),
                _ => {}
            }
        }
        let mut found = BTreeSet::new();
        for game in hands.keys().chain(&begun).collect::<BTreeSet<_>>() {
            if begun.contains(game)
                && let Some(other) = self.beginning(*game)?
            {
                built.stands.entry(other.act()).or_default().push(*game);
                continue;
            }
            if change.is_large {
                continue;
            }
            let waits = self.corrections_in(*game, |corrections| {
                found.extend(corrections.first_that_count(hands.get(game).into_iter().flatten().copied()));
                corrections.waits(*game, &BTreeSet::from([change.id]))
            })?;
            if begun.contains(game) {
                built.waits.hands += waits.hands;
                built.waits.moves += waits.moves;
                built.waits.corrections += waits.corrections;
            }
        }
        found.remove(&change.id);
        built.corrections = found.into_iter().collect();
        Ok(built)
    }

    /// The changes that count in these games, besides those of the import that began them: they corrected the games or went
    /// on with them. The oldest come first.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn built_on_games(&self, games: &[FactId]) -> Result<Vec<Uuid>, BookError> {
        let mut found = Vec::new();
        for game in games {
            let mut changes = self.changes_concerning(&Subject::Game(*game))?;
            let counting = self.counting_of(changes.iter())?;
            changes.retain(|change| counting.counts(change));
            let begun: Vec<Uuid> = changes
                .iter()
                .filter(|change| change.games().any(|(begun, _)| begun == *game))
                .map(Change::act)
                .collect();
            for act in changes.iter().map(Change::act).filter(|act| !begun.contains(act)) {
                if !found.contains(&act) {
                    found.push(act);
                }
            }
        }
        Ok(found)
    }

    /// What began a game, and what waits for the game, if that was taken back.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn taken_back(&self, game: FactId) -> Result<Option<(Uuid, Waits)>, BookError> {
        let said = self.changes_concerning(&Subject::Game(game))?;
        let begun = said.iter().filter(|change| change.games().any(|(begun, _)| begun == game));
        let counting = self.counting_of(begun.clone())?;
        let began: Vec<&Change> = begun.collect();
        let Some(first) = began.first().filter(|_| !began.iter().any(|change| counting.counts(change))) else {
            return Ok(None);
        };
        let acts = began.iter().map(|change| change.act()).collect();
        Ok(Some((first.act(), self.corrections_in(game, |corrections| corrections.waits(game, &acts))?)))
    }

    /// The changes that still count after versions of this hand of a game that were taken back, with what each of them
    /// corrects.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn still_corrected(&self, game: FactId, hand: &HandRecord) -> Result<BTreeMap<Uuid, TakenBack>, BookError> {
        if hand.id == hand.place && hand.was.is_empty() {
            return Ok(BTreeMap::new());
        }
        self.corrections_in(game, |corrections| corrections.still_count(hand.id))
    }

    /// Looks at the versions of the hands of a game, also where they stand in other games.
    fn corrections_in<T>(&self, game: FactId, look: impl FnOnce(Corrections<'_>) -> T) -> Result<T, BookError> {
        let mut changes = self.changes_concerning(&Subject::Game(game))?;
        for other in games_besides(game, changes.iter()) {
            changes.extend(self.changes_concerning(&Subject::Game(other))?);
        }
        let counting = self.counting_of(changes.iter())?;
        Ok(look(Corrections::of(&changes, &counting)))
    }
}
