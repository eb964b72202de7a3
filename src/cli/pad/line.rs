//! What a line at the pad does. Each line stands for a command line.

use ginpad_core::game::Game;
use ginpad_core::hand::Upcard;
use ginpad_core::players::WhoFault;
use ginpad_core::rules::Preset;
use ginpad_core::side::Side;
use ginpad_core::table::{TableCommand, TableLine, with_upcard};

use super::follow::Page;
use crate::answer::{Answer, Failure};
use crate::cli::session::Session;
use crate::cli::typed::{is_command, meant, typed};
use crate::commands::new::NewArgs;
use crate::commands::undo;
use crate::render::{NAME_DEALER, table_help};
use ginpad_core::facts::ChangeVerb;

/// Does what a line asks for in the game of a page. `upcard` is that of the next hand, if it was told; `is_newest_here` says
/// whether the newest change of this device was made at this pad.
///
/// # Errors
/// It cannot be done. Nothing was changed then.
pub(super) fn act(
    session: &Session,
    page: &Page,
    line: TableLine<'_>,
    upcard: Option<Upcard>,
    is_newest_here: bool,
) -> Result<Answer, Failure> {
    let game = &page.game;
    let number = game.number.to_string();
    let of_game = format!("--game={number}");
    let hands = game.scored.game.hands.len();
    let hand = |hand: usize| hand.to_string();
    let words = match line {
        // The pad keeps the upcard.
        TableLine::Nothing | TableLine::Leave | TableLine::Upcard(_) => return Ok(Answer::default()),
        TableLine::Undo(1) if is_newest_here => vec!["undo".into()],
        TableLine::Undo(changes) => return undo::in_game(&session.app, ChangeVerb::UNDO, changes, game),
        TableLine::Redo(changes) => return undo::in_game(&session.app, ChangeVerb::REDO, changes, game),
        TableLine::Command(TableCommand::Deal) => {
            return Ok(Answer::of(format!("{NAME_DEALER} says who dealt first")));
        }
        TableLine::Command(TableCommand::Next) => return NewArgs::rematch(&session.app, game),
        TableLine::Command(TableCommand::Help) => {
            return Ok(Answer::of(table_help(&game.scored.game, session.canvas())));
        }
        TableLine::Entry(line) => match command(page, line) {
            Some(words) if words.first().is_some_and(|verb| verb == "log") && words.len() > 1 => {
                let is_named = words.iter().any(|word| word == "--game" || word.starts_with("--game="));
                let game = if is_named { None } else { Some(of_game) };
                ["log".to_string()].into_iter().chain(game).chain(words[1..].iter().cloned()).collect()
            }
            Some(words) => return typed(&words, page.other_than_current(), session),
            None => {
                // A lone dash would mean standard input.
                let entry = if line == "-" { "dead" } else { line };
                let told = upcard.map(|upcard| with_upcard(entry, upcard, &game.scored.game, session.app.local()));
                vec!["log".into(), of_game, "--".into(), told.unwrap_or_else(|| entry.into())]
            }
        },
        TableLine::Correct(named, entry) => {
            let entry = (!entry.is_empty()).then(|| entry.to_string());
            vec!["fix".into(), of_game, "--".into(), hand(named.number(hands))].into_iter().chain(entry).collect()
        }
        TableLine::Judge(cards) => {
            let verb = if cards.defender.is_some() { "layoff" } else { "deadwood" };
            let told = || upcard.map(|card| card.to_string());
            let up = cards.upcard.map(str::to_string).or_else(told).map(|card| format!("--up={card}"));
            let words = [verb.into(), format!("--rules={}", game.scored.game.rules.typed())].into_iter().chain(up);
            words.chain(["--".into(), cards.hand.into()]).chain(cards.defender.map(str::to_string)).collect()
        }
        TableLine::Command(TableCommand::Sheet) => vec!["score".into(), number],
        TableLine::Command(TableCommand::Board) => vec!["score".into(), number, "--big".into()],
        TableLine::Command(TableCommand::Explain) => vec!["explain".into(), hand(hands), of_game],
        TableLine::Command(TableCommand::Odds) => vec!["odds".into(), number],
    };
    meant(words, session)
}

/// The words of a line that is a command of the program, like `games` or `rules hollywood`. `None` if it may be an entry.
fn command(page: &Page, line: &str) -> Option<Vec<String>> {
    let words = shlex::split(line)?;
    let mut words = words.strip_prefix(&["ginpad".to_string()]).unwrap_or(&words).to_vec();
    if let Some((from, [pays, rest @ ..])) = words.split_first().filter(|(_, rest)| !rest.is_empty())
        && ["paid", "pays"].contains(&pays.as_str())
    {
        // `tom paid nina 5`
        let paid = ["settle".to_string(), "--paid".into(), from.clone()];
        return Some([paid.as_slice(), rest].concat());
    }
    if let [who, deals] = words.as_slice()
        && deals == "deals"
        && let Ok(seat) = page.game.scored.game.players.find(who)
    {
        let first = first_dealer_so_that_deals(seat.side, &page.game.scored.game);
        return Some(vec!["set".into(), "dealer".into(), page.game.scored.game.players.side_name(first)]);
    }
    let verb = words.first()?.clone();
    let is_nobody = matches!(page.game.scored.game.players.find(&verb), Err(WhoFault::Unknown { .. }));
    if is_nobody && verb == "n" && words.len() > 1 {
        // The next game of the same players, by other rules.
        let players = &page.game.scored.game.players;
        let sides = players.order().map(|side| {
            let names: Vec<&str> = players.of(side).iter().map(|name| name.as_str()).collect();
            names.join("+")
        });
        let rules = Preset::meant(&words[1]).map(|_| "--rules".to_string());
        let rest = words[1..].iter().cloned();
        return Some(std::iter::once("new".to_string()).chain(sides).chain(rules).chain(rest).collect());
    }
    if !is_nobody || !is_command(&verb) {
        return None;
    }
    if verb == "rules" && words.get(1).is_some_and(|word| !["show", "check"].contains(&word.as_str())) {
        words.insert(0, "set".into());
    }
    Some(words)
}

/// Who dealt the first hand if this side deals the next one. Where that follows from who won, the side itself is named.
fn first_dealer_so_that_deals(side: Side, game: &Game) -> Side {
    let deals_next = |first: &Side| Game { first_dealer: Some(*first), ..game.clone() }.scored().dealer() == Some(side);
    game.players.order().find(deals_next).unwrap_or(side)
}
