//! What a change did to a game, and warnings about hands that do not count.

use super::differing::{about_game, not_counted as not_counted_because};
use super::settings::set_to;
use crate::answer::command_line::CommandLine;
use crate::answer::sentence::{Remark, Sentence};
use crate::book::StoredGame;
use crate::cli::session::Face;
use crate::render::{score_phrase, standing};
use ginpad_core::facts::{About, Conflict, GamePart};
use ginpad_core::game::{Closing, Game, ScoredGame, Status};
use ginpad_core::listed::Listed;
use ginpad_core::notation::shown_entry;
use ginpad_core::rules::Format;
use ginpad_core::sheet::Standing;
use ginpad_core::side::Side;
use ginpad_core::text::{and_list, count};

/// A note that changes wait for their game, because the change that began it was taken back: `2 later changes wait for
/// game 3; …`.
pub(crate) fn changes_wait(changes: usize, game: &str, began: &str) -> Remark {
    let wait = if changes == 1 { "waits" } else { "wait" };
    let said = Sentence::from(format!("{} {wait} for {game}; ", count(changes, "later change")));
    Remark::note(said.run(CommandLine::of("redo").words([began])).say(" brings all back"))
}

/// A note that a correction counts although what it corrects was taken back. `correction` says which one, as the subject of
/// a sentence; `what` says what the change did that made it.
pub(crate) fn still_counts(correction: &str, what: &str, change: &str) -> Remark {
    let said = Sentence::from(format!("{correction} still counts: {what}; "));
    Remark::note(said.run(CommandLine::of("undo").words([change])).say(" takes that back too"))
}

/// A note about what is like the notes before and not listed, such as `2 more games`, and where all of it is found.
pub(crate) fn the_same_of(more: &str) -> Remark {
    let said = Sentence::from(format!("the same goes for {more}; "));
    Remark::note(said.run(CommandLine::of("history")).say(" lists what was taken back"))
}

/// Where a game stands, in words, without the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stands {
    /// Its number.
    pub number: i64,
    /// Who plays: `Ann – Bob`.
    pub sides: String,
    /// Where it stands: `open at 96–61`.
    pub standing: String,
    score: String,
    status: Status,
    /// Whether it shows points of its one column, which are no totals.
    shows_points: bool,
    /// Whether it was played to its end.
    has_ended: bool,
}

impl Stands {
    /// Where a game stands.
    pub(crate) fn of(game: &StoredGame) -> Stands {
        let (number, game) = (game.number, &game.scored);
        let has_ended = game.tally.ending.is_some();
        let is_forfeit = matches!(game.game.closing, Some(Closing::Forfeit(_)));
        Stands {
            number,
            sides: sides(&game.game),
            standing: standing(game),
            score: score_phrase(game, Side::First),
            status: game.status(),
            shows_points: game.game.rules.rules.format == Format::Single && !has_ended && !is_forfeit,
            has_ended,
        }
    }

    /// Where it stands, printed beside where it stood at another time.
    fn beside(&self, other: &Stands) -> String {
        self.standing.clone() + self.points_beside(other)
    }

    /// ` points`, if it shows its points beside totals. A game of one column shows its totals when it has ended, and its
    /// points before.
    fn points_beside(&self, other: &Stands) -> &'static str {
        if self.shows_points && other.has_ended { " points" } else { "" }
    }
}

/// What a change did to a game, if it did anything: `game 12 was won by Ann 204–61; it is open again at 96–61 points`.
pub(crate) fn change(before: Option<&StoredGame>, after: Option<&StoredGame>) -> Option<String> {
    stands_otherwise(before.map(Stands::of).as_ref(), after.map(Stands::of).as_ref())
}

/// How a game stands otherwise than before, if it does.
pub(crate) fn stands_otherwise(before: Option<&Stands>, after: Option<&Stands>) -> Option<String> {
    match (before, after) {
        (None, None) => None,
        (Some(before), None) => Some(format!("game {} is gone ({})", before.number, before.sides)),
        (None, Some(after)) => {
            let joint = if after.status == Status::Open { "," } else { ":" };
            Some(format!("game {} is back{joint} {} ({})", after.number, after.standing, after.sides))
        }
        (Some(before), Some(after)) => still_there(before, after),
    }
}

