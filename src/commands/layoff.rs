//! `layoff`: lays out both hands after a knock, and shows what the hand scores.

use clap::Args;

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark};
use crate::app::App;
use crate::arguments::card_flags::{CardFlags, unread};
use crate::reports::layoff::LayoffReport;
use ginpad_core::cards::{Dealt, Typed};
use ginpad_core::hand::{Refusal, settle};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc'
  ginpad layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc' --up 10S";

/// The hint if hands cannot be read.
fn typed_like(dealt: Dealt) -> Hint {
    Hint::with("type two hands like", example_hands(dealt))
}

/// The command with two hands that can be laid out.
fn example_hands(dealt: Dealt) -> CommandLine {
    CommandLine::of("layoff").words(match dealt {
        Dealt::Ten => ["567s / 9hdc / 4d 2h 3c ac", "89s t8h kdch 3d 4s jc"],
        Dealt::Seven => ["567s / 9hdc / 4d", "89s t8h kdc 3d"],
    })
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

/// What cannot be done.
const REFUSED: &str = "the hands cannot be laid out";

/// Lays out both hands.
pub(crate) fn run(args: LayoffArgs, app: &App) -> Result<Answer, Failure> {
    let (Some(knocker), Some(defender), []) = (&args.knocker, &args.defender, args.more.as_slice()) else {
        let given = [&args.knocker, &args.defender].into_iter().flatten().count() + args.more.len();
        return Err(Failure::usage(format!("expected two hands, each as one argument; given: {given}"))
            .hint(Hint::with("put each hand in quotes, like", example_hands(Dealt::Ten))));
    };
    let (mut failures, mut wrong_flags) = (Vec::new(), Vec::new());
    let flags = args.terms.read(app, &mut wrong_flags);
    let dealt = flags.rules.as_ref().map_or(Dealt::Ten, |rules| rules.rules.dealt);
    let groups = Typed::read_groups(knocker);
    let groups = groups.map_err(|faults| failures.extend(unread(knocker, faults, typed_like(dealt)))).ok();
    let held = Typed::read(defender);
    let held = held.map_err(|faults| failures.extend(unread(defender, faults, typed_like(dealt)))).ok();
    failures.extend(wrong_flags);
    let (Some(groups), Some(held), Some(rules), true) = (groups, held, flags.rules, failures.is_empty()) else {
        return Err(Failure::all(REFUSED, failures));
    };
    let settled = settle(&groups, held.cards(), flags.upcard, &rules.rules).map_err(|faults| {
        let failure = |fault: &Refusal| Failure::refused(fault).hint_if(hint(fault, dealt));
        let failure = Failure::all(REFUSED, faults.iter().map(failure).collect());
        flags.notes.iter().cloned().map(Hint).fold(failure, Failure::hint)
    })?;
    let answer = Answer::report("Layoff", LayoffReport(settled));
    Ok(answer.remarks(flags.notes.into_iter().map(Remark::Note)))
}

/// The hint for a fault of the hands.
fn hint(fault: &Refusal, dealt: Dealt) -> Option<Hint> {
    Some(match fault {
        Refusal::BigGinOff { throw } => Hint::advice(format!("throw {}, and it is gin", (*throw)?)),
        Refusal::UpcardMissing | Refusal::SuitMissing(_) => {
            Hint::advice("add the upcard: `--up CARD`, or `up CARD` at the pad")
        }
        Refusal::OverLimit { .. } => return None,
        Refusal::NotAMeld(_) => {
            Hint::advice("every group before the last must be a meld; without `/`, ginpad finds the best melds")
        }
        _ => typed_like(dealt),
    })
}
