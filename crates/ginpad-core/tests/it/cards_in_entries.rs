//! Hands given by their cards: how an entry with cards is read, what it scores, and how it is stored and shown.

use chrono::{DateTime, FixedOffset};
use ginpad_core::cards::{Ace, Cards, arrange};
use ginpad_core::notation::{LocalTime, print_entry, read_entry, read_one};
use ginpad_core::{Count, Game, LoggedHand, LoggedResult, Outcome, Played, Preset, Side};
use proptest::prelude::*;

use crate::cards_brute::{arrangements, least_after_lay_offs, pairs, value};
use crate::support::dice::{Dice, times, window};
use crate::support::hands::{ANN, BOB};

fn utc(_: chrono::NaiveDateTime) -> FixedOffset {
    FixedOffset::east_opt(0).unwrap()
}

fn local() -> LocalTime<'static> {
    LocalTime { now: DateTime::UNIX_EPOCH.fixed_offset(), offset_at: &utc }
}

fn table(sides: &str) -> Game {
    read_one(&format!("sides: {sides}\n")).unwrap()
}

/// An entry in full words, or what is wrong with it.
fn read(sides: &str, text: &str) -> Result<String, String> {
    let game = table(sides);
    read_entry(text, &game, local())
        .map(|hand| print_entry(&hand, &game.players))
        .map_err(|(at, fault)| format!("{}: {fault}", text[..at].chars().count() + 1))
}

#[test]
fn cards_may_stand_wherever_a_count_may() {
    for (forms, entry) in [
        (
            "ann knock 2c2s KdQd|a k ♣2♠2 ♦KQ|ann 2c2s kdqd|a 2cs k♦q♦|ann knocks 2S,2C KD,QD|ann knock 2♣-2♠ K♦-Q♦",
            "Ann knock 2S2C QDKD",
        ),
        ("a4 10h9s|a4 10h,9s|a 4 ♥10♠9|a knock 4 Th 9s|a4 🂩🂺", "Ann knock 4 9STH"),
        ("a10h 5s|ann 10H 5S|ann knock Th 5s", "Ann knock TH 5S"),
        ("a 7hdc 27|ann knock 7h7d7c 27", "Ann knock 7H7D7C 27"),
        ("ann knock 10 h 9|a knock h 10 9|a 10 h 9", "Ann knock TH 9"),
        ("ann gin K h 9 s|ann gin h K s 9|ag Kh 9 s", "Ann gin 9SKH"),
        ("a g 10h|ag10h|ann gin 10h", "Ann gin TH"),
        ("a g kh qd 7s|ag khqd7s|ann gin 7s, kh qd", "Ann gin 7SKHQD"),
        ("abg as|ann big-gin as|a big gin as", "Ann big-gin AS"),
        ("bu 2s 9h|bob undercut 2s 9h", "Bob undercut 2S 9H"),
        ("ann gin as at 19:30 up as", "Ann gin AS up AS at 1969-12-31 19:30 +00:00"),
        (
            "a a23s4567d7hc2h kd kh kc qs qh qd 3d 3c 9h 7s|\
             a a-3s-4-7d-7hc-2h k♦-k♥-k♣-q♠-q♥-q♦-3dc-9h-7s|\
             a as 2s 3s 4d 5d 6d 7d 7h 7c 2h kd kh kc qs qh qd 3d 3c 9h 7s|\
             a as,2s,3s,4d,5d,6d,7d,7h,7c,2h kd,kh,kc,qs,qh,qd,3d,3c,9h,7s|\
             a as, 2s, 3s, 4d, 5d, 6d, 7d, 7h, 7c, 2h, kd, kh, kc, qs, qh, qd, 3d, 3c, 9h, 7s|\
             a as,2s,3s,4d,5d,6d,7d,7h,7c,2h,kd,kh,kc,qs,qh,qd,3d,3c,9h,7s|\
             a as 2s 3s 4d 5d 6d 7d 7h 7c 2h, kd kh kc qs qh qd 3d 3c 9h 7s|\
             a as 2s 3s 4d 5d 6d 7d 7h 7c 2h,kd kh kc qs qh qd 3d 3c 9h 7s|\
             a as, 2s, 3s, 4d, 5d, 6d, 7d, 7h, 7c, 2h,kd, kh, kc, qs, qh, qd, 3d, 3c, 9h, 7s",
            "Ann knock AS2S3S2H7H4D5D6D7D7C 7SQS9HQHKH3DQDKD3CKC",
        ),
        (
            "ann gin 4567dkshc234h 3s9h|ann gin 4567dkshc234h 3s 9h|ann gin 4d5d6d7dkskhkc2h3h4h 3s9h",
            "Ann gin KS2H3H4HKH4D5D6D7DKC 3S9H",
        ),
        ("ann bg 4567dkshc2345h 3s|a big 4567d kshc 2345h 3s", "Ann big-gin KS2H3H4H5HKH4D5D6D7DKC 3S"),
        ("ann bg 4567dkshc2345h 12", "Ann big-gin KS2H3H4H5HKH4D5D6D7DKC 12"),
    ] {
        for form in forms.split('|') {
            assert_eq!(read("Ann, Bob", form).as_deref(), Ok(entry), "{form}");
        }
    }
    for form in ["ann 2s kd, dee gin ah 3c", "ann knock 2s kd,dee gin ah,3c", "a 2s kd , d g ah3c"] {
        assert_eq!(read("Ann & Cid, Bob & Dee", form).as_deref(), Ok("Ann knock 2S KD, Dee gin AH3C"), "{form}");
    }
    for (form, entry) in [
        ("agkh", "Ann gin KH"),
        ("agKhQd", "Ann gin KHQD"),
        ("akkh 5", "Ann knock KH 5"),
        ("akh qh", "Ann knock KH QH"),
        ("aas ks", "Ann knock AS KS"),
        ("aa23s 10h", "Ann knock AS2S3S TH"),
        ("abgas", "Ann big-gin AS"),
        ("buks 9", "Bob undercut KS 9"),
    ] {
        assert_eq!(read("Ann, Bob", form).as_deref(), Ok(entry), "{form}");
    }
    assert!(read("Jada, Bob", "jad 4").is_err(), "a name and a count forgotten");
    assert!(read("Ann, Bob", "apas").is_err());
    let partners = [
        ("as gin 5h, jh 4d 5c", "As gin 5H, Jh knock 4D 5C"),
        ("as 5h 10h, td 4h 10d", "As knock 5H TH, Td knock 4H TD"),
    ];
    for (form, entry) in partners {
        assert_eq!(read("As & Kd, Td & Jh", form).as_deref(), Ok(entry), "{form}");
    }
    // A name that could be a card is a name.
    assert_eq!(read("Kd, Bob", "kd 7s 8d").as_deref(), Ok("Kd knock 7S 8D"));
    assert_eq!(read("As, Ah", "as as ah").as_deref(), Ok("As knock AS AH"));
    // Only one way to split the row gives an undercut of an allowed knock.
    assert_eq!(read("Ann, Bob", "bob undercut as 2s 3d 4d 5c").as_deref(), Ok("Bob undercut AS2S3D 4D5C"));
}