/// Whether a game has the hands it had and then more, which say themselves what they did.
pub(crate) fn only_adds_hands(before: &StoredGame, after: &StoredGame) -> bool {
    let ids = |game: &StoredGame| game.record.hands.iter().map(|hand| hand.id).collect::<Vec<_>>();
    let (was, is) = (ids(before), ids(after));
    is.starts_with(&was) && is.len() > was.len()
}

fn still_there(before: &Stands, after: &Stands) -> Option<String> {
    let (number, was, is) = (before.number, before.beside(after), after.beside(before));
    match (before.status, after.status) {
        (Status::Open, Status::Open) if was == is => None,
        (Status::Open, Status::Open) => {
            Some(format!("game {number} was at {}; it is at {} now", before.score, after.score))
        }
        _ if was == is => Some(format!("game {number} is still {is}")),
        (Status::Open, _) => Some(format!("game {number} was {was}; it is {is} now")),
        (_, Status::Open) => {
            Some(format!("game {number} was {was}; it is open again at {}{}", after.score, after.points_beside(before)))
        }
        _ => Some(format!("game {number} was {was}; now it is {is}")),
    }
}

/// Warnings about hands of a game that do not count.
pub(crate) fn not_counted(game: &ScoredGame) -> Vec<Remark> {
    not_counted_besides(game, None)
}

/// The same without the hand `shown` (from 0), whose own line says that it does not count.
pub(crate) fn not_counted_besides(game: &ScoredGame, shown: Option<usize>) -> Vec<Remark> {
    reasons(game, shown).into_iter().map(Remark::warning).collect()
}

/// Warnings beside the sheet of a game: hands that do not count, and what devices disagree about. The sheet for people
/// says itself which hands do not count.
pub(crate) fn warnings(game: &StoredGame, face: Face) -> Vec<Remark> {
    let not_counted = if face == Face::Table { Vec::new() } else { not_counted(&game.scored) };
    not_counted.into_iter().chain(disagreements(game)).collect()
}

/// Warnings about what devices disagree about.
pub(crate) fn disagreements(game: &StoredGame) -> Vec<Remark> {
    game.conflicts.iter().filter_map(|conflict| disagreement(game, conflict)).map(Remark::Warning).collect()
}

/// Everything about a game that waits for somebody to settle it: what devices disagree about, and hands that the rules
/// refuse.
pub(crate) fn unsettled(game: &StoredGame) -> Vec<Sentence> {
    let disagreements = game.conflicts.iter().filter_map(|conflict| disagreement(game, conflict));
    refused(&game.scored, None).map(Sentence::from).chain(disagreements).collect()
}

/// What devices disagree about, and the command that settles it. The reasons for a refused hand are given elsewhere.
fn disagreement(game: &StoredGame, conflict: &Conflict) -> Option<Sentence> {
    let what = Sentence::from(about_game(conflict, game)?);
    let kept = |command: CommandLine| Sentence::from("; to keep what stands here: ").run(command);
    let number = game.number.to_string();
    let settles = match conflict.about {
        About::Hand(_) => {
            let at = game.place_of(*conflict.counts.first()?)?;
            let entry = shown_entry(game.scored.game.hands.get(at)?.logged(), &game.scored.game.players);
            kept(CommandLine::of("fix").words([(at + 1).to_string()]).entry(&entry).flag("game", number))
        }
        About::SameNumber(..) => {
            let last = conflict.counts.iter().filter_map(|hand| game.place_of(*hand)).next_back()? + 1;
            let drop = CommandLine::of("drop").words([last.to_string()]).flag("game", number);
            Sentence::from("; if they are one hand, take one out: ").run(drop)
        }
        About::Part(_, GamePart::Setting(key)) => kept(set_to(key, &game.scored.game, game.number)),
        About::Part(_, GamePart::Closing) => Sentence::from("; the later one counts"),
        About::Part(_, GamePart::Totals) => Sentence::from("; the later ones count"),
        About::Imported(_) => Sentence::from("; the oldest import counts"),
        About::SeatedTwice(_) => Sentence::default(),
        About::Refused { .. } | About::Name(_) | About::Joining(_) => return None,
    };
    Some(what.and(settles))
}

