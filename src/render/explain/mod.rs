//! The arithmetic of a hand and of the settlement: steps, each with the knobs behind it.

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::answer::{Audience, Block, Cell, Report, Table};
use crate::render::{Colour, painted, phrases};
use ginpad_core::notation::{print_entry, shown_entry};
use ginpad_core::reports::money::{GameMoney, Part, SidesMoney, StakeKind};
use ginpad_core::text::{and_list, count, printable};
use ginpad_core::{
    BySide, Close, Closing, Column, EntryAt, Format, Knob, LineTiming, LoggedHand, Players, Points, ScoredGame,
    Settlement, Shutout, Side,
};

mod hand;

pub(crate) use hand::{explain_adjustment, explain_hand};

/// The arithmetic of a hand or of the settlement: `ginpad/explain/1`.
#[derive(Debug, Clone)]
pub(crate) struct Explanation {
    /// The number of the game in the book.
    pub game: Option<i64>,
    /// The hand or the adjustment; `None` for the settlement.
    pub entry: Option<EntryAt>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The title.
    pub title: String,
    /// The players who receive the points.
    pub players: Players,
}

/// One step of the arithmetic.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Step {
    /// The title of the step's section.
    pub section: String,
    /// The step in words for people. Two leading spaces mark a continuation of the step above.
    #[serde(skip)]
    pub(super) words: String,
    /// The step in words for programs.
    pub step: String,
    /// The knobs behind the step: `gin_bonus=25`.
    pub knobs: Vec<String>,
    /// The points: none, one number, or one for each side.
    pub points: Vec<Points>,
}

impl Step {
    /// A step without knobs or points.
    pub(super) fn new(words: impl Into<String>) -> Step {
        let words = words.into();
        let step = painted(words.trim_start().into(), Colour::Plain);
        Step { section: String::new(), words, step, knobs: Vec::new(), points: Vec::new() }
    }

    /// An entry: for people in signs, for programs in the spelling of text sheets.
    pub(super) fn entry(hand: &LoggedHand, players: &Players) -> Step {
        let step = printable(&print_entry(hand, players));
        Step { step, ..Step::new(printable(&shown_entry(hand, players))) }
    }

    /// Adds a knob to the step.
    pub(super) fn by(mut self, game: &ScoredGame, knob: impl Into<Option<Knob>>) -> Step {
        let knob = knob.into().map(|knob| match phrases::rules(game).value(knob) {
            Some(value) => format!("{}={value}", knob.name()),
            None => knob.name().to_string(),
        });
        self.knobs.extend(knob);
        self
    }

    /// Adds points to the step.
    pub(super) fn worth(self, points: Points) -> Step {
        Step { points: vec![points], ..self }
    }

    /// Adds points for each side to the step.
    pub(super) fn each(self, points: BySide<Points>) -> Step {
        Step { points: points.iter().copied().collect(), ..self }
    }
}

/// Steps under a title.
pub(super) fn section(title: impl Into<String>, mut steps: Vec<Step>) -> Vec<Step> {
    let title = title.into();
    steps.iter_mut().for_each(|step| step.section.clone_from(&title));
    steps
}

impl Serialize for Explanation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Explanation { game, entry, steps, .. } = self;
        let mut document = json!({ "schema": "ginpad/explain/1", "game": game, "hand": null, "steps": steps });
        match entry {
            Some(EntryAt::Hand(at)) => document["hand"] = (at + 1).into(),
            Some(EntryAt::Adjustment(at)) => document["adjustment"] = (at + 1).into(),
            None => {}
        }
        document.serialize(serializer)
    }
}

impl Report for Explanation {
    /// The records of all steps, the title, and a table for each section.
    fn blocks(&self) -> Vec<Block<'_>> {
        let record = |step: &Step| {
            let what = [format!("{}: {}", step.section, step.step), step.knobs.join(" ")].map(Cell::Text);
            what.into_iter().chain(step.points.iter().map(|points| Cell::Count(points.0))).collect()
        };
        let records = Block::records(self.steps.iter().map(record));
        let sections = self.steps.chunk_by(|one, next| one.section == next.section);
        let tables = sections.map(|steps| Block::Table(self.table(steps)));
        [records, Block::Words(self.title.clone().into())].into_iter().chain(tables).collect()
    }
}

impl Explanation {
    fn new(game: &ScoredGame, entry: Option<EntryAt>, title: String, steps: Vec<Step>) -> Explanation {
        Explanation { game: None, entry, steps, title, players: game.game.players.clone() }
    }

    /// A table of steps with their knobs and numbers: none, one, or one for each side.
    fn table<'a>(&self, steps: &'a [Step]) -> Table<'a> {
        let words = |step: &&Step| {
            let knobs = if step.knobs.is_empty() { String::new() } else { format!(" ({})", step.knobs.join(", ")) };
            Cell::Sentence(format!("{}{knobs}", step.words).into())
        };
        let headings = match steps.iter().map(|step| step.points.len()).max() {
            None | Some(0) => Vec::new(),
            Some(1) => vec![String::new()],
            Some(_) => self.players.order().map(|side| printable(&self.players.side_name(side))).collect(),
        };
        let table = Table::of("", steps).people(&steps[0].section, words);
        let with_numbers = headings.iter().enumerate().fold(table, |table, (at, heading)| {
            table.people(heading, move |step| step.points.get(at).map_or(Cell::Empty, |points| Cell::Count(points.0)))
        });
        with_numbers.table.only(Audience::PEOPLE)
    }
}

