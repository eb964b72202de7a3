//! The people at the table: their names, seats and sides, and how a typed name finds one of them.

use derive_more::Display;
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::label::{clean, empty, fitting};
use crate::text::{Flaw, did_you_mean, fold, harmless, nearest, or_list, unaccented, width};
use crate::{BySide, Side};

/// A player's name: 1 to 40 characters in normal form C, without control characters.
#[derive(Debug, Display, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Name(String);

impl Name {
    /// The most characters a name may have.
    pub const LONGEST: usize = 40;

    /// Reads a name. Drops spaces around it and collapses those within it.
    ///
    /// # Errors
    /// It is empty, too long, or holds a control or bidirectional-override character.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::players::Name;
    ///
    /// assert_eq!(Name::read(" Mary  Ann ")?.as_str(), "Mary Ann");
    /// assert!(Name::read("Eve\u{202e}").is_err());
    /// # Ok::<(), ginpad_core::text::Flaw>(())
    /// ```
    pub fn read(text: &str) -> Result<Name, Flaw> {
        let name = clean(text, "name")?.split_whitespace().collect::<Vec<_>>().join(" ");
        if width(&name) == 0 {
            return Err(empty("name"));
        }
        fitting(name, "name", Name::LONGEST).map(Name)
    }

    /// The name in the user's spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name followed by a number, to distinguish it from a namesake: `Ann (2)`.
    pub(crate) fn numbered(&self, number: usize) -> Name {
        Name(format!("{} ({number})", self.0))
    }

    /// The name folded for comparison: without letter case. No two players share a folded name.
    pub fn folded(&self) -> String {
        fold(&self.0)
    }
}

/// Finds everyone a typed name could mean: first by the exact name, then by its start, then the same two ways without
/// accents.
pub(crate) fn meant<'a, T: Copy>(named: impl Iterator<Item = (T, &'a Name)>, typed: &str) -> Vec<T> {
    let typed = fold_typed(typed);
    let plain = unaccented(&typed);
    let named: Vec<(T, String)> = named.map(|(one, name)| (one, name.folded())).collect();
    let ways: [&dyn Fn(&str) -> bool; 4] =
        [&|name| name == typed, &|name| name.starts_with(&typed), &|name| unaccented(name) == plain, &|name| {
            unaccented(name).starts_with(&*plain)
        }];
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<T> {
        named.iter().filter(|(_, name)| !typed.is_empty() && fits(name)).map(|(one, _)| *one).collect()
    };
    ways.into_iter().map(fitting).find(|fit| !fit.is_empty()).unwrap_or_default()
}

/// Folds a typed name: drops letter case, and spaces it as [`Name::read`] does.
fn fold_typed(typed: &str) -> String {
    fold(&typed.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A player's place: the side, and the player's index within it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat {
    /// The side.
    pub side: Side,
    /// The player's index within the side.
    pub place: u8,
}

/// The players of each side.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Players(BySide<Vec<Name>>);

/// The sides in order, each with its name and players.
impl Serialize for Players {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Seated<'a> {
            name: String,
            players: &'a [Name],
        }
        serializer.collect_seq(self.order().map(|side| Seated { name: self.side_name(side), players: self.of(side) }))
    }
}

/// Why a typed name does not identify one player of a game or a book.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WhoFault {
    /// Several names start with it.
    #[error("`{typed}` could be {}", or_list(.names))]
    Ambiguous {
        /// The typed name.
        typed: String,
        /// The names it could mean.
        names: Vec<Name>,
    },
    /// No name starts with it.
    #[error("no player named `{typed}` in this {place}{}", did_you_mean(.nearest.as_deref()))]
    Unknown {
        /// The typed name.
        typed: String,
        /// The place searched: `game` or `book`.
        place: &'static str,
        /// The nearest name.
        nearest: Option<String>,
    },
}

impl Seat {
    /// The seat of a side's player at this index.
    pub const fn new(side: Side, place: usize) -> Seat {
        // The index is too high for any side.
        Seat { side, place: place as u8 }
    }

    /// Two seats in the order of the sheet.
    pub fn two(one: Seat, other: Seat) -> [Seat; 2] {
        [one.min(other), one.max(other)]
    }

    /// The player's index within the side.
    pub const fn at(self) -> usize {
        self.place as usize
    }
}

