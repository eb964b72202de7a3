//! Why rules are refused.

use thiserror::Error;

use super::knob::Knob;
use crate::text::{did_you_mean, nearest};

/// One reason why rules are refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct Contradiction {
    why: String,
    /// The knob at fault, if there is one.
    pub knob: Option<Knob>,
    /// What it is about.
    pub about: About,
}

/// What a contradiction is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// A setting that no base makes right.
    Setting,
    /// A setting that could be right with another base.
    Base,
    /// A preset that nobody knows.
    Preset,
}

/// Parts of the names of house rules that no knob covers, each with the nearest thing.
const INEXPRESSIBLE: [(&str, &str); 9] = [
    ("joker", WILD),
    ("wild", WILD),
    (
        "double_for",
        "`gin_bonus` and `gin_boxes` make such a hand worth more, and `spades_double` doubles by the upcard",
    ),
    ("cube", "`set stake AMOUNT` changes what a game is played for"),
    ("penalt", "log it beside the hands: `log NAME adjust POINTS`"),
    ("handicap", "give points at the start: `new NAME NAME --spot NAME=POINTS`"),
    ("time_limit", "`hands` closes a column after a number of deals; when the time is up, use `close --settle`"),
    ("best_hand", "`format = \"best-of\"` plays columns until a side has finished more than half"),
    ("must_", "players must keep this rule themselves; `knock_limit = 0` lets only gin end a hand"),
];

/// The nearest thing to wild cards.
const WILD: &str =
    "log such hands by their counts: `log NAME knock COUNT COUNT`; count a wild card as the card it replaces";

impl Contradiction {
    pub(super) fn new(knob: impl Into<Option<Knob>>, about: About, why: String) -> Contradiction {
        Contradiction { why, knob: knob.into(), about }
    }

    /// The contradiction for a name that no knob has.
    pub(crate) fn unknown_knob(name: &str) -> Contradiction {
        let spelled = name.to_lowercase().replace(['-', ' '], "_");
        let why = match INEXPRESSIBLE.iter().find(|(part, _)| spelled.contains(part)) {
            Some((_, instead)) => format!("ginpad cannot express `{name}`; {instead}"),
            None => {
                let nearest = nearest(name, Knob::ALL.iter().map(|knob| knob.name()));
                format!("no knob named `{name}`{}", did_you_mean(nearest))
            }
        };
        Contradiction::new(None, About::Setting, why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_no_knob_says_is_refused_by_name_with_what_comes_nearest() {
        let said = |name: &str| Contradiction::unknown_knob(name).to_string();
        assert!(said("false_knock_penalty").starts_with("ginpad cannot express `false_knock_penalty`; log it beside"));
        assert!(said("Wild-Cards").contains("by their counts"));
        assert_eq!(said("targt"), "no knob named `targt`; did you mean `target`?");
        let is_knob = |part: &str| Knob::ALL.iter().any(|knob| knob.name().contains(part));
        assert!(INEXPRESSIBLE.iter().all(|(part, _)| !is_knob(part)));
    }
}
