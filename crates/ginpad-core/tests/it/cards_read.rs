//! Reading cards: every form that people type, every fault with its place, and arbitrary text, which never breaks it.

use ginpad_core::cards::{Card, Cards, NotCards, ReadFault, Suit, Typed};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// The cards as codes in the order typed, or the first fault with the text at its place.
fn read(text: &str) -> Result<String, (String, String)> {
    match Typed::read(text) {
        Ok(typed) => Ok(typed.iter().map(Card::code).collect::<Vec<_>>().join(" ")),
        Err(faults) => {
            let place = faults[0].place;
            Err((faults[0].to_string(), text[place.start..place.end].into()))
        }
    }
}

fn fault(text: &str) -> (String, String) {
    read(text).unwrap_err()
}

#[test]
fn every_form_is_read() {
    for (text, cards) in [
        ("AS 10h Td q♣", "AS TH TD QC"),
        ("♠Q sj", "QS JS"),
        ("as10htd", "AS TH TD"),
        ("AS,10h,\n td\t", "AS TH TD"),
        ("a23s", "AS 2S 3S"),
        ("7hdc", "7H 7D 7C"),
        ("a23s7hdc kh", "AS 2S 3S 7H 7D 7C KH"),
        ("a10s 210h", "AS TS 2H TH"),
        ("♠AKQ♥10 hd7", "AS KS QS TH 7H 7D"),
        ("7♤ 8♡ 9♢ t♧", "7S 8H 9D TC"),
        ("7♠\u{fe0f} ♥\u{fe0e}8 9♦\u{fe0f}♣\u{fe0f}", "7S 8H 9D 9C"),
        ("🂡🂾🃍🃑 7s", "AS KH QD AC 7S"),
        ("🂡\u{fe0e}7s🂽", "AS 7S QH"),
        ("7s\u{a0}8s\u{2003}9s\r\n", "7S 8S 9S"),
        ("10 h 9 s", "TH 9S"),
        ("h 10\ns  9, kd", "TH 9S KD"),
        ("7s h 8", "7S 8H"),
        ("8♥-8♣-8♠", "8H 8C 8S"),
        ("3h-4h-5h-6h, 10s-🂾 ♦7-♦8", "3H 4H 5H 6H TS KH 7D 8D"),
        ("7hd-8c-10s", "7H 7D 8C TS"),
        ("7h-10h", "7H TH"),
        ("3-5s", "3S 4S 5S"),
        ("a3-57s", "AS 3S 4S 5S 7S"),
        ("9-ks-2h a-3d", "9S TS JS QS KS 2H AD 2D 3D"),
        ("8-10h 10-kd", "8H 9H TH TD JD QD KD"),
        ("♠3-5♥7-8", "3S 4S 5S 7H 8H"),
        ("", ""),
        (" , ", ""),
    ] {
        assert_eq!(read(text), Ok(cards.into()), "{text:?}");
    }
}

