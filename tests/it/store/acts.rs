//! What a book says of its past, what it takes back, and what an import makes.

use chrono::{DateTime, Offset, Utc};
use ginpad::book::{
    Access, ActAuthor, Book, BookError, ImportPlan, ImportedGame, ImportedSheet, OpenBook, OtherContent, ProblemKind,
    StoredGame,
};
use tempfile::TempDir;
use uuid::Uuid;

use crate::support::{fix, set, with_hands};
use ginpad_core::facts::{ChangeVerb, FactId, SettingKey};
use ginpad_core::ledger::{Act, ActKind, Longer};
use ginpad_core::notation::{
    LocalTime, SheetReader, print_game, print_games, read_entry, read_games, read_one, sheet_hash,
};
use ginpad_core::{AcceptedHand, Game, GameHand, Moment};

/// A book with the state folder of a device.
struct Table {
    _folder: TempDir,
    book: Book,
}

impl Table {
    fn new() -> Table {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        let book = Book::open(&path, Access::Write, Some(&folder.path().join("state"))).unwrap().unwrap();
        Table { _folder: folder, book }
    }

    fn write<T>(&mut self, act: impl FnOnce(&OpenBook<'_>) -> T) -> T {
        let open = self.book.write().unwrap();
        let done = act(&open);
        open.commit().unwrap();
        done
    }

    /// Imports the games of a text, and says what became of each.
    fn import(&mut self, text: &str, longer: Longer) -> Vec<ImportedGame> {
        let plan = ImportPlan { longer, other: OtherContent::Add, now: now(), files: 1, steps: 0 };
        self.write(|open| {
            let mut became = Vec::new();
            let fed = open.import::<_, BookError>(plan, |import| {
                for (game, text) in games_of(text) {
                    let given = SettingKey::ALL.to_vec();
                    became.extend(import.take(ImportedSheet { game, text, given, line: None })?);
                }
                became.extend(import.end_file()?);
                Ok(())
            });
            fed.unwrap();
            became
        })
    }

    fn keep(&mut self, text: &str) -> Vec<ImportedGame> {
        self.import(text, Longer::Name)
    }

    fn undo(&mut self, verb: ChangeVerb) -> Uuid {
        self.write(|open| {
            let moving = match verb {
                ChangeVerb::REDO => open.to_redo(1, ActAuthor::ThisDevice, None).unwrap(),
                _ => open.to_undo(1, ActAuthor::ThisDevice, None).unwrap(),
            };
            open.move_acts(verb, &moving, now()).unwrap();
            moving[0].id
        })
    }
}

fn now() -> Moment {
    DateTime::UNIX_EPOCH.fixed_offset() + chrono::Duration::days(20_000)
}

fn games_of(text: &str) -> Vec<(Game, String)> {
    let utc = |_| Utc.fix();
    let mut reader = SheetReader::new(LocalTime { now: now(), offset_at: &utc });
    let mut games = Vec::new();
    for line in text.lines() {
        games.extend(reader.line(line));
    }
    games.extend(reader.end().unwrap());
    games
}

fn accepted(game: &StoredGame, entry: &str) -> AcceptedHand {
    let utc = |_| Utc.fix();
    let Game { players, rules, .. } = &game.scored.game;
    let logged = read_entry(entry, &game.scored.game, LocalTime { now: now(), offset_at: &utc }).unwrap();
    match GameHand::new(logged, players, &rules.rules) {
        GameHand::Accepted(accepted) => accepted,
        GameHand::Refused(refused) => panic!("{:?}", refused.refusals),
    }
}

fn log(open: &OpenBook<'_>, game: FactId, entry: &str) {
    let game = open.game(game).unwrap();
    open.log(&game, &with_hands(&game, &[accepted(&game, entry)]), now()).unwrap();
}

fn begin(open: &OpenBook<'_>, sides: &str) -> FactId {
    open.begin_game(&read_one(&format!("sides: {sides}\n")).unwrap(), now()).unwrap().id
}

fn history(open: &OpenBook<'_>, game: Option<FactId>) -> Vec<Act> {
    open.acts(ActAuthor::Anyone, game).unwrap().collect::<Result<_, _>>().unwrap()
}

fn verbs(open: &OpenBook<'_>, game: Option<FactId>) -> Vec<String> {
    let told = |act: Act| format!("{}{}", act.verb(), if act.counts { "" } else { " (undone)" });
    history(open, game).into_iter().map(told).collect()
}

fn entries(game: &StoredGame) -> Vec<String> {
    let text = print_game(&game.scored.game);
    text.split("\n\n").nth(1).unwrap_or_default().lines().map(str::to_lowercase).collect()
}

#[test]
fn the_last_acts_are_taken_back_and_restored() {
    let mut table = Table::new();
    let game = table.write(|open| {
        let game = begin(open, "Ann, Bob");
        log(open, game, "ann knock 4 27");
        log(open, game, "bob gin 31");
        let stored = open.game(game).unwrap();
        fix(open, &stored, 1, accepted(&stored, "bob gin 30"));
        game
    });
    let fix = table.undo(ChangeVerb::UNDO);
    table.write(|open| {
        assert_eq!(entries(&open.game(game).unwrap()), ["ann knock 4 27", "bob gin 31"]);
        assert_eq!(verbs(open, None), ["undo", "fix (undone)", "log", "log", "new"]);
        assert_eq!(verbs(open, Some(game)), verbs(open, None));
        let past = history(open, None);
        assert_eq!(past[0].kind, ActKind::Undo(vec![fix]));
        let own = open.own_writers().unwrap();
        assert!(past.iter().all(|act| own.contains(&act.first().writer)));
        let short = open.short_id(fix).unwrap();
        assert!(short.len() >= 8 && fix.to_string().starts_with(&short), "{short}");
        assert_eq!(open.acts_between((fix, fix), 4).unwrap(), [fix]);
    });
    assert_eq!(table.undo(ChangeVerb::REDO), fix);
    table.write(|open| {
        assert_eq!(entries(&open.game(game).unwrap()), ["ann knock 4 27", "bob gin 30"]);
        assert!(open.to_redo(1, ActAuthor::ThisDevice, None).unwrap().is_empty());
        assert_eq!(open.to_undo(9, ActAuthor::ThisDevice, None).unwrap().len(), 4);
    });
}

#[test]
fn what_builds_on_an_undone_change_is_told() {
    let mut table = Table::new();
    table.write(|open| {
        let game = begin(open, "Ann, Bob");
        log(open, game, "ann knock 4 27");
        let logged = open.to_undo(1, ActAuthor::ThisDevice, None).unwrap().remove(0);
        let stored = open.game(game).unwrap();
        fix(open, &stored, 0, accepted(&stored, "ann knock 4 26"));
        let fix = open.to_undo(1, ActAuthor::ThisDevice, None).unwrap().remove(0);
        open.move_acts(ChangeVerb::UNDO, std::slice::from_ref(&logged), now()).unwrap();
        let stored = open.game(game).unwrap();
        assert_eq!(entries(&stored), ["ann knock 4 26"]);
        let still_counts: Vec<_> = open.corrects_what_is_gone(&stored).unwrap().into_iter().map(|it| it.kind).collect();
        assert_eq!(still_counts, [ProblemKind::StillCounts(fix.id)]);
        log(open, game, "bob gin 31");
        let begun = history(open, Some(game)).pop().unwrap();
        open.move_acts(ChangeVerb::UNDO, std::slice::from_ref(&begun), now()).unwrap();
        assert_eq!(open.act_that_began(game).unwrap(), Some((begun.id, false)));
        assert_eq!(open.counting_acts(game).unwrap().len(), 2, "the correction and the hand");
    });
}

#[test]
fn a_hand_is_moved_and_told() {
    let mut table = Table::new();
    table.write(|open| {
        let (from, to) = (begin(open, "Ann, Bob"), begin(open, "Bob, Ann"));
        log(open, from, "ann knock 4 27");
        let [one, other] = [from, to].map(|game| open.game(game).unwrap());
        let [one, other] = open.move_hand((&one, 0), (&other, None), now()).unwrap().unwrap();
        assert_eq!((entries(&one).len(), entries(&other)), (0, vec!["ann knock 4 27".to_string()]));
        let moved = open.to_undo(1, ActAuthor::ThisDevice, None).unwrap().remove(0);
        assert_eq!((moved.games(), moved.transfers().len(), moved.game_count()), (vec![from, to], 1, 2));
        assert_eq!(moved.hands()[0].1.unwrap().game, from);
        let strangers = begin(open, "Dee, Cid");
        let strangers = open.game(strangers).unwrap();
        assert!(open.move_hand((&other, 0), (&strangers, None), now()).unwrap().is_none());
        open.move_acts(ChangeVerb::UNDO, &[moved], now()).unwrap();
        assert_eq!(entries(&open.game(from).unwrap()), ["ann knock 4 27"]);
    });
}

#[test]
fn a_setting_is_told_and_read_back() {
    let mut table = Table::new();
    table.write(|open| {
        let game = begin(open, "Ann, Bob");
        let rules = read_one("sides: A, B\nrules: standard, target=150\n").unwrap().rules;
        let stored = open.game(game).unwrap();
        let is = Game { rules: rules.clone(), ..stored.scored.game.clone() };
        set(open, ChangeVerb::SET, &stored, &is, SettingKey::Rules);
        let set = open.to_undo(1, ActAuthor::ThisDevice, None).unwrap().remove(0);
        assert_eq!(set.facts().count(), 1);
        assert!(set.is_about(game));
        assert_eq!(open.game(game).unwrap().scored.game.rules, rules);
    });
}

const SHEETS: &str = "date: 2020-01-01 19:00 +00:00\nsides: Ann, Bob\n\nann knock 4 27\nbob gin 31\n---\n\
                      date: 2020-01-02 19:00 +00:00\nsides: Ann, Cid\n\ncid gin 12\n---\n\
                      sides: Ann, Bob\n\nann gin 5\n---\nsides: Ann, Bob\n\nann gin 5\n";

#[test]
fn an_import_is_one_act_and_its_games_are_known() {
    let mut table = Table::new();
    let added = [1, 2, 3, 4].map(|number| ImportedGame::Added { number, beside: Vec::new() });
    assert_eq!(table.keep(SHEETS), added);
    let known = [1, 2, 3, 4].map(ImportedGame::Known);
    assert_eq!(table.keep(SHEETS), known);
    assert_eq!(table.keep(&SHEETS.replace("ann knock 4 27", "# a remark\n ann  knock 4  27 ")), known);
    // What we print is another text of the same games.
    let games = games_of(SHEETS).into_iter().map(|(game, _)| game).collect::<Vec<_>>();
    assert_eq!(table.keep(&print_games(&games)), known);
    table.write(|open| {
        assert_eq!(verbs(open, None), ["import"]);
        let import = open.to_undo(1, ActAuthor::ThisDevice, None).unwrap().remove(0);
        assert_eq!((import.game_count(), import.hands().len(), import.is_large()), (4, 5, false));
        assert_eq!(open.acts_between((import.id, import.id), 2).unwrap(), [import.id]);
        let all = (Uuid::nil(), Uuid::max());
        assert_eq!(open.acts_between(all, 9).unwrap(), [import.id]);
    });
}

#[test]
fn a_game_that_was_taken_back_comes_back_as_it_stood() {
    let mut table = Table::new();
    table.keep(SHEETS);
    let hash = table.write(|open| {
        let stored = open.game(open.games().unwrap()[0]).unwrap();
        let fixed = fix(open, &stored, 1, accepted(&stored, "bob gin 30"));
        let import = history(open, None).pop().unwrap();
        open.move_acts(ChangeVerb::UNDO, &[import], now()).unwrap();
        assert!(open.games().unwrap().is_empty());
        sheet_hash(&fixed.scored.game)
    });
    assert_eq!(table.keep(SHEETS), [1, 2, 3, 4].map(|number| ImportedGame::Added { number, beside: Vec::new() }));
    table.write(|open| {
        let games = open.games().unwrap();
        assert_eq!(games.len(), 4);
        assert!(games.iter().any(|game| sheet_hash(&open.game(*game).unwrap().scored.game) == hash));
        assert_eq!(open.people().unwrap().len(), 3);
    });
    // Game 1 has other hands than its sheet, and so the end of the file decides which game the sheet is.
    let differs = ImportedGame::Differs { number: 1, what: vec!["hands"] };
    assert_eq!(table.keep(SHEETS), [2, 3, 4].map(ImportedGame::Known).into_iter().chain([differs]).collect::<Vec<_>>());
}

#[test]
fn a_longer_sheet_goes_on_with_a_game() {
    let mut table = Table::new();
    let longer = "date: 2020-01-01 19:00 +00:00\nsides: Ann, Bob\n\nann knock 4 27\nbob gin 31\nann gin 7\n";
    table.keep(SHEETS);
    let named = table.keep(longer);
    assert!(matches!(named[..], [ImportedGame::Longer(more)] if more.game == 1 && more.hands == 1), "{named:?}");
    let continued = table.import(longer, Longer::Continue);
    assert!(matches!(continued[..], [ImportedGame::Continued(more)] if more.game == 1), "{continued:?}");
    assert_eq!(table.keep(longer), [ImportedGame::Known(1)]);
    assert_eq!(table.keep(SHEETS)[0], ImportedGame::Known(1));
    table.write(|open| assert_eq!(entries(&open.game(open.games().unwrap()[0]).unwrap()).len(), 3));
}

#[test]
fn a_game_that_was_begun_here_is_known_by_what_we_print() {
    let mut table = Table::new();
    let text = table.write(|open| {
        let game = begin(open, "Ann, Bob");
        log(open, game, "ann knock 4 27");
        print_game(&open.game(game).unwrap().scored.game)
    });
    assert_eq!(read_games(&text, LocalTime { now: now(), offset_at: &|_| Utc.fix() }).unwrap().len(), 1);
    assert_eq!(table.keep(&text), [ImportedGame::Known(1)]);
}
