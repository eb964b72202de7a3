//! Entries as people say them: each is read where it can mean one thing only, and refused otherwise.

use chrono::{DateTime, FixedOffset};
use ginpad_core::Game;
use ginpad_core::notation::{Draft, LocalTime, print_entry, read_entry, read_games, read_one};

fn utc(_: chrono::NaiveDateTime) -> FixedOffset {
    FixedOffset::east_opt(0).unwrap()
}

fn local() -> LocalTime<'static> {
    let now = DateTime::parse_from_rfc3339("2026-11-20T22:15:00+00:00").unwrap();
    LocalTime { now, offset_at: &utc }
}

fn table(head: &str) -> Game {
    read_one(&format!("{head}\n")).unwrap_or_else(|faults| panic!("{faults}"))
}

/// An entry in full words, or what is wrong with it and at which character.
fn read(head: &str, text: &str) -> Result<String, String> {
    let game = table(head);
    read_entry(text, &game, local())
        .map(|hand| print_entry(&hand, &game.players))
        .map_err(|(at, fault)| format!("{}: {fault}", text[..at].chars().count() + 1))
}

const TWO: &str = "sides: Mary, Mike";
const PARTNERS: &str = "sides: Ann & Cid, Bob & Dee";

/// The keys of the commonest entries, with the one that ends them.
#[test]
fn the_commonest_entries_cost_few_keys() {
    for (typed, keys, entry) in [
        ("a5 23", 6, "Ann knock 5 23"),
        ("bg31", 5, "Bob gin 31"),
        ("a9 4", 5, "Ann knock 9 4"),
        ("-", 2, "dead"),
        ("bbg31", 6, "Bob big-gin 31"),
        ("ap40", 5, "Ann points 40"),
    ] {
        assert_eq!(read("sides: Ann, Bob", typed).as_deref(), Ok(entry));
        assert_eq!(typed.chars().count() + 1, keys, "{typed}");
    }
}

#[test]
fn who_won_the_points() {
    for (typed, entry) in [
        ("mary won 25", "Mary points 25"),
        ("Mike wins 25", "Mike points 25"),
        ("marywon25", "Mary points 25"),
        ("mary WON 10+15", "Mary points 25"),
    ] {
        assert_eq!(read(TWO, typed).as_deref(), Ok(entry), "{typed}");
    }
    assert_eq!(read("sides: Won, Ann", "won won 25").as_deref(), Ok("Won points 25"));
    assert_eq!(read("sides: Won, Ann", "won 5 25").as_deref(), Ok("Won knock 5 25"));
}

#[test]
fn the_opponent_may_be_named_before_the_count() {
    for (typed, entry) in [
        ("mike knock 5 mary 23", "Mike knock 5 23"),
        ("mike 5 mary 23", "Mike knock 5 23"),
        ("mi5 ma23", "Mike knock 5 23"),
        ("mike k5 MARY 10+9+4", "Mike knock 5 10+9+4"),
        ("mike knock 5 \"mary\" khqd3s", "Mike knock 5 3SKHQD"),
        ("mike knocks 5 mary kh qd 3s", "Mike knock 5 3SKHQD"),
        ("mary undercut 4 mike 9", "Mary undercut 4 9"),
        ("mary gin mike 22", "Mary gin 22"),
        ("Mary, gin, 22", "Mary gin 22"),
        ("Mary knocks, 4 against 9", "Mary knock 4 9"),
        ("mary undercuts mike, 4 against 9", "Mary undercut 4 9"),
        ("mary big-gin mike 22", "Mary big-gin 22"),
        ("mary gin a23s 7hdcs 9tjc mike 22", "Mary gin AS2S3S7S7H7D7C9CTCJC 22"),
        ("mary knock 9 mike 4", "Mary knock 9 4"),
    ] {
        assert_eq!(read(TWO, typed).as_deref(), Ok(entry), "{typed}");
    }
    for (typed, fault) in [
        ("mike knock 5 mike 23", "14: the count here is the opponent's, not Mike's own"),
        ("mike knock 5 m 23", "14: `m` could be Mary or Mike"),
        ("mike knock 5 mery 23", "14: no player named `mery` in this game; did you mean `Mary`?"),
        ("mike knock 5 tu 23", "14: expected the other side's deadwood, not `tu`"),
        ("mike knock 5 mary", "14: expected the other side's deadwood, not `mary`"),
        ("mike knock mary 5 23", "12: expected deadwood as a number or cards, not `mary`"),
        ("mary won mike 25", "10: expected points, not `mike`"),
    ] {
        assert_eq!(read(TWO, typed), Err(fault.into()), "{typed}");
    }
}

