//! Hints after a refused entry: the running command with an entry that the game accepts.

use ginpad_core::cards::{Card, Rank, Suit};
use ginpad_core::game::Game;
use ginpad_core::hand::{Limit, LoggedHand, LoggedResult, Played, Refusal, RefusedHand};
use ginpad_core::notation::{EntryFault, LocalTime, WhenFault, read_entry, shown_entry};
use ginpad_core::players::{Seat, WhoFault};
use ginpad_core::rules::Preset;
use ginpad_core::side::Side;
use ginpad_core::text::number_word;

use super::consequences::sides;
use crate::answer::command_line::CommandLine;
use crate::answer::sentence::{Hint, Sentence};

/// The running command with another entry.
pub(crate) fn instead(entry: &str) -> CommandLine {
    CommandLine::again().entry(entry)
}

/// An entry that a game accepts, for examples.
pub(crate) fn example(game: &Game) -> Option<String> {
    let places = || (0..game.players.a_side()).map(|place| Seat { side: Side::First, place });
    let knock = |by| LoggedResult::Knock { by, own: 4.into(), other: 27.into() };
    let gin = |by| LoggedResult::Gin { by, own: None, other: 27.into() };
    let results: [Vec<LoggedResult>; 2] = [places().map(knock).collect(), places().map(gin).collect()];
    let hand = |results| LoggedHand { played: Played::Results(results), upcard: None, note: None, at: None };
    results.into_iter().map(hand).find_map(|hand| accepted(game, &hand).or_else(|| with_upcard(game, &hand)))
}

/// The entry of a hand, if the game accepts it.
fn accepted(game: &Game, hand: &LoggedHand) -> Option<String> {
    game.accept(hand.clone()).is_ok().then(|| shown_entry(hand, &game.players))
}

/// The entry of a hand with an upcard that it may have had. Hearts, because a spade may double the hand.
fn with_upcard(game: &Game, hand: &LoggedHand) -> Option<String> {
    with_card(game, hand, Card { rank: Rank::TEN, suit: Suit::Hearts })
}

/// The entry of a hand of which only the rank of the upcard was said, with its suit.
fn with_suit(game: &Game, hand: &LoggedHand, suit: Suit) -> Option<String> {
    let upcard = hand.upcard.filter(|upcard| upcard.suit().is_none())?;
    with_card(game, hand, Card { rank: upcard.rank(), suit })
}

fn with_card(game: &Game, hand: &LoggedHand, card: Card) -> Option<String> {
    accepted(game, &LoggedHand { upcard: Some(card.into()), ..hand.clone() })
}

/// The entry of a hand that the game accepts once its upcard is completed, and what leads to it.
fn completed(game: &Game, hand: &LoggedHand) -> Option<(&'static str, String)> {
    let suit = || Some(("write it out, with the suit of the upcard: ", with_suit(game, hand, Suit::Hearts)?));
    let card = || Some(("write it out, with the upcard: ", with_upcard(game, hand)?)).filter(|_| hand.upcard.is_none());
    accepted(game, hand).map(|entry| ("write it out: ", entry)).or_else(suit).or_else(card)
}

/// Words that people put between counts, and that say nothing more.
const FILLERS: [&str; 8] = ["to", "with", "against", "has", "had", "for", "on", "vs"];

/// Whether an opponent's name cannot stand where it stands.
const fn is_about_opponent(fault: &EntryFault) -> bool {
    use EntryFault::{FacesAnother, InTwoResults, OwnName, PartnerNamed};
    matches!(fault, OwnName(_) | PartnerNamed { .. } | InTwoResults(_) | FacesAnother { .. })
}

/// The entry without the opponents' names, from the one that cannot stand there.
fn without_opponent(text: &str, at: usize, game: &Game, local: LocalTime<'_>) -> Option<String> {
    let (mut text, mut at) = (text.to_string(), at);
    for _ in 0..game.players.a_side() {
        let (before, rest) = text.split_at_checked(at)?;
        let name = rest.find(|char: char| char.is_whitespace() || char.is_ascii_digit())?;
        let entry = format!("{before}{}", rest.get(name..)?.trim_start());
        match read_entry(&entry, game, local) {
            Ok(hand) => return game.accept(hand).is_ok().then_some(entry),
            Err((next, fault)) if is_about_opponent(&fault) => (text, at) = (entry, next),
            Err(_) => return None,
        }
    }
    None
}

