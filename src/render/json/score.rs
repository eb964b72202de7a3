//! The score sheet and its hands: `ginpad/score/1`.

use ginpad_core::cards::Cards;
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::{Award, LoggedResult, Played, Upcard};
use ginpad_core::notation::{print_entry, print_moment};
use ginpad_core::players::{Name, Players};
use ginpad_core::points::{Boxes, Points};
use ginpad_core::rules::Rules;
use ginpad_core::sheet::{Close, Column, EnteredHand, Settlement};
use ginpad_core::side::{BySide, Side};
use serde::Serialize;

use super::money::{GameMoneyView, game_money};
use super::odds::{self, OddsView};
use super::rules::NamedRulesView;
use super::{Within, add_within, print};
use crate::render::{GameOdds, Place};

/// A score sheet.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/score/1")]
pub(crate) struct ScoreView<'a> {
    number: Option<i64>,
    title: Option<&'a str>,
    event: Option<&'a str>,
    date: Option<String>,
    status: &'static str,
    rules: NamedRulesView<'a>,
    sides: BySide<SideView<'a>>,
    dealer: Option<String>,
    stake: Option<String>,
    stake_game: Option<String>,
    stake_line: Option<String>,
    imported: bool,
    totals: Option<BySide<Points>>,
    money: Option<GameMoneyView>,
    odds: Option<OddsView<'a>>,
    hands: Vec<HandView<'a>>,
    columns: Vec<ColumnView>,
    game_score: BySide<Points>,
    net: Points,
    winner: Option<Side>,
}

/// Several score sheets of one file.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/scores/1")]
pub(crate) struct ScoresView<'a> {
    games: Vec<ScoreView<'a>>,
}

/// A side with its players.
#[derive(Serialize)]
pub(super) struct SideView<'a> {
    name: String,
    players: &'a [Name],
}

/// A hand of the sheet.
#[derive(Serialize)]
struct HandView<'a> {
    number: usize,
    outcome: &'static str,
    knocker: Option<Side>,
    winner: Option<Side>,
    points: Points,
    boxes: Boxes,
    columns: &'a [usize],
    results: Vec<ResultView<'a>>,
    upcard: Option<Upcard>,
    note: Option<&'a str>,
    at: Option<String>,
    counted: bool,
    refused: Option<Vec<String>>,
    entry: String,
}

/// A hand with its game, as `log` answers it.
#[derive(Serialize)]
pub(crate) struct LoggedHandView<'a> {
    #[serde(flatten)]
    hand: HandView<'a>,
    game: i64,
    /// What the game comes to, if this hand ended it.
    money: Option<GameMoneyView>,
}

/// The result of one pair of opponents.
#[derive(Serialize)]
struct ResultView<'a> {
    outcome: &'static str,
    player: Option<&'a str>,
    side: Option<Side>,
    winner: Option<Side>,
    points: Points,
    boxes: Boxes,
    deadwood: Option<BySide<u8>>,
    cards: Option<BySide<Option<Cards>>>,
}

/// A column of the sheet.
#[derive(Serialize)]
struct ColumnView {
    label: String,
    multiplier: i64,
    status: &'static str,
    points: BySide<Points>,
    hands_won: BySide<usize>,
    boxes: BySide<Boxes>,
    needs: Option<BySide<Points>>,
    finisher: Option<Side>,
    shutout: bool,
    settlement: Option<SettlementView>,
}

/// What a closed column comes to.
#[derive(Serialize)]
struct SettlementView {
    hand_points: BySide<Points>,
    shutout: BySide<Points>,
    game_bonus: BySide<Points>,
    line_bonus: BySide<Points>,
    totals: BySide<Points>,
    net: Points,
}

/// The score sheet of a game in this place.
pub(crate) fn score(game: &ScoredGame, place: impl Into<Place>) -> ScoreView<'_> {
    let Place { number, imported } = place.into();
    let ScoredGame { game: facts, tally } = game;
    ScoreView {
        number,
        title: facts.title.as_ref().map(|title| title.as_str()),
        event: facts.event.as_ref().map(|event| event.as_str()),
        date: facts.started.map(print_moment),
        status: game.status().word(),
        rules: NamedRulesView::of(&facts.rules),
        sides: sides(&facts.players),
        dealer: game.dealer().map(|side| facts.players.side_name(side)),
        stake: facts.stakes.point().map(|amount| amount.to_string()),
        stake_game: facts.stakes.game().map(|amount| amount.to_string()),
        stake_line: facts.stakes.line().map(|amount| amount.to_string()),
        imported,
        totals: facts.totals.map(|totals| totals.points),
        money: game_money(game),
        odds: None,
        hands: (0..tally.hands.len()).filter_map(|at| hand(game, at)).collect(),
        columns: tally.columns.iter().enumerate().map(|(at, one)| column(at, one, &facts.rules.rules)).collect(),
        game_score: tally.game_score,
        net: tally.net(),
        winner: game.winner(),
    }
}

