//! Reads the players of a new game from the words of the command. Some of these words may be rules.

use super::{NewArgs, seated};
use crate::answer::{CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::which_game;
use crate::book::OpenBook;
use ginpad_core::notation::{is_placeholder, is_rule_or_entry_word, joins_sides, split_sides};
use ginpad_core::players::Players;
use ginpad_core::rules::{Knob, Preset, Setting};
use ginpad_core::side::Side;
use ginpad_core::text::{fold, harmless, number_word};

impl NewArgs {
    /// The players. If some of the words are rules, a hint gives the command with those words as flags.
    pub(super) fn players(&self, app: &App) -> Result<Players, Failure> {
        self.sides(app).map_err(|failure| {
            let ruled = self.ruled();
            if ruled.sides.len() == self.sides.len() {
                return failure;
            }
            let named = || ruled.sides(app).and_then(|players| ruled.game(app, players, None));
            let rematch = || app.read_if_there(|| Err(which_game::no_game()), |book| ruled.rematch_game(app, book));
            let is_whole = if ruled.sides.is_empty() { rematch().is_ok() } else { named().is_ok() };
            if is_whole { failure.hint_instead(Hint::run(ruled.command())) } else { failure }
        })
    }

    /// The players that the words name, or the failure with a hint.
    fn sides(&self, app: &App) -> Result<Players, Failure> {
        let separated = split_sides(&self.sides);
        // If joining words remain unread, nobody knows who plays on which side.
        let may_say_more = |word: &String| joins_sides(word) || looks_like_several(word);
        let is_clear = separated.is_some() || !self.sides.iter().any(may_say_more);
        let sides = separated.unwrap_or_else(|| self.sides.clone());
        let names: Vec<&String> = sides.iter().filter(|word| !joins_sides(word) || is_known(app, word)).collect();
        let mistaken = names.iter().find(|word| is_rule_or_entry_word(word) && !is_known(app, word));
        let (what, advice) = if let Some(preset) = self.set.iter().find_map(|knob| Preset::named(knob)) {
            let rules = CommandLine::again().without("set").flag("rules", preset.name.clone());
            (format!("`{}` is a preset, and `--set` takes KNOB=VALUE", preset.name), Hint::run(rules))
        } else if let Some(knob) = self.set.iter().find(|knob| !knob.contains('=')) {
            let (name, value) = knob.split_once(':').unwrap_or((knob, "VALUE"));
            let form = format!("write it like `--set {}={}`", harmless(name), harmless(value));
            (format!("`--set` takes KNOB=VALUE as one word, not `{}`", harmless(knob)), Hint::advice(form))
        } else if let Some(word) = names.iter().find(|word| is_placeholder(word)) {
            (format!("`{word}` is a placeholder"), Hint::advice("type the real name in its place"))
        } else if let Some(word) = mistaken {
            // One of two names may be Gin. Among more names, such a word probably belongs to a flag.
            let may_be_name = names.len() == 2 && !word.starts_with(|char: char| char.is_ascii_digit());
            let add = || Hint::does(CommandLine::of("player add").words([*word]), "makes it one");
            let flags = || Hint::does("help new", "shows the flags for what is not a name");
            (format!("`{}` is not a name here", harmless(word)), if may_be_name { add() } else { flags() })
        } else {
            match names.as_slice() {
                [_, _] if !names.iter().any(|name| looks_like_several(name)) => {
                    return seated("the game cannot start", &names);
                }
                [_, _, ..] if names.len() <= Side::MOST && !self.are_apart && is_clear => {
                    return seated("the game cannot start", &names);
                }
                [] | [_] => {
                    let one = names.first().map_or("NAME".to_string(), |one| one.to_string());
                    let new = CommandLine::again().operand("sides", [one, "NAME".into()]);
                    let lead = if names.is_empty() { "name both:" } else { "add the other side:" };
                    ("a game needs at least two sides".into(), Hint::with(lead, new.form()))
                }
                several => {
                    let most = number_word(Side::MOST);
                    let what = match several {
                        [.., last] if self.are_apart => {
                            format!("`{}` comes after a flag; put all names before the flags", harmless(last))
                        }
                        _ if several.len() > Side::MOST => {
                            format!("a game has two to {most} sides, not {}", several.len())
                        }
                        _ => "it is not clear who plays on which side".into(),
                    };
                    let in_quotes = split_sides(&[self.sides.join(" ")]).filter(|_| !self.are_apart);
                    let in_quotes = in_quotes.map(|sides| CommandLine::again().operand("sides", sides));
                    let hint = in_quotes.map(|new| Hint::does(new, "takes names of several words; `+` joins partners"));
                    (what, hint.unwrap_or_else(|| each_a_side(several, is_clear)))
                }
            }
        };
        Err(Failure::usage(what).hint(advice))
    }

    /// The same arguments, with the words that name rules moved to the rules.
    fn ruled(&self) -> NewArgs {
        let mut ruled = NewArgs { sides: Vec::new(), ..self.clone() };
        let mut words = self.sides.iter().map(|word| word.strip_prefix("rules=").unwrap_or(word).trim_end_matches(':'));
        while let Some(word) = words.next() {
            // `dealer` means the first dealer here, not the knob.
            let knob = Knob::from_name(word).filter(|knob| *knob != Knob::Dealer);
            if Setting::read(word).is_ok() {
                ruled.set.push(word.into());
            } else if let Some(value) = knob.and_then(|_| words.next()) {
                ruled.set.push(format!("{word}={value}"));
            } else if let (None, Some(preset)) = (&ruled.rules, Preset::meant(word)) {
                ruled.rules = Some(preset.name.clone().into());
            } else if !["rules", "game"].contains(&fold(word).as_str()) {
                ruled.sides.push(word.into());
            }
        }
        while ruled.sides.last().is_some_and(|last| joins_sides(last)) {
            ruled.sides.pop();
        }
        ruled
    }

    /// The command with these sides and rules, and everything else as it was typed.
    fn command(self) -> CommandLine {
        let command = CommandLine::again().operand("sides", self.sides);
        let command = self.rules.into_iter().fold(command, |command, rules| command.flag("rules", rules.name()));
        self.set.into_iter().fold(command, |command, knob| command.flag("set", knob))
    }
}

/// Hints at a game in which each name is a side, if the words have several readings; or else at quotes.
fn each_a_side(names: &[&String], is_clear: bool) -> Hint {
    if is_clear || names.len() > Side::MOST || names.iter().any(|name| looks_like_several(name)) {
        return Hint::advice("quote names and values of several words, and join partners with `+`");
    }
    let sides: Vec<&str> = names.iter().map(|name| name.trim_end_matches(',')).collect();
    let each = CommandLine::again().operand("sides", sides);
    Hint::does(each, "makes each a side; quotes hold a name of several words together, and `+` joins partners")
}

/// Whether a word looks like several names: `Ann,Bob`, `Ann/Bob`, but not `Smith, Ann`, where a space follows the
/// comma.
fn looks_like_several(word: &str) -> bool {
    let is_name = |part: &str| !part.is_empty() && part.chars().all(char::is_alphabetic);
    word.contains([',', '/']) && word.split([',', '/']).all(is_name)
}

/// Whether the book knows a player of this name.
fn is_known(app: &App, name: &str) -> bool {
    let known = |book: &OpenBook<'_>| Ok(book.people()?.iter().any(|person| person.name.folded() == fold(name)));
    app.read_if_there(|| Ok(false), known).unwrap_or(false)
}
