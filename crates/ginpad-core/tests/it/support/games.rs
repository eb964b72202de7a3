//! Random rules and random games, leaning towards the things that go wrong.

use ginpad_core::{
    AcceptedHand, BySide, Closing, Count, DeadHand, Game, GameHand, LoggedHand, LoggedResult, Name, Outcome, Played,
    Players, Points, Preset, Seat, Setting, Side, Stakes, TableRules, Upcard,
};
use proptest::prelude::*;
use proptest::sample::select;

use super::knobs::Knobs;
use super::naive::{Adjustment, Beside, End, Hand, Pair, knock_limit, most_deadwood};

/// A bonus anywhere in its range, most often one that tables play.
fn bonus() -> impl Strategy<Value = i128> {
    prop_oneof![2 => Just(0_i128), 4 => select(vec![10_i128, 20, 25, 31, 100]), 1 => 0..=1000_i128]
}

fn extra_boxes() -> impl Strategy<Value = i128> {
    prop_oneof![2 => Just(0_i128), 2 => 1..=3_i128, 1 => 0..=10_i128]
}

/// A target anywhere in its range, most often one that a few hands reach.
fn target() -> impl Strategy<Value = i128> {
    prop_oneof![3 => 1..=60_i128, 4 => 61..=250_i128, 1 => 1..=100_000_i128]
}

fn shutout() -> impl Strategy<Value = String> {
    let words = ["none", "double-hands", "double-bonuses", "double-hands-and-game", "double-total"];
    prop_oneof![5 => select(words.to_vec()).prop_map(String::from), 1 => bonus().prop_map(|flat| flat.to_string())]
}

fn shutout_when() -> impl Strategy<Value = String> {
    let under = (2..=1000_i128).prop_map(|points| format!("under-{points}"));
    prop_oneof![2 => Just("no-hands".to_string()), 2 => Just("no-points".to_string()), 1 => under]
}

/// What closes a column by count: most often nothing.
fn count() -> impl Strategy<Value = i128> {
    prop_oneof![4 => Just(0_i128), 2 => 1..=12_i128, 1 => 0..=1000_i128]
}

/// What happens beside this many hands: most often nothing.
fn beside(hands: usize, knobs: &Knobs) -> impl Strategy<Value = Beside> + use<> {
    let points = prop_oneof![6 => -40..=40_i128, 1 => -1000..=1000_i128];
    let adjustment = (0..=hands, 0..=1_usize, points, proptest::option::weighted(0.2, 0..4_usize));
    let columns = knobs.column_multipliers.len();
    let is_hollywood = knobs.format == "hollywood";
    let adjustments = proptest::collection::vec(adjustment, 0..=4).prop_map(move |adjustments| {
        let within = |column: Option<usize>| column.map(|at| if is_hollywood { at % columns } else { at });
        let adjustment = |(after, side, points, column)| Adjustment { after, side, points, column: within(column) };
        let mut adjustments: Vec<Adjustment> = adjustments.into_iter().map(adjustment).collect();
        adjustments.sort_by_key(|adjustment| adjustment.after);
        adjustments
    });
    let most = (knobs.target - 1).min(60);
    let spot = prop_oneof![3 => Just(0_i128), 1 => 0..=most];
    let end = prop_oneof![
        3 => Just(None),
        1 => Just(Some(End::Unfinished)),
        2 => Just(Some(End::Settled)),
        1 => (0..=1_usize).prop_map(|side| Some(End::Forfeit(side))),
        1 => (0..=1_usize).prop_map(|side| Some(End::ForfeitWithoutPoints(side))),
    ];
    let some = (spot.clone(), spot, adjustments, end);
    let some = some.prop_map(|(one, other, adjustments, end)| Beside { spots: [one, other], adjustments, end });
    prop_oneof![1 => Just(Beside::default()), 1 => some]
}

