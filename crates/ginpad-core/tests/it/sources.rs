//! Sentences of the sources, word for word, each with what the rules make of it.

use ginpad_core::game::ScoredGame;
use ginpad_core::notation::read_one;
use ginpad_core::side::Side;

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
    let deals: Vec<Option<Side>> =
        game.tally.deals(&game.game.rules.rules, game.game.first_dealer).map(|(_, _, dealer)| dealer).collect();
    assert_eq!(deals, [None, None, BOB]);
}
