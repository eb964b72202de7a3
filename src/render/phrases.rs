//! Phrases that several renderings share.

use ginpad_core::reports::money::{GameMoney, Payment};
use ginpad_core::text::{and_list, count, join, ordinal, printable};
use ginpad_core::{
    Award, Boxes, BySide, Close, CloseReason, Closing, Column, EnteredHand, EntryAt, Format, GameResult, Item,
    ItemReason, Knob, Minor, Money, Name, Outcome, Points, PricedHand, Refusal, Rules, ScoredGame, Side, Stakes,
    Standing,
};

/// The name of a side.
pub(super) fn name(game: &ScoredGame, side: Side) -> String {
    printable(&game.game.players.side_name(side))
}

/// A side and its verb: `Ann wins`, `Ann & Cid win`. The caller gives the plural.
pub(super) fn does(game: &ScoredGame, side: Side, verb: &str) -> String {
    let agreed = match (game.game.players.of(side).len(), verb) {
        (1, "have") => "has".to_string(),
        (1, verb) if verb.ends_with("sh") || verb.ends_with("ch") => format!("{verb}es"),
        (1, verb) => format!("{verb}s"),
        (_, verb) => verb.to_string(),
    };
    format!("{} {agreed}", name(game, side))
}

/// The heading of a column, counted from 0: `Match 2` in a format whose columns follow each other, like a multi-match;
/// `2nd` in a Hollywood. Neither looks like the number of a game in the book.
pub(crate) fn label(game: &ScoredGame, column: usize) -> String {
    match rules(game).format {
        Format::Single => "Points".into(),
        Format::Hollywood => ordinal(column + 1),
        Format::MultiMatch | Format::BestOf => format!("Match {}", column + 1),
    }
}

/// A column within a sentence. The only column of a game is called the game.
pub(super) fn column_name(game: &ScoredGame, column: usize) -> String {
    match rules(game).format {
        Format::Single => "the game".into(),
        Format::Hollywood => format!("the {} column", label(game, column)),
        Format::MultiMatch | Format::BestOf => label(game, column),
    }
}

/// A column as it stands.
#[derive(Debug, Clone)]
pub(crate) struct ColumnState {
    pub is_settled: bool,
    pub name: String,
    /// Its points, or its totals once it is settled: `98–20`.
    pub points: String,
}

/// The columns of a game that may have several.
pub(crate) fn columns(game: &ScoredGame) -> Vec<ColumnState> {
    let columns = game.tally.columns.iter().enumerate().filter(|_| rules(game).format != Format::Single);
    let column = |(at, column): (usize, &Column)| {
        let points = column.settlement.map_or(column.points, |settlement| settlement.totals());
        let (is_settled, points) = (column.settlement.is_some(), pair(points, Side::First));
        ColumnState { is_settled, name: column_name(game, at), points }
    };
    columns.map(column).collect()
}

/// The rules of a game.
pub(super) fn rules(game: &ScoredGame) -> &Rules {
    &game.game.rules.rules
}

/// The numbers of all sides, starting with side `first`: `330–48`.
fn pair(points: BySide<Points>, first: Side) -> String {
    from_side(points, first, |side| points[side].to_string()).join("–")
}

/// The words for each side, starting with side `first`.
pub(super) fn from_side<T>(all: BySide<T>, first: Side, words: impl Fn(Side) -> String) -> Vec<String> {
    let others = all.order().filter(|side| *side != first);
    std::iter::once(first).chain(others).map(words).collect()
}

/// `3 boxes`.
pub(crate) fn boxes(boxes: Boxes) -> String {
    count(usize::try_from(boxes.0).unwrap_or(0), "box")
}

/// The side with most points; `None` if several sides share them.
pub(super) fn ahead(points: BySide<Points>) -> Option<Side> {
    points.highest(|_| true)
}

