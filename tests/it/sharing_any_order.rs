//! Books that meet in a shared folder in any order, stopped anywhere, restored in between, with files that come by halves:
//! in the end all of them hold the same, and nothing goes back and forth any more.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use ginpad::book::{
    Access, ActAuthor, Book, Exchange, OpenBook, Restorer, SegmentFault, SharedFolder, Steps, Watcher, restore,
};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::core::facts_devices::{hand, now, played, sheet, steps};
use crate::cottage::shared_out;
use crate::support::whole::{answers_as_the_fold, contents, exported, file_of, take_in};
use crate::support::{drop_hand, fix, with_hands};
use ginpad_core::facts::ChangeVerb;
use ginpad_core::ledger::Namesakes;

#[derive(Debug)]
struct Nobody;

impl Watcher for Nobody {
    fn begin(&self, _: &'static str, _: usize) -> Box<dyn Steps> {
        Box::new(())
    }
}

/// Three laptops and what they share.
struct Cottage {
    folder: TempDir,
}

/// What an exchange did.
#[derive(Debug, PartialEq, Eq)]
enum Did {
    Stopped,
    Something,
    Nothing,
}

impl Cottage {
    fn new() -> Cottage {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("shared")).unwrap();
        (0..3).for_each(|laptop| fs::create_dir(folder.path().join(laptop.to_string())).unwrap());
        Cottage { folder }
    }

    fn shared(&self) -> PathBuf {
        self.folder.path().join("shared")
    }

    fn state(&self, laptop: usize) -> PathBuf {
        self.folder.path().join(laptop.to_string())
    }

    fn path(&self, laptop: usize) -> PathBuf {
        self.state(laptop).join("book.db")
    }

    fn book(&self, laptop: usize) -> Book {
        Book::open(&self.path(laptop), Access::Write, Some(&self.state(laptop))).unwrap().unwrap()
    }

    fn write(&self, laptop: usize, write: impl FnOnce(&OpenBook<'_>)) {
        let mut book = self.book(laptop);
        let open = book.write().unwrap();
        write(&open);
        open.commit().unwrap();
    }

    fn content(&self, laptop: usize) -> BTreeSet<String> {
        contents(&exported(&self.book(laptop).read().unwrap()))
    }

    /// One exchange, which may be stopped after any step.
    fn sync(&self, laptop: usize, stop: usize) -> Did {
        let folder = SharedFolder::open(&self.shared(), &self.path(laptop)).unwrap();
        let mut exchange = Exchange::begin(folder, Namesakes::Join, now()).unwrap();
        let mut book = self.book(laptop);
        exchange.ask(&book.read().unwrap()).unwrap();
        while exchange.fetch() {
            if stop == 1 {
                return Did::Stopped;
            }
            let open = book.write().unwrap();
            exchange.arrivals.receive(&open, |_, _| Ok(())).unwrap();
            if stop == 2 {
                return Did::Stopped;
            }
            open.commit().unwrap();
        }
        if stop == 3 {
            return Did::Stopped;
        }
        loop {
            let Some(part) = exchange.collect(&book.read().unwrap()).unwrap() else { break };
            if stop == 4 {
                return Did::Stopped;
            }
            exchange.put(part).unwrap();
            if stop == 5 {
                return Did::Stopped;
            }
        }
        exchange.mend(|file| fs::remove_file(file));
        let may_come = |fault: &SegmentFault| {
            use SegmentFault::{Missing, Newer, Strange, Unfinished};
            matches!(fault, Unfinished(_) | Newer(_) | Missing(_) | Strange(_))
        };
        assert!(exchange.unread.items.iter().all(may_come), "{:?}", exchange.unread);
        if exchange.arrivals.brought.amount.changes > 0 || exchange.arrivals.brought.sent.changes > 0 {
            Did::Something
        } else {
            Did::Nothing
        }
    }

    fn segments(&self) -> Vec<PathBuf> {
        let devices = fs::read_dir(self.shared()).unwrap().map(|device| device.unwrap().path());
        let mut segments: Vec<PathBuf> =
            devices.flat_map(|device| fs::read_dir(device).unwrap().map(|segment| segment.unwrap().path())).collect();
        segments.retain(|segment| !segment.file_name().unwrap().to_string_lossy().starts_with('.'));
        segments.sort();
        segments
    }
}

/// What somebody does with a laptop.
#[derive(Debug, Clone, Copy)]
enum Act {
    /// Learns of lines that are a part of a history of others.
    Learn(usize),
    Begin,
    Log(usize),
    Fix(usize),
    Drop(usize),
    Move(usize),
    Undo(usize),
    Sync(usize),
    /// Keeps a copy of the book.
    Backup,
    Restore,
    /// A file of the folder is there only in part until the end of the time.
    Half(usize),
    /// A file of the folder is not there until the end of the time.
    Gone(usize),
    /// All files are there again.
    Whole,
}

fn act() -> impl Strategy<Value = (usize, Act)> {
    let any = || 0..1000_usize;
    let act = prop_oneof![
        3 => any().prop_map(Act::Learn),
        1 => Just(Act::Begin),
        4 => any().prop_map(Act::Log),
        2 => any().prop_map(Act::Fix),
        1 => any().prop_map(Act::Drop),
        2 => any().prop_map(Act::Move),
        2 => (1..4_usize).prop_map(Act::Undo),
        // Most are not stopped.
        9 => (0..12_usize).prop_map(Act::Sync),
        1 => Just(Act::Backup),
        1 => Just(Act::Restore),
        1 => any().prop_map(Act::Half),
        1 => any().prop_map(Act::Gone),
        2 => Just(Act::Whole),
    ];
    (0..3_usize, act)
}

