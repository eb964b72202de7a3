//! Whole lists of who owes whom, and a test that no list is too wide.

use super::*;
use crate::render::samples::scored;
use ginpad_core::money::{Amount, Currency};
use ginpad_core::text::width;

const WON: &str =
    "title: x\ndate: 2026-11-20 19:30 +01:00\nrules: standard, target=50\nsides: Ann, Bob\nstake: 0.01 USD\n";

/// Games of three people in two currencies, one of partners, and payments.
fn accounts() -> (Accounts, Vec<SettledGame>) {
    let games = [
        format!("{WON}stake-game: 5 USD\n\nbob knock 4 9\nann gin 31\n"),
        "rules: standard, target=50\nsides: Cid, Ann\nstake: 0,05 EUR\n\ncid gin 31\n".into(),
        "rules: standard, target=50\nsides: Bob, Cid\nstake: 0.01 USD\n\nbob gin 31\n".into(),
        "sides: Bob, Cid\nstake: 0.01 USD\ntotals: 90, 90\n".into(),
        "rules: partners, target=10, game_bonus=0\nsides: Ann & Cid, Bob & Dee\nstake: 0.01 USD\nstake-line: 0.10 USD\n\n\
         ann gin 3, dead\n"
            .into(),
    ];
    let mut accounts = Accounts::default();
    let mut listed = Vec::new();
    for (at, sheet) in games.iter().enumerate() {
        let scored = scored(sheet);
        let money = GameMoney::of(&scored).unwrap();
        accounts.enter(&money, &scored.game.players);
        listed.push(SettledGame::new(at as i64 + 1, &scored, &money));
    }
    let name = |text: &str| Name::read(text).unwrap();
    accounts.pay(&name("Bob"), &name("Ann"), Amount { minor: 200, currency: Currency::USD });
    accounts.pay(&name("Eve"), &name("Ann"), Amount { minor: 100, currency: Currency::USD });
    (accounts, listed)
}

fn list(look: Look) -> String {
    let (accounts, games) = accounts();
    let name = |text: &str| Name::read(text).unwrap();
    let at = ginpad_core::hand::Moment::from(chrono::DateTime::UNIX_EPOCH);
    let money = Money { minor: Minor(200), currency: Currency::USD };
    let paid = vec![Paid { at: Some(at), from: name("Bob"), to: name("Ann"), money }];
    settle(&SettleShown { accounts: &accounts, games: Some(games), paid: Some(paid), undated: 0 }, look)
}

#[test]
fn everything_at_80_columns() {
    insta::assert_snapshot!(list(Look::plain(80)), @r"
Ann pays Cid 11.85 EUR
Bob pays Ann 2.96 USD
Cid pays Ann 1.37 USD
Dee pays Eve 0.81 USD
Cid pays Eve 0.19 USD

player     balance
──────────────────
Cid      11.85 EUR
Ann     -11.85 EUR
Ann       4.33 USD
Eve       1.00 USD
Dee      -0.81 USD
Cid      -1.56 USD
Bob      -2.96 USD

Ann – Cid: 1 game, Cid won 11.85 EUR
Ann – Bob: 2 games, Ann won 7.33 USD; Bob paid 2.00 USD
Ann – Eve: Eve paid 1.00 USD
Bob – Cid: 2 games, Bob won 2.37 USD
Cid – Dee: 1 game, Cid won 0.81 USD

1970-01-01: Bob paid Ann 2.00 USD

game 1 on 2026-11-20: Bob pays Ann 6.51 USD
game 2: Ann pays Cid 11.85 EUR
game 3: Cid pays Bob 2.37 USD
game 4: Bob – Cid, level
game 5: Bob pays Ann 0.82 USD, Dee pays Cid 0.81 USD
");
}

#[test]
fn records_name_what_they_are() {
    let (accounts, games) = accounts();
    let shown = SettleShown { accounts: &accounts, games: Some(games), paid: None, undated: 0 };
    insta::assert_snapshot!(settle_plain(&shown).replace('\t', "|"), @r"
balance|Cid|11.85|EUR
balance|Ann|-11.85|EUR
pays|Ann|Cid|11.85|EUR
pair|Ann|Cid|1|-11.85|0.00|EUR
balance|Ann|4.33|USD
balance|Eve|1.00|USD
balance|Dee|-0.81|USD
balance|Cid|-1.56|USD
balance|Bob|-2.96|USD
pays|Bob|Ann|2.96|USD
pays|Cid|Ann|1.37|USD
pays|Dee|Eve|0.81|USD
pays|Cid|Eve|0.19|USD
pair|Ann|Bob|2|7.33|2.00|USD
pair|Ann|Eve|0|0.00|1.00|USD
pair|Bob|Cid|2|2.37|0.00|USD
pair|Cid|Dee|1|0.81|0.00|USD
game|1|2026-11-20|Bob|Ann|6.51|USD
game|2||Ann|Cid|11.85|EUR
game|3||Cid|Bob|2.37|USD
game|5||Bob|Ann|0.82|USD
game|5||Dee|Cid|0.81|USD
");
}

#[test]
fn no_line_is_too_wide_and_no_name_obeyed() {
    let long = "Maximilian Alexander von und zu Habsburg";
    let sheet = scored(&format!("rules: standard, target=50\nsides: {long}, Ann\nstake: 900000 KWD\n\nann gin 31\n"));
    let money = GameMoney::of(&sheet).unwrap();
    let mut accounts = Accounts::default();
    accounts.enter(&money, &sheet.game.players);
    let games = Some(vec![SettledGame::new(123_456, &sheet, &money)]);
    let text = settle(&SettleShown { accounts: &accounts, games, paid: None, undated: 0 }, Look::plain(40));
    assert!(text.lines().all(|line| width(line) <= 40), "{text}");
}

#[test]
fn the_steps_lead_from_the_net_to_the_money() {
    let sheet = |rest: &str| scored(&format!("rules: standard, target=50\nsides: Ann, Bob\n{rest}"));
    let steps = |rest: &str| money_steps(&sheet(rest)).join("\n");
    assert_eq!(
        steps("stake: 0.01 USD\nstake-game: 5 USD\nstake-line: 1 USD\n\nbob knock 4 9\nbob gin 40\n"),
        "net 290 × 0.01 USD: 2.90 USD, to Bob\nthe stake of the game: 5.00 USD, to Bob\n\
         2 lines more × 1.00 USD: 2.00 USD, to Bob\nAnn pays Bob 9.90 USD"
    );
    assert_eq!(
        steps("stake-line: 1 USD\ntotals: 90, 80\n"),
        "the lines are not known, and nothing is owed for them\nnobody owes anything"
    );
    assert_eq!(
        steps("stake-game: 1 USD\ntotals: 90, 90\n"),
        "the stake of the game, which nobody won: 0.00 USD\nnobody owes anything"
    );
    assert_eq!(steps("stake: 1 USD\n\nann gin 3\n"), "");
}
