//! Records, against a small book worked out by hand and against a naive search through random books.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};
use ginpad_core::notation::{LocalTime, read_games};
use ginpad_core::reports::{Record, RecordKeeper, RecordKind, Records};
use ginpad_core::{Game, Name, ScoredGame};

use super::support::dice::{Dice, times};
use super::support::evenings::{Evening, NAMES, evenings, reported, scored};

fn kept(evenings: &[Evening], today: NaiveDate) -> Records {
    let mut keeper = RecordKeeper::new(today);
    let scored = scored(evenings);
    reported(&scored).for_each(|game| keeper.enter(game));
    keeper.finish()
}

fn names(names: &[Name]) -> String {
    names.iter().map(Name::as_str).collect::<Vec<_>>().join(" & ")
}

/// A claim that somebody could make: the value, the holders, the opponents, the number of the game, the hand, and the
/// number of the game with which it began.
type Claim = (i64, String, String, i64, Option<usize>, Option<i64>);

/// The best claim, the first of equals, with the number of later equals.
fn best(claims: Vec<Claim>, is_better: fn(i64, i64) -> bool) -> Option<(Claim, usize)> {
    let mut best: Option<(Claim, usize)> = None;
    for claim in claims {
        best = match best {
            Some((held, equaled)) if held.0 == claim.0 => Some((held, equaled + 1)),
            Some((held, equaled)) if !is_better(claim.0, held.0) => Some((held, equaled)),
            _ => Some((claim, 0)),
        };
    }
    best
}

/// Every claim to a record, in order.
fn claims(evenings: &[Evening], kind: RecordKind) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut streaks: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
    for (number, evening) in (1..).zip(evenings) {
        let came = evening.came();
        let side = |side: usize| evening.sides[side].iter().map(|at| NAMES[*at]).collect::<Vec<_>>().join(" & ");
        let hands = i64::try_from(came.hands).unwrap();
        let mut of_game =
            |value: i64, holder: usize| claims.push((value, side(holder), side(1 - holder), number, None, None));
        match (kind, came.finished) {
            (RecordKind::BiggestGame, Some((_, net))) if net != 0 => of_game(net.abs(), usize::from(net < 0)),
            (RecordKind::LongestGame, Some(_)) if hands > 0 => of_game(hands, 0),
            (RecordKind::ShortestWin, _) => came.by_the_rules.into_iter().for_each(|winner| of_game(hands, winner)),
            (RecordKind::BiggestComeback, _) => {
                if let Some(winner) = came.by_the_rules {
                    let behind = came.race.iter().map(|points| points[1 - winner] - points[winner]).max().unwrap();
                    if behind > 0 {
                        of_game(behind, winner);
                    }
                }
            }
            (RecordKind::BiggestHand, _) => {
                for (at, hand) in evening.hands.iter().enumerate().take(came.hands) {
                    for won in hand {
                        let who = |side: usize| NAMES[evening.sides[side][won.place]].to_string();
                        let (winner, loser) = (who(won.side), who(1 - won.side));
                        claims.push((won.worth(), winner, loser, number, Some(at), None));
                    }
                }
            }
            (RecordKind::MostGins, _) => {
                for (at, players) in evening.sides.iter().enumerate() {
                    for (place, player) in players.iter().enumerate() {
                        let own = evening.hands.iter().take(came.hands).flatten();
                        let own = own.filter(|won| won.gin && (won.side, won.place) == (at, place)).count();
                        if own > 0 {
                            let own = i64::try_from(own).unwrap();
                            claims.push((own, NAMES[*player].to_string(), side(1 - at), number, None, None));
                        }
                    }
                }
            }
            (RecordKind::LongestStreak, Some((winner, _))) => {
                for (at, player) in
                    evening.sides.iter().enumerate().flat_map(|(at, side)| side.iter().map(move |it| (at, it)))
                {
                    if winner == Some(at) {
                        let (wins, began) = streaks.get(player).copied().unwrap_or((0, number));
                        streaks.insert(*player, (wins + 1, began));
                        claims.push((wins + 1, NAMES[*player].to_string(), String::new(), number, None, Some(began)));
                    } else {
                        streaks.remove(player);
                    }
                }
            }
            _ => {}
        }
    }
    claims
}

