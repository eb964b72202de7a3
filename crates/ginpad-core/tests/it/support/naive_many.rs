//! A second scorer for tables of three to six where each plays for himself, written from sections 2 to 6, 9 and 10 of the
//! rules alone and as plainly as possible. It shares no code with `src/`. A result between two sides costs what the naive
//! scorer of two sides says, as section 9 has it: "the price of a result [is that] of sections 2-4".
//!
//! Sides are numbers in the order of seats. Each sentence of the page is an `if` here.

use super::knobs::Knobs;
use super::naive::{self, End};

/// How the caller ended a hand; a knock has the caller's own deadwood.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Call {
    Knock(i128),
    Gin,
    BigGin,
}

/// What was played: the caller against others, each with the deadwood that was left; or who gained what, and in `cutthroat`
/// against whom.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Played {
    Dead { misdeal: bool, who: Option<[usize; 2]> },
    Called { caller: usize, call: Call, against: Vec<(usize, i128)> },
    Points { gained: Vec<(usize, i128)>, against: Option<usize> },
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hand {
    pub played: Played,
    /// Rank 1 to 13, and the suit's letter.
    pub upcard: Option<(u8, char)>,
}

/// Everything that a sheet says.
#[derive(Debug, Clone)]
pub(crate) struct Game {
    pub knobs: Knobs,
    /// `cutthroat` or `round-table`.
    pub table: &'static str,
    pub sides: usize,
    pub first_dealer: Option<usize>,
    pub spots: Vec<i128>,
    pub hands: Vec<Hand>,
    /// How many hands come before it, whose it is, and its points.
    pub adjustments: Vec<(usize, usize, i128)>,
    pub end: Option<End>,
}

/// A result between two sides. Nobody is `against` those who gained points at a round table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pair {
    pub by: usize,
    pub against: Option<usize>,
    pub outcome: &'static str,
    pub winner: Option<usize>,
    pub points: i128,
    pub extra_boxes: i128,
}

/// One hand on the sheet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entered {
    pub outcome: &'static str,
    pub knocker: Option<usize>,
    pub winner: Option<usize>,
    pub points: i128,
    pub boxes: i128,
    pub scored: Vec<i128>,
    pub results: Vec<Pair>,
    pub columns: Vec<usize>,
    pub counted: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Settled {
    pub shutout: Vec<i128>,
    pub game_bonus: Vec<i128>,
    pub line_bonus: Vec<i128>,
    pub totals: Vec<i128>,
    pub net: Vec<i128>,
}

/// The whole sheet: there is one column.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sheet {
    pub hands: Vec<Entered>,
    /// The columns that each adjustment went into.
    pub adjustments: Vec<Vec<usize>>,
    pub hand_points: Vec<i128>,
    /// The part of them that is of hands, with lines that are credited at once.
    pub of_hands: Vec<i128>,
    /// What the target sees.
    pub points: Vec<i128>,
    pub hands_won: Vec<i128>,
    pub boxes: Vec<i128>,
    pub deals: i128,
    pub status: &'static str,
    pub column_status: &'static str,
    pub finisher: Option<usize>,
    pub shutout: Vec<bool>,
    pub settlement: Option<Settled>,
    pub game_score: Vec<i128>,
    pub net: Vec<i128>,
    pub winner: Option<usize>,
    pub tied: Vec<usize>,
    pub dealer: Option<usize>,
    /// The two who play next, where two at a time play and this is known.
    pub pair: Option<[usize; 2]>,
}

/// What one result between the caller and one opponent is worth.
fn result(knobs: &Knobs, caller: usize, call: Call, (other, left): (usize, i128), upcard: Option<(u8, char)>) -> Pair {
    let pair = match call {
        Call::Knock(own) => naive::Pair::Knock { side: 0, own, other: left },
        Call::Gin => naive::Pair::Gin { side: 0, other: left },
        Call::BigGin => naive::Pair::BigGin { side: 0, other: left },
    };
    let price = naive::price(knobs, &naive::Hand { pairs: vec![pair], upcard });
    let winner = price.winner.map(|winner| [caller, other][winner]);
    let extra_boxes = price.results[0].extra_boxes;
    Pair { by: caller, against: Some(other), outcome: price.outcome, winner, points: price.points, extra_boxes }
}

