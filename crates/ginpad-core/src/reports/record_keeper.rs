//! Finds the records: a fold over games, one after another.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::ledger::Lead;
use super::race::comeback;
use super::records::{Anniversary, Record, RecordKind, Records};
use super::{Finished, GamePlace, ReportedGame};
use crate::{Award, BySide, EnteredHand, GameResult, Name, Points, ScoredGame, Seat, Side};

/// Games folded into records: the records so far, a streak for each player and a line for each pair of opponents.
#[derive(Debug, Clone, Default)]
pub struct RecordKeeper {
    today: NaiveDate,
    best: BTreeMap<RecordKind, Record>,
    places: BTreeMap<Name, usize>,
    names: Vec<Name>,
    streaks: Vec<OpenStreak>,
    rivals: BTreeMap<[usize; 2], Rivals>,
    this_day: Vec<Anniversary>,
}

/// The number of consecutive games that a player has won, and the first of them.
type OpenStreak = (i64, Option<GamePlace>);

/// The holders of a record, and their opponents.
type Holders = (Vec<Name>, Vec<Name>);

impl RecordKeeper {
    /// A keeper without records. `today` is the day of the report.
    pub fn new(today: NaiveDate) -> RecordKeeper {
        RecordKeeper { today, ..RecordKeeper::default() }
    }

    /// Enters the next game. Games must come in the order of the book.
    ///
    /// # Example
    /// ```
    /// use chrono::NaiveDate;
    /// use ginpad_core::facts::FactId;
    /// use ginpad_core::notation::read_one;
    /// use ginpad_core::reports::{RecordKeeper, RecordKind, ReportedGame};
    ///
    /// let scored = read_one("sides: Ann, Bob\n\nann knock 4 27\nbob gin 31\n").unwrap().scored();
    /// let mut keeper = RecordKeeper::new(NaiveDate::from_ymd_opt(2026, 11, 20).unwrap());
    /// keeper.enter(ReportedGame { id: FactId::default(), number: 1, scored: &scored });
    /// let records = keeper.finish().records;
    /// let hand = &records[0];
    /// assert_eq!((hand.kind, hand.value, hand.hand), (RecordKind::BiggestHand, 56, Some(1)));
    /// assert_eq!(hand.holders[0].as_str(), "Bob");
    /// ```
    pub fn enter(&mut self, game: ReportedGame<'_>) {
        let finished = Finished::of(game.scored);
        self.enter_hands(game);
        if let Some(finished) = finished {
            self.enter_game(game);
            self.enter_streaks(game, finished);
        }
        if finished.is_some() || game.scored.game.entries().next().is_some() {
            self.enter_rivals(game, finished);
        }
        self.this_day.extend(Anniversary::of(game, self.today));
    }

    /// The records after all games.
    pub fn finish(self) -> Records {
        Records { records: self.best.into_values().collect(), this_day: self.this_day }
    }

    /// Enters a claim to a record. Returns the record if the claim sets a new one.
    fn claim(&mut self, kind: RecordKind, value: i64, game: GamePlace, who: Holders) -> Option<&mut Record> {
        if let Some(held) = self.best.get_mut(&kind)
            && !kind.is_better(value, held.value)
        {
            held.equaled += usize::from(held.value == value);
            return None;
        }
        let (holders, against) = who;
        let record = Record { kind, value, holders, against, game, hand: None, began: None, equaled: 0 };
        self.best.insert(kind, record);
        self.best.get_mut(&kind)
    }

    /// Enters a claim of a hand to be the biggest.
    fn claim_hand(&mut self, points: Points, game: GamePlace, hand: usize, who: Holders) {
        if points > Points::ZERO
            && let Some(record) = self.claim(RecordKind::BiggestHand, points.0, game, who)
        {
            record.hand = Some(hand);
        }
    }