#[test]
fn cards_that_read_several_ways_are_refused_with_them() {
    for (form, message) in [
        ("ann knock 2c, 4h 5h", "1: this can be read in two ways: `Ann knock ♣2 ♥45` or `Ann knock ♥4♣2 ♥5`"),
        ("a 2c , 4h 5h", "1: this can be read in two ways: `Ann knock ♣2 ♥45` or `Ann knock ♥4♣2 ♥5`"),
        ("a k as 2s kd", "1: this can be read in two ways: `Ann knock ♠A ♠2♦K` or `Ann knock ♠A2 ♦K`"),
        // Three cards of the knocker's would be over the limit.
        ("a k as 2s kd qd", "1: this can be read in two ways: `Ann knock ♠A ♠2♦QK` or `Ann knock ♠A2 ♦QK`"),
        ("a k as 2s 3d 4d", "1: this can be read in several ways, like `Ann knock ♠A ♠2♦34` or `Ann knock ♠A2 ♦34`"),
    ] {
        assert_eq!(read("Ann, Bob", form).unwrap_err(), message);
    }
}

/// The players are named like suits, so that every comma may separate results or cards. If all readings were kept, each
/// further group would multiply them, and this test would never end.
#[test]
fn an_entry_that_reads_in_very_many_ways_is_refused() {
    let groups: Vec<String> =
        (0..200).map(|group| format!("c{} {}{}", 2 + group % 8, 2 + group % 7, ["h", "s", "d"][group % 3])).collect();
    for row in [groups.join(", "), "c2 h2, ".repeat(500), "c 2h 3h 4h 5h 6h, ".repeat(100), "d c c ".repeat(500)] {
        assert!(read("C & H, D & S", &row).is_err());
        assert!(read("C, D", &row).is_err());
    }
    let single = "a k as 2s 3s 4s 5s 6s 7s 8s 9s 10s";
    assert!(read("A & C & E & G, B & D & F & H", &[single; 8].join(", ")).is_err());
}

