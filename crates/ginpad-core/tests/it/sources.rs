//! Sentences of the sources, word for word, each with what the rules make of it.

use ginpad_core::cards::{Ace, Cards, Meld, Typed};
use ginpad_core::notation::read_one;
use ginpad_core::{Call, HandAnalysis, ScoredGame, Side, TableRules, Terms, Upcard};

const ANN: Option<Side> = Some(Side::First);
const BOB: Option<Side> = Some(Side::Second);

/// A game of Ann and Bob under these rules. `dealer` is a line of the header, or nothing.
fn scored(rules: &str, dealer: &str, entries: &[&str]) -> ScoredGame {
    let sheet = format!("rules: {rules}\nsides: Ann, Bob\n{dealer}\n{}\n", entries.join("\n"));
    read_one(&sheet).unwrap_or_else(|faults| panic!("{sheet}{faults}")).scored()
}

/// Who deals after these hands, of which Ann dealt the first.
fn dealer_after(rules: &str, entries: &[&str]) -> Option<Side> {
    scored(rules, "dealer: Ann\n", entries).dealer()
}

/// S1: "The non-dealer becomes the dealer and begins a new round." S2 and S3: "Dealership alternates from round to
/// round", and when two cards remain in the stock pile "the round ends in a draw" (S2).
#[test]
fn the_deal_passes_after_a_drawn_round() {
    assert_eq!(dealer_after("standard", &["dead"]), BOB);
    assert_eq!(dealer_after("standard", &["dead", "dead"]), ANN);
    assert_eq!(dealer_after("standard, dead_deal=same", &["dead"]), ANN);
    assert_eq!(dealer_after("standard, dead_deal=same", &["dead", "ann gin 20"]), BOB);
}

/// S2: "If a player is able to knock before any cards are accepted, it is considered a misdeal." It was no round, so the
/// same player deals again, whatever the rules say about a drawn one.
#[test]
fn a_misdeal_is_dealt_again() {
    for rules in ["standard", "standard, dead_deal=same", "family", "family, dealer=loser"] {
        assert_eq!(dealer_after(rules, &["dead misdeal"]), ANN, "{rules}");
    }
}

/// S0: "the winner of each hand gets to deal in subsequent games". A drawn hand has no winner.
#[test]
fn after_a_drawn_hand_the_dealer_stays_where_the_winner_or_the_loser_deals() {
    for rules in ["family", "family, dead_deal=same", "family, dealer=loser"] {
        assert_eq!(dealer_after(rules, &["dead"]), ANN, "{rules}");
    }
    assert_eq!(dealer_after("family", &["bob gin 20", "dead"]), BOB);
    assert_eq!(dealer_after("family, dealer=loser", &["bob gin 20", "dead"]), ANN);
}

/// Once a hand was won, the winner or the loser of it deals, whoever dealt before.
#[test]
fn the_dealer_is_known_from_the_first_hand_that_somebody_won() {
    let dealer = |rules: &str, entries: &[&str]| scored(rules, "", entries).dealer();
    assert_eq!(dealer("family", &["dead", "dead misdeal"]), None);
    assert_eq!(dealer("family", &["dead", "bob gin 20", "dead"]), BOB);
    assert_eq!(dealer("family, dealer=loser", &["bob gin 20"]), ANN);
    assert_eq!(dealer("standard", &["bob gin 20"]), None);
    let game = scored("family", "", &["dead", "bob gin 20", "ann gin 3"]);
    let deals: Vec<Option<Side>> = game.tally.deals(game.game.first_dealer).map(|(_, _, dealer)| dealer).collect();
    assert_eq!(deals, [None, None, BOB]);
}

/// The first result of a game's hand: what it scores.
fn points(scored: &ScoredGame, hand: usize) -> i64 {
    scored.tally.hands[hand].priced.points.0
}

/// Why a game refuses these entries, or what its first hand scores.
fn scores(rules: &str, entry: &str) -> Result<i64, String> {
    let sheet = format!("rules: {rules}\nsides: Ann, Bob\n\n{entry}\n");
    match read_one(&sheet) {
        Ok(game) => Ok(points(&game.scored(), 0)),
        Err(faults) => Err(faults.0.items[0].reasons.join("; ")),
    }
}