/// Whether a word says that a hand is dead.
fn is_dead(word: &str, game: &Game, local: LocalTime<'_>) -> bool {
    read_entry(word, game, local).is_ok_and(|hand| matches!(hand.played, Played::Dead(_)))
}

/// The hint if a name stands before `dead`, which is at a byte: the entry without the name, or without the whole result.
fn dead_without_a_name(text: &str, at: usize, accepts: impl Fn(&String) -> bool) -> Option<Hint> {
    let (before, dead) = text.split_at_checked(at)?;
    let results = before.rfind(',').map_or("", |comma| &before[..=comma]);
    let nameless = Some(format!("{results} {dead}").trim().to_string()).filter(&accepts);
    let others = || Some(results.trim_end_matches(',').to_string()).filter(&accepts);
    let hint = |lead, entry: String| Hint::with(lead, instead(&entry));
    nameless
        .map(|entry| hint("no name stands before `dead`:", entry))
        .or_else(|| others().map(|entry| hint("one result ends this hand:", entry)))
}

/// The hint if text is not an entry. `at` is the byte where it goes wrong.
pub(crate) fn for_unread(
    text: &str,
    at: usize,
    fault: &EntryFault,
    (number, game): (i64, &Game),
    local: LocalTime<'_>,
) -> Option<Hint> {
    let accepts = |entry: &String| {
        let hand = read_entry(entry, game, local);
        hand.is_ok_and(|hand| game.accept(hand).is_ok())
    };
    // The same text with another word at the place where it goes wrong.
    let with = |typed: &str, word: &str| {
        let rest = text.get(at..)?.strip_prefix(typed)?;
        Some(format!("{}{word}{rest}", text.get(..at)?)).filter(accepts)
    };
    let spaced = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let like = || example(game).map(|entry| Hint::with("an entry looks like this:", instead(&entry)));
    match fault {
        EntryFault::Who(WhoFault::Unknown { typed, nearest }) => {
            let meant = nearest.as_deref().and_then(|name| with(typed, name));
            let between = || Hint::advice(format!("game {number} is between {}", sides(game)));
            Some(meant.map_or_else(between, |entry| Hint::run(instead(&entry))))
        }
        EntryFault::Who(WhoFault::Ambiguous { typed, names }) => {
            let mut entries = names.iter().filter_map(|name| with(typed, name.as_str()));
            Some(match (entries.next(), entries.next()) {
                (Some(one), Some(other)) => {
                    let name_it = Sentence::from("type the whole name: ").run(instead(&one));
                    Hint::Try(name_it.say(" or ").run(instead(&other)))
                }
                (Some(only), None) => Hint::with("type the whole name:", instead(&only)),
                _ => Hint::advice("type more of the name"),
            })
        }
        EntryFault::Ambiguous { readings } => {
            let read = |entry: &String| read_entry(entry, game, local).ok();
            let mut entries = readings.iter().filter_map(|entry| completed(game, &read(entry)?));
            let ((lead, one), other) = (entries.next()?, entries.next().filter(|_| readings.len() == 2));
            Some(match other {
                Some((_, other)) => {
                    let both = Sentence::from(lead).run(instead(&one)).say(" or ");
                    Hint::Try(both.run(instead(&other)))
                }
                None => Hint::with("write it out, like", instead(&one)),
            })
        }
        EntryFault::Expected { found, nearest: Some(nearest), .. } => {
            with(found, nearest).map(|entry| Hint::run(instead(&entry))).or_else(like)
        }
        EntryFault::Expected { found, nearest: None, .. } if is_dead(found, game, local) => {
            dead_without_a_name(text, at, accepts).or_else(like)
        }
        // A word that says nothing more, or a time without `at`.
        EntryFault::Expected { found, nearest: None, .. } => {
            let filler = FILLERS.iter().any(|word| word.eq_ignore_ascii_case(found));
            let meant = if filler { with(found, "").map(spaced) } else { with(found, &format!("at {found}")) };
            meant.map(|entry| Hint::run(instead(&entry))).or_else(like)
        }
        EntryFault::NoPlayer(word) => {
            let mut words: Vec<&str> = text.split_whitespace().collect();
            let swapped = words.first().is_some_and(|first| first == word) && words.len() > 1;
            if swapped {
                words.swap(0, 1);
            }
            let meant = Some(words.join(" ")).filter(|entry| swapped && accepts(entry));
            meant.map(|entry| Hint::with("the name comes first:", instead(&entry))).or_else(like)
        }
        fault if is_about_opponent(fault) => without_opponent(text, at, game, local).map(|entry| {
            let lead = if game.players.a_side() == 1 { "leave the name out:" } else { "without the names:" };
            Hint::with(lead, instead(&entry))
        }),
        EntryFault::When(WhenFault(typed)) => {
            let [morning, evening] = ["am", "pm"].map(|half| with(typed, &format!("{typed}{half}")));
            let Some((morning, evening)) = morning.zip(evening) else { return like() };
            let lead = Sentence::from("say which half of the day: ").run(instead(&evening));
            Some(Hint::Try(lead.say(" or ").run(instead(&morning))))
        }
        _ => like(),
    }
}

