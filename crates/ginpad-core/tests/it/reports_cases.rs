//! Reports over a few games, one case at a time.

use ginpad_core::reports::{
    Filter, Finished, GamePlace, PlayerGames, RecordKeeper, RecordKind, Standings, StandingsRow, Versus, is_this_day,
    opposed,
};
use ginpad_core::{Game, GameResult, Moment, Name, Players, Points, Side};

use crate::reports::numbered;

pub(crate) fn at(text: &str) -> Option<Moment> {
    Some(Moment::parse_from_rfc3339(text).unwrap())
}

pub(crate) fn sheet(text: &str) -> Game {
    ginpad_core::notation::read_one(text).unwrap()
}

#[test]
fn dates_are_those_of_the_place_of_the_game() {
    let local = ginpad_core::notation::LocalTime {
        now: Moment::parse_from_rfc3339("2026-11-22T12:00:00+01:00").unwrap(),
        offset_at: &|_| chrono::FixedOffset::east_opt(3600).unwrap(),
    };
    let span = |text: &str| Some(ginpad_core::notation::read_span(text, local).unwrap());
    // The first minute of 2026 in Tokyo; it is still 2025 in London.
    let game = Game { started: at("2026-01-01T00:00:00+09:00"), ..sheet("sides: Ann, Bob\n") };
    let takes = |filter: Filter| filter.takes(&game, &mut 0);
    assert!(takes(Filter { since: span("2026"), until: span("2026"), ..Filter::default() }));
    assert!(takes(Filter { since: span("2026-01-01"), until: span("2026-01"), ..Filter::default() }));
    assert!(!takes(Filter { until: span("2025"), ..Filter::default() }));
    assert!(takes(Filter { since: span("2025-12-31 15:00Z"), ..Filter::default() }));
    assert!(!takes(Filter { since: span("2025-12-31 15:01Z"), ..Filter::default() }));
    assert!(takes(Filter { until: span("2025-12-31 15:00Z"), ..Filter::default() }));
    for (since, until, makes_sense) in [
        ("2026", "2025", false),
        ("2026", "2026", true),
        ("2026-11", "2026", true),
        ("2026-11-20", "2026-11-19", false),
        ("2026-11-20 19:30", "2026-11-20", true),
        ("2026-11-20 19:30 +01:00", "2026-11-20 19:30 +02:00", false),
    ] {
        let filter = Filter { since: span(since), until: span(until), ..Filter::default() };
        assert_eq!(filter.check().is_ok(), makes_sense, "{since} {until}");
    }
}

#[test]
fn the_undated_games_that_would_fit_are_counted_and_the_newest_come_last() {
    let span = ginpad_core::notation::Span::Minute(at("2026-01-01T00:00:00Z").unwrap());
    let ann = Some(Name::read("Ann").unwrap());
    let filter = Filter { since: Some(span), with: ann, last: Some(2), ..Filter::default() };
    let mut undated = 0;
    let mut takes = |text| filter.takes(&sheet(text), &mut undated);
    assert!(!takes("sides: Ann, Bob\n"));
    assert!(!takes("sides: Cid, Bob\n"));
    assert!(!takes("sides: Ann, Bob\ndate: 2025-01-01 00:00 +00:00\n"));
    assert!(takes("sides: Bob, Ann\ndate: 2026-01-01 00:00 +00:00\n"));
    assert_eq!(undated, 1);
    assert_eq!(filter.newest(vec![1, 2, 3]), [2, 3]);
    assert_eq!(filter.newest(vec![1]), [1]);
}

#[test]
fn rivals_are_the_same_sides() {
    let players = |text: &str| sheet(&format!("sides: {text}\n")).players;
    let rivals = |all: &Players, two: &Players| opposed(all, Side::TWO.map(|side| two.of(side)));
    let pair = players("Ann, Bob");
    assert_eq!(rivals(&players("Bob, Ann"), &pair), Some([Side::Second, Side::First]));
    assert_eq!(rivals(&players("Ann & Cid, Bob & Dee"), &pair), Some(Side::TWO));
    assert_eq!(rivals(&players("Ann & Bob, Cid & Dee"), &pair), None);
    let four = players("Ann & Cid, Bob & Dee");
    assert_eq!(rivals(&players("Dee & Bob, Cid & Ann"), &four), Some([Side::Second, Side::First]));
    assert_eq!(rivals(&players("Ann & Dee, Bob & Cid"), &four), None);
    assert_eq!(rivals(&pair, &four), None);
}