/// The claim of every pair to a record of pairs, in the order in which they were set.
fn claims_of_pairs(evenings: &[Evening], kind: RecordKind) -> Vec<Claim> {
    let mut claims: Vec<(usize, Claim)> = Vec::new();
    for (one, a) in NAMES.iter().enumerate() {
        for (other, b) in NAMES.iter().enumerate().skip(one + 1) {
            let met: Vec<(usize, i64)> = evenings
                .iter()
                .enumerate()
                .filter_map(|(at, evening)| {
                    let [first, second] = &evening.sides;
                    match () {
                        // Nobody has met in a game without a hand.
                        () if evening.hands.is_empty() && evening.came().finished.is_none() => None,
                        () if first.contains(&one) && second.contains(&other) => Some((at, 1)),
                        () if second.contains(&one) && first.contains(&other) => Some((at, -1)),
                        () => None,
                    }
                })
                .collect();
            let Some((began, _)) = met.first().copied() else { continue };
            let number = |at: usize| i64::try_from(at).unwrap() + 1;
            let (mut sum, mut leader, mut changes, mut changed) = (0, 0, 0, 0);
            let (mut games, mut last_game, mut highest) = (0, 0, (0, 0));
            for (at, sign) in &met {
                let Some((_, net)) = evenings[*at].came().finished else { continue };
                sum += net * sign;
                (games, last_game) = (games + 1, *at);
                if sum != 0 && leader != 0 && sum.signum() != leader {
                    (changes, changed) = (changes + 1, *at);
                }
                leader = if sum == 0 { leader } else { sum.signum() };
                highest = if i64::abs(sum) > i64::abs(highest.0) { (sum, *at) } else { highest };
            }
            let (a, b) = (a.to_string(), b.to_string());
            let dated: Vec<usize> = met.iter().map(|(at, _)| *at).filter(|at| evenings[*at].start.is_some()).collect();
            let day = |at: usize| evenings[at].start.unwrap().date();
            match (kind, dated.as_slice()) {
                (RecordKind::HighestLead, _) if highest.0 != 0 => {
                    let (lead, at) = highest;
                    let (leads, trails) = if lead > 0 { (a, b) } else { (b, a) };
                    claims.push((at, (lead.abs(), leads, trails, number(at), None, Some(number(began)))));
                }
                (RecordKind::MostLeadChanges, _) if changes > 0 => {
                    claims.push((changed, (changes, a, b, number(changed), None, Some(number(began)))));
                }
                (RecordKind::MostGames, _) if games > 0 => {
                    claims.push((last_game, (games, a, b, number(last_game), None, Some(number(began)))));
                }
                (RecordKind::LongestRivalry, [first, .., last]) if day(*first) < day(*last) => {
                    let days = (day(*last) - day(*first)).num_days();
                    claims.push((*last, (days, a, b, number(*last), None, Some(number(*first)))));
                }
                _ => {}
            }
        }
    }
    claims.sort_by_key(|(at, _)| *at);
    claims.into_iter().map(|(_, claim)| claim).collect()
}

fn claim_of(record: &Record) -> Claim {
    let began = record.began.map(|began| began.number);
    (record.value, names(&record.holders), names(&record.against), record.game.number, record.hand, began)
}

/// The names of a record that two share, in the order of the alphabet: who comes first is no part of the record.
fn in_order(mut claim: Claim, kind: RecordKind) -> Claim {
    if kind.is_shared() && claim.1 > claim.2 {
        std::mem::swap(&mut claim.1, &mut claim.2);
    }
    claim
}

#[test]
fn records_are_those_that_a_naive_search_finds() {
    let mut dice = Dice::new(1811);
    let mut found: BTreeMap<RecordKind, usize> = BTreeMap::new();
    for _ in 0..times(25, 2000) {
        let games = dice.below(60);
        let evenings = evenings(&mut dice, games);
        let records = kept(&evenings, NaiveDate::from_ymd_opt(2026, 11, 20).unwrap());
        for kind in RecordKind::ALL.iter().copied() {
            let claims = if is_of_a_pair(kind) { claims_of_pairs(&evenings, kind) } else { claims(&evenings, kind) };
            let is_better: fn(i64, i64) -> bool =
                if kind == RecordKind::ShortestWin { |one, other| one < other } else { |one, other| one > other };
            let naive = best(claims.clone(), is_better);
            let record = records.records.iter().find(|record| record.kind == kind);
            let Some((record, (claim, equaled))) = record.zip(naive.clone()) else {
                assert!(record.is_none() && naive.is_none(), "{kind:?}: {record:?} {naive:?}");
                continue;
            };
            assert_eq!((record.equaled, record.game.number), (equaled, claim.3), "{kind:?}");
            if is_of_a_pair(kind) {
                // A game of partners is one of several pairs, who may set the same record together.
                let holders = in_order(claim_of(record), kind);
                assert!(claims.into_iter().any(|claim| in_order(claim, kind) == holders), "{kind:?}: {holders:?}");
            } else {
                assert_eq!(claim_of(record), claim, "{kind:?}");
            }
            *found.entry(kind).or_default() += 1;
        }
    }
    assert_eq!(found.len(), RecordKind::ALL.len());
    assert!(found.values().all(|found| *found > 5), "{found:?}");
}

