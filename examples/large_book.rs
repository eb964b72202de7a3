//! Fills a book with made-up games, for benchmarks: `cargo run --release --example large_book -- BOOK HANDS [SEED]`.
//!
//! Twenty players of different zeal meet over many years, under different rules, some of them as partners. A tenth of
//! the games comes from old notebooks in one import. The rest is logged hand by hand, and now and then a hand is
//! corrected, removed, inserted or undone, or a game is given up. Everything is written as the program writes it. The
//! same seed makes the same games; the ids are new each time.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that says what it wrote")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use chrono::{DateTime, Days, FixedOffset, NaiveDate, TimeDelta, TimeZone as _};
use ginpad::book::{Access, ActAuthor, Book, BookError, ImportPlan, ImportedSheet, OpenBook, OtherContent, StoredGame};

use ginpad_core::cards::Cards;
use ginpad_core::facts::{ChangeVerb, Edited, EditedHand, SettingKey};
use ginpad_core::hand::GameHand;
use ginpad_core::ledger::Longer;
use ginpad_core::notation::{print_game, read_one};
use ginpad_core::odds::{SimulatedHand, prior};
use ginpad_core::{
    AcceptedHand, Closing, EntryAt, Game, Limit, LoggedHand, Moment, NewEntry, Note, Oklahoma, Played, Rules,
    ScoredGame, Seat, Side, SpadesDouble, Upcard,
};

/// The players. Those named first play most.
const PLAYERS: [&str; 20] = [
    "Ann", "Bob", "Cid", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jo", "Kit", "Lena", "Max", "Nia", "Otto", "Pia",
    "Quinn", "Rosa", "Sam", "Tess",
];

/// The rules, each with its share in a hundred games and the number of players on a side.
const RULES: [(&str, usize, usize); 12] = [
    ("standard", 24, 1),
    ("standard-500", 14, 1),
    ("tournament", 16, 1),
    ("multi-match", 7, 1),
    ("hollywood", 12, 1),
    ("oklahoma", 6, 1),
    ("hollywood-club", 6, 1),
    ("classic", 5, 1),
    ("palace, target=150", 3, 1),
    ("simple", 2, 1),
    ("standard, knock_limit=9, gin_bonus=20", 2, 1),
    ("partners", 3, 2),
];

/// How many games are written in one transaction.
const GAMES_AT_ONCE: usize = 500;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (Some(book), Some(Ok(hands))) = (words.next(), words.next().map(|text| text.parse())) else {
        eprintln!("error: give a book and a number of hands");
        return ExitCode::from(2);
    };
    let seed = words.next().and_then(|text| text.parse().ok()).unwrap_or(8);
    match fill(&PathBuf::from(book), hands, seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes at least this many hands.
fn fill(path: &Path, hands: usize, seed: u64) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let mut book = Book::open(path, Access::Write, None)?.ok_or("there is no book")?;
    let mut table = Table { dice: Dice(seed), game: 0, games: hands / 25 + 1, priors: BTreeMap::new() };
    let (mut games, mut logged) = notebooks(&mut book, &mut table, hands / 10)?;
    while logged < hands {
        let open = book.write()?;
        for _ in 0..GAMES_AT_ONCE {
            logged += evening(&open, &mut table)?;
            games += 1;
            if logged >= hands {
                break;
            }
        }
        open.commit()?;
    }
    println!("{}: {games} games, {logged} hands, in {:.1} s", path.display(), start.elapsed().as_secs_f64());
    Ok(())
}

/// Imports games with this many hands. Returns how many games and hands there are.
fn notebooks(book: &mut Book, table: &mut Table, hands: usize) -> Result<(usize, usize), Box<dyn Error>> {
    let (mut games, mut read) = (Vec::new(), 0);
    while read < hands {
        let (scored, _) = table.play()?;
        read += scored.game.hands.len();
        games.push(scored.game);
    }
    let count = games.len();
    let open = book.write()?;
    let plan = ImportPlan { longer: Longer::Name, other: OtherContent::Add, now: table.now()?, files: 1, steps: count };
    open.import(plan, |import| {
        for game in games {
            let (text, given) = (print_game(&game), SettingKey::ALL.to_vec());
            import.take(ImportedSheet { game, text, given, line: None })?;
        }
        import.end_file()
    })?;
    open.commit()?;
    Ok((count, read))
}