/// The cells for what each side won from the others. Of two sides, only the winner has one.
pub(crate) fn won<T: Copy + Default + Ord, C: Default>(nets: BySide<T>, cell: impl Fn(T) -> C) -> BySide<C> {
    let winner = nets.highest(|_| true).unwrap_or(Side::First);
    if nets.is_by_pairs() { nets.map(cell) } else { BySide::only(nets.size(), winner, cell(nets[winner])) }
}

/// The number of columns that each side has finished.
pub(super) fn finished(game: &ScoredGame) -> BySide<Points> {
    let by = |side| game.tally.finished().filter(|(_, close)| close.finisher == side).count();
    BySide::from_fn(game.game.players.sides(), |side| Points(i64::try_from(by(side)).unwrap_or(i64::MAX)))
}

/// Where a game stands: `open at 96–61`, `won by Ann 229–61`.
pub(crate) fn standing(game: &ScoredGame) -> String {
    stands(game, |winner, score| format!("won by {} {score}", name(game, winner)))
}

/// Where a game stands. `won` says who won it, and with which score.
fn stands(game: &ScoredGame, won: impl Fn(Side, String) -> String) -> String {
    let over = |winner: Option<Side>| match winner {
        Some(winner) => won(winner, score_phrase(game, winner)),
        None => format!("{} at {}", tied(game), score_phrase(game, Side::First)),
    };
    match (game.tally.ending, game.game.closing) {
        (Some(ending), _) => over(ending.winner),
        (None, Some(Closing::Forfeit(by) | Closing::ForfeitNoPoints(by))) => format!("forfeited by {}", name(game, by)),
        (None, Some(Closing::Settled)) => format!("settled, {}", over(game.winner())),
        (None, Some(Closing::Unfinished)) => format!("closed unfinished at {}", score_phrase(game, Side::First)),
        (None, None) => match game.game.totals {
            Some(totals) => over(totals.winner),
            None => format!("open at {}", score_phrase(game, Side::First)),
        },
    }
}

/// `tied`; of more than two sides, those that are: `Ann and Cid tied`.
fn tied(game: &ScoredGame) -> String {
    let sides = game.game.players.order().filter(|side| game.result(*side) == Some(GameResult::Tied));
    let names = and_list(sides.map(|side| name(game, side)));
    if game.game.players.sides() == Side::TWO.len() { "tied".into() } else { format!("{names} tied") }
}

/// How a game ended, with its net or, after a forfeit, with its score; `None` while it is open.
pub(crate) fn verdict(game: &ScoredGame) -> Option<String> {
    let closing = game.game.closing.filter(|_| game.tally.ending.is_none());
    let (nets, winner) = (game.tally.nets(), game.winner());
    let more = match (closing, ahead(nets)) {
        (Some(Closing::Unfinished), _) => "; nobody wins".into(),
        (Some(Closing::Forfeit(_) | Closing::ForfeitNoPoints(_)), _) => {
            let won = winner.map_or_else(|| tied(game), |winner| format!("won by {}", name(game, winner)));
            let has_score = matches!(closing, Some(Closing::Forfeit(_))) && nets.has_any();
            let score = has_score.then(|| pair(game.tally.game_score, winner.unwrap_or(Side::First)));
            format!(", {won}{}", score.map(|score| format!(" at {score}")).unwrap_or_default())
        }
        (_, Some(side)) if winner == Some(side) => format!(", net {}", nets[side]),
        (_, Some(side)) => format!(", net {} to {}", nets[side], name(game, side)),
        (_, None) => String::new(),
    };
    let won = |side, score| format!("{} the game {score}{}", does(game, side, "win"), more_on(game, side));
    (!game.is_open()).then(|| stands(game, won) + &more)
}

/// More about the score of a won game: why the lower total of one column won, `, first to 100`; the points of a best-of,
/// `, 710–443`.
fn more_on(game: &ScoredGame, winner: Side) -> String {
    let (rules, totals) = (rules(game), game.tally.game_score);
    match rules.format {
        _ if game.game.totals.is_some() => String::new(),
        Format::Single if totals.iter().any(|total| *total > totals[winner]) => format!(", first to {}", rules.target),
        Format::BestOf => format!(", {}", pair(totals, winner)),
        _ => String::new(),
    }
}

