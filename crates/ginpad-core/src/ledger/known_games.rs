//! Which game an imported sheet is: one that the store has, one that an earlier file of the import brought, or a new one.
//!
//! A game is recognised by the text that it would be printed as, hand by hand. Only games with one start and the same sides
//! can have one text, so only these are compared.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use crate::facts::{FactId, Hash, derived_id, hash_of};
use crate::game::Game;
use crate::notation::{sheet_hash, sheet_hashes_by_entry};

/// What an imported sheet is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recognised {
    /// The game of the store with this number.
    Known(i64),
    /// A game that an earlier file of this import brought.
    Repeated,
    /// A game with fewer hands, or without its closing.
    GoesOn(Beginning),
    /// A new game that begins like one that was only named. Added now, it would be taken for the beginning of that other
    /// sheet when the import is repeated to go on with games.
    HeldBack,
    /// A new game.
    New,
}

/// A game with which a sheet goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beginning {
    /// Its id.
    pub id: FactId,
    /// Its number.
    pub number: i64,
    /// Whether this import added it.
    pub is_new: bool,
    /// How many hands and adjustments it has.
    pub entries: usize,
    /// The number of its next hand.
    pub next: u32,
}

/// What to do with a sheet that is a game of the store with more hands, or a closing, after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Longer {
    /// Name it, and leave the game as it is.
    Name,
    /// Add the hands to the game.
    Continue,
}

/// The texts of a game, each as the beginning of its hash: that is enough to tell apart games of one seating.
#[derive(Debug, Clone)]
struct Texts {
    /// All of it.
    whole: u64,
    /// Without a closing: after none of its entries, after one, and so on.
    by_entry: Vec<u64>,
}

impl Texts {
    fn of(game: &Game) -> Texts {
        let by_entry = sheet_hashes_by_entry(game).into_iter().map(beginning).collect();
        Texts { whole: beginning(sheet_hash(game)), by_entry }
    }
}

/// A game that a sheet may be.
#[derive(Debug)]
struct KnownGame {
    id: FactId,
    /// Its number; none if it was held.
    number: Option<i64>,
    /// The text that it has in the store. A game of a file has none.
    stored: Option<u64>,
    /// The file that brought the texts that it has now; none for the store.
    file: Option<usize>,
    texts: Texts,
    /// Whether hands can be added to it.
    is_open: bool,
    /// How many hands and adjustments it has.
    entries: usize,
    /// The number of its next hand.
    next: u32,
}

/// The games that imported sheets may be.
#[derive(Debug, Default)]
pub struct KnownGames {
    /// By their start and their sides.
    games: HashMap<u64, Vec<KnownGame>>,
    /// Which games of the store are known: those with a start, or without one those of some sides.
    asked: HashSet<(Option<i64>, u64)>,
    /// The texts of the games that were only named.
    named: HashSet<u64>,
    /// The number of the file that is being read.
    file: usize,
    /// How often each text came in this file, by the id that comes from it.
    texts: HashMap<Uuid, usize>,
    /// The games that are sheets of this file: each is one of them.
    same: HashSet<FactId>,
}

impl KnownGames {
    /// Begins another file. A text that comes several times in one file is that many games; in several files it is one.
    pub fn next_file(&mut self) {
        self.file += 1;
        self.texts.clear();
        self.same.clear();
    }

    /// The id that comes from the text of the next game of the file.
    pub fn id_of(&mut self, text: &str) -> FactId {
        let first = derived_id(text, 0);
        let before = self.texts.entry(first).or_default();
        let of = if *before == 0 { first } else { derived_id(text, *before) };
        *before += 1;
        FactId { of, place: 0 }
    }

    /// Takes note that a game is a sheet of this file, as its id says.
    pub fn is_same(&mut self, id: FactId) {
        self.same.insert(id);
    }

    /// Whether the games of the store that a sheet may be are not known yet: those with its start, or without one those of
    /// its sides.
    pub fn asks_for(&mut self, sheet: &Game) -> bool {
        let start = sheet.started.map(|start| start.timestamp_millis());
        self.asked.insert((start, if start.is_some() { 0 } else { seating(sheet) }))
    }

