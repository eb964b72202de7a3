//! Random games in which each plays for himself, for the naive scorer and as the text that a table would write.

use std::fmt::Write as _;

use super::dice::Dice;
use super::knobs::Knobs;
use super::naive::{End, knock_limit, most_deadwood};
use super::naive_many::{Call, Game, Hand, Played, Sheet};

pub(crate) const NAMES: [&str; 6] = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"];
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];

/// A game, and its sheet.
#[derive(Debug, Clone)]
pub(crate) struct Dealt {
    pub game: Game,
    pub text: String,
}

fn one_of<T: Clone>(dice: &mut Dice, values: &[T]) -> T {
    values[dice.below(values.len())].clone()
}

/// Whether something happens that happens so often in a hundred.
fn chance(dice: &mut Dice, percent: usize) -> bool {
    dice.below(100) < percent
}

fn number(dice: &mut Dice, most: i128) -> i128 {
    dice.below(usize::try_from(most).unwrap() + 1) as i128
}

fn shuffled(dice: &mut Dice, mut values: Vec<usize>) -> Vec<usize> {
    for at in (1..values.len()).rev() {
        values.swap(at, dice.below(at + 1));
    }
    values
}

/// The values of a preset for such a table: of three who play two at a time, else of a round table of S4.
fn preset(table: &str) -> Knobs {
    let base = Knobs { shutout: "100".into(), ..Knobs::base() };
    if table == "cutthroat" {
        return base;
    }
    Knobs {
        knock_limit: 9,
        knock_melds: "majority",
        cards: 7,
        gin_bonus: 20,
        big_gin_bonus: None,
        undercut_tie: "knocker",
        line_bonus: 20,
        ..base
    }
}

/// Rules that such a table can play by.
fn knobs(dice: &mut Dice, table: &str, sides: usize) -> Knobs {
    let under = format!("under-{}", 1 + dice.below(40));
    Knobs {
        knock_limit: one_of(dice, &[10, 10, 10, 9, 5, 1, 0]),
        oklahoma: one_of(dice, &["off", "off", "off", "ace-one", "ace-gin"]),
        spades_double: one_of(dice, &["off", "off", "points", "points-and-boxes"]),
        gin_bonus: one_of(dice, &[25, 20, 0, 7]),
        big_gin_bonus: one_of(dice, &[None, Some(31), Some(50)]),
        undercut_bonus: one_of(dice, &[25, 10, 0]),
        undercut_tie: one_of(dice, &["bonus", "no-bonus", "knocker", "void", "void"]),
        knock_bonus: one_of(dice, &[0, 0, 15]),
        gin_boxes: one_of(dice, &[0, 0, 2]),
        big_gin_boxes: one_of(dice, &[0, 3]),
        undercut_boxes: one_of(dice, &[0, 0, 1, 2]),
        gin_off_boxes: one_of(dice, &[0, 0, 1, 3]),
        cards: if sides > 4 { 7 } else { one_of(dice, &[10, 7]) },
        dead_deal: one_of(dice, &["next", "same"]),
        hands: one_of(dice, &[0, 0, 0, 0, 3, 5, 8]),
        lines: one_of(dice, &[0, 0, 0, 0, 2, 3]),
        target: one_of(dice, &[100, 100, 50, 150, 250, 20, 1000, 1000]),
        game_bonus: one_of(dice, &[100, 0, 25]),
        line_bonus: one_of(dice, &[25, 20, 0, 10]),
        line_timing: one_of(dice, &["end", "end", "immediate"]),
        shutout: one_of(dice, &["none", "100", "100", "75", "0"]).into(),
        shutout_when: one_of(dice, &["no-hands".into(), "no-points".into(), under]),
        dealer: if table == "cutthroat" { "alternate" } else { one_of(dice, &["alternate", "winner"]) },
        ..Knobs::base()
    }
}

