//! Money, compared with naive sums over random games: what a game comes to, balances, and the payments that settle them.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::notation::read_one;
use ginpad_core::reports::money::{Accounts, Balance, GameMoney, Pair, Payment, settling};
use ginpad_core::{Amount, BySide, Closing, Currency, Game, Minor, Money, Name, Players, Points, Side, Stakes, Totals};
use proptest::prelude::*;

use crate::support::games::{RandomGame, as_game, end_of, plain_game};
use crate::support::naive::{Beside, Sheet};

const PEOPLE: [&str; 9] = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida"];
const CURRENCIES: [Currency; 3] = [Currency::USD, Currency::EUR, Currency::JPY];

/// A game for money, with the people who play it.
#[derive(Debug, Clone)]
struct Played {
    random: RandomGame,
    sides: [Vec<&'static str>; 2],
    closing: Option<Closing>,
    totals: Option<[i64; 2]>,
    currency: Currency,
    /// A point, the game, a line.
    stakes: [Option<i64>; 3],
}

/// A payment between two people of the list.
type PaidOut = (usize, usize, i64, usize);

fn stake() -> impl Strategy<Value = Option<i64>> {
    proptest::option::weighted(0.6, prop_oneof![1..30_i64, Just(10_000_000_000)])
}

fn played() -> impl Strategy<Value = Played> {
    let closing = prop_oneof![
        5 => Just(None),
        1 => Just(Some(Closing::Unfinished)),
        1 => Just(Some(Closing::Settled)),
        1 => Just(Some(Closing::Forfeit(Side::First))),
        1 => Just(Some(Closing::Forfeit(Side::Second))),
    ];
    let totals = proptest::option::weighted(0.1, [0..300_i64, 0..300_i64]);
    let money = ([stake(), stake(), stake()], 0..CURRENCIES.len());
    (plain_game(), Just(PEOPLE.to_vec()).prop_shuffle(), closing, totals, money).prop_map(
        |(mut random, people, closing, totals, (stakes, currency))| {
            if totals.is_some() {
                random.hands.clear();
            }
            let side = |from: usize| people[from..from + random.a_side].to_vec();
            let sides = [side(0), side(random.a_side)];
            Played { sides, random, closing, totals, currency: CURRENCIES[currency], stakes }
        },
    )
}

fn name(text: &str) -> Name {
    Name::read(text).unwrap()
}

impl Played {
    fn game(&self) -> Game {
        let names = |side: usize| self.sides[side].iter().map(|text| name(text)).collect();
        let totals = self.totals.map(|[one, other]| Totals::new(BySide::new(Points(one), Points(other))));
        let players = Players::new(BySide::new(names(0), names(1))).unwrap();
        let [point, each_game, line] =
            self.stakes.map(|stake| stake.map(|minor| Amount { minor, currency: self.currency }));
        let stakes = Stakes::new(point, each_game, line).unwrap();
        Game { players, closing: self.closing, totals, stakes, ..as_game(&self.random) }
    }

    fn beside(&self) -> Beside {
        Beside { end: end_of(self.closing), ..Beside::default() }
    }

    /// What the first side wins, worked out from the naive sheet. `None` if nobody owes anything yet.
    fn won(&self) -> Option<i128> {
        let sheet = Sheet::of(&self.random.knobs, self.random.first_dealer, &self.random.hands, &self.beside());
        let mut net = sheet.net;
        let mut winner = sheet.winner;
        let mut lines = 0;
        for column in &sheet.columns {
            if column.settlement.is_some() {
                lines += (column.hands_won[0] - column.hands_won[1]) * column.multiplier;
            }
        }
        if let Some([one, other]) = self.totals {
            net = i128::from(one) - i128::from(other);
            winner = if net > 0 {
                Some(0)
            } else if net < 0 {
                Some(1)
            } else {
                None
            };
        }
        if !sheet.over {
            match self.closing {
                Some(Closing::Forfeit(Side::First) | Closing::ForfeitNoPoints(Side::First)) => winner = Some(1),
                Some(Closing::Forfeit(_) | Closing::ForfeitNoPoints(_)) => winner = Some(0),
                Some(Closing::Settled) if self.totals.is_none() => winner = sheet.winner,
                Some(Closing::Settled) => {}
                Some(Closing::Unfinished) => return None,
                None if self.totals.is_none() => return None,
                None => {}
            }
        }
        if self.stakes.iter().all(Option::is_none) {
            return None;
        }
        let [point, each_game, line] = self.stakes.map(|stake| i128::from(stake.unwrap_or(0)));
        let games = match winner {
            Some(0) => 1,
            Some(_) => -1,
            None => 0,
        };
        Some(net * point + games * each_game + lines * line)
    }

