//! One fact of any kind, in the form that is hashed, exported and imported.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::kinds::later;
use super::kinds::{
    ClosingFact, GameFact, HandFact, JoiningFact, KeepingFact, PaymentFact, PlayerFact, PlayerNameFact, RedoFact,
    RemovalFact, RescueFact, SettingFact, TotalsFact, TransferFact, UndoFact,
};

/// A fact of a kind that this version does not know: kept whole, passed on, and not counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFact {
    /// Its kind.
    pub kind: String,
    /// Its id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// Everything else that it holds.
    pub content: Map<String, Value>,
}

/// The content of a kind that this version knows.
pub trait OfKind: Serialize {
    /// The word for the kind.
    const KIND: &'static str;
}

impl OfKind for GameFact {
    const KIND: &'static str = <Box<GameFact> as OfKind>::KIND;
}

impl OfKind for SettingFact {
    const KIND: &'static str = <Box<SettingFact> as OfKind>::KIND;
}

/// The list that names every kind.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($content:ty) = $word:literal),+ $(,)?) => {
        /// One fact. Its id is the same in every book.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Fact {
            $($(#[$doc])* $kind($content),)+
            /// A fact of another kind, from a later version.
            Unknown(UnknownFact),
        }

        impl Fact {
            /// The words for the kinds that this version knows. A kind comes before the kinds that refer to it.
            pub const KINDS: &'static [&'static str] = &[$($word),+];

            /// The word for its kind.
            pub fn kind(&self) -> &str {
                match self {
                    $(Fact::$kind(_) => $word,)+
                    Fact::Unknown(unknown) => &unknown.kind,
                }
            }

            /// Its id.
            pub fn id(&self) -> Uuid {
                match self {
                    $(Fact::$kind(fact) => fact.id,)+
                    Fact::Unknown(unknown) => unknown.id,
                }
            }

            /// The change it belongs to.
            pub fn change(&self) -> Uuid {
                match self {
                    $(Fact::$kind(fact) => fact.change,)+
                    Fact::Unknown(unknown) => unknown.change,
                }
            }

            /// Whether it holds fields that this version does not know.
            pub fn has_unknown_fields(&self) -> bool {
                match self {
                    $(Fact::$kind(fact) => fact.has_unknown_fields(),)+
                    Fact::Unknown(_) => true,
                }
            }

            /// Reads the content of this kind; gives it back if the kind is unknown.
            fn of_known_kind(kind: &str, content: Map<String, Value>) -> Result<serde_json::Result<Fact>, Map<String, Value>> {
                match kind {
                    $($word => Ok(serde_json::from_value(Value::Object(content)).map(Fact::$kind)),)+
                    _ => Err(content),
                }
            }
        }

        $(impl OfKind for $content {
            const KIND: &'static str = $word;
        })+

        impl Serialize for Fact {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Fact::$kind(content) => Tagged { kind: $word, content }.serialize(serializer),)+
                    Fact::Unknown(unknown) => unknown.serialize(serializer),
                }
            }
        }
    };
}

kinds! {
    /// A person.
    Player(PlayerFact) = "player",
    /// What a person is called.
    PlayerName(PlayerNameFact) = "player-name",
    /// A game, with the rules it began with.
    Game(Box<GameFact>) = "game",
    /// A hand, or a correction of one.
    Hand(HandFact) = "hand",
    /// A hand removed from its game.
    Removal(RemovalFact) = "removal",
    /// A game ended unfinished.
    Closing(ClosingFact) = "closing",
    /// The totals of an old game without hands.
    Totals(TotalsFact) = "totals",
    /// Something about a game that was set anew.
    Setting(Box<SettingFact>) = "setting",
    /// Two people who are one.
    Joining(JoiningFact) = "joining",
    /// A hand moved to another game.
    Transfer(TransferFact) = "transfer",
    /// A disagreement that is right as it is.
    Keeping(KeepingFact) = "keeping",
    /// Money that one person paid another.
    Paid(PaymentFact) = "paid",
    /// A change taken back.
    Undo(UndoFact) = "undo",
    /// An undo taken back.
    Redo(RedoFact) = "redo",
    /// A damaged change that counts with the facts that are left of it.
    Rescue(RescueFact) = "rescue",
}

