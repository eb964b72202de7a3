//! Undo and redo over random histories, compared with a naive model that keeps every state the book ever had.

use chrono::{Offset as _, Utc};
use ginpad::book::{
    Access, ActAuthor, Book, BookError, ImportPlan, ImportedGame, ImportedSheet, MoreHands, OpenBook, OtherContent,
};
use proptest::prelude::*;

use crate::core::games::{as_game, plain_game};
use crate::support::program::Table;
use crate::support::whole::{answers_as_the_fold, exported, take_in};
use crate::support::{self, drop_hand, fix, insert, with_hands};
use ginpad_core::facts::{ChangeVerb, Edited, SettingKey};
use ginpad_core::ledger::Longer;
use ginpad_core::notation::{LocalTime, print_entry, print_game, read_edited, read_one};
use ginpad_core::{
    AcceptedHand, Amount, BySide, Closing, Event, Game, GameHand, Moment, Players, Side, Stakes, TableRules, Title,
};

/// One step of a history. Each number is taken modulo the number of things it chooses from.
#[derive(Debug, Clone, Copy)]
enum Step {
    New(usize),
    Log { game: usize, hand: usize, hands: usize },
    Fix { game: usize, at: usize, hand: usize },
    Drop { game: usize, at: usize },
    Insert { game: usize, at: usize, hand: usize },
    Close { game: usize, how: usize },
    Set { game: usize, what: usize },
    Edit { game: usize, what: usize, hands: [usize; 6] },
    Move { game: usize, at: usize, to: usize, before: usize },
    Import { sheet: usize, longer: Longer },
    Undo(usize),
    Redo(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let any = || 0..1000_usize;
    prop_oneof![
        2 => any().prop_map(Step::New),
        6 => (any(), any(), 1..4_usize).prop_map(|(game, hand, hands)| Step::Log { game, hand, hands }),
        3 => (any(), any(), any()).prop_map(|(game, at, hand)| Step::Fix { game, at, hand }),
        2 => (any(), any()).prop_map(|(game, at)| Step::Drop { game, at }),
        3 => (any(), any(), any()).prop_map(|(game, at, hand)| Step::Insert { game, at, hand }),
        1 => (any(), any()).prop_map(|(game, how)| Step::Close { game, how }),
        2 => (any(), any()).prop_map(|(game, what)| Step::Set { game, what }),
        3 => (any(), any(), proptest::array::uniform6(any())).prop_map(|(game, what, hands)| Step::Edit { game, what, hands }),
        3 => (any(), any(), any(), any())
            .prop_map(|(game, at, to, before)| Step::Move { game, at, to, before }),
        2 => (any(), prop_oneof![Just(Longer::Name), Just(Longer::Continue)])
            .prop_map(|(sheet, longer)| Step::Import { sheet, longer }),
        5 => (1..6_usize).prop_map(Step::Undo),
        4 => (1..6_usize).prop_map(Step::Redo),
    ]
}

/// A game of the model: the sheet that it began with, and the game now.
#[derive(Debug, Clone)]
struct Kept {
    sheet: usize,
    game: Game,
    source: Option<String>,
}

/// Every state the book had: the ones that undo goes back to, and the ones that redo goes forward to.
#[derive(Debug, Default)]
struct Model {
    games: Vec<Kept>,
    past: Vec<Vec<Kept>>,
    future: Vec<Vec<Kept>>,
}

impl Model {
    fn change(&mut self, change: impl FnOnce(&mut Vec<Kept>)) {
        self.past.push(self.games.clone());
        self.future.clear();
        change(&mut self.games);
    }

    fn undo(&mut self) {
        let before = self.past.pop().unwrap();
        self.future.push(std::mem::replace(&mut self.games, before));
    }

