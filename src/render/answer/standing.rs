//! Where a game stands, in a few words.

use crate::render::styles::cards;
use crate::render::{Canvas, money, phrases};
use ginpad_core::cards::Suit;
use ginpad_core::game::{Closing, Game, ScoredGame};
use ginpad_core::hand::{Limit, Upcard};
use ginpad_core::points::Points;
use ginpad_core::rules::{Format, SpadesDouble};
use ginpad_core::sheet::Column;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{fill, printable};

/// Where a game stands: `open at 96–61`, `won by Ann 229–61`.
pub(crate) fn standing(game: &ScoredGame) -> String {
    let over = |winner: Option<Side>| match winner {
        Some(winner) => {
            let (name, score) = (phrases::name(game, winner), score_phrase(game, winner));
            format!("won by {name} {score}{}", first_to(game, winner))
        }
        None => format!("tied at {}", score_phrase(game, Side::First)),
    };
    match (game.tally.ending, game.game.closing) {
        (Some(ending), _) => over(ending.winner),
        (None, Some(Closing::Forfeit { by, .. })) => format!("forfeited by {}", phrases::name(game, by)),
        (None, Some(Closing::Settled)) => format!("settled, {}", over(game.winner())),
        (None, Some(Closing::Unfinished)) => format!("closed unfinished at {}", score_phrase(game, Side::First)),
        (None, None) => match game.game.totals {
            Some(totals) => over(totals.winner),
            None => format!("open at {}", score_phrase(game, Side::First)),
        },
    }
}

/// Where a game stands before its next hand: the score, what each side needs and who deals. If it is over, how it ended and
/// who pays.
pub(crate) fn where_it_stands(game: &ScoredGame) -> Vec<String> {
    match phrases::verdict(game) {
        Some(verdict) => [verdict].into_iter().chain(money::game_money(game)).collect(),
        None => open_score(game).into_iter().chain(game_score(game)).chain(phrases::deal(game)).collect(),
    }
}

/// The points of the open columns in which a hand was won, and what each side needs.
fn open_score(game: &ScoredGame) -> Vec<String> {
    let rules = phrases::rules(game);
    let is_single = rules.format == Format::Single;
    let each = |(at, column): (usize, &Column)| {
        let score = both(game, column.points, column.needs(rules));
        if is_single { score } else { format!("{}: {score}", phrases::label(game, at)) }
    };
    let is_shown = |column: &Column| column.is_open() && (is_single || column.hands_won.iter().any(|won| *won > 0));
    let columns = game.tally.columns.iter().enumerate().filter(|(_, column)| is_shown(column));
    columns.map(each).collect()
}

/// The score that decides a game of several columns, once one is settled, and what each side still needs:
/// `game score: Ann 330 (needs 170), Bob 362 (needs 138)`, `matches: Ann 1 (needs 2), Bob 0 (needs 3)`.
fn game_score(game: &ScoredGame) -> Option<String> {
    game.tally.columns.iter().find(|column| column.settlement().is_some())?;
    let (what, score) = match phrases::rules(game).format {
        Format::MultiMatch { .. } | Format::Hollywood { .. } => ("game score", game.tally.game_score),
        Format::BestOf { .. } => ("matches", phrases::finished(game)),
        Format::Single => return None,
    };
    Some(format!("{what}: {}", both(game, score, phrases::needs_for_the_game(game))))
}

/// The points of both sides, and what each needs: `Ann 23 (needs 77), Bob 0 (needs 100)`.
fn both(game: &ScoredGame, points: BySide<Points>, needs: Option<BySide<Points>>) -> String {
    let side = |side: Side| {
        let needs = needs.map(|needs| format!(" (needs {})", needs[side])).unwrap_or_default();
        format!("{} {}{needs}", phrases::name(game, side), points[side])
    };
    points.order().map(side).collect::<Vec<_>>().join(", ")
}

/// The sides of a game: `Ann – Bob`.
pub(crate) fn sides(game: &Game) -> String {
    game.players.side_names().iter().cloned().collect::<Vec<_>>().join(" – ")
}

/// Why the lower total won a game of one column: `, first to 100`.
fn first_to(game: &ScoredGame, winner: Side) -> String {
    let (rules, totals) = (phrases::rules(game), game.tally.game_score);
    let lower = totals.iter().any(|total| *total > totals[winner]) && rules.format == Format::Single;
    let lower = lower && !phrases::is_totals_only(game);
    if lower { format!(", first to {}", rules.target) } else { String::new() }
}