/// Logs one game hand by hand. Returns how many hands were logged.
fn evening(open: &OpenBook<'_>, table: &mut Table) -> Result<usize, Box<dyn Error>> {
    let (scored, now) = table.play()?;
    let mut stored = open.begin_game(&Game { hands: Vec::new(), ..scored.game.clone() }, now)?;
    let mut hands = 0;
    // One game in twenty-five is given up or left early.
    let stop = if table.dice.one_in(25) { scored.game.hands.len() / 2 } else { usize::MAX };
    for hand in scored.game.hands.iter().take(stop) {
        let hand = AcceptedHand::new(hand.logged().clone(), &scored.game.players, &scored.game.rules.rules)
            .map_err(|refused| format!("{:?}", refused.refusals))?;
        let mut sheet = stored.scored.clone();
        sheet.enter(NewEntry::Hand(hand.clone()));
        open.log(&stored, &sheet.game, now)?;
        stored.record.next_number += 1;
        hands += 1;
        if table.dice.one_in(150) {
            // A slip: the hand is undone and logged again.
            open.move_acts(ChangeVerb::UNDO, &open.to_undo(1, ActAuthor::Anyone, None)?, now)?;
            let mut sheet = stored.scored.clone();
            sheet.enter(NewEntry::Hand(hand.clone()));
            open.log(&stored, &sheet.game, now)?;
            stored.record.next_number += 1;
        }
    }
    if table.dice.one_in(8) {
        second_thoughts(open, &stored, table, now)?;
    }
    if stop < usize::MAX {
        let closings = [Closing::Unfinished, Closing::Forfeit(Side::First), Closing::Forfeit(Side::Second)];
        let game = open.game(stored.id)?;
        let is = Game { closing: Some(closings[table.dice.below(3)]), ..game.scored.game.clone() };
        open.edit(ChangeVerb::CLOSE, &game, &is, &Edited { set: vec![SettingKey::Closed], hands: Vec::new() }, now)?;
    }
    Ok(hands)
}

/// Corrects, removes or inserts a hand, and sometimes takes that back.
fn second_thoughts(open: &OpenBook<'_>, game: &StoredGame, table: &mut Table, now: Moment) -> Result<(), BookError> {
    let game = open.game(game.id)?;
    if game.scored.game.hands.is_empty() {
        return Ok(());
    }
    let at = table.dice.below(game.scored.game.hands.len());
    let Some(hand) = table.hand(&game.scored.game).map(GameHand::Accepted) else { return Ok(()) };
    let (mut is, at, place) = (game.scored.game.clone(), at, EntryAt::Hand(at));
    let (verb, hand) = match table.dice.below(6) {
        0 => (ChangeVerb::DROP, EditedHand::Removed { was: place }),
        1 => {
            is.hands.insert(at, hand);
            (ChangeVerb::INSERT, EditedHand::New { is: place, next: Some(place) })
        }
        _ => {
            is.hands[at] = hand;
            (ChangeVerb::FIX, EditedHand::Corrected { was: place, is: place })
        }
    };
    open.edit(verb, &game, &is, &Edited { set: Vec::new(), hands: vec![hand] }, now)?;
    if table.dice.one_in(10) {
        open.move_acts(ChangeVerb::UNDO, &open.to_undo(1, ActAuthor::Anyone, None)?, now)?;
    }
    Ok(())
}

/// Draws the players of the next game, and deals their hands.
struct Table {
    dice: Dice,
    /// The number of games played.
    game: usize,
    /// An upper bound for the number of games.
    games: usize,
    /// How hands end, by the rules.
    priors: BTreeMap<String, Vec<(SimulatedHand, f64)>>,
}

