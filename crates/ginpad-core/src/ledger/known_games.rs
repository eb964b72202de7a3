//! Recognises an imported sheet as a game of the store, as a game from an earlier file of the import, or as a new game.
//!
//! The comparison uses the printed text of each game, hand by hand. Only games with the same start and the same sides
//! can print alike, so only these are compared.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use chrono::{NaiveDate, NaiveTime};
use uuid::Uuid;

use crate::facts::{Edited, FactId, Hash, SettingKey, hash_of};
use crate::game::Totals;
use crate::notation::{sheet_hash, sheet_hashes_by_entry};
use crate::points::Points;
use crate::text::add_source_line;
use crate::{Closing, Game};

/// The result for an imported sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recognised {
    /// It is the game of the store with this number.
    Known(i64),
    /// It is a game from an earlier file of this import.
    Repeated,
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
    /// Whether this import added it.
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

/// The texts of a game, each as the start of its hash: long enough to distinguish games with one seating.
#[derive(Debug, Clone)]
struct Texts {
    /// The whole text.
    whole: u64,
    /// The texts without a closing: after no entry, after one entry, and so on.
    by_entry: Vec<u64>,
}

impl Texts {
    fn of(game: &Game) -> Texts {
        let by_entry = sheet_hashes_by_entry(game).into_iter().map(beginning).collect();
        Texts { whole: beginning(sheet_hash(game)), by_entry }
    }
}

/// A game that a sheet may match.
#[derive(Debug)]
struct KnownGame {
    id: FactId,
    /// Its number; `None` if it was held back.
    number: Option<i64>,
    /// Its text in the store; `None` for a game from a file.
    stored: Option<u64>,
    /// The file that brought its current texts; `None` for the store.
    file: Option<usize>,
    texts: Texts,
    /// Whether it takes more hands.
    is_open: bool,
    /// The number of its hands and adjustments.
    entries: usize,
    /// The number for its next hand.
    next: u32,
}

/// The games that imported sheets may match.
#[derive(Debug, Default)]
pub struct KnownGames {
    /// The games by start and sides.
    games: HashMap<u64, Vec<KnownGame>>,
    /// The games of the store already asked for: by start, or without one by sides.
    asked: HashSet<(Option<i64>, u64)>,
    /// The texts of games that were only named.
    named: HashSet<u64>,
    /// The number of the current file.
    file: usize,
    /// The count of each text in this file, by the id derived from it.
    texts: HashMap<Uuid, usize>,
    /// The games matched to sheets of this file. Each game matches one sheet.
    same: HashSet<FactId>,
}

impl KnownGames {
    /// Starts the next file. Equal texts in one file are several games; in several files they are one.
    pub fn next_file(&mut self) {
        self.file += 1;
        self.texts.clear();
        self.same.clear();
    }

    /// The id of the next game of the file, derived from its text.
    pub fn id_of(&mut self, text: &str) -> FactId {
        let first = derived_id(text, 0);
        let before = self.texts.entry(first).or_default();
        let of = if *before == 0 { first } else { derived_id(text, *before) };
        *before += 1;
        FactId { of, place: 0 }
    }

    /// Notes that a sheet of this file matches a game by its id.
    pub fn is_same(&mut self, id: FactId) {
        self.same.insert(id);
    }

    /// Whether the caller still has to add the store's games that a sheet may match: those with its start, or without
    /// one those of its sides.
    pub fn is_first_asked(&mut self, sheet: &Game) -> bool {
        let start = sheet.started.map(|start| start.timestamp_millis());
        self.asked.insert((start, if start.is_some() { 0 } else { seating(sheet) }))
    }

    /// Adds a game: one of the store if `next` gives the number for its next hand, otherwise one of this file. A game
    /// without a number was held back.
    pub fn add(&mut self, id: FactId, number: Option<i64>, game: &Game, next: Option<u32>) {
        let (texts, entries) = (Texts::of(game), game.entries().count());
        let added = KnownGame {
            id,
            number,
            stored: next.map(|_| texts.whole),
            file: if next.is_some() { None } else { Some(self.file) },
            texts,
            is_open: game.closing.is_none() && game.totals.is_none(),
            entries,
            next: next.unwrap_or_else(|| u32::try_from(entries).unwrap_or(u32::MAX).saturating_add(1)),
        };
        self.games.entry(seating(game)).or_default().push(added);
    }