/// The score that decides the game, starting with side `first`. A single column gives its points, and its totals once
/// it is settled; a best-of, the columns won; other formats, the game score once a column is settled. An old game
/// without hands gives its totals.
fn score_phrase(game: &ScoredGame, first: Side) -> String {
    let column = |at: usize| game.tally.columns.get(at).map_or(game.tally.game_score, |column| column.points);
    let settled = game.tally.is_settled();
    match rules(game).format {
        _ if game.game.totals.is_some() => pair(game.tally.game_score, first),
        Format::Single if settled => pair(game.tally.game_score, first),
        Format::Single => pair(column(0), first),
        _ if !settled => format!("{} in {}", pair(column(0), first), column_name(game, 0)),
        Format::BestOf => format!("{} in matches", pair(finished(game), first)),
        Format::MultiMatch | Format::Hollywood => pair(game.tally.game_score, first),
    }
}

/// The number and the title of a game on one line; empty if it has neither.
pub(crate) fn title(game: &ScoredGame, number: Option<i64>) -> String {
    join(heading(game, number), " · ")
}

/// The number and the title of a game, as far as it has them.
pub(crate) fn heading(game: &ScoredGame, number: Option<i64>) -> impl Iterator<Item = String> {
    let title = game.game.title.as_ref().map(|title| printable(title.as_str()));
    number.map(|number| format!("Game {number}")).into_iter().chain(title)
}

/// The word for a game that the book has from a file.
pub(crate) const IMPORTED: &str = "imported";

/// The remark on a game without hands.
pub(super) const ONLY_TOTALS: &str = "Only the totals of this game are known";

/// The result of one pair in words, without points: `Bob undercuts Ann, 4 against 8`.
pub(super) fn award(game: &ScoredGame, award: &Award) -> String {
    let players = &game.game.players;
    let Some(by) = award.by else { return "dead".into() };
    let who = printable(players.name(by));
    let count_of = |side: Option<Side>| side.and_then(|side| award.deadwood_of(side)).unwrap_or_default();
    let own = count_of(Some(by.side));
    // With more than two players, the phrase names the opponent as an entry does.
    let is_named = players.are_named_in_pairs();
    let named = award.opponent.filter(|_| is_named).map(|seat| format!("{} ", printable(players.name(seat))));
    let other = format!("{}{}", named.unwrap_or_default(), count_of(award.against));
    let is_knocker = award.knocker == Some(by.side);
    let across = award.opponent.map(|seat| printable(players.name(seat)));
    match (award.outcome, across) {
        (Outcome::Gin, _) => format!("{who} goes gin against {other}"),
        (Outcome::BigGin, _) => format!("{who} goes big gin against {other}"),
        (Outcome::Points, across) => {
            let won = count(usize::try_from(award.points().0).unwrap_or(0), "point");
            let against = across.filter(|_| is_named).map(|across| format!(" against {across}"));
            format!("{who} wins {won}{}", against.unwrap_or_default())
        }
        (Outcome::Undercut, Some(across)) if is_knocker => {
            let against = if is_named { format!("{who} {own}") } else { own.to_string() };
            let undercuts = if is_named { "undercuts".to_string() } else { format!("undercuts {who}") };
            format!("{across} {undercuts}, {} against {against}", count_of(award.against))
        }
        (Outcome::Undercut, _) if is_knocker => format!("{who} is undercut, {own} against {other}"),
        (Outcome::Undercut, Some(across)) if !is_named => format!("{who} undercuts {across}, {own} against {other}"),
        (Outcome::Undercut, _) => format!("{who} undercuts, {own} against {other}"),
        (Outcome::Knock, _) if is_knocker => format!("{who} knocks, {own} against {other}"),
        // Some rules credit the knocker for a hand logged as an undercut.
        (Outcome::Knock, _) => format!("{who} defends, {own} against {other}"),
        (Outcome::Dead, _) => "dead".into(),
    }
}