    /// Enters the records of single hands, and of a game's gins. Hands count in every game, finished or not.
    fn enter_hands(&mut self, game: ReportedGame<'_>) {
        let (scored, place) = (game.scored, GamePlace::of(game));
        let has_several_sides = scored.game.players.has_several_sides();
        let mut gins = BySide::each(scored.game.players.sides(), [0_i64; 4]);
        for (number, hand) in scored.tally.hands.iter().enumerate().filter(|(_, hand)| hand.is_counted()) {
            for (at, award) in hand.priced.awards.iter().enumerate() {
                let is_called_before = hand.priced.awards[..at].iter().any(|before| before.by == award.by);
                if let Some(by) = award.by.filter(|_| award.outcome.is_gin() && !is_called_before) {
                    gins[by.side][by.at()] += 1;
                }
                if let Some(winner) = award.winner.filter(|_| !has_several_sides) {
                    self.claim_hand(award.points(), place, number, players_of_result(scored, hand, at, winner));
                }
            }
            for win in hand.priced.wins().filter(|_| has_several_sides) {
                let won = hand.priced.awards.iter().filter(|award| award.winner == Some(win.winner));
                let losers = won.filter_map(Award::loser).flat_map(|side| players_of_side(scored, side));
                let who = (players_of_side(scored, win.winner), losers.collect());
                self.claim_hand(win.points, place, number, who);
            }
        }
        for (side, gins) in gins.sides() {
            for (gins, caller) in gins.iter().zip(scored.game.players.of(side)).filter(|(gins, _)| **gins > 0) {
                let who = (vec![caller.clone()], players_against(scored, side));
                self.claim(RecordKind::MostGins, *gins, place, who);
            }
        }
    }

    /// Enters the records of single finished games.
    fn enter_game(&mut self, game: ReportedGame<'_>) {
        let (scored, place) = (game.scored, GamePlace::of(game));
        let who = |side: Side| (players_of_side(scored, side), players_against(scored, side));
        let nets = scored.tally.nets();
        if let Some(ahead) = nets.order().max_by_key(|side| nets[*side]).filter(|side| nets[*side] != Points::ZERO) {
            self.claim(RecordKind::BiggestGame, nets[ahead].0, place, who(ahead));
        }
        let hands = scored.tally.hands.iter().filter(|hand| hand.is_counted()).count();
        let hands = i64::try_from(hands).unwrap_or(i64::MAX);
        if hands > 0 {
            self.claim(RecordKind::LongestGame, hands, place, who(Side::First));
        }
        if let Some(winner) = scored.tally.ending.and_then(|ending| ending.winner)
            && hands > 0
        {
            self.claim(RecordKind::ShortestWin, hands, place, who(winner));
            if let Some(behind) = comeback(scored, None) {
                self.claim(RecordKind::BiggestComeback, behind.0, place, who(winner));
            }
        }
    }

    fn enter_streaks(&mut self, game: ReportedGame<'_>, finished: Finished) {
        let place = GamePlace::of(game);
        for (seat, name) in game.scored.game.players.seats() {
            let at = self.place(name);
            let streak = &mut self.streaks[at];
            if finished.results[seat.side] != GameResult::Won {
                *streak = OpenStreak::default();
                continue;
            }
            let (wins, began) = streak;
            *wins += 1;
            let (wins, began) = (*wins, *began.get_or_insert(place));
            let who = (vec![name.clone()], Vec::new());
            if let Some(record) = self.claim(RecordKind::LongestStreak, wins, place, who) {
                record.began = Some(began);
            }
        }
    }

    fn enter_rivals(&mut self, game: ReportedGame<'_>, finished: Option<Finished>) {
        let (players, place) = (&game.scored.game.players, GamePlace::of(game));
        let mut pairs = BTreeMap::new();
        for (own, first) in players.seats() {
            for (against, second) in players.seats().filter(|(seat, _)| seat.side > own.side) {
                let (one, other) = (self.place(first), self.place(second));
                let (pair, sides) =
                    if one < other { ([one, other], [own, against]) } else { ([other, one], [against, own]) };
                pairs.insert(pair, sides.map(|seat| seat.side));
            }
        }
        for (pair, [one, other]) in pairs {
            let net = finished.map(|_| game.scored.tally.between(one, other));
            let claims = self.rivals.entry(pair).or_insert_with(|| Rivals::new(place)).enter(place, net);
            for Claim { kind, value, holder, began, is_first } in claims {
                let [holder, against] =
                    [holder, holder.other()].map(|side| vec![self.names[pair[side.index()]].clone()]);
                if let Some(held) = self.best.get_mut(&kind)
                    && (held.value, &held.holders, &held.against) == (value, &holder, &against)
                {
                    held.game = place;
                } else if is_first && let Some(record) = self.claim(kind, value, place, (holder, against)) {
                    record.began = Some(began);
                }
            }
        }
    }

