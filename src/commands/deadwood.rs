//! `deadwood` and `layoff`: the deadwood of a player's cards, and the result of both hands after a knock.

use clap::Args;

use crate::answer::{Answer, Failure, Hint, Remark};
use crate::app::App;
use crate::arguments::table_rules::{CardFlags, CardTerms, kept_cards};
use crate::reports::deadwood::{DeadwoodReport, LayoffReport};
use ginpad_core::cards::{Cards, Typed};
use ginpad_core::hand::settle;
use ginpad_core::text::join;
use ginpad_core::{HandAnalysis, Refusal, RefusalKind, Terms};

/// Count the deadwood of cards
///
/// Shows the best melds, the deadwood they leave, and whether you may knock. With eleven cards, shows which one to throw; with ten, which draws would make gin or a knock. No book is needed.
///
/// A card is a rank (A 2-10 J Q K) and a suit (s h d c), in either order, in capitals or not. `a23s` is three spades, `7hdc` is three sevens.
#[derive(Debug, Args)]
pub(crate) struct DeadwoodArgs {
    /// One to eleven cards
    #[arg(value_name = "CARDS", conflicts_with = "batch")]
    cards: Vec<String>,

    #[command(flatten)]
    terms: CardFlags,

    /// A card you know is out of play; repeat for more. The upcard counts as seen
    #[arg(long, value_name = "CARDS")]
    seen: Vec<String>,

    /// Read hands from standard input, one a line; blank lines and lines that start with `#` are skipped
    #[arg(long)]
    pub(crate) batch: bool,
}

/// The facts that the user gave besides the cards.
pub(crate) struct KnownCards {
    pub(crate) flags: CardTerms,
    seen: Cards,
}

/// Answers for one hand.
pub(crate) fn run(args: DeadwoodArgs, app: &App) -> Result<Answer, Failure> {
    let (typed, known) = args.read(app)?;
    if let Some(why) = known.fault(typed.cards()) {
        let is_nothing = typed.cards().is_empty();
        return Err(if is_nothing { Failure::usage(why).advise(TYPED_LIKE) } else { Failure::refused(why) });
    }
    let answer = Answer::report("Deadwood", known.judge(&typed));
    Ok(answer.remarks(known.flags.notes.into_iter().map(Remark::Note)))
}

impl DeadwoodArgs {
    /// Reads the cards and the facts besides them.
    ///
    /// # Errors
    /// Every fault of the cards and the flags.
    pub(crate) fn read(&self, app: &App) -> Result<(Typed, KnownCards), Failure> {
        let text = self.cards.join(" ");
        let mut failures = Vec::new();
        let typed = kept_cards(&text, Typed::read(&text), TYPED_LIKE, &mut failures);
        let gone = self.seen.join(" ");
        let seen_like = "type these cards like `--seen '7hd 10c'`";
        let seen = kept_cards(&gone, Cards::read_any(&gone), seen_like, &mut failures);
        let flags = self.terms.read(app, &mut failures);
        match (flags, typed, seen) {
            (Some(flags), Some(typed), Some(seen)) => Ok((typed, KnownCards { flags, seen })),
            _ => Err(Failure::all("the cards cannot be counted", failures)),
        }
    }
}

/// The hint if cards cannot be read.
pub(crate) const TYPED_LIKE: &str = "type cards like `7hdc 345s 9d`";

impl KnownCards {
    /// Why these cards are not a player's hand, if they are not.
    pub(crate) fn fault(&self, cards: Cards) -> Option<String> {
        let dealt = self.flags.rules.rules.dealt;
        match cards.len() {
            0 => Some("there are no cards".into()),
            _ if cards.meets(self.seen) => {
                Some(format!("`--seen` names cards that are in the hand: {}", join((cards & self.seen).iter(), " ")))
            }
            held if held > dealt + 1 => {
                Some(format!("{held} cards; where {dealt} are dealt, a hand has at most {}", dealt + 1))
            }
            _ => None,
        }
    }

    /// The terms of the hand.
    pub(crate) fn terms(&self) -> Terms {
        Terms::of(&self.flags.rules.rules, self.flags.upcard)
    }

    /// Judges a hand.
    pub(crate) fn judge(&self, typed: &Typed) -> DeadwoodReport {
        let hand = HandAnalysis::new(typed.iter().collect(), self.seen, self.terms());
        DeadwoodReport { rules: self.flags.rules.to_string(), hand }
    }
}

/// The advice if hands cannot be read.
const TWO_HANDS_LIKE: &str = "type two hands like `'567s / 9hdc / 4d 2h 3c ac' '89s t8h kdch 3d 4s jc'`";

/// Lay out both hands after a knock
///
/// Shows the knocker's melds, the defender's best melds and lay-offs, and what the hand scores. Each hand is one argument in quotes. To keep the knocker's melds as they lie on the table, separate them by `/`; the last group is a meld or the deadwood. Without `/`, ginpad finds the best melds; if several are equally good, it takes those that leave the defender the most deadwood. No book is needed.
#[derive(Debug, Args)]
pub(crate) struct LayoffArgs {
    /// The knocker's cards in quotes; `/` separates melds as they lie on the table
    knocker: String,

    /// The defender's cards in quotes
    defender: String,

    // A further word means that a hand was typed without quotes.
    #[arg(hide = true)]
    more: Vec<String>,

    #[command(flatten)]
    terms: CardFlags,
}

/// The title of a failure of `layoff`.
const REFUSED: &str = "the hands cannot be laid out";

/// Lays out both hands.
pub(crate) fn layoff(args: LayoffArgs, app: &App) -> Result<Answer, Failure> {
    let LayoffArgs { knocker, defender, more, terms } = &args;
    if !more.is_empty() {
        let quotes = Hint::advice("put each hand in quotes: `layoff 'CARDS' 'CARDS'`");
        return Err(Failure::usage("expected two hands, each as one argument").hint(quotes));
    }
    let mut failures = Vec::new();
    let groups = kept_cards(knocker, Typed::read_groups(knocker), TWO_HANDS_LIKE, &mut failures);
    let held = kept_cards(defender, Typed::read(defender), TWO_HANDS_LIKE, &mut failures);
    let flags = terms.read(app, &mut failures);
    let (Some(groups), Some(held), Some(flags)) = (groups, held, flags) else {
        return Err(Failure::all(REFUSED, failures));
    };
    let settled = settle(&groups, held.cards(), flags.upcard, &flags.rules.rules).map_err(|faults| {
        let failure = |fault: &Refusal| Failure::refused(fault).hint(hint(fault.kind));
        let failure = Failure::all(REFUSED, faults.iter().map(failure).collect());
        flags.notes.iter().cloned().map(Hint).fold(failure, Failure::hint)
    })?;
    let answer = Answer::report("Layoff", LayoffReport(settled));
    Ok(answer.remarks(flags.notes.into_iter().map(Remark::Note)))
}

/// The hint for a fault of the hands.
fn hint(fault: RefusalKind) -> Option<Hint> {
    let advice = match fault {
        RefusalKind::BigGinOff(throw) => return Some(Hint::advice(format!("throw {}, and it is gin", throw?))),
        RefusalKind::UpcardMissing | RefusalKind::SuitMissing => "add the upcard: `--up CARD`, or `up CARD` at the pad",
        RefusalKind::OverLimit | RefusalKind::FarOverLimit => return None,
        RefusalKind::NotAMeld => "every group before the last must be a meld; without `/`, ginpad finds the best melds",
        _ => TWO_HANDS_LIKE,
    };
    Some(Hint::advice(advice))
}
