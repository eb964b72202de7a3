//! Games with any names, notes, times and stakes, leaning towards what is hard to print.

use chrono::{DateTime, FixedOffset, NaiveDate};
use ginpad_core::cards::Ace;
use ginpad_core::{
    Amount, BySide, Closing, Count, DeadHand, Event, Game, GameHand, LoggedHand, LoggedResult, Moment, Name, Note,
    Played, Players, Points, Side, Stakes, Title, Totals,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::round_trip::Extras;
use crate::support::games::{RandomGame, as_game, game};

/// Names that could be mistaken for something else.
pub(crate) const HOSTILE: &[&str] = &[
    "A",
    "Ann",
    "Anna",
    "Ann Bo",
    "A knock",
    "A k 4",
    "ann-marie",
    "AG",
    "abg",
    "P",
    "P1",
    "P 1",
    "1",
    "12",
    "1 2",
    "7S",
    "10h",
    "K",
    "U",
    "G",
    "knock",
    "Gin",
    "gins",
    "Big Gin",
    "big-gin",
    "BG",
    "undercut",
    "points",
    "p",
    "Dead",
    "dead misdeal",
    "misdeal",
    "draw",
    "Wash",
    "-",
    "--",
    "---",
    "- -",
    "up",
    "Up 7S",
    "note",
    "at",
    "at noon",
    "#",
    "# 1",
    "sides",
    "sides: Ann",
    "title:",
    "x=y",
    "a,b",
    "a, b",
    "Ann & Cid",
    "&",
    "+",
    "a+b",
    "\"",
    "\"Ann\"",
    "“Ann”",
    "”",
    "\\",
    "a\\",
    "\\\"",
    "O'Neil",
    "'",
    "forfeit",
    "forfeit Ann",
    "unfinished",
    "ALTERNATE",
    "Ünal",
    "unal",
    "straße",
    "STRASSE",
    "İpek",
    "ipek",
    "i\u{307}pek",
    "ΣΑΣ",
    "σας",
    "Zoë",
    "e\u{301}",
    "é",
    "日本",
    "あ",
    "🂡",
    "♠",
    "A♠",
    "👩‍👩‍👧",
    "👍🏽",
    "n\u{303}\u{303}",
    "ﬁ",
    "ǅ",
    "1+1",
    "3/4",
    ";",
    "a;b",
    "²",
    "٣",
    "Ann 4 27",
    "Kn",
    "kno",
    "d",
    "De",
    "w",
    "dr",
];

pub(crate) fn name() -> impl Strategy<Value = Name> {
    let text = prop_oneof![
        6 => select(HOSTILE).prop_map(str::to_string),
        1 => "[A-Za-z]{1,3}( [a-z0-9]{1,3})?",
        1 => "\\PC{1,12}",
    ];
    text.prop_filter_map("no name", |text| Name::read(&text).ok())
}

/// Two sides with this many players each, all of them different.
pub(crate) fn players(a_side: usize) -> impl Strategy<Value = Players> {
    proptest::collection::vec(name(), 2 * a_side).prop_filter_map("a name twice", move |names| {
        let (first, second) = names.split_at(a_side);
        Players::new(BySide::new(first.to_vec(), second.to_vec())).ok()
    })
}

fn moment() -> impl Strategy<Value = Moment> {
    let first = NaiveDate::from_ymd_opt(1000, 1, 2).unwrap().and_hms_opt(0, 0, 0).unwrap().and_utc().timestamp() / 60;
    let last = NaiveDate::from_ymd_opt(9999, 12, 30).unwrap().and_hms_opt(0, 0, 0).unwrap().and_utc().timestamp() / 60;
    let offset = prop_oneof![3 => select(vec![0, 60, -300, 330, 345, -210]), 1 => -1439..=1439_i32];
    (first..=last, offset).prop_map(|(minute, offset)| {
        let offset = FixedOffset::east_opt(offset * 60).unwrap();
        DateTime::from_timestamp(minute * 60, 0).unwrap().with_timezone(&offset)
    })
}

fn remark() -> impl Strategy<Value = String> {
    let hostile =
        ["\"", "\\", "a \" b", "\\\"", "ends in \\", "”", "“so”", "# no", " two  spaces ", "up 7S", "---", "a,b"];
    prop_oneof![select(hostile.to_vec()).prop_map(str::to_string), "\\PC{0,20}", "[ \"\\\\”]{0,6}"]
}

pub(crate) fn title() -> impl Strategy<Value = Option<Title>> {
    remark().prop_map(|text| Title::read(&text).ok())
}

pub(crate) fn extras() -> impl Strategy<Value = Extras> {
    let at = proptest::option::weighted(0.3, moment());
    (proptest::option::weighted(0.5, remark()), at, any::<[Index; 3]>(), any::<bool>())
}

/// A count in up to four parts.
fn parted(count: &Count, cuts: &[Index; 3], whole: bool) -> Count {
    if whole {
        return count.clone();
    }
    let mut rest = count.total(Ace::Low);
    let mut parts = Vec::new();
    for cut in cuts {
        let part = u32::try_from(cut.index(rest as usize + 1)).unwrap();
        rest -= part;
        parts.push(part);
    }
    parts.push(rest);
    Count::new(parts).unwrap()
}

pub(crate) fn dressed(hand: &mut LoggedHand, (note, at, cuts, whole): &Extras) {
    hand.note = note.as_ref().and_then(|note| Note::read(note).ok());
    hand.at = *at;
    if hand.played == Played::Dead(DeadHand::Stock) && *whole {
        hand.played = Played::Dead(DeadHand::Misdeal);
    }
    let Played::Results(results) = &mut hand.played else { return };
    for result in results {
        match result {
            LoggedResult::Ended { how, other, .. } if how.is_gin() => *other = parted(other, cuts, *whole),
            LoggedResult::Ended { own, other, .. } => {
                (*own, *other) = (parted(own, cuts, *whole), parted(other, cuts, !*whole));
            }
            LoggedResult::Points { .. } | LoggedResult::Dead => {}
        }
    }
}

fn closing() -> impl Strategy<Value = Option<Closing>> {
    select(vec![
        None,
        Some(Closing::Unfinished),
        Some(Closing::Forfeit(Side::First)),
        Some(Closing::Forfeit(Side::Second)),
        Some(Closing::Settled),
        Some(Closing::ForfeitNoPoints(Side::First)),
    ])
}

fn stakes() -> impl Strategy<Value = Stakes> {
    let texts = [
        [None, None, None],
        [Some("0.01 USD"), None, None],
        [None, Some("5 JPY"), Some("1 JPY")],
        [Some("0.125 KWD"), None, Some("2.000 KWD")],
        [Some("1000000 EUR"), Some("0.01 EUR"), None],
    ];
    select(texts.to_vec()).prop_map(|texts| {
        let [point, game, line] = texts.map(|text| text.map(|text| Amount::read(text).unwrap()));
        Stakes::new(point, game, line).unwrap()
    })
}

pub(crate) fn event() -> impl Strategy<Value = Option<Event>> {
    remark().prop_map(|text| Event::read(&text).ok())
}

fn totals() -> impl Strategy<Value = Option<Totals>> {
    let total = || (0..=Totals::MOST).prop_map(Points);
    let winner = select(vec![None, Some(Side::First), Some(Side::Second)]);
    let totals = (total(), total(), winner).prop_map(|(first, second, winner)| {
        let totals = Totals::new(BySide::new(first, second));
        Totals { winner: winner.or(totals.winner), ..totals }
    });
    proptest::option::weighted(0.2, totals)
}

/// A game with everything that a sheet can say, between people with any names.
pub(crate) fn dressed_game() -> impl Strategy<Value = Game> {
    game().prop_flat_map(|mut random: RandomGame| {
        random.hands.truncate(12);
        random.beside.adjustments.retain(|adjustment| adjustment.after <= 12);
        let extras = proptest::collection::vec(extras(), random.hands.len());
        let head = (title(), event(), proptest::option::of(moment()), stakes(), totals(), closing());
        (players(random.a_side), head, extras).prop_map(move |(players, head, extras)| {
            let mut game = Game { players, ..as_game(&random) };
            (game.title, game.event, game.started, game.stakes, game.totals, game.closing) = head;
            if game.totals.is_some() {
                game.hands.clear();
                game.adjustments.clear();
            }
            let dress = |(hand, extras): (&GameHand, &Extras)| {
                let mut logged = hand.logged().clone();
                dressed(&mut logged, extras);
                GameHand::from(game.accept(logged).unwrap())
            };
            game.hands = game.hands.iter().zip(&extras).map(dress).collect();
            game
        })
    })
}
