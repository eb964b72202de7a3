//! Facts as they are hashed, exported and taken in: one shape for each table.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// What one command did: a group of facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Its id.
    pub id: Uuid,
    /// The command.
    pub verb: String,
    /// The device it was made on.
    pub device: Uuid,
    /// Which change of that device it is, counted from 1.
    pub sequence: i64,
    /// When, in milliseconds since 1970.
    pub made_at: i64,
    /// The offset from UTC there, in minutes.
    pub made_offset: i32,
    /// The schema it was written under.
    pub schema: i64,
    /// How many facts it has.
    pub facts: usize,
}

/// One fact. Its `id` is the same in every book, and `change` is what it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Fact {
    /// A person.
    Player(Player),
    /// What a person is called.
    PlayerName(PlayerName),
    /// A game with its frozen rules.
    Game(Box<Game>),
    /// A hand as it was logged.
    Hand(Hand),
    /// A hand taken out.
    Removal(Removal),
    /// A game ended unfinished.
    Closing(Closing),
    /// A change taken back.
    Undo(Undo),
    /// A taking-back taken back.
    Redo(Redo),
}

/// A person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
}

/// What a person is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerName {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The person.
    pub player: Uuid,
    /// The name.
    pub name: String,
}

/// A game with its frozen rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// When it started, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub started_at: Option<i64>,
    /// The offset from UTC there, in minutes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub started_offset: Option<i32>,
    /// The side that dealt first.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first_dealer: Option<usize>,
    /// What a point is worth, in minor units.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stake_minor: Option<i64>,
    /// Of this currency.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stake_currency: Option<String>,
    /// The SHA-256, in hexadecimal, of the text sheet it was imported from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub source: Option<String>,
    /// The preset its rules started from.
    pub preset: String,
    /// Every knob that its format has.
    pub knobs: BTreeMap<String, serde_json::Value>,
    /// The players of each side.
    pub seats: [Vec<Uuid>; 2],
}

/// A hand as it was logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hand {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The game.
    pub game: Uuid,
    /// Where it stands.
    pub number: i64,
    /// The hand it was inserted before.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inserted_before: Option<Uuid>,
    /// The hand it corrects.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub replaces: Option<Uuid>,
    /// Why it is dead, if it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dead: Option<String>,
    /// The upcard's code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub upcard: Option<String>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub note: Option<String>,
    /// When it was played, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub played_at: Option<i64>,
    /// The offset from UTC there, in minutes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub played_offset: Option<i32>,
    /// One result for each pair of opponents.
    pub results: Vec<HandResult>,
}

/// What was said of one pair of opponents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandResult {
    /// `knock`, `gin`, `big-gin`, `undercut`, `points` or `dead`.
    pub kind: String,
    /// The side of the player named.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<usize>,
    /// Which player of it, from 0.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<usize>,
    /// That player's deadwood.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub own: Option<u32>,
    /// How it was counted, where that was a sum.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub own_sum: Option<String>,
    /// That player's cards, where they were told: for gin the melded hand.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub own_cards: Option<String>,
    /// The deadwood across the table.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub other: Option<u32>,
    /// How it was counted, where that was a sum.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub other_sum: Option<String>,
    /// The cards across the table, where they were told.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub other_cards: Option<String>,
    /// The points, where only they are known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub points: Option<u32>,
}

/// A hand taken out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The hand.
    pub hand: Uuid,
}

/// A game ended unfinished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closing {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The game.
    pub game: Uuid,
    /// The side that gave it up.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub forfeit: Option<usize>,
}

/// A change taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The change it takes back.
    pub undone: Uuid,
}

/// A taking-back taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redo {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The undo it takes back.
    pub undo: Uuid,
}

impl Fact {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> Uuid {
        match self {
            Fact::Player(fact) => fact.id,
            Fact::PlayerName(fact) => fact.id,
            Fact::Game(fact) => fact.id,
            Fact::Hand(fact) => fact.id,
            Fact::Removal(fact) => fact.id,
            Fact::Closing(fact) => fact.id,
            Fact::Undo(fact) => fact.id,
            Fact::Redo(fact) => fact.id,
        }
    }

    /// The table that keeps it.
    #[must_use]
    pub const fn table(&self) -> &'static str {
        match self {
            Fact::Player(_) => "player",
            Fact::PlayerName(_) => "player_name",
            Fact::Game(_) => "game",
            Fact::Hand(_) => "hand",
            Fact::Removal(_) => "removal",
            Fact::Closing(_) => "closing",
            Fact::Undo(_) => "undo",
            Fact::Redo(_) => "redo",
        }
    }

    /// The change it belongs to.
    #[must_use]
    pub fn change(&self) -> Uuid {
        match self {
            Fact::Player(fact) => fact.change,
            Fact::PlayerName(fact) => fact.change,
            Fact::Game(fact) => fact.change,
            Fact::Hand(fact) => fact.change,
            Fact::Removal(fact) => fact.change,
            Fact::Closing(fact) => fact.change,
            Fact::Undo(fact) => fact.change,
            Fact::Redo(fact) => fact.change,
        }
    }
}

/// The SHA-256 over the canonical JSON (RFC 8785) of a fact or a change.
pub fn hash(content: &impl Serialize) -> [u8; 32] {
    // These shapes hold text, integers and lists only, and such always have a canonical form.
    let canonical = serde_json_canonicalizer::to_vec(content).expect("text, integers and lists have a canonical form");
    Sha256::digest(canonical).into()
}

/// Bytes in hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A new id. UUIDv7 sorts by the time it was made.
#[must_use]
pub fn new_id() -> Uuid {
    Uuid::now_v7()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field that is added later must be absent from the facts that are there: their hashes stand in every book.
    #[test]
    fn a_fact_keeps_its_hash() {
        let id = |number: u128| Uuid::from_u128(number);
        let result = HandResult {
            kind: "knock".into(),
            side: Some(0),
            place: Some(0),
            own: Some(4),
            own_sum: None,
            own_cards: None,
            other: Some(27),
            other_sum: Some("10+9+8".into()),
            other_cards: None,
            points: None,
        };
        let hand = Hand {
            id: id(1),
            change: id(2),
            game: id(3),
            number: 7,
            inserted_before: None,
            replaces: None,
            dead: None,
            upcard: Some("7S".into()),
            note: None,
            played_at: None,
            played_offset: None,
            results: vec![result],
        };
        let closing = Closing { id: id(1), change: id(2), game: id(3), forfeit: None };
        let change = Change {
            id: id(2),
            verb: "log".into(),
            device: id(9),
            sequence: 1,
            made_at: 1_795_000_000_000,
            made_offset: 60,
            schema: 1,
            facts: 1,
        };
        let hashes = [hash(&Fact::Hand(hand)), hash(&Fact::Closing(closing)), hash(&change)].map(|hash| hex(&hash));
        assert_eq!(
            hashes,
            [
                "7cee944b4eeae7394cddd3fa12afccdf29d375c0496149ffde1aa74669625e45",
                "174b51a7200cadce18f01b12106d69622f593268fdbbdf7b18b6c64c1466ca57",
                "fc9287482d7787b447574f39257a394cffedebaee23d9d319611c44b2ad307fe",
            ]
        );
    }
}
