//! A second scorer, written from `docs/rules.md` alone and as plainly as possible. It shares no code with `src/`. The
//! comments name the sections of that page.
//!
//! Sides are 0 and 1, words are strings, numbers are `i128`. Each sentence of the page is an `if` here. Nothing is
//! clever, so every difference from the program is worth a look.

use super::knobs::Knobs;

/// The result of one pair of opponents. `side` is the side that the entry names; numbers are in the order of an entry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Pair {
    Knock { side: usize, own: i128, other: i128 },
    Undercut { side: usize, own: i128, other: i128 },
    Gin { side: usize, other: i128 },
    BigGin { side: usize, other: i128 },
    Points { side: usize, points: i128 },
    Dead,
    Misdeal,
}

/// One hand. If its stock ran down it has no pairs; if it was dealt wrongly it has only a misdeal.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hand {
    pub pairs: Vec<Pair>,
    /// Rank 1 to 13, and the suit's letter.
    pub upcard: Option<(u8, char)>,
}

/// Points beside the hands: "Beside the hands".
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Adjustment {
    /// How many hands come before it.
    pub after: usize,
    pub side: usize,
    pub points: i128,
    /// From 0.
    pub column: Option<usize>,
}

/// How the table ended the game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum End {
    Unfinished,
    Settled,
    Forfeit(usize),
    ForfeitWithoutPoints(usize),
}

/// Beside the hands.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Beside {
    pub spots: [i128; 2],
    pub adjustments: Vec<Adjustment>,
    pub end: Option<End>,
}

/// What one pair's result is worth on its own.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Worth {
    pub outcome: &'static str,
    pub winner: Option<usize>,
    pub points: i128,
    pub extra_boxes: i128,
}

/// The knock limit of a hand: "One hand", rule 2.
pub(crate) fn knock_limit(knobs: &Knobs, upcard: Option<(u8, char)>) -> i128 {
    let Some((rank, _)) = upcard else { return knobs.knock_limit };
    if knobs.oklahoma == "off" {
        return knobs.knock_limit;
    }
    let value = if rank == 1 {
        if knobs.oklahoma == "ace-gin" { 0 } else { 1 }
    } else if rank >= 10 {
        10
    } else {
        i128::from(rank)
    };
    if value < knobs.knock_limit { value } else { knobs.knock_limit }
}

/// The most deadwood of a hand: "One hand", rule 1.
pub(crate) fn most_deadwood(knobs: &Knobs) -> i128 {
    match knobs.cards {
        10 => 98,
        7 => 70,
        cards => panic!("nobody is dealt {cards} cards"),
    }
}

/// "One hand", rules 3 to 8.
fn worth(knobs: &Knobs, pair: &Pair, upcard: Option<(u8, char)>) -> Worth {
    let mut worth = match pair {
        Pair::Dead | Pair::Misdeal => return Worth { outcome: "dead", ..Worth::default() },
        Pair::Points { side, points } => {
            return Worth { outcome: "points", winner: Some(*side), points: *points, extra_boxes: 0 };
        }
        Pair::Gin { side, other } => {
            Worth { outcome: "gin", winner: Some(*side), points: other + knobs.gin_bonus, extra_boxes: knobs.gin_boxes }
        }
        Pair::BigGin { side, other } => Worth {
            outcome: "big-gin",
            winner: Some(*side),
            points: other + knobs.big_gin_bonus.expect("big gin is played"),
            extra_boxes: knobs.big_gin_boxes,
        },
        Pair::Knock { side, own, other } => showdown(knobs, *side, *own, *other),
        Pair::Undercut { side, own, other } => showdown(knobs, 1 - side, *other, *own),
    };
    let spade = matches!(upcard, Some((_, 'S')));
    if spade && knobs.spades_double != "off" {
        worth.points *= 2;
    }
    if spade && knobs.spades_double == "points-and-boxes" {
        worth.extra_boxes *= 2;
    }
    worth
}

