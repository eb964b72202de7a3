//! The arithmetic of one hand, each step with its knobs.

use crate::render::cards::shown_steps;
use crate::render::explain::{Explanation, Step, section};
use crate::render::styles::cards;
use crate::render::{answer, phrases};
use ginpad_core::notation::print_adjustment;
use ginpad_core::text::{join, printable};
use ginpad_core::{
    Award, Boxes, ColumnReason, ColumnTrace, DeadHand, DealerRule, EnteredHand, EntryAt, Format, Item, ItemReason,
    Knob, Limit, LimitSource, LineTiming, LoggedHand, Outcome, Points, PricedHand, ScoredGame, Side, Table, Win,
};

/// Explains adjustment `at` (from 0) of the game: the points it gives or takes, and its columns.
pub(crate) fn explain_adjustment(game: &ScoredGame, at: usize) -> Explanation {
    let entry = EntryAt::Adjustment(at);
    let entered = game.tally.traces(entry).iter().flat_map(|column| {
        let name = Step::new(phrases::column_name(game, column.column));
        std::iter::once(name).chain(stands(game, entry, column))
    });
    let entered: Vec<Step> = entered.collect();
    let not = vec![Step::new(phrases::ADJUSTMENT_NOT_COUNTED)];
    let reading = print_adjustment(&game.game.adjustments[at], &game.game.players);
    let steps = [
        section("How it was read", vec![Step::new(printable(&reading))]),
        section("Entered in", if entered.is_empty() { not } else { entered }),
    ];
    Explanation::new(game, Some(entry), answer::adjusted(game, at), steps.concat())
}

/// Explains hand `hand` (from 0) of the game: how it was read, its points and their parts, its columns, and the next
/// dealer.
pub(crate) fn explain_hand(game: &ScoredGame, hand: usize) -> Explanation {
    let (logged, entered) = (game.game.hands[hand].logged(), &game.tally.hands[hand]);
    let why_not = phrases::why_not_counted(entered).map(|why| format!(" ({why})"));
    let counted = if entered.refusals().is_empty() { why_not.unwrap_or_default() } else { " (not counted)".into() };
    let title = format!("Hand {}: {}{counted}", hand + 1, answer::reading(game, hand, entered));
    let mut steps = section("How it was read", read(game, hand, logged, &entered.priced));
    let reasons = entered.refusals().iter().map(|refusal| Step::new(printable(&refusal.to_string())));
    steps.extend(section("Why it is not counted", reasons.collect()));
    if entered.refusals().is_empty() {
        steps.extend(points(game, &entered.priced));
    }
    if entered.is_counted() {
        let boxes = entered.priced.wins().flat_map(|win| boxes(game, &entered.priced, win));
        steps.extend(section("Boxes", boxes.collect()));
    }
    steps.extend(section("Entered in", columns(game, hand, entered)));
    steps.extend(section("Deal", deal(game, entered).into_iter().collect()));
    Explanation::new(game, Some(EntryAt::Hand(hand)), title, steps)
}

fn read(game: &ScoredGame, hand: usize, logged: &LoggedHand, priced: &PricedHand) -> Vec<Step> {
    let mut steps = vec![Step::entry(logged, &game.game.players)];
    let rules = phrases::rules(game);
    if priced.awards.iter().any(|award| matches!(award.outcome, Outcome::Knock | Outcome::Undercut)) {
        steps.push(limit(game, logged));
    }
    let laid_out = logged.results().iter().zip(&priced.awards);
    steps.extend(laid_out.flat_map(|(result, award)| shown_steps(game, result, award)));
    for award in &priced.awards {
        let tied = award.items.iter().any(|item| item.reason == ItemReason::Knob(Knob::UndercutTie));
        let level = award.deadwood.is_some_and(|both| both.knocker == both.defender);
        if tied || level && award.outcome == Outcome::Undercut {
            steps.push(Step::new(rules.undercut_tie.meaning()).by(game, Knob::UndercutTie));
        } else if award.outcome == Outcome::Undercut {
            steps.push(Step::new("the defender has less than the knocker: an undercut"));
        }
    }
    if priced.is_dead() {
        steps.push(Step::new("a dead hand scores nothing"));
    }
    steps.extend(answer::out_of_turn(game, hand).map(Step::new));
    steps
}