/// A game of so many sides. Two play one another; of three, half play two at a time.
pub(crate) fn deal(dice: &mut Dice, sides: usize) -> Dealt {
    let table = if sides == 3 { one_of(dice, &["cutthroat", "round-table"]) } else { "round-table" };
    let is_preset = sides > 2 && chance(dice, 20);
    let knobs = if is_preset { preset(table) } else { knobs(dice, table, sides) };
    let first_dealer = if chance(dice, 70) { Some(dice.below(sides)) } else { None };
    let mut game = Game {
        spots: vec![0; sides],
        end: None,
        hands: Vec::new(),
        adjustments: Vec::new(),
        first_dealer,
        table,
        sides,
        knobs,
    };
    if chance(dice, 20) {
        for _ in 0..2 {
            game.spots[dice.below(sides)] = 5 * number(dice, (game.knobs.target - 1).min(30) / 5);
        }
    }
    let mut lines = String::new();
    let most = one_of(dice, &[4, 4, 8, 8, 25, 80]);
    let (hands, mut beyond) = (dice.below(most), 0);
    for _ in 0..hands {
        if chance(dice, 8) {
            adjust(dice, &mut game, &mut lines);
        }
        let sheet = Sheet::of(&game);
        beyond += usize::from(sheet.is_over());
        if beyond > 2 {
            break;
        }
        let hand = hand(dice, &game, &sheet);
        writeln!(lines, "{}", entry(dice, &sheet, &hand)).unwrap();
        game.hands.push(hand);
    }
    if chance(dice, 8) {
        adjust(dice, &mut game, &mut lines);
    }
    if chance(dice, if Sheet::of(&game).is_over() { 5 } else { 40 }) {
        let side = dice.below(sides);
        let ends = [End::Unfinished, End::Settled, End::Settled, End::Forfeit(side), End::ForfeitWithoutPoints(side)];
        game.end = Some(one_of(dice, &ends));
    }
    let text = format!("{}\n{lines}", header(dice, &game, is_preset));
    Dealt { game, text }
}

fn adjust(dice: &mut Dice, game: &mut Game, lines: &mut String) {
    let (side, points) = (dice.below(game.sides), 5 * number(dice, 16) - 40);
    writeln!(lines, "{} adjust {points}", NAMES[side]).unwrap();
    game.adjustments.push((game.hands.len(), side, points));
}

fn header(dice: &mut Dice, game: &Game, is_preset: bool) -> String {
    let mut header = String::new();
    let is_the_default = game.table == "cutthroat" || game.sides > 3;
    if is_preset && !(is_the_default && chance(dice, 50)) {
        writeln!(header, "rules: {}", game.table).unwrap();
    } else if !is_preset {
        let settings = game.knobs.settings().join(", ");
        if game.sides == 2 {
            writeln!(header, "rules: standard, {settings}").unwrap();
        } else if chance(dice, 50) {
            writeln!(header, "rules: {}, {settings}", game.table).unwrap();
        } else {
            writeln!(header, "rules: standard, {settings}, table={}", game.table).unwrap();
        }
    }
    writeln!(header, "sides: {}", NAMES[..game.sides].join(", ")).unwrap();
    if let Some(dealer) = game.first_dealer {
        writeln!(header, "dealer: {}", NAMES[dealer]).unwrap();
    }
    let spots = game.spots.iter().zip(NAMES).filter(|(points, _)| **points > 0);
    let spots: Vec<String> = spots.map(|(points, name)| format!("{name} {points}")).collect();
    if !spots.is_empty() {
        writeln!(header, "spot: {}", spots.join(", ")).unwrap();
    }
    match game.end {
        None => {}
        Some(End::Unfinished) => header.push_str("closed: unfinished\n"),
        Some(End::Settled) => header.push_str("closed: settled\n"),
        Some(End::Forfeit(side)) => writeln!(header, "closed: forfeit {}", NAMES[side]).unwrap(),
        Some(End::ForfeitWithoutPoints(side)) => {
            writeln!(header, "closed: forfeit {} no-points", NAMES[side]).unwrap();
        }
    }
    header
}

