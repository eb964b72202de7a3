//! The games that an imported text may be, and which of them it is.

use std::collections::{HashMap, HashSet};

use ginpad_core::facts::{FactId, Hash, hash_of};
use ginpad_core::game::Game;
use ginpad_core::notation::{sheet_hash, sheet_hashes_by_hand};
use ginpad_core::side::Side;
use uuid::Uuid;

use super::games::StoredGame;

/// The beginning of the hash of a text. Half of it tells texts apart, and very many are kept.
pub(super) type Digest = [u8; 16];

/// When a game started, and the folded names of who sits where in it, as a hash.
pub(super) type Seating = Digest;

/// A game that an imported text may match.
pub(super) struct KnownGame {
    pub(super) id: FactId,
    /// Its number, unless it was not added.
    pub(super) number: Option<i64>,
    /// The file of this import that it came from; 0 for a game of the book.
    pub(super) file: usize,
    /// The hash of the text it has now, if hands can be added to it.
    pub(super) open: Option<Digest>,
    /// How many hands it has.
    pub(super) hands: usize,
    /// The number of its next hand.
    pub(super) next: u32,
    /// The beginnings of the hashes of its text with no hand, with one, and so on, if a shorter sheet may be looked for.
    pub(super) beginnings: Vec<u64>,
}

impl KnownGame {
    /// Whether it is a game of a file that was not added.
    pub(super) fn is_held(&self) -> bool {
        self.file > 0 && self.number.is_none()
    }

    /// Whether it is a game of a file that was added.
    pub(super) fn is_new(&self) -> bool {
        self.file > 0 && self.number.is_some()
    }
}

/// The games that an imported text may match.
#[derive(Default)]
pub(super) struct KnownGames {
    pub(super) games: Vec<KnownGame>,
    /// By its id.
    pub(super) by_id: HashMap<FactId, usize>,
    /// By the hash of its text.
    pub(super) by_hash: HashMap<Digest, Vec<usize>>,
    /// Those that a shorter sheet may be the beginning of, by their start.
    pub(super) by_start: HashMap<i64, Vec<usize>>,
    /// The starts and sides for which the games of the book have been read, and the first file that had such a game: 0 if
    /// the book has one.
    pub(super) first_files: HashMap<Seating, usize>,
    /// The texts that games have which were only named.
    pub(super) named: HashSet<Digest>,
    /// The games that were only named, each with a text that it would have if it had been gone on with.
    pub(super) promised: HashSet<(usize, Digest)>,
    /// What the texts of the file that is being read have matched.
    pub(super) file: Matched,
}

/// The games that the texts of one file have matched: each game at most once in each way.
#[derive(Default)]
pub(super) struct Matched {
    /// Which file it is, counted from 1.
    pub(super) number: usize,
    /// How many games of it had a text, by the id that comes from the text.
    pub(super) texts: HashMap<Uuid, usize>,
    pub(super) whole: HashSet<usize>,
    /// The games of which a text was the beginning.
    pub(super) longer: HashSet<usize>,
    /// The games that were gone on with, and the texts that they have since.
    pub(super) continued: HashMap<usize, Digest>,
    /// By hash, how many of the games with it need not be looked at again.
    pub(super) passed: HashMap<Digest, usize>,
    /// The same for games that are gone on with.
    pub(super) gone_on_from: HashMap<Digest, usize>,
}

impl KnownGames {
    pub(super) fn add(&mut self, game: KnownGame, hash: Digest) -> usize {
        let at = self.games.len();
        if !game.is_held() {
            self.by_id.insert(game.id, at);
        }
        self.games.push(game);
        self.by_hash.entry(hash).or_default().push(at);
        at
    }

    /// The next game with this text that no other text of the file has matched.
    pub(super) fn whole(&mut self, hash: &Digest) -> Option<usize> {
        let alike = self.by_hash.get(hash)?;
        let passed = self.file.passed.entry(*hash).or_default();
        while let Some(at) = alike.get(*passed).copied() {
            *passed += 1;
            let is_of_this_file = self.games.get(at).is_some_and(|game| game.file == self.file.number)
                || self.file.continued.get(&at) == Some(hash);
            if !is_of_this_file && self.file.whole.insert(at) {
                return Some(at);
            }
        }
        None
    }

    /// The game with the most hands to which this sheet adds hands, or a closing after the same hands. Games of the same
    /// file are others, and a game without a hand must have a start to be recognised by.
    pub(super) fn begun(&mut self, sheet: &Game) -> Option<usize> {
        let first_file = self.first_files.get(&seating_of(sheet)).copied().unwrap_or(0);
        if least(sheet) >= below(sheet) || first_file >= self.file.number {
            return None;
        }
        let hashes = digests_by_hand(sheet);
        (least(sheet)..below(sheet)).rev().find_map(|hands| self.with_text(sheet, hashes.get(hands)?))
    }