/// A defender who can meld nothing, and lay nothing off on the melds below: 80.
const DEFENDER: &str = "kskdqsqhjdth8h6d4h2d";

/// S1: "They may discard one card if they wish." What is kept and in no meld counts.
#[test]
fn a_knock_may_keep_eleven_cards() {
    let knock = |unmatched: &str| format!("ann knock a23s7hdc9tjc{unmatched} {DEFENDER}");
    let required = "simple, knock_discard=required";
    assert_eq!(scores("simple", &knock("2h5h")), Ok(80 - 7));
    for rules in ["simple", required] {
        assert_eq!(scores(rules, &knock("2h")), Ok(80 - 2));
    }
    let refused = scores(required, &knock("2h5h")).unwrap_err();
    assert_eq!(refused, "at most 10 cards can be given here; leave out the card that was thrown");
    let over = scores("simple", &knock("6h5h")).unwrap_err();
    assert_eq!(over, "Ann cannot knock with 11 deadwood; the knock limit is 10");
}

/// S1: "The opponent can 'lay off' cards onto their opponent's melds. For example, a 5 may be added to 5-5-5, or a 6 of
/// hearts may be added to 7-8-9-10 of hearts." Nothing is excepted, so that goes for gin too. S2: "cannot lay off any
/// deadwood into the melds of an opponent that has declared Gin".
#[test]
fn where_nothing_is_excepted_the_opponent_lays_off_on_gin() {
    let gin = "ann gin 5shd789thasdc 5c6hkskdqcqdjc9s8c3d";
    assert_eq!(scores("simple", gin), Ok(25 + 81 - 11));
    assert_eq!(scores("standard", gin), Ok(25 + 81));
    assert_eq!(scores("simple, layoff_on_gin=false", gin), Ok(25 + 81));
}

/// S3: "a second deck of cards will be used to determine the knock value of a hand", so the card that it turns is still
/// in play. S2: the dealer "places the next card in the deck face up", and that card is seen.
#[test]
fn a_card_that_a_second_pack_turns_is_still_in_play() {
    let gin_outs = |rules: &str, upcard: &str| {
        let (rules, hand) = (TableRules::read(rules).unwrap().rules, Typed::read("a23s 7hdc 89td 4h").unwrap());
        let terms = Terms::of(&rules, Upcard::read(upcard).ok());
        HandAnalysis::new(hand.iter().collect(), Cards::NONE, terms).outs.unwrap().gin.codes()
    };
    assert_eq!(gin_outs("oklahoma", "jd"), "4S 7S JD");
    assert_eq!(gin_outs("oklahoma-hollywood", "jd"), "4S 7S JD");
    assert_eq!(gin_outs("oklahoma, upcard_from=pack", "jd"), "4S 7S");
    assert_eq!(gin_outs("standard", "jd"), "4S 7S");
}

/// S4, first half: "If the majority of the cards in your hand are in a meld, and the scoring value of your deadwood cards
/// is less than ten points, you may knock".
#[test]
fn the_majority_of_the_cards_are_in_a_meld() {
    // Five of ten are in the run; the others count nine.
    for cards in ["45678sahad2c2h3d", "ahad2c2h3d"] {
        let knock = format!("ann knock {cards} {DEFENDER}");
        let refused = "Ann cannot knock with only 5 of 10 cards in melds; under these rules it takes more than half";
        assert_eq!(scores("classic-strict", &knock), Err(refused.into()));
        assert_eq!(scores("classic-strict, knock_melds=any", &knock), Ok(80 - 9));
    }
    assert_eq!(scores("classic-strict", &format!("ann knock 456789sahad2c3d {DEFENDER}")), Ok(80 - 7));
    let many = format!("ann knock 45678sahad2c2h4d {DEFENDER}");
    assert_eq!(
        scores("classic-strict", &many),
        Err("Ann cannot knock with 10 deadwood; the knock limit is 9; \
             Ann cannot knock with only 5 of 10 cards in melds; under these rules it takes more than half"
            .into())
    );
    // A number says nothing of melds, and a gin has no card outside them.
    assert_eq!(scores("classic-strict", "ann knock 9 80"), Ok(71));
    assert_eq!(scores("classic-strict", "ann gin 45678sa2345h 80"), Ok(20 + 80));
}