/// Warnings about hands of a file that do not count. Each names its game if the file holds several.
#[derive(Debug, Default)]
pub(crate) struct NotCounted {
    games: usize,
    /// Why, with the number of the game in the file.
    found: Listed<(usize, String)>,
}

impl NotCounted {
    /// Looks at the next game of the file.
    pub(crate) fn look_at(&mut self, game: &ScoredGame) {
        self.games += 1;
        reasons(game, None).into_iter().for_each(|reason| self.found.push((self.games, reason)));
    }

    /// The warnings; of many the first, and how many more there are.
    pub(crate) fn remarks(self) -> Vec<Remark> {
        let several = self.games > 1;
        let more = self.found.more;
        let warning = |(game, reason): (usize, String)| match several {
            true => Remark::warning(format!("game {game} of the file: {reason}")),
            false => Remark::warning(reason),
        };
        self.found.items.into_iter().map(warning).chain(more_like_these(more)).collect()
    }
}

/// Warnings about lines of a file that say that the rules refuse their hands, which they do not.
pub(crate) fn marked_in_vain(file: &str, lines: &Listed<usize>) -> Vec<Remark> {
    let says = |line| {
        format!("line {line} of {file} says `refused`, but the rules accept the hand; it is read without that word")
    };
    lines.items.iter().map(says).map(Remark::warning).chain(more_like_these(lines.more)).collect()
}

/// How many warnings about a file are left out.
fn more_like_these(more: usize) -> Option<Remark> {
    (more > 0).then(|| Remark::warning(format!("the file has {more} more like these")))
}

/// The same for these games of a file.
pub(crate) fn not_counted_in_file(games: &[&ScoredGame]) -> Vec<Remark> {
    let mut not_counted = NotCounted::default();
    games.iter().for_each(|game| not_counted.look_at(game));
    not_counted.remarks()
}

/// Which hands do not count, and why: one sentence for each reason. The hand `shown` is left out.
fn reasons(game: &ScoredGame, shown: Option<usize>) -> Vec<String> {
    after_the_end(game, shown).into_iter().chain(refused(game, shown)).collect()
}

/// `hand 3 is not counted: Ann cannot knock with 12 deadwood; the knock limit is 10`, for each hand that the rules
/// of its game refuse.
fn refused(game: &ScoredGame, shown: Option<usize>) -> impl Iterator<Item = String> {
    let hands = game.tally.hands.iter().enumerate().filter(move |(at, _)| Some(*at) != shown);
    hands.filter(|(_, hand)| !hand.refusals().is_empty()).map(|(at, hand)| not_counted_because(at + 1, hand.refusals()))
}

/// `hand 3 comes after the end of the game and is not counted`.
fn after_the_end(game: &ScoredGame, shown: Option<usize>) -> Option<String> {
    let hands = game.tally.hands.iter().enumerate().filter(|(at, _)| Some(*at) != shown);
    let hands = hands.filter(|(_, hand)| hand.standing == Standing::BeyondTheEnd);
    let hands: Vec<usize> = hands.map(|(at, _)| at + 1).collect();
    let which = match hands.as_slice() {
        [] => return None,
        [only] => return Some(format!("hand {only} comes after the end of the game and is not counted")),
        [first, _, .., last] if last - first + 1 == hands.len() => format!("{first} to {last}"),
        several => and_list(several),
    };
    Some(format!("hands {which} come after the end of the game and are not counted"))
}

/// The sides of a game: `Ann – Bob`.
pub(crate) fn sides(game: &Game) -> String {
    game.players.side_names().iter().cloned().collect::<Vec<_>>().join(" – ")
}