impl Players {
    /// Seats the players.
    ///
    /// Every reason why they cannot play together.
    pub fn new(sides: BySide<Vec<Name>>) -> Result<Players, Vec<Flaw>> {
        let mut faults = Vec::new();
        let sizes = BySide::from_fn(sides.size(), |side| sides[side].len());
        for size in sizes.iter() {
            let fault = match size {
                0 => Flaw::new("a side needs at least one player"),
                1..=4 => continue,
                _ => Flaw(format!("{size} players on a side; at most 4 can play together")),
            };
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
        let [first, second] = [sizes[Side::First], sizes[Side::Second]];
        let is_captain = first.min(second) == 1;
        if sizes.is_by_pairs() {
            if sizes.iter().any(|size| *size > 1) {
                faults.push(Flaw::new("with more than two sides each has one player"));
            }
        } else if first != second && !is_captain && first > 0 && second > 0 {
            faults.push(uneven(first, second));
        }
        let mut seen = Vec::new();
        for name in sides.iter().flatten() {
            let folded = name.folded();
            if seen.contains(&folded) {
                faults.push(Flaw(format!("{name} is named twice; a player sits on one side only")));
            }
            seen.push(folded);
        }
        if faults.is_empty() { Ok(Players(sides)) } else { Err(faults) }
    }

    /// The same seats under other names, side by side. `None` if a name is missing, or two are alike.
    pub fn renamed(&self, mut name: impl FnMut(&Name) -> Option<Name>) -> Option<Players> {
        let names = |side| self.of(side).iter().filter_map(&mut name).collect();
        Players::new(BySide::from_fn(self.sides(), names)).ok().filter(|renamed| renamed.sizes() == self.sizes())
    }

    /// The players of a side.
    pub fn of(&self, side: Side) -> &[Name] {
        &self.0[side]
    }

    /// The number of sides.
    pub fn sides(&self) -> usize {
        self.0.size()
    }

    /// Whether there are more than two sides.
    pub const fn has_several_sides(&self) -> bool {
        self.0.is_by_pairs()
    }

    /// Whether an entry must name both opponents: with more than two sides, or one player against a team.
    pub fn are_named_in_pairs(&self) -> bool {
        self.has_several_sides() || self.of(Side::First).len() != self.of(Side::Second).len()
    }

    /// The names on each side, ignoring letter case.
    pub fn folded(&self) -> Vec<Vec<String>> {
        self.order().map(|side| self.of(side).iter().map(Name::folded).collect()).collect()
    }

    /// The number of players of each side.
    pub fn sizes(&self) -> Vec<usize> {
        self.order().map(|side| self.of(side).len()).collect()
    }

    /// The sides in the order of the sheet.
    pub fn order(&self) -> impl DoubleEndedIterator<Item = Side> + Clone + use<> {
        Side::of(self.sides())
    }

    /// The number of pairs of opponents who play at once between two sides.
    pub fn pairs(&self) -> usize {
        self.of(Side::First).len().min(self.of(Side::Second).len())
    }

    /// Whether each side has one player.
    pub fn is_single(&self) -> bool {
        self.0.iter().all(|side| side.len() == 1)
    }

    /// Everyone with their seats, the first side first.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, &Name)> {
        self.0
            .sides()
            .flat_map(|(side, names)| names.iter().enumerate().map(move |(place, name)| (Seat::new(side, place), name)))
    }

    /// The index of a seat among all seats.
    pub fn number(&self, seat: Seat) -> usize {
        let before = Side::of(seat.side.index()).map(|side| self.of(side).len());
        before.sum::<usize>() + seat.at()
    }

    /// The name of the player in this seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.0[seat.side].get(seat.at()).map_or("", Name::as_str)
    }

    /// The opponent who plays for this side: the name if only one can, otherwise words like `Ann's opponent`.
    pub fn across(&self, seat: Seat, against: Option<Side>) -> String {
        match against.map(|side| self.of(side)) {
            Some([only]) => only.to_string(),
            _ => format!("{}'s opponent", self.name(seat)),
        }
    }

    /// The name of a side: its players joined by `&`.
    pub fn side_name(&self, side: Side) -> String {
        self.0[side].iter().map(Name::as_str).collect::<Vec<_>>().join(" & ")
    }

    /// The names of the sides.
    pub fn side_names(&self) -> BySide<String> {
        BySide::from_fn(self.sides(), |side| self.side_name(side))
    }

    /// The one player a typed name means.
    ///
    /// # Errors
    /// It means no one, or could mean several.
    pub fn find(&self, typed: &str) -> Result<Seat, WhoFault> {
        only(&self.seats().collect::<Vec<_>>(), typed, "game", usize::MAX)
    }

    /// The side that typed names mean: one of its players by the start of a name, or all of its players by their full
    /// names.
    ///
    /// # Errors
    /// They mean no one, or could mean several.
    pub(crate) fn find_side(&self, typed: &[String]) -> Result<Side, WhoFault> {
        let full_names: Vec<String> = typed.iter().map(|name| fold_typed(name)).collect();
        let called = |side: &Side| self.0[*side].iter().map(Name::folded).eq(full_names.iter().cloned());
        match (self.order().find(called), typed) {
            (Some(side), _) => Ok(side),
            (None, [one]) => self.find(one).map(|seat| seat.side),
            (None, several) => {
                Err(WhoFault::Unknown { typed: harmless(&several.join(" & ")), place: "game", nearest: None })
            }
        }
    }
}

