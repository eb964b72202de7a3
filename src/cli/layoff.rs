//! `layoff`: both hands laid out after a knock, and what the hand scores.

use clap::Args;

use super::answer::Answer;
use super::desk::{Desk, Upcard, unread};
use super::failure::Failure;
use super::session::{Face, Session};
use crate::render::{json, layoff, layoff_plain};
use ginpad_core::cards::{Card, Cards, ShowdownFault, ShowdownTerms, Typed, showdown};
use ginpad_core::hand::{Refusal, settle};

/// Leads the help.
pub(super) const EXAMPLES: &str = "\
Examples:
  ginpad layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc'
  ginpad layoff '567s / 9hdc / 4d 2h 3c ac' '89s t8h kdch 3d 4s jc'
  ginpad layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc' --up 10S";

/// Two hands that can be laid out, for hints.
const TYPED: &str = "two hands are typed like `ginpad layoff '567s / 9hdc / 4d 2h 3c ac' '89s t8h kdch 3d 4s jc'`";

/// Lay out both hands after a knock
///
/// The knocker's melds, the defender's best melds and lay-offs, chosen together, and what the hand scores. Each hand is one argument in quotes. The knocker's may be parted by `/` into melds, the last group being a meld or the deadwood; then they are kept as they are. Else they are the best there are, and among equals those that leave the defender most. No book is needed.
#[derive(Debug, Args)]
#[command(override_usage = "ginpad layoff [OPTIONS] <KNOCKER> <DEFENDER>")]
pub(super) struct Layoff {
    /// The knocker's cards in quotes; `/` parts melds that were laid down
    #[arg(value_name = "KNOCKER")]
    knocker: Option<String>,

    /// The defender's cards in quotes
    #[arg(value_name = "DEFENDER")]
    defender: Option<String>,

    // Hands without quotes, to say what is wrong with them.
    #[arg(hide = true)]
    more: Vec<String>,

    #[command(flatten)]
    desk: Desk,
}

impl Layoff {
    /// Lays out both hands.
    pub(super) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let (Some(knocker), Some(defender), []) = (&self.knocker, &self.defender, self.more.as_slice()) else {
            let given = [&self.knocker, &self.defender].into_iter().flatten().count() + self.more.len();
            let given = match given {
                0 => "none is".into(),
                1 => "1 is".into(),
                several => format!("{several} are"),
            };
            return Err(Failure::usage(format!("the hands are two arguments, and {given} given"))
                .hint(format!("put each hand in quotes; {TYPED}")));
        };
        let mut failures = Vec::new();
        let groups = Typed::read_groups(knocker);
        let groups = groups.map_err(|faults| failures.extend(unread(knocker, faults, TYPED))).ok();
        let held = Typed::read(defender);
        let held = held.map_err(|faults| failures.extend(unread(defender, faults, TYPED))).ok();
        let flags = self.desk.read(session, &mut failures);

        // What could not be read is left empty, and what that brings about is not told.
        let told = |refusal: &Refusal| match refusal {
            Refusal::UpcardMissing => flags.upcard != Upcard::Unread,
            Refusal::Cards(ShowdownFault::KnockerCards { .. }) => groups.is_some(),
            Refusal::Cards(ShowdownFault::DefenderCards(_)) => held.is_some(),
            _ => true,
        };
        let knocker = groups.as_deref().unwrap_or_default();
        let defender = held.as_ref().map_or(Cards::NONE, Typed::cards);
        let settled = match &flags.rules {
            Some(rules) => settle(knocker, defender, flags.upcard.card(), rules).map(Some),
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
                let told = faults.iter().filter(|fault| told(fault));
                let again = self.desk.again();
                failures.extend(told.map(|fault| Failure::refused(fault).hint_if(hint(fault, knocker, &again))));
                Err(Failure::all("the hands cannot be laid out", failures))
            }
        }
    }
}

/// What would help against a fault of hands of which the knocker's is this one, where these flags were given.
fn hint(fault: &Refusal, knocker: &[Vec<Card>], flags: &str) -> Option<String> {
    Some(match fault {
        Refusal::BigGinOff { throw } => format!("throw {}, and it is gin", (*throw)?),
        Refusal::UpcardMissing => "name it, like `--up 7S`".into(),
        Refusal::OverLimit { .. } => {
            let held: Cards = knocker.iter().flatten().copied().collect();
            format!("`ginpad deadwood {}{flags}` tells what these cards are good for", held.codes())
        }
        Refusal::Cards(ShowdownFault::NotAMeld { .. }) => {
            "every group but the last is a meld; leave the `/` out, and the best melds are found".into()
        }
        _ => TYPED.into(),
    })
}
