//! Games for the tests of reports.

use chrono::NaiveDate;
use uuid::Uuid;

use super::OfGames;
use super::players::{PlayerReport, Rated, RatingsReport, StandingsReport};
use super::settle::{Paid, SettleReport, SettledGame};
use super::versus::VersusReport;
use crate::render::odds::{GameOdds, OddsTableReport};
use crate::reports::players::{ListedPlayer, PlayersReport};
use ginpad_core::facts::FactId;
use ginpad_core::notation::{LocalTime, read_games};
use ginpad_core::odds::{NeedsTable, Odds, OwnHands};
use ginpad_core::reports::money::{Account, Accounts, GameMoney, Payment};
use ginpad_core::reports::{
    Figure, PlayerGames, RatingPeriods, RecordKeeper, Records, ReportedGame, Standings, Versus,
};
use ginpad_core::{Amount, Currency, Game, Moment, Name, Preset, ScoredGame, TableRules};

/// Games of Ann and Bob and others, some of partners.
pub(super) const GAMES: &str = "\
date: 2011-05-01 19:30 +01:00
rules: standard
sides: Ann, Bob
dealer: Ann

ann knock 4 27
bob gin 31
dead
ann big-gin 40
bob knock 3 20
ann knock 8 5
---
date: 2020-05-01 19:30 +01:00
rules: simple
sides: Bob, Wolfgang Amadeus von und zu Hohenstaufen

bob gin 80
---
date: 2024-02-29 19:30 +01:00
rules: partners
sides: Ann & Cid, Bob & Dee

ann knock 4 27, bob gin 31
ann gin 60, dead
ann gin 60, cid gin 50
---
date: 2026-11-20 19:30 +01:00
sides: Bob, Ann
closed: forfeit Ann

ann gin 13
";

/// Twelve evenings of two games with Bob, of which Ann wins two of three, and one with partners.
pub(super) fn evenings() -> String {
    let mut sheets: Vec<String> = (1..=24)
        .map(|game| {
            let (winner, day) = (if game % 3 == 0 { "bob" } else { "ann" }, (game + 1) / 2);
            format!(
                "date: 2025-02-{day:02} 20:{:02} +01:00\nrules: simple\nsides: Ann, Bob\ndealer: Ann\n\n\
                 ann knock 4 8\n{winner} gin 80\n",
                game % 2
            )
        })
        .collect();
    sheets.push(
        "date: 2025-03-01 20:00 +01:00\nrules: partners, target=20\nsides: Ann & Cid, Bob & Dee\n\n\
         ann gin 25, cid gin 5\n"
            .into(),
    );
    sheets.join("---\n")
}

pub(super) fn scored(sheets: &str) -> Vec<ScoredGame> {
    let now = Moment::from(chrono::DateTime::UNIX_EPOCH);
    let local = LocalTime { now, offset_at: &|_| *Moment::default().offset() };
    read_games(sheets, local).unwrap().into_iter().map(Game::scored).collect()
}

/// The games in the form that reports take, numbered from 1.
fn reported(games: &[ScoredGame]) -> impl Iterator<Item = ReportedGame<'_>> {
    let id = |number: i64| FactId { of: Uuid::from_u128(number.unsigned_abs().into()), place: 0 };
    (1..).zip(games).map(move |(number, scored)| ReportedGame { id: id(number), number, scored })
}

pub(super) fn name(text: &str) -> Name {
    Name::read(text).unwrap()
}

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 5, 1).unwrap()
}

pub(super) fn standings(sorted_by: Option<Figure>) -> StandingsReport {
    let mut all = Standings::default();
    reported(&scored(GAMES)).for_each(|game| all.enter(game));
    let players = all.lines().into_iter().filter(|line| !line.is_of_partners()).collect();
    let ranked_by = "ranked by games won, then by net, then by hands won".into();
    StandingsReport { players, partners: Vec::new(), sorted_by, ranked_by }
}

pub(super) fn players() -> PlayersReport {
    let known = |(text, games): (&str, usize)| ListedPlayer { name: name(text), games };
    let people = [("Ann", 12), ("日本語の名前", 1), ("Donaudampfschifffahrtsgesellschaftskapit", 0)];
    PlayersReport { players: people.map(known).into() }
}

