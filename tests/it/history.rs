//! Undo and redo over random histories, compared with a naive model that keeps every state the book ever had.

use ginpad::book::{
    Access, Book, BookError, By, ImportPlan, ImportedGame, Longer, MoreHands, Pad, Purpose, StoredGame,
};
use ginpad_core::facts::{ChangeVerb, GameSetting};
use ginpad_core::game::{Closing, Game};
use ginpad_core::hand::{AcceptedHand, GameHand, Moment};
use ginpad_core::label::{Event, Title};
use ginpad_core::money::{Amount, Stakes};
use ginpad_core::notation::print_game;
use ginpad_core::players::Players;
use ginpad_core::rules::{Base, TableRules};
use ginpad_core::side::{BySide, Side};
use proptest::prelude::*;
use uuid::Uuid;

use crate::core::games::{as_game, game};
use crate::support::program::Table;
use crate::support::whole::{exported, take_in};

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
    let pad = book.write().unwrap();
    let stored = |game: usize| {
        let ids = pad.games().unwrap();
        let at = game.checked_rem(ids.len())?;
        Some((at, pad.game(ids[at]).unwrap()))
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
            pad.begin_game(&begun, now()).unwrap();
            model.change(|games| games.push(Kept { sheet, game: begun, source: None }));
        }
        Step::Log { game, hand, hands } => {
            let Some((game, stored)) = stored(game) else { return };
            let hands = hands_of(&sheets[model.games[game].sheet], hand, hands);
            let logged: Vec<AcceptedHand> = hands.iter().map(accepted).collect();
            pad.log(&stored, &logged, now()).unwrap();
            model.change(|games| games[game].game.hands.extend(hands));
        }
        Step::Fix { game, at, hand } => {
            let Some((game, stored, at)) = place(game, at) else { return };
            let hand = hands_of(&sheets[model.games[game].sheet], hand, 1).remove(0);
            pad.fix(&stored, at, &accepted(&hand), now()).unwrap();
            model.change(|games| games[game].game.hands[at] = hand);
        }
        Step::Drop { game, at } => {
            let Some((game, stored, at)) = place(game, at) else { return };
            pad.drop_hand(&stored, at, now()).unwrap();
            model.change(|games| drop(games[game].game.hands.remove(at)));
        }
        Step::Insert { game, at, hand } => {
            let Some((game, stored, at)) = place(game, at) else { return };
            let hand = hands_of(&sheets[model.games[game].sheet], hand, 1).remove(0);
            pad.insert(&stored, at, &accepted(&hand), now()).unwrap();
            model.change(|games| games[game].game.hands.insert(at, hand));
        }
        Step::Close { game, how } => {
            let Some((game, stored)) = stored(game) else { return };
            let how = [Closing::Unfinished, Closing::Forfeit(Side::First), Closing::Forfeit(Side::Second)][how % 3];
            pad.close(&stored, how, now()).unwrap();
            model.change(|games| games[game].game.closing = Some(how));
        }
        Step::Set { game, what } => {
            let Some((game, stored)) = stored(game) else { return };
            let set = set(&model.games[game].game, what);
            match settings(&stored, &set, what) {
                Some(setting) => drop(pad.set(&stored, setting, now()).unwrap()),
                None => drop(pad.set_sides(&stored, &set.players, now()).unwrap()),
            }
            model.change(|games| games[game].game = set);
        }
        Step::Import { sheet, longer } => import(&pad, model, sheets, sheet % sheets.len(), longer),
        Step::Undo(changes) => {
            let moving = pad.to_undo(changes, By::ThisDevice).unwrap();
            assert_eq!(moving.len(), changes.min(model.past.len()));
            if !moving.is_empty() {
                pad.move_changes(ChangeVerb::Undo, &moving, now()).unwrap();
            }
            moving.iter().for_each(|_| model.undo());
        }
        Step::Redo(changes) => {
            let moving = pad.to_redo(changes, By::ThisDevice).unwrap();
            assert_eq!(moving.len(), changes.min(model.future.len()));
            if !moving.is_empty() {
                pad.move_changes(ChangeVerb::Redo, &moving, now()).unwrap();
            }
            moving.iter().for_each(|_| model.redo());
        }
    }
    pad.commit().unwrap();
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
        5 => {
            set.rules = TableRules::assemble(&Base::Table(&game.rules), &[format!("line_bonus={}", what % 50)]).unwrap()
        }
        _ => {
            let sides = BySide::from_fn(|side: Side| game.players.of(side.other()).to_vec());
            set.players = Players::new(sides).unwrap();
        }
    }
    set
}