fn showdown(knobs: &Knobs, knocker: usize, k: i128, d: i128) -> Worth {
    let defender = 1 - knocker;
    if d > k {
        return Worth { outcome: "knock", winner: Some(knocker), points: d - k + knobs.knock_bonus, extra_boxes: 0 };
    }
    let mut undercut_boxes = knobs.undercut_boxes;
    if d == 0 && knobs.gin_off_boxes > undercut_boxes {
        undercut_boxes = knobs.gin_off_boxes;
    }
    let undercut = |points| Worth { outcome: "undercut", winner: Some(defender), points, extra_boxes: undercut_boxes };
    if d < k {
        return undercut(k - d + knobs.undercut_bonus);
    }
    match knobs.undercut_tie {
        "bonus" => undercut(knobs.undercut_bonus),
        "no-bonus" => undercut(0),
        "knocker" => Worth { outcome: "knock", winner: Some(knocker), points: 0, extra_boxes: 0 },
        "void" => Worth { outcome: "knock", winner: None, points: 0, extra_boxes: 0 },
        other => panic!("no tie is called {other}"),
    }
}

/// What a hand is worth to the side that won it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Price {
    pub outcome: &'static str,
    pub winner: Option<usize>,
    pub points: i128,
    /// The line and the extra boxes.
    pub boxes: i128,
    pub results: Vec<Worth>,
}

/// "One hand", rule 6, and "Partners".
pub(crate) fn price(knobs: &Knobs, hand: &Hand) -> Price {
    let pairs = hand.pairs.iter().filter(|pair| **pair != Pair::Misdeal);
    let results: Vec<Worth> = pairs.map(|pair| worth(knobs, pair, hand.upcard)).collect();
    let mut price = Price { outcome: "dead", winner: None, points: 0, boxes: 0, results };
    if price.results.len() == 1 {
        let only = &price.results[0];
        price.outcome = only.outcome;
        price.winner = only.winner;
        price.points = only.points;
        if only.winner.is_some() {
            price.boxes = 1 + only.extra_boxes;
        }
    }
    if price.results.len() > 1 {
        price.outcome = "round";
        let sum = |side| -> i128 { price.results.iter().filter(|w| w.winner == Some(side)).map(|w| w.points).sum() };
        let (first, second) = (sum(0), sum(1));
        if first != second {
            let winner = if first > second { 0 } else { 1 };
            let won = price.results.iter().filter(|w| w.winner == Some(winner));
            price.boxes = 1 + won.map(|w| w.extra_boxes).sum::<i128>();
            price.winner = Some(winner);
            price.points = (first - second).abs();
        }
    }
    price
}

/// One column of the sheet.
#[derive(Debug, Clone, Default)]
pub(crate) struct Column {
    pub multiplier: i128,
    /// Hand points and adjustments, without lines.
    pub hand_points: [i128; 2],
    /// The part of them that adjustments and spots made.
    pub adjusted: [i128; 2],
    /// How many deals were played in it.
    pub deals: i128,
    /// The points that count towards the target.
    pub points: [i128; 2],
    pub hands_won: [i128; 2],
    pub boxes: [i128; 2],
    pub finisher: Option<usize>,
    /// The entry that closed it, from 0 among all entries.
    pub closed_by: usize,
    /// Whether the table settled it while it was open.
    pub out_of_time: bool,
    pub shutout: bool,
    pub settlement: Option<Settled>,
}

/// "Settling a column".
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Settled {
    pub shutout: [i128; 2],
    pub game_bonus: [i128; 2],
    pub line_bonus: [i128; 2],
    pub totals: [i128; 2],
    pub net: i128,
}

/// One hand on the sheet.
#[derive(Debug, Clone)]
pub(crate) struct Entered {
    pub price: Price,
    pub columns: Vec<usize>,
    pub counted: bool,
}

/// The whole sheet.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    pub hands: Vec<Entered>,
    /// The columns that each adjustment went into.
    pub adjustments: Vec<Vec<usize>>,
    pub columns: Vec<Column>,
    pub score: [i128; 2],
    pub net: i128,
    pub over: bool,
    pub winner: Option<usize>,
    pub dealer: Option<usize>,
}

