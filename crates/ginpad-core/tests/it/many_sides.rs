//! Tables where more than two sides each play for themselves.

use crate::support::dice::{Dice, times};
use crate::support::many_games::{Dealt, deal};
use crate::support::naive::{self, Beside};
use crate::support::naive_many::{Call, Game, Played, Sheet};

/// Random games of so many sides.
fn games(seed: u64, count: usize, sides: impl Fn(usize) -> usize) -> impl Iterator<Item = Dealt> {
    let mut dice = Dice::new(seed);
    (0..count).map(move |at| deal(&mut dice, sides(at)))
}

/// A game of two for the scorer of two.
fn of_two(game: &Game) -> naive::Sheet {
    let hand = |hand: &crate::support::naive_many::Hand| {
        let pairs = match &hand.played {
            Played::Dead { misdeal: false, .. } => Vec::new(),
            Played::Dead { misdeal: true, .. } => vec![naive::Pair::Misdeal],
            Played::Points { gained, .. } => vec![naive::Pair::Points { side: gained[0].0, points: gained[0].1 }],
            Played::Called { caller: side, call, against } => {
                let (side, other) = (*side, against[0].1);
                vec![match *call {
                    Call::Knock(own) => naive::Pair::Knock { side, own, other },
                    Call::Gin => naive::Pair::Gin { side, other },
                    Call::BigGin => naive::Pair::BigGin { side, other },
                }]
            }
        };
        naive::Hand { pairs, upcard: hand.upcard }
    };
    let hands: Vec<naive::Hand> = game.hands.iter().map(hand).collect();
    let adjustment = |(after, side, points): &(usize, usize, i128)| naive::Adjustment {
        after: *after,
        side: *side,
        points: *points,
        column: None,
    };
    let adjustments = game.adjustments.iter().map(adjustment).collect();
    let beside = Beside { spots: [game.spots[0], game.spots[1]], adjustments, end: game.end };
    naive::Sheet::of(&game.knobs, game.first_dealer, &hands, &beside)
}

/// Where a shutout is a flat price, a table of two is a game of two.
#[test]
fn the_naive_scorers_agree_on_a_table_of_two() {
    for Dealt { game, text } in games(2, times(2000, 50_000), |_| 2) {
        let (many, two) = (Sheet::of(&game), of_two(&game));
        let column = &two.columns[0];
        assert_eq!(many.net, [two.net, -two.net], "{text}");
        assert_eq!((many.winner, many.finisher, many.dealer), (two.winner, column.finisher, two.dealer), "{text}");
        assert_eq!((&many.points[..], &many.hands_won[..]), (&column.points[..], &column.hands_won[..]), "{text}");
        assert_eq!((&many.boxes[..], many.shutout.contains(&true)), (&column.boxes[..], column.shutout), "{text}");
    }
}

#[test]
fn the_nets_of_all_sides_add_up_to_nothing() {
    for Dealt { game, text } in games(3, times(2000, 50_000), |at| 3 + at % 4) {
        let sheet = Sheet::of(&game);
        assert_eq!(sheet.net.iter().sum::<i128>(), 0, "{text}");
        assert!(sheet.tied.len() != 1 && (sheet.tied.is_empty() || sheet.winner.is_none()), "{text}");
    }
}
