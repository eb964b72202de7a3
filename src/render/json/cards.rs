//! Cards: what they are good for, and both hands after a knock.

use ginpad_core::cards::{Card, Cards, LaidOut, Showdown};
use ginpad_core::hand::{HandAnalysis, Role, Settled};
use ginpad_core::points::{Boxes, Points};
use serde::Serialize;

/// What a player's cards are good for.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/deadwood/1")]
pub(crate) struct DeadwoodView<'a> {
    cards: &'a [Card],
    deadwood: u16,
    melds: Vec<Cards>,
    unmatched: Cards,
    discard: Option<Card>,
    discards: Option<Cards>,
    gin: bool,
    big_gin: bool,
    knock: KnockView,
    outs: Option<OutsView>,
}

/// Whether the cards may knock; null if the upcard decides.
#[derive(Serialize)]
struct KnockView {
    limit: Option<u8>,
    allowed: Option<bool>,
}

/// The cards that would help on the next draw.
#[derive(Serialize)]
struct OutsView {
    unseen: usize,
    gin: Cards,
    gin_count: usize,
    knock: Option<Cards>,
    knock_count: Option<usize>,
}

/// Both hands after a knock.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/layoff/1")]
pub(crate) struct LayoffView<'a> {
    knocker: KnockerView<'a>,
    defender: DefenderView<'a>,
    outcome: &'static str,
    winner: Option<&'static str>,
    points: Points,
    boxes: Boxes,
}

#[derive(Serialize)]
struct KnockerView<'a> {
    deadwood: u16,
    melds: &'a [Vec<Card>],
    unmatched: &'a [Card],
}

#[derive(Serialize)]
struct DefenderView<'a> {
    deadwood: u16,
    melds: &'a [Vec<Card>],
    laid_off: Vec<LaidOffView>,
    unmatched: &'a [Card],
}

/// A card laid off, and the knocker's meld that it goes onto, counted from 0.
#[derive(Serialize)]
struct LaidOffView {
    card: Card,
    onto: usize,
}

/// What a player's cards are good for: `ginpad/deadwood/1`.
pub(crate) fn deadwood(judged: &HandAnalysis) -> DeadwoodView<'_> {
    let HandAnalysis { cards, terms, verdict, discards, outs } = judged;
    let (stands, limit) = (&verdict.stands, terms.limit());
    DeadwoodView {
        cards,
        deadwood: stands.deadwood,
        melds: stands.melds().map(|meld| meld.cards()).collect(),
        unmatched: stands.unmatched,
        discard: verdict.discard,
        discards: verdict.discard.map(|_| *discards),
        gin: verdict.is_gin(),
        big_gin: verdict.is_big_gin(),
        knock: KnockView { limit: limit.map(|limit| limit.deadwood), allowed: verdict.may_end() },
        outs: outs.map(|outs| OutsView {
            unseen: outs.unseen.len(),
            gin: outs.gin,
            gin_count: outs.gin.len(),
            knock: limit.map(|_| outs.knock),
            knock_count: limit.map(|_| outs.knock.len()),
        }),
    }
}

/// Both hands after a knock, and what the hand scores: `ginpad/layoff/1`.
pub(crate) fn layoff(settled: &Settled) -> LayoffView<'_> {
    let Settled { showdown: Showdown { knocker, defender, laid_off, .. }, award } = settled;
    let LaidOut { melds, unmatched, deadwood } = knocker;
    LayoffView {
        knocker: KnockerView { deadwood: *deadwood, melds, unmatched },
        defender: DefenderView {
            deadwood: defender.deadwood,
            melds: &defender.melds,
            laid_off: laid_off.iter().map(|(card, onto)| LaidOffView { card: *card, onto: *onto }).collect(),
            unmatched: &defender.unmatched,
        },
        outcome: award.outcome.word(),
        winner: settled.winner().map(Role::word),
        points: award.points(),
        boxes: award.boxes(),
    }
}