impl Column {
    fn new(multiplier: i128, spots: [i128; 2]) -> Column {
        Column { multiplier, hand_points: spots, adjusted: spots, points: spots, ..Column::default() }
    }
}

impl Sheet {
    /// Scores a game from its first entry to its last.
    pub(crate) fn of(knobs: &Knobs, first_dealer: Option<usize>, hands: &[Hand], beside: &Beside) -> Sheet {
        let mut sheet = Sheet {
            hands: Vec::new(),
            adjustments: Vec::new(),
            columns: Vec::new(),
            score: [0, 0],
            net: 0,
            over: false,
            winner: None,
            dealer: first_dealer,
        };
        if knobs.format == "hollywood" {
            for multiplier in &knobs.column_multipliers {
                sheet.columns.push(Column::new(*multiplier, beside.spots));
            }
        } else {
            sheet.columns.push(Column::new(1, beside.spots));
        }
        for at in 0..=hands.len() {
            for adjustment in &beside.adjustments {
                if adjustment.after == at {
                    sheet.adjust(knobs, adjustment, beside.spots);
                }
            }
            if at < hands.len() {
                sheet.enter(knobs, &hands[at], beside.spots);
            }
        }
        if sheet.over || beside.end.is_some() {
            sheet.dealer = None;
        }
        if !sheet.over {
            sheet.end(knobs, beside.end);
        }
        sheet.net = sheet.score[0] - sheet.score[1];
        sheet
    }

    fn entries(&self) -> usize {
        self.hands.len() + self.adjustments.len()
    }

    /// "Out of time" and "A forfeit".
    fn end(&mut self, knobs: &Knobs, end: Option<End>) {
        let finisher = match end {
            None | Some(End::Unfinished) => return,
            Some(End::ForfeitWithoutPoints(loser)) => {
                self.winner = Some(1 - loser);
                return;
            }
            Some(End::Settled) => None,
            Some(End::Forfeit(loser)) => Some(1 - loser),
        };
        for column in &mut self.columns {
            let a_hand_was_won = column.hands_won[0] + column.hands_won[1] > 0;
            if column.finisher.is_none() && a_hand_was_won {
                let mut settled = Settled::default();
                if let Some(finisher) = finisher {
                    settled.game_bonus[finisher] = knobs.game_bonus;
                }
                for side in [0, 1] {
                    settled.line_bonus[side] = knobs.line_bonus * column.boxes[side];
                    settled.totals[side] =
                        column.hand_points[side] + settled.game_bonus[side] + settled.line_bonus[side];
                }
                settled.net = settled.totals[0] - settled.totals[1];
                column.finisher = finisher;
                column.out_of_time = true;
                column.settlement = Some(settled);
            }
        }
        self.add_up(knobs);
        self.winner = finisher;
        if finisher.is_none() && self.score[0] != self.score[1] {
            self.winner = Some(if self.score[0] > self.score[1] { 0 } else { 1 });
        }
    }

    /// The columns that a win of this side would be entered in.
    fn columns_of(&self, winner: usize) -> Vec<usize> {
        let mut columns = Vec::new();
        let mut found_a_new_one = false;
        for (at, column) in self.columns.iter().enumerate() {
            let open = column.finisher.is_none();
            let already_entered = column.hands_won[winner] > 0;
            if open && already_entered {
                columns.push(at);
            } else if open && !found_a_new_one {
                found_a_new_one = true;
                columns.push(at);
            }
        }
        columns
    }

    fn adjust(&mut self, knobs: &Knobs, adjustment: &Adjustment, spots: [i128; 2]) {
        let mut columns = Vec::new();
        if !self.over {
            columns = match adjustment.column {
                None => self.columns_of(adjustment.side),
                Some(named) => {
                    let is_open = self.columns.get(named).is_some_and(|column| column.finisher.is_none());
                    if is_open { vec![named] } else { Vec::new() }
                }
            };
        }
        let number = self.entries();
        for at in &columns {
            let column = &mut self.columns[*at];
            column.hand_points[adjustment.side] += adjustment.points;
            column.points[adjustment.side] += adjustment.points;
            column.adjusted[adjustment.side] += adjustment.points;
            test(knobs, column, number);
        }
        if columns.iter().any(|at| self.columns[*at].finisher.is_some()) {
            self.after_a_close(knobs, spots);
        }
        self.adjustments.push(columns);
    }

