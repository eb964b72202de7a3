//! Says in words what of a damaged book is lost.

use std::collections::BTreeSet;

use ginpad_core::listed::Listed;
use ginpad_core::side::Side;
use ginpad_core::text::{and_list, count};
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;
use super::read::{self, Damaged, Remains};
use super::rescue::Rescued;

/// How many numbers of lost hands of a game are listed.
const MOST_NUMBERS: usize = 10;

/// What is known of what is lost.
pub(super) struct Losses<'a> {
    pub(super) damaged: &'a Damaged,
    /// The changes that count with what is left of them.
    pub(super) left: &'a [Remains],
    /// Those that do not.
    pub(super) doubtful: &'a [Remains],
    /// The people whose names are lost.
    pub(super) unnamed: &'a BTreeSet<Uuid>,
}

impl Losses<'_> {
    /// Lists what is lost.
    pub(super) fn list(&self, pad: &Pad<'_>, rescued: &mut Rescued) -> Result<(), BookError> {
        let lost = &mut rescued.lost;
        for player in self.unnamed {
            let name = pad.people()?.into_iter().find(|person| person.id == *player);
            let called = name.map_or_else(String::new, |person| format!(": they are `{}` now", person.name.as_str()));
            lost.push(format!("the name of a player is lost{called}"));
        }
        self.games(pad, lost)?;
        for game in pad.sqlite(read::games_with_gaps(&pad.transaction))? {
            self.gaps(pad, game, lost)?;
        }
        for remains in self.left {
            self.left_of(pad, remains, &mut rescued.lost_facts, lost)?;
        }
        for remains in self.doubtful.iter().filter(|remains| !remains.waited) {
            lost.push(doubtful(remains));
        }
        for lost_changes in pad.sqlite(read::gaps_in_changes(&pad.transaction))? {
            let (changes, are) = (count(lost_changes.count, "change"), is_or_are(lost_changes.count));
            lost.push(format!("{changes} of the device {} {are} lost, with all facts", lost_changes.device));
        }
        for spoiled in pad.sqlite(self.damaged.spoiled())? {
            let kinds: Vec<String> = spoiled.kinds.split(',').map(|kind| kind.replace('_', "-")).collect();
            lost.push(format!("{} {} does not match its hash", kinds.join(" or "), spoiled.id));
        }
        self.pages(lost);
        Ok(())
    }

    /// The games that are lost, of which hands are left.
    fn games(&self, pad: &Pad<'_>, lost: &mut Listed<String>) -> Result<(), BookError> {
        let numbers = pad.sqlite(self.damaged.numbers())?;
        let people = pad.people()?;
        for (game, hands) in pad.sqlite(read::lost_games(&pad.transaction))? {
            let number = numbers.get(&game).map_or_else(|| "a game".into(), |number| format!("game {number}"));
            let seats = pad.sqlite(self.damaged.seats(game))?;
            let name = |id: &Uuid| people.iter().find(|person| person.id == *id).map(|person| person.name.to_string());
            let names: Vec<String> = seats.iter().filter_map(name).collect();
            let by = if names.is_empty() { String::new() } else { format!(" (of {}, it seems)", and_list(&names)) };
            let (hands, are) =
                (count(hands, "fact"), if hands == 1 { "is kept, and does" } else { "are kept, and do" });
            lost.push(format!("{number}{by} is lost: who played it and by which rules; {hands} of it {are} not count"));
        }
        Ok(())
    }

    /// The hands that a game lacks.
    fn gaps(&self, pad: &Pad<'_>, game: Uuid, lost: &mut Listed<String>) -> Result<(), BookError> {
        if !pad.counts(game)? {
            return Ok(());
        }
        let game = pad.game(game)?;
        let there = pad.sqlite(read::numbers_of_hands(&pad.transaction, game.id))?;
        let last = there.last().copied().unwrap_or(0);
        let missing: Vec<i64> = (1..=last).filter(|number| there.binary_search(number).is_err()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let numbers: Vec<String> = missing.iter().take(MOST_NUMBERS).map(ToString::to_string).collect();
        let more = missing.len().saturating_sub(MOST_NUMBERS);
        let numbers = if more > 0 { format!("{} and {more} more", numbers.join(", ")) } else { and_list(&numbers) };
        let (hands, are) = if missing.len() == 1 { ("hand", "is") } else { ("hands", "are") };
        let sides = game.scored.game.players.side_names();
        let sides = and_list(&[Side::First, Side::Second].map(|side| sides[side].clone()));
        lost.push(format!("{hands} {numbers} of game {} ({sides}) {are} lost", game.number));
        Ok(())
    }

    fn left_of(
        &self,
        pad: &Pad<'_>,
        remains: &Remains,
        lost_facts: &mut usize,
        lost: &mut Listed<String>,
    ) -> Result<(), BookError> {
        let (id, there) = (remains.change, pad.sqlite(read::facts_there(&pad.transaction, remains.change))?);
        let Some(says) = remains.says else {
            let others = if there == 1 { "fact counts".into() } else { format!("{} count", count(there, "fact")) };
            lost.push(format!("the record of change {id} is lost; its {others}"));
            return Ok(());
        };
        let lacks = says.saturating_sub(there);
        *lost_facts += lacks;
        if lacks > 0 {
            let verb = pad.sqlite(read::verb_and_size(&pad.transaction, id))?.unwrap_or_default().0;
            let others = if there == 1 { "the other counts" } else { "the others count" };
            lost.push(format!("change {id} ({verb}) lacks {lacks} of its {says} facts; {others}"));
        }
        Ok(())
    }

    fn pages(&self, lost: &mut Listed<String>) {
        let seen = self.damaged.seen;
        if seen.spoiled > 0 {
            let (pages, are) = (count(seen.spoiled, "page"), if seen.spoiled == 1 { "makes" } else { "make" });
            lost.push(format!("{pages} of the file {are} no sense; what only they held is lost"));
        }
        if seen.cut_off > 0 {
            let pages = count(seen.cut_off as usize, "page");
            lost.push(format!("{pages} of the file are missing at its end; what only they held is lost"));
        }
    }
}

/// A change that does not count.
fn doubtful(remains: &Remains) -> String {
    let Remains { change, there, says, .. } = remains;
    match says {
        Some(1) => format!("change {change} lacks its only fact"),
        Some(says) if *there == 0 => format!("change {change} lacks all of its {says} facts"),
        _ => {
            let (facts, are) =
                (count(*there, "fact"), if *there == 1 { "is kept, and does" } else { "are kept, and do" });
            format!("change {change} was perhaps never finished: {facts} of it {are} not count")
        }
    }
}

fn is_or_are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}