/// The knock limit of the hand, and its source.
fn limit(game: &ScoredGame, logged: &LoggedHand) -> Step {
    let limit = Limit::of(phrases::rules(game), logged.upcard);
    match limit.source {
        LimitSource::Rules => Step::new(limit.to_string()).by(game, Knob::KnockLimit),
        LimitSource::Upcard(_) => Step::new(cards(&limit)).by(game, Knob::Oklahoma),
        LimitSource::RulesDespite(card) => Step::new(format!("{limit}; the upcard {} does not lower it", cards(&card)))
            .by(game, Knob::KnockLimit)
            .by(game, Knob::Oklahoma),
    }
}

/// The receipt of each pair, and for partners the net.
fn points(game: &ScoredGame, priced: &PricedHand) -> Vec<Step> {
    let round = priced.awards.len() > 1;
    let has_partners = game.game.players.pairs() > 1;
    let mut all: Vec<Step> = Vec::new();
    for (at, award) in priced.awards.iter().enumerate() {
        if award.items.is_empty() && !round {
            continue;
        }
        let title = match () {
            () if has_partners => format!("Table {}: {}", at + 1, phrases::award(game, award)),
            () if round => phrases::award(game, award),
            () => "Points".into(),
        };
        let mut steps: Vec<Step> = receipt(game, award);
        let who = award.winner.map_or("nobody scores".into(), |side| phrases::does(game, side, "score"));
        let is_summed = has_partners && award.winner.is_some();
        steps.push(Step::new(if is_summed { "in all".into() } else { who }).worth(award.points()));
        all.extend(section(title, steps));
    }
    if round && has_partners {
        let won = |side: Side| priced.awards.iter().filter(move |award| award.winner == Some(side)).map(Award::points);
        let sum = |side: Side| Step::new(format!("{}, all tables", phrases::name(game, side))).worth(won(side).sum());
        let mut steps: Vec<Step> = Side::TWO.into_iter().map(sum).collect();
        steps.push(match priced.winner {
            Some(winner) => {
                Step::new(format!("{} the difference", phrases::does(game, winner, "score"))).worth(priced.points)
            }
            None => Step::new("level: nobody scores").worth(Points::ZERO),
        });
        all.extend(section("Net", steps));
    }
    all
}

fn receipt(game: &ScoredGame, award: &Award) -> Vec<Step> {
    let step = |item: &Item| {
        let step = match item.reason {
            ItemReason::Difference { more, less } => Step::new(format!("deadwood {more} − {less}")),
            ItemReason::Deadwood => Step::new("deadwood against gin"),
            ItemReason::Knob(Knob::KnockBonus) if item.points == Points::ZERO => return None,
            ItemReason::Knob(Knob::UndercutTie) => Step::new("equal deadwood").by(game, Knob::UndercutTie),
            ItemReason::Knob(knob) => Step::new(phrases::knob_words(knob)).by(game, knob),
            ItemReason::Spade => Step::new("all of it again: the upcard is a spade").by(game, Knob::SpadesDouble),
            ItemReason::AsGiven => Step::new("as given; only the points are known"),
        };
        Some(step.worth(item.points))
    };
    award.items.iter().filter_map(step).collect()
}

fn boxes(game: &ScoredGame, priced: &PricedHand, win: Win) -> Vec<Step> {
    let Win { winner, boxes, .. } = win;
    let rules = phrases::rules(game);
    let whose = if priced.several.is_empty() { String::new() } else { format!("{}: ", phrases::name(game, winner)) };
    let mut steps = vec![Step::new(format!("{whose}the line: one hand won")).worth(Points(Boxes::LINE.0))];
    for (knob, extra) in
        priced.awards.iter().filter(|award| award.winner == Some(winner)).flat_map(|award| &award.extra_boxes)
    {
        let why = match knob {
            Knob::SpadesDouble => "extra boxes again for the spade".into(),
            knob => phrases::knob_words(*knob),
        };
        steps.push(Step::new(why).by(game, *knob).worth(Points(extra.0)));
    }
    if steps.len() > 1 {
        steps.push(Step::new("boxes in all").worth(Points(boxes.0)));
    }
    if rules.line_bonus != Points::ZERO {
        let worth = rules.line_bonus * boxes.0;
        let each = format!("{} × {} = {worth}", phrases::boxes(boxes), rules.line_bonus);
        let when = match rules.line_timing {
            LineTiming::End => "added when the column is settled",
            LineTiming::Immediate => "added at once",
        };
        steps.push(Step::new(format!("{each}, {when}")).by(game, Knob::LineBonus).by(game, Knob::LineTiming));
    }
    steps
}

