//! The facts about one game.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{
    ClosingFact, CountingChanges, FoldedGame, GameFact, GameFacts, HandFact, MovedOrder, NoGame, RemovalFact,
    SettingFact, TotalsFact, TransferFact, Unreadable, game_under, seats_of,
};
use ginpad_core::players::Name;
use ginpad_core::rules::{Knob, TableRules};
use rusqlite::{Connection, Row};
use uuid::Uuid;

use super::moved::{Moved, moved};
use super::verify::{Flaw, Verifier};
use super::which_game::{self, UndosAndRedos};
use super::{Found, all, one, rows};

/// The removals of hands of one game, with their hashes.
pub(super) const REMOVALS: &str = "SELECT removal.id, removal.change, removal.hand, removal.hash
     FROM hand CROSS JOIN removal ON removal.hand = hand.id WHERE hand.game = ?1";

/// The facts about one game, and which of their changes count.
pub(in crate::book) struct AboutGame {
    pub(in crate::book) game: GameFact,
    pub(in crate::book) hands: Vec<HandFact>,
    /// When each hand arrived, if that was read.
    pub(super) arrivals: Vec<i64>,
    pub(in crate::book) removals: Vec<RemovalFact>,
    pub(in crate::book) closings: Vec<ClosingFact>,
    pub(in crate::book) totals: Vec<TotalsFact>,
    pub(in crate::book) settings: Vec<SettingFact>,
    /// The hands that wait, of those that its hands supersede.
    pub(super) waiting: BTreeSet<Uuid>,
    /// What other games have to do with it, if hands were moved.
    pub(super) moved: Option<Moved>,
    pub(super) moves: UndosAndRedos,
    pub(in crate::book) standing: CountingChanges,
    /// What is wrong with these facts, if they were verified.
    pub(in crate::book) flaw: Option<Flaw>,
}

impl AboutGame {
    /// Facts that are not verified.
    pub(super) fn trusted(game: GameFact) -> AboutGame {
        AboutGame {
            game,
            hands: Vec::new(),
            arrivals: Vec::new(),
            removals: Vec::new(),
            closings: Vec::new(),
            totals: Vec::new(),
            settings: Vec::new(),
            waiting: BTreeSet::new(),
            moved: None,
            moves: UndosAndRedos::default(),
            standing: CountingChanges::default(),
            flaw: None,
        }
    }

    /// The changes of the facts, one for each fact.
    pub(super) fn changes(&self) -> impl Iterator<Item = Uuid> + '_ {
        std::iter::once(self.game.change)
            .chain(self.hands.iter().map(|hand| hand.change))
            .chain(self.removals.iter().map(|removal| removal.change))
            .chain(self.closings.iter().map(|closing| closing.change))
            .chain(self.totals.iter().map(|totals| totals.change))
            .chain(self.settings.iter().map(|setting| setting.change))
            .chain(self.transfers().map(|transfer| transfer.change))
    }

    /// The moves of hands between this game and others.
    pub(super) fn transfers(&self) -> impl Iterator<Item = &TransferFact> {
        self.moved.iter().flat_map(|moved| &moved.transfers)
    }

    /// Everyone whom the game or a setting that counts seats in it. Who was seated by what was undone need not be in the
    /// book.
    pub(in crate::book) fn seated(&self) -> Vec<Uuid> {
        let own = self.game.seats.iter().flatten().copied();
        let set = self.settings.iter().filter(|setting| self.standing.counts(setting.change));
        own.chain(set.flat_map(SettingFact::seated)).collect()
    }

    /// Who sits where.
    pub(in crate::book) fn seats(&self) -> [Vec<Uuid>; 2] {
        seats_of(&self.game, &self.settings.iter().collect::<Vec<_>>(), &self.standing)
    }

    /// The game that the facts make up. Its rules have been read already.
    pub(in crate::book) fn folded(
        &self,
        rules: Result<TableRules, Unreadable>,
        names: &BTreeMap<Uuid, Name>,
        standing: &CountingChanges,
    ) -> Result<FoldedGame, NoGame> {
        self.folded_in(self.moved_order(standing).as_ref(), rules, names, standing)
    }

    /// The same, if the hands of this game and those that hands were moved to or away from are in order already.
    pub(in crate::book) fn folded_in(
        &self,
        order: Option<&MovedOrder>,
        rules: Result<TableRules, Unreadable>,
        names: &BTreeMap<Uuid, Name>,
        standing: &CountingChanges,
    ) -> Result<FoldedGame, NoGame> {
        let about = GameFacts {
            hands: &self.hands.iter().collect::<Vec<_>>(),
            removals: &self.removals.iter().collect::<Vec<_>>(),
            closings: &self.closings.iter().collect::<Vec<_>>(),
            totals: &self.totals.iter().collect::<Vec<_>>(),
            settings: &self.settings.iter().collect::<Vec<_>>(),
            waiting: &self.waiting,
            moved: order,
        };
        game_under(&self.game, rules, about, &|player| names.get(&player).cloned(), standing)
    }

    /// The hands of this game and of all that hands were moved to or away from, in order. Nothing if there are no others.
    pub(in crate::book) fn moved_order(&self, standing: &CountingChanges) -> Option<MovedOrder> {
        let mut moved = self.moved.as_ref()?.with(&self.hands, &self.removals, standing);
        if !self.waiting.is_empty() {
            moved.waiting.to_mut().extend(&self.waiting);
        }
        Some(MovedOrder::of(&moved, standing))
    }
}