/// The score that decides the game, with side `first` first. In a single column, that is the points until the game ends
/// and then the totals; in a best-of, the columns won; otherwise the game score, once a column is closed. Of an old game
/// without hands, it is the totals.
pub(crate) fn score_phrase(game: &ScoredGame, first: Side) -> String {
    let column = |at: usize| game.tally.columns.get(at).map_or(game.tally.game_score, |column| column.points);
    let settled = game.tally.columns.iter().any(|column| column.settlement().is_some());
    match phrases::rules(game).format {
        _ if phrases::is_totals_only(game) => phrases::pair(game.tally.game_score, first),
        Format::Single if settled => phrases::pair(game.tally.game_score, first),
        Format::Single => phrases::pair(column(0), first),
        _ if !settled => format!("{} in {}", phrases::pair(column(0), first), phrases::column_name(game, 0)),
        Format::BestOf { .. } => format!("{} in matches", phrases::pair(phrases::finished(game), first)),
        Format::MultiMatch { .. } | Format::Hollywood { .. } => phrases::pair(game.tally.game_score, first),
    }
}

/// Where a game stands, and who plays by which rules before its first hand. Of an upcard that was turned, what it means for
/// the next hand.
pub(crate) fn status(game: &ScoredGame, upcard: Option<Upcard>, canvas: Canvas) -> String {
    let mut parts = where_it_stands(game);
    if phrases::is_open(game) && game.tally.hands.is_empty() {
        parts.insert(0, format!("{}, {}", printable(&sides(&game.game)), game.game.rules));
    }
    parts.extend(upcard.filter(|_| phrases::is_open(game)).map(|upcard| turned(game, upcard)));
    parts.extend(lacks_dealer(game).then(|| format!("{NAME_DEALER} says who dealt first")));
    fill("", &parts, canvas.line_columns(), 2).join("\n")
}

/// How a dealer is named. Only the players know who it is.
pub(crate) const NAME_DEALER: &str = "`dealer NAME`";

/// Whether the first hand was played and nobody has said who deals.
fn lacks_dealer(game: &ScoredGame) -> bool {
    phrases::is_open(game) && game.tally.hands.len() == 1 && game.dealer().is_none()
}

/// What an upcard means for its hand: `up 7♥: the knock limit is 7`.
fn turned(game: &ScoredGame, upcard: Upcard) -> String {
    let rules = phrases::rules(game);
    let limit = match Limit::of(rules, Some(upcard)).deadwood {
        0 => "only gin ends the hand".to_string(),
        limit => format!("the knock limit is {limit}"),
    };
    let doubles = rules.spades_double != SpadesDouble::Off && upcard.suit() == Some(Suit::Spades);
    format!("up {}: {limit}{}", cards(&upcard), if doubles { ", and a spade doubles" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::samples::scored;
    use crate::render::{Colour, painted};

    fn said(sheet: &str, width: usize) -> String {
        status(&scored(sheet), None, Canvas::plain(width))
    }

    #[test]
    fn an_open_game_shows_score_needs_and_deal() {
        let sheet = "sides: Ann, Bob\ndealer: Ann\n\nann knock 4 27\n";
        assert_eq!(said(sheet, 80), "Ann 23 (needs 77), Bob 0 (needs 100)   Bob deals");
        assert_eq!(said(sheet, 40), "Ann 23 (needs 77), Bob 0 (needs 100)\n  Bob deals");
    }

    #[test]
    fn an_upcard_that_was_turned_says_what_it_means() {
        let oklahoma = scored("sides: Ann, Bob\nrules: oklahoma\ndealer: Ann\n\nann gin 4 up 4h\n");
        let said = |card| painted(status(&oklahoma, Upcard::read(card).ok(), Canvas::plain(100)), Colour::Plain);
        let stands = "Ann 29 (needs 71), Bob 0 (needs 100)   Bob deals";
        assert_eq!(said("7h"), format!("{stands}   up 7♥: the knock limit is 7"));
        assert_eq!(said("7s"), format!("{stands}   up 7♠: the knock limit is 7, and a spade doubles"));
        assert_eq!(said("qd"), format!("{stands}   up Q♦: the knock limit is 10"));
    }

    #[test]
    fn after_the_first_hand_it_says_how_to_name_a_dealer() {
        let sheet = "sides: Ann, Bob\n\nann knock 4 27\n";
        assert_eq!(said(sheet, 80), "Ann 23 (needs 77), Bob 0 (needs 100)   `dealer NAME` says who dealt first");
        let sheet = format!("{sheet}ann knock 4 5\n");
        assert_eq!(said(&sheet, 80), "Ann 24 (needs 76), Bob 0 (needs 100)");
    }

    #[test]
    fn a_new_game_says_who_plays_by_which_rules() {
        let sheet = "sides: Ann, Bob\ndealer: Ann\nrules: hollywood\n";
        assert_eq!(said(sheet, 80), "Ann – Bob, hollywood   Ann deals");
    }

    #[test]
    fn a_game_that_is_over_says_who_won_and_who_pays() {
        let sheet = "sides: Ann, Bob\nrules: standard, target=20\nstake: 0.01 USD\n\nann knock 4 27\n";
        assert_eq!(said(sheet, 80), "Ann wins the game 171–0, net 171   Bob pays Ann 1.71 USD");
    }
}