    /// Recognises a sheet of this file. Later sheets are compared with the longer text, even if `longer` only names the
    /// game: a later import that adds the hands then finds the same games.
    pub fn recognise(&mut self, sheet: &Game, longer: Longer) -> Recognised {
        let Some(alike) = self.games.get_mut(&seating(sheet)) else { return Recognised::New };
        let texts = Texts::of(sheet);
        let (whole, file) = (texts.whole, Some(self.file));
        // Games in one file are different games, however alike they are.
        let same = |game: &&KnownGame| game.stored == Some(whole) || (game.texts.whole == whole && game.file != file);
        if let Some(game) = alike.iter().filter(same).find(|game| self.same.insert(game.id)) {
            return game.recognised(game.stored == Some(whole));
        }
        // Without a start, a short sheet may be another evening of the same people.
        let is_short = sheet.started.is_some() && sheet.closing.is_none() && sheet.totals.is_none();
        let goes_beyond = |game: &&KnownGame| {
            is_short && game.file != file && game.texts.by_entry.get(sheet.entries().count()) == Some(&whole)
        };
        if let Some(game) = alike.iter().find(goes_beyond) {
            return game.recognised(game.stored.is_some());
        }
        // A sheet without a start continues only a game of the store that has a hand. With a start, it may also continue
        // an empty game, or one of another file.
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
    fn recognised(&self, is_stored: bool) -> Recognised {
        self.number.filter(|_| is_stored).map_or(Recognised::Repeated, Recognised::Known)
    }

    /// Takes the hands of a sheet that it has not.
    fn go_on(&mut self, sheet: &Game, texts: Texts, file: Option<usize>) -> Recognised {
        let KnownGame { id, entries, next, .. } = *self;
        let more = u32::try_from(sheet.entries().count() - entries).unwrap_or(u32::MAX);
        (self.entries, self.next) = (sheet.entries().count(), next.saturating_add(more));
        (self.texts, self.is_open, self.file) = (texts, sheet.closing.is_none(), file);
        let is_new = self.stored.is_none();
        let begun = |number| Recognised::GoesOn(ContinuedGame { id, number, is_new, entries, next });
        self.number.map_or(Recognised::Repeated, begun)
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

/// How far a sheet matches a game.
#[derive(Debug)]
pub struct SheetMatch {
    /// The game as the sheet corrects it.
    pub corrected: Game,
    /// The difference that the correction makes.
    pub edited: Edited,
    is_beginning: bool,
    ends_alike: bool,
    /// Whether it starts at another time. A game of a table without times started at midnight, and may be of any time of its
    /// day.
    is_of_another_time: bool,
    /// Whether one is known by its totals, and the other has hands that give these totals.
    has_its_totals: bool,
}

impl SheetMatch {
    /// Compares a sheet with a game. `given` lists the settings that the sheet gives; the others stay, and so do the
    /// players. A sheet without a time of day gives only the day.
    pub fn of(was: &Game, sheet: &Game, given: &[SettingKey]) -> SheetMatch {
        let turned = sheet.with_sides_turned().filter(|turned| turned.players.folded() == was.players.folded());
        let mut is = Game { players: was.players.clone(), ..turned.unwrap_or_else(|| sheet.clone()) };
        if is.entries().next().is_none() {
            // A sheet may give only the winner.
            let has_no_points = |totals: &Totals| totals.points.iter().all(|points| *points == Points(0));
            let known =
                was.totals.filter(|was| is.totals.is_none_or(|is| has_no_points(&is) && is.winner == was.winner));
            is.totals = known.or(is.totals);
            // No fact opens a closed game, but it can be settled at its totals instead.
            if was.entries().next().is_none() && sheet.totals.is_some() {
                is.closing = is.closing.or(was.closing.map(|_| Closing::Settled));
            }
        }
        let mut edited = Edited::of(was, &is);
        edited.set.retain(|key| match key {
            // A game with hands has no totals of its own.
            SettingKey::Totals => was.totals.is_some() || was.closing.is_some() && was.entries().next().is_none(),
            SettingKey::Closed => true,
            SettingKey::Date if !given.contains(key) => day(was) != day(&is),
            key => given.contains(key),
        });
        let is_midnight = was.started.is_some_and(|start| start.time() == NaiveTime::MIN);
        let is_of_another_time = edited.set.contains(&SettingKey::Date) && !(is_midnight && day(was) == day(&is));
        let ends_alike = is.closing == was.closing && is.totals == was.totals;
        let has_its_totals = gives(&is, was.totals) || gives(was, is.totals);
        let is_beginning = is_beginning(&is, was);
        SheetMatch { is_beginning, ends_alike, is_of_another_time, has_its_totals, corrected: is, edited }
    }

    /// Whether the game has everything that the sheet has.
    pub fn is_complete(&self) -> bool {
        self.is_beginning || self.has_its_totals || self.ends_alike && self.edited.is_nothing()
    }

    /// Whether the game has the score of the sheet, and nothing in the sheet shows that it is another game of that day.
    pub fn has_score(&self) -> bool {
        let is_scored = self.corrected.totals.is_some() || self.corrected.entries().next().is_some();
        is_scored && self.ends_alike && self.edited.hands.is_empty() && !self.is_of_another_time
    }
}

/// Whether a game with hands is won with these totals.
fn gives(game: &Game, totals: Option<Totals>) -> bool {
    let Some(totals) = totals.filter(|_| game.totals.is_none() && !game.hands.is_empty()) else { return false };
    let scored = game.clone().scored();
    !scored.is_open() && scored.winner() == totals.winner && scored.tally.game_score == totals.points
}

fn day(game: &Game) -> Option<NaiveDate> {
    game.started.map(|start| start.date_naive())
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