    /// What each player wins: the coins are dealt out to the seats of a side, one after another, until none is left.
    fn shares(&self) -> Vec<(&'static str, i128)> {
        let Some(won) = self.won() else { return Vec::new() };
        let seats = self.random.a_side as i128;
        let sign = won.signum();
        let of = |(place, (one, other)): (usize, (&&'static str, &&'static str))| {
            let coins = (won.abs() + seats - 1 - place as i128) / seats;
            [(*one, sign * coins), (*other, -sign * coins)]
        };
        self.sides[0].iter().zip(&self.sides[1]).enumerate().flat_map(of).collect()
    }
}

/// Payments to make, as changes of balances.
fn carry_out(balances: &mut BTreeMap<Name, i128>, transfers: &[Payment]) {
    for Payment { from, to, money: Money { minor, .. } } in transfers {
        assert!(minor.0 > 0, "a payment of nothing");
        *balances.entry(from.clone()).or_default() += minor.0;
        *balances.entry(to.clone()).or_default() -= minor.0;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_game_comes_to_what_its_stakes_say(played in played()) {
        let scored = played.game().scored();
        let money = GameMoney::of(&scored);
        prop_assert_eq!(money.as_ref().map(|money| money.won(&scored.game.players)[Side::First].0), played.won());
        let Some(money) = money else { return Ok(()) };
        let mut shares: BTreeMap<String, i128> = BTreeMap::new();
        for Payment { from, to, money: Money { minor, .. } } in money.payments(&scored.game.players) {
            shares.insert(from.to_string(), -minor.0);
            shares.insert(to.to_string(), minor.0);
        }
        let naive: BTreeMap<String, i128> =
            played.shares().into_iter().filter(|(_, share)| *share != 0).map(|(name, share)| (name.into(), share)).collect();
        prop_assert_eq!(naive.values().sum::<i128>(), 0);
        prop_assert_eq!(shares, naive);
    }

    #[test]
    fn balances_are_what_was_won_and_not_yet_paid(
        games in proptest::collection::vec(played(), 0..8),
        paid in proptest::collection::vec((0..9_usize, 1..9_usize, 1..5_000_i64, 0..3_usize), 0..6),
    ) {
        let mut accounts = Accounts::default();
        let mut naive: BTreeMap<(&str, Name), i128> = BTreeMap::new();
        for played in &games {
            let scored = played.game().scored();
            if let Some(money) = GameMoney::of(&scored) {
                accounts.enter(&money, &scored.game.players);
            }
            for (person, share) in played.shares() {
                *naive.entry((played.currency.code(), name(person))).or_default() += share;
            }
        }
        for (from, step, minor, currency) in &paid as &[PaidOut] {
            let (from, to) = (name(PEOPLE[*from]), name(PEOPLE[(from + step) % PEOPLE.len()]));
            let currency = CURRENCIES[*currency];
            accounts.pay(&from, &to, Amount { minor: *minor, currency });
            *naive.entry((currency.code(), from)).or_default() += i128::from(*minor);
            *naive.entry((currency.code(), to)).or_default() -= i128::from(*minor);
        }
        naive.retain(|_, minor| *minor != 0);
        let mut found: BTreeMap<(&str, Name), i128> = BTreeMap::new();
        for account in accounts.currencies() {
            let mut balances: BTreeMap<Name, i128> = BTreeMap::new();
            for Balance { name, money: Money { minor, .. } } in account.balances() {
                found.insert((account.currency.code(), name.clone()), minor.0);
                balances.insert(name.clone(), minor.0);
            }
            let open = balances.len();
            prop_assert_eq!(balances.values().sum::<i128>(), 0, "money was lost");
            let settling = account.payments();
            prop_assert!(settling.len() <= open.saturating_sub(1), "{} payments among {open}", settling.len());
            carry_out(&mut balances, &settling);
            prop_assert!(balances.values().all(|minor| *minor == 0), "{balances:?}");
            let won = account.pairs().map(|Pair { players: [one, _], won, paid, .. }| (one, won - paid));
            let of_first: i128 = won.filter(|(one, _)| one.as_str() == "Ann").map(|(_, minor)| minor.0).sum();
            prop_assert_eq!(of_first, account.balance(&name("Ann")).0, "the first of all names is first in each pair");
        }
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn people_who_never_met_do_not_pay_each_other(pairs in proptest::collection::vec((0..9_usize, 1..9_usize, 1..99_i64), 1..9)) {
        let mut accounts = Accounts::default();
        let mut groups: Vec<BTreeSet<usize>> = (0..PEOPLE.len()).map(|person| BTreeSet::from([person])).collect();
        for (from, step, minor) in pairs {
            let to = (from + step) % PEOPLE.len();
            accounts.pay(&name(PEOPLE[from]), &name(PEOPLE[to]), Amount { minor, currency: Currency::USD });
            let group: BTreeSet<usize> = groups[from].union(&groups[to]).copied().collect();
            group.iter().for_each(|person| groups[*person] = group.clone());
        }
        let account = accounts.of(Currency::USD).unwrap();
        let settling = account.payments();
        let at = |name: &Name| PEOPLE.iter().position(|person| *person == name.as_str()).unwrap();
        for group in groups {
            let within = settling.iter().filter(|transfer| group.contains(&at(&transfer.from))).count();
            let open = group.iter().filter(|person| account.balance(&name(PEOPLE[**person])) != Minor::ZERO).count();
            prop_assert!(within <= open.saturating_sub(1));
            prop_assert!(settling.iter().all(|transfer| group.contains(&at(&transfer.from)) == group.contains(&at(&transfer.to))));
        }
    }

    #[test]
    fn no_set_of_payments_is_shorter(balances in proptest::collection::vec(-4..5_i128, 1..8)) {
        let last = -balances.iter().sum::<i128>();
        let balances: Vec<i128> = balances.into_iter().chain([last]).collect();
        let people = PEOPLE.map(name);
        let found = settling(people.iter().zip(balances.iter().copied().map(Minor)), Currency::USD);
        let open: Vec<i128> = balances.into_iter().filter(|minor| *minor != 0).collect();
        prop_assert_eq!(found.len(), open.len() - most_groups(&open));
    }

    #[test]
    fn after_a_payment_the_others_stay_as_they_were(
        paid in proptest::collection::vec((0..9_usize, 1..9_usize, prop_oneof![1..4_i64, 1..5_000_i64]), 1..9),
        part in 1..5_000_i128,
    ) {
        let mut accounts = Accounts::default();
        for (from, step, minor) in paid {
            let to = &name(PEOPLE[(from + step) % PEOPLE.len()]);
            accounts.pay(&name(PEOPLE[from]), to, Amount { minor, currency: Currency::USD });
        }
        let settling = |accounts: &Accounts| accounts.of(Currency::USD).unwrap().payments();
        let before = settling(&accounts);
        for (at, Payment { from, to, money: Money { minor, .. } }) in before.iter().enumerate() {
            let after = |minor: i128| {
                let mut accounts = accounts.clone();
                accounts.pay(from, to, Amount { minor: i64::try_from(minor).unwrap(), currency: Currency::USD });
                settling(&accounts)
            };
            let mut left = before.clone();
            left.remove(at);
            prop_assert_eq!(&after(minor.0), &left, "{} pays {} all of it", from, to);
            let part = part % minor.0;
            if part > 0 {
                let money = Money { minor: Minor(minor.0 - part), currency: Currency::USD };
                left.insert(at, Payment { from: from.clone(), to: to.clone(), money });
                let after = after(part);
                prop_assert!(after == left || after.len() <= before.len(), "{} pays {} a part", from, to);
            }
        }
    }
}

fn money(sheet: &str) -> Option<(i128, Vec<String>)> {
    let scored = read_one(sheet).unwrap().scored();
    let money = GameMoney::of(&scored)?;
    let transfers = money.payments(&scored.game.players).into_iter();
    let words = transfers.map(|transfer| format!("{} {} {}", transfer.from, transfer.to, transfer.money));
    Some((money.won(&scored.game.players)[Side::First].0, words.collect()))
}

#[test]
fn the_net_counts_with_the_multipliers_of_hollywood() {
    // Ann wins every hand: 100 points end each column. The third counts twice.
    let hands = "ann gin 75\n".repeat(3);
    let sheet = |multipliers: &str| {
        format!(
            "rules: hollywood, game_bonus=0, line_bonus=0, shutout=none, column_multipliers={multipliers}\n\
             sides: Ann, Bob\nstake: 0.01 USD\nstake-line: 1 USD\n\n{hands}"
        )
    };
    // Three columns of 100 points and one hand each, at a cent a point and a dollar a line.
    assert_eq!(money(&sheet("1/1/1")).unwrap().0, 3 * 100 + 3 * 100);
    assert_eq!(money(&sheet("1/1/2")).unwrap().0, 4 * 100 + 4 * 100);
}

#[test]
fn a_game_that_was_given_up_pays_its_settled_columns_and_its_stake() {
    let sheet = |closed: &str| {
        format!(
            "rules: hollywood, game_bonus=0, line_bonus=0, shutout=none\nsides: Ann, Bob\nstake: 0.01 USD\n\
             stake-game: 5 USD\nstake-line: 1 USD\n{closed}\nann gin 75\nbob gin 20\n"
        )
    };
    assert_eq!(money(&sheet("")), None);
    assert_eq!(money(&sheet("closed: unfinished\n")), None);
    // Ann closed one column with 100 points and a line. Then somebody gave up; Bob's 45 points and his line in the second
    // column count unless only closed columns do.
    assert_eq!(money(&sheet("closed: forfeit Ann\n")).unwrap().0, 100 + 100 - 45 - 100 - 500);
    assert_eq!(money(&sheet("closed: forfeit Bob no-points\n")).unwrap().0, 100 + 100 + 500);
    assert_eq!(money(&sheet("closed: settled\n")).unwrap().0, 100 + 100 - 45 - 100 + 500);
}

#[test]
fn of_totals_the_net_and_the_winner_count() {
    let totals = "sides: Ann, Bob\nstake: 0.01 USD\nstake-game: 5 USD\nstake-line: 1 USD\ntotals: 330, 48\n";
    assert_eq!(money(totals), Some((282 + 500, vec!["Bob Ann 7.82 USD".into()])));
    assert_eq!(money("sides: Ann, Bob\nstake-line: 1 USD\ntotals: 330, 48\n"), Some((0, Vec::new())));
    assert_eq!(money("sides: Ann, Bob\nstake: 1 USD\ntotals: 50, 50\n"), Some((0, Vec::new())));
}

#[test]
fn partners_pay_the_one_in_the_same_place_and_the_first_the_odd_cent() {
    let sheet = "rules: partners, target=10, game_bonus=0, line_bonus=0, shutout=none\n\
                 sides: Ann & Cid, Bob & Dee\nstake: 0.01 USD\n\nann points 10, dee points 3\n";
    let pays = |minor: i128, words: [&str; 2]| Some((minor, words.map(String::from).to_vec()));
    assert_eq!(money(sheet).map(|(minor, _)| minor), None, "seven points do not end the game");
    let won = sheet.replace("points 3", "points 1");
    assert_eq!(money(&won.replace("target=10", "target=9")), pays(9, ["Bob Ann 0.05 USD", "Dee Cid 0.04 USD"]));
    let lost = "rules: partners, target=7, game_bonus=0, line_bonus=0, shutout=none\n\
                sides: Ann & Cid, Bob & Dee\nstake: 0.01 USD\n\nbob points 10, cid points 3\n";
    assert_eq!(money(lost), pays(-7, ["Ann Bob 0.04 USD", "Cid Dee 0.03 USD"]));
}

#[test]
fn one_against_a_team_settles_with_each_of_its_players() {
    let sheet = "rules: captain, target=10, game_bonus=0, line_bonus=0, shutout=none\nsides: Ann, Bob & Cid\n\
                 stake: 0.01 USD\nstake-game: 1 USD\n\nbob points 10\n";
    assert_eq!(money(sheet), Some((-220, vec!["Ann Bob 1.10 USD".into(), "Ann Cid 1.10 USD".into()])));
}

/// Into how many groups these balances can be divided, each of which comes to zero.
fn most_groups(balances: &[i128]) -> usize {
    let Some((first, rest)) = balances.split_first() else { return 0 };
    let parts = (0..1_usize << rest.len()).filter_map(|chosen| {
        let (with, without): (Vec<_>, Vec<_>) = rest.iter().enumerate().partition(|(bit, _)| chosen >> bit & 1 == 1);
        let others = without.into_iter().map(|(_, minor)| *minor).collect::<Vec<_>>();
        let sum = first + with.into_iter().map(|(_, minor)| *minor).sum::<i128>();
        (sum == 0).then(|| 1 + most_groups(&others))
    });
    parts.max().unwrap_or(0)
}

#[test]
fn the_payments_follow_the_names_and_are_as_few_as_possible() {
    let people = ["Ann", "Bob", "Cid", "Dee", "Eve"].map(name);
    let pay = |balances: [i128; 5]| -> Vec<String> {
        let transfers = settling(people.iter().zip(balances.map(Minor)), Currency::USD);
        transfers
            .iter()
            .map(|Payment { from, to, money: Money { minor, .. } }| format!("{from} {to} {}", minor.0))
            .collect()
    };
    assert_eq!(pay([10, -4, -6, 0, 0]), ["Bob Ann 4", "Cid Ann 6"]);
    assert_eq!(pay([5, 5, -5, -5, 0]), ["Cid Ann 5", "Dee Bob 5"]);
    assert_eq!(pay([9, 1, -5, -5, 0]), ["Cid Ann 5", "Dee Ann 4", "Dee Bob 1"]);
    assert_eq!(pay([7, 3, -4, -3, -3]), ["Cid Ann 4", "Dee Ann 3", "Eve Bob 3"], "Dee pays whole, and so does Eve");
    assert_eq!(pay([4, 6, -6, -4, 0]), ["Cid Bob 6", "Dee Ann 4"], "in the order of the names it would take three");
    assert!(pay([0, 0, 0, 0, 0]).is_empty());
}

#[test]
fn of_more_than_twelve_people_each_is_settled_by_a_payment() {
    let people: Vec<Name> = (0..30).map(|person| name(&format!("P{person:02}"))).collect();
    let balances = (0..30).map(|person| Minor(if person == 0 { -29 * 15 } else { person }));
    let transfers = settling(people.iter().zip(balances), Currency::USD);
    assert_eq!(transfers.len(), 29);
    assert!(transfers.iter().all(|transfer| transfer.from == people[0]));
}