/// The one of some sides that alone has most points.
fn alone_at_the_top(sides: &[usize], points: &[i128]) -> Option<usize> {
    let at_the_top = level_at_the_top(sides, points);
    if at_the_top.len() == 1 { Some(at_the_top[0]) } else { None }
}

fn level_at_the_top(sides: &[usize], points: &[i128]) -> Vec<usize> {
    let nobody_has_more = |side: &usize| sides.iter().all(|other| points[*other] <= points[*side]);
    sides.iter().copied().filter(nobody_has_more).collect()
}

impl Sheet {
    pub(crate) fn of(game: &Game) -> Sheet {
        let none = vec![0; game.sides];
        let mut sheet = Sheet {
            hand_points: game.spots.clone(),
            points: game.spots.clone(),
            of_hands: none.clone(),
            hands_won: none.clone(),
            boxes: none.clone(),
            game_score: none.clone(),
            net: none,
            shutout: vec![false; game.sides],
            status: "open",
            column_status: "open",
            dealer: game.first_dealer,
            ..Sheet::default()
        };
        for at in 0..=game.hands.len() {
            for (_, side, points) in game.adjustments.iter().filter(|(after, ..)| *after == at) {
                sheet.adjust(game, *side, *points);
            }
            if at < game.hands.len() {
                sheet.enter(game, &game.hands[at]);
            }
        }
        if let (Some(end), false) = (game.end, sheet.is_over()) {
            sheet.end(game, end);
        }
        if sheet.status != "open" {
            (sheet.dealer, sheet.pair) = (None, None);
        }
        sheet
    }

    /// Who sits out the next hand.
    pub(crate) fn sits_out(&self) -> Option<usize> {
        self.pair.map(|[one, other]| 3 - one - other)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.column_status == "finished"
    }

    pub(crate) fn needs(&self, game: &Game) -> Option<Vec<i128>> {
        let needs = self.points.iter().map(|points| (game.knobs.target - points).max(0)).collect();
        if self.is_over() { None } else { Some(needs) }
    }

    /// Section 10, "An adjustment".
    fn adjust(&mut self, game: &Game, side: usize, points: i128) {
        if self.is_over() {
            self.adjustments.push(Vec::new());
            return;
        }
        self.hand_points[side] += points;
        self.points[side] += points;
        self.adjustments.push(vec![0]);
        self.test(game);
    }

    /// Sections 2 and 9: one hand.
    fn enter(&mut self, game: &Game, hand: &Hand) {
        let knobs = &game.knobs;
        let results: Vec<Pair> = match &hand.played {
            Played::Dead { .. } => Vec::new(),
            Played::Called { caller, call, against } => {
                against.iter().map(|other| result(knobs, *caller, *call, *other, hand.upcard)).collect()
            }
            Played::Points { gained, against } => {
                let pair = |(by, points): &(usize, i128)| {
                    let (by, points, against) = (*by, *points, *against);
                    Pair { by, against, outcome: "points", winner: Some(by), points, extra_boxes: 0 }
                };
                gained.iter().map(pair).collect()
            }
        };
        let mut entered = Entered {
            outcome: "dead",
            knocker: None,
            winner: None,
            points: 0,
            boxes: 0,
            scored: vec![0; game.sides],
            results,
            columns: Vec::new(),
            counted: !self.is_over(),
        };
        if let Some(first) = entered.results.first() {
            entered.outcome = if game.table == "round-table" { "round" } else { first.outcome };
        }
        if let Played::Called { caller, .. } = hand.played {
            entered.knocker = Some(caller);
        }
        let mut boxes = vec![0; game.sides];
        let mut winners = Vec::new();
        for result in &entered.results {
            if let Some(side) = result.winner {
                if !winners.contains(&side) {
                    winners.push(side);
                    boxes[side] = 1;
                }
                boxes[side] += result.extra_boxes;
                entered.scored[side] += result.points;
            }
        }
        if winners.len() == 1 {
            entered.winner = Some(winners[0]);
            entered.points = entered.scored[winners[0]];
            entered.boxes = boxes[winners[0]];
        }
        if entered.counted {
            for side in &winners {
                entered.columns = vec![0];
                self.hands_won[*side] += 1;
                self.boxes[*side] += boxes[*side];
                self.hand_points[*side] += entered.scored[*side];
                let mut points = entered.scored[*side];
                if knobs.line_timing == "immediate" {
                    points += knobs.line_bonus * boxes[*side];
                }
                self.points[*side] += points;
                self.of_hands[*side] += points;
            }
            if !matches!(hand.played, Played::Dead { misdeal: true, .. }) {
                self.deals += 1;
            }
            if game.table == "cutthroat" {
                self.rotate(game, hand, &entered);
            } else {
                self.pass_the_deal(game, hand, &entered);
            }
            self.test(game);
        }
        self.hands.push(entered);
    }