/// What the step sets. `None` if it seats others.
fn settings(stored: &StoredGame, set: &Game, what: usize) -> Option<GameSetting> {
    let [first, second] = stored.record.seats.clone();
    Some(match what % 7 {
        0 | 1 => GameSetting::Title(set.title.clone()),
        2 => GameSetting::Event(set.event.clone()),
        3 => GameSetting::Dealer(set.first_dealer),
        4 => GameSetting::Stake(set.stakes),
        5 => GameSetting::Rules(set.rules.clone()),
        _ if what.is_multiple_of(2) => GameSetting::Sides([second, first]),
        _ => return None,
    })
}

/// Imports a sheet in the book and in the model.
fn import(pad: &Pad<'_>, model: &mut Model, sheets: &[Game], at: usize, longer: Longer) {
    let sheet = &sheets[at];
    let text = print_game(sheet);
    let known = model.games.iter().any(|kept| kept.source.as_ref() == Some(&text) || print_game(&kept.game) == text);
    let begun = begun(&model.games, sheet).filter(|_| !known);
    let plan = ImportPlan { longer, purpose: Purpose::Keep, now: now(), files: 1, steps: 1 };
    let taken = pad.import(plan, |import| import.take(sheet)).unwrap();
    match begun {
        None if known => assert!(matches!(taken, ImportedGame::Known(_)), "{taken:?}"),
        None => {
            assert!(matches!(taken, ImportedGame::Added(_)), "{taken:?}");
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
    let pad = book.read().unwrap();
    let game = |id| {
        let stored = pad.game(id).unwrap();
        let counted = stored.scored.tally.hands.iter().filter(|hand| hand.is_counted()).count();
        (stored.number, print_game(&stored.scored.game), counted)
    };
    pad.games().unwrap().into_iter().map(game).collect()
}

/// Checks that the book gives the same games and people as the fold of all its facts.
pub(crate) fn answers_as_the_fold(book: &mut Book) {
    let pad = book.read().unwrap();
    let fold = pad.fold().unwrap();
    let ids: Vec<Uuid> = fold.games.iter().map(|game| game.record.id).collect();
    assert_eq!(pad.games().unwrap(), ids);
    for game in &fold.games {
        let stored = pad.game(game.record.id).unwrap();
        assert_eq!((&stored.scored.game, &stored.record), (&game.game, &game.record));
        assert_eq!(stored.conflicts, game.conflicts);
    }
    answers_together_as_alone(&pad, &ids);
    let people: Vec<_> = pad.people().unwrap().into_iter().map(|person| (person.id, person.name)).collect();
    assert_eq!(people, fold.people.iter().map(|person| (person.id, person.name.clone())).collect::<Vec<_>>());
    assert_eq!(pad.payments().unwrap(), fold.payments);
}

/// Checks that games read together, in any order, are what each of them is when it is read alone.
pub(crate) fn answers_together_as_alone(pad: &Pad<'_>, ids: &[Uuid]) {
    let alone: Vec<StoredGame> = ids.iter().map(|id| pad.game(*id).unwrap()).collect();
    let head = |game: &StoredGame| Game { hands: Vec::new(), ..game.scored.game.clone() };
    let mut heads = Vec::new();
    let every_other = |game: &Game| {
        heads.push(game.clone());
        heads.len() % 2 == 1
    };
    let wanted: Vec<Uuid> = ids.iter().copied().step_by(2).collect();
    assert_eq!(pad.games_where(every_other).unwrap(), wanted);
    assert_eq!(heads, alone.iter().map(head).collect::<Vec<_>>());
    // Few games are read in another way than many.
    let many = 10.min(10 * ids.len());
    let order: Vec<usize> = (0..many).map(|at| at * 7 % ids.len().max(1)).chain((0..ids.len()).rev()).collect();
    for at in [&order[..], &order[..order.len().min(3)]] {
        let mut expected = at.iter().map(|at| &alone[*at]);
        let same = |game: StoredGame| {
            let alone = expected.next().unwrap();
            assert_eq!((game.id, game.number, &game.scored), (alone.id, alone.number, &alone.scored));
            assert_eq!((game.record, game.conflicts), (alone.record.clone(), alone.conflicts.clone()));
            Ok::<(), BookError>(())
        };
        let order: Vec<Uuid> = at.iter().map(|at| ids[*at]).collect();
        pad.each_game(&order, same).unwrap();
        assert_eq!(expected.next().map(|game| game.id), None);
    }
}

fn should_say(model: &Model) -> Vec<(i64, String, usize)> {
    let game = |(at, kept): (usize, &Kept)| {
        let scored = kept.game.clone().scored();
        let counted = scored.tally.ending.map_or(kept.game.hands.len(), |ending| ending.hand + 1);
        (at as i64 + 1, print_game(&kept.game), counted)
    };
    model.games.iter().enumerate().map(game).collect()
}

fn sheets() -> impl Strategy<Value = Vec<Game>> {
    let sheet = game().prop_filter_map("no hands", |game| (!game.hands.is_empty()).then(|| as_game(&game)));
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
    fn a_book_goes_back_and_forth_as_one_that_keeps_every_state(sheets in sheets(), steps in steps(40)) {
        let device = Uuid::new_v4();
        let mut book = Book::in_memory(device).unwrap();
        let mut model = Model::default();
        for step in steps {
            take(&mut book, &mut model, &sheets, step);
            prop_assert_eq!(says(&mut book), should_say(&model), "after {:?}", step);
            answers_as_the_fold(&mut book);
        }
        let export = exported(&book.read().unwrap());
        let mut copy = Book::in_memory(device).unwrap();
        let pad = copy.write().unwrap();
        take_in(&pad, &export).unwrap();
        pad.commit().unwrap();
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
        let device = Uuid::new_v4();
        let mut model = Model::default();
        for step in steps {
            let mut book = Book::open(&table.book(), Access::Write, device).unwrap().unwrap();
            take(&mut book, &mut model, &sheets, step);
            drop(book);
            let mut book = Book::open(&table.book(), Access::Read, device).unwrap().unwrap();
            prop_assert_eq!(says(&mut book), should_say(&model), "after {:?}", step);
        }
    }
}

#[test]
fn undo_reaches_over_a_finished_game() {
    let table = Table::after(&[
        "new Ann Bob --set target=50",
        "log ann knock 4 30",
        "log bob gin 4",
        "log ann gin 10",
        "new Ann Cid",
        "log cid gin 3",
    ]);
    let won = table.json("score 1");
    assert_eq!((&won["status"], &won["winner"]), (&"finished".into(), &0.into()));
    table
        .args("undo 3")
        .out("undid log in game 2: hand 1, Cid gin 3\nundid new of game 2\nundid log in game 1: hand 3, Ann gin 10\ngame 2 is gone (Ann – Cid)\ngame 1 was won by Ann 211–54; it is open again at 26–29 points\n")
        .check();
    table.does("redo 3");
    assert_eq!(table.json("score 1"), won);
    assert_eq!(table.json("score 2")["hands"][0]["entry"], "Cid gin 3");
}

#[test]
fn a_correction_opens_and_ends_games_and_loses_no_hand() {
    let table = Table::after(&["new Ann Bob --set target=50", "log ann knock 4 30", "log bob gin 4", "log ann gin 10"]);
    table.does("fix 3 ann gin 0 --json");
    let score = table.json("score");
    assert_eq!((&score["status"], &score["columns"][0]["points"]), (&"finished".into(), &serde_json::json!([51, 29])));
    table.does("fix 1 ann knock 4 5");
    assert_eq!(table.json("score")["status"], "open");
    table.does("log ann gin 20");
    table.does("insert 1 bob gin 40");
    let score = table.json("score");
    let counted: Vec<_> = score["hands"].as_array().unwrap().iter().map(|hand| hand["counted"] == true).collect();
    assert_eq!(counted, [true, false, false, false, false]);
    assert_eq!((&score["winner"], &score["columns"][0]["points"]), (&1.into(), &serde_json::json!([0, 65])));
    assert!(score["hands"][4]["columns"].as_array().unwrap().is_empty());
    table.does("drop 1");
    let score = table.json("score");
    assert!(score["hands"].as_array().unwrap().iter().all(|hand| hand["counted"] == true));
    assert_eq!((&score["winner"], &score["columns"][0]["points"]), (&0.into(), &serde_json::json!([71, 29])));
}

/// Sixty hands of four games that were played in turns, each with a correction that came last.
fn games_in_turns() -> (Table, Vec<Uuid>) {
    let mut commands: Vec<String> = (0..4).map(|game| format!("new P{game} Bob --set target=9999")).collect();
    for hand in 0..15 {
        let by = |game| if hand == 7 { "dead".to_string() } else { format!("p{game} knock 4 {}", 20 + hand + game) };
        commands.extend((0..4).map(|game| format!("log {} --game {}", by(game), game + 1)));
    }
    commands.extend((0..4).map(|game| format!("fix {} p{game} gin 12 --game {}", 3 + game, game + 1)));
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let table = Table::after(&commands);
    let ids = Book::open(&table.book(), Access::Read, Uuid::nil()).unwrap().unwrap().read().unwrap().games().unwrap();
    (table, ids)
}

#[test]
fn games_that_were_played_in_turns_are_read_together() {
    let (table, ids) = games_in_turns();
    let mut book = Book::open(&table.book(), Access::Read, Uuid::nil()).unwrap().unwrap();
    let pad = book.read().unwrap();
    assert_eq!(ids.len(), 4);
    answers_together_as_alone(&pad, &ids);
}

#[test]
fn whoever_visits_many_games_may_stop() {
    let (table, ids) = games_in_turns();
    let mut book = Book::open(&table.book(), Access::Read, Uuid::nil()).unwrap().unwrap();
    let pad = book.read().unwrap();
    let many: Vec<Uuid> = (0..200).map(|at| ids[at % ids.len()]).collect();
    let mut seen = 0;
    let stop = |_: StoredGame| {
        seen += 1;
        if seen == 20 { Err(BookError::Busy) } else { Ok(()) }
    };
    assert!(matches!(pad.each_game(&many, stop), Err(BookError::Busy)));
    assert_eq!(seen, 20);
    let missing: Vec<Uuid> = many.iter().copied().chain([Uuid::from_u128(7)]).collect();
    let mut seen = 0;
    let count = |_: StoredGame| {
        seen += 1;
        Ok(())
    };
    assert!(matches!(pad.each_game(&missing, count), Err(BookError::Flawed { .. })));
    assert!(seen >= 180, "{seen}");
}

#[test]
fn an_import_is_undone_as_a_whole() {
    let table = Table::new();
    table.put("two.gin", "sides: Ann, Bob\n\nann gin 3\n---\nsides: Cid, Dee\n\ndee gin 3\n");
    table.does("new Ann Bob");
    table.does("import two.gin");
    assert_eq!(table.json("games")["games"].as_array().unwrap().len(), 3);
    table.does("undo");
    assert_eq!(table.json("games")["games"].as_array().unwrap().len(), 1);
    table.does("import two.gin");
    assert_eq!(table.json("games")["games"].as_array().unwrap().len(), 3);
    table.args("redo").status(1).refused();
}

#[test]
fn a_game_that_was_undone_travels_too() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "undo 2"]);
    table.put("book.json", table.does("export --json"));
    table.args("import book.json --book copy.db").out("restored the whole book: 0 games in 3 changes\n").check();
    table.does("redo 2 --book copy.db");
    assert_eq!(table.json("score --book copy.db")["hands"][0]["entry"], "Ann gin 4");
}

