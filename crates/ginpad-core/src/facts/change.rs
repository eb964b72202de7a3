//! A change: facts that a command made, read from one line.

mod slow;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::id::base64url;
use super::kinds::{
    Content, ForkFact, GameFact, GameSetting, GapFact, HandFact, JoiningFact, KeepingFact, NameFact, PaymentFact,
    PlayerFact, RedoFact, RemovalFact, SettingFact, Time, UndoFact, is_default,
};
use super::line::{Hash, Line, LineFault, name_of};
use super::{FactId, List, Subject};

/// The format of the lines that this version writes.
pub(super) const FORMAT: u32 = 1;

/// The most lines a writer can have.
pub(super) const MOST_LINES: u64 = 1 << 48;

/// Lists every kind of fact.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($content:ty) = $word:literal),+ $(,)?) => {
        /// One fact.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[expect(clippy::large_enum_variant, reason = "nearly every fact is a hand, so a box would only cost time")]
        pub enum Fact {
            $($(#[$doc])* #[serde(rename = $word)] $kind($content),)+
            /// A fact of an unknown kind, from a later version. It does not count.
            #[serde(skip)]
            Unknown(String),
            /// A fact that makes no sense. It does not count.
            #[serde(skip)]
            Senseless {
                /// Its kind.
                kind: String,
                /// The fault.
                why: String,
            },
        }

        impl Fact {
            const KINDS: &[&str] = &[$($word),+];

            /// The word for its kind.
            pub fn kind(&self) -> &str {
                match self {
                    $(Fact::$kind(_) => $word,)+
                    Fact::Unknown(kind) | Fact::Senseless { kind, .. } => kind,
                }
            }

            fn each_named(&mut self, visit: &mut dyn FnMut(&mut FactId)) {
                match self {
                    $(Fact::$kind(fact) => fact.named().into_iter().for_each(visit),)+
                    Fact::Unknown(_) | Fact::Senseless { .. } => {}
                }
            }

            /// Calls `visit` with each subject it concerns. `own` is the fact's id.
            pub(crate) fn each_subject(&self, own: FactId, visit: &mut dyn FnMut(Subject)) {
                match self {
                    $(Fact::$kind(fact) => fact.subjects(own).into_iter().for_each(visit),)+
                    Fact::Unknown(_) | Fact::Senseless { .. } => {}
                }
            }
        }
    };
}

kinds! {
    /// A person added.
    Player(PlayerFact) = "player",
    /// A new name for a person.
    Name(NameFact) = "name",
    /// A game, with its first rules.
    Game(Box<GameFact>) = "game",
    /// A hand, its correction or its removal.
    Hand(HandFact) = "hand",
    /// A whole game taken out.
    Removal(RemovalFact) = "removal",
    /// A setting of a game: a detail of its start, its end, or its totals.
    Setting(Box<SettingFact>) = "setting",
    /// Two people joined into one.
    Joining(JoiningFact) = "joining",
    /// A conflict, or people with one name, that need no change.
    Keeping(KeepingFact) = "keeping",
    /// Money that one person paid another.
    Payment(PaymentFact) = "payment",
    /// A change undone.
    Undo(UndoFact) = "undo",
    /// An undo undone.
    Redo(RedoFact) = "redo",
    /// Lines lost for good.
    Gap(GapFact) = "gap",
    /// A line kept beside another with its number.
    Fork(ForkFact) = "fork",
}

/// A change that a command made, as in its line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The name that other lines use for it: the first 16 bytes of the hash of its line.
    #[serde(skip)]
    pub name: Uuid,
    /// The format of its line.
    #[serde(rename = "ginpad")]
    pub format: u32,
    /// Its id, a UUIDv7 made before the first attempt to write the change. It orders versions.
    #[serde(with = "base64url")]
    pub id: Uuid,
    /// Its writer: one book on one device.
    #[serde(with = "base64url")]
    pub writer: Uuid,
    /// Its number among the writer's lines, counted from 1.
    pub number: u64,
    /// The hash of the writer's line before it.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "base64url")]
    pub before: Option<Hash>,
    /// The time of the change.
    pub at: Time,
    /// The command.
    pub verb: String,
    /// Its batch. An undo of the batch undoes it.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "base64url")]
    pub batch: Option<Uuid>,
    /// The game it imports, as the id derived from the game's text. Every import of the game makes the same facts.
    #[serde(rename = "game", default, skip_serializing_if = "Option::is_none", with = "base64url")]
    pub imported: Option<Uuid>,
    /// The number of the game's facts in earlier lines: above 0 only if the game takes several lines.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: u32,
    /// Its facts.
    pub facts: Vec<Fact>,
    /// Whether it holds anything that this version does not know.
    #[serde(skip)]
    pub has_unknown: bool,
}