#[test]
fn cards_are_refused_where_they_go_wrong() {
    for (form, at, message) in [
        ("ann gin 5s5x", 12, "`x` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)"),
        ("ann gin 5s 5x", 13, "`x` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)"),
        ("ann gin 5s 5", 12, "expected the end of the entry, or `up`, `note` or `at`, not `5`"),
        ("ann gin Kh Kh", 12, "K♥ is given twice"),
        ("ann gin KhQdKh", 13, "K♥ is given twice"),
        ("ann gin a2sh", 9, "`a2sh` can be read in two ways: as AS 2S AH 2H or as AS 2S 2H"),
        (
            "ann gin 5s nte \"x\"",
            12,
            "expected the end of the entry, or `up`, `note` or `at`, not `nte`; did you mean `note`?",
        ),
        ("ann knock 5s", 13, "expected the other side's deadwood, but the entry ends here"),
        ("ann knock 45678s99h 20", 18, "9♥ is given twice"),
        ("ann knock 45678s4567d89h 20", 11, "at most 10 cards can be given here; leave out the card that was thrown"),
        (
            "ann knock 4 4s 5s 6s 7s 8s 4d 5d 6d 7d 8d 9d",
            43,
            "at most 10 cards can be given here; leave out the card that was thrown",
        ),
        (
            "ann knock as,2s,3s,7h,7d,7c,9d,10d,jd ks,kh,qs,qh,9c,8c,5h,4h,3h,6d,6c",
            69,
            "at most 10 cards can be given here; leave out the card that was thrown",
        ),
        ("ann knokc 4 27", 5, "expected knock, gin, big-gin, undercut or points, not `knokc`; did you mean `knock`?"),
        ("ann knock 5 20h", 13, "there is no rank `20`; the ranks are A 2-10 J Q K"),
        ("ann gin 1s", 9, "there is no rank `1`; the ranks are A 2-10 J Q K"),
        ("ann knock 2c, dee gin 4h", 15, "expected the other side's deadwood, not `dee`"),
        ("ann bg 4567dkshc2345h", 22, "expected the other side's deadwood, but the entry ends here"),
        ("ann points 5s", 12, "expected points, not `5s`"),
    ] {
        assert_eq!(read("Ann, Bob", form).expect_err(form), format!("{at}: {message}"), "{form}");
    }
}

/// Why the rules refuse an entry.
fn refused(rules: &str, entry: &str) -> Vec<String> {
    let text = format!("rules: {rules}\nsides: Ann, Bob\n");
    let game = read_one(&text).unwrap();
    let hand = read_entry(entry, &game, local()).unwrap();
    game.accept(hand).expect_err(entry).refusals.iter().map(ToString::to_string).collect()
}

/// The result of an entry: the outcome, both counts, the points.
fn priced(rules: &str, entry: &str) -> (&'static str, [u8; 2], i64) {
    let game = read_one(&format!("rules: {rules}\nsides: Ann, Bob\n")).unwrap();
    let hand = read_entry(entry, &game, local()).unwrap_or_else(|(_, fault)| panic!("{entry}: {fault}"));
    let accepted = game.accept(hand).unwrap_or_else(|refused| panic!("{entry}: {:?}", refused.refusals));
    let priced = accepted.price(&game.rules.rules);
    (
        priced.outcome_word(),
        [Side::First, Side::Second].map(|side| priced.awards[0].deadwood_of(side).unwrap_or_default()),
        priced.points.0,
    )
}