/// Like [`award`], with the points.
pub(crate) fn result(game: &ScoredGame, award: &Award) -> String {
    let words = self::award(game, award);
    match (award.outcome, award.winner) {
        (Outcome::Points | Outcome::Dead, _) => words,
        (_, Some(_)) => format!("{words}: {}", parts(award)),
        (_, None) => format!("{words}: nobody's hand"),
    }
}

/// Points, with their parts if there are several: `29 (4 + 25)`, `25 (bonus)`.
pub(super) fn parts(award: &Award) -> String {
    let doubled = award.items.iter().any(|item| item.reason == ItemReason::Spade);
    let items = award.items.iter().filter(|item| item.reason != ItemReason::Spade && item.points != Points::ZERO);
    let items: Vec<&Item> = items.collect();
    let sum = match items.as_slice() {
        [] => return award.points().to_string(),
        [only] => match only.reason {
            ItemReason::Knob(_) if doubled => format!("bonus {}", only.points),
            ItemReason::Knob(_) => "bonus".to_string(),
            _ if doubled => only.points.to_string(),
            _ => return award.points().to_string(),
        },
        several => join(several.iter().map(|item| item.points), " + "),
    };
    let spade = if doubled { ", doubled by the spade" } else { "" };
    format!("{} ({sum}{spade})", award.points())
}

/// A knob in words: `undercut bonus`.
pub(super) fn knob_words(knob: Knob) -> String {
    knob.name().replace('_', " ")
}

/// An entry of a sheet: `hand 5`, `adjustment a2`.
pub(crate) fn entry(at: EntryAt) -> String {
    let what = if let EntryAt::Hand(_) = at { "hand" } else { "adjustment" };
    format!("{what} {at}")
}

/// The name of the winner's bonus for the whole game: the final bonus, or in a Hollywood the sweep bonus.
pub(super) fn bonus_name(game: &ScoredGame) -> String {
    knob_words(bonus_knob(game))
}

/// The knob that sets this bonus.
pub(super) fn bonus_knob(game: &ScoredGame) -> Knob {
    if rules(game).format == Format::Hollywood { Knob::SweepBonus } else { Knob::FinalBonus }
}

/// Why a column closes, and the knob behind it.
pub(super) fn closes(game: &ScoredGame, close: &Close) -> (String, Knob) {
    let (verb, what, knob) = match close.reason {
        CloseReason::Target => ("reach", "the target".into(), Knob::Target),
        CloseReason::Lines => ("have", count(rules(game).lines, "hand"), Knob::Lines),
        CloseReason::Hands => ("lead", format!("after {}", count(rules(game).hands, "deal")), Knob::Hands),
    };
    (format!("{} {what}", does(game, close.finisher, verb)), knob)
}

/// The rule that decides a game, and the knob behind it.
pub(super) fn decides(rules: &Rules) -> (String, Knob) {
    let Rules { game_target, best_of, .. } = rules;
    match rules.format {
        Format::Single => ("the finisher of the only column wins".into(), Knob::Format),
        Format::MultiMatch => {
            (format!("the higher game score wins once it has reached {game_target}"), Knob::GameTarget)
        }
        Format::BestOf => (format!("the first to finish {} of {best_of} matches wins", best_of / 2 + 1), Knob::BestOf),
        Format::Hollywood => ("the higher sum of nets wins once every column is closed".into(), Knob::Format),
    }
}