/// The hint if the rules refuse a hand.
pub(crate) fn for_refused(refused: &RefusedHand, game: &Game) -> Option<Hint> {
    if let Some(meant) = refused.suggestion(&game.players, &game.rules.rules) {
        return Some(Hint::run(instead(&shown_entry(meant.logged(), &game.players))));
    }
    let RefusedHand { hand, refusals } = refused;
    let hint = refusals.iter().find_map(|refusal| match refusal {
        Refusal::UpcardMissing => {
            with_upcard(game, hand).map(|entry| Hint::with("add the upcard, like", instead(&entry)))
        }
        Refusal::SuitMissing(_) => {
            let (spade, heart) = with_suit(game, hand, Suit::Spades).zip(with_suit(game, hand, Suit::Hearts))?;
            let lead = Sentence::from("add the suit: ").run(instead(&spade));
            Some(Hint::Try(lead.say(" if it was a spade, ").run(instead(&heart)).say(" if it was a heart")))
        }
        Refusal::OverLimit { .. } => with_counts_swapped(hand, game),
        Refusal::Pairs { results, pairs } if results < pairs => with_dead_pairs(hand, *pairs, game),
        Refusal::PartOfHand { all, .. } => {
            let all = number_word(*all);
            Some(Hint::advice(format!("give all {all} cards, or only those that are in no meld")))
        }
        Refusal::AllDead => Some(Hint::run(instead("dead"))),
        _ => None,
    });
    hint.or_else(|| over_the_limit(hand, refusals, game))
}

/// The results that were given, and a dead hand for every other pair.
fn with_dead_pairs(hand: &LoggedHand, pairs: usize, game: &Game) -> Option<Hint> {
    let Played::Results(mut results) = hand.played.clone() else { return None };
    results.resize(pairs, LoggedResult::Dead);
    let entry = accepted(game, &LoggedHand { played: Played::Results(results), ..hand.clone() })?;
    let lead = "separate the results by commas; a pair whose stock ran down is `dead`, as in";
    Some(Hint::with(lead, instead(&entry)))
}

/// The same hand with the knocker's count first, where the two were swapped.
fn with_counts_swapped(hand: &LoggedHand, game: &Game) -> Option<Hint> {
    let Played::Results(results) = &hand.played else { return None };
    let swapped = results.iter().map(|result| match result {
        LoggedResult::Knock { by, own, other }
            if own.total() > other.total() && own.cards().or(other.cards()).is_none() =>
        {
            LoggedResult::Knock { by: *by, own: other.clone(), other: own.clone() }
        }
        result => result.clone(),
    });
    let entry = accepted(game, &LoggedHand { played: Played::Results(swapped.collect()), ..hand.clone() })?;
    Some(Hint::with("the knocker's count comes first:", instead(&entry)))
}

/// A hint that explains cards over the limit, if `deadwood` can be given the same limit.
fn over_the_limit(hand: &LoggedHand, refusals: &[Refusal], game: &Game) -> Option<Hint> {
    let over = refusals.iter().any(|refusal| matches!(refusal, Refusal::OverLimit { .. }));
    let Played::Results(results) = &hand.played else { return None };
    let [only] = results.as_slice() else { return None };
    let knocker = only.cards()?[only.knocker()?].filter(|_| over)?;
    let preset = Preset::named(&game.rules.preset)?;
    let limit = |rules| Limit::of(rules, hand.upcard);
    if limit(&preset.rules) != limit(&game.rules.rules) {
        return None;
    }
    let mut command = CommandLine::of("deadwood").words(knocker.codes().split(' '));
    if preset.name != Preset::standard().name {
        command = command.flag("rules", &preset.name);
    }
    if let Some(upcard) = hand.upcard {
        command = command.flag("up", upcard.code());
    }
    Some(Hint::does(command, "shows what these cards are good for"))
}
