//! The score sheet as a player knows it from paper.

use crate::render::sheet::rows::{Block, blocks};
use crate::render::sheet::ruled::tables;
use crate::render::styles::bold;
use crate::render::{Canvas, PlacedGame, answer, phrases, stakes};
use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::rules::{Format, LineTiming};
use ginpad_core::sheet::{EnteredHand, Standing};
use ginpad_core::text::{fill, pack, printable, sentence, wrap};

/// The score sheet of a game: its title and rules, its hands and columns, and where it stands.
pub(in crate::render) fn text(game: &PlacedGame, canvas: Canvas) -> String {
    let scored = &game.scored;
    let facts = pack(&facts_of(game), " · ", canvas.line_columns(), 2).join("\n");
    let mut text = format!("{}{facts}\n", title_lines(scored, game.place.number, canvas));
    for block in blocks(scored) {
        text += &format!("\n{}", under_heading(scored, &block, canvas));
        // In a game of one column the verdict says it.
        let outscored = |at: &usize| phrases::outscored(scored, *at).filter(|_| block.heading.is_some());
        text += &lines(block.columns.iter().find_map(outscored), canvas);
    }
    let notes = lines(notes(scored).into_iter().chain(not_counted(scored)), canvas);
    let gap = if notes.is_empty() { "" } else { "\n" };
    let odds = game.odds().map(|odds| sentence(&odds.line, canvas.width) + "\n");
    format!("{text}{gap}{notes}{}", odds.unwrap_or_default())
}

/// The foot of a finished sheet: what the last columns came to, line by line, who won, and who pays whom.
pub(crate) fn foot(game: &ScoredGame, canvas: Canvas) -> String {
    let without_hands = |block: Block| Block { hands: block.hands.end..block.hands.end, ..block };
    let table = blocks(game).pop().map(|block| under_heading(game, &without_hands(block), canvas) + "\n");
    table.unwrap_or_default() + &lines(notes(game), canvas)
}

/// The tables of a block under its heading.
fn under_heading(game: &ScoredGame, block: &Block, canvas: Canvas) -> String {
    let heading = block.heading.as_ref().map_or_else(String::new, |heading| format!("{heading}\n"));
    heading + &tables(game, block, canvas)
}

/// The number and the title of a game, in bold; nothing if it has neither.
fn title_lines(game: &ScoredGame, number: Option<i64>, canvas: Canvas) -> String {
    let title = game.game.title.as_ref().map(|title| printable(title.as_str()));
    let parts: Vec<String> = number.map(|number| format!("Game {number}")).into_iter().chain(title).collect();
    let lines = if parts.is_empty() { Vec::new() } else { wrap(&parts.join(" · "), canvas.line_columns()) };
    lines.iter().map(|line| bold(line, canvas.colour) + "\n").collect()
}

/// The rules of a game, when it started, what it belongs to, what it is played for, its state, and where it is from.
pub(in crate::render) fn facts_of(game: &PlacedGame) -> Vec<String> {
    let facts = &game.scored.game;
    let mut words = vec![facts.rules.to_string()];
    words.extend(game.started.clone());
    words.extend(facts.event.as_ref().map(|event| printable(event.as_str())));
    words.extend(stakes(&facts.stakes));
    words.push(game.scored.status().word().to_string());
    words.extend(game.place.imported.then(|| phrases::IMPORTED.to_string()));
    words
}

/// Sentences, each on lines of its own.
fn lines(sentences: impl IntoIterator<Item = String>, canvas: Canvas) -> String {
    sentences.into_iter().flat_map(|text| fill("", &[text], canvas.line_columns(), 2)).map(|line| line + "\n").collect()
}

/// What a reader must know besides the tables: where the game stands or who won, the deal, and anything special.
pub(in crate::render) fn notes(game: &ScoredGame) -> Vec<String> {
    let mut notes = answer::where_it_stands(game);
    if phrases::is_totals_only(game) {
        notes.push(phrases::ONLY_TOTALS.into());
        return notes;
    }
    let rules = phrases::rules(game);
    if game.is_open() {
        notes.extend(goal(&rules.format));
    }
    if rules.line_timing == LineTiming::Immediate && rules.line_bonus != Points::ZERO {
        notes.push(format!("Running totals include {} for each box as it is won", rules.line_bonus));
    }
    for (side, bonus) in game.tally.ending.iter().flat_map(|ending| ending.bonus.sides()) {
        if *bonus != Points::ZERO {
            let (name, what) = (phrases::name(game, side), phrases::bonus_name(game));
            notes.push(format!("The {what} of {bonus} is {name}'s, in the game score"));
        }
    }
    if let Format::Hollywood { .. } = rules.format {
        notes.extend((0..game.tally.columns.len()).filter_map(|at| phrases::outscored(game, at)));
    }
    notes
}

/// What wins a game of several matches.
fn goal(format: &Format) -> Option<String> {
    match format {
        Format::MultiMatch { game_target, .. } => Some(format!("The game goes to {game_target}")),
        Format::BestOf { best_of } => {
            Some(format!("The first to finish {} of {best_of} matches wins the game", best_of / 2 + 1))
        }
        Format::Single | Format::Hollywood { .. } => None,
    }
}

/// The hands that do not count, each with the reason.
pub(super) fn not_counted(game: &ScoredGame) -> impl Iterator<Item = String> {
    let note = |(at, hand): (usize, &EnteredHand)| match hand.standing {
        Standing::Counted => None,
        Standing::BeyondTheEnd => {
            Some(format!("Hand {} {}: {}", at + 1, phrases::AFTER_THE_END, answer::reading(game, at, hand)))
        }
        Standing::Refused(_) => Some(format!("Hand {} {}", at + 1, phrases::not_counted(hand))),
    };
    game.tally.hands.iter().enumerate().filter_map(note)
}