#[test]
fn faults_point_at_their_place() {
    let wrong = |text, message: &str, at: &str| assert_eq!(fault(text), (message.into(), at.into()), "{text:?}");
    wrong("7s 8x", "`x` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)", "x");
    wrong("7s 1s", "there is no rank `1`; the ranks are A 2-10 J Q K", "1");
    wrong("7s 13s", "there is no rank `13`; the ranks are A 2-10 J Q K", "13");
    wrong("100s", "there is no rank `100`; the ranks are A 2-10 J Q K", "100");
    wrong("7s 20h", "there is no rank `20`; the ranks are A 2-10 J Q K", "20");
    wrong("7s0h", "there is no rank `0`; the ranks are A 2-10 J Q K", "0");
    wrong("7s 89 th", "`89` has no suit (s h d c)", "89");
    wrong("7s h 8d", "`h` is a suit without a rank (A 2-10 J Q K)", "h");
    wrong("7hs8", "`8` has no suit (s h d c)", "8");
    wrong("7,s", "`7` has no suit (s h d c)", "7");
    wrong("7 s h", "`h` is a suit without a rank (A 2-10 J Q K)", "h");
    wrong("8 7 s", "`8` has no suit (s h d c)", "8");
    wrong("7 hd", "`7` has no suit (s h d c)", "7");
    wrong("ks7 h", "`7` has no suit (s h d c)", "7");
    wrong("7 hs", "`7` has no suit (s h d c)", "7");
    wrong("a2sh", "`a2sh` can be read in two ways: as AS 2S AH 2H or as AS 2S 2H", "a2sh");
    wrong("77hd", "7♥ is given twice", "7");
    wrong("a2shs", "A♠ is given twice", "s");
    wrong("kh hdd89", "8♦ is given twice", "d");
    wrong("7s 🂬", "`🂬` is not in the pack of 52 cards", "🂬");
    wrong("7s 🃏", "`🃏` is not in the pack of 52 cards", "🃏");
    wrong("7s ♠7", "7♠ is given twice", "♠7");
    wrong("7s 678s", "7♠ is given twice", "7");
    wrong("7s 7hsd", "7♠ is given twice", "s");
    wrong("a23456789tjs kh qh", "K♥ is one card too many; a hand has at most eleven", "kh");
    wrong("7s\u{1b}[31m", "`\\u{1b}` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)", "\u{1b}");
    for stray in ["-7s", "7s-", "7s--8s", "7s -8s", "7s - 8s", "7s,-8s", "7s-,8s"] {
        wrong(stray, "`-` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)", "-");
    }
    wrong("7h-d", "`d` is a suit without a rank (A 2-10 J Q K)", "d");
    wrong("3-5 7s", "`3-5` has no suit (s h d c)", "3-5");
    wrong("3-5-7s", "`3-5` has no suit (s h d c)", "3-5");
    wrong("kh 5-3s", "`5-3` does not go up; a range begins with its lower rank, like 3-5s", "5-3");
    wrong("5-5s", "`5-5` does not go up; a range begins with its lower rank, like 3-5s", "5-5");
    wrong("3-5sh", "`3-5sh` can be read in two ways: as 3S 4S 5S 3H 4H 5H or as 3S 4S 5S 5H", "3-5sh");
    wrong("3-54s", "4♠ is given twice", "4");
    wrong("4s 3-5s", "4♠ is given twice", "3-5");
    wrong("a-ks", "Q♠ is one card too many; a hand has at most eleven", "a-k");
    wrong("7\u{fe0f}s", "`\\u{fe0f}` is neither a rank (A 2-10 J Q K) nor a suit (s h d c)", "\u{fe0f}");
    let Err(ReadFault { what: NotCards::Twice(_, first), .. }) = Cards::read("kh 678s 7♠") else {
        panic!("7S is given twice")
    };
    assert_eq!((first.start, first.end), (4, 5));
    let Err(ReadFault { what: NotCards::Twice(_, first), place }) = Cards::read("5565sh") else {
        panic!("5S is given twice")
    };
    assert_eq!((first.start, place.start), (0, 1));
}

#[test]
fn groups_are_read_with_places_in_the_whole() {
    let groups = |text| Typed::read_groups(text).map(|groups| groups.iter().map(Vec::len).collect::<Vec<_>>());
    assert_eq!(groups("a23s / 7hdc/ks"), Ok(vec![3, 3, 1]));
    assert_eq!(groups("a23s"), Ok(vec![3]));
    assert_eq!(groups("a23s//"), Ok(vec![3, 0, 0]));
    assert_eq!(groups("a23s/10 h/k d"), Ok(vec![3, 1, 1]));
    let place = |text| Typed::read_groups(text).map_err(|faults| faults[0].place.start);
    assert_eq!(place("a23s / 2s"), Err(7));
    assert_eq!(place("a23s / 4x"), Err(8));
    assert_eq!(place("a23456s / 789tjs / kh"), Err(19));
    assert_eq!(place("a23s / 4 / s"), Err(7));
}

#[test]
fn long_nonsense_is_refused_at_once() {
    for piece in ["a", "s", "as", "a2sh", "10", "1", "/", "♠", "🂡", " ", "é", "-", "a-", "a-k", "as-"] {
        let text = piece.repeat(200_000);
        let _ = Typed::read(&text);
        let _ = Typed::read_groups(&text);
    }
    let text = format!("{}{}", "a2".repeat(100_000), "sh".repeat(100_000));
    assert!(matches!(Cards::read(&text), Err(ReadFault { what: NotCards::Twice(..), .. })));
    let text = "x ".repeat(200_000);
    assert_eq!((faults(&text).len(), Cards::read_any(&text).unwrap_err().len()), (11, 11));
}

/// Everything that is wrong with a hand.
fn faults(text: &str) -> Vec<ReadFault> {
    Typed::read(text).err().unwrap_or_default()
}

/// Everything that is wrong with groups.
fn faults_of_groups(text: &str) -> Vec<ReadFault> {
    Typed::read_groups(text).err().unwrap_or_default()
}

