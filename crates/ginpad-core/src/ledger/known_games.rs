//! Recognises an imported sheet as a game of the store or as a new game. The store also holds the games that earlier files of
//! the import added.
//!
//! The comparison uses the printed text of each game, hand by hand. Only games with the same start and the same sides
//! can print alike, so only these are compared.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use crate::facts::{FactId, Hash, hash_of};
use crate::game::Game;
use crate::notation::{sheet_hash, sheet_hashes_by_entry};
use crate::text::add_source_line;

/// The result for an imported sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recognised {
    /// It is the game of the store with this number.
    Known(i64),
    /// It continues a known game with more hands, or with a closing.
    GoesOn(ContinuedGame),
    /// It is new, but begins like a game that was only named. If it were added now, a repeated import that continues
    /// games would take it for the beginning of that game's sheet.
    HeldBack,
    /// It is new.
    New,
}

/// The game that a sheet continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContinuedGame {
    /// Its id.
    pub id: FactId,
    /// Its number.
    pub number: i64,
    /// Whether an earlier file of this import added it.
    pub is_new: bool,
    /// The number of its hands and adjustments.
    pub entries: usize,
    /// The number for its next hand.
    pub next: u32,
}

/// The treatment of a sheet that continues a game of the store with more hands or a closing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Longer {
    /// Name it, and leave the game unchanged.
    Name,
    /// Add the hands to the game.
    Continue,
}

/// A game of the store that a sheet may match.
#[derive(Debug)]
struct KnownGame {
    /// The game as a sheet would continue it.
    game: ContinuedGame,
    /// Its text, as the start of its hash: long enough to distinguish games with one seating.
    whole: u64,
    /// Its texts without a closing: after no entry, after one entry, and so on.
    by_entry: Vec<u64>,
    /// Whether it takes more hands.
    is_open: bool,
    /// Whether a sheet of this file continues it.
    goes_on: bool,
}

/// The games of the store that the sheets of a file may match.
#[derive(Debug, Default)]
pub struct KnownGames {
    /// The games by start and sides.
    games: HashMap<u64, Vec<KnownGame>>,
    /// The games already asked for: by start, or without one by sides.
    asked: HashSet<(Option<i64>, u64)>,
    /// The count of each text in the file, by the id derived from it.
    texts: HashMap<Uuid, usize>,
    /// The games matched to sheets of the file. Each game matches one sheet.
    same: HashSet<FactId>,
}

impl KnownGames {
    /// The id of the next game of the file, derived from its text.
    pub fn id_of(&mut self, text: &str) -> FactId {
        let first = derived_id(text, 0);
        let before = self.texts.entry(first).or_default();
        let of = if *before == 0 { first } else { derived_id(text, *before) };
        *before += 1;
        FactId { of, place: 0 }
    }

    /// Notes that a sheet of the file matches a game by its id.
    pub fn is_same(&mut self, id: FactId) {
        self.same.insert(id);
    }

    /// Whether the caller still has to add the games that a sheet may match: those with its start, or without one those
    /// of its sides.
    pub fn is_first_asked(&mut self, sheet: &Game) -> bool {
        let start = sheet.started.map(|start| start.timestamp_millis());
        self.asked.insert((start, if start.is_some() { 0 } else { seating(sheet) }))
    }

    /// Adds a game of the store with this number. `next` is the number for its next hand; `is_new` tells whether an
    /// earlier file of this import added it.
    pub fn add(&mut self, id: FactId, number: i64, game: &Game, next: u32, is_new: bool) {
        self.games.entry(seating(game)).or_default().push(KnownGame {
            game: ContinuedGame { id, number, is_new, entries: game.entries().count(), next },
            whole: beginning(sheet_hash(game)),
            by_entry: sheet_hashes_by_entry(game).into_iter().map(beginning).collect(),
            is_open: game.closing.is_none() && game.totals.is_none(),
            goes_on: false,
        });
    }

    /// Recognises a sheet of the file. Games in one file are different games, however alike they are.
    pub fn recognise(&mut self, sheet: &Game, longer: Longer) -> Recognised {
        let Some(alike) = self.games.get_mut(&seating(sheet)) else { return Recognised::New };
        let whole = beginning(sheet_hash(sheet));
        let same = alike.iter().filter(|known| known.whole == whole).find(|known| self.same.insert(known.game.id));
        // Without a start, a short sheet may be another evening of the same people.
        let is_short = sheet.started.is_some() && sheet.closing.is_none() && sheet.totals.is_none();
        let entries = sheet.entries().count();
        let goes_beyond = |known: &&KnownGame| is_short && known.by_entry.get(entries) == Some(&whole);
        if let Some(known) = same.or_else(|| alike.iter().find(goes_beyond)) {
            return Recognised::Known(known.game.number);
        }
        // A sheet without a start continues only a game that has a hand and that no other file added.
        let (by_entry, is_dated) = (sheet_hashes_by_entry(sheet), sheet.started.is_some());
        let below = entries + usize::from(sheet.closing.is_some());
        let begins = |known: &&mut KnownGame| {
            let ContinuedGame { entries, is_new, .. } = known.game;
            let may_begin = is_dated || entries > 0 && !is_new;
            let is_its = |text: &Hash| beginning(*text) == known.whole;
            known.is_open && may_begin && entries < below && by_entry.get(entries).is_some_and(is_its)
        };
        let (going_on, begun): (Vec<_>, Vec<_>) = alike.iter_mut().filter(begins).partition(|known| known.goes_on);
        match begun.into_iter().min_by_key(|known| Reverse(known.game.entries)) {
            Some(known) => {
                known.goes_on = true;
                Recognised::GoesOn(known.game)
            }
            None if longer == Longer::Name && !going_on.is_empty() => Recognised::HeldBack,
            None => Recognised::New,
        }
    }
}