/// What the program prints, and what people make of it.
#[test]
fn what_is_printed_or_said_is_read() {
    for (typed, entry) in [
        ("Mary knocks, 4 against 27: 23", "Mary knock 4 27"),
        ("Mike goes gin against 31", "Mike gin 31"),
        ("Mike undercuts Mary, 4 against 9: 30 (5 + 25)", "Mike undercut 4 9"),
        ("mary knocks with 4 mike has 27", "Mary knock 4 27"),
        ("mary knocked with 4, mike had 27 left", "Mary knock 4 27"),
        ("dead hand", "dead"),
        ("dead hand; nobody scores", "dead"),
        ("misdeal", "dead misdeal"),
        ("mary 4,27", "Mary knock 4 27"),
        ("mary 4-27", "Mary knock 4 27"),
        ("mary 4/27", "Mary knock 4 27"),
        ("ma4/27", "Mary knock 4 27"),
        ("mary knock 4 27 up 7 of hearts", "Mary knock 4 27 up 7H"),
        ("mary knock 3-5s / 4 of hearts 27", "Mary knock 3S4S5S4H 27"),
        ("mary 4h against 3c kd 9d", "Mary knock 4H 9DKD3C"),
        ("mary 4 / 27", "Mary knock 4 27"),
        ("mary 9h / 3c kd", "Mary knock 9H KD3C"),
        ("mary knock 2h3h4h5s6s7s8c9c10c / 3d kh", "Mary knock 5S6S7S2H3H4H3D8C9CTC KH"),
        ("mary 4 27 note half / half against Mike", "Mary knock 4 27 note \"half / half against Mike\""),
        ("mary gin queen of spades, jack of hearts", "Mary gin QSJH"),
    ] {
        assert_eq!(read(TWO, typed).as_deref(), Ok(entry), "{typed}");
    }
    let which = "1: this can be read in two ways: `Mary knock ♥2♣3 ♦K` or `Mary knock ♥2 ♦K♣3`";
    for typed in ["mary knock 2h / 3c kd", "mary 2h /3c kd", "mary 2h/3c kd"] {
        assert_eq!(read(TWO, typed), Err(which.into()), "a `/` may also stand in one hand");
    }
    let cutthroat = "sides: Ann, Bob, Cid";
    assert_eq!(read(cutthroat, "Bob undercuts, 4 against Ann 9").as_deref(), Ok("Bob undercut 4 Ann 9"));
    assert_eq!(read(cutthroat, "misdeal between Ann and Cid").as_deref(), Ok("dead misdeal Ann Cid"));
    let round = "rules: round-table\nsides: Ann, Bob, Cid";
    let printed = "Bob undercuts, 0 against Ann 1: 26 (1 + 25); Ann knocks, 1 against Cid 27: 26";
    assert_eq!(read(round, printed).as_deref(), Ok("Ann knock 1 Bob 0, Cid 27"));
    // A player may be called like such a word.
    assert_eq!(read("sides: Hand, Misdeal", "hand 4 misdeal 27").as_deref(), Ok("Hand knock 4 27"));
}

/// `gin mary 22` may be Mary's gin, or may say what Mary was left with.
#[test]
fn a_gin_before_the_name_can_be_of_either_side() {
    let two = "1: this can be read in two ways: `Mary gin 22` or `Mike gin 22`";
    for typed in ["gin mary 22", "gin Mary 22", "g ma 22", "gin mary22"] {
        assert_eq!(read(TWO, typed), Err(two.into()), "{typed}");
    }
    let two = "1: this can be read in two ways: `Mike big-gin 22` or `Mary big-gin 22`";
    assert_eq!(read(TWO, "big gin mike 22"), Err(two.into()));
    let head = "rules: family\nsides: Mary, Mike";
    assert_eq!(read(head, "big gin mike 22"), Err("1: expected a player's name before `big`".into()));
    // Both readings lack the upcard or its suit alike.
    for (typed, up) in [("gin mary 22", ""), ("gin mary 22 up 7", " up 7")] {
        let two = format!("1: this can be read in two ways: `Mary gin 22{up}` or `Mike gin 22{up}`");
        assert_eq!(read("rules: oklahoma\nsides: Mary, Mike", typed), Err(two), "{typed}");
    }
    assert_eq!(read(TWO, "gin m 22"), Err("1: expected a player's name before `gin`".into()));
    assert_eq!(read(TWO, "knock mary 5 23"), Err("1: expected a player's name before `knock`".into()));
    assert_eq!(read("sides: Gina, Mary", "gina 5 mary 22").as_deref(), Ok("Gina knock 5 22"));
}

