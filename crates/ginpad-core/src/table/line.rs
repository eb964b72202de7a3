//! Which command a line is.

/// What a line asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableLine<'a> {
    /// Nothing: it is blank, or a remark.
    Nothing,
    /// To leave.
    Leave,
    /// A command without anything after it.
    Command(TableCommand),
    /// What cards are worth: `? 7hdc 345s`.
    Judge(ToJudge<'a>),
    /// To replace a hand by this entry: `3= a6 23`. Without an entry, the hand is to be shown.
    Correct(HandNamed, &'a str),
    /// The entry of the next hand.
    Entry(&'a str),
}

/// Cards to judge, as they were typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToJudge<'a> {
    /// A player's cards. If the defender's are there too, they are the knocker's, perhaps with `/` between melds.
    pub hand: &'a str,
    /// The defender's cards, after the last `/`.
    pub defender: Option<&'a str>,
    /// The upcard, after `up`.
    pub upcard: Option<&'a str>,
}

/// A command without anything after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableCommand {
    /// Take the last change back.
    Undo,
    /// Restore what was taken back.
    Redo,
    /// Show the sheet.
    Sheet,
    /// Show the score in large figures.
    Board,
    /// Explain the last hand.
    Explain,
    /// Start the next game.
    Next,
    /// Show each side's chance to win.
    Odds,
    /// Show what can be typed.
    Help,
}

/// Which hand a correction is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandNamed {
    /// By its number, from 1.
    Number(usize),
    /// This many from the end; 1 is the last.
    FromTheEnd(usize),
}

/// The letter of each command, and its word for those who type it out.
const COMMANDS: [(&str, &str, TableCommand); 8] = [
    ("u", "undo", TableCommand::Undo),
    ("r", "redo", TableCommand::Redo),
    ("s", "score", TableCommand::Sheet),
    ("b", "board", TableCommand::Board),
    ("e", "explain", TableCommand::Explain),
    ("n", "new", TableCommand::Next),
    ("o", "odds", TableCommand::Odds),
    ("?", "help", TableCommand::Help),
];

/// How people leave.
const LEAVE: [&str; 4] = [".", "q", "quit", "exit"];

impl<'a> TableLine<'a> {
    /// Reads a line.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::table::{HandNamed, TableCommand, TableLine};
    ///
    /// assert_eq!(TableLine::read("u"), TableLine::Command(TableCommand::Undo));
    /// assert_eq!(TableLine::read("u5 23"), TableLine::Entry("u5 23"));
    /// assert_eq!(TableLine::read("3= a6 23"), TableLine::Correct(HandNamed::Number(3), "a6 23"));
    /// ```
    pub fn read(line: &'a str) -> TableLine<'a> {
        let line = line.trim();
        let is = |word: &str| line.eq_ignore_ascii_case(word);
        if line.is_empty() || line.starts_with('#') {
            return TableLine::Nothing;
        }
        if LEAVE.iter().any(|word| is(word)) {
            return TableLine::Leave;
        }
        if let Some((.., command)) = COMMANDS.iter().find(|(letter, word, _)| is(letter) || is(word)) {
            return TableLine::Command(*command);
        }
        if let Some(cards) = line.strip_prefix('?') {
            return TableLine::Judge(to_judge(cards));
        }
        correction(line).unwrap_or(TableLine::Entry(line))
    }
}

/// `7hdc 345s`, `KNOCKER / DEFENDER`, each with `up 7S` after it or not.
fn to_judge(text: &str) -> ToJudge<'_> {
    let up = text.to_ascii_lowercase().rfind(" up ");
    let (cards, upcard) = up.map_or((text, None), |at| (&text[..at], Some(text[at + 4..].trim())));
    let (hand, defender) =
        cards.rsplit_once('/').map_or((cards, None), |(hand, defender)| (hand, Some(defender.trim())));
    ToJudge { hand: hand.trim(), defender, upcard }
}