#[test]
fn refused_hands_and_hands_beyond_the_end_count_nowhere() {
    let text = "rules: simple, target=20\nsides: Ann, Bob\n\nann knock 4 27\nbob gin 50\n";
    let enter = |game: Game| {
        let mut standings = Standings::default();
        numbered(&[game.scored()]).for_each(|game| standings.enter(game));
        standings.lines().into_iter().map(|line| line.row).collect::<Vec<_>>()
    };
    let plain = enter(sheet("rules: simple, target=20\nsides: Ann, Bob\n\nann knock 4 27\n"));
    assert_eq!(enter(sheet(text)), plain);
    let mut refused = sheet("rules: simple, target=20\nsides: Ann, Bob\n\nann knock 4 27\n");
    let mut hand = sheet("sides: Ann, Bob\n\nann gin 27\n").hands.remove(0).logged().clone();
    hand.played = ginpad_core::hand::Played::Results(Vec::new());
    let Err(hand) = refused.accept(hand) else { panic!("a hand without a result is refused") };
    refused.hands.insert(0, ginpad_core::hand::GameHand::Refused(hand));
    assert_eq!(enter(refused)[1], plain[1]);
}

#[test]
fn this_day_is_the_same_day_of_another_year() {
    let [ann, bob] = ["Ann", "Bob"].map(|name| Name::read(name).unwrap());
    let dates =
        ["2011-05-01 23:30 -05:00", "2012-05-01 00:00 +01:00", "2012-05-02 00:00 +01:00", "2026-05-01 12:00 +01:00"];
    let scored: Vec<_> = dates
        .iter()
        .map(|date| sheet(&format!("date: {date}\nrules: simple\nsides: Ann, Bob\n\nann points 100\n")).scored())
        .collect();
    let mut versus = Versus::new(ann, bob);
    numbered(&scored).for_each(|game| versus.enter(game));
    let games = versus.ledger.entries.iter().map(|entry| entry.game);
    let on = |day: &str| -> Vec<i64> {
        let is_that_day = |game: &GamePlace| is_this_day(game.started.unwrap(), day.parse().unwrap());
        games.clone().filter(is_that_day).map(|game| game.number).collect()
    };
    assert_eq!(on("2026-05-01"), [1, 2]);
    assert_eq!(on("2012-05-01"), [1, 4]);
    assert_eq!(on("2027-05-02"), [3]);
    assert_eq!(on("2027-05-03"), [0; 0]);
    let row = &versus.lines()[0].row;
    assert_eq!([row.first, row.last].map(|met| met.unwrap().date_naive().to_string()), ["2011-05-01", "2026-05-01"]);
}

#[test]
fn of_more_than_two_each_is_told_what_was_his() {
    let lines = |text: &str| -> Vec<StandingsRow> {
        let mut standings = Standings::default();
        numbered(&[sheet(text).scored()]).for_each(|game| standings.enter(game));
        standings.lines().into_iter().map(|line| line.row).collect()
    };
    let table = "sides: Ann, Bob, Cid\nrules: round-table";
    let [ann, ..] = &lines(&format!("{table}\n\nann knock 5 3 2\n"))[..] else { panic!() };
    assert_eq!((ann.knocks, ann.undercut_against), (0, 1), "undercut by both, a call is undercut once");
    let [ann, ..] = &lines(&format!("{table}\n\nann knock 5 3 20\n"))[..] else { panic!() };
    assert_eq!((ann.knocks, ann.undercut_against), (1, 1));
    let [_, _, cid] = &lines(&format!("{table}\n\nann knock 5 9 20\n"))[..] else { panic!() };
    assert_eq!((cid.points_against, cid.caught.total), (Points(15), 20));
    let unknown = lines("rules: cutthroat\nsides: Ann, Bob, Cid\n\ndead\n");
    assert!(unknown.iter().all(|line| line.hands == 0), "nobody knows who played");

    let bare = "target=10, game_bonus=0, line_bonus=0, shutout=none";
    let three = sheet(&format!("{table}, {bare}\n\nbob points 5\nann points 10\n")).scored();
    let finished = Finished::between(&three, [Side::Second, Side::Third]).unwrap();
    assert_eq!((finished.winner, finished.results[Side::Third]), (Some(Side::Second), GameResult::Lost));
    let team = sheet(&format!("rules: captain, {bare}\nsides: Ann, Bob & Cid\n\nann points 10\n")).scored();
    let nets = Finished::of(&team).map(|finished| Side::TWO.map(|side| finished.nets[side]));
    assert_eq!(nets, Some([Points(20), Points(-10)]), "one wins it from each of a team");
}