    /// Sections 3, 9 and 10: whether an entry closes the column; first the target, then lines, then deals.
    fn test(&mut self, game: &Game) {
        let knobs = &game.knobs;
        let all: Vec<usize> = (0..game.sides).collect();
        let there: Vec<usize> = all.iter().copied().filter(|side| self.points[*side] >= knobs.target).collect();
        let mut finisher = alone_at_the_top(&there, &self.points);
        if finisher.is_none() && knobs.lines > 0 {
            let won = |side: &usize| self.hands_won[*side] >= knobs.lines;
            finisher = alone_at_the_top(&all.iter().copied().filter(won).collect::<Vec<_>>(), &self.points);
        }
        if finisher.is_none() && knobs.hands > 0 && self.deals >= knobs.hands {
            finisher = alone_at_the_top(&all, &self.points);
        }
        let Some(winner) = finisher else { return };
        self.finisher = Some(winner);
        self.winner = Some(winner);
        self.column_status = "finished";
        self.status = "finished";
        for side in all {
            let is_shut_out = match knobs.shutout_when.as_str() {
                "no-hands" => self.hands_won[side] == 0,
                "no-points" => self.of_hands[side] == 0,
                under => self.of_hands[side] < under.strip_prefix("under-").unwrap().parse().unwrap(),
            };
            self.shutout[side] = is_shut_out && side != winner;
        }
        let price = if knobs.shutout == "none" { 0 } else { knobs.shutout.parse().unwrap() };
        self.settle(knobs, Some(winner), price);
    }

    /// Section 9, "Totals" and "Settlement".
    fn settle(&mut self, knobs: &Knobs, finisher: Option<usize>, price: i128) {
        let n = self.points.len();
        let mut settled = Settled {
            shutout: vec![0; n],
            game_bonus: vec![0; n],
            line_bonus: self.boxes.iter().map(|boxes| knobs.line_bonus * boxes).collect(),
            totals: Vec::new(),
            net: vec![0; n],
        };
        if let Some(finisher) = finisher {
            settled.game_bonus[finisher] = knobs.game_bonus;
        }
        for side in 0..n {
            settled.totals.push(self.hand_points[side] + settled.game_bonus[side] + settled.line_bonus[side]);
        }
        for one in 0..n {
            for other in 0..n {
                settled.net[one] += settled.totals[one] - settled.totals[other];
                if self.shutout[other] && finisher == Some(one) {
                    settled.net[one] += price;
                    settled.net[other] -= price;
                    settled.shutout[one] += price;
                    settled.shutout[other] -= price;
                }
            }
        }
        self.game_score.clone_from(&settled.totals);
        self.net.clone_from(&settled.net);
        self.settlement = Some(settled);
    }