/// A correction: `3= a6 23`, `-2= dead`, or `= a6 23` for the last hand.
fn correction(line: &str) -> Option<TableLine<'_>> {
    let (hand, entry) = line.split_once('=')?;
    let number = |text: &str| text.parse().ok();
    let hand = match hand.trim() {
        "" => HandNamed::FromTheEnd(1),
        hand => match hand.strip_prefix('-') {
            Some(back) => HandNamed::FromTheEnd(number(back)?),
            None => HandNamed::Number(number(hand)?),
        },
    };
    Some(TableLine::Correct(hand, entry.trim()))
}

impl HandNamed {
    /// The number of the hand in a game with this many hands. A hand that the game does not have gets a number that
    /// it does not have either.
    pub fn number(self, hands: usize) -> usize {
        match self {
            HandNamed::Number(number) => number,
            HandNamed::FromTheEnd(back) => (hands + 1).checked_sub(back).filter(|_| back > 0).unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_a_letter_that_stands_alone() {
        use TableCommand::{Board, Explain, Help, Next, Odds, Redo, Sheet, Undo};
        for (line, command) in [
            ("u", Undo),
            (" U ", Undo),
            ("r", Redo),
            ("s", Sheet),
            ("e", Explain),
            ("n", Next),
            ("b", Board),
            ("o", Odds),
            ("?", Help),
            ("undo", Undo),
            ("help", Help),
        ] {
            assert_eq!(TableLine::read(line), TableLine::Command(command), "{line}");
        }
        for entry in ["u5 23", "s 5 23", "-", "dead", "sg31", "na5 23"] {
            assert_eq!(TableLine::read(entry), TableLine::Entry(entry));
        }
    }

    #[test]
    fn blank_lines_and_remarks_ask_for_nothing_and_several_words_leave() {
        for line in ["", "  ", "# the second evening"] {
            assert_eq!(TableLine::read(line), TableLine::Nothing);
        }
        for line in [".", "q", "quit", "EXIT"] {
            assert_eq!(TableLine::read(line), TableLine::Leave);
        }
    }

    #[test]
    fn cards_are_judged_after_a_question_mark() {
        let judge = |hand, defender, upcard| TableLine::Judge(ToJudge { hand, defender, upcard });
        assert_eq!(TableLine::read("? 7hdc 345s"), judge("7hdc 345s", None, None));
        assert_eq!(TableLine::read("?7h UP 4c"), judge("7h", None, Some("4c")));
        assert_eq!(TableLine::read("? 567s / 9hdc / 89s"), judge("567s / 9hdc", Some("89s"), None));
    }

    #[test]
    fn a_correction_names_its_hand_from_either_end() {
        for (line, hand, entry) in [
            ("3= a6 23", HandNamed::Number(3), "a6 23"),
            ("3 =a6 23", HandNamed::Number(3), "a6 23"),
            ("= a6 23", HandNamed::FromTheEnd(1), "a6 23"),
            ("-2=-", HandNamed::FromTheEnd(2), "-"),
            ("12=", HandNamed::Number(12), ""),
        ] {
            assert_eq!(TableLine::read(line), TableLine::Correct(hand, entry), "{line}");
        }
        for entry in ["a= 5 23", "a5 23 note \"1 = 2\""] {
            assert_eq!(TableLine::read(entry), TableLine::Entry(entry));
        }
    }

    #[test]
    fn a_hand_from_the_end_has_a_number() {
        assert_eq!(HandNamed::FromTheEnd(1).number(7), 7);
        assert_eq!(HandNamed::FromTheEnd(2).number(7), 6);
        assert_eq!(HandNamed::FromTheEnd(9).number(7), 0);
        assert_eq!(HandNamed::FromTheEnd(0).number(7), 0);
        assert_eq!(HandNamed::FromTheEnd(1).number(0), 0);
        assert_eq!(HandNamed::Number(9).number(7), 9);
    }
}
