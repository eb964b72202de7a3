//! `deadwood`: what a player's cards are worth, and whether they may knock.

use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Sentence};
use crate::cli::printer::{Audience, Stream};
use crate::cli::session::card_flags::{CardFlags, unread};
use crate::cli::session::input_lines::{Line, Lines, NoLine};
use crate::cli::session::{Face, Session};
use crate::render::json;
use crate::reports::deadwood::{DeadwoodReport, deadwood_record};
use ginpad_core::cards::{Cards, ReadFault, Typed};
use ginpad_core::hand::{HandAnalysis, Terms, Verdict};
use ginpad_core::notation::Fault;
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad deadwood 7hdc 345s 9td ks 2h        ten cards: deadwood, may I knock, what would help
  ginpad deadwood 7hdc 345s 9td ks 2h jd     eleven: which one to throw
  ginpad deadwood 7hdc 345s 9td ks 2h --seen 'jd 8d'
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
    batch: bool,
}

/// What the user said besides the cards.
struct KnownCards {
    terms: Terms,
    seen: Cards,
}

impl DeadwoodArgs {
    /// Answers for one hand, or for every line of standard input.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let text = self.cards.join(" ");
        let mut failures = Vec::new();
        let typed = Typed::read(&text);
        let typed = typed.map_err(|faults| failures.extend(unread(&text, faults, typed_like()))).ok();
        if !self.batch && typed.as_ref().is_some_and(|typed| typed.cards().is_empty()) {
            let type_them =
                Sentence::from("type them, like ").run(example_cards()).say(", or give one hand a line to ");
            let batch = CommandLine::of("deadwood").switch("batch");
            return Err(Failure::usage("there are no cards").hint(Hint::Try(type_them.run(batch))));
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
        let flags = self.terms.read(&mut failures);
        match (flags.rules, typed, seen) {
            (Some(rules), Some(typed), Some(seen)) if failures.is_empty() => {
                let known = KnownCards { terms: Terms::of(&rules, flags.upcard), seen };
                if self.batch { batch(session, &known) } else { Ok(Answer::report(judged(&typed, &known))) }
            }
            _ => Err(Failure::all("the cards cannot be counted", failures)),
        }
    }
}

/// The hint if cards cannot be read.
fn typed_like() -> Hint {
    Hint::with("type cards like", example_cards())
}

/// The command with ten cards.
fn example_cards() -> CommandLine {
    CommandLine::of("deadwood").words(["7hdc", "345s", "9td", "ks", "2h"])
}

/// Cards that are in the hand, and so cannot be out of play.
fn both(cards: Cards) -> String {
    format!("`--seen` names cards of the hand itself: {cards}")
}

fn judged(typed: &Typed, known: &KnownCards) -> DeadwoodReport {
    DeadwoodReport(HandAnalysis::new(typed.iter().collect(), known.seen, known.terms))
}

/// How many lines were answered, and how many were wrong.
#[derive(Default)]
struct LineCounts {
    answered: usize,
    wrong: usize,
}

fn batch(session: &Session, known: &KnownCards) -> Result<Answer, Failure> {
    let mut lines = Lines::of_stdin();
    let mut stream = Stream::new(session.screens());
    let mut tally = LineCounts::default();
    loop {
        if lines.must_wait() && stream.flush()? == Audience::HasLeft {
            return Ok(Answer::default());
        }
        let Some(line) = lines.next()? else { break };
        let reader = match hand(line, known) {
            Ok(None) => continue,
            Ok(Some(typed)) => {
                tally.answered += 1;
                answer(session, &typed, known, &mut stream)?
            }
            Err(faults) => {
                tally.wrong += 1;
                let errors: Vec<String> = faults.iter().map(|fault| format!("error: {fault}")).collect();
                stream.remark(&errors.join("\n"))?
            }
        };
        if reader == Audience::HasLeft {
            return Ok(Answer::default());
        }
    }
    stream.flush()?;
    match tally.wrong {
        0 => Ok(Answer::default()),
        wrong => {
            let (wrong, answered) = (count(wrong, "line"), count(tally.answered, "hand"));
            Err(Failure::refused(format!("{wrong} could not be read; {answered} answered")).hint(typed_like()))
        }
    }
}

/// The hand of a line; none if the line is blank or a comment.
///
/// # Errors
/// Everything that is wrong with the line.
#[inline]
fn hand(line: Line<'_>, known: &KnownCards) -> Result<Option<Typed>, Vec<Fault>> {
    let read = line.text.map(Typed::read);
    match read {
        Ok(Ok(typed)) if !typed.cards().is_empty() && !typed.cards().meets(known.seen) => Ok(Some(typed)),
        read => not_a_hand(line, read, known),
    }
}

/// What is wrong with a line that is not a hand; nothing if it is blank or a comment.
#[cold]
fn not_a_hand(
    line: Line<'_>,
    read: Result<Result<Typed, Vec<ReadFault>>, NoLine>,
    known: &KnownCards,
) -> Result<Option<Typed>, Vec<Fault>> {
    let text = line.text.unwrap_or_default();
    let wrong = |at: usize, reason: String| Fault::at(line.number, text, at, vec![reason]);
    match read {
        Ok(_) if text.trim().is_empty() || text.trim_start().starts_with('#') => Ok(None),
        Ok(Ok(typed)) if typed.cards().is_empty() => Err(vec![wrong(0, "there are no cards".into())]),
        Ok(Ok(typed)) => Err(vec![wrong(0, both(typed.cards() & known.seen))]),
        Ok(Err(faults)) => Err(faults.iter().map(|fault| wrong(fault.place().start, fault.to_string())).collect()),
        Err(none) => Err(vec![wrong(0, none.to_string())]),
    }
}

fn answer(session: &Session, typed: &Typed, known: &KnownCards, stream: &mut Stream) -> Result<Audience, Failure> {
    match session.face() {
        Face::Table | Face::Plain => stream.add(|into| deadwood_record(&Verdict::of(typed.cards(), known.terms), into)),
        Face::Json => stream.add(|into| into.extend(json::print_line(&judged(typed, known)).into_bytes())),
    }
}