#[test]
fn a_restored_book_calls_its_games_as_before() {
    // The games were written down in another order than they were played.
    let table = Table::new();
    table.does("new Ann Bob --at 2026-11-20");
    table.does("log ann gin 4");
    table.does("new Cid Dee --at 2026-11-10");
    table.does("new Eve Flo --at 2026-11-15");
    table.put("book.json", table.does("export --json"));
    table.args("import book.json --book copy.db").out("restored the whole book: 3 games in 4 changes\n").check();
    assert_eq!(table.json("games --book copy.db"), table.json("games"));
    // Numbers that cannot be are replaced: each game has one of its own.
    let mut export = table.json("export");
    export["numbers"][0]["number"] = 9.into();
    export["numbers"][1]["number"] = 9.into();
    export["numbers"][2]["number"] = 0.into();
    table.put("odd.json", export.to_string());
    table.does("import odd.json --book odd.db");
    let odd = table.json("games --book odd.db");
    let mut numbers: Vec<i64> =
        odd["games"].as_array().unwrap().iter().map(|game| game["number"].as_i64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [9, 10, 11]);
    // An early export does not say the numbers.
    export.as_object_mut().unwrap().remove("numbers");
    table.put("early.json", export.to_string());
    table.does("import early.json --book early.db");
    assert_eq!(table.json("games --book early.db")["games"].as_array().unwrap().len(), 3);
}

#[test]
fn rules_are_frozen_into_a_game() {
    let table = Table::new();
    table.put("house.toml", "gin_bonus = 20\ntarget = 60\n");
    table.does("new Ann Bob --rules house.toml");
    table.does("log ann gin 30");
    table.does("log bob gin 31");
    let before = table.json("score 1");
    assert_eq!(before["columns"][0]["points"], serde_json::json!([50, 51]));
    table.put("house.toml", "gin_bonus = 100\ntarget = 10\n");
    table.does("new Ann Bob --rules house.toml");
    table.does("new Ann Bob --rules hollywood-club");
    table.does("log ann gin 30 up 7H");
    assert_eq!(table.json("score 1"), before);
    assert_eq!(table.json("score 2")["rules"]["gin_bonus"], 100);
}