/// Whether a sheet is a game, or a game with fewer hands or without its closing.
pub(super) fn is_beginning(sheet: &Game, game: &Game) -> bool {
    let is_short = sheet.closing.is_none() && sheet.totals.is_none();
    is_short && sheet_hashes_by_entry(game).get(sheet.entries().count()) == Some(&sheet_hash(sheet))
}

/// The beginning of a hash.
fn beginning(hash: Hash) -> u64 {
    hash.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// When a game started, and who sits where in it.
pub fn seating(game: &Game) -> u64 {
    let start = game.started.map(|start| start.timestamp_millis());
    beginning(hash_of(&format!("{start:?} {:?}", game.players.folded())))
}

/// The id of an imported game, derived from its text in the source. `place` counts the equal texts before it in the
/// file.
///
/// The text is put in NFC; comments and blank lines are dropped, runs of blanks are collapsed, and lines end with LF.
pub fn derived_id(text: &str, place: usize) -> Uuid {
    /// The namespace of these ids, chosen at random once.
    const SPACE: Uuid = Uuid::from_u128(0x6f3d_1c1e_52b7_5c0a_9a51_7b0e_5d1f_4c29);
    let mut canonical = String::with_capacity(text.len());
    text.lines().for_each(|line| add_source_line(&mut canonical, line));
    let canonical: String = unicode_normalization::UnicodeNormalization::nfc(canonical.as_str()).collect();
    Uuid::new_v5(&SPACE, format!("{canonical}\n{place}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{CsvReading, LocalTime, NameMap, SheetReader, read_csv};

    #[test]
    fn the_ids_of_imported_games_are_for_ever() {
        let id = |text, place| derived_id(text, place).to_string();
        assert_eq!(id("sides: Ann, Bob\n\nann knock 4 27\n", 0), "adcff1b8-bdd7-5899-8510-f4e3c827ed84");
        assert_eq!(id("sides: Ann, Bob\n\nann knock 4 27\n", 1), "e68af68f-92f5-54c3-9433-b73e77056255");
        assert_eq!(id("sides: Zo\u{eb}, Bob\n", 0), "3a5927c0-18cf-55ba-89ea-25a59b8bf13d");
        assert_eq!(id("", 0), "51e8eeee-0a42-5560-809f-48268a31306f");
    }

    #[test]
    fn what_people_change_in_passing_makes_no_other_game() {
        let plain = derived_id("sides: Ann, Zo\u{eb}\nann knock 4 27\n", 0);
        for text in [
            "# a remark\n\n  sides:\tAnn,  Zo\u{eb}  \r\n\nann knock 4 27",
            "sides: Ann, Zoe\u{308}\n   # another\nann  knock 4 27\n\n\n",
        ] {
            assert_eq!(derived_id(text, 0), plain, "{text:?}");
        }
        assert_ne!(derived_id("sides: Ann, Zo\u{eb}\nann knock 4 28\n", 0), plain);
    }

    #[test]
    fn the_text_of_a_game_is_what_its_file_says() {
        let utc = |_| chrono::Offset::fix(&chrono::Utc);
        let local = LocalTime { now: chrono::DateTime::UNIX_EPOCH.fixed_offset(), offset_at: &utc };
        let mut reader = SheetReader::new(local);
        let mut texts = Vec::new();
        for line in "# mine\nsides:  Ann, Bob\n\nann  gin 5\n---\n\nsides: Ann, Cid\n".lines() {
            texts.extend(reader.line(line).map(|(_, text)| text));
        }
        texts.push(reader.text().to_string());
        assert_eq!(texts, ["sides: Ann, Bob\nann gin 5\n", "sides: Ann, Cid\n"]);

        let names = NameMap::default();
        let texts = |table: &str| {
            read_csv(table, CsvReading { names: &names, dates: None, century: None, local }).unwrap().texts
        };
        let games = texts("Total 2;Side 1;Date;Side 2;Total 1;Nothing\n48; Ann  Lee;31.5.2011;Bob;330;x\n");
        assert_eq!(games, ["date: 31.5.2011\nside 1: Ann Lee\nside 2: Bob\ntotal 1: 330\ntotal 2: 48\n"]);
        let games = texts("Ann,Bob\n330,48\n");
        assert_eq!(games, ["total 1: 330\ntotal 2: 48\nseat: Ann\nseat: Bob\n"]);
        let hands = texts("side 1,side 2,who,points\nAnn,Bob,ann,20\n,,bob,31\n");
        assert_eq!(
            hands,
            ["side 1: Ann\nside 2: Bob\nside 1: Ann\nside 2: Bob\nwho: ann\npoints: 20\nwho: bob\npoints: 31\n"]
        );
    }
}