/// The lines of two players against each other in one game.
fn versus(text: &str, names: [&str; 2]) -> [StandingsRow; 2] {
    let [one, other] = names.map(|name| Name::read(name).unwrap());
    let mut versus = Versus::new(one, other);
    numbered(&[sheet(text).scored()]).for_each(|game| versus.enter(game));
    versus.lines().map(|line| line.row)
}

fn player(text: &str, name: &str) -> PlayerGames {
    let mut games = PlayerGames::new(Name::read(name).unwrap(), "2026-11-20".parse().unwrap());
    numbered(&[sheet(text).scored()]).for_each(|game| games.enter(game));
    games
}

#[test]
fn a_comeback_belongs_to_whoever_won_the_game() {
    let text = "rules: cutthroat, target=50\nsides: Ann, Bob, Cid\n\n\
                ann points 23 bob\ncid points 5 ann\nbob points 60 cid\n";
    let comebacks = |names| versus(text, names).map(|line| line.comeback.map(|best| best.points.0));
    assert_eq!(versus(text, ["Ann", "Cid"])[0].won, 1, "between the two, Ann won");
    assert_eq!(comebacks(["Ann", "Cid"]), [None, None]);
    assert_eq!(comebacks(["Ann", "Bob"]), [None, Some(23)]);
    assert_eq!(comebacks(["Bob", "Cid"]), [Some(5), None], "Ann's lead is not Cid's");
    let lengths = versus(text, ["Ann", "Bob"]).map(|line| (line.lengths.total, line.lengths.of));
    assert_eq!(lengths, [(1, 1); 2], "one hand was between the two");
    assert!(player(text, "Ann").opponents().iter().all(|against| against.row.comeback.is_none()));
}

#[test]
fn the_biggest_hand_of_a_round_is_what_it_won_from_all_opponents() {
    let text = "rules: round-table\nsides: Ann, Bob, Cid, Dee\n\nbob gin ann 33, cid 20, dee 14\n";
    let mut keeper = RecordKeeper::new("2026-11-20".parse().unwrap());
    numbered(&[sheet(text).scored()]).for_each(|game| keeper.enter(game));
    let record = keeper.finish().records.remove(0);
    let names = |names: &[Name]| names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!((record.kind, record.value), (RecordKind::BiggestHand, 127));
    assert_eq!((names(&record.holders), names(&record.against)), ("Bob".into(), "Cid Dee Ann".into()));
    let biggest = |line: &StandingsRow| line.biggest_hand.map(|best| best.points.0);
    assert_eq!(biggest(&player(text, "Bob").line().row), Some(127));
    assert_eq!(biggest(&versus(text, ["Ann", "Bob"])[1]), Some(53));
}

#[test]
fn among_several_sides_only_the_results_between_two_are_against_each_other() {
    let figures =
        |line: &StandingsRow| (line.hands, line.hands_won, line.dead, line.points_for.0, line.points_against.0);
    let text = "rules: cutthroat\nsides: Ann, Bob, Cid\n\n\
                ann knock 4 bob 14\ncid knock 2 ann 20\ndead\nbob points 30 cid\n";
    let cid = player(text, "Cid");
    let against = |name: &str| {
        let opponents = cid.opponents();
        figures(&opponents.iter().find(|against| against.name() == name).unwrap().row)
    };
    assert_eq!(figures(&cid.line().row), (3, 1, 1, 18, 30));
    assert_eq!(against("Ann"), (1, 1, 0, 18, 0));
    assert_eq!(against("Bob"), (2, 0, 1, 0, 30));
    assert_eq!(versus(text, ["Ann", "Bob"]).each_ref().map(figures), [(1, 1, 0, 10, 0), (1, 0, 0, 0, 10)]);

    let round = "rules: round-table\nsides: Ann, Bob, Cid\n\nann knock 4 bob 14, cid 2\ndead\n";
    assert_eq!(versus(round, ["Bob", "Cid"]).each_ref().map(figures), [(1, 0, 1, 0, 0); 2]);
    let [ann, bob] = versus(round, ["Ann", "Bob"]);
    assert_eq!((figures(&ann), figures(&bob)), ((2, 1, 1, 10, 0), (2, 0, 1, 0, 10)));
    assert_eq!((ann.knocks, ann.undercut_against), (1, 0), "Cid alone undercut her");
}