/// A hand that the rules accept.
fn hand(dice: &mut Dice, game: &Game, sheet: &Sheet) -> Hand {
    let knobs = &game.knobs;
    let upcard = (1 + dice.below(13) as u8, one_of(dice, &['S', 'H', 'D', 'C']));
    let upcard = if knobs.oklahoma != "off" || chance(dice, 40) { Some(upcard) } else { None };
    let two_play = game.table == "cutthroat";
    // Two who play, in any order: most often the two whose turn it is.
    let anybody = shuffled(dice, (0..game.sides).collect());
    let pair = match (sheet.pair, sheet.dealer) {
        (Some([one, other]), _) if chance(dice, 90) => one_of(dice, &[[one, other], [other, one]]),
        (None, Some(dealer)) if anybody[1] != dealer => [dealer, anybody[1]],
        _ => [anybody[0], anybody[1]],
    };
    // Who deals is soon lost where nobody says who played.
    if chance(dice, if two_play && game.hands.is_empty() { 30 } else { 12 }) {
        let say_who = two_play && chance(dice, if sheet.pair.is_none() { 60 } else { 15 });
        let who = if say_who { Some(pair) } else { None };
        return Hand { played: Played::Dead { misdeal: chance(dice, 30), who }, upcard };
    }
    if chance(dice, 25) {
        let mut points = || one_of(dice, &[0, 5, 10, 10, 20, 20, 40, 100]);
        let played = if two_play {
            Played::Points { gained: vec![(pair[0], points())], against: Some(pair[1]) }
        } else {
            let amounts: Vec<i128> = anybody.iter().map(|_| points()).collect();
            let gained = anybody.iter().copied().zip(amounts).take(1 + dice.below(game.sides - 1)).collect();
            Played::Points { gained, against: None }
        };
        return Hand { played, upcard };
    }
    let caller = pair[0];
    let limit = knock_limit(knobs, upcard);
    let call = if limit == 0 || chance(dice, 20) {
        Call::Gin
    } else if knobs.big_gin_bonus.is_some() && chance(dice, 10) {
        Call::BigGin
    } else {
        Call::Knock(1 + number(dice, limit - 1))
    };
    let opponents = if two_play { vec![pair[1]] } else { left_of(caller, game.sides) };
    let most = most_deadwood(knobs);
    let mut left = || match (dice.below(8), call) {
        (0 | 1, Call::Knock(own)) => own,
        (2, _) => 0,
        (3, _) => number(dice, most),
        (4, _) => number(dice, 9),
        _ => number(dice, 40),
    };
    let against = opponents.into_iter().map(|side| (side, left())).collect();
    Hand { played: Played::Called { caller, call, against }, upcard }
}

/// The others in the order of seats after the caller.
fn left_of(caller: usize, sides: usize) -> Vec<usize> {
    (1..sides).map(|seats| (caller + seats) % sides).collect()
}

/// Whether two play next, where two at a time play.
fn is_their_turn(sheet: &Sheet, one: usize, other: usize) -> bool {
    !sheet.is_over() && sheet.pair.is_some_and(|pair| pair.contains(&one) && pair.contains(&other))
}

/// One of the ways in which a table writes such a hand.
fn entry(dice: &mut Dice, sheet: &Sheet, hand: &Hand) -> String {
    let mut entry = match &hand.played {
        Played::Dead { misdeal, who } => {
            let misdeal = if *misdeal { " misdeal" } else { "" };
            let who = who.map_or(String::new(), |[one, other]| format!(" {} {}", NAMES[one], NAMES[other]));
            format!("dead{misdeal}{who}")
        }
        Played::Points { gained, against: Some(other) } => {
            let (side, points) = gained[0];
            let left_out = is_their_turn(sheet, side, *other) && chance(dice, 50);
            let other = if left_out { String::new() } else { format!(" {}", NAMES[*other]) };
            format!("{} points {points}{other}", NAMES[side])
        }
        Played::Points { gained, against: None } => {
            let parts = gained.iter().enumerate().map(|(at, (side, points))| {
                let verb = if at == 0 { " points" } else { "" };
                format!("{}{verb} {points}", NAMES[*side])
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        Played::Called { caller, call, against } => {
            let (who, (other, left)) = (NAMES[*caller], against[0]);
            let named = !(is_their_turn(sheet, *caller, other) && chance(dice, 40));
            let undercut = match call {
                Call::Knock(own) if against.len() == 1 && left < *own && chance(dice, 30) => Some(own),
                _ => None,
            };
            let call = match call {
                Call::Knock(own) => format!("knock {own}"),
                Call::Gin => "gin".into(),
                Call::BigGin => "big-gin".into(),
            };
            if let Some(own) = undercut {
                let who = if named { format!("{who} ") } else { String::new() };
                format!("{} undercut {left} {who}{own}", NAMES[other])
            } else if named && against.len() == 1 || against.len() > 1 && chance(dice, 50) {
                let order = shuffled(dice, (0..against.len()).collect());
                let others = order.iter().map(|at| format!("{} {}", NAMES[against[*at].0], against[*at].1));
                format!("{who} {call} {}", others.collect::<Vec<_>>().join(", "))
            } else {
                let counts: Vec<String> = against.iter().map(|(_, left)| left.to_string()).collect();
                format!("{who} {call} {}", counts.join(" "))
            }
        }
    };
    if let Some((rank, suit)) = hand.upcard {
        write!(entry, " up {}{suit}", RANKS[usize::from(rank) - 1]).unwrap();
    }
    if chance(dice, 50) { entry.to_lowercase() } else { entry }
}
