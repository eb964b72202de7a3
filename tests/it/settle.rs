//! Money at the table: what games come to, who owes whom, payments and their undo.

use serde_json::{Value, json};

use crate::support::program::Table;

/// Ann wins a game of 181 to 30 against Bob: 1.51 USD for the net, 5 USD for the game, and no line more than he has.
const WON: &[&str] = &[
    "new Ann Bob --stake $0.01 --stake-game '5 USD' --stake-line '0,25 USD' --set target=50 --at '2026-11-20 19:30'",
    "log bob knock 4 9",
    "log ann gin 31",
];

/// The answer before any game with a stake is finished.
const NONE_FINISHED: &str =
    "no game with a stake is finished yet; `set stake AMOUNT --since TIME` gives old games one\n";

#[test]
fn the_end_of_a_game_says_who_pays() {
    let table = Table::after(&WON[..2]);
    assert!(!table.does("score").contains("pays"), "an open game owes nothing");
    assert_eq!(table.does("settle"), NONE_FINISHED);
    let log = table.does("log ann gin 31");
    assert!(log.ends_with("\nAnn wins the game 181–30, net 151\nBob pays Ann 6.51 USD\n"), "{log}");
    assert!(table.does("score").ends_with("\nBob pays Ann 6.51 USD\n"));
    assert!(table.does("score --plain").ends_with("\nmoney\tBob\tAnn\t6.51\tUSD\n"));
    assert!(
        table.does("explain").contains("net 151 × 0.01 USD: 1.51 USD, to Ann\nthe stake of the game: 5.00 USD, to Ann")
    );
    let money = json!({
        "currency": "USD", "points": 151, "game": 500, "lines": 0, "won": [651, -651],
        "payments": [{ "from": "Bob", "to": "Ann", "currency": "USD", "minor": 651 }],
    });
    assert_eq!(table.json("score")["money"], money);
    table.does("undo");
    assert_eq!(table.json("score")["money"], Value::Null);
    assert_eq!(table.json("log ann gin 31")["money"], money);
}

#[test]
fn a_corrected_hand_corrects_the_money() {
    let table = Table::after(WON);
    table.does("settle --paid bob ann 6.51");
    assert!(table.does("settle").starts_with("Still owed in all:\nnobody owes anything\n"));
    table.does("fix 2 ann gin 40");
    assert!(table.does("settle").contains("\nBob pays Ann 0.09 USD\n"));
    table.does("fix 2 bob gin 50");
    assert!(table.does("settle").contains("\nAnn pays Bob "), "{}", table.does("settle"));
}

#[test]
fn a_payment_is_kept_undone_and_restored() {
    let table = Table::after(WON);
    let paid = |line: &str, out: &str, err: &str| {
        let said = table.args(line).run();
        assert_eq!((said.out.as_str(), said.err.as_str(), said.status), (out, err, Some(0)), "{line}");
    };
    paid(
        "settle --paid bob ann 2",
        "Bob paid Ann 2.00 USD; in all, Bob still owes 4.51 USD and Ann is still owed 4.51 USD\n",
        "",
    );
    paid(
        "settle --paid BOB a '4,51 usd'",
        "Bob paid Ann 4.51 USD; in all, Bob owes nothing and Ann owes nothing\n",
        "",
    );
    paid("undo", "undid: Bob paid Ann 4.51 USD\n", "");
    paid("redo", "redid: Bob paid Ann 4.51 USD\n", "");
    paid("undo 2", "undid: Bob paid Ann 4.51 USD\nundid: Bob paid Ann 2.00 USD\n", "");
    paid(
        "settle --paid bob ann $10",
        "Bob paid Ann 10.00 USD; in all, Bob is still owed 3.49 USD and Ann still owes 3.49 USD\n",
        "",
    );
    let balances = json!([
        { "name": "Bob", "currency": "USD", "minor": 349 },
        { "name": "Ann", "currency": "USD", "minor": -349 },
    ]);
    assert_eq!(table.json("settle")["balances"], balances);
    let second = Table::new();
    second.put("all.json", table.does("export --json"));
    second.does("import all.json");
    assert_eq!(second.json("settle"), table.json("settle"), "an export keeps payments");
}

#[test]
fn a_payment_answers_programs_too() {
    let table = Table::after(WON);
    let answer = json!({
        "schema": "ginpad/payment/1", "from": "Bob", "to": "Ann", "currency": "USD", "minor": 200, "left": 451,
        "balance": -451,
    });
    assert_eq!(table.json("settle --paid bob ann 2"), answer);
    assert_eq!(
        table.does("settle --paid bob ann 2 --plain"),
        "did\tBob paid Ann 2.00 USD; in all, Bob still owes 2.51 USD and Ann is still owed 2.51 USD\n"
    );
}