/// The letter for the outcome of a hand on the sheet, and its meaning.
pub(crate) fn letter(hand: &EnteredHand) -> [&'static str; 2] {
    if !hand.refusals().is_empty() {
        return ["×", "not counted"];
    }
    // Several results of one knock are one knock, or one gin.
    let ended = hand.priced.awards.first().filter(|_| hand.priced.knocker().is_some()).map(|first| first.outcome);
    let ended = ended.map(|first| if first.is_gin() { first } else { Outcome::Knock });
    match hand.priced.outcome.or(ended) {
        None => ["R", "several results"],
        Some(Outcome::Knock) => ["K", "knock"],
        Some(Outcome::Gin) => ["G", "gin"],
        Some(Outcome::BigGin) => ["B", "big gin"],
        Some(Outcome::Undercut) => ["U", "undercut"],
        Some(Outcome::Points) => ["P", "points only"],
        Some(Outcome::Dead) => ["–", "dead hand"],
    }
}

/// Whether a spade doubled any result of a hand.
pub(crate) fn is_doubled(hand: &PricedHand) -> bool {
    hand.awards.iter().flat_map(|award| &award.items).any(|item| item.reason == ItemReason::Spade)
}

/// The remark on an adjustment that changes nothing.
pub(crate) const ADJUSTMENT_NOT_COUNTED: &str = "not counted: no column was open for it";

/// The remark on a hand that does not count: `is not counted: ` and every reason. `None` for a hand that counts.
pub(super) fn why_not_counted(hand: &EnteredHand) -> Option<String> {
    match &hand.standing {
        Standing::Counted => None,
        Standing::BeyondTheEnd => Some("comes after the end of the game and is not counted".into()),
        Standing::Refused(refusals) => Some(refused(refusals)),
    }
}

/// The remark on a hand that the rules refuse: every reason, in one phrase.
pub(crate) fn refused(refusals: &[Refusal]) -> String {
    let reasons = refusals.iter().map(|refusal| printable(&refusal.to_string()));
    format!("is not counted: {}", join(reasons, "; "))
}

/// The next dealer, if known: `Bob deals`. If others sit out, also the two who play: `Bob deals to Ann`, `Ann and Bob
/// play`.
pub(crate) fn deal(game: &ScoredGame) -> Option<String> {
    let players = &game.game.players;
    let Some(two) = game.game.playing().filter(|_| game.is_open()) else {
        return game.dealer().map(|side| does(game, side, "deal"));
    };
    let [one, other] = two.map(|seat| printable(players.name(seat)));
    Some(match game.dealer() {
        None => format!("{one} and {other} play"),
        Some(dealer) if dealer == two[0].side => format!("{one} deals to {other}"),
        Some(_) => format!("{other} deals to {one}"),
    })
}

/// A payment in words: `Bob pays Ann 10.25 USD`.
pub(crate) fn pays(payment: &Payment) -> String {
    format!("{} pays {} {}", payment.from, payment.to, payment.money)
}

/// The stakes of a game: `0.01 USD a point`, `5.00 USD the game`.
pub(crate) fn stakes(stakes: &Stakes) -> Vec<String> {
    let all = [(stakes.point(), "a point"), (stakes.game(), "the game"), (stakes.line(), "a line")];
    all.into_iter().filter_map(|(amount, what)| Some(format!("{} {what}", amount?))).collect()
}

/// The payments after a finished game: `Bob pays Ann 10.25 USD`. `None` if the game has no stake or is not over.
pub(crate) fn game_money(game: &ScoredGame) -> Option<String> {
    let money = GameMoney::of(game)?;
    let payments: Vec<String> = money.payments(&game.game.players).iter().map(pays).collect();
    Some(if payments.is_empty() { "nobody owes anything".into() } else { printable(&payments.join(", ")) })
}

/// A balance in words: `Ann still owes 3.10 USD`, or what Ann is still owed.
pub(crate) fn owes_or_is_owed(name: &Name, balance: Money) -> String {
    let sum = Money { minor: balance.minor.abs(), ..balance };
    match balance.minor {
        Minor::ZERO => format!("{name} owes nothing"),
        owed if owed > Minor::ZERO => format!("{name} is still owed {sum}"),
        _ => format!("{name} still owes {sum}"),
    }
}