/// Explains the value of each closed column, the needs in each open one, and how the game score decides the game.
pub(crate) fn explain_settlement(game: &ScoredGame) -> Explanation {
    Explanation::new(game, None, "Settlement".into(), explained(game))
}

fn explained(game: &ScoredGame) -> Vec<Step> {
    if let Some(totals) = &game.game.totals {
        let verdict = phrases::verdict(game).map(Step::new);
        let written = Step::new("as written down; no hands are known").each(totals.points);
        let steps = vec![written, net_step(game, game.tally.nets())];
        return [section("Totals", steps), section("Winner", verdict.into_iter().collect())].concat();
    }
    let mut all = Vec::new();
    for (at, column) in game.tally.columns.iter().enumerate() {
        let (state, steps) = match (&column.settlement, &column.close) {
            (Some(settlement), close) => {
                let closed = close.as_ref().map(|close| format!("closed by {}", phrases::entry(close.by)));
                (closed.unwrap_or("settled as it stood".into()), settled(game, column, settlement))
            }
            (None, _) if game.is_open() => ("open".into(), open(game, column)),
            (None, _) => ("unfinished".into(), open(game, column)),
        };
        all.extend(section(format!("{}, {state}", phrases::column_name(game, at).replacen("the", "The", 1)), steps));
    }
    // The totals of a single column are the game score.
    if phrases::rules(game).format != Format::Single {
        let nothing = || vec![Step::new("no column is closed yet")];
        let steps = if game.tally.is_settled() { score(game) } else { nothing() };
        all.extend(section("Game score", steps));
    }
    all.extend(section("Winner", winner(game)));
    all.extend(section("Money", money_steps(game)));
    all
}

/// The nets of all sides; of two sides, the net of the leader.
fn net_step(game: &ScoredGame, nets: BySide<Points>) -> Step {
    if nets.is_by_pairs() {
        return Step::new("net: against each other side the difference of the totals, and the shutout").each(nets);
    }
    let to = phrases::ahead(nets);
    let whose = to.map_or("net: level".to_string(), |side| format!("net, to {}", phrases::name(game, side)));
    Step::new(whose).each(nets.map(|net| net.max(Points::ZERO)))
}

/// Explains the totals of a column that closed, or that was open when the table ended the game.
fn settled(game: &ScoredGame, column: &Column, settlement: &Settlement) -> Vec<Step> {
    let rules = phrases::rules(game);
    let has_lines = rules.line_timing == LineTiming::Immediate && rules.line_bonus != Points::ZERO;
    let (why, knob) = column.close.as_ref().map(|close| phrases::closes(game, close)).unzip();
    let why = why.map(|why| format!("; {why}")).unwrap_or_default();
    let reach = |points: &str| Step::new(format!("{points}{why}")).by(game, knob);
    let mut steps = if has_lines && column.close.is_some() {
        let hands = Step::new("of these, hand points").by(game, Knob::LineTiming).each(settlement.hand_points);
        vec![reach("points").each(column.points), hands]
    } else {
        vec![reach("hand points").each(settlement.hand_points)]
    };
    steps.extend(adjusted(column));
    steps.extend(column.close.as_ref().map(|close| shutout(game, close).each(settlement.shutout)));
    if column.finisher().is_some() {
        let forfeiter = game.game.closing.and_then(Closing::given_up_by).filter(|_| column.close.is_none());
        let why =
            forfeiter.map_or(", to the finisher".into(), |by| format!(": {}", phrases::does(game, by, "forfeit")));
        let bonus = Step::new(format!("game bonus{why}")).by(game, Knob::GameBonus);
        steps.push(bonus.each(settlement.game_bonus));
    }
    let boxes = and_list(column.boxes.iter());
    let lines = format!("line bonus: {boxes} boxes × {}", rules.line_bonus);
    steps.push(Step::new(lines).by(game, Knob::LineBonus).by(game, Knob::LineTiming).each(settlement.line_bonus));
    steps.push(Step::new("totals").each(settlement.totals()));
    steps.push(net_step(game, settlement.nets()));
    if column.multiplier != 1 {
        let times = format!("net × {}", column.multiplier);
        let net = settlement.nets().map(|net| net.max(Points::ZERO) * column.multiplier);
        steps.push(Step::new(times).by(game, Knob::ColumnMultipliers).each(net));
    }
    steps
}

/// The adjustments and spots among the hand points.
fn adjusted(column: &Column) -> Option<Step> {
    column.adjusted.has_any().then(|| Step::new("of these, adjustments and spots").each(column.adjusted))
}