    fn enter(&mut self, knobs: &Knobs, hand: &Hand, spots: [i128; 2]) {
        let price = price(knobs, hand);
        if self.over {
            self.hands.push(Entered { price, columns: Vec::new(), counted: false });
            return;
        }
        let mut columns = Vec::new();
        let mut tested = Vec::new();
        let number = self.entries();
        if let Some(winner) = price.winner {
            columns = self.columns_of(winner);
            tested.clone_from(&columns);
            for at in &columns {
                add(knobs, &mut self.columns[*at], winner, &price);
            }
        } else if hand.pairs != [Pair::Misdeal] && knobs.format != "hollywood" {
            tested.push(self.columns.len() - 1);
        }
        for at in &tested {
            self.columns[*at].deals += 1;
            test(knobs, &mut self.columns[*at], number);
        }
        if tested.iter().any(|at| self.columns[*at].finisher.is_some()) {
            self.after_a_close(knobs, spots);
        }
        self.deal(knobs, hand, &price);
        self.hands.push(Entered { price, columns, counted: true });
    }

    /// The game score of the settled columns.
    fn add_up(&mut self, knobs: &Knobs) {
        self.score = [0, 0];
        for column in &self.columns {
            let Some(settled) = &column.settlement else { continue };
            let higher = if settled.totals[0] > settled.totals[1] {
                Some(0)
            } else if settled.totals[1] > settled.totals[0] {
                Some(1)
            } else {
                None
            };
            let credited = column.finisher.or(higher);
            for side in [0, 1] {
                if knobs.format != "multi-match"
                    || knobs.credit == "both"
                    || credited.is_none()
                    || credited == Some(side)
                {
                    self.score[side] += settled.totals[side] * column.multiplier;
                }
            }
        }
    }

    /// "The formats".
    fn after_a_close(&mut self, knobs: &Knobs, spots: [i128; 2]) {
        self.add_up(knobs);
        let [first, second] = self.score;
        let higher = if first > second {
            Some(0)
        } else if second > first {
            Some(1)
        } else {
            None
        };
        match knobs.format {
            "single" => {
                self.over = true;
                self.winner = self.columns[0].finisher;
            }
            "multi-match" => {
                let reached = first >= knobs.game_target || second >= knobs.game_target;
                if let (true, Some(leader)) = (reached, higher) {
                    self.over = true;
                    self.winner = higher;
                    self.score[leader] += knobs.final_bonus;
                }
            }
            "best-of" => {
                for side in [0, 1] {
                    let finished = self.columns.iter().filter(|column| column.finisher == Some(side)).count() as i128;
                    if 2 * finished > knobs.best_of {
                        self.over = true;
                        self.winner = Some(side);
                    }
                }
            }
            "hollywood" => {
                if self.columns.iter().all(|column| column.finisher.is_some()) {
                    self.over = true;
                    let nets = self.columns.iter().map(|c| c.settlement.as_ref().unwrap().net * c.multiplier);
                    let sum: i128 = nets.sum();
                    self.winner = if sum > 0 {
                        Some(0)
                    } else if sum < 0 {
                        Some(1)
                    } else {
                        None
                    };
                    for side in [0, 1] {
                        if self.columns.iter().all(|column| column.shutout && column.finisher == Some(side)) {
                            self.score[side] += match knobs.sweep_bonus.as_str() {
                                "double" => {
                                    if side == 0 {
                                        sum
                                    } else {
                                        -sum
                                    }
                                }
                                number => number.parse().expect("a number"),
                            };
                        }
                    }
                }
            }
            other => panic!("no format is called {other}"),
        }
        if !self.over && knobs.format != "hollywood" {
            self.columns.push(Column::new(1, spots));
        }
    }

