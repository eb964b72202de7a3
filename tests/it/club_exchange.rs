//! Books that meet in a club: in the end all hold the same, whatever cut them short.

use ginpad::book::BookError;
use ginpad::club::{ClubError, ClubExchange};
use ginpad_core::Moment;
use ginpad_core::ledger::{Namesakes, Run, Store};
use postgres::{Client, NoTls};
use proptest::prelude::*;

use crate::store::writers::Device;
use crate::support::clubs::{TestClub, club};

/// A book of somebody who meets the club under a URL.
struct Home {
    device: Device,
    url: String,
}

/// After how many steps an exchange is cut short.
type Cut = Option<usize>;

impl Home {
    fn new(url: String) -> Home {
        Home { device: Device::new(), url }
    }

    /// Meets the club, and says how many changes came and went. An exchange that is cut short leaves what it did.
    fn meets(&self, cut: Cut) -> Result<(usize, usize), ClubError> {
        self.exchange(cut, false, |_| {})
    }

    fn exchange(&self, cut: Cut, relays: bool, between: impl Fn(usize)) -> Result<(usize, usize), ClubError> {
        let now = Moment::parse_from_rfc3339("2026-11-20T19:30:00+01:00").unwrap();
        let (mut book, mut steps) = (self.device.open(&self.device.book()), 0);
        let mut is_cut = || {
            between(steps);
            steps += 1;
            cut.is_some_and(|cut| steps > cut)
        };
        let mut exchange = ClubExchange::begin(club(&self.url), Namesakes::JoinImported, now, relays)?;
        exchange.ask(&book.read().unwrap()).unwrap();
        while exchange.fetch()? {
            if is_cut() {
                return Ok((0, 0));
            }
            let open = book.write().unwrap();
            exchange.arrivals.receive(&open, |_, _| Ok::<(), BookError>(())).unwrap();
            open.commit().unwrap();
        }
        loop {
            let part = exchange.collect(&book.read().unwrap()).unwrap();
            let Some(part) = part.filter(|_| !is_cut()) else { break };
            exchange.put(part)?;
        }
        let (came, went) = (exchange.arrivals.brought.amount.changes, exchange.arrivals.brought.sent.changes);
        let (is_complete, is_refused) = (cut.is_none(), !exchange.kept_out.is_empty());
        exchange.end()?;
        let has_all = exchange.unsent(&book.read().unwrap()).unwrap() == 0;
        assert!(!is_complete || has_all != is_refused, "{came} {went}");
        Ok((came, went))
    }

    fn runs(&self) -> Vec<Run> {
        self.device.open(&self.device.book()).read().unwrap().runs().unwrap()
    }
}

#[test]
fn each_home_sends_its_own_lines_and_gets_those_of_the_others() {
    let Some(test) = TestClub::founded() else { return };
    let [ann, bob] = ["Ann", "Bob"].map(|name| Home::new(test.invited(name)));
    ["A", "B"].iter().for_each(|name| drop(ann.device.logs(name)));
    bob.device.logs("C");
    assert_eq!(ann.meets(None).unwrap(), (0, 2));
    assert_eq!(bob.meets(None).unwrap(), (2, 1));
    assert_eq!(ann.meets(None).unwrap(), (1, 0));
    assert_eq!(ann.meets(None).unwrap(), (0, 0));
    assert_eq!(ann.runs(), bob.runs());
    assert_eq!(test.connected().runs().unwrap(), ann.runs());
    ann.device.logs("D");
    assert_eq!((ann.meets(None).unwrap(), bob.meets(None).unwrap()), ((0, 1), (1, 0)));
}

#[test]
fn a_second_laptop_is_the_same_member() {
    let Some(test) = TestClub::founded() else { return };
    let url = test.invited("Ann");
    let [one, two] = [Home::new(url.clone()), Home::new(url)];
    one.device.logs("A");
    two.device.logs("B");
    assert_eq!(one.meets(None).unwrap(), (0, 1));
    assert_eq!(two.meets(None).unwrap(), (1, 1));
    assert_eq!(one.meets(None).unwrap(), (1, 0));
    assert_eq!(test.member("Ann").devices.len(), 2);
}

