//! Command lines of `new` whose words do not mean two sides: what was meant, if that is clear.

use super::NewArgs;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::book::Pad;
use crate::cli::session::Session;
use ginpad_core::notation::{joins_sides, said_sides};
use ginpad_core::rules::{Preset, Setting};
use ginpad_core::text::{and_list, fold, harmless};

/// Words that people put between two sides.
const BETWEEN_SIDES: [&str; 8] = ["vs", "vs.", "v", "v.", "versus", "against", "-", "–"];

/// Words that people put between partners.
const BETWEEN_PARTNERS: [&str; 2] = ["+", "&"];

/// Whether the book knows a player of this name.
fn is_known(session: &Session, name: &str) -> bool {
    let known = |pad: &Pad<'_>| Ok(pad.people()?.iter().any(|person| person.name.folded() == fold(name)));
    session.look_up(|| Ok(false), known).unwrap_or(false)
}

/// Flags whose values often have several words.
const WORDY: [&str; 6] = ["title", "event", "stake", "stake-game", "stake-line", "at"];

/// What was meant, and what was wrong with how it was typed.
struct Meant {
    what: String,
    new: NewArgs,
}

impl NewArgs {
    /// Why the words cannot be read as they were typed: a knob lacks its value or is named like a side, there are too
    /// many sides, or a side may be a part of a value.
    pub(super) fn misread(&self, session: &Session) -> Option<Failure> {
        if let Some(Meant { what, new }) = self.with_joined_knobs(session) {
            let failure = Failure::usage(what);
            return Some(match new.sides.len() {
                0 if new.is_rematch(session) => failure.hint(Hint::run(new.command(session))),
                0 => failure.hint(new.with_both_sides(session)),
                1 => failure.hint(new.with_other_side(session)),
                _ => failure.hint_if(new.starts(session).then(|| Hint::run(new.command(session)))),
            });
        }
        match self.sides.len() {
            0 => None,
            1 | 2 => {
                let read = self.knobs_as_sides(session).or_else(|| self.side_or_value(session));
                read.or_else(|| self.half_said(session)).or_else(|| self.one_text(session))
            }
            _ => Some(self.too_many_sides(session)),
        }
    }

    /// Whether words after the first side may belong to the value of a flag before them.
    pub(super) fn splits_a_value(&self, session: &Session) -> bool {
        let after = |flag: &&str| self.words_after(session, flag).into_iter().flat_map(|(_, after)| after).min();
        WORDY.iter().chain(&["set"]).filter_map(after).any(|first| first > 0)
    }

    /// `Ann vs` names one side, unless the book knows somebody called `vs`.
    fn half_said(&self, session: &Session) -> Option<Failure> {
        let joiner = self.sides.iter().position(|word| joins_sides(word) && !is_known(session, word))?;
        let typed = harmless(self.sides.get(joiner)?);
        let new = self.without_sides(&[joiner]);
        let hint = if new.sides.is_empty() { new.with_both_sides(session) } else { new.with_other_side(session) };
        Some(Failure::usage(format!("a game has two sides, and `{typed}` is not one")).hint(hint))
    }

    /// `'Ann and Bob'` is one word for the shell, but names two sides.
    fn one_text(&self, session: &Session) -> Option<Failure> {
        let [text] = self.sides.as_slice() else { return None };
        let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        let new = NewArgs { sides: said_sides(&words)?.to_vec(), ..self.clone() };
        let what = format!("`{}` is one word to the shell, and so one side", harmless(text));
        new.starts(session).then(|| Failure::usage(what).hint(Hint::run(new.command(session))))
    }

    /// `Ann target=150` means one side and `--set target=150`.
    fn knobs_as_sides(&self, session: &Session) -> Option<Failure> {
        let Meant { what, new } = self.with_set_knobs()?;
        let failure = Failure::usage(what);
        Some(match new.sides.len() {
            0 if new.is_rematch(session) => failure.hint(Hint::run(new.command(session))),
            0 => failure.hint(new.with_both_sides(session)),
            _ => failure.hint(new.with_other_side(session)),
        })
    }