    /// Adds a game: of the store if the number of its next hand is given, else of this file. One without a number was held.
    pub fn add(&mut self, id: FactId, number: Option<i64>, game: &Game, next: Option<u32>) {
        let (texts, entries) = (Texts::of(game), game.entries().count());
        let known = KnownGame {
            id,
            number,
            stored: next.map(|_| texts.whole),
            file: if next.is_some() { None } else { Some(self.file) },
            texts,
            is_open: game.closing.is_none() && game.totals.is_none(),
            entries,
            next: next.unwrap_or_else(|| u32::try_from(entries).unwrap_or(u32::MAX).saturating_add(1)),
        };
        self.games.entry(seating(game)).or_default().push(known);
    }

    /// What a sheet of this file is. A game with which it goes on has its hands from now on, also if it is only named, so that
    /// what is named is what will be added.
    pub fn recognise(&mut self, sheet: &Game, longer: Longer) -> Recognised {
        let Some(alike) = self.games.get_mut(&seating(sheet)) else { return Recognised::New };
        let texts = Texts::of(sheet);
        let (whole, file) = (texts.whole, Some(self.file));
        // Games of one file are several, however alike they are.
        let same = |game: &&KnownGame| game.stored == Some(whole) || (game.texts.whole == whole && game.file != file);
        if let Some(game) = alike.iter().filter(same).find(|game| self.same.insert(game.id)) {
            return game.was_known(game.stored == Some(whole));
        }
        // Only a start tells a short sheet from another evening of the same people.
        let is_short = sheet.started.is_some() && sheet.closing.is_none() && sheet.totals.is_none();
        let goes_beyond = |game: &&KnownGame| {
            is_short && game.file != file && game.texts.by_entry.get(sheet.entries().count()) == Some(&whole)
        };
        if let Some(game) = alike.iter().find(goes_beyond) {
            return game.was_known(game.stored.is_some());
        }
        // A game without a hand is recognised by its start alone, and so are games of other files.
        let least = usize::from(sheet.started.is_none());
        let below = sheet.entries().count() + usize::from(sheet.closing.is_some());
        let begins = |game: &&mut KnownGame| {
            game.is_open
                && game.file != file
                && (game.stored.is_some() || least == 0)
                && (least..below).contains(&game.entries)
                && texts.by_entry.get(game.entries) == Some(&game.texts.whole)
        };
        let Some(game) = alike.iter_mut().filter(begins).min_by_key(|game| Reverse(game.entries)) else {
            let mut begun = texts.by_entry.iter().take(below).skip(least);
            return if begun.any(|text| self.named.contains(text)) { Recognised::HeldBack } else { Recognised::New };
        };
        if longer == Longer::Name && game.stored.is_some() {
            self.named.insert(game.texts.whole);
        }
        game.go_on(sheet, texts, file)
    }
}

impl KnownGame {
    fn was_known(&self, is_stored: bool) -> Recognised {
        self.number.filter(|_| is_stored).map_or(Recognised::Repeated, Recognised::Known)
    }

    /// Takes the hands of a sheet that it has not.
    fn go_on(&mut self, sheet: &Game, texts: Texts, file: Option<usize>) -> Recognised {
        let KnownGame { id, entries, next, .. } = *self;
        let more = u32::try_from(sheet.entries().count() - entries).unwrap_or(u32::MAX);
        (self.entries, self.next) = (sheet.entries().count(), next.saturating_add(more));
        (self.texts, self.is_open, self.file) = (texts, sheet.closing.is_none(), file);
        let is_new = self.stored.is_none();
        let begun = |number| Recognised::GoesOn(Beginning { id, number, is_new, entries, next });
        self.number.map_or(Recognised::Repeated, begun)
    }
}

/// Whether a sheet is a game, or a game with fewer hands or without its closing.
pub fn is_beginning(sheet: &Game, game: &Game) -> bool {
    let is_short = sheet.closing.is_none() && sheet.totals.is_none();
    is_short && sheet_hashes_by_entry(game).get(sheet.entries().count()) == Some(&sheet_hash(sheet))
}

/// The beginning of a hash.
fn beginning(hash: Hash) -> u64 {
    hash.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// When a game started, and who sits where in it.
pub fn seating(game: &Game) -> u64 {
    let side = |side| game.players.of(side).iter().map(|name| name.folded()).collect::<Vec<_>>();
    let start = game.started.map(|start| start.timestamp_millis());
    beginning(hash_of(&format!("{start:?} {:?}", game.players.order().map(side).collect::<Vec<_>>())))
}
