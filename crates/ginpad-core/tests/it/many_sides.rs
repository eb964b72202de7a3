//! Tables where more than two sides each play for themselves: the program's scorer, compared with the naive one on random
//! sheets.

use ginpad_core::notation::{print_game, read_one};
use ginpad_core::{EnteredHand, GameHand, GameResult, Outcome, ScoredGame, Seat, Side};
use serde_json::{Value, json};

use crate::support::dice::{Dice, times};
use crate::support::many_games::{Dealt, deal};
use crate::support::naive::{self, Beside};
use crate::support::naive_many::{Call, Entered, Game, Hand, Pair, Played, Sheet};

/// Random games, each of so many sides.
fn games(seed: u64, count: usize, sides: impl Fn(usize) -> usize) -> impl Iterator<Item = Dealt> {
    let mut dice = Dice::new(seed);
    (0..count).map(move |at| deal(&mut dice, sides(at)))
}

/// Random games of three to six sides. Half of those of three are played two at a time.
fn many(seed: u64, count: usize) -> impl Iterator<Item = Dealt> {
    games(seed, count, |at| [3, 4, 3, 5, 3, 6][at % 6])
}

/// What the naive scorer says of a game.
fn of_naive(game: &Game) -> Value {
    let sheet = Sheet::of(game);
    let result = |pair: &Pair| {
        let Pair { by, against, outcome, winner, points, extra_boxes } = pair;
        format!("{outcome} by {by} against {against:?}, won by {winner:?}: {points} and {extra_boxes}")
    };
    let hand = |hand: &Entered| {
        json!({
            "outcome": hand.outcome,
            "knocker": hand.knocker,
            "winner": hand.winner,
            "points": hand.points,
            "boxes": hand.boxes,
            "scored": hand.scored,
            "columns": hand.columns,
            "counted": hand.counted,
            "results": sorted(hand.results.iter().map(result)),
        })
    };
    let settlement = sheet.settlement.as_ref().map(|settled| {
        json!({
            "hand_points": sheet.hand_points,
            "shutout": settled.shutout,
            "game_bonus": settled.game_bonus,
            "line_bonus": settled.line_bonus,
            "totals": settled.totals,
            "net": settled.net,
        })
    });
    json!({
        "status": sheet.status,
        "hands": sheet.hands.iter().map(hand).collect::<Vec<_>>(),
        "adjustments": sheet.adjustments,
        "columns": [{
            "status": sheet.column_status,
            "points": sheet.points,
            "hands_won": sheet.hands_won,
            "boxes": sheet.boxes,
            "needs": sheet.needs(game),
            "finisher": sheet.finisher,
            "shutout": sheet.shutout,
            "settlement": settlement,
        }],
        "game_score": sheet.game_score,
        "net": sheet.net,
        "winner": sheet.winner,
        "tied": sheet.tied,
        "dealer": sheet.dealer,
        "sits_out": sheet.sits_out(),
    })
}

/// What the program says of it.
fn of_program(scored: &ScoredGame) -> Value {
    let tally = &scored.tally;
    let index = |side: Option<Side>| side.map(Side::index);
    let hand = |hand: &EnteredHand| {
        let priced = &hand.priced;
        let scored = |side: Side| priced.win_of(side).map_or(0, |win| win.points.0);
        let played = priced.awards.iter().filter(|award| award.outcome != Outcome::Dead);
        let results = played.map(|award| {
            let (outcome, points, extra) = (award.outcome.word(), award.points(), award.extra());
            let by = award.knocker.or(award.by.map(|seat| seat.side)).unwrap();
            let (against, winner) = (index(award.opponent_of(by)), index(award.winner));
            format!("{outcome} by {} against {against:?}, won by {winner:?}: {points} and {extra}", by.index())
        });
        json!({
            "outcome": priced.outcome_word(),
            "knocker": priced.knocker(),
            "winner": priced.winner,
            "points": priced.points,
            "boxes": priced.boxes,
            "scored": tally.spots.order().map(scored).collect::<Vec<_>>(),
            "columns": hand.columns(),
            "counted": hand.is_counted(),
            "results": sorted(results),
        })
    };
    let columns = tally.columns.iter().map(|column| {
        let settlement = column.settlement.map(|settlement| {
            json!({
                "hand_points": settlement.hand_points,
                "shutout": settlement.shutout,
                "game_bonus": settlement.game_bonus,
                "line_bonus": settlement.line_bonus,
                "totals": settlement.totals(),
                "net": settlement.nets(),
            })
        });
        let needs = if column.is_open() { column.needs(&scored.game.rules.rules) } else { None };
        json!({
            "status": column.status_word(),
            "points": column.points,
            "hands_won": column.hands_won,
            "boxes": column.boxes,
            "needs": needs,
            "finisher": column.finisher(),
            "shutout": column.close.as_ref().map_or(tally.spots.map(|_| false), |close| close.shut_out),
            "settlement": settlement,
        })
    });
    let sides = scored.game.players.order();
    let tied = sides.clone().filter(|side| scored.result(*side) == Some(GameResult::Tied));
    let playing = scored.game.playing().filter(|_| scored.is_open());
    let sits_out = playing.and_then(|two| sides.clone().find(|side| two.iter().all(|seat| seat.side != *side)));
    json!({
        "status": scored.status().to_string(),
        "hands": tally.hands.iter().map(hand).collect::<Vec<_>>(),
        "adjustments": tally.adjustments.iter().map(|entered| entered.columns()).collect::<Vec<_>>(),
        "columns": columns.collect::<Vec<_>>(),
        "game_score": tally.game_score,
        "net": tally.nets(),
        "winner": scored.winner(),
        "tied": tied.collect::<Vec<_>>(),
        "dealer": scored.dealer(),
        "sits_out": sits_out,
    })
}