#[test]
fn the_fixed_document_has_balances_and_payments() {
    let table = Table::after(WON);
    table.does("new Cid Ann --stake '0.05 EUR' --set target=50");
    table.does("log cid gin 31");
    table.does("new Bob Cid --stake '0.01 USD' --set target=50");
    table.does("log bob gin 31");
    table.does("new Bob Cid --stake '5 USD'");
    let document = table.json("settle");
    assert_eq!(document["schema"], "ginpad/settle/1");
    // A shutout: 56 + 56 + game 100 + one line of 25 are 237.
    assert_eq!(
        document["balances"],
        json!([
            { "name": "Cid", "currency": "EUR", "minor": 1185 },
            { "name": "Ann", "currency": "EUR", "minor": -1185 },
            { "name": "Ann", "currency": "USD", "minor": 651 },
            { "name": "Cid", "currency": "USD", "minor": -237 },
            { "name": "Bob", "currency": "USD", "minor": -414 },
        ])
    );
    assert_eq!(
        document["payments"],
        json!([
            { "from": "Ann", "to": "Cid", "currency": "EUR", "minor": 1185 },
            { "from": "Bob", "to": "Ann", "currency": "USD", "minor": 414 },
            { "from": "Cid", "to": "Ann", "currency": "USD", "minor": 237 },
        ])
    );
    assert_eq!(document["pairs"][2]["players"], json!(["Bob", "Cid"]));
    // Cid owes Ann dollars, and Ann owes Cid euros.
    assert_eq!(
        table.does("settle --paid cid ann 2.37"),
        "Cid paid Ann 2.37 USD; in all, Cid owes nothing and Ann is still owed 4.14 USD\n"
    );
    assert_eq!(
        table.does("settle --paid ann cid 1"),
        "Ann paid Cid 1.00 EUR; in all, Ann still owes 10.85 EUR and Cid is still owed 10.85 EUR\n"
    );
}

#[test]
fn what_somebody_owes_is_one_figure_everywhere() {
    // Ann won 6.51 of Bob; Cid wins 2.37 of Bob.
    let table = Table::after(WON);
    table.does("new Cid Bob --stake '0.01 USD' --set target=50");
    table.does("log cid gin 31");
    let said = table.does("settle --paid bob ann 2.00");
    assert_eq!(said, "Bob paid Ann 2.00 USD; in all, Bob still owes 6.88 USD and Ann is still owed 4.51 USD\n");
    let bob = "Still owed in all:\nBob still owes 6.88 USD\n\n\
        Payments that would settle everything:\nBob pays Ann 4.51 USD\nBob pays Cid 2.37 USD\n\n\
        Played and paid between two:\n\
        Ann – Bob: 1 game, Ann won 6.51 USD; Bob paid 2.00 USD\nBob – Cid: 1 game, Cid won 2.37 USD\n";
    assert_eq!(table.does("settle BOB"), bob);
    table.does("settle --paid bob cid 2.37");
    assert!(table.does("settle").contains("everything:\nBob pays Ann 4.51 USD\n\n"), "{}", table.does("settle"));
    assert!(table.does("settle cid").starts_with("Still owed in all:\nCid owes nothing\n\nPlayed"));
    let cid = table.json("settle cid --games");
    assert_eq!((&cid["player"], &cid["balances"], &cid["payments"]), (&json!("Cid"), &json!([]), &json!([])));
    assert_eq!((cid["pairs"].as_array().unwrap().len(), cid["games"].as_array().unwrap().len()), (1, 1));
}

#[test]
fn some_games_are_shown_without_the_payments() {
    let table = Table::after(WON);
    table.does("settle --paid bob ann 1");
    table.does("new Ann Bob --stake '1 USD' --event Cruise --set target=50 --at '2026-11-21 19:30'");
    table.does("log bob gin 31");
    let said = table.args("settle --event cruise --games").run();
    assert_eq!(said.err, "note: these are only the games that fit; payments are not subtracted\n");
    assert!(
        said.out.starts_with("Owed from these games, payments aside:\nBob is still owed 237.00 USD\n"),
        "{}",
        said.out
    );
    assert!(said.out.ends_with("\ngame 2 on 2026-11-21: Ann pays Bob 237.00 USD\n"), "{}", said.out);
    let document = table.json("settle --until 2026-11-20 --games");
    assert_eq!(document["paid"], Value::Null);
    assert_eq!(document["games"].as_array().unwrap().len(), 1);
    assert_eq!(table.does("settle --event Regatta"), "no game that fits and has a stake is finished\n");
    let empty = table.json("settle --event Regatta");
    assert_eq!((&empty["balances"], &empty["payments"]), (&json!([]), &json!([])));
}

