//! `layoff`: lays out both hands after a knock, and shows what the hand scores.

use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::cli::session::card_flags::{CardFlags, GivenUpcard, unread};
use crate::cli::session::{Face, Session};
use crate::render::{json, layoff, layoff_plain};
use ginpad_core::cards::{Card, Cards, Rank, ShowdownFault, ShowdownTerms, Suit, Typed, showdown};
use ginpad_core::hand::{Refusal, Upcard, settle};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc'
  ginpad layoff '567s / 9hdc / 4d 2h 3c ac' '89s t8h kdch 3d 4s jc'
  ginpad layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc' --up 10S";

/// The hint if hands cannot be read.
fn typed_like() -> Hint {
    Hint::with("type two hands like", example_hands())
}

/// The command with two hands that can be laid out.
fn example_hands() -> CommandLine {
    CommandLine::of("layoff").words(["567s / 9hdc / 4d 2h 3c ac", "89s t8h kdch 3d 4s jc"])
}

/// Lay out both hands after a knock
///
/// Shows the knocker's melds, the defender's best melds and lay-offs, and what the hand scores. Each hand is one argument in quotes. To keep the knocker's melds as they lie on the table, separate them by `/`; the last group is a meld or the deadwood. Without `/`, ginpad finds the best melds; if several are equally good, it takes those that leave the defender the most deadwood. No book is needed.
#[derive(Debug, Args)]
#[command(override_usage = "ginpad layoff [OPTIONS] <KNOCKER> <DEFENDER>")]
pub(crate) struct LayoffArgs {
    /// The knocker's cards in quotes; `/` separates melds as they lie on the table
    #[arg(value_name = "KNOCKER")]
    knocker: Option<String>,

    /// The defender's cards in quotes
    #[arg(value_name = "DEFENDER")]
    defender: Option<String>,

    // Any further word means that a hand was typed without quotes.
    #[arg(hide = true)]
    more: Vec<String>,

    #[command(flatten)]
    terms: CardFlags,
}

impl LayoffArgs {
    /// The arguments that lay these hands out.
    pub(crate) fn of(knocker: &str, defender: &str, terms: CardFlags) -> LayoffArgs {
        LayoffArgs { knocker: Some(knocker.to_string()), defender: Some(defender.to_string()), more: Vec::new(), terms }
    }

    /// Lays out both hands.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let (Some(knocker), Some(defender), []) = (&self.knocker, &self.defender, self.more.as_slice()) else {
            let given = [&self.knocker, &self.defender].into_iter().flatten().count() + self.more.len();
            let given = match given {
                0 => "none is".into(),
                1 => "1 is".into(),
                several => format!("{several} are"),
            };
            return Err(Failure::usage(format!("expected two hands, each as one argument; {given} given"))
                .hint(Hint::with("put each hand in quotes, like", example_hands())));
        };
        let mut failures = Vec::new();
        let groups = Typed::read_groups(knocker);
        let groups = groups.map_err(|faults| failures.extend(unread(knocker, faults, typed_like()))).ok();
        let held = Typed::read(defender);
        let held = held.map_err(|faults| failures.extend(unread(defender, faults, typed_like()))).ok();
        let flags = self.terms.read(session, &mut failures);

        // Unreadable cards are missing here. Faults that only follow from that are not reported.
        let is_reported = |fault: &Refusal| match fault {
            Refusal::UpcardMissing => flags.upcard != GivenUpcard::Unread,
            Refusal::Cards(ShowdownFault::KnockerCards { .. }) => groups.is_some(),
            Refusal::Cards(ShowdownFault::DefenderCards { .. }) => held.is_some(),
            _ => true,
        };
        let knocker = groups.as_deref().unwrap_or_default();
        let defender = held.as_ref().map_or(Cards::NONE, Typed::cards);
        let settled = match &flags.rules {
            Some(rules) => settle(knocker, defender, flags.upcard.known(), rules).map(Some),
            None => match showdown(knocker, defender, ShowdownTerms::ANY) {
                Ok(_) => Ok(None),
                Err(faults) => Err(faults.into_iter().map(Refusal::Cards).collect()),
            },
        };
        match settled {
            Ok(Some(settled)) if failures.is_empty() => Ok(Answer::of(match session.face() {
                Face::Table => layoff(&settled, session.look()),
                Face::Plain => layoff_plain(&settled),
                Face::Json => json::print(&json::layoff(&settled)),
            })),
            settled => {
                let faults = settled.err().unwrap_or_default();
                let reported = faults.iter().filter(|fault| is_reported(fault));
                let hint = |fault| self.hint(session, fault, (knocker, defender), flags.upcard.known());
                failures.extend(reported.map(|fault| Failure::refused(fault).hint_if(hint(fault))));
                Err(Failure::all("the hands cannot be laid out", failures))
            }
        }
    }

    /// The hint for a fault of these hands.
    fn hint(
        &self,
        session: &Session,
        fault: &Refusal,
        (knocker, defender): (&[Vec<Card>], Cards),
        upcard: Option<Upcard>,
    ) -> Option<Hint> {
        let held: Cards = knocker.iter().flatten().copied().collect();
        let free = |cards: [Suit; 4], rank| {
            let mut cards = cards.into_iter().map(|suit| Card { rank, suit });
            cards.find(|card| !(held | defender).contains(*card))
        };
        // Spades last, because a spade may double the hand.
        const SUITS: [Suit; 4] = [Suit::Hearts, Suit::Diamonds, Suit::Clubs, Suit::Spades];
        Some(match fault {
            Refusal::BigGinOff { throw } => Hint::advice(format!("throw {}, and it is gin", (*throw)?)),
            // A ten does not lower the knock limit.
            Refusal::UpcardMissing => Hint::with("add it, like", self.with_upcard(free(SUITS, Rank::TEN)?)),
            Refusal::SuitMissing(upcard) => {
                Hint::with("add the suit, like", self.with_upcard(free(SUITS, upcard.rank())?))
            }
            Refusal::OverLimit { .. } => {
                let deadwood = CommandLine::of("deadwood").words(held.codes().split(' ')).keep("rules");
                // At the pad it was typed after the hands, and not as a flag.
                let deadwood = match upcard.filter(|_| session.is_at_pad()) {
                    Some(upcard) => deadwood.flag("up", upcard.code()),
                    None => deadwood.keep("up"),
                };
                Hint::does(deadwood, "shows what these cards are good for")
            }
            Refusal::Cards(ShowdownFault::NotAMeld { .. }) => {
                Hint::advice("every group before the last must be a meld; without `/`, ginpad finds the best melds")
            }
            _ => typed_like(),
        })
    }

    /// The same command with this upcard.
    fn with_upcard(&self, upcard: Card) -> CommandLine {
        let again = CommandLine::again().operand("knocker", self.knocker.clone());
        again.operand("defender", self.defender.clone()).flag("up", upcard.code())
    }
}