#[test]
fn cards_are_melded_to_the_least_and_lay_offs_taken_off_where_both_hands_are_whole() {
    for (entry, expected) in [
        (format!("ann knock {ANN} {BOB}"), ("knock", [4, 32], 28)),
        // Bob's seven cards are deadwood: nothing is laid off.
        (format!("ann knock {ANN} kd8d9dqhjh5s7c"), ("knock", [4, 59], 55)),
        (format!("ann knock {ANN} 20"), ("knock", [4, 20], 16)),
        (format!("ann knock 4 {BOB}"), ("knock", [4, 59], 55)),
        ("ann knock 2s2d khqd".into(), ("knock", [4, 20], 16)),
        // The counts decide: all that Bob has can be laid off or melded.
        (format!("ann knock {ANN} 8d9dkd3d3h3s10djdqd3c"), ("undercut", [4, 0], 29)),
        (format!("bob undercut 8d9dkd3d3h3s10djdqd3c {ANN}"), ("undercut", [4, 0], 29)),
        (format!("ann gin 4567dkshc234h {}", "kd8d9d3d3c3sqhjh5s7c"), ("gin", [0, 59], 84)),
        ("ann gin kd8d9dqhjh5s7c".into(), ("gin", [0, 59], 84)),
        (format!("bob big-gin 4567dkshc2345h {}", "kd8d9d3d3c3sqhjh5s7c"), ("big-gin", [59, 0], 90)),
    ] {
        assert_eq!(priced("standard", &entry), expected, "{entry}");
    }
    let gin = format!("ann gin 4567dkshc234h {}", "kd8d9d3d3c3sqhjh5s7c");
    assert_eq!(priced("standard, layoff_on_gin=true", &gin), ("gin", [0, 32], 57));
}

#[test]
fn a_knock_that_the_cards_forbid_is_refused() {
    for (rules, entry, reasons) in [
        (
            "standard",
            format!("ann knock ksqdjc2h {BOB}"),
            vec!["Ann cannot knock with 32 deadwood; the knock limit is 10"],
        ),
        (
            "oklahoma-classic",
            format!("ann knock {ANN} {BOB} up 3c"),
            vec!["Ann cannot knock with 4 deadwood; the upcard 3♣ makes the knock limit 3"],
        ),
        (
            "oklahoma-classic",
            format!("ann knock {ANN} {BOB}"),
            vec!["the upcard is missing; under Oklahoma it sets the knock limit"],
        ),
        (
            "straight",
            format!("ann knock {ANN} {BOB}"),
            vec!["Ann cannot knock with 4 deadwood; only gin ends a hand under these rules"],
        ),
        (
            "standard",
            format!("ann knock 4567dkshc234h {}", "kd8d9d3d3c3sqhjh5s7c"),
            vec!["Ann cannot knock with 0 deadwood; that is gin"],
        ),
        ("standard", "ann gin 4567dkshc235h 3s".into(), vec!["Ann's cards are not gin; they leave 10 deadwood"]),
        ("standard", "ann bg 4567dkshc2346h 3s".into(), vec!["Ann's cards are not big gin; they leave 6 deadwood"]),
        ("standard", "ann knock 2s5h kdqd2s".into(), vec!["Ann and Bob cannot both have 2♠"]),
        (
            "standard",
            "ann knock 2s5hkcjd kdqd2s".into(),
            vec!["Ann and Bob cannot both have 2♠", "Ann cannot knock with 27 deadwood; the knock limit is 10"],
        ),
        ("standard", "ann gin 4567dkshc234h 3s4dks".into(), vec!["Ann and Bob cannot both have ♠K ♦4"]),
        (
            "standard",
            format!("ann undercut {BOB} {ANN}"),
            vec!["Ann cannot undercut with 32 against 4; the knocker has less"],
        ),
    ] {
        assert_eq!(refused(rules, &entry), reasons, "{rules}: {entry}");
    }
}

#[test]
fn a_part_of_a_hand_counts_only_where_it_is_deadwood() {
    let part = |who: &str, cards: usize| vec![format!("only {cards} of {who}'s ten cards are given")];
    for (entry, reasons) in [
        // The tenth card was forgotten: without it the count is 42, with it 31.
        (format!("ann knock {ANN} {}", &BOB[2..]), part("Bob", 9)),
        ("ann gin 2s4s6s8s10s2h4h6h8h".into(), part("Bob", 9)),
        ("ann knock 3 7hdckh".into(), part("Bob", 4)),
        ("ann knock a23s4h 20".into(), part("Ann", 4)),
        (format!("bob undercut a23s {ANN}"), part("Bob", 3)),
        // A comma alone ends no hand in which white space stands for another comma.
        ("ann knock as2s3s7h7d7c9d10djd kskhqsqh9c8c5h4h3h6d".into(), part("Ann", 9)),
        ("ann knock as,2s,3s,7h,7d,7c,9d,10d,jd ks,kh".into(), part("Ann", 9)),
        ("ann knock as,2s,3s,7h,7d,7c,9d,10d,jd ks,kh,qs,qh,9c,8c,5h,4h,3h,6d".into(), part("Ann", 9)),
        ("ann gin 567s".into(), part("Bob", 3)),
        ("ann bg 4567dkshc234h 20".into(), vec!["big gin takes eleven cards under these rules; Ann has 10".into()]),
        ("bob big-gin 4567dkshc2345h 3d3c3s".into(), part("Ann", 3)),
        ("ann knock a23s 7hdc".into(), [part("Ann", 3), part("Bob", 3)].concat()),
        (
            "ann knock a23s a23s".into(),
            [vec!["Ann and Bob cannot both have ♠A23".to_string()], part("Ann", 3), part("Bob", 3)].concat(),
        ),
    ] {
        assert_eq!(refused("standard", &entry), reasons, "{entry}");
    }
    for (entry, expected) in
        [("ann knock 5 KsQd3c", ("knock", [5, 23], 18)), ("ann knock 3s 2s4s6s8s10s2h4h6h", ("knock", [3, 42], 39))]
    {
        assert_eq!(priced("standard", entry), expected, "{entry}");
    }
}