/// The word for a kind, then the content.
#[derive(Serialize)]
pub(super) struct Tagged<'a, T> {
    pub(super) kind: &'a str,
    #[serde(flatten)]
    pub(super) content: &'a T,
}

impl Serialize for UnknownFact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Whole<'a> {
            id: Uuid,
            change: Uuid,
            #[serde(flatten)]
            content: &'a Map<String, Value>,
        }
        let content = Whole { id: self.id, change: self.change, content: &self.content };
        Tagged { kind: &self.kind, content: &content }.serialize(serializer)
    }
}

impl Fact {
    /// Reads a fact from the JSON object that it is.
    ///
    /// # Errors
    /// It has no kind, no id or no change, or a field that this version knows is of another type.
    pub fn of_content(mut content: Map<String, Value>) -> serde_json::Result<Fact> {
        let Some(Value::String(kind)) = content.shift_remove("kind") else {
            return Err(serde_json::Error::custom("a fact has no kind"));
        };
        match Fact::of_known_kind(&kind, content) {
            Ok(known) => known.map_err(|error| serde_json::Error::custom(format!("a fact of kind `{kind}`: {error}"))),
            Err(content) => Fact::unread_of(kind, content),
        }
    }

    /// Takes the object that a fact is as a version does that does not know its kind.
    ///
    /// # Errors
    /// It has no kind, no id or no change.
    pub fn unread(mut content: Map<String, Value>) -> serde_json::Result<Fact> {
        match content.shift_remove("kind") {
            Some(Value::String(kind)) => Fact::unread_of(kind, content),
            _ => Err(serde_json::Error::custom("a fact has no kind")),
        }
    }

    fn unread_of(kind: String, mut content: Map<String, Value>) -> serde_json::Result<Fact> {
        // A book keeps changes beside facts, under this word.
        if kind == "change" {
            return Err(serde_json::Error::custom("a change stands among the facts"));
        }
        let mut id = |field: &str| -> serde_json::Result<Uuid> {
            let text = content.shift_remove(field);
            let id = text.as_ref().and_then(Value::as_str).and_then(|text| text.parse().ok());
            id.ok_or_else(|| serde_json::Error::custom(format!("a fact of kind `{kind}` has no {field}")))
        };
        let (id, change) = (id("id")?, id("change")?);
        Ok(Fact::Unknown(UnknownFact { kind, id, change, content }))
    }

    /// The kinds that came after the first version that kept unknown facts. Such a version may have kept a fact of theirs
    /// that makes no sense, and passed it on.
    pub const LATER_KINDS: &'static [&'static str] =
        &["totals", "setting", "joining", "transfer", "keeping", "paid", "rescue"];

    /// The fields that its kind got later, and that have values here that they cannot have. Like unknown fields they are kept,
    /// and do not count.
    pub fn misfit_fields(&self) -> Vec<&'static str> {
        match self {
            Fact::Game(game) => later::misfits(&GameFact::LATER_FIELDS, &game.unknown),
            Fact::Hand(hand) => later::misfits(&HandFact::LATER_FIELDS, &hand.unknown),
            _ => Vec::new(),
        }
    }

    /// The word under which a book keeps it: its kind. A fact of a known kind that makes no sense is kept under `?` and its
    /// kind.
    pub fn kept_as(&self) -> Cow<'_, str> {
        match self {
            Fact::Unknown(unread) if Fact::KINDS.contains(&unread.kind.as_str()) => format!("?{}", unread.kind).into(),
            known => known.kind().into(),
        }
    }
}

impl<'de> Deserialize<'de> for Fact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fact, D::Error> {
        Fact::of_content(Map::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