/// The score sheet of a game with its odds.
pub(crate) fn score_with_odds(of: GameOdds<'_>) -> ScoreView<'_> {
    ScoreView { odds: Some(odds::odds(of)), ..score(of.game, of.place) }
}

/// What stands before and after the games of `ginpad/scores/1`, for documents that are printed game by game.
pub(crate) fn around_scores() -> (String, String) {
    let empty = print(&ScoresView { games: Vec::new() });
    let (before, after) = empty.split_once("[]").unwrap_or((&empty, ""));
    (format!("{before}["), format!("\n  ]{after}"))
}

/// Adds one of these games, as [`print()`] indents it. A comma separates it from the next.
pub(crate) fn add_one_of_scores(out: &mut Vec<u8>, game: &ScoredGame) {
    out.extend_from_slice(b"\n    ");
    add_within(out, Within(2), &score(game, None));
}

/// The score sheets of the games of a file with their odds.
pub(crate) fn scores_with_odds<'a>(games: &[GameOdds<'a>]) -> ScoresView<'a> {
    ScoresView { games: games.iter().map(|game| score_with_odds(*game)).collect() }
}

/// Hand `at` (from 0) with the number of its game; nothing if the game has no such hand.
pub(crate) fn logged_hand(game: &ScoredGame, at: usize, number: i64) -> Option<LoggedHandView<'_>> {
    let ends = game.tally.ending.is_some_and(|ending| ending.hand == at);
    let money = if ends { game_money(game) } else { None };
    Some(LoggedHandView { hand: hand(game, at)?, game: number, money })
}

/// Both sides of a game.
pub(super) fn sides(players: &Players) -> BySide<SideView<'_>> {
    BySide::from_fn(|side| SideView { name: players.side_name(side), players: players.of(side) })
}

fn hand(game: &ScoredGame, at: usize) -> Option<HandView<'_>> {
    let (entered, logged) = (game.tally.hands.get(at)?, game.game.hands.get(at)?.logged());
    let EnteredHand { priced, columns, .. } = entered;
    let reasons: Vec<String> = entered.refusals().iter().map(ToString::to_string).collect();
    let written: &[LoggedResult] = if let Played::Results(results) = &logged.played { results } else { &[] };
    let results = priced.awards.iter().enumerate();
    Some(HandView {
        number: at + 1,
        outcome: priced.outcome().word(),
        knocker: priced.knocker(),
        winner: priced.winner,
        points: priced.points,
        boxes: priced.boxes,
        columns,
        results: results.map(|(pair, award)| result(award, written.get(pair), &game.game.players)).collect(),
        upcard: logged.upcard,
        note: logged.note.as_ref().map(|note| note.as_str()),
        at: logged.at.map(print_moment),
        counted: entered.is_counted(),
        refused: (!reasons.is_empty()).then_some(reasons),
        entry: print_entry(logged, &game.game.players),
    })
}

fn result<'a>(award: &Award, written: Option<&LoggedResult>, players: &'a Players) -> ResultView<'a> {
    ResultView {
        outcome: award.outcome.word(),
        player: award.by.map(|seat| players.name(seat)),
        side: award.by.map(|seat| seat.side),
        winner: award.winner,
        points: award.points(),
        boxes: award.boxes(),
        deadwood: award.deadwood,
        cards: written.and_then(LoggedResult::cards),
    }
}

fn column(at: usize, column: &Column, rules: &Rules) -> ColumnView {
    let close = column.close.as_ref();
    ColumnView {
        label: format!("Game {}", at + 1),
        multiplier: column.multiplier,
        status: if column.is_open() { "open" } else { "finished" },
        points: column.points,
        hands_won: column.hands_won,
        boxes: column.boxes,
        needs: column.needs(rules),
        finisher: close.map(|close| close.finisher),
        shutout: close.is_some_and(|close| close.shutout),
        settlement: close.map(|Close { settlement, .. }| settled(settlement)),
    }
}

fn settled(settlement: &Settlement) -> SettlementView {
    SettlementView {
        hand_points: settlement.hand_points,
        shutout: settlement.shutout,
        game_bonus: settlement.game_bonus,
        line_bonus: settlement.line_bonus,
        totals: settlement.totals(),
        net: settlement.net(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ginpad_core::notation::read_one;

    #[test]
    fn games_one_by_one_make_the_same_document() {
        let games =
            ["sides: Ann, Bob\n\nann gin 31 note \"a\\\\b\"\n", "sides: Ann & Cid, Bob & Dee\nrules: hollywood\n"];
        let games = games.map(|sheet| read_one(sheet).unwrap().scored());
        let whole = print(&ScoresView { games: games.iter().map(|game| score(game, None)).collect() });
        let (before, after) = around_scores();
        let one = |game: &ScoredGame| {
            let mut text = Vec::new();
            add_one_of_scores(&mut text, game);
            String::from_utf8(text).unwrap()
        };
        let one_by_one: Vec<String> = games.iter().map(one).collect();
        assert_eq!(before + &one_by_one.join(",") + &after, whole);
    }
}