#[test]
fn a_hand_told_whole_leaves_what_a_brute_force_leaves() {
    let mut dice = Dice::new(31);
    let rules = &Preset::standard().rules;
    let by = table("Ann, Bob").players.seats().next().unwrap().0;
    let mut laid = 0;
    for _ in 0..times(300, 20_000) {
        let knocker = dice.dense(Cards::PACK, 10);
        let near = (Cards::PACK - knocker) & window(1 + dice.below(6), 8);
        let defender = dice.draw(if near.len() >= 10 { near } else { Cards::PACK - knocker }, 10);
        let (own, other) = (Count::of_cards(knocker).unwrap(), Count::of_cards(defender).unwrap());
        let table = LoggedResult::Ended { by, how: Outcome::Knock, own, other }.lay_out(rules).unwrap();
        let melds: Vec<_> = table.knocker.melds.iter().map(|meld| pairs(meld.iter().copied().collect())).collect();
        let all = arrangements(&pairs(knocker)).into_iter();
        assert_eq!(all.map(|(_, over)| value(&over)).min(), Some(table.knocker.deadwood));
        if table.knocker.deadwood > 0 {
            assert_eq!(table.defender.deadwood, least_after_lay_offs(&melds, &pairs(defender)));
        } else {
            assert_eq!(table.defender.deadwood, arrange(defender, Ace::Low).deadwood);
        }
        laid += usize::from(!table.laid_off.is_empty());
    }
    assert!(laid > 30, "only {laid} tables had a lay-off");
}

/// Some cards of the pack, at least one.
fn some(most: usize) -> impl Strategy<Value = Cards> {
    proptest::collection::vec(0..52_usize, 1..=most)
        .prop_map(|places| places.into_iter().filter_map(|place| Cards::PACK.iter().nth(place)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cards_printed_in_an_entry_are_read_as_they_were(
        own in some(10), other in some(10), number in 0..98_u8, kind in 0..5_u8, second in any::<bool>(),
    ) {
        let game = table("Ann, Bob");
        let by = game.players.seats().nth(usize::from(second)).unwrap().0;
        let (own, other) = (Count::of_cards(own).unwrap(), Count::of_cards(other).unwrap());
        let result = match kind {
            0 => LoggedResult::Ended { by, how: Outcome::Knock, own, other },
            1 => LoggedResult::Ended { by, how: Outcome::Undercut, own: number.into(), other },
            2 => LoggedResult::Ended { by, how: Outcome::Knock, own, other: number.into() },
            3 => {
                let own = own.full_hand(10).and_then(Count::of_cards).unwrap_or(Count::NOTHING);
                LoggedResult::Ended { by, how: Outcome::Gin, own, other }
            },
            _ => LoggedResult::Ended { by, how: Outcome::BigGin, own: Count::NOTHING, other },
        };
        let hand = LoggedHand { played: Played::Results(vec![result]), between: None, upcard: None, note: None, at: None };
        let text = print_entry(&hand, &game.players);
        prop_assert_eq!(read_entry(&text, &game, local()), Ok(hand), "{}", text);
    }

    #[test]
    fn an_entry_of_cards_is_read_or_refused_without_a_panic(
        text in "(ann|a|k|g|bg|u|up|at|[a2-9tjqk]{1,3}|[shdc♠]{1,2}|10|1|7s|kd|,|/|\\+| ){0,24}",
    ) {
        let game = table("Ann & K, Bob & 7");
        if let Err((at, fault)) = read_entry(&text, &game, local()) {
            prop_assert!(at <= text.len() && !fault.to_string().is_empty());
        }
    }
}
