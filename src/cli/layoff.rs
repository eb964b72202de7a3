//! `layoff`: both hands laid out after a knock, and what the hand scores.

use clap::Args;

use super::answer::Answer;
use super::desk::{Desk, Flags, unread};
use super::failure::Failure;
use super::session::{Face, Session};
use crate::cards::{
    AgainstGin, Card, Cards, Showdown, ShowdownFault, ShowdownTerms, Typed, best_discard, is_big_gin, showdown,
};
use crate::hand::{Refusal, Terms};
use crate::render::{Settled, json};
use crate::rules::Oklahoma;

/// Leads the help.
pub const EXAMPLES: &str = "\
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
pub struct Layoff {
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
    pub fn run(self, session: &Session) -> Result<Answer, Failure> {
        let (Some(knocker), Some(defender), []) = (&self.knocker, &self.defender, self.more.as_slice()) else {
            let given = [&self.knocker, &self.defender].into_iter().flatten().count() + self.more.len();
            return Err(Failure::usage(format!("the hands are two arguments, and {given} are given"))
                .hint(format!("put each hand in quotes; {TYPED}")));
        };
        let mut failures = Vec::new();
        let mut note = |failure: Failure| failures.push(failure);
        let groups = Typed::read_groups(knocker).map_err(|fault| note(unread(knocker, &fault).hint(TYPED))).ok();
        let held = Typed::read(defender).map_err(|fault| note(unread(defender, &fault).hint(TYPED))).ok();
        let flags = self.desk.read(session, &mut failures);
        let (Some(groups), Some(held), Some(flags)) = (groups, held, flags) else {
            return Err(Failure::all(REFUSED, failures));
        };
        let settled = Settled::new(laid_out(&groups, held.cards(), &flags)?, flags.upcard, &flags.rules);
        Ok(Answer::of(match session.face() {
            Face::Table => settled.text(session.look()),
            Face::Plain => settled.plain(),
            Face::Json => json::print(&settled.json()),
        }))
    }
}

/// What could not be done, where several reasons follow.
const REFUSED: &str = "the hands cannot be laid out";

/// Both hands laid out, if the rules let the hand end so.
fn laid_out(groups: &[Vec<Card>], defender: Cards, flags: &Flags) -> Result<Showdown, Failure> {
    let terms = Terms::of(&flags.rules, flags.upcard);
    let against_gin = if flags.rules.layoff_on_gin { AgainstGin::LayOffs } else { AgainstGin::MeldsOnly };
    let showdown_terms = ShowdownTerms { knock_limit: terms.highest_limit().deadwood.into(), against_gin };
    let mut failures = Vec::new();
    if flags.rules.oklahoma != Oklahoma::Off && flags.upcard.is_none() {
        failures.push(Failure::refused(Refusal::UpcardMissing).hint("name it, like `--up 7S`"));
    }
    let held: Cards = groups.iter().flatten().copied().collect();
    if is_big_gin(held) && !terms.plays_big_gin() {
        let thrown = best_discard(held).map(|discard| format!("throw {}, and it is gin", discard.card));
        failures.push(Failure::refused(Refusal::BigGinOff).hint_if(thrown));
    }
    match showdown(groups, defender, showdown_terms) {
        Ok(showdown) if failures.is_empty() => Ok(showdown),
        Ok(_) => Err(Failure::all(REFUSED, failures)),
        Err(faults) => {
            failures.extend(faults.iter().map(|fault| Failure::refused(fault).hint(hint(fault, held))));
            Err(Failure::all(REFUSED, failures))
        }
    }
}

/// What would help against a fault of hands of which the knocker's is this one.
fn hint(fault: &ShowdownFault, held: Cards) -> String {
    match fault {
        ShowdownFault::NoMeld { .. } => {
            "every group but the last is a meld; leave the `/` out, and the best melds are found".into()
        }
        ShowdownFault::OverLimit { .. } => {
            format!("`ginpad deadwood {}` tells what these cards are good for", held.codes())
        }
        _ => TYPED.into(),
    }
}
