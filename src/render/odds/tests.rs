//! Odds as they are shown.

use ginpad_core::game::ScoredGame;
use ginpad_core::odds::{Basis, Method, NeedsTable, NoOdds, Odds, OwnHands};
use ginpad_core::points::Points;
use ginpad_core::rules::{Preset, TableRules};
use ginpad_core::side::BySide;
use ginpad_core::text::width;

use super::percent::Percents;
use super::*;
use crate::render::Look;
use crate::render::Place;
use crate::render::samples::{ALIKE, FORFEIT, FOUR, HOLLY, LONG, LONGEST, MULTI, NEW, SINGLE, UNFINISHED, scored};

fn found(game: &ScoredGame) -> Result<Odds, NoOdds> {
    let mut own = OwnHands::new(&game.game.players, &game.game.rules.rules);
    own.add(game);
    Odds::of(game, &own)
}

fn text(sheet: &str, number: Option<i64>, columns: usize) -> String {
    let game = scored(sheet);
    odds(GameOdds { place: Place { number, imported: false }, game: &game, odds: &found(&game) }, Look::plain(columns))
}

const AT_71: &str = "sides: Ann, Bob\n\nann knock 4 27\nbob knock 3 20\nann gin 20\n";

#[test]
fn an_open_game_has_its_chances_and_what_they_rest_on() {
    insta::assert_snapshot!(text(AT_71, Some(12), 80), @"
    game 12: Ann – Bob, open at 68–17
    Ann about 81 %, Bob 19 % (3 of your own hands, the rest simulated; ± 8)
    ");
    insta::assert_snapshot!(text("sides: Ann, Bob\n", None, 80), @"
    Ann – Bob, open at 0–0
    Ann about 50 %, Bob 50 % (simulated hands only; ± 8)
    ");
}

#[test]
fn games_that_are_played_on_say_so() {
    insta::assert_snapshot!(text(NEW, None, 80) + &text(MULTI, None, 80), @"
    Ann – Bob, open at 0–0 in column 1
    Ann about 50 %, Bob 50 % (simulated hands only; ± 8; 10000 games played on, ±
      0.5)
    Ann – Bob, open at 330–362
    Ann about 59 %, Bob 41 % (5 of your own hands, the rest simulated; ± 8; 10000
      games played on, ± 0.5)
    ");
}

#[test]
fn a_game_that_is_over_has_no_chances_but_a_result() {
    insta::assert_snapshot!(text(SINGLE, Some(3), 80) + &text(FORFEIT, None, 80) + &text(UNFINISHED, None, 80), @"
    game 3: Ann – Bob, won by Bob 285–144
    Bob wins the game 285–144, net 141
    Ann & Cid – Bob & Dee, forfeited by Bob & Dee
    Bob & Dee forfeited; Ann & Cid win
    Ann – Bob, closed unfinished at 23–0
    No odds: the game was closed unfinished, and nobody wins it
    ");
}

#[test]
fn partners_without_enough_hands_are_told_so() {
    let sheet = "rules: partners\nsides: Ann & Cid, Bob & Dee\n\nann gin 20, cid gin 9\n";
    insta::assert_snapshot!(text(sheet, None, 40), @"
    Ann & Cid – Bob & Dee, open at 79–0
    No odds yet: these sides have won 1 hand
      against each other, and partners need
      40
    ");
}

fn of(first: f64, second: f64, tie: f64) -> (u32, u32, Option<u32>) {
    let basis = Some(Basis { own_hands: 0, model_error: None });
    let odds = Odds { win: BySide::new(first, second), tie, method: Method::Exact, basis };
    let Percents { win, tie } = Percents::of(&odds);
    let [first, second] = ginpad_core::side::Side::BOTH.map(|side| win[side]);
    (first, second, tie)
}

#[test]
fn nothing_is_certain_until_it_is_decided() {
    assert_eq!(of(0.999, 0.001, 0.0), (99, 1, None));
    assert_eq!(of(0.0001, 0.9999, 0.0), (1, 99, None));
    assert_eq!(of(0.5, 0.5, 0.0), (50, 50, None));
    assert_eq!(of(0.714, 0.286, 0.0), (71, 29, None));
    assert_eq!(of(0.4975, 0.4975, 0.005), (50, 50, None), "a tie of half a percent");
    assert_eq!(of(0.49, 0.48, 0.03), (49, 48, Some(3)));
    assert_eq!(of(0.97, 0.0, 0.03), (96, 1, Some(3)));
    assert_eq!(of(0.0, 0.0, 1.0), (1, 1, Some(100)), "only a tie is left, and the next hand may still change it");
}

#[test]
fn a_table_fits_a_narrow_terminal() {
    let rules = TableRules::of(Preset::standard());
    let odds = NeedsTable::of_strangers(&rules.rules);
    let table = OddsTable { number: None, game: None, rules: &rules, odds: &odds };
    insta::assert_snapshot!(odds_table(&table, Look::plain(80)), @"
    The chance to reach 100 first, in percent: rows are what the side needs, columns
      what the other needs (standard; simulated hands only; ± 8)

         100   90   80   70   60   50   40   30   20   10
    100   50   45   40   34   29   24   18   14    9    6
     90   55   50   45   39   33   28   22   17   12    8
     80   60   55   50   44   38   32   26   20   14   10
     70   66   61   56   50   44   38   31   24   18   12
     60   71   67   62   56   50   43   37   29   22   16
     50   76   72   68   62   57   50   43   35   27   20
     40   82   78   74   69   63   57   50   42   34   26
     30   86   83   80   76   71   65   58   50   41   33
     20   91   88   86   82   78   73   66   59   50   42
     10   94   92   90   88   84   80   74   67   58   50
    ");
    insta::assert_snapshot!(odds_table(&table, Look::plain(40)), @"
    The chance to reach 100 first, in
      percent: rows are what the side needs,
      columns what the other needs
      (standard; simulated hands only; ± 8)

         100   80   60   40   20   10
    100   50   40   29   18    9    6
     80   60   50   38   26   14   10
     60   71   62   50   37   22   16
     40   82   74   63   50   34   26
     20   91   86   78   66   50   42
     10   94   90   84   74   58   50
    ");
    assert_eq!(odds_table_plain(&table).lines().next(), Some("100\t100\t0.5000"));
    assert_eq!(odds_table_plain(&table).lines().count(), 100);
}

#[test]
fn a_table_of_a_game_names_its_sides() {
    let game = scored(HOLLY);
    let mut own = OwnHands::new(&game.game.players, &game.game.rules.rules);
    own.add(&game);
    let odds = NeedsTable::new(&own);
    let table = OddsTable { number: None, game: Some(&game), rules: &game.game.rules, odds: &odds };
    let text = odds_table(&table, Look::plain(40));
    assert!(text.lines().all(|line| width(line) <= 40), "{text}");
    assert!(text.starts_with("Ann's chance to reach 100 first in a\n"), "{text}");
    let odds = Err(NoOdds::HighTarget { target: Points(5000), most: Points(1000) });
    let none = odds_table(&OddsTable { odds: &odds, ..table }, Look::plain(80));
    assert_eq!(none, "No table: the target is 5000, and a table goes up to 1000\n");
}

#[test]
fn records_have_one_form() {
    let game = scored(AT_71);
    let record = |sheet: &str| {
        let game = scored(sheet);
        odds_plain(GameOdds { place: Place { number: Some(7), imported: false }, game: &game, odds: &found(&game) })
    };
    assert_eq!(
        odds_record(GameOdds { place: Place::default(), game: &game, odds: &found(&game) }).split('\t').count(),
        record(UNFINISHED).split('\t').count()
    );
    assert_eq!(record(SINGLE), "7\t0.0000\t1.0000\t0.0000\texact\t0.0000\t\t\t\t\n");
    assert_eq!(record(UNFINISHED), "7\t\t\t\t\t\t\t\t\tNo odds: the game was closed unfinished, and nobody wins it\n");
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let basis = Basis { own_hands: 1234, model_error: Some(0.059) };
    let method = Method::Simulated { games: 10_000 };
    let odds: Result<Odds, NoOdds> = Ok(Odds { win: BySide::new(0.45, 0.5), tie: 0.05, method, basis: Some(basis) });
    for sheet in [ALIKE, FOUR, LONG, LONGEST] {
        let game = scored(sheet);
        let needs: Vec<Points> = (1..=10).rev().map(|tenth| Points(100 * tenth)).collect();
        let table = Ok(NeedsTable { win: vec![vec![0.5; 10]; 10], needs, basis });
        for columns in 40..100 {
            let look = Look::plain(columns);
            let of = GameOdds { place: Place { number: Some(1234), imported: false }, game: &game, odds: &odds };
            let shown = OddsTable { number: None, game: Some(&game), rules: &game.game.rules, odds: &table };
            let text = super::odds(of, look) + &odds_table(&shown, look);
            assert!(text.lines().all(|line| width(line) <= columns), "{columns}\n{text}");
        }
    }
}