    /// Section 10, "Out of time" and "A forfeit".
    fn end(&mut self, game: &Game, end: End) {
        self.status = "closed";
        let all: Vec<usize> = (0..game.sides).collect();
        let a_hand_was_won = self.hands_won.iter().sum::<i128>() > 0;
        let mut at_the_top = Vec::new();
        if let End::Forfeit(loser) | End::ForfeitWithoutPoints(loser) = end {
            let others: Vec<usize> = all.iter().copied().filter(|side| *side != loser).collect();
            at_the_top = level_at_the_top(&others, &self.points);
            if at_the_top.len() == 1 {
                self.winner = Some(at_the_top[0]);
            }
        }
        if matches!(end, End::Settled | End::Forfeit(_)) && a_hand_was_won {
            self.finisher = self.winner;
            self.column_status = "settled";
            self.settle(&game.knobs, self.finisher, 0);
        }
        if end == End::Settled {
            at_the_top = level_at_the_top(&all, &self.game_score);
            if at_the_top.len() == 1 {
                self.winner = Some(at_the_top[0]);
            }
        }
        if self.winner.is_none() {
            self.tied = at_the_top;
        }
    }

    /// Section 9, "The deal, `cutthroat`".
    fn rotate(&mut self, game: &Game, hand: &Hand, entered: &Entered) {
        let named = match &hand.played {
            Played::Dead { who, .. } => *who,
            Played::Called { caller, against, .. } => Some([*caller, against[0].0]),
            Played::Points { gained, against } => Some([gained[0].0, against.unwrap()]),
        };
        if named.is_some() {
            self.pair = named;
        }
        let misdeal = matches!(hand.played, Played::Dead { misdeal: true, .. });
        let passes = !misdeal && game.knobs.dead_deal == "next";
        let Some([one, other]) = self.pair else {
            // A dead hand before the first result that does not say who played it: who deals is not known, unless it is the
            // same player again (section 6).
            if passes {
                self.dealer = None;
            }
            return;
        };
        if let Some(winner) = entered.winner {
            // Who lost sits out, and who sat out comes in and deals to the winner.
            let sat_out = 3 - one - other;
            self.pair = Some([sat_out, winner]);
            self.dealer = Some(sat_out);
            return;
        }
        if self.dealer == Some(one) {
            self.dealer = Some(if passes { other } else { one });
        } else if self.dealer == Some(other) {
            self.dealer = Some(if passes { one } else { other });
        } else {
            // Another pair than the rotation names, without the one who was to deal.
            self.dealer = None;
        }
    }

    /// Section 9, "The deal, `round-table`", and section 6.
    fn pass_the_deal(&mut self, game: &Game, hand: &Hand, entered: &Entered) {
        if game.knobs.dealer == "alternate" {
            let deals_again = match hand.played {
                Played::Dead { misdeal, .. } => misdeal || game.knobs.dead_deal == "same",
                _ => false,
            };
            if !deals_again {
                self.dealer = self.dealer.map(|dealer| (dealer + 1) % game.sides);
            }
            return;
        }
        match &hand.played {
            Played::Dead { .. } => {}
            Played::Points { gained, .. } => {
                let most = gained.iter().map(|(_, points)| *points).max().unwrap();
                self.dealer = gained.iter().find(|(_, points)| *points == most).map(|(side, _)| *side);
            }
            Played::Called { caller, .. } => {
                let undercut = |side: &usize| entered.results.iter().any(|pair| pair.winner == Some(*side));
                let left_of_the_caller = (1..game.sides).map(|seats| (caller + seats) % game.sides);
                let undercutters: Vec<usize> = left_of_the_caller.filter(undercut).collect();
                if let Some(first) = level_at_the_top(&undercutters, &entered.scored).first() {
                    self.dealer = Some(*first);
                } else if entered.results.iter().any(|pair| pair.winner == Some(*caller)) {
                    self.dealer = Some(*caller);
                }
            }
        }
    }
}