/// The position of a line not yet written: its writer, and the line before it.
#[derive(Debug, Clone, Copy)]
pub struct NextLine {
    /// The writer.
    pub writer: Uuid,
    /// The number of the next line.
    pub number: u64,
    /// The hash of the writer's last line.
    pub before: Option<Hash>,
}

impl Change {
    /// Reads a line.
    ///
    /// # Errors
    /// The line is not a change: it is not JSON, or its id, writer, number, time or verb makes no sense. A senseless
    /// fact or a later format is not an error.
    pub fn read(line: &Line) -> Result<Change, LineFault> {
        Change::of_text(line.text(), line.name())
    }

    /// Reads the text of a line with this name.
    ///
    /// # Errors
    /// Those of [`Change::read`].
    pub fn of_text(text: &str, name: Uuid) -> Result<Change, LineFault> {
        let read = serde_json::from_str(text).or_else(|_| slow::change(text)).map_err(LineFault::Senseless)?;
        let has_unknown = read.has_unknown || read.format != FORMAT;
        let change = Change { name, has_unknown, ..read };
        change.bounded().map_err(|why| LineFault::Senseless(why.into()))
    }

    /// Checks the fields around its facts, and fills in what its facts omit.
    fn bounded(mut self) -> Result<Change, &'static str> {
        // Verbs are printed unescaped.
        let is_of_a_verb = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        let is_word = (1..=40).contains(&self.verb.len()) && self.verb.bytes().all(is_of_a_verb);
        let faults = [
            (self.id.get_version_num() != 7, "its id is not a UUIDv7"),
            (!(1..=MOST_LINES).contains(&self.number), "its number is 0 or too high"),
            ((self.number == 1) != self.before.is_none(), "its number and the line before it do not agree"),
            (!is_word, "its verb is not a word"),
            (self.imported.is_some_and(|game| game.is_nil()), "the id of its game is empty"),
            (self.from > MOST_FACTS, "it has too many facts"),
        ];
        if let Some((_, why)) = faults.into_iter().find(|(is_so, _)| *is_so) {
            return Err(why);
        }
        self.complete();
        Ok(self)
    }

    /// Fills in the names and numbers that the facts omit.
    fn complete(&mut self) {
        let name = self.name;
        let game = FactId { of: self.imported.unwrap_or(name), place: 0 };
        let mut last: BTreeMap<FactId, u32> = BTreeMap::new();
        for fact in &mut self.facts {
            fact.each_named(&mut |named| match *named {
                FactId::GAME_OF_THE_LINE => *named = game,
                own if own.is_own() => named.of = name,
                _ => {}
            });
            if let Fact::Hand(hand) = fact
                && !hand.is_removal
            {
                let last = last.entry(hand.game).or_default();
                hand.number = match hand.number {
                    0 => last.saturating_add(1),
                    number => number.min(HandFact::MOST_NUMBER),
                };
                *last = hand.number;
            }
        }
    }

    /// Its facts with their ids. Facts of an imported game are numbered separately, so that every import gives them the
    /// same ids.
    pub fn each_fact(&self) -> impl Iterator<Item = (FactId, &Fact)> {
        let mut derived = self.from..;
        (0..).zip(&self.facts).map(move |(place, fact)| match self.imported {
            Some(game) if fact.can_be_derived() => {
                (FactId { of: game, place: derived.next().unwrap_or(u32::MAX) }, fact)
            }
            _ => (FactId { of: self.name, place }, fact),
        })
    }

    /// Its fact with this id.
    pub fn fact(&self, id: FactId) -> Option<&Fact> {
        self.each_fact().find(|(own, _)| *own == id).map(|(_, fact)| fact)
    }

    /// Its subjects, each once.
    pub fn subjects(&self) -> Vec<Subject> {
        let mut subjects: Vec<Subject> = self.batch.map(Subject::Batch).into_iter().collect();
        if self.imported.is_none() && self.games().next().is_some() {
            subjects.push(Subject::List(List::Begun));
        }
        for (own, fact) in self.each_fact() {
            fact.each_subject(own, &mut |subject| {
                if subjects.last() != Some(&subject) {
                    subjects.push(subject);
                }
            });
        }
        subjects.sort_unstable();
        subjects.dedup();
        subjects
    }

    /// The games it starts.
    pub fn games(&self) -> impl Iterator<Item = FactId> + '_ {
        self.each_fact().filter(|(_, fact)| matches!(fact, Fact::Game(_))).map(|(id, _)| id)
    }

    /// The games it concerns, each once.
    pub fn concerned_games(&self) -> impl Iterator<Item = FactId> + use<> {
        self.subjects().into_iter().filter_map(|subject| match subject {
            Subject::Game(game) => Some(game),
            _ => None,
        })
    }

    /// The facts by which it names people. The fact that adds a person has the person's id.
    pub fn namings(&self) -> impl Iterator<Item = FactId> + '_ {
        self.each_fact().filter(|(_, fact)| matches!(fact, Fact::Player(_) | Fact::Name(_))).map(|(id, _)| id)
    }

    /// The people it names, with the names.
    pub fn names(&self) -> impl Iterator<Item = (FactId, &str)> {
        self.each_fact().filter_map(|(id, fact)| match fact {
            Fact::Player(player) => Some((id, player.name.as_str())),
            Fact::Name(name) => Some((name.player, name.name.as_str())),
            _ => None,
        })
    }

    /// The games in which it seats people, with these people.
    pub fn seats(&self) -> impl Iterator<Item = (FactId, Vec<FactId>)> + '_ {
        self.each_fact().filter_map(|(id, fact)| match fact {
            Fact::Game(game) => Some((id, game.sides.concat())),
            Fact::Setting(setting) => Some((setting.game, setting.seated().collect())),
            _ => None,
        })
    }

    /// The starts it sets for games, in milliseconds since 1970; they order all games. A game without a start gets the
    /// time of the change.
    pub fn starts(&self) -> impl Iterator<Item = (FactId, i64)> + '_ {
        self.each_fact().filter_map(|(id, fact)| {
            let (game, start) = match fact {
                Fact::Game(game) => (id, game.start.unwrap_or(self.at)),
                Fact::Setting(setting) => match setting.to {
                    GameSetting::Date(date) => (setting.game, date),
                    _ => return None,
                },
                _ => return None,
            };
            Some((game, start.milliseconds()))
        })
    }

    /// The games whose place in the list it changes: by a new date or a removal.
    pub fn relists(&self) -> impl Iterator<Item = FactId> + '_ {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::Setting(setting) => matches!(setting.to, GameSetting::Date(_)).then_some(setting.game),
            Fact::Removal(removal) => Some(removal.game),
            _ => None,
        })
    }

    /// The id by which an undo names it: its batch, or without one its name.
    pub fn act(&self) -> Uuid {
        self.batch.unwrap_or(self.name)
    }

    /// Writes its line. The facts of a new change name each other by their places in it.
    ///
    /// # Errors
    /// It is too long, or not in NFC.
    pub fn line(&self) -> Result<Line, LineFault> {
        let text = serde_json::to_string(self).map_err(|error| LineFault::Senseless(error.to_string()))?;
        Line::new(text)
    }
}

/// No line of 4 MiB can hold more.
const MOST_FACTS: u32 = 1 << 22;

impl Fact {
    /// Whether the text of an imported game can determine the ids of this kind.
    pub(super) fn can_be_derived(&self) -> bool {
        matches!(self, Fact::Game(_) | Fact::Hand(_) | Fact::Setting(_))
    }
}

/// Reads the change of a stored line with its hash.
///
/// # Errors
/// The text does not match the hash, or is not a change.
pub fn verified(text: &str, hash: &Hash) -> Result<Change, LineFault> {
    if super::line::hash_of(text) != *hash {
        return Err(LineFault::Altered);
    }
    Change::of_text(text, name_of(hash))
}