/// Files that are not there as they were, with what they hold.
type Away = Vec<(PathBuf, Vec<u8>)>;

fn put_back(away: &mut Away) {
    away.drain(..).for_each(|(path, content)| fs::write(path, content).unwrap());
}

fn taken_away(cottage: &Cottage, number: usize, away: &mut Away) -> Option<PathBuf> {
    let mut segments = cottage.segments();
    segments.retain(|segment| away.iter().all(|(other, _)| other != segment));
    let segment = segments.get(number.checked_rem(segments.len())?)?.clone();
    away.push((segment.clone(), fs::read(&segment).unwrap()));
    Some(segment)
}

fn in_the_book(open: &OpenBook<'_>, act: Act) {
    let games: Vec<_> = open.games().unwrap();
    let chosen = |number: usize| Some(open.game(games[number.checked_rem(games.len())?]).unwrap());
    let place = |number: usize| {
        chosen(number).and_then(|game| {
            let at = number.checked_rem(game.scored.game.hands.len())?;
            Some((game, at))
        })
    };
    match act {
        Act::Begin => _ = open.begin_game(&sheet(), now()).unwrap(),
        Act::Log(number) => {
            if let Some(game) = chosen(number) {
                open.log(&game, &with_hands(&game, &[hand(number)]), now()).unwrap();
            }
        }
        Act::Fix(number) => {
            if let Some((game, at)) = place(number) {
                fix(open, &game, at, hand(number + 1));
            }
        }
        Act::Drop(number) => {
            if let Some((game, at)) = place(number) {
                drop_hand(open, &game, at);
            }
        }
        Act::Move(number) => {
            if let Some((game, at)) = place(number)
                && let Some(to) = chosen(number / 7)
                && to.id != game.id
            {
                open.move_hand((&game, at), (&to, None), now()).unwrap();
            }
        }
        Act::Undo(changes) => {
            let undone = open.to_undo(changes, ActAuthor::Anyone, None).unwrap();
            if !undone.is_empty() {
                open.move_acts(ChangeVerb::UNDO, &undone, now()).unwrap();
            }
        }
        _ => {}
    }
}

fn restored(cottage: &Cottage, laptop: usize) {
    let (state, path) = (cottage.state(laptop), cottage.path(laptop));
    let from = state.join("kept.db");
    if from.exists() {
        let restorer = Restorer { state: Some(state), now: now() };
        let nobody: Arc<dyn Watcher> = Arc::new(Nobody);
        restore(&path, &from, &restorer, &nobody).unwrap();
    }
}

/// Everything in the segments of a folder.
fn in_the_folder(segments: &[PathBuf]) -> BTreeSet<String> {
    let read = |path: &PathBuf| contents(&fs::read_to_string(path).unwrap());
    segments.iter().flat_map(read).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laptops_that_share_a_folder_in_any_order_end_alike(
        steps in steps(), seed: u64, share: u64, acts in prop::collection::vec(act(), 10..40),
    ) {
        let cottage = Cottage::new();
        let shares = shared_out(&played(&steps, seed).lines, 5, share);
        let mut away = Away::new();
        // What a laptop had when it had just shared all of it.
        let mut all = BTreeSet::new();
        (0..3).for_each(|laptop| cottage.write(laptop, |open| in_the_book(open, Act::Begin)));
        for (laptop, act) in acts {
            match act {
                Act::Learn(number) => {
                    let learnt = file_of(&shares[number % shares.len()]);
                    cottage.write(laptop, |open| drop(take_in(open, &learnt).unwrap()));
                }
                Act::Sync(stop) => {
                    if cottage.sync(laptop, stop) != Did::Stopped {
                        all.extend(cottage.content(laptop));
                    }
                }
                Act::Backup => _ = fs::copy(cottage.path(laptop), cottage.state(laptop).join("kept.db")).unwrap(),
                Act::Restore => restored(&cottage, laptop),
                Act::Half(number) => {
                    if let Some(segment) = taken_away(&cottage, number, &mut away) {
                        let content = fs::read(&segment).unwrap();
                        fs::write(segment, &content[..number % content.len()]).unwrap();
                    }
                }
                Act::Gone(number) => {
                    if let Some(segment) = taken_away(&cottage, number, &mut away) {
                        fs::remove_file(segment).unwrap();
                    }
                }
                Act::Whole => put_back(&mut away),
                act => cottage.write(laptop, |open| in_the_book(open, act)),
            }
        }
        put_back(&mut away);
        let mut rounds = 0;
        while (0..3).map(|laptop| cottage.sync(laptop, 0)).filter(|did| *did == Did::Something).count() > 0 {
            rounds += 1;
            prop_assert!(rounds < 5, "they never come to an end");
        }
        let segments = cottage.segments();
        for laptop in 0..3 {
            prop_assert_eq!(cottage.sync(laptop, 0), Did::Nothing);
        }
        prop_assert_eq!(&cottage.segments(), &segments, "nothing is written once nothing is new");
        let content = cottage.content(0);
        prop_assert!(content.is_superset(&all), "what was shared once is not lost");
        prop_assert_eq!(&in_the_folder(&segments), &content, "all of it is in the folder");
        for laptop in 0..3 {
            prop_assert_eq!(&cottage.content(laptop), &content);
            answers_as_the_fold(&mut cottage.book(laptop));
        }
    }
}