#[test]
fn spreadsheets_get_numbers_and_no_formulas() {
    let table =
        Table::after(&["new =Ann Bob --stake '0.01 USD' --set target=50 --at '2026-11-20 19:30'", "log bob gin 31"]);
    assert_eq!(table.does("settle --csv"), "name,balance,currency\nBob,2.37,USD\n'=Ann,-2.37,USD\n");
    assert_eq!(
        table.does("settle --csv --games"),
        "game,date,from,to,amount,currency\n1,2026-11-20,'=Ann,Bob,2.37,USD\n"
    );
}

#[test]
fn a_side_that_gives_up_pays_the_stake_of_the_game() {
    let table = Table::after(&["new Ann Bob --stake-game '5 USD'", "log ann gin 31"]);
    assert_eq!(
        table.does("close --forfeit ann"),
        "game 1 was open at 56–0; it is forfeited by Ann now\nAnn pays Bob 5.00 USD\n"
    );
    table.does("undo");
    table.does("close");
    assert_eq!(table.does("settle"), NONE_FINISHED);
}

#[test]
fn without_any_stake_it_says_so() {
    let said = "no game is played for money; `new NAME NAME --stake '0.01 USD'` plays for a cent a point\n";
    let table = Table::new();
    assert_eq!(table.does("settle"), said);
    table.does("new Ann Bob");
    let of_this = "no game is played for money; `ginpad set stake '0.01 USD'` plays for a cent a point\n";
    assert_eq!(table.does("settle"), of_this);
    assert_eq!(table.does("settle --plain"), "");
    assert_eq!(table.does("settle --csv"), "name,balance,currency\n");
    assert_eq!(table.json("settle")["balances"], json!([]));
}

#[test]
fn money_fits_forty_columns_and_shows_no_control_characters() {
    let table = Table::new();
    let long = "Maximilian Alexander von und zu Habsburg";
    table.does(&format!("new '{long}' 'Ann Marie' --stake '900000 KWD' --set target=50"));
    table.does("log max gin 31");
    table.does("settle --paid ann max 12.345");
    for command in ["score", "explain"] {
        let said = table.args(command).env("COLUMNS", "40").run();
        let wide: Vec<&str> = said.out.lines().filter(|line| ginpad_core::text::width(line) > 40).collect();
        assert!(wide.is_empty(), "{command}: {wide:#?}");
    }
}

#[test]
fn partners_pay_seat_by_seat() {
    let table = Table::after(&[
        "new Ann+Cid Bob+Dee --rules partners --set target=10 --set game_bonus=0 --stake '0.01 USD'",
        "log ann gin 4, dee points 2",
    ]);
    // 29 less 2 are 27, and a shutout adds 100, a line 25: 152 cents.
    assert!(table.does("settle").contains("\nBob pays Ann 0.76 USD\nDee pays Cid 0.76 USD\n"));
    assert!(table.does("score").ends_with("Bob pays Ann 0.76 USD, Dee pays Cid 0.76 USD\n"), "{}", table.does("score"));
}

#[test]
fn an_amount_below_zero_is_read_as_one() {
    let table = Table::after(WON);
    let said = table.args("settle --paid bob ann -5").status(1).run();
    assert!(said.err.starts_with("error: an amount is more than 0, not -5"), "{}", said.err);
    for flag in ["stake", "stake-game", "stake-line"] {
        let said = table.args(&format!("new Ann Bob --{flag} '-1 USD'")).run();
        assert_eq!((said.err.as_str(), said.status), ("error: an amount is more than 0, not -1 USD\n", Some(1)));
    }
    assert!(table.args("settle --paid bob ann -x").run().err.contains("`ginpad settle` has no flag `-x`"));
}

#[test]
fn a_payment_is_of_no_games() {
    let table = Table::after(WON);
    let refused = |line: &str| table.args(line).status(2).refused().err;
    let since = refused("settle --paid bob ann 1 --since 2020");
    assert!(since.contains("`--paid` cannot be used with `--since`\n"), "{since}");
    let both = refused("settle --paid bob ann 1 --since 2020 --event Cruise");
    assert!(both.contains("`--paid` cannot be used with `--since` and `--event`\n"), "{both}");
}
