//! The standings, compared with naive ones on random games: sums over the naive sheet, hand by hand.

use std::collections::BTreeMap;

use ginpad_core::facts::FactId;
use ginpad_core::reports::{Figure, ReportedGame, Standings, StandingsRow, Versus};
use ginpad_core::{BySide, Closing, Game, Name, Players, Points, Side, Totals};
use proptest::prelude::*;
use uuid::Uuid;

use crate::support::games::{RandomGame, as_game, end_of, plain_game};
use crate::support::naive::{Beside, Pair, Sheet};

const PEOPLE: [&str; 9] = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida"];

/// A game with the people who play it.
#[derive(Debug, Clone)]
pub(crate) struct Played {
    random: RandomGame,
    /// The people of each side.
    sides: [Vec<&'static str>; 2],
    closing: Option<Closing>,
    totals: Option<[i64; 2]>,
}

pub(crate) fn played() -> impl Strategy<Value = Played> {
    let closing = prop_oneof![
        4 => Just(None),
        1 => Just(Some(Closing::Unfinished)),
        1 => Just(Some(Closing::Settled)),
        1 => Just(Some(Closing::Forfeit(Side::First))),
        1 => Just(Some(Closing::Forfeit(Side::Second))),
    ];
    let totals = proptest::option::weighted(0.1, [0..300_i64, 0..300_i64]);
    (plain_game(), Just(PEOPLE.to_vec()).prop_shuffle(), any::<bool>(), closing, totals).prop_map(
        |(mut random, people, few, closing, totals)| {
            // Few people meet often, and then their streaks and ledgers are long.
            let people = if few && random.a_side == 1 { vec!["Ann", "Bob"] } else { people };
            if totals.is_some() {
                random.hands.clear();
            }
            let side = |from: usize| people[from..from + random.a_side].to_vec();
            Played { sides: [side(0), side(random.a_side)], random, closing, totals }
        },
    )
}

impl Played {
    fn game(&self) -> Game {
        let names = |side: usize| self.sides[side].iter().map(|name| Name::read(name).unwrap()).collect();
        let totals = self.totals.map(|[one, other]| Totals::new(BySide::new(Points(one), Points(other))));
        let players = Players::new(BySide::new(names(0), names(1))).unwrap();
        Game { players, closing: self.closing, totals, ..as_game(&self.random) }
    }
}

/// What somebody did, as plain sums.
#[derive(Debug, Clone, Default)]
struct Naive {
    sums: BTreeMap<&'static str, i128>,
    biggest: Option<i128>,
    comeback: Option<i128>,
    streak: i128,
}

impl Naive {
    fn add(&mut self, what: &'static str, number: i128) {
        *self.sums.entry(what).or_default() += number;
    }

    fn get(&self, what: &str) -> i128 {
        self.sums.get(what).copied().unwrap_or(0)
    }

    /// One result: how it ended, and what both had.
    fn result(&mut self, pair: &Pair, side: usize, outcome: &str, winner: Option<usize>) {
        let won = winner == Some(side);
        let lost = winner == Some(1 - side);
        if outcome != "points" {
            self.add("told", 1);
        }
        let (knocker, own) = match *pair {
            Pair::Knock { side: by, own, other } => (Some(by), if by == side { own } else { other }),
            Pair::Undercut { side: by, own, other } => (Some(1 - by), if by == side { own } else { other }),
            Pair::Gin { side: by, other } | Pair::BigGin { side: by, other } => {
                (None, if by == side { 0 } else { other })
            }
            Pair::Points { .. } | Pair::Dead | Pair::Misdeal => (None, 0),
        };
        if knocker == Some(side) {
            self.add("knocking", own);
            self.add("knocked", 1);
        }
        if knocker == Some(1 - side) {
            self.add("defended", 1);
        }
        if lost && matches!(outcome, "knock" | "gin" | "big-gin") {
            self.add("caught", own);
            self.add("catches", 1);
        }
        let kind = match outcome {
            "knock" => "knocks",
            "gin" => "gins",
            "big-gin" => "big_gins",
            "undercut" => "undercuts",
            _ => "other",
        };
        self.add(kind, i128::from(won));
        self.add("undercut_against", i128::from(lost && outcome == "undercut"));
    }