#[test]
fn a_laptop_that_is_lost_is_not_seen_when_another_one_is() {
    let Some(test) = TestClub::founded() else { return };
    let url = test.invited("Ann");
    let [one, lost] = [Home::new(url.clone()), Home::new(url)];
    one.device.logs("A");
    lost.device.logs("B");
    one.meets(None).unwrap();
    let of_one = test.member("Ann").devices[0].writer;
    lost.meets(None).unwrap();
    let seen = |is_one: bool| {
        let writers = test.member("Ann").devices;
        writers.into_iter().find(|seen| (seen.writer == of_one) == is_one).unwrap().seen
    };
    let before = (seen(true), seen(false));
    one.meets(None).unwrap();
    assert!(seen(true) > before.0);
    assert_eq!(seen(false), before.1);
}

#[test]
fn lines_of_others_go_only_when_they_are_relayed_and_a_members_never_do() {
    let Some(test) = TestClub::founded() else { return };
    let (owner, ann, stranger) = (Home::new(test.url.clone()), Home::new(test.invited("Ann")), Device::new());
    let strange = stranger.logs("S").1;
    let of_ann = ann.device.logs("A").1;
    ann.meets(None).unwrap();
    let next = ann.device.logs("B").1;
    let mut book = owner.device.open(&owner.device.book());
    let open = book.write().unwrap();
    open.append(&[strange, of_ann, next]).unwrap();
    open.commit().unwrap();
    drop(book);
    owner.device.logs("O");
    assert_eq!(owner.meets(None).unwrap(), (0, 1));
    assert_eq!(owner.exchange(None, true, |_| {}).unwrap(), (0, 1), "Ann's own line waits for her");
    assert_eq!(ann.meets(None).unwrap(), (2, 1));
}

#[test]
fn a_connection_that_ends_is_one_sentence_and_the_next_exchange_completes() {
    let Some(test) = TestClub::founded() else { return };
    let ann = Home::new(test.invited("Ann"));
    (0..20).for_each(|_| drop(ann.device.logs("A")));
    let ends = |step: usize| {
        if step == 0 {
            let mut other = Client::connect(&ann.url, NoTls).unwrap();
            let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                          WHERE usename = session_user AND pid <> pg_backend_pid()";
            other.execute(others, &[]).unwrap();
        }
    };
    let lost = ann.exchange(None, false, ends);
    assert!(matches!(lost, Err(ClubError::Lost(..))), "{lost:?}");
    assert_eq!(ann.meets(None).unwrap(), (0, 20));
    assert_eq!(test.connected().runs().unwrap(), ann.runs());
}

/// What a home does: logs so much, or meets the club and is perhaps cut short.
#[derive(Debug, Clone, Copy)]
enum Does {
    Logs(usize),
    Meets(Cut),
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn homes_that_are_cut_short_end_with_the_same_lines(
        evenings in prop::collection::vec((0..3_usize, prop_oneof![
            (1..5_usize).prop_map(Does::Logs),
            prop::option::of(0..4_usize).prop_map(Does::Meets),
        ]), 1..25)
    ) {
        let Some(test) = TestClub::founded() else { return Ok(()) };
        let homes = ["Ann", "Bob", "Cid"].map(|name| Home::new(test.invited(name)));
        for (home, does) in evenings {
            match does {
                Does::Logs(lines) => (0..lines).for_each(|_| drop(homes[home].device.logs("X"))),
                Does::Meets(cut) => drop(homes[home].meets(cut).unwrap()),
            }
        }
        for home in homes.iter().chain(&homes) {
            home.meets(None).unwrap();
        }
        let there = test.connected().runs().unwrap();
        for home in &homes {
            prop_assert_eq!(&home.runs(), &there);
        }
    }
}