fn sorted(results: impl Iterator<Item = String>) -> Vec<String> {
    let mut results: Vec<String> = results.collect();
    results.sort();
    results
}

/// Where two answers differ: `columns[0].net: 5; naive 6`.
fn differences(at: &str, program: &Value, naive: &Value, found: &mut Vec<String>) {
    match (program, naive) {
        (Value::Object(program), Value::Object(naive)) => {
            program.iter().for_each(|(key, value)| differences(&format!("{at}.{key}"), value, &naive[key], found));
        }
        (Value::Array(program), Value::Array(naive)) if program.len() == naive.len() && at.len() < 14 => {
            let pairs = program.iter().zip(naive).enumerate();
            pairs.for_each(|(index, (program, naive))| differences(&format!("{at}[{index}]"), program, naive, found));
        }
        _ if program == naive => {}
        _ => found.push(format!("{at}: {program}; naive {naive}")),
    }
}

/// What is wrong with the program's reading, scoring or printing of a sheet.
fn faults(Dealt { game, text }: &Dealt) -> Vec<String> {
    let read = match read_one(text) {
        Ok(read) => read,
        Err(refused) => return vec![format!("refused: {refused}")],
    };
    let mut found = Vec::new();
    let printed = print_game(&read);
    match read_one(&printed) {
        Ok(again) if again == read && print_game(&again) == printed => {}
        Ok(again) => found.push(format!("printed, and read as another game:\n{printed}\n{}", print_game(&again))),
        Err(refused) => found.push(format!("printed and refused: {refused}\n{printed}")),
    }
    differences("", &of_program(&read.scored()), &of_naive(game), &mut found);
    found
}

#[test]
fn the_program_scores_as_the_naive_scorer_does() {
    let wrong = many(1, times(3000, 100_000)).filter_map(|dealt| {
        let faults = faults(&dealt);
        if faults.is_empty() { None } else { Some((dealt.game.hands.len(), dealt.text, faults)) }
    });
    let shortest = wrong.min_by_key(|(hands, ..)| *hands);
    assert!(
        shortest.is_none(),
        "{}",
        shortest.map(|(_, text, faults)| format!("{text}\n{}", faults.join("\n"))).unwrap()
    );
}