/// Every fault as its text and its place.
fn all(faults: &[ReadFault]) -> Vec<(String, usize)> {
    faults.iter().map(|fault| (fault.to_string(), fault.place.start)).collect()
}

#[test]
fn every_fault_is_told_once() {
    let places = |text: &str| faults(text).iter().map(|fault| fault.place.start).collect::<Vec<_>>();
    assert_eq!(
        places("11 s 20h 7d 12 ♠ 13 h5"),
        [0, 5, 12, 19],
        "the suit after a number that is not a rank is not a second fault"
    );
    assert!(places("7hdc a23s").is_empty());
    assert_eq!(places("7hdc 1d, 8x 13s\tq"), [5, 10, 12, 16]);
    assert_eq!(places("1x1x 8h 8h"), [0, 8], "a word is listed once");
    assert_eq!(places("7 x h"), [0, 2, 4], "what is left of a card is not joined over a fault");
    assert_eq!(places("7s/x8s"), [3], "a `/` separates words");
    assert_eq!(places("a23456789tjs kh qh x"), [13, 19], "one card too many is listed once");
    assert_eq!(places("7s 7s 7s"), [3, 6]);
    assert_eq!(
        all(&faults("20h 77hd sh")),
        [
            ("there is no rank `20`; the ranks are A 2-10 J Q K".into(), 0),
            ("7♥ is given twice".into(), 5),
            ("`sh` is a suit without a rank (A 2-10 J Q K)".into(), 9),
        ]
    );
    let groups = |text: &str| faults_of_groups(text).iter().map(|fault| fault.place.start).collect::<Vec<_>>();
    assert_eq!(groups("a23s / 1h / 2s x/q"), [7, 12, 15, 17]);
    assert_eq!(groups("a23456s / 789tjs / kh"), [19]);
    assert!(Cards::read_any("a23456789tjqks a23456789tjqkh").is_ok());
    assert_eq!(Cards::read_any("as 1s as").unwrap_err().len(), 2);
}

/// Short nonsense made of characters that have a meaning, the same on every machine.
#[test]
fn nonsense_is_read_or_refused_at_a_place() {
    let chars: Vec<char> = "aA2910tjqkKsShdc♠♥♦♣♡/ ,\n🂡🃞🂬🃏x'\u{fe0f}\u{1b}é".chars().collect();
    let mut dice = crate::support::dice::Dice::new(6);
    for _ in 0..crate::support::dice::times(50_000, 5_000_000) {
        let length = dice.below(9);
        let text: String = (0..length).map(|_| chars[dice.below(chars.len())]).collect();
        check_any(&text);
    }
}

fn check_any(text: &str) {
    let faults = faults(text);
    assert_eq!(faults.first(), Cards::read(text).err().as_ref(), "{text:?}");
    assert!(faults.is_sorted_by_key(|fault| fault.place.start), "{text:?}: {faults:?}");
    assert!(faults.iter().all(|fault| text.get(fault.place.start..fault.place.end).is_some()), "{text:?}");
    let of_groups = Typed::read_groups(text).map(drop);
    assert!(of_groups.as_ref().err().is_none_or(|faults| !faults.is_empty()), "{text:?}");
    assert!(text.contains('/') || of_groups == Typed::read(text).map(drop), "{text:?}");
    match Typed::read(text) {
        Ok(typed) => {
            assert_eq!(typed.iter().count(), typed.cards().len());
            assert_eq!(Cards::read(&typed.cards().codes()), Ok(typed.cards()));
        }
        Err(faults) => {
            assert!(!faults.is_empty(), "{text:?}");
            for fault in faults {
                let place = fault.place;
                assert!(place.start < place.end, "{text:?}: {fault:?}");
                assert!(text.get(place.start..place.end).is_some(), "{text:?}: {fault:?}");
                assert!(!fault.to_string().chars().any(|char| char.is_control()), "{text:?}");
            }
        }
    }
    let one = Card::read(text).ok();
    // One card may be typed with its rank and suit apart.
    let together: String = text.split_whitespace().collect();
    let alone =
        Typed::read(&together).ok().filter(|typed| typed.cards().len() == 1).and_then(|typed| typed.iter().next());
    assert!(one.is_none() || one == alone, "{text:?}");
    let _ = Typed::read_groups(text);
}