/// Whether the loser was shut out, and what that is worth.
fn shutout(game: &ScoredGame, close: &Close) -> Step {
    let rules = phrases::rules(game);
    let is_loser = |side: &Side| if close.is_shutout() { close.shut_out[*side] } else { *side != close.finisher };
    let losers = close.shut_out.order().filter(is_loser).map(|side| phrases::name(game, side));
    let losers = and_list(losers);
    if !close.is_shutout() {
        return Step::new(format!("no shutout of {losers}")).by(game, Knob::ShutoutWhen);
    }
    let what = match rules.shutout {
        Shutout::Flat(_) => "",
        Shutout::Double(doubling) => &format!("; {}", doubling.meaning()),
    };
    Step::new(format!("shutout of {losers}{what}")).by(game, Knob::Shutout).by(game, Knob::ShutoutWhen)
}

fn open(game: &ScoredGame, column: &Column) -> Vec<Step> {
    let points = Step::new("points so far").each(column.points);
    let needs = column.needs(phrases::rules(game)).filter(|_| game.is_open());
    let needs = needs.map(|needs| Step::new("needs").by(game, Knob::Target).each(needs));
    let boxes = Step::new("boxes so far").each(column.boxes.map(|boxes| Points(boxes.0)));
    std::iter::once(points).chain(adjusted(column)).chain(needs).chain([boxes]).collect()
}

/// How the columns add up to the game score.
fn score(game: &ScoredGame) -> Vec<Step> {
    let rules = phrases::rules(game);
    let is_multi_match = rules.format == Format::MultiMatch;
    let step = |(at, column): (usize, &Column)| {
        let times = Some(column.multiplier).filter(|times| *times != 1);
        let words = times.map(|times| format!(" × {times}")).unwrap_or_default();
        let step = Step::new(format!("{}: totals{words}", phrases::column_name(game, at)));
        let step = step.by(game, times.map(|_| Knob::ColumnMultipliers));
        step.by(game, is_multi_match.then_some(Knob::Credit)).each(column.credited(rules).totals())
    };
    let settled = game.tally.columns.iter().enumerate().filter(|(_, column)| column.settlement.is_some());
    let mut steps: Vec<Step> = settled.map(step).collect();
    if let Some(ending) = game.tally.ending.filter(|ending| is_multi_match || ending.bonus.has_any()) {
        let whose = if is_multi_match { "to the winner" } else { "to whoever swept every column" };
        let what = format!("{}, {whose}", phrases::bonus_name(game));
        steps.push(Step::new(what).by(game, phrases::bonus_knob(game)).each(ending.bonus));
    }
    steps.push(Step::new("game score").each(game.tally.game_score));
    steps
}

/// Who won and by which rule, or the rule that will decide.
fn winner(game: &ScoredGame) -> Vec<Step> {
    let who = Step::new(phrases::verdict(game).unwrap_or_else(|| "nobody yet".into()));
    let is_played = game.tally.ending.is_some() || game.game.closing.is_none();
    let rule = Some(phrases::decides(phrases::rules(game))).filter(|_| is_played);
    std::iter::once(who).chain(rule.map(|(why, knob)| Step::new(why).by(game, knob))).collect()
}

/// The steps from the net of a finished game to its money, in words. Empty if the game has no stake or is not over.
fn money_steps(game: &ScoredGame) -> Vec<Step> {
    let Some(money) = GameMoney::of(game) else { return Vec::new() };
    let has_many = money.pairs.len() > 1;
    let step = |(pair, part): (&SidesMoney, &Part)| {
        let [one, other] = pair.sides;
        let side = if part.units > 0 { one } else { other };
        let stake = part.stake;
        let units = usize::try_from(part.units.unsigned_abs()).unwrap_or(usize::MAX);
        let what = match part.kind {
            StakeKind::Point => format!("net {} × {stake}", Points(part.units).abs()),
            StakeKind::Game if units == 0 => "the stake of the game, which nobody won".to_string(),
            StakeKind::Game => "the stake of the game".to_string(),
            StakeKind::Line if units == 0 => "the lines, which are level".to_string(),
            StakeKind::Line => format!("{} more × {stake}", count(units, "line")),
        };
        let to = if units == 0 { String::new() } else { format!(", to {}", phrases::name(game, side)) };
        let names = || format!("{} and {}: ", phrases::name(game, one), phrases::name(game, other));
        let between = if has_many { names() } else { String::new() };
        format!("{between}{what}: {}{to}", money.money(part.minor().abs()))
    };
    let lines_unknown = game.game.totals.is_some() && game.game.stakes.line().is_some();
    let unknown = lines_unknown.then(|| "the lines are not known, and nothing is owed for them".to_string());
    let parts = money.pairs.iter().flat_map(|pair| pair.parts.iter().map(move |part| (pair, part)));
    parts.map(step).chain(unknown).chain(phrases::game_money(game)).map(Step::new).collect()
}

#[cfg(test)]
mod money_tests;
#[cfg(test)]
mod records_tests;
#[cfg(test)]
mod tests;