    /// "The deal".
    fn deal(&mut self, knobs: &Knobs, hand: &Hand, price: &Price) {
        if knobs.dealer == "winner" {
            if let Some(winner) = price.winner {
                self.dealer = Some(winner);
            }
        } else if knobs.dealer == "loser" {
            if let Some(winner) = price.winner {
                self.dealer = Some(1 - winner);
            }
        } else if knobs.dealer == "alternate" {
            let misdeal = hand.pairs == [Pair::Misdeal];
            let stock_ran_down = hand.pairs.is_empty();
            let deals_again = misdeal || (stock_ran_down && knobs.dead_deal == "same");
            if let (Some(dealer), false) = (self.dealer, deals_again) {
                self.dealer = Some(1 - dealer);
            }
        } else {
            panic!("no dealer rule is called {}", knobs.dealer);
        }
    }
}

fn add(knobs: &Knobs, column: &mut Column, winner: usize, price: &Price) {
    column.hands_won[winner] += 1;
    column.boxes[winner] += price.boxes;
    column.hand_points[winner] += price.points;
    column.points[winner] += price.points;
    if knobs.line_timing == "immediate" {
        column.points[winner] += knobs.line_bonus * price.boxes;
    }
}

/// Whether an entry closes the column: first by the target, then by lines, then by deals.
fn test(knobs: &Knobs, column: &mut Column, number: usize) {
    let mut finisher = None;
    for side in [0, 1] {
        if column.points[side] >= knobs.target {
            let other_too = column.points[1 - side] >= knobs.target;
            if !other_too || column.points[side] > column.points[1 - side] {
                finisher = Some(side);
            }
        }
    }
    if finisher.is_none() && knobs.lines > 0 {
        for side in [0, 1] {
            if column.hands_won[side] >= knobs.lines {
                let other_too = column.hands_won[1 - side] >= knobs.lines;
                if !other_too || column.points[side] > column.points[1 - side] {
                    finisher = Some(side);
                }
            }
        }
    }
    if finisher.is_none() && knobs.hands > 0 && column.deals >= knobs.hands {
        for side in [0, 1] {
            if column.points[side] > column.points[1 - side] {
                finisher = Some(side);
            }
        }
    }
    if let Some(winner) = finisher {
        column.finisher = finisher;
        column.closed_by = number;
        let loser = 1 - winner;
        let own_points = column.points[loser] - column.adjusted[loser];
        column.shutout = match knobs.shutout_when.as_str() {
            "no-hands" => column.hands_won[loser] == 0,
            "no-points" => own_points == 0,
            under => {
                own_points < under.strip_prefix("under-").expect("a known shutout").parse::<i128>().expect("a number")
            }
        };
        column.settlement = Some(settle(knobs, column, winner));
    }
}

fn settle(knobs: &Knobs, column: &Column, finisher: usize) -> Settled {
    let mut settled = Settled::default();
    settled.game_bonus[finisher] = knobs.game_bonus;
    for side in [0, 1] {
        settled.line_bonus[side] = knobs.line_bonus * column.boxes[side];
    }
    if column.shutout {
        let game = knobs.game_bonus;
        let (mut hands, mut lines) = (column.hand_points[finisher], settled.line_bonus[finisher]);
        if knobs.line_timing == "immediate" {
            hands += lines;
            lines = 0;
        }
        settled.shutout[finisher] = match knobs.shutout.as_str() {
            "none" => 0,
            "double-hands" => hands,
            "double-bonuses" => game + lines,
            "double-hands-and-game" => hands + game,
            "double-total" => hands + game + lines,
            number => number.parse().expect("a number"),
        };
    }
    for side in [0, 1] {
        settled.totals[side] =
            column.hand_points[side] + settled.shutout[side] + settled.game_bonus[side] + settled.line_bonus[side];
    }
    settled.net = settled.totals[0] - settled.totals[1];
    settled
}