fn word(words: &[&'static str]) -> impl Strategy<Value = &'static str> + use<> {
    select(words.to_vec())
}

/// Rules with every knob somewhere in its range.
pub(crate) fn knobs() -> impl Strategy<Value = Knobs> {
    let hand = (
        prop_oneof![4 => Just(10_i128), 2 => 1..=10_i128, 1 => Just(0_i128)],
        word(&["off", "off", "ace-one", "ace-gin"]),
        word(&["off", "points", "points-and-boxes"]),
        bonus(),
        proptest::option::weighted(0.8, bonus()),
        bonus(),
        word(&["bonus", "no-bonus", "knocker", "void"]),
        bonus(),
        any::<bool>(),
    );
    let cards = (
        prop_oneof![5 => Just(10_i128), 1 => Just(7_i128)],
        word(&["required", "optional"]),
        word(&["pack", "second-pack"]),
        word(&["any", "majority"]),
    );
    let boxes = (extra_boxes(), extra_boxes(), extra_boxes(), extra_boxes());
    let column = (
        target(),
        bonus(),
        bonus(),
        word(&["end", "immediate"]),
        shutout(),
        shutout_when(),
        word(&["alternate", "alternate", "winner", "loser"]),
        word(&["next", "same"]),
        (count(), count()),
    );
    let format = (
        word(&["single", "multi-match", "best-of", "hollywood", "hollywood"]),
        proptest::collection::vec(1..=10_i128, 1..=12),
        (0..=49_i128).prop_map(|half| if half > 4 { half % 5 * 2 + 1 } else { half * 2 + 1 }),
        prop_oneof![4 => 1..=800_i128, 1 => 1..=100_000_i128],
        bonus(),
        word(&["both", "finisher"]),
        prop_oneof![1 => Just("double".to_string()), 2 => bonus().prop_map(|flat| flat.to_string())],
    );
    (hand, cards, boxes, column, format).prop_map(|(hand, cards, boxes, column, format)| Knobs {
        knock_limit: hand.0,
        oklahoma: hand.1,
        spades_double: hand.2,
        gin_bonus: hand.3,
        big_gin_bonus: hand.4,
        undercut_bonus: hand.5,
        undercut_tie: hand.6,
        knock_bonus: hand.7,
        layoff_on_gin: hand.8,
        cards: cards.0,
        knock_discard: cards.1,
        upcard_from: cards.2,
        knock_melds: cards.3,
        gin_boxes: boxes.0,
        big_gin_boxes: boxes.1,
        undercut_boxes: boxes.2,
        gin_off_boxes: boxes.3,
        target: column.0,
        game_bonus: column.1,
        line_bonus: column.2,
        line_timing: column.3,
        shutout: column.4,
        shutout_when: column.5,
        dealer: column.6,
        dead_deal: column.7,
        hands: column.8.0,
        lines: column.8.1,
        format: format.0,
        column_multipliers: format.1,
        best_of: format.2,
        game_target: format.3,
        final_bonus: format.4,
        credit: format.5,
        sweep_bonus: format.6,
    })
}

/// A game that can be logged under its rules.
#[derive(Debug, Clone)]
pub(crate) struct RandomGame {
    pub knobs: Knobs,
    pub a_side: usize,
    pub first_dealer: Option<usize>,
    pub hands: Vec<Hand>,
    pub beside: Beside,
}

/// What one pair does, before the rules check it: who, what, and two numbers.
type Raw = (u8, u8, i128, i128);

/// One hand before the rules check it: its pairs, whether it is dead, and the upcard.
type RawHand = (Vec<Raw>, bool, Option<(u8, char)>);

fn raw_hands(a_side: usize) -> impl Strategy<Value = Vec<RawHand>> {
    let deadwood = prop_oneof![1 => Just(0_i128), 5 => 0..=15_i128, 3 => 16..=98_i128];
    let pair = (0..10_u8, 0..20_u8, 1..=10_i128, deadwood);
    let suit = select(vec!['S', 'S', 'H', 'D', 'C', NOT_SAID]);
    let upcard = proptest::option::weighted(0.7, (1..=13_u8, suit));
    let hand = (proptest::collection::vec(pair, a_side), proptest::bool::weighted(0.06), upcard);
    prop_oneof![
        12 => proptest::collection::vec(hand.clone(), 0..=40),
        1 => proptest::collection::vec(hand, 100..=300)
    ]
}

/// A game to which nothing happens beside its hands.
pub(crate) fn plain_game() -> impl Strategy<Value = RandomGame> {
    game().prop_map(|game| RandomGame { beside: Beside::default(), ..game })
}

/// A game with one to four players a side that its rules accept.
pub(crate) fn game() -> impl Strategy<Value = RandomGame> {
    let a_side = prop_oneof![4 => Just(1_usize), 1 => 2..=4_usize];
    let lean = prop_oneof![1 => Just(0_u8), 1 => Just(10_u8), 1 => Just(1_u8), 5 => 3..=7_u8];
    let dealer = proptest::option::weighted(0.8, 0..=1_usize);
    (knobs(), a_side, lean, dealer).prop_flat_map(|(knobs, a_side, lean, first_dealer)| {
        raw_hands(a_side).prop_flat_map(move |raw| {
            let game = RandomGame {
                hands: raw.iter().map(|raw| hand(&knobs, lean, raw)).collect(),
                knobs: knobs.clone(),
                a_side,
                first_dealer,
                beside: Beside::default(),
            };
            beside(game.hands.len(), &knobs).prop_map(move |beside| RandomGame { beside, ..game.clone() })
        })
    })
}

/// Stands for the suit of an upcard of which only the rank was said.
pub(crate) const NOT_SAID: char = '-';

/// A suit that was said.
const fn suit_word(suit: char) -> char {
    if suit == NOT_SAID { 'D' } else { suit }
}

/// The nearest hand that the rules accept.
fn hand(knobs: &Knobs, lean: u8, (raws, dead, upcard): &RawHand) -> Hand {
    if *dead {
        let misdeal = raws[0].0 % 3 == 0;
        return Hand { pairs: if misdeal { vec![Pair::Misdeal] } else { Vec::new() }, upcard: *upcard };
    }
    let upcard = if knobs.oklahoma == "off" { *upcard } else { Some(upcard.unwrap_or((9, 'S'))) };
    let upcard = upcard.map(|(rank, suit)| (rank, if knobs.spades_double == "off" { suit } else { suit_word(suit) }));
    let limit = knock_limit(knobs, upcard);
    let mut pairs: Vec<Pair> = raws.iter().map(|raw| pair(knobs, lean, limit, *raw, raws.len() > 1)).collect();
    if pairs.iter().all(|pair| *pair == Pair::Dead) {
        pairs[0] = Pair::Gin { side: 0, other: 7 };
    }
    Hand { pairs, upcard }
}

fn pair(knobs: &Knobs, lean: u8, limit: i128, (who, what, small, large): Raw, partners: bool) -> Pair {
    let (side, large) = (usize::from(who >= lean), large.min(most_deadwood(knobs)));
    let knocks = small.min(limit);
    let ties_are_undercuts = matches!(knobs.undercut_tie, "bonus" | "no-bonus");
    match what {
        0..=3 => Pair::Gin { side, other: large },
        4 if knobs.big_gin_bonus.is_some() => Pair::BigGin { side, other: large },
        5 => Pair::Points { side, points: large * 10 + small },
        6 if partners => Pair::Dead,
        _ if knocks == 0 => Pair::Gin { side, other: large },
        7..=9 => Pair::Knock { side, own: knocks, other: knocks },
        10..=11 if large < knocks || (large == knocks && ties_are_undercuts) => {
            Pair::Undercut { side, own: large, other: knocks }
        }
        10..=11 => Pair::Undercut { side, own: knocks - 1, other: knocks },
        12 => Pair::Knock { side, own: knocks, other: 0 },
        _ => Pair::Knock { side, own: knocks, other: large },
    }
}

/// The rules in the program's own types.
pub(crate) fn table_rules(knobs: &Knobs) -> TableRules {
    let settings: Vec<Setting> = knobs.settings().iter().map(|text| Setting::read(text).unwrap()).collect();
    TableRules::new(Preset::standard(), &settings).unwrap()
}

const NAMES: [[&str; 4]; 2] = [["Ann", "Cid", "Eve", "Gus"], ["Bob", "Dee", "Fay", "Hal"]];

/// Two sides with this many players each.
pub(crate) fn players(a_side: usize) -> Players {
    let names = |side: usize| NAMES[side][..a_side].iter().map(|name| Name::read(name).unwrap()).collect();
    Players::new(BySide::new(names(0), names(1))).unwrap()
}

/// A hand in the program's own types.
pub(crate) fn logged(hand: &Hand) -> LoggedHand {
    let upcard = hand.upcard.map(|(rank, suit)| {
        let rank = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"][usize::from(rank) - 1];
        Upcard::read(&if suit == NOT_SAID { rank.to_string() } else { format!("{rank}{suit}") }).unwrap()
    });
    let count = |number: i128| Count::new(vec![u32::try_from(number).unwrap()]).unwrap();
    let result = |(place, pair): (usize, &Pair)| {
        let seat = |side: usize| Seat::new(Side::from_index(side).unwrap(), place);
        let ended = |how, side, own, other| LoggedResult::Ended { by: seat(side), how, own, other: count(other) };
        match *pair {
            Pair::Knock { side, own, other } => ended(Outcome::Knock, side, count(own), other),
            Pair::Undercut { side, own, other } => ended(Outcome::Undercut, side, count(own), other),
            Pair::Gin { side, other } => ended(Outcome::Gin, side, Count::NOTHING, other),
            Pair::BigGin { side, other } => ended(Outcome::BigGin, side, Count::NOTHING, other),
            Pair::Points { side, points } => {
                LoggedResult::Points { by: seat(side), points: u32::try_from(points).unwrap() }
            }
            Pair::Dead | Pair::Misdeal => LoggedResult::Dead,
        }
    };
    let played = if hand.pairs.is_empty() {
        Played::Dead(DeadHand::Stock)
    } else if hand.pairs == [Pair::Misdeal] {
        Played::Dead(DeadHand::Misdeal)
    } else {
        Played::Results(hand.pairs.iter().enumerate().map(result).collect())
    };
    LoggedHand { played, between: None, upcard, note: None, at: None }
}

/// How the naive scorer says that a table ended a game.
pub(crate) fn end_of(closing: Option<Closing>) -> Option<End> {
    closing.map(|closing| match closing {
        Closing::Unfinished => End::Unfinished,
        Closing::Settled => End::Settled,
        Closing::Forfeit(by) => End::Forfeit(by.index()),
        Closing::ForfeitNoPoints(by) => End::ForfeitWithoutPoints(by.index()),
    })
}

/// The game in the program's own types.
pub(crate) fn as_game(random: &RandomGame) -> Game {
    let (rules, players) = (table_rules(&random.knobs), players(random.a_side));
    let accept = |hand| GameHand::from(AcceptedHand::new(logged(hand), &players, &rules.rules).unwrap());
    let hands = random.hands.iter().map(accept).collect();
    let side = |at: usize| Side::from_index(at).unwrap();
    let points = |points: i128| Points(i64::try_from(points).unwrap());
    let adjustment = |it: &Adjustment| ginpad_core::sheet::Adjustment {
        after: it.after,
        side: side(it.side),
        points: points(it.points),
        column: it.column,
        note: None,
    };
    let closing = |end| match end {
        End::Unfinished => Closing::Unfinished,
        End::Settled => Closing::Settled,
        End::Forfeit(by) => Closing::Forfeit(side(by)),
        End::ForfeitWithoutPoints(by) => Closing::ForfeitNoPoints(side(by)),
    };
    let [one, other] = random.beside.spots.map(points);
    Game {
        title: None,
        started: None,
        rules,
        players,
        first_dealer: random.first_dealer.and_then(Side::from_index),
        event: None,
        spots: BySide::new(one, other),
        stakes: Stakes::default(),
        totals: None,
        closing: random.beside.end.map(closing),
        hands,
        adjustments: random.beside.adjustments.iter().map(adjustment).collect(),
    }
}