/// Reads everything about a game except its players, and verifies it by hash.
pub(in crate::book) fn about_game(connection: &Connection, id: Uuid) -> Found<Option<AboutGame>> {
    let statement = format!("SELECT {}, hash FROM game WHERE id = ?1", rows::game_columns());
    let with_hash = |row: &Row<'_>| Ok((rows::game(connection, row)?, row.get(rows::BEFORE_KNOBS + Knob::ALL.len())?));
    let Some((mut game, hash)) = one(connection, &statement, [id], with_hash)? else { return Ok(None) };
    let mut verifier = Verifier::new(connection);
    verifier.fact(id, &mut game, &hash)?;
    let (hands, arrivals) = hands(connection, id, &mut verifier)?;
    let removals = all(connection, REMOVALS, [id], |row| Ok((rows::removal(connection, row)?, row.get(3)?)))?;
    let closings = format!("SELECT {}, hash FROM closing WHERE game = ?1", rows::CLOSING);
    let closings = all(connection, &closings, [id], |row| Ok((rows::closing(connection, row)?, row.get(4)?)))?;
    let totals = format!("SELECT {}, hash FROM totals WHERE game = ?1", rows::TOTALS);
    let totals = all(connection, &totals, [id], |row| Ok((rows::totals(connection, row)?, row.get(6)?)))?;
    let settings = settings(connection, id)?;
    let mut about = AboutGame {
        waiting: waiting(connection, &hands)?,
        hands,
        arrivals,
        removals: verifier.each(removals, |removal| removal.id)?,
        closings: verifier.each(closings, |closing| closing.id)?,
        totals: verifier.each(totals, |totals| totals.id)?,
        settings: verifier.each(settings, |setting| setting.id)?,
        moved: moved(connection, id, &mut verifier)?,
        ..AboutGame::trusted(game)
    };
    let elsewhere = about.moved.iter().flat_map(Moved::changes_elsewhere);
    let mut changes: Vec<Uuid> = about.changes().chain(elsewhere).collect();
    changes.sort_unstable();
    changes.dedup();
    about.moves = which_game::moves_of(connection, &changes, &mut verifier)?;
    about.standing = about.moves.standing();
    about.flaw = verifier.flaw();
    Ok(Some(about))
}

/// The hands that wait, of those that these supersede although they correct none.
pub(super) fn waiting(connection: &Connection, hands: &[HandFact]) -> Found<BTreeSet<Uuid>> {
    let mut waiting = BTreeSet::new();
    let naming = hands.iter().filter(|hand| hand.replaces.is_none());
    for version in naming.flat_map(|hand| &hand.supersedes) {
        let waits = "SELECT 1 FROM waiting WHERE id = ?1 AND kind = 'hand'";
        waiting.extend(one(connection, waits, [version], |_| Ok(*version))?);
    }
    Ok(waiting)
}

/// The hands of a game, verified, and when each arrived.
pub(super) fn hands(
    connection: &Connection,
    game: Uuid,
    verifier: &mut Verifier<'_>,
) -> Found<(Vec<HandFact>, Vec<i64>)> {
    let statement = format!(
        "SELECT {}, {}, hand.hash, hand.arrival FROM hand LEFT JOIN result AS r ON r.hand = hand.id
         WHERE hand.game = ?1 ORDER BY hand.arrival, pair",
        rows::HAND,
        rows::RESULT
    );
    let (mut hashes, mut arrivals) = (Vec::new(), Vec::new());
    let mut hands = rows::hands(connection, &statement, [game], |row| {
        hashes.push(row.get(rows::AFTER_RESULT)?);
        arrivals.push(row.get(rows::AFTER_RESULT + 1)?);
        Ok(())
    })?;
    for (hand, hash) in hands.iter_mut().zip(&hashes) {
        verifier.hand(hand, hash)?;
        if hand.game != game {
            verifier.found(Flaw::Changed("hand"));
        }
    }
    Ok((hands, arrivals))
}

/// The hand with this id, as it was logged.
pub(in crate::book) fn hand_with_id(connection: &Connection, hand: Uuid) -> Found<Option<HandFact>> {
    let statement = format!(
        "SELECT {}, {} FROM hand LEFT JOIN result AS r ON r.hand = hand.id WHERE hand.id = ?1 ORDER BY pair",
        rows::HAND,
        rows::RESULT
    );
    Ok(rows::hands(connection, &statement, [hand], |_| Ok(()))?.pop())
}

/// What was set anew of a game, with the hashes. Hardly any game has such a fact, and to read one takes a long statement.
pub(super) fn settings(connection: &Connection, game: Uuid) -> Found<Vec<(SettingFact, [u8; 32])>> {
    if one(connection, "SELECT 1 FROM setting WHERE game = ?1", [game], |_| Ok(()))?.is_none() {
        return Ok(Vec::new());
    }
    let settings = format!("SELECT {}, hash FROM setting WHERE game = ?1", rows::setting_columns());
    all(connection, &settings, [game], |row| Ok((rows::setting(connection, row)?, row.get(rows::AFTER_SETTING)?)))
}