#[test]
fn plain_cards_are_read_as_the_grammar_reads_them() {
    let chars: Vec<char> = "aK9tsh1, x".chars().collect();
    let mut dice = crate::support::dice::Dice::new(12);
    for _ in 0..crate::support::dice::times(50_000, 5_000_000) {
        let length = dice.below(8);
        let text: String = (0..length).map(|_| chars[dice.below(chars.len())]).collect();
        // A selector after a suit changes nothing, but then the card is not read as a plain one.
        let long = text.replace('s', "s\u{fe0e}").replace('h', "h\u{fe0e}");
        let unmarked = |result: Result<Typed, Vec<ReadFault>>| match result {
            Ok(typed) => Ok(typed.iter().collect::<Vec<_>>()),
            Err(faults) => Err(faults[0].to_string().replace('\u{fe0e}', "")),
        };
        assert_eq!(unmarked(Typed::read(&text)), unmarked(Typed::read(&long)), "{text:?}");
    }
}

fn picture(card: Card) -> char {
    let suit = Suit::ALL.iter().position(|suit| *suit == card.suit).unwrap() as u32;
    let number = u32::from(card.rank.number());
    char::from_u32(0x1f0a0 + suit * 16 + number + u32::from(number > 11)).unwrap()
}

/// One card in one of its forms.
fn written(card: Card, form: usize) -> String {
    let symbol = card.suit.symbol();
    let outlined = ['♤', '♡', '♢', '♧'][Suit::ALL.iter().position(|suit| *suit == card.suit).unwrap()];
    let rank = card.rank.letter();
    let rank_as_number = card.to_string().replace(symbol, "");
    match form {
        0 => card.code(),
        1 => card.to_string(),
        2 => card.code().to_lowercase(),
        3 => format!("{symbol}{rank}"),
        4 => format!("{rank_as_number}{outlined}\u{fe0e}"),
        5 => format!("{}{rank_as_number}", card.suit.letter()),
        6 => format!("{symbol}\u{fe0f}{}", rank.to_ascii_lowercase()),
        _ => picture(card).into(),
    }
}

/// The hand in shorthand: suit by suit, or rank by rank.
fn shorthand(hand: Cards, by_suit: bool, suit_first: bool) -> String {
    let mut groups: Vec<(String, String)> = Vec::new();
    let mut cards: Vec<Card> = hand.iter().collect();
    if !by_suit {
        cards.sort_by_key(|card| card.rank);
    }
    for card in cards {
        let (rank, suit) = (card.rank.letter().to_string(), card.suit.letter().to_string());
        let (key, more) = if by_suit { (suit, rank) } else { (rank, suit) };
        match groups.last_mut().filter(|(last, _)| *last == key) {
            Some((_, all)) => all.push_str(&more),
            None => groups.push((key, more)),
        }
    }
    let turned = groups.into_iter().map(|(key, all)| match by_suit == suit_first {
        true => format!("{key}{all}"),
        false => format!("{all}{key}"),
    });
    turned.collect()
}

fn hand() -> impl Strategy<Value = Vec<Card>> {
    subsequence(Cards::PACK.iter().collect::<Vec<_>>(), 0..=11).prop_shuffle()
}

proptest! {
    #[test]
    fn what_is_printed_is_read_again(
        hand in hand(),
        forms in proptest::collection::vec(0..8_usize, 11),
        parting in select(vec![" ", ",", ", ", "\n", "  \t"]),
    ) {
        let words: Vec<String> = hand.iter().zip(forms).map(|(card, form)| written(*card, form)).collect();
        let typed = Typed::read(&words.join(parting)).unwrap();
        prop_assert_eq!(typed.iter().collect::<Vec<_>>(), hand);
    }

    #[test]
    fn one_form_needs_no_spaces(hand in hand(), form in 0..8_usize) {
        let text: String = hand.iter().map(|card| written(*card, form)).collect();
        let typed = Typed::read(&text).unwrap();
        prop_assert_eq!(typed.iter().collect::<Vec<_>>(), hand);
    }

    #[test]
    fn sets_are_read_as_they_are_printed(hand in hand(), by_suit: bool, suit_first: bool) {
        let hand: Cards = hand.into_iter().collect();
        prop_assert_eq!(Cards::read(&hand.to_string()), Ok(hand));
        prop_assert_eq!(Cards::read(&hand.codes()), Ok(hand));
        let text = shorthand(hand, by_suit, suit_first);
        prop_assert_eq!(Cards::read(&text), Ok(hand), "{}", text);
        prop_assert_eq!(Cards::read(&text.to_lowercase()), Ok(hand));
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place(text in any::<String>()) {
        check_any(&text);
    }
}