/// A name that is a card too: cards stay cards, unless only the name leads to an entry.
#[test]
fn an_opponent_named_like_a_card() {
    let head = "sides: Mary, JD";
    assert_eq!(read(head, "mary knock 5 jd 23").as_deref(), Ok("Mary knock 5 23"));
    assert_eq!(read(head, "mary knock 5 jd").as_deref(), Ok("Mary knock 5 JD"));
    assert_eq!(read(head, "mary knock 5 jd4s").as_deref(), Ok("Mary knock 5 4SJD"));
    let two = "1: this can be read in two ways: `Mary knock 5 ♠4♦J` or `Mary knock 5 ♠4`";
    assert_eq!(read(head, "mary knock 5 jd 4s"), Err(two.into()));
    assert_eq!(read(head, "mary knock 5 \"jd\" 4s").as_deref(), Ok("Mary knock 5 4S"));
}

/// A name that may be a suit: a number beside it may be a card.
#[test]
fn an_opponent_whose_name_begins_with_a_suit() {
    let head = "sides: Ann, Dee";
    assert_eq!(read(head, "ann 5 dee 23").as_deref(), Ok("Ann knock 5 23"));
    // It is the name, since the points are the same.
    assert_eq!(read(head, "ann 5 d 23").as_deref(), Ok("Ann knock 5 23"));
    assert_eq!(read("sides: Ann, Bob", "ann 5 d 23").as_deref(), Ok("Ann knock 5D 23"));
    assert_eq!(read(head, "a5 d9").as_deref(), Ok("Ann knock 5 9"));
    assert_eq!(read(head, "a5 9d").as_deref(), Ok("Ann knock 5 9D"));
    assert_eq!(read("sides: Ann, Bob", "ag d9").as_deref(), Ok("Ann gin 9D"));
    assert_eq!(read("sides: Ann, Cid, Dee", "a5 c9").as_deref(), Ok("Ann knock 5 Cid 9"));
    assert_eq!(
        read("rules: round-table\nsides: Ann, Cid, Dee", "a5 c 20, d 12").as_deref(),
        Ok("Ann knock 5 Cid 20, Dee 12")
    );
}

#[test]
fn among_partners_the_opponents_must_fit_together() {
    for (typed, entry) in [
        ("ann knock 5 bob 23, dee gin cid 12", "Ann knock 5 23, Dee gin 12"),
        ("ann knock 5 bob 23, dead", "Ann knock 5 23, dead"),
        // Bob has a result of his own, so Ann and Dee are left to each other.
        ("ann knock 5 dee 23, bob gin cid 12", "Ann knock 5 23, Bob gin 12"),
    ] {
        assert_eq!(read(PARTNERS, typed).as_deref(), Ok(entry), "{typed}");
    }
    let order = "13: Ann plays against Bob, not Dee: the order of the sides decides";
    for (typed, fault) in [
        ("ann knock 5 cid 23, dee gin 12", "13: the count here is an opponent's, and Cid is Ann's partner".into()),
        ("ann knock 5 bob 23, bob gin 12", "13: Bob is in two results; each player has only one".into()),
        ("ann knock 5 bob 23, cid gin bob 12", "29: Bob is in two results; each player has only one".into()),
        ("ann knock 5 dee 23, cid gin 12", order.into()),
        ("ann knock 5 dee 23, dead", order.into()),
        ("cid gin 30, dead 20", "18: expected the end of the entry, or `up`, `note` or `at`, not `20`".into()),
    ] {
        assert_eq!(read(PARTNERS, typed), Err(fault), "{typed}");
    }
}