pub(super) fn player(sheets: &str) -> PlayerReport {
    let mut games = PlayerGames::new(name("Ann"), NaiveDate::from_ymd_opt(2026, 3, 1).unwrap());
    let mut ratings = RatingPeriods::following(name("Ann"));
    for game in reported(&scored(sheets)) {
        games.enter(game);
        ratings.enter(game.scored);
    }
    let ratings = ratings.finish();
    PlayerReport {
        player: games.line(),
        first: games.span.map(|(first, _)| first),
        last: games.span.map(|(_, last)| last),
        rating: ratings.players.get(&name("Ann")).copied(),
        highest_rating: ratings.highest(),
        rating_history: ratings.history,
        opponents: games.opponents(),
        partners: games.partners(),
        on_this_day: games.this_day.clone(),
        sorted_by: None,
    }
}

pub(super) fn versus(is_chart: bool) -> VersusReport {
    let mut versus = Versus::new(name("Ann"), name("Bob"));
    reported(&scored(GAMES)).for_each(|game| versus.enter(game));
    VersusReport { is_chart, ..VersusReport::new(versus, today()) }
}

pub(super) fn records() -> Records {
    let mut keeper = RecordKeeper::new(today());
    reported(&scored(GAMES)).for_each(|game| keeper.enter(game));
    keeper.finish()
}

pub(super) fn ratings() -> RatingsReport {
    let mut ratings = RatingPeriods::default();
    scored(&evenings()).iter().for_each(|game| ratings.enter(game));
    let players = ratings.finish().players.into_iter().map(|(name, rating)| Rated { name, rating }).collect();
    RatingsReport { players }
}

/// Games of three people in two currencies, one of partners, and payments.
pub(super) fn settle() -> SettleReport {
    let sheets = "\
date: 2026-11-20 19:30 +01:00\nrules: standard, target=50\nsides: Ann, Bob\nstake: 0.01 USD\nstake-game: 5 USD\n
bob knock 4 9\nann gin 31\n---
rules: standard, target=50\nsides: Cid, Ann\nstake: 0,05 EUR\n\ncid gin 31\n---
rules: standard, target=50\nsides: Bob, Cid\nstake: 0.01 USD\n\nbob gin 31\n---
sides: Bob, Cid\nstake: 0.01 USD\ntotals: 90, 90\n---
rules: partners, target=10, game_bonus=0\nsides: Ann & Cid, Bob & Dee\nstake: 0.01 USD\nstake-line: 0.10 USD\n
ann gin 3, dead\n";
    let mut accounts = Accounts::default();
    let mut games = Vec::new();
    for (number, scored) in (1..).zip(scored(sheets)) {
        let money = GameMoney::of(&scored).unwrap();
        accounts.enter(&money, &scored.game.players);
        games.push(SettledGame::new(number, &scored, &money));
    }
    let mut pay = |from: &str, minor| {
        let amount = Amount { minor, currency: Currency::USD };
        accounts.pay(&name(from), &name("Ann"), amount);
        let payment = Payment { from: name(from), to: name("Ann"), money: amount.into() };
        Paid { payment, at: Some(Moment::from(chrono::DateTime::UNIX_EPOCH)) }
    };
    let paid = vec![pay("Bob", 200), pay("Eve", 100)];
    SettleReport {
        player: None,
        balances: accounts.currencies().flat_map(Account::balances).collect(),
        payments: accounts.currencies().flat_map(Account::payments).collect(),
        pairs: accounts.currencies().flat_map(Account::pairs).collect(),
        paid: Some(paid),
        games: Some(games),
    }
}

pub(super) fn odds() -> OfGames<GameOdds> {
    let game = |game: &ScoredGame| {
        let own = OwnHands::new(&game.game.players, &game.game.rules.rules);
        GameOdds::new(Some(7), game, Odds::of(game, &own, &mut || {}))
    };
    OfGames { schema: "ginpad/odds-list/1", has_gaps: false, games: scored(GAMES).iter().map(game).collect() }
}

pub(super) fn odds_table() -> OddsTableReport {
    let rules = TableRules::of(Preset::standard());
    OddsTableReport::new(None, None, &rules, NeedsTable::of_strangers(&rules.rules))
}
