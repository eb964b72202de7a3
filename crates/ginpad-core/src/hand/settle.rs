//! Settles two laid-out hands: whether the rules let the deal end like that, and its price. Source: the rules page,
//! section 2.

use super::both_hands::Role;
use super::outcome::Outcome;
use super::price::{Award, Counts};
use super::refusal::{Refusal, RefusalKind, refuse_knock, refuse_upcard};
use super::upcard::Limit;
use super::upcard::Upcard;
use crate::cards::{Card, Cards, KnockDiscard, LaidOut, Showdown, arrange, best_discard, lay_out};
use crate::text::{count, join};
use crate::{Rules, Seat, Side};

/// The word for the knocker in messages: the players have no names here.
const KNOCKER: &str = "the knocker";
const DEFENDER: &str = "the defender";

/// Two laid-out hands, and the price of the deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Both hands.
    pub showdown: Showdown,
    /// The price. The knocker is its first side.
    pub award: Award,
}

/// Lays out both hands, checks them against the rules and prices them. `upcard` is the first upcard, if known.
///
/// The knocker's cards come in groups. Several groups are melds as the knocker declared them; the last may be the
/// deadwood instead. They are checked and kept, even if other melds would be better. One group is a hand without
/// declared melds, laid out as by [`lay_out`]. A last group without cards is ignored. If a group is not a meld, the
/// least deadwood of the cards is compared with the limit. If the knocker has the wrong number of cards for a knock,
/// nothing is compared with the limit, because some cards must be wrong.
///
/// # Errors
/// Every reason why the deal cannot end like that.
///
/// # Example
/// ```
/// use ginpad_core::cards::{Cards, Typed};
/// use ginpad_core::hand::{Role, Upcard, settle};
/// use ginpad_core::rules::Preset;
///
/// let knocker = Typed::read_groups("567s / 9hdc / 4d 2h 3c ac").unwrap();
/// let defender = Cards::read("89s t8h kdch 3d 4s jc").unwrap();
/// let settled = settle(&knocker, defender, None, &Preset::standard().rules).unwrap();
/// assert_eq!((settled.winner(), settled.award.points().to_string()), (Some(Role::Knocker), "21".into()));
///
/// let three = Upcard::read("3s").ok();
/// let faults = settle(&knocker, defender, three, &Preset::named("oklahoma").unwrap().rules).unwrap_err();
/// assert_eq!(
///     faults[0].to_string(),
///     "the knocker cannot knock with 10 deadwood; the upcard 3♠ makes the knock limit 3"
/// );
/// ```
pub fn settle(
    knocker: &[Vec<Card>],
    defender: Cards,
    upcard: Option<Upcard>,
    rules: &Rules,
) -> Result<Settled, Vec<Refusal>> {
    let limit = Limit::of(rules, upcard);
    let (cards, mut refusals) = (rules.cards(), Vec::from_iter(refuse_upcard(upcard, rules)));
    let (mut held, mut twice) = (Cards::NONE, Cards::NONE);
    for card in knocker.iter().flatten() {
        if !held.insert(*card) {
            twice.insert(*card);
        }
    }
    let groups = knocker.strip_suffix(&[Vec::new()]).unwrap_or(knocker);
    let (declared, no_melds) = match LaidOut::declared(groups, rules.ace) {
        _ if groups.len() <= 1 => (None, Vec::new()),
        Ok(declared) => (Some(declared), Vec::new()),
        Err(no_melds) => (None, no_melds),
    };
    let LaidOut { deadwood, unmatched, .. } = declared.clone().unwrap_or_else(|| arrange(held, rules.ace).into());
    let (is_gin, is_whole) = (cards.is_gin(held.len(), deadwood), cards.is_whole_knock(held.len()));
    let (dealt, most, melded) = (cards.dealt, cards.dealt + 1, held.len().saturating_sub(unmatched.len()));
    if is_gin && held.len() == most && !rules.plays_big_gin() {
        refusals.push(Refusal::big_gin_off(best_discard(held, rules.ace)));
    }
    if !twice.is_empty() {
        refusals.push(Refusal::new(RefusalKind::Impossible, format!("the knocker has {twice} twice")));
    }
    if held.meets(defender) {
        refusals.push(Refusal::in_both_hands(KNOCKER, DEFENDER, held & defender));
    }
    refusals.extend(no_melds.into_iter().map(|group| {
        let cards = if group.is_empty() { "a group without cards".into() } else { join(group, " ") };
        Refusal::new(RefusalKind::NotAMeld, format!("{cards} is not a meld"))
    }));
    let other_number = |who: &str, cards: usize, needs: String| {
        let why = format!("{who} has {}; there must be {needs}", count(cards, "card"));
        Refusal::new(RefusalKind::Impossible, why)
    };
    if !is_whole && !is_gin {
        let needs = match rules.knock_discard {
            KnockDiscard::Optional => format!("{dealt} or {most}"),
            KnockDiscard::Required if rules.plays_big_gin() => format!("{dealt}, or {most} all melded"),
            KnockDiscard::Required => dealt.to_string(),
        };
        refusals.push(other_number(KNOCKER, held.len(), needs));
    }
    if defender.len() != dealt {
        refusals.push(other_number(DEFENDER, defender.len(), dealt.to_string()));
    }
    if is_whole && !is_gin {
        refusals.extend(refuse_knock(|| KNOCKER.into(), deadwood.into(), limit));
    }
    if is_whole && !cards.melds_enough(held.len(), unmatched.len()) {
        refusals.push(Refusal::too_few_melded(KNOCKER, melded, held.len()));
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let showdown =
        declared.map_or_else(|| lay_out(held, defender, cards), |declared| declared.against(defender, cards));
    let called = if held.len() == most { Outcome::BigGin } else { Outcome::Gin };
    let by = Seat { side: Side::First, place: 0 };
    let award = Award {
        by: Some(by),
        against: Some(Side::Second),
        knocker: Some(by.side),
        outcome: if is_gin { called } else { Outcome::Knock },
        deadwood: Some(Counts::of(showdown.knocker.deadwood.into(), showdown.defender.deadwood.into())),
        ..Award::default()
    };
    Ok(Settled { award: award.priced(upcard, rules), showdown })
}

impl Settled {
    /// The winner; `None` if the counts tie and the rules make a tie void.
    pub fn winner(&self) -> Option<Role> {
        let winner = self.award.winner?;
        Some(if self.award.knocker == Some(winner) { Role::Knocker } else { Role::Defender })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Typed;
    use crate::rules::Preset;

    const DEFENDER: &str = "89s t8h kdch 3d 4s jc";

    fn faults(preset: &str, upcard: Option<&str>, knocker: &str) -> Vec<String> {
        let (groups, defender) = (Typed::read_groups(knocker).unwrap(), Cards::read(DEFENDER).unwrap());
        let upcard = upcard.map(|card| Upcard::read(card).unwrap());
        let settled = settle(&groups, defender, upcard, &Preset::named(preset).unwrap().rules);
        settled.err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_limit_is_refused_in_the_words_of_a_logged_hand() {
        let twelve = "567s 9hdc 5d 2h 3c 2c";
        assert_eq!(
            faults("oklahoma", Some("3c"), "567s 9hdc 5d 2h 4c ac"),
            ["the knocker cannot knock with 12 deadwood; the upcard 3♣ makes the knock limit 3"]
        );
        assert_eq!(
            faults("oklahoma", Some("as"), twelve),
            ["the knocker cannot knock with 12 deadwood; the upcard A♠ allows gin only"]
        );
        assert_eq!(
            faults("straight", None, twelve),
            ["the knocker cannot knock with 12 deadwood; only gin ends a hand under these rules"]
        );
        assert_eq!(
            faults("oklahoma", None, twelve),
            [
                "the upcard is missing; under Oklahoma it sets the knock limit",
                "the knocker cannot knock with 12 deadwood; the knock limit is 10"
            ]
        );
        assert_eq!(faults("standard", None, "567s 9hdc 4d 2h 3c ac"), [""; 0]);
    }

    #[test]
    fn the_majority_of_the_knockers_cards_are_in_melds_where_the_rules_ask_for_it() {
        let words =
            "the knocker cannot knock with only 5 of 10 cards in melds; under these rules it takes more than half";
        assert_eq!(faults("classic-strict", None, "56789c ah ad 2d 2h 3s"), [words]);
        assert_eq!(faults("family", None, "56789c ah ad 2d 2h 3s"), [""; 0]);
        // Three of the six could be a run of their own; as laid out, they are not.
        assert_eq!(faults("classic-strict", None, "56789c / ah 2h 3h ad 2c"), [words]);
        assert_eq!(faults("classic-strict", None, "56789c / ah 2h 3h / ad 2c"), [""; 0]);
    }

    #[test]
    fn eleven_cards_end_a_hand_only_where_big_gin_is_played() {
        let (all, part) = ("a23s 4567h qhdsc", "a23s 4567h qhds 6c");
        assert_eq!(faults("standard", None, all), [""; 0]);
        assert_eq!(faults("family", None, all), ["big gin is not played under these rules"]);
        assert_eq!(faults("standard", None, part), ["the knocker has 11 cards; there must be 10, or 11 all melded"]);
        assert_eq!(faults("family", None, part), ["the knocker has 11 cards; there must be 10"]);
        assert_eq!(faults("simple", None, part), [""; 0], "a knocker may keep eleven cards there");
        assert_eq!(faults("simple", None, "a23s 4567h qs"), ["the knocker has 8 cards; there must be 10 or 11"]);
        assert_eq!(faults("family", None, "a23s / 4567h / qhds qc"), ["big gin is not played under these rules"]);
        assert_eq!(faults("family", None, "a23s / 456h / qhdsc / 7h"), ["the knocker has 11 cards; there must be 10"]);
    }
}