    /// Whether this new game would be taken for one that was only named, if the import were repeated.
    pub(super) fn begins_like_a_named_one(&self, sheet: &Game) -> bool {
        if self.named.is_empty() {
            return false;
        }
        let hashes = digests_by_hand(sheet);
        hashes.iter().take(below(sheet)).skip(least(sheet)).any(|hash| self.named.contains(hash))
    }

    /// The next game that begins with all of this sheet and goes on. Only a start tells such games from others, and
    /// games of the same file are others.
    pub(super) fn longer(&mut self, sheet: &Game, hash: &Digest) -> Option<usize> {
        if sheet.closing.is_some() || sheet.totals.is_some() {
            return None;
        }
        let alike = self.by_start.get(&start_of(sheet)?)?;
        let file = &mut self.file;
        let begins = |game: &KnownGame| game.beginnings.get(sheet.hands.len()) == Some(&beginning(hash));
        alike.iter().copied().find(|at| {
            self.games.get(*at).is_some_and(|game| game.file != file.number && begins(game))
                && !file.whole.contains(at)
                && !file.continued.contains_key(at)
                && file.longer.insert(*at)
        })
    }

    /// Takes note of the text of a game, hand by hand, so that a shorter sheet is recognised.
    pub(super) fn note_beginnings(&mut self, at: usize, game: &Game) {
        let (Some(start), Some(known)) = (start_of(game), self.games.get_mut(at)) else { return };
        if known.beginnings.is_empty() {
            self.by_start.entry(start).or_default().push(at);
        }
        known.beginnings = digests_by_hand(game).iter().map(beginning).collect();
    }

    /// The next game with this text to which hands can be added.
    pub(super) fn with_text(&mut self, sheet: &Game, hash: &Digest) -> Option<usize> {
        let alike = self.by_hash.get(hash)?;
        let passed = self.file.gone_on_from.entry(*hash).or_default();
        while let Some(at) = alike.get(*passed) {
            // Without a start, games of two files are two games.
            let may_be_one = |game: &KnownGame| !game.is_new() || sheet.started.is_some();
            let fits = |game: &KnownGame| game.open == Some(*hash) && game.file != self.file.number && may_be_one(game);
            if self.games.get(*at).is_some_and(fits) && !self.file.continued.contains_key(at) {
                return Some(*at);
            }
            *passed += 1;
        }
        None
    }
}

/// The beginning of a hash.
fn digest(hash: Hash) -> Digest {
    hash.first_chunk().copied().unwrap_or_default()
}

/// The beginning of the hash of the canonical text of a game.
pub(super) fn digest_of(game: &Game) -> Digest {
    digest(sheet_hash(game))
}

/// The same of its text before each of its hands, and after the last.
fn digests_by_hand(game: &Game) -> Vec<Digest> {
    sheet_hashes_by_hand(game).into_iter().map(digest).collect()
}

/// Enough of it to tell the beginnings of one game from those of another with its start.
fn beginning(digest: &Digest) -> u64 {
    digest.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// How many hands a game must have for a sheet to go on with it.
fn least(sheet: &Game) -> usize {
    usize::from(sheet.started.is_none())
}

/// A sheet goes on with games of fewer hands than this.
fn below(sheet: &Game) -> usize {
    sheet.hands.len() + usize::from(sheet.closing.is_some())
}

/// The start of a game, as the book keeps it.
pub(super) fn start_of(game: &Game) -> Option<i64> {
    game.started.map(|started| started.timestamp_millis())
}

/// Who sits where in a game, and when it started.
pub(super) fn seating_of(game: &Game) -> Seating {
    let side = |side| game.players.of(side).iter().map(|name| name.folded()).collect::<Vec<_>>();
    digest(hash_of(&format!("{:?} {:?}", start_of(game), Side::BOTH.map(side))))
}

impl KnownGames {
    /// Takes note of what a game of the book is now.
    pub(super) fn read(&mut self, stored: &StoredGame) {
        let game = &stored.scored.game;
        let hash = digest_of(game);
        let known = KnownGame {
            id: stored.id,
            number: Some(stored.number),
            file: 0,
            open: (game.closing.is_none() && game.totals.is_none()).then_some(hash),
            hands: game.hands.len(),
            next: stored.record.next_number,
            beginnings: Vec::new(),
        };
        let at = self.add(known, hash);
        self.note_beginnings(at, game);
    }
}
