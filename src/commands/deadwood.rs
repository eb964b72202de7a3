//! `deadwood`: what a player's cards are worth, and whether they may knock.

use clap::Args;

use crate::answer::{Answer, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::arguments::card_flags::{CardFlags, unread};
use crate::reports::deadwood::DeadwoodReport;
use ginpad_core::cards::{Cards, Dealt, Typed};
use ginpad_core::hand::{HandAnalysis, Terms};
use ginpad_core::rules::TableRules;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad deadwood 7hdc 345s 9td ks 2h        deadwood, may I knock, what helps
  ginpad deadwood 7hdc 345s 9td ks 2h jd     eleven: which one to throw
  ginpad deadwood 7hdc 345s 9td ks 2h --rules oklahoma --up 4C
  ginpad deadwood --batch < hands.txt        one hand a line";

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

/// What the user said besides the cards.
pub(crate) struct KnownCards {
    pub(crate) rules: TableRules,
    pub(crate) terms: Terms,
    pub(crate) seen: Cards,
    pub(crate) notes: Vec<Sentence>,
}

/// Answers for one hand.
pub(crate) fn run(args: DeadwoodArgs, app: &App) -> Result<Answer, Failure> {
    let (typed, known) = args.read(app)?;
    let answer = Answer::report("Deadwood", known.judge(&typed));
    Ok(answer.remarks(known.notes.into_iter().map(Remark::Note)))
}

impl DeadwoodArgs {
    /// The cards, and what is said besides them. A door that reads hands line by line needs no cards.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub(crate) fn read(&self, app: &App) -> Result<(Typed, KnownCards), Failure> {
        let text = self.cards.join(" ");
        let (mut failures, mut wrong_flags) = (Vec::new(), Vec::new());
        let flags = self.terms.read(app, &mut wrong_flags);
        let dealt = flags.rules.as_ref().map_or(Dealt::Ten, |rules| rules.rules.dealt);
        let typed = Typed::read(&text);
        let typed = typed.map_err(|faults| failures.extend(unread(&text, faults, typed_like(dealt)))).ok();
        if !self.batch && typed.as_ref().is_some_and(|typed| typed.cards().is_empty()) {
            return Err(Failure::usage("there are no cards").hint(typed_like(dealt)));
        }
        let gone = self.seen.join(" ");
        let seen = Cards::read_any(&gone);
        let seen_like = || Hint::advice("type these cards like `--seen '7hd 10c'`");
        let seen = seen.map_err(|faults| failures.extend(unread(&gone, faults, seen_like()))).ok();
        if let (Some(typed), Some(seen)) = (&typed, seen)
            && typed.cards().meets(seen)
        {
            let both = Failure::refused(both(typed.cards() & seen));
            failures.push(both.hint(Hint::advice("name only cards that are out of play")));
        }
        failures.extend(wrong_flags);
        match (flags.rules, typed, seen) {
            (Some(rules), Some(typed), Some(seen)) if failures.is_empty() => {
                if let Some(why) = too_many(typed.cards(), rules.rules.dealt) {
                    return Err(Failure::refused(why));
                }
                let terms = Terms::of(&rules.rules, flags.upcard);
                Ok((typed, KnownCards { rules, terms, seen, notes: flags.notes }))
            }
            _ => Err(Failure::all("the cards cannot be counted", failures)),
        }
    }
}

/// Why these cards are no hand, if they are more than a player may hold.
pub(crate) fn too_many(cards: Cards, dealt: Dealt) -> Option<String> {
    let words =
        || format!("{} cards; where {} are dealt, a hand has at most {}", cards.len(), dealt.cards(), dealt.most());
    (cards.len() > dealt.most()).then(words)
}

/// The hint if cards cannot be read.
pub(crate) fn typed_like(dealt: Dealt) -> Hint {
    let cards: &[&str] = match dealt {
        Dealt::Ten => &["7hdc", "345s", "9td", "ks", "2h"],
        Dealt::Seven => &["7hdc", "345s", "9d"],
    };
    Hint::advice(format!("type cards like `{}`", cards.join(" ")))
}

/// Cards that are in the hand, and so cannot be out of play.
pub(crate) fn both(cards: Cards) -> String {
    format!("`--seen` names cards of the hand itself: {cards}")
}

impl KnownCards {
    /// What a hand is worth.
    pub(crate) fn judge(&self, typed: &Typed) -> DeadwoodReport {
        let hand = HandAnalysis::new(typed.iter().collect(), self.seen, self.terms);
        DeadwoodReport { rules: self.rules.to_string(), hand }
    }
}