impl Table {
    /// Returns the time of the next game: the games are spread over the years since 2006.
    fn now(&self) -> Result<DateTime<FixedOffset>, &'static str> {
        let day = (self.game * 7300 / self.games) as u64;
        let evening = NaiveDate::from_ymd_opt(2006, 1, 1)
            .and_then(|first| first.checked_add_days(Days::new(day)))
            .and_then(|day| day.and_hms_opt(19, 0, 0))
            .map(|evening| evening + TimeDelta::minutes((self.game % 240) as i64));
        let zone = FixedOffset::east_opt(3600).ok_or("no such zone")?;
        evening.and_then(|evening| zone.from_local_datetime(&evening).single()).ok_or("no such day")
    }

    /// Plays a game to its end.
    fn play(&mut self) -> Result<(ScoredGame, Moment), Box<dyn Error>> {
        let now = self.now()?;
        self.game += 1;
        let mut at = self.dice.below(100);
        let (rules, _, a_side) = RULES
            .iter()
            .find(|(_, often, _)| {
                at < *often || {
                    at -= often;
                    false
                }
            })
            .unwrap_or(&RULES[0]);
        let mut seated: Vec<&str> = Vec::new();
        while seated.len() < 2 * a_side {
            let name = PLAYERS[self.dice.below(PLAYERS.len()).min(self.dice.below(PLAYERS.len()))];
            if !seated.contains(&name) {
                seated.push(name);
            }
        }
        let sides = seated.chunks(*a_side).map(|side| side.join(" & ")).collect::<Vec<_>>().join(", ");
        let head = format!("date: {}\nrules: {rules}\nsides: {sides}\n", now.format("%Y-%m-%d %H:%M %:z"));
        let mut game = read_one(&head)?.scored();
        while game.is_open() && game.game.hands.len() < 400 {
            if let Some(hand) = self.hand(&game.game) {
                game.enter(NewEntry::Hand(hand));
            }
        }
        Ok((game, now))
    }

    /// Deals a hand of a game and ends it as simulated players do. `None` if the rules refuse it.
    fn hand(&mut self, game: &Game) -> Option<AcceptedHand> {
        let rules = &game.rules.rules;
        let ways = self.priors.entry(game.rules.to_string()).or_insert_with(|| prior(rules).collect());
        let mut results = Vec::new();
        let mut least = None;
        for place in 0..game.players.pairs() {
            let by = Seat::new(if self.dice.one_in(2) { Side::First } else { Side::Second }, place);
            let drawn = self.dice.way(ways)?;
            match drawn.played(by) {
                Played::Results(result) => results.extend(result),
                dead if place == 0 => return game.accept(logged(dead, None)).ok(),
                Played::Dead(_) => {}
            }
            least = least.max(Some(drawn.knocker));
        }
        let upcard = needs_upcard(rules).then(|| {
            let allows = |card: &Upcard| least <= Some(Limit::of(rules, Some(*card)).deadwood);
            let cards: Vec<Upcard> = Cards::PACK.iter().map(Upcard::from).filter(allows).collect();
            cards.get(self.dice.below(cards.len().max(1))).copied()
        });
        let mut hand = logged(Played::Results(results), upcard.flatten());
        if self.dice.one_in(200) {
            hand.note = Note::read("the last card of the stock").ok();
        }
        game.accept(hand).ok()
    }
}

/// Whether the rules ask for an upcard.
fn needs_upcard(rules: &Rules) -> bool {
    rules.oklahoma != Oklahoma::Off || rules.spades_double != SpadesDouble::Off
}

fn logged(played: Played, upcard: Option<Upcard>) -> LoggedHand {
    LoggedHand { played, between: None, upcard, note: None, at: None }
}

/// A small generator of numbers (splitmix64).
struct Dice(u64);

impl Dice {
    /// One of some ways, by their weights.
    fn way(&mut self, ways: &[(SimulatedHand, f64)]) -> Option<SimulatedHand> {
        let all: f64 = ways.iter().map(|(_, weight)| weight).sum();
        let mut at = self.below(all as usize) as f64;
        let drawn = ways.iter().find(|(_, weight)| {
            at -= weight;
            at < 0.0
        });
        drawn.map(|(hand, _)| *hand)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