#[test]
fn this_day_in_other_years_is_every_game_of_the_day() {
    let mut dice = Dice::new(20);
    let mut found = 0;
    for _ in 0..times(30, 300) {
        let evenings = evenings(&mut dice, 60);
        let today = evenings.iter().rev().find_map(|evening| evening.start).unwrap().date();
        let naive: Vec<i64> = (1..)
            .zip(&evenings)
            .filter(|(_, evening)| {
                evening.start.is_some_and(|start| {
                    start.year() != today.year()
                        && start.format("%m-%d").to_string() == today.format("%m-%d").to_string()
                })
            })
            .map(|(number, _)| number)
            .collect();
        let this_day: Vec<i64> = kept(&evenings, today).this_day.iter().map(|game| game.game.number).collect();
        assert_eq!(this_day, naive);
        found += naive.len();
    }
    assert!(found > 3, "{found}");
}

#[test]
fn a_small_book_has_the_records_that_a_reader_finds() {
    let sheets = "\
date: 2024-11-20 19:00 +00:00
rules: simple
sides: Ann, Bob

bob points 60
ann gin 40
dead
ann points 40
---
date: 2025-03-01 19:00 +00:00
rules: simple
sides: Ann, Bob

ann gin 75
---
date: 2025-03-02 19:00 +00:00
rules: simple
sides: Bob, Ann

bob gin 50
ann gin 30
bob gin 2
---
sides: Ann, Cid
closed: unfinished

cid knock 4 90
";
    let utc = chrono::DateTime::UNIX_EPOCH.fixed_offset();
    let local = LocalTime { now: utc, offset_at: &|_| *chrono::DateTime::UNIX_EPOCH.fixed_offset().offset() };
    let scored: Vec<ScoredGame> = read_games(sheets, local).unwrap().into_iter().map(Game::scored).collect();
    let mut keeper = RecordKeeper::new(NaiveDate::from_ymd_opt(2026, 3, 1).unwrap());
    reported(&scored).for_each(|game| keeper.enter(game));
    let Records { records, this_day } = keeper.finish();
    let shown: Vec<String> = records
        .iter()
        .map(|record| {
            let Record { kind, value, holders, against, game, hand, began, equaled } = record;
            let hand = hand.map_or(String::new(), |hand| format!(", hand {}", hand + 1));
            let began = began.map_or(String::new(), |began| format!(" from game {}", began.number));
            let (one, other) = (names(holders), names(against));
            format!("{}: {value}, {one}/{other}, game {}{hand}{began}, equaled {equaled}", kind.name(), game.number)
        })
        .collect();
    assert_eq!(
        shown,
        [
            "biggest hand: 100, Ann/Bob, game 2, hand 1, equaled 0",
            "biggest game: 100, Ann/Bob, game 2, equaled 0",
            "longest game: 4, Ann/Bob, game 1, equaled 0",
            "shortest win: 1, Ann/Bob, game 2, equaled 0",
            "biggest comeback: 60, Ann/Bob, game 1, equaled 0",
            "longest streak of wins: 2, Ann/, game 2 from game 1, equaled 0",
            "most gins in a game: 2, Bob/Ann, game 3, equaled 0",
            "highest lifetime lead: 145, Ann/Bob, game 2 from game 1, equaled 0",
            "most games of a pair: 3, Ann/Bob, game 3 from game 1, equaled 0",
            "longest rivalry: 102, Ann/Bob, game 3 from game 1, equaled 0",
        ]
    );
    assert_eq!(this_day.iter().map(|game| game.game.number).collect::<Vec<_>>(), [2]);
}

/// Whether it is about all the games of two opponents.
fn is_of_a_pair(kind: RecordKind) -> bool {
    use RecordKind::{HighestLead, LongestRivalry, MostGames, MostLeadChanges};
    matches!(kind, HighestLead | MostLeadChanges | MostGames | LongestRivalry)
}