/// The fault of sides that differ in size.
pub(crate) fn uneven(first: usize, second: usize) -> Flaw {
    Flaw(format!("the sides have {first} and {second} players; they must be the same size"))
}

/// The only one of these that a typed name means. The error lists at most `most` candidates.
fn only<T: Copy>(named: &[(T, &Name)], typed: &str, place: &'static str, most: usize) -> Result<T, WhoFault> {
    match meant(named.iter().map(|(one, name)| ((*one, *name), *name)), typed).as_slice() {
        [(one, _)] => Ok(*one),
        [] => {
            let nearest = nearest(typed, named.iter().map(|(_, name)| name.as_str())).map(str::to_string);
            Err(WhoFault::Unknown { typed: harmless(typed), place, nearest })
        }
        several => {
            let names = several.iter().take(most).map(|(_, name)| (*name).clone()).collect();
            Err(WhoFault::Ambiguous { typed: harmless(typed), names })
        }
    }
}

/// Finds the one person in a book that a typed name means: by the exact name, or else by a start that only one name
/// has. If no name fits, it ignores accents.
///
/// # Errors
/// It means no one, or could mean several.
///
/// # Example
/// ```
/// use ginpad_core::players::{Name, find_person};
///
/// let names = ["Ann", "Anna", "Bob", "Zoé"].map(|name| Name::read(name).unwrap());
/// assert_eq!(find_person(&names, "ann").unwrap().as_str(), "Ann");
/// assert_eq!(find_person(&names, "b").unwrap().as_str(), "Bob");
/// assert_eq!(find_person(&names, "zoe").unwrap().as_str(), "Zoé");
/// assert_eq!(find_person(&names, "an").unwrap_err().to_string(), "`an` could be Ann or Anna");
/// assert!(find_person(&names, "Bop").is_err());
/// ```
pub fn find_person<'a>(names: impl IntoIterator<Item = &'a Name>, typed: &str) -> Result<&'a Name, WhoFault> {
    const MOST_NAMED: usize = 5;
    only(&names.into_iter().map(|name| (name, name)).collect::<Vec<_>>(), typed, "book", MOST_NAMED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_count_only_where_somebody_has_them() {
        let found = |names: &[&str], typed: &str| {
            let names: Vec<Name> = names.iter().map(|name| Name::read(name).unwrap()).collect();
            find_person(&names, typed).map(|name| name.to_string()).map_err(|fault| fault.to_string())
        };
        assert_eq!(found(&["Änne", "Bob"], "anne"), Ok("Änne".into()));
        assert_eq!(found(&["Änne", "Ännelie"], "anne"), Ok("Änne".into()));
        assert_eq!(found(&["Änne", "Anne"], "anne"), Ok("Anne".into()));
        assert_eq!(found(&["Änne", "Anne"], "änne"), Ok("Änne".into()));
        assert_eq!(found(&["Ann", "Bob"], "Ä"), Ok("Ann".into()));
        assert_eq!(found(&["Zoé", "Zoë"], "zoe"), Err("`zoe` could be Zoé or Zoë".into()));
    }

    #[test]
    fn names_that_look_alike_are_the_same_or_refused() {
        let folded = |name: &str| Name::read(name).map(|name| name.folded());
        for (one, other) in [
            ("Ann", "ANN"),
            ("Ann", "An\u{200d}n"),
            ("Ann", "A\u{fe0f}nn"),
            ("Ann", "A\u{34f}nn"),
            ("Straße", "STRASSE"),
            ("STRA\u{1e9e}E", "strasse"),
            ("Zoé", "Zoe\u{301}"),
        ] {
            assert_eq!(folded(one), folded(other), "{one} {other:?}");
        }
        for name in ["An\u{200b}n", "An\u{ad}n", "Ann\u{202e}", "\u{3164}", "Ann\u{e0041}", "An\tn", "\u{200d}"] {
            assert!(Name::read(name).is_err(), "{name:?}");
        }
    }
}