#[test]
fn a_rank_is_enough_where_no_spade_counts() {
    const LIMITED: &str = "rules: standard, oklahoma=ace-gin\nsides: Mary, Mike";
    for (head, typed, entry) in [
        (LIMITED, "mike 5 23 up 7", "Mike knock 5 23 up 7"),
        (LIMITED, "mike 5 23 up 10 note \"x\"", "Mike knock 5 23 up T note \"x\""),
        (LIMITED, "mike 5 23 up k", "Mike knock 5 23 up K"),
        (LIMITED, "mike 5 23 up 10 s", "Mike knock 5 23 up TS"),
        (TWO, "dead up q", "dead up Q"),
    ] {
        assert_eq!(read(head, typed).as_deref(), Ok(entry), "{typed}");
    }
    let spades = table("rules: oklahoma\nsides: Mary, Mike");
    let hand = read_entry("mike 5 23 up 7", &spades, local()).unwrap();
    let refused = spades.accept(hand).unwrap_err();
    let why = "the upcard 7 has no suit; a spade doubles the hand under these rules";
    assert_eq!(refused.refusals.iter().map(ToString::to_string).collect::<Vec<_>>(), [why]);
    // Nothing is doubled where nobody won by counts.
    for typed in ["dead up 7", "mike won 25 up 7"] {
        assert!(spades.accept(read_entry(typed, &spades, local()).unwrap()).is_ok(), "{typed}");
    }
    assert!(read(LIMITED, "mike 5 23 up 1").is_err());
}

#[test]
fn a_clock_of_twelve_hours() {
    let at = |time: &str| Ok(format!("Mike knock 5 23 at 2026-11-20 {time} +00:00"));
    for (typed, time) in [
        ("at 7pm", "19:00"),
        ("at 7 pm", "19:00"),
        ("at 7:30 pm", "19:30"),
        ("at 7:30PM", "19:30"),
        ("at 7:30 p.m.", "19:30"),
        ("7pm", "19:00"),
        ("7:30 pm", "19:30"),
        ("12am", "00:00"),
        ("12:15 pm", "12:15"),
        ("at 7:30 pm +00:00", "19:30"),
        ("at 7:30pm+00:00", "19:30"),
        ("at 2026-11-20 7am", "07:00"),
    ] {
        assert_eq!(read(TWO, &format!("mike 5 23 {typed}")), at(time), "{typed}");
    }
    let noted = Ok("Mike knock 5 23 note \"x\" at 2026-11-20 19:00 +00:00".to_string());
    assert_eq!(read(TWO, "mike 5 23 7 pm note \"x\""), noted);
    for typed in ["at 13pm", "at 0am", "at 7", "at 19:30 pm", "at 7:5pm", "7:30", "pm", "at 7pmm", "at 7pm 8pm"] {
        assert!(read(TWO, &format!("mike 5 23 {typed}")).is_err(), "{typed}");
    }
}

#[test]
fn sheets_read_what_people_say() {
    let text = "date: 2026-11-20 7:30 pm\nsides: Mary, Mike\nstake: €0.05\n\nmary won 25\nmike knock 5 mary 23 8pm\n";
    let games = read_games(text, local()).unwrap();
    assert_eq!(
        ginpad_core::notation::print_game(&games[0]),
        "date: 2026-11-20 19:30 +00:00\nrules: standard\nsides: Mary, Mike\nstake: 0.05 EUR\n\nMary points 25\n\
         Mike knock 5 23 at 2026-11-20 20:00 +00:00\n"
    );
}

/// The questions of `log` read the same.
#[test]
fn answers_are_read_like_entries() {
    let game = table("rules: standard, oklahoma=ace-gin\nsides: Mary, Mike");
    let mut draft = Draft::new(&game, local());
    for answer in ["mike", "7", "wins", "25"] {
        draft.give(answer).unwrap_or_else(|faults| panic!("{answer}: {faults:?}"));
    }
    let hand = draft.entry().unwrap().logged();
    assert_eq!(print_entry(hand, &game.players), "Mike points 25 up 7");
    let mut whole = Draft::new(&game, local());
    whole.give("mike knock 5 mary 23 up 7").unwrap();
    assert_eq!(print_entry(whole.entry().unwrap().logged(), &game.players), "Mike knock 5 23 up 7");
}