    /// One hand, or one result of partners: who won what.
    fn hand(&mut self, side: usize, winner: Option<usize>, points: i128, dead: bool, dealer: Option<usize>) {
        self.add("hands", 1);
        self.add("dead", i128::from(dead));
        if winner == Some(side) {
            self.add("hands_won", 1);
            self.add("points_for", points);
            self.biggest = self.biggest.max(Some(points));
        }
        if winner == Some(1 - side) {
            self.add("points_against", points);
        }
        if let (Some(dealer), false) = (dealer, dead) {
            let (hands, won) = if dealer == side {
                ("hands_with_deal", "won_with_deal")
            } else {
                ("hands_without_deal", "won_without_deal")
            };
            self.add(hands, 1);
            self.add(won, i128::from(winner == Some(side)));
        }
    }

    fn finish(&mut self, side: usize, winner: Option<usize>, net: i128, hands: i128) {
        self.add("games", 1);
        self.add("net", net);
        let result = match winner {
            None => "tied",
            Some(winner) if winner == side => "won",
            Some(_) => "lost",
        };
        self.add(result, 1);
        self.streak = if result == "won" { self.streak + 1 } else { 0 };
        let longest = self.get("longest_streak").max(self.streak);
        self.sums.insert("longest_streak", longest);
        if hands > 0 {
            self.add("lengths", hands);
            self.add("long", 1);
        }
    }

    /// A figure as a fraction.
    fn figure(&self, figure: Figure) -> Option<(i128, i128)> {
        let of = |part: i128, of: &str| (self.get(of) > 0).then(|| (part, self.get(of)));
        match figure.word() {
            "points_per_hand_won" => of(self.get("points_for"), "hands_won"),
            "knocking_deadwood" => of(self.get("knocking"), "knocked"),
            "caught_deadwood" => of(self.get("caught"), "catches"),
            "undercut_rate" => of(self.get("undercuts"), "defended"),
            "undercut_against_rate" => of(self.get("undercut_against"), "knocked"),
            "gin_rate" => of(self.get("gins") + self.get("big_gins"), "told"),
            "hands_per_game" => of(self.get("lengths"), "long"),
            "biggest_hand" => self.biggest.map(|points| (points, 1)),
            "biggest_comeback" => self.comeback.map(|points| (points, 1)),
            word => Some((self.get(word), 1)),
        }
    }
}

/// Where each side stands after some hands: the score so far and the points of open columns.
fn stands(sheet: &Sheet) -> [i128; 2] {
    [0, 1].map(|side| {
        let open = sheet.columns.iter().filter(|column| column.finisher.is_none());
        sheet.score[side] + open.map(|column| column.points[side] * column.multiplier).sum::<i128>()
    })
}

fn ended(closing: Option<Closing>) -> Beside {
    Beside { end: end_of(closing), ..Beside::default() }
}

/// Who did what, by name; partners by their names joined.
fn naive(games: &[Played]) -> BTreeMap<String, Naive> {
    let mut all: BTreeMap<String, Naive> = BTreeMap::new();
    for played in games {
        let Played { random, sides, closing, totals } = played;
        let sheet = Sheet::of(&random.knobs, random.first_dealer, &random.hands, &ended(*closing));
        let partners = sides.each_ref().map(|names| {
            let mut names = names.clone();
            names.sort_unstable();
            names.join(" & ")
        });
        let mut counted = 0;
        for (at, hand) in sheet.hands.iter().enumerate().filter(|(_, hand)| hand.counted) {
            counted += 1;
            let dealer = Sheet::of(&random.knobs, random.first_dealer, &random.hands[..at], &Beside::default()).dealer;
            let pairs = &random.hands[at].pairs;
            for side in [0, 1] {
                for (place, name) in sides[side].iter().enumerate() {
                    let naive = all.entry(name.to_string()).or_default();
                    let Some(worth) = hand.price.results.get(place) else {
                        naive.hand(side, None, 0, true, dealer);
                        naive.result(&Pair::Dead, side, "dead", None);
                        continue;
                    };
                    naive.hand(side, worth.winner, worth.points, worth.outcome == "dead", dealer);
                    naive.result(&pairs[place], side, worth.outcome, worth.winner);
                }
                if random.a_side > 1 {
                    let naive = all.entry(partners[side].clone()).or_default();
                    naive.hand(side, hand.price.winner, hand.price.points, hand.price.results.is_empty(), dealer);
                    for (pair, worth) in pairs.iter().zip(&hand.price.results) {
                        naive.result(pair, side, worth.outcome, worth.winner);
                    }
                    if hand.price.results.is_empty() {
                        naive.result(&Pair::Dead, side, "dead", None);
                    }
                }
            }
        }
        let (over, winner, net) = match (totals, closing) {
            _ if sheet.over => (true, sheet.winner, sheet.net),
            (totals, Some(Closing::Forfeit(loser) | Closing::ForfeitNoPoints(loser))) => {
                let net = totals.map_or(sheet.net, |totals| i128::from(totals[0] - totals[1]));
                (true, Some(1 - loser.index()), net)
            }
            (None, Some(Closing::Settled)) => (true, sheet.winner, sheet.net),
            (_, Some(Closing::Unfinished)) | (None, None) => (false, None, 0),
            (Some([one, other]), None | Some(Closing::Settled)) => {
                let winner = if one > other {
                    Some(0)
                } else if other > one {
                    Some(1)
                } else {
                    None
                };
                (true, winner, i128::from(one - other))
            }
        };
        for side in [0, 1] {
            let names = sides[side].iter().map(ToString::to_string);
            let partners = (random.a_side > 1).then(|| partners[side].clone());
            for name in names.chain(partners) {
                let naive = all.entry(name).or_default();
                if !over {
                    continue;
                }
                let net = if side == 0 { net } else { -net };
                naive.finish(side, winner, net, counted);
                if sheet.over && winner == Some(side) {
                    let ended = sheet.hands.iter().filter(|hand| hand.counted).count();
                    let until = |hands: usize| &random.hands[..hands];
                    let sheet = |hands| Sheet::of(&random.knobs, random.first_dealer, until(hands), &Beside::default());
                    let before = (0..ended).map(|hands| stands(&sheet(hands)));
                    let behind = before.map(|stands| stands[1 - side] - stands[side]).max().unwrap_or(0);
                    if behind > 0 {
                        naive.comeback = naive.comeback.max(Some(behind));
                    }
                }
            }
        }
    }
    all
}

fn reported(games: &[Played]) -> Vec<ginpad_core::game::ScoredGame> {
    games.iter().map(|played| played.game().scored()).collect()
}

pub(crate) fn numbered(scored: &[ginpad_core::game::ScoredGame]) -> impl Iterator<Item = ReportedGame<'_>> {
    (1_i64..).zip(scored).map(|(number, scored)| ReportedGame {
        id: FactId { of: Uuid::from_u128(u128::from(number.unsigned_abs())), place: 0 },
        number,
        scored,
    })
}