/// A game of two for the scorer of two.
fn of_two(game: &Game) -> naive::Sheet {
    let hand = |hand: &Hand| {
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
fn three_scorers_agree_on_a_table_of_two() {
    for Dealt { game, text } in games(2, times(2000, 50_000), |_| 2) {
        let (many, two) = (Sheet::of(&game), of_two(&game));
        let column = &two.columns[0];
        assert_eq!(many.net, [two.net, -two.net], "{text}");
        assert_eq!((many.winner, many.finisher, many.dealer), (two.winner, column.finisher, two.dealer), "{text}");
        assert_eq!((&many.points[..], &many.hands_won[..]), (&column.points[..], &column.hands_won[..]), "{text}");
        assert_eq!((&many.boxes[..], many.shutout.contains(&true)), (&column.boxes[..], column.shutout), "{text}");
        let program = read_one(&text).unwrap_or_else(|faults| panic!("{text}\n{faults}")).scored();
        assert_eq!(i128::from(program.tally.nets()[Side::First].0), two.net, "{text}");
        let index = |side: Option<Side>| side.map(Side::index);
        assert_eq!((index(program.winner()), index(program.dealer())), (two.winner, two.dealer), "{text}");
    }
}

#[test]
fn the_nets_of_all_sides_add_up_to_nothing() {
    for Dealt { game, text } in many(3, times(2000, 50_000)) {
        let sheet = Sheet::of(&game);
        assert_eq!(sheet.net.iter().sum::<i128>(), 0, "{text}");
        assert!(sheet.tied.len() != 1 && (sheet.tied.is_empty() || sheet.winner.is_none()), "{text}");
    }
}

/// Who deals after hands that nobody won, where Ann was to deal the first.
#[test]
fn where_two_of_three_play_who_deals_is_known_only_while_it_is_one_of_them() {
    for (entries, dealer) in [
        ("dead ann bob", Some("Bob")),
        ("dead misdeal ann bob", Some("Ann")),
        ("ann knock 5 cid 5", Some("Cid")),
        ("dead", None),
        ("dead misdeal", Some("Ann")),
        ("dead bob cid", None),
        ("dead misdeal bob cid", None),
        ("bob gin cid 9\nann knock 5 bob 5\ndead", Some("Ann")),
        ("bob gin cid 9\nbob knock 5 cid 5", None),
        ("bob gin cid 9\ndead misdeal bob cid\ncid gin bob 9", Some("Ann")),
    ] {
        let text = format!("rules: cutthroat, undercut_tie=void\nsides: Ann, Bob, Cid\ndealer: Ann\n\n{entries}\n");
        let scored = read_one(&text).unwrap_or_else(|faults| panic!("{entries}: {faults}")).scored();
        assert_eq!(scored.dealer_name().as_deref(), dealer, "{entries}");
    }
}

const ROUND: &str = "round-table, undercut_tie=void, big_gin_bonus=30\nsides: Ann, Bob, Cid, Dee";
const TWO_OF_THREE: &str = "cutthroat\nsides: Ann, Bob, Ben\ndealer: Ann";
const CAPTAIN: &str = "captain\nsides: Ann, Bob & Cid";

#[test]
fn what_no_such_table_plays_is_refused() {
    for (table, entries, fault) in [
        (ROUND, "ann gin 1 2", "needs 3 results, one against each other player; 2 given"),
        (ROUND, "ann gin 1 2, bob points 3", "needs 3 results, one against each other player; 3 given"),
        (ROUND, "ann gin 1 2, bob gin 3", "cannot both end the hand"),
        (ROUND, "ann undercut 3 5 6 7", "log the knock, not Ann's undercut"),
        (ROUND, "ann points 5, ann points 6", "Ann is named in two results"),
        ("round-table\nsides: Ann, Bob, Cid, Dee, Eve", "ann points 1001 bob 6 cid 7", "not 1001"),
        (TWO_OF_THREE, "ann gin 4", "it is not known who played against Ann"),
        (TWO_OF_THREE, "dead\nbob gin 4", "it is not known who played against Bob"),
        (TWO_OF_THREE, "dead ann b", "`b` could be"),
        (CAPTAIN, "bob points 25 cid", "cid"),
        (CAPTAIN, "dead bob cid", "bob"),
        ("captain\nsides: Ann, Bob", "", "one player against a team"),
        ("round-table, dealer=loser\nsides: Ann, Bob, Cid", "", "dealer"),
        ("cutthroat, format=hollywood\nsides: Ann, Bob, Cid", "", "format"),
    ] {
        let said = read_one(&format!("rules: {table}\n\n{entries}\n")).map_err(|faults| faults.to_string());
        assert!(said.as_ref().is_err_and(|said| said.contains(fault)), "{entries}: {said:?}");
    }
}

#[test]
fn a_hand_says_who_played_it() {
    let read = |table: &str, entry: &str| read_one(&format!("rules: {table}\n\n{entry}\n")).unwrap();
    let printed = |entry: &str| print_game(&read(ROUND, entry)).lines().last().map(String::from);
    assert_eq!(printed("ann gin cid 1, 2, 3").as_deref(), Some("Ann gin Bob 2, Cid 1, Dee 3"));
    assert_eq!(printed("ann gin 1, 2, bob 3").as_deref(), Some("Ann gin Bob 3, Cid 1, Dee 2"));
    assert_eq!(printed("ann big-gin 1 2 3").as_deref(), Some("Ann big-gin Bob 1, Cid 2, Dee 3"));
    assert!(read(CAPTAIN, "dead").hands[0].logged().between.is_some());

    let game = read(ROUND, "ann gin 1 2 3\ndead");
    assert_eq!(game.hands[0].logged().swapped(4), None, "there is no other side");
    let scored = game.scored();
    let [round, dead] = [0, 1].map(|at| &scored.tally.hands[at].priced);
    let award = &round.awards[1];
    let third = |side: Side| (award.takes_part(side), award.deadwood_of(side));
    assert_eq!((third(Side::Second), third(Side::Third)), ((false, None), (true, Some(2))));
    let two = [Side::First, Side::Third].map(|side| Seat { side, place: 0 });
    assert_eq!(round.opponents(1, &scored.game.players), Some(two));
    assert_eq!(dead.outcome, Some(Outcome::Dead));

    let partners = read("partners\nsides: Ann & Bob, Cid & Dee", "ann knock 4 27, bob gin 3").scored();
    assert_eq!(partners.tally.hands[0].priced.awards[0].opponent, None, "only the order of the results says who");

    let mut game = read(TWO_OF_THREE, "ann gin bob 4\ndead");
    let mut dead = game.hands.pop().unwrap().logged().clone();
    dead.between = None;
    game.hands.push(GameHand::new(dead, &game.players, &game.rules.rules));
    assert!(game.playing().is_some(), "a hand of which nobody knows who played it changes nothing");
}