    fn redo(&mut self) {
        let after = self.future.pop().unwrap();
        self.past.push(std::mem::replace(&mut self.games, after));
    }
}

fn now() -> Moment {
    Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap()
}

/// `hands` hands of a sheet, beginning at `from`. After the last hand the first one follows.
fn hands_of(sheet: &Game, from: usize, hands: usize) -> Vec<GameHand> {
    sheet.hands.iter().cycle().skip(from % sheet.hands.len()).take(hands).cloned().collect()
}

/// The accepted hand. The rules of a random game accept all of its hands.
fn accepted(hand: &GameHand) -> AcceptedHand {
    let GameHand::Accepted(accepted) = hand else { panic!("{hand:?}") };
    accepted.clone()
}

/// Takes a step in the book and in the model. An impossible step does nothing.
fn take(book: &mut Book, model: &mut Model, sheets: &[Game], step: Step) {
    let open = book.write().unwrap();
    let stored = |game: usize| {
        let ids = open.games().unwrap();
        let at = game.checked_rem(ids.len())?;
        Some((at, open.game(ids[at]).unwrap()))
    };
    let place = |game: usize, at: usize| {
        let (game, stored) = stored(game)?;
        let at = at.checked_rem(stored.scored.game.hands.len())?;
        Some((game, stored, at))
    };
    match step {
        Step::New(sheet) => {
            let sheet = sheet % sheets.len();
            let begun = Game { hands: Vec::new(), ..sheets[sheet].clone() };
            open.begin_game(&begun, now()).unwrap();
            model.change(|games| games.push(Kept { sheet, game: begun, source: None }));
        }
        Step::Log { game, hand, hands } => {
            let Some((game, stored)) = stored(game) else { return };
            let hands = hands_of(&sheets[model.games[game].sheet], hand, hands);
            let logged: Vec<AcceptedHand> = hands.iter().map(accepted).collect();
            open.log(&stored, &with_hands(&stored, &logged), now()).unwrap();
            model.change(|games| games[game].game.hands.extend(hands));
        }
        Step::Fix { game, at, hand } => {
            let Some((game, stored, at)) = place(game, at) else { return };
            let hand = hands_of(&sheets[model.games[game].sheet], hand, 1).remove(0);
            fix(&open, &stored, at, accepted(&hand));
            model.change(|games| games[game].game.hands[at] = hand);
        }
        Step::Drop { game, at } => {
            let Some((game, stored, at)) = place(game, at) else { return };
            drop_hand(&open, &stored, at);
            model.change(|games| drop(games[game].game.hands.remove(at)));
        }
        Step::Insert { game, at, hand } => {
            let Some((game, stored, at)) = place(game, at) else { return };
            let hand = hands_of(&sheets[model.games[game].sheet], hand, 1).remove(0);
            insert(&open, &stored, at, accepted(&hand));
            model.change(|games| games[game].game.hands.insert(at, hand));
        }
        Step::Close { game, how } => {
            let Some((game, stored)) = stored(game) else { return };
            let how = [Closing::Unfinished, Closing::Forfeit(Side::First), Closing::Forfeit(Side::Second)][how % 3];
            let is = Game { closing: Some(how), ..stored.scored.game.clone() };
            support::set(&open, ChangeVerb::CLOSE, &stored, &is, SettingKey::Closed);
            model.change(|games| games[game].game.closing = Some(how));
        }
        Step::Set { game, what } => {
            let Some((game, stored)) = stored(game) else { return };
            let set = set(&model.games[game].game, what);
            support::set(&open, ChangeVerb::SET, &stored, &set, key_set(what));
            model.change(|games| games[game].game = set);
        }
        Step::Edit { game, what, hands } => {
            let Some((game, stored)) = stored(game) else { return };
            let was = &model.games[game].game;
            let is = edited(was, &sheets[model.games[game].sheet], what, hands);
            assert_eq!(read_back(&print_game(&is), &stored.scored.game), is);
            let edited = Edited::of(&stored.scored.game, &is);
            open.edit(ChangeVerb::EDIT, &stored, &is, &edited, now()).unwrap();
            if !edited.is_nothing() {
                model.change(|games| games[game].game = is);
            }
        }
        Step::Move { game, at, to, before } => {
            let (Some((game, from, at)), Some((to, reached))) = (place(game, at), stored(to)) else { return };
            // The rules of another sheet might refuse the hand.
            if game == to || model.games[game].sheet != model.games[to].sheet {
                return;
            }
            let before = Some(before % 4).filter(|before| *before < model.games[to].game.hands.len());
            open.move_hand((&from, at), (&reached, before), now()).unwrap().unwrap();
            model.change(|games| {
                let hand = games[game].game.hands.remove(at);
                let hand = reseated(&hand, &games[game].game, &games[to].game);
                let hands = &mut games[to].game.hands;
                hands.insert(before.unwrap_or(hands.len()), hand);
            });
        }
        Step::Import { sheet, longer } => import(&open, model, sheets, sheet % sheets.len(), longer),
        Step::Undo(changes) => {
            let moving = open.to_undo(changes, ActAuthor::Anyone, None).unwrap();
            assert_eq!(moving.len(), changes.min(model.past.len()));
            if !moving.is_empty() {
                open.move_acts(ChangeVerb::UNDO, &moving, now()).unwrap();
            }
            moving.iter().for_each(|_| model.undo());
        }
        Step::Redo(changes) => {
            let moving = open.to_redo(changes, ActAuthor::Anyone, None).unwrap();
            assert_eq!(moving.len(), changes.min(model.future.len()));
            if !moving.is_empty() {
                open.move_acts(ChangeVerb::REDO, &moving, now()).unwrap();
            }
            moving.iter().for_each(|_| model.redo());
        }
    }
    open.commit().unwrap();
}

/// A hand of one game as it reads in another game of the same players.
fn reseated(hand: &GameHand, from: &Game, to: &Game) -> GameHand {
    let entry = print_entry(hand.logged(), &from.players);
    let text = print_game(&Game { hands: Vec::new(), closing: None, ..to.clone() });
    read_one(&format!("{text}\n{entry}\n")).unwrap().hands.remove(0)
}

/// The game with something set anew.
fn set(game: &Game, what: usize) -> Game {
    let mut set = game.clone();
    match what % 7 {
        0 => set.title = Some(Title::read(&format!("Game {what}")).unwrap()),
        1 => set.title = None,
        2 => set.event = Some(Event::read("Cruise").unwrap()),
        3 => set.first_dealer = Some(if what.is_multiple_of(2) { Side::First } else { Side::Second }),
        4 => set.stakes = Stakes::new(Some(Amount::read("0.05 USD").unwrap()), None, None).unwrap(),
        // No hand is illegal because of these.
        5 => set.rules = TableRules::assemble(Ok(game.rules.clone()), &[format!("line_bonus={}", what % 50)]).unwrap(),
        _ => {
            let sides = BySide::from_fn(2, |side: Side| game.players.of(side.other()).to_vec());
            set.players = Players::new(sides).unwrap();
        }
    }
    set
}

/// The game as somebody edited its sheet: something is set anew or not, and hands are out, put in or others.
fn edited(was: &Game, sheet: &Game, what: usize, hands: [usize; 6]) -> Game {
    let mut is = if what.is_multiple_of(3) { was.clone() } else { set(was, what) };
    for seed in hands {
        let at = seed % (is.hands.len() + 1);
        match seed % 5 {
            0 if at < is.hands.len() => drop(is.hands.remove(at)),
            1 if at < is.hands.len() => is.hands[at] = hands_of(sheet, seed, 1).remove(0),
            2 => is.hands.insert(at, hands_of(sheet, seed, 1).remove(0)),
            3 => is.hands.extend(hands_of(sheet, seed, 2)),
            _ => {}
        }
    }
    is
}

/// What a sheet says that was made of this game and edited.
fn read_back(sheet: &str, was: &Game) -> Game {
    let utc = |_| Utc.fix();
    read_edited(sheet, was, LocalTime { now: now(), offset_at: &utc }).unwrap()
}

/// What [`set`] sets.
const fn key_set(what: usize) -> SettingKey {
    match what % 7 {
        0 | 1 => SettingKey::Title,
        2 => SettingKey::Event,
        3 => SettingKey::Dealer,
        4 => SettingKey::Stake,
        5 => SettingKey::Rules,
        _ => SettingKey::Sides,
    }
}

/// Imports a sheet in the book and in the model.
fn import(open: &OpenBook<'_>, model: &mut Model, sheets: &[Game], at: usize, longer: Longer) {
    let sheet = &sheets[at];
    let text = print_game(sheet);
    let known = model.games.iter().any(|kept| kept.source.as_ref() == Some(&text) || print_game(&kept.game) == text);
    let begun = begun(&model.games, sheet).filter(|_| !known);
    let plan = ImportPlan { longer, other: OtherContent::Add, now: now(), files: 1, steps: 1 };
    let taken = open.import(plan, |import| {
        let (game, text, given) = (sheet.clone(), text.clone(), SettingKey::ALL.to_vec());
        let taken = import.take(ImportedSheet { game, text, given, line: None })?;
        Ok::<_, BookError>(import.end_file()?.into_iter().chain(taken).next())
    });
    let taken = taken.unwrap().unwrap();
    match begun {
        // What was set since is named, and stays.
        None if known => {
            assert!(matches!(taken, ImportedGame::Known(_) | ImportedGame::Differs { .. }), "{taken:?}");
        }
        // The same hands on one day are the same game, whatever else the sheet says of it.
        None if matches!(taken, ImportedGame::Differs { .. }) => {
            assert!(model.games.iter().any(|kept| kept.game.hands.len() == sheet.hands.len()), "{taken:?}");
        }
        None => {
            assert!(matches!(taken, ImportedGame::Added { .. }), "{taken:?}");
            model.change(|games| games.push(Kept { sheet: at, game: sheet.clone(), source: Some(text) }));
        }
        Some((_, hands)) if longer == Longer::Name => {
            let more = sheet.hands.len() - hands;
            assert!(matches!(taken, ImportedGame::Longer(MoreHands { hands, .. }) if hands == more), "{taken:?}");
        }
        Some((game, hands)) => {
            assert!(matches!(taken, ImportedGame::Continued(_)), "{taken:?}");
            model.change(|games| {
                games[game].game.hands.extend_from_slice(&sheet.hands[hands..]);
                games[game].game.closing = sheet.closing;
            });
        }
    }
}

/// The game with the most hands that the sheet goes on with, and how many of the sheet's hands it has.
fn begun(games: &[Kept], sheet: &Game) -> Option<(usize, usize)> {
    let least = usize::from(sheet.started.is_none());
    (least..sheet.hands.len()).rev().find_map(|hands| {
        let start = print_game(&Game { hands: sheet.hands[..hands].to_vec(), closing: None, ..sheet.clone() });
        let at = games.iter().position(|kept| kept.game.closing.is_none() && print_game(&kept.game) == start)?;
        Some((at, hands))
    })
}

/// What the book says about its games: their numbers, their sheets, and how many hands count.
fn says(book: &mut Book) -> Vec<(i64, String, usize)> {
    let open = book.read().unwrap();
    let game = |id| {
        let stored = open.game(id).unwrap();
        let counted = stored.scored.tally.hands.iter().filter(|hand| hand.is_counted()).count();
        (stored.number, print_game(&stored.scored.game), counted)
    };
    open.games().unwrap().into_iter().map(game).collect()
}

fn should_say(model: &Model) -> Vec<(i64, String, usize)> {
    let game = |(at, kept): (usize, &Kept)| {
        let scored = kept.game.clone().scored();
        let counted = scored.ended_after().unwrap_or(kept.game.hands.len());
        (at as i64 + 1, print_game(&kept.game), counted)
    };
    model.games.iter().enumerate().map(game).collect()
}

fn sheets() -> impl Strategy<Value = Vec<Game>> {
    let sheet = plain_game().prop_filter_map("no hands", |game| (!game.hands.is_empty()).then(|| as_game(&game)));
    proptest::collection::vec(sheet, 1..=3)
}

fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec(step(), 1..=most).prop_map(|mut steps| {
        steps.insert(0, Step::New(0));
        steps
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "long: `.ci/run` runs it"]
    fn a_book_goes_back_and_forth_as_one_that_keeps_every_state(sheets in sheets(), steps in steps(40)) {
        let mut book = Book::in_memory().unwrap();
        let mut model = Model::default();
        for step in steps {
            take(&mut book, &mut model, &sheets, step);
            prop_assert_eq!(says(&mut book), should_say(&model), "after {:?}", step);
            answers_as_the_fold(&mut book);
        }
        let export = exported(&book.read().unwrap());
        let mut copy = Book::in_memory().unwrap();
        let open = copy.write().unwrap();
        take_in(&open, &export).unwrap();
        open.commit().unwrap();
        prop_assert_eq!(says(&mut copy), should_say(&model), "the copy");
        // Undo and redo work in the copy as they did in the book, on the same device.
        for step in [Step::Undo(3), Step::Redo(2), Step::Undo(9)] {
            take(&mut copy, &mut model, &sheets, step);
            prop_assert_eq!(says(&mut copy), should_say(&model), "the copy after {:?}", step);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_book_on_disk_does_so_over_restarts(sheets in sheets(), steps in steps(20)) {
        let table = Table::new();
        let mut model = Model::default();
        for step in steps {
            let mut book = Book::open(&table.book(), Access::Write, Some(&table.path("state"))).unwrap().unwrap();
            take(&mut book, &mut model, &sheets, step);
            drop(book);
            let mut book = Book::open(&table.book(), Access::Read, Some(&table.path("state"))).unwrap().unwrap();
            prop_assert_eq!(says(&mut book), should_say(&model), "after {:?}", step);
        }
    }
}