fn assert_same(who: &str, line: &StandingsRow, naive: &Naive) {
    for figure in Figure::ALL {
        let value = figure.value(line).map(|value| (i128::from(value.part), i128::from(value.of)));
        assert_eq!(value, naive.figure(*figure), "{who}: {}", figure.word());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn the_standings_are_the_naive_ones(games in proptest::collection::vec(played(), 0..8)) {
        let scored = reported(&games);
        let mut standings = Standings::default();
        numbered(&scored).for_each(|game| standings.enter(game));
        let naive = naive(&games);
        let lines = standings.lines();
        let lines: BTreeMap<String, &StandingsRow> = lines.iter().map(|line| (line.name(), &line.row)).collect();
        prop_assert_eq!(lines.keys().collect::<Vec<_>>(), naive.keys().collect::<Vec<_>>());
        for (who, line) in lines {
            assert_same(&who, line, &naive[&who]);
        }
    }

    #[test]
    fn versus_is_the_standings_of_the_games_of_opponents(games in proptest::collection::vec(played(), 0..8)) {
        let [ann, bob] = ["Ann", "Bob"].map(|name| Name::read(name).unwrap());
        let opposite = |played: &&Played| {
            [0, 1].iter().any(|side| played.sides[*side].contains(&"Ann") && played.sides[1 - side].contains(&"Bob"))
        };
        let theirs: Vec<Played> = games.iter().filter(opposite).cloned().collect();
        let scored = reported(&games);
        let mut versus = Versus::new(ann.clone(), bob.clone());
        numbered(&scored).for_each(|game| versus.enter(game));
        let mut naive = naive(&theirs);
        for (name, line) in ["Ann", "Bob"].iter().zip(versus.lines()) {
            assert_same(name, &line.row, naive.entry(name.to_string()).or_default());
        }
        // The ledger from the other side: the same games and lead changes, nets turned round.
        let mut back = Versus::new(bob, ann);
        numbered(&scored).for_each(|game| back.enter(game));
        let back = back.ledger;
        prop_assert_eq!(back.lead_changes, versus.ledger.lead_changes);
        let turned: Vec<Points> = back.entries.iter().map(|entry| -entry.cumulative).collect();
        prop_assert_eq!(turned, versus.ledger.entries.iter().map(|entry| entry.cumulative).collect::<Vec<_>>());
        prop_assert_eq!(
            versus.ledger.scores[0] - versus.ledger.scores[1],
            versus.ledger.entries.iter().map(|entry| entry.net).sum()
        );
    }
}