    /// A player's index in the lists, in the order of first appearance.
    fn place(&mut self, name: &Name) -> usize {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let place = self.names.len();
        self.places.insert(name.clone(), place);
        self.names.push(name.clone());
        self.streaks.push(OpenStreak::default());
        place
    }
}

fn players_of_side(scored: &ScoredGame, side: Side) -> Vec<Name> {
    scored.game.players.of(side).to_vec()
}

fn players_against(scored: &ScoredGame, side: Side) -> Vec<Name> {
    scored.game.players.seats().filter(|(seat, _)| seat.side != side).map(|(_, name)| name.clone()).collect()
}

/// The winner and the loser of one result of a hand.
fn players_of_result(scored: &ScoredGame, hand: &EnteredHand, at: usize, winner: Side) -> Holders {
    let players = &scored.game.players;
    let named = |seat: Option<Seat>| seat.and_then(|seat| players.of(seat.side).get(seat.at())).cloned();
    let two = hand.priced.opponents(at, players);
    let of =
        |won: bool| named(two.into_iter().flatten().find(|seat| (seat.side == winner) == won)).into_iter().collect();
    (of(true), of(false))
}

/// Two opponents, first the one who appeared in the book earlier.
#[derive(Debug, Clone, Copy)]
struct Rivals {
    /// Their first game.
    met: GamePlace,
    /// Their first game with a date.
    dated: Option<GamePlace>,
    /// The most days between that and a later one.
    days: i64,
    /// The number of games they finished.
    games: i64,
    lead: Lead,
    /// The highest lead.
    highest: Points,
}

/// A claim to a record of pairs.
#[derive(Debug, Clone, Copy)]
struct Claim {
    kind: RecordKind,
    /// The value, in the unit of the record.
    value: i64,
    /// The holder, unless the two share the record.
    holder: Side,
    /// The game that began it.
    began: GamePlace,
    /// Whether no earlier game of the two has this value.
    is_first: bool,
}

impl Rivals {
    /// Two players who meet for the first time in this game.
    fn new(met: GamePlace) -> Rivals {
        Rivals { met, dated: None, days: 0, games: 0, lead: Lead::default(), highest: Points::ZERO }
    }

    /// Enters a game, with the net for the first player if it is finished. Returns the claims that it makes.
    fn enter(&mut self, game: GamePlace, net: Option<Points>) -> Vec<Claim> {
        let claim = |kind, value, began| Claim { kind, value, holder: Side::First, began, is_first: true };
        let mut claims = Vec::new();
        if let Some(last) = game.started {
            let began = *self.dated.get_or_insert(game);
            let days = began.started.map_or(0, |first| (last.date_naive() - first.date_naive()).num_days());
            if days > 0 && days >= self.days {
                claims.push(Claim { is_first: days > self.days, ..claim(RecordKind::LongestRivalry, days, began) });
                self.days = days;
            }
        }
        let Some(net) = net else { return claims };
        self.games += 1;
        claims.push(claim(RecordKind::MostGames, self.games, self.met));
        if self.lead.add(net) {
            let changes = i64::try_from(self.lead.changes).unwrap_or(i64::MAX);
            claims.push(claim(RecordKind::MostLeadChanges, changes, self.met));
        }
        let lead = self.lead.cumulative.abs();
        if lead > self.highest {
            self.highest = lead;
            let holder = if self.lead.cumulative > Points::ZERO { Side::First } else { Side::Second };
            claims.push(Claim { holder, ..claim(RecordKind::HighestLead, lead.0, self.met) });
        }
        claims
    }
}
