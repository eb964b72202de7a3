//! What an edit did, hand by hand and key by key.

use crate::answer::Answer;
use crate::book::{Purpose, StoredGame};
use crate::cli::messages::settings::{setting_in_force, words_of};
use crate::cli::session::{Face, Session};
use crate::commands::set::what_moved;
use crate::render::json::{self, EditView, EditedHandView, EditedSettingView};
use crate::render::standing;
use ginpad_core::facts::{Edited, EditedHand};
use ginpad_core::game::Game;
use ginpad_core::listed::Listed;
use ginpad_core::notation::print_entry;

/// What differs between two states of a game, in the words that the answer prints.
struct Differences {
    settings: Vec<EditedSettingView>,
    hands: Vec<EditedHandView>,
}

impl Differences {
    /// Hands and settings that print alike are left out: then only the order of the sides is another.
    fn of(was: &Game, is: &Game) -> Differences {
        let edited = Edited::of(was, is);
        let settings = edited.settings.iter().map(|key| EditedSettingView {
            key: *key,
            was: words_of(*key, was),
            is: words_of(*key, is),
        });
        let hands = edited.hands.iter().map(|hand| {
            let (before, now) = match *hand {
                EditedHand::Corrected { was, is } => (Some(was), Some(is)),
                EditedHand::Removed { was } => (Some(was), None),
                EditedHand::New { is, .. } => (None, Some(is)),
            };
            let entry =
                |game: &Game, at: Option<usize>| Some(print_entry(game.hands.get(at?)?.logged(), &game.players));
            let number = |at: Option<usize>| at.map(|at| at + 1);
            EditedHandView {
                number_before: number(before),
                number: number(now),
                was: entry(was, before),
                is: entry(is, now),
            }
        });
        Differences {
            settings: settings.filter(|setting| setting.was != setting.is).collect(),
            hands: hands.filter(|hand| hand.was != hand.is).collect(),
        }
    }

    fn lines(&self, game: i64) -> impl Iterator<Item = String> {
        let settings = self.settings.iter();
        let settings = settings
            .map(move |setting| setting_in_force(setting.key, game, setting.was.as_deref(), setting.is.as_deref()));
        settings.chain(self.hands.iter().map(said))
    }
}

/// `hand 2 is `Bob gin 13` now, not `Bob gin 31``.
fn said(hand: &EditedHandView) -> String {
    let entry = |entry: &Option<String>| entry.clone().unwrap_or_default();
    let (was, is) = (entry(&hand.was), entry(&hand.is));
    match (hand.number_before, hand.number) {
        (Some(before), Some(now)) if before == now => format!("hand {now} is `{is}` now, not `{was}`"),
        (Some(before), Some(now)) => format!("hand {now} is `{is}` now; it was hand {before}, `{was}`"),
        (Some(before), None) => format!("dropped hand {before}: `{was}`"),
        (None, now) => format!("hand {} is new: `{is}`", now.unwrap_or_default()),
    }
}

/// What differs between two states of a game, a line each.
pub(super) fn differences(number: i64, was: &Game, is: &Game) -> Listed<String> {
    Differences::of(was, is).lines(number).collect()
}

/// Says what was edited, and what moved because of it.
pub(super) fn report(session: &Session, before: &StoredGame, after: &StoredGame, purpose: Purpose) -> Answer {
    let number = after.number;
    let differences = Differences::of(&before.scored.game, &after.scored.game);
    let (stood, stands) = (standing(&before.scored), standing(&after.scored));
    Answer::of(match session.face() {
        Face::Json => {
            let Differences { settings, hands } = differences;
            let dry_run = purpose == Purpose::Look;
            json::print(&EditView { game: number, dry_run, settings, hands, before: stood, after: stands })
        }
        Face::Plain => {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            let place = |number: Option<usize>| number.map(|number| number.to_string()).unwrap_or_default();
            let settings = differences.settings.iter();
            let settings = settings
                .map(|set| format!("set\t{number}\t{}\t{}\t{}\n", set.key.word(), text(&set.was), text(&set.is)));
            let hands = differences.hands.iter().map(|hand| {
                let (before, now) = (place(hand.number_before), place(hand.number));
                format!("hand\t{before}\t{now}\t{}\t{}\n", text(&hand.was), text(&hand.is))
            });
            settings.chain(hands).collect::<String>() + &format!("game\t{number}\t{stood}\t{stands}")
        }
        Face::Table => {
            let moved = what_moved(before, after);
            let said: Listed<String> = differences.lines(number).collect();
            let lines: Vec<String> = said.lines().chain(moved).collect();
            match (lines.is_empty(), purpose) {
                (true, _) => "nothing was changed".to_string(),
                (false, Purpose::Keep) => lines.join("\n"),
                (false, Purpose::Look) => {
                    format!("nothing was changed; the sheet would do this:\n{}", lines.join("\n"))
                }
            }
        }
    })
}