    /// `Ann --title Friday night` may name one side and a title, or two sides. If the book knows a player of that name,
    /// it is a side.
    fn side_or_value(&self, session: &Session) -> Option<Failure> {
        let [_, word] = self.sides.as_slice() else { return None };
        let follows = |flag: &&'static str| {
            let (value, after) = self.words_after(session, flag).pop()?;
            (after == [1]).then_some((*flag, value))
        };
        let (flag, value) = WORDY.iter().find_map(follows)?;
        if is_known(session, word) {
            return None;
        }
        let Meant { what, new } = self.with_values(&[(flag, &value, &[1])]);
        if !self.starts(session) {
            return Some(Failure::usage(what).hint(new.with_other_side(session)));
        }
        let (shown, whole) = (harmless(word), harmless(&format!("{value} {word}")));
        let what = format!("`{shown}` may be a side, or the end of `{whole}` after `--{flag}`");
        let a_side = Hint::with("for a side:", self.command(session));
        Some(Failure::usage(what).hint(a_side).hint(new.with_other_side(session)))
    }

    fn too_many_sides(&self, session: &Session) -> Failure {
        let readings = [self.with_set_knobs(), self.with_named_rules(), self.without_joiners()].into_iter().flatten();
        let readings = readings.chain(self.with_wordy_values(session)).chain(self.with_long_names());
        for Meant { what, new } in readings {
            if new.starts(session) {
                return Failure::usage(what).hint(Hint::run(new.command(session)));
            }
            if new.sides.len() == 1 {
                return Failure::usage(what).hint(new.with_other_side(session));
            }
        }
        let names: Vec<String> = self.sides.iter().filter(|word| !joins_sides(word)).cloned().collect();
        let names = if names.len() > 2 { names } else { self.sides.clone() };
        let extra: Vec<String> = names.iter().skip(2).map(|side| format!("`{}`", harmless(side))).collect();
        let verb = if extra.len() == 1 { "is" } else { "are" };
        let failure = Failure::usage(format!("a game has two sides; {} {verb} too many", and_list(&extra)));
        if WORDY.iter().any(|flag| self.words_after(session, flag).iter().any(|(_, after)| !after.is_empty())) {
            return failure.hint(Hint::advice("put a value of several words in quotes"));
        }
        if let [first, second, third, fourth] = names.as_slice() {
            let partners = vec![format!("{first}+{second}"), format!("{third}+{fourth}")];
            let new = NewArgs { sides: partners, ..self.clone() };
            if new.starts(session) {
                return failure.hint(Hint::with("partners are joined by `+`:", new.command(session)));
            }
        }
        let two = NewArgs { sides: names.into_iter().take(2).collect(), ..self.clone() };
        failure.hint_if(two.starts(session).then(|| Hint::run(two.command(session))))
    }

    /// The values of a flag, each with the places of the sides that were typed straight after it.
    fn words_after(&self, session: &Session, flag: &str) -> Vec<(String, Vec<usize>)> {
        session.invocation().words_after(flag, "sides")
    }

    /// The same without the sides at these places.
    fn without_sides(&self, places: &[usize]) -> NewArgs {
        let sides = self.sides.iter().enumerate().filter(|(at, _)| !places.contains(at));
        NewArgs { sides: sides.map(|(_, side)| side.clone()).collect(), ..self.clone() }.with_said_sides()
    }

    /// The words at these places.
    fn sides_at(&self, places: &[usize]) -> Vec<&str> {
        places.iter().filter_map(|at| self.sides.get(*at)).map(String::as_str).collect()
    }

    /// `--set target 150` and `--set target = 150` mean `--set target=150`.
    fn with_joined_knobs(&self, session: &Session) -> Option<Meant> {
        let mut taken: Vec<usize> = Vec::new();
        let mut set = self.set.clone();
        let mut wrong: Vec<Vec<String>> = Vec::new();
        for ((knob, after), joined) in self.words_after(session, "set").into_iter().zip(&mut set) {
            let is_alone = |at: &usize| self.sides.get(*at).is_some_and(|word| word == "=");
            let needs = match knob.split_once('=') {
                Some((_, "")) => 1,
                Some(_) => continue,
                None if after.first().is_some_and(is_alone) => 2,
                None => 1,
            };
            let Some(places) = after.get(..needs) else { continue };
            let value = self.sides_at(places).concat();
            let sign = if knob.contains('=') || value.starts_with('=') { "" } else { "=" };
            *joined = format!("{knob}{sign}{value}");
            let words = std::iter::once(knob.as_str()).chain(self.sides_at(places));
            wrong.push(words.map(|word| format!("`{}`", harmless(word))).collect());
            taken.extend(places);
        }
        let new = NewArgs { set, ..self.without_sides(&taken) };
        let what = match wrong.as_slice() {
            [] => return None,
            [only] => format!("`--set` takes KNOB=VALUE as one word, not {}", and_list(only)),
            several => {
                let several: Vec<String> = several.iter().map(|words| and_list(words)).collect();
                format!("`--set` takes KNOB=VALUE as one word, not {}", several.join(", or "))
            }
        };
        Some(Meant { what, new })
    }

    /// `Ann Bob target=150` means `Ann Bob --set target=150`.
    fn with_set_knobs(&self) -> Option<Meant> {
        let is_knob = |at: &usize| self.sides.get(*at).is_some_and(|word| Setting::read(word).is_ok());
        let places: Vec<usize> = (0..self.sides.len()).filter(is_knob).collect();
        let knobs = self.sides_at(&places);
        let shown: Vec<String> = knobs.iter().map(|knob| format!("`{}`", harmless(knob))).collect();
        let what = match knobs.len() {
            0 => return None,
            1 => format!("{} is not a side; `--set` sets a knob", and_list(&shown)),
            _ => format!("{} are not sides; `--set` sets a knob", and_list(&shown)),
        };
        let set = self.set.iter().cloned().chain(knobs.iter().map(ToString::to_string)).collect();
        Some(Meant { what, new: NewArgs { set, ..self.without_sides(&places) } })
    }

    /// `Ann Bob hollywood` means `Ann Bob --rules hollywood`.
    fn with_named_rules(&self) -> Option<Meant> {
        let named = |word: &String| Preset::names().any(|preset| fold(word) == preset);
        let place = self.sides.iter().position(named).filter(|_| self.rules.is_none())?;
        let rules = fold(self.sides.get(place)?);
        let what = format!("`{rules}` is not a side; `--rules` names the rules");
        let new = self.without_sides(&[place]);
        (new.sides.len() == 2).then_some(Meant { what, new: NewArgs { rules: Some(rules), ..new } })
    }

    /// `Ann vs Bob` means `Ann Bob`, and `Ann + Cid Bob + Dee` means `Ann+Cid Bob+Dee`. An `and` stands between
    /// partners if there are four names, else between the sides.
    fn without_joiners(&self) -> Option<Meant> {
        let is = |words: &[&str], word: &str| words.contains(&word.to_lowercase().as_str());
        let is_name = |word: &&String| !is(&BETWEEN_SIDES, word) && !is(&BETWEEN_PARTNERS, word) && !is(&["and"], word);
        let four = self.sides.iter().filter(is_name).count() == 4;
        let (mut sides, mut between): (Vec<String>, Vec<&str>) = (Vec::new(), Vec::new());
        let (mut joins, mut partners) = (false, false);
        for word in &self.sides {
            if is(&BETWEEN_PARTNERS, word) || four && is(&["and"], word) {
                joins = true;
                continue;
            }
            if is(&BETWEEN_SIDES, word) || is(&["and"], word) {
                between.push(word);
                joins = false;
                continue;
            }
            let glued = word.starts_with(['+', '&']) || sides.last().is_some_and(|last| last.ends_with(['+', '&']));
            match sides.last_mut().filter(|_| joins || glued) {
                Some(last) => {
                    *last = format!("{}+{}", last.trim_end_matches(['+', '&']), word.trim_start_matches(['+', '&']));
                    partners = true;
                }
                None => sides.push(word.clone()),
            }
            joins = false;
        }
        let what = match between.first() {
            _ if partners => "partners are joined by `+` without spaces".to_string(),
            Some(word) => format!("the two sides are named without `{}` between them", harmless(word)),
            None => return None,
        };
        Some(Meant { what, new: NewArgs { sides, ..self.clone() } })
    }

    /// `Mary Ann vs Bob` may mean `'Mary Ann' Bob`.
    fn with_long_names(&self) -> Option<Meant> {
        let text = self.sides.join(" ");
        let sides = said_sides(std::slice::from_ref(&text))?.to_vec();
        let what = "a name of several words goes in quotes".to_string();
        Some(Meant { what, new: NewArgs { sides, ..self.clone() } })
    }

    /// `--title Friday night` means `--title 'Friday night'`: every flag takes the words after it, or one takes as many
    /// as are too many.
    fn with_wordy_values(&self, session: &Session) -> Vec<Meant> {
        let split: Vec<(&str, String, Vec<usize>)> = WORDY
            .iter()
            .filter_map(|flag| {
                let (value, after) = self.words_after(session, flag).pop()?;
                (!after.is_empty()).then_some((*flag, value, after))
            })
            .collect();
        let all: Vec<usize> = split.iter().flat_map(|(.., after)| after.clone()).collect();
        if self.without_sides(&all).sides.len() == 2 {
            let parts: Vec<_> = split.iter().map(|(flag, value, after)| (*flag, value, after.as_slice())).collect();
            return vec![self.with_values(&parts)];
        }
        let extra = self.sides.len() - 2;
        let one = |(flag, value, after): &(&'static str, String, Vec<usize>)| {
            after.get(..extra).map(|after| self.with_values(&[(*flag, value, after)]))
        };
        let mut meant: Vec<Meant> = split.iter().filter_map(one).filter(|meant| meant.new.starts(session)).collect();
        if meant.len() > 1 {
            meant.clear();
        }
        meant
    }

    /// The same with the words at some places added to the values of flags.
    fn with_values(&self, parts: &[(&str, &String, &[usize])]) -> Meant {
        let places: Vec<usize> = parts.iter().flat_map(|(.., after)| after.to_vec()).collect();
        let mut new = self.without_sides(&places);
        let mut wrong = Vec::new();
        for (flag, value, after) in parts {
            let whole = format!("{value} {}", self.sides_at(after).join(" "));
            wrong.push(format!("`{}` after `--{flag}`", harmless(&whole)));
            match *flag {
                "title" => new.title = Some(whole),
                "event" => new.event = Some(whole),
                "stake" => new.stake = Some(whole),
                "stake-game" => new.stake_game = Some(whole),
                "stake-line" => new.stake_line = Some(whole),
                _ => new.at = Some(whole),
            }
        }
        Meant { what: format!("a value of several words goes in quotes: {}", and_list(&wrong)), new }
    }
}