/// The columns of the hand, with reasons, and the columns that it closed.
fn columns(game: &ScoredGame, hand: usize, entered: &EnteredHand) -> Vec<Step> {
    if !entered.is_counted() {
        let why = match game.tally.ending {
            _ if !entered.refusals().is_empty() => "no column: the hand is not counted".into(),
            Some(ending) => format!("no column: the game ended with {}", phrases::entry(ending.by)),
            None => "no column: only the totals of the game count".into(),
        };
        return vec![Step::new(why)];
    }
    let Some(Win { winner, .. }) = entered.priced.wins().next() else {
        return vec![Step::new("no column: nobody won it")];
    };
    let steps = entered.traces.iter().flat_map(|column| {
        let why = Step::new(reason(game, winner, column));
        let stands = if column.reason.enters() { stands(game, EntryAt::Hand(hand), column) } else { Vec::new() };
        std::iter::once(why).chain(stands)
    });
    steps.collect()
}

/// Why a column receives the hand, or why not.
fn reason(game: &ScoredGame, winner: Side, trace: &ColumnTrace) -> String {
    let name = phrases::column_name(game, trace.column);
    match trace.reason {
        ColumnReason::Open if phrases::rules(game).format == Format::Single => "the only column".into(),
        ColumnReason::Open => format!("{name}: the open column"),
        ColumnReason::WonThere => {
            format!("{name}: open, and {} won a hand there", phrases::does(game, winner, "have"))
        }
        ColumnReason::FirstNew => {
            format!("{name}: the first open column that {} had not entered", phrases::name(game, winner))
        }
        ColumnReason::ClosedBy { by } => format!("not {name}: closed by {}", phrases::entry(by)),
        ColumnReason::After { column } => format!("not {name}: {} comes first", phrases::column_name(game, column)),
    }
}

/// The points of a column after an entry, and whether the entry closed it.
fn stands(game: &ScoredGame, at: EntryAt, trace: &ColumnTrace) -> Vec<Step> {
    let side = |side: Side| format!("{} {}", phrases::name(game, side), trace.points[side]);
    let points = format!("  then {}", join(trace.points.order().map(side), ", "));
    let close = game.tally.columns[trace.column].close.as_ref().filter(|close| close.by == at);
    let closes = close.map(|close| phrases::closes(game, close));
    let closes = closes.map(|(why, knob)| Step::new(format!("  it closes: {why}")).by(game, knob));
    std::iter::once(Step::new(points)).chain(closes).collect()
}

fn deal(game: &ScoredGame, entered: &EnteredHand) -> Option<Step> {
    let dealer = entered.next_dealer.filter(|_| entered.is_counted())?;
    let rules = phrases::rules(game);
    let sits_out = rules.table == Table::Cutthroat && entered.priced.winner.is_some();
    let (why, knob) = match (entered.priced.dead, rules.dealer) {
        _ if sits_out => (Some("whoever sat out comes in for the loser"), Some(Knob::Table)),
        (Some(DeadHand::Misdeal), _) => (Some("the same dealer again after a misdeal"), None),
        (Some(DeadHand::Stock), DealerRule::Alternate) => (Some(rules.dead_deal.meaning()), Some(Knob::DeadDeal)),
        (Some(DeadHand::Stock), _) => (Some("the same dealer again after a dead hand"), Some(Knob::Dealer)),
        (None, _) => (None, Some(Knob::Dealer)),
    };
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    Some(Step::new(format!("{} next{why}", phrases::does(game, dealer, "deal"))).by(game, knob))
}

#[cfg(test)]
mod tests;
