//! `deadwood`: what a player's cards are worth, and whether they may knock.

use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Sentence};
use crate::app::App;
use crate::app::input_lines::{Line, Lines};
use crate::arguments::card_flags::{CardFlags, unread};
use crate::cli::app::Face;
use crate::cli::printer::{Audience, Stream};
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
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
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
                if self.batch { batch(app, &known) } else { Ok(Answer::report(judged(&typed, &known))) }
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

fn batch(app: &App, known: &KnownCards) -> Result<Answer, Failure> {
    let (mut lines, mut stream) = (Lines::of_stdin(), Stream::new(app.screens()));
    let (mut answered, mut wrong) = (0, 0);
    loop {
        if lines.must_wait() && stream.flush()? == Audience::HasLeft {
            return Ok(Answer::default());
        }
        let Some(line) = lines.next()? else { break };
        let reader = match hand(line, known) {
            Ok(None) => continue,
            Ok(Some(typed)) => {
                answered += 1;
                answer(app, &typed, known, &mut stream)?
            }
            Err(faults) => {
                wrong += 1;
                let errors: Vec<String> = faults.iter().map(|fault| format!("error: {fault}")).collect();
                stream.remark(&errors.join("\n"))?
            }
        };
        if reader == Audience::HasLeft {
            return Ok(Answer::default());
        }
    }
    stream.flush()?;
    if wrong == 0 {
        return Ok(Answer::default());
    }
    let (wrong, answered) = (count(wrong, "line"), count(answered, "hand"));
    Err(Failure::refused(format!("{wrong} could not be read; {answered} answered")).hint(typed_like()))
}

/// The hand of a line; none if the line is blank or a comment.
///
/// # Errors
/// Everything that is wrong with the line.
fn hand(line: Line<'_>, known: &KnownCards) -> Result<Option<Typed>, Vec<Fault>> {
    let wrong = |text: &str, at: usize, reason: String| Fault::at(line.number, text, at, vec![reason]);
    let text = line.text.map_err(|none| vec![wrong("", 0, none.to_string())])?;
    if text.trim().is_empty() || text.trim_start().starts_with('#') {
        return Ok(None);
    }
    let unread = |faults: Vec<ReadFault>| {
        faults.iter().map(|fault| wrong(text, fault.place().start, fault.to_string())).collect::<Vec<_>>()
    };
    let typed = Typed::read(text).map_err(unread)?;
    match typed.cards() {
        cards if cards.is_empty() => Err(vec![wrong(text, 0, "there are no cards".into())]),
        cards if cards.meets(known.seen) => Err(vec![wrong(text, 0, both(cards & known.seen))]),
        _ => Ok(Some(typed)),
    }
}

fn answer(app: &App, typed: &Typed, known: &KnownCards, stream: &mut Stream) -> Result<Audience, Failure> {
    let line = match app.face() {
        Face::Table | Face::Plain => deadwood_record(&Verdict::of(typed.cards(), known.terms)).join("\t") + "\n",
        Face::Json => json::print_line(&judged(typed, known)),
    };
    stream.add(|into| into.extend(line.into_bytes()))
}