/// S3: "Sets of 3 or 4 cards sharing the same rank. For example, 8♥-8♣-8♠." And runs: "3♥-4♥-5♥-6♥". S2 prints them
/// with spaces: "8♥ 8♦ 8♠", "3♥ 4♥ 5♥".
#[test]
fn melds_are_read_as_the_sources_print_them() {
    let meld = |text: &str| Meld::new(Cards::read(text).unwrap(), Ace::Low).map(Meld::is_run);
    for set in ["8♥-8♣-8♠", "8♥ 8♦ 8♠", "7♣ 7♠ 7♦"] {
        assert_eq!(meld(set), Some(false), "{set}");
    }
    for run in ["3♥-4♥-5♥-6♥", "3♥ 4♥ 5♥", "A♠2♠3♠", "3-5s"] {
        assert_eq!(meld(run), Some(true), "{run}");
    }
    // S2: "Q♠ K♠ A♠ is not" a legal run.
    assert_eq!(meld("Q♠ K♠ A♠"), None);
}

/// S4: "In a two-player game, players are each dealt ten cards to start. If there are three or four players, each receives
/// seven cards."
#[test]
fn a_hand_of_seven_cards_is_melded_laid_off_and_counted_like_one_of_ten() {
    let seven = "classic-strict, cards=7";
    // Ann melds 3 4 5 and three nines; Bob lays off the six and the nine.
    assert_eq!(scores(seven, "ann knock 345s9hdc2d 6s9skhqdjc8h7d"), Ok(45 - 2));
    assert_eq!(scores(seven, "ann gin 3456s9hdc 9skhqdjc8h7d2c"), Ok(20 + 56));
    assert_eq!(scores("standard, cards=7", "ann bg 3456s9hdcs khqdjc8h7d2c4h"), Ok(31 + 51));
    assert_eq!(scores(seven, "ann gin 70"), Ok(20 + 70));
    let refused = |entry: &str| scores(seven, entry).unwrap_err();
    assert_eq!(refused("ann gin 71"), "Bob cannot have 71 deadwood; seven cards hold at most 70");
    assert_eq!(refused("ann knock 345s9hd2d 20"), "only 6 of Ann's seven cards are given");
    let eight = "at most 7 cards can be given here; leave out the card that was thrown";
    assert_eq!(refused("ann knock 345s9hdc2d2h 20"), eight);
    let standard = |entry: &str| scores("standard, cards=7", entry).unwrap_err();
    assert_eq!(standard("ann bg 3456s9hdc 20"), "big gin takes eight cards under these rules; Ann has 7");
    assert_eq!(scores("simple, cards=7", "ann knock 345s9hdc2d2h 20"), Ok(20 - 4));
    // More than half of seven are four.
    let few = "Ann cannot knock with only 3 of 7 cards in melds; under these rules it takes more than half";
    assert_eq!(refused("ann knock 345sahd2ch 20"), few);
}

#[test]
fn seven_cards_are_a_hand_where_seven_are_dealt() {
    let rules = TableRules::read("standard, cards=7").unwrap().rules;
    let analysis = |cards: &str| {
        let hand = Typed::read(cards).unwrap();
        HandAnalysis::new(hand.iter().collect(), Cards::NONE, Terms::of(&rules, None))
    };
    let seven = analysis("345s 9hdc 2d");
    assert_eq!((seven.verdict.call, seven.verdict.discard), (Call::Knock, None));
    assert_eq!(seven.outs.unwrap().gin.codes(), "2S 6S 9S");
    assert_eq!(analysis("345s 9hdc").verdict.call, Call::Part);
    let eight = analysis("345s 9hdc 2d ks");
    assert_eq!((eight.verdict.discard.unwrap().code(), eight.verdict.arrangement.deadwood), ("KS".into(), 2));
    assert_eq!((analysis("3456s 9hdc").verdict.call, analysis("3456s 9hdcs").verdict.call), (Call::Gin, Call::BigGin));
}
