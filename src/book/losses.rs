//! Says in words what of a damaged book is lost.

use std::collections::BTreeSet;

use ginpad_core::listed::Listed;
use ginpad_core::side::Side;
use ginpad_core::text::{and_list, count};
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;
use super::read::{self, Damaged, Remains, Spoiled};
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
        let spoiled = pad.sqlite(self.damaged.spoiled())?;
        for remains in self.left {
            self.left_of(pad, remains, &spoiled, &mut rescued.lost_facts, lost)?;
        }
        for remains in self.doubtful.iter().filter(|remains| !remains.waited) {
            rescued.lost_facts += remains.says.map_or(0, |says| says.saturating_sub(remains.there));
            lost.push(format!("{} {}", self.called(pad, remains.change, &spoiled)?, doubtful(remains)));
        }
        let gaps = pad.sqlite(read::gaps_in_changes(&pad.transaction))?;
        for lost_changes in &gaps {
            let (changes, are) = (count(lost_changes.count, "change"), is_or_are(lost_changes.count));
            lost.push(format!("{changes} of the device {} {are} lost, with all facts", lost_changes.device));
        }
        let lacks_records = !gaps.is_empty() || self.lacking().any(|remains| remains.says.is_none());
        for row in spoiled.iter().filter(|row| self.is_lost(row, lacks_records)) {
            let Spoiled { id, kinds, game, .. } = row;
            let kinds: Vec<String> = kinds.split(',').map(|kind| kind.replace('_', "-")).collect();
            let of = game.map(|game| self.game_called(pad, game)).transpose()?.flatten();
            let of = of.map_or_else(String::new, |game| format!(" of {game}"));
            lost.push(format!("{} {id}{of} does not match its hash", kinds.join(" or ")));
        }
        Ok(())
    }

    /// The changes that lack something.
    fn lacking(&self) -> impl Iterator<Item = &Remains> {
        self.left.iter().chain(self.doubtful).filter(|remains| !remains.waited)
    }

    /// Whether a row that does not match its hash tells what is lost. What it held may be elsewhere as well: then nothing
    /// lacks it.
    fn is_lost(&self, row: &Spoiled, lacks_records: bool) -> bool {
        let lacks_facts = |remains: &Remains| remains.says.is_some_and(|says| remains.there < says);
        match row.change {
            Some(change) if self.lacking().any(|remains| remains.change == change) => true,
            _ if row.kinds.split(',').any(|kind| kind == "change") => lacks_records,
            // The change that it says it is of may be what was damaged.
            _ => self.lacking().any(lacks_facts),
        }
    }

    /// What a change is called: `change 019aabc4-12f3 (log in game 12, Ann – Bob, 2026-11-20 21:15)`, as far as it is known.
    fn called(&self, pad: &Pad<'_>, change: Uuid, spoiled: &[Spoiled]) -> Result<String, BookError> {
        let record = pad.sqlite(self.damaged.record(change))?;
        let mut games = pad.what(change)?.games;
        let of_it = spoiled.iter().filter(|row| row.change == Some(change)).filter_map(|row| row.game);
        games.extend(of_it);
        games.sort_unstable();
        games.dedup();
        let game = match games.as_slice() {
            [only] => self.game_called(pad, *only)?,
            [] => None,
            several => Some(count(several.len(), "game")),
        };
        let verb = record.as_ref().map(|record| record.verb.replace('-', " "));
        let what = match (verb, game) {
            (Some(verb), Some(game)) => Some(format!("{verb} in {game}")),
            (None, Some(game)) => Some(format!("in {game}")),
            (verb, None) => verb,
        };
        let made = record.and_then(|record| read::moment(record.made_at, record.made_offset));
        let made = made.map(|made| made.format("%Y-%m-%d %H:%M").to_string());
        let known: Vec<String> = what.into_iter().chain(made).collect();
        let id = pad.short_id(change)?;
        Ok(if known.is_empty() { format!("change {id}") } else { format!("change {id} ({})", known.join(", ")) })
    }

    /// What a game is called: `game 12, Ann – Bob`, if it can be read.
    fn game_called(&self, pad: &Pad<'_>, game: Uuid) -> Result<Option<String>, BookError> {
        if !pad.counts(game)? {
            let numbers = pad.sqlite(self.damaged.numbers())?;
            return Ok(numbers.get(&game).map(|number| format!("game {number}")));
        }
        let Ok(game) = pad.game(game) else { return Ok(None) };
        let sides = game.scored.game.players.side_names();
        Ok(Some(format!("game {}, {} – {}", game.number, sides[Side::First], sides[Side::Second])))
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
        spoiled: &[Spoiled],
        lost_facts: &mut usize,
        lost: &mut Listed<String>,
    ) -> Result<(), BookError> {
        let there = pad.sqlite(read::facts_there(&pad.transaction, remains.change))?;
        let Some(says) = remains.says else {
            let others = if there == 1 { "fact counts".into() } else { format!("{} count", count(there, "fact")) };
            let called = self.called(pad, remains.change, spoiled)?;
            lost.push(format!("the record of {called} is lost; its {others}"));
            return Ok(());
        };
        let lacks = says.saturating_sub(there);
        *lost_facts += lacks;
        if lacks > 0 {
            let others = if there == 1 { "the other counts" } else { "the others count" };
            let called = self.called(pad, remains.change, spoiled)?;
            lost.push(format!("{called} lacks {lacks} of its {says} facts; {others}"));
        }
        Ok(())
    }
}

/// Why a change does not count.
fn doubtful(remains: &Remains) -> String {
    let Remains { there, says, .. } = remains;
    match says {
        Some(1) => "lacks its only fact".into(),
        Some(says) if *there == 0 => format!("lacks all of its {says} facts"),
        _ => {
            let (facts, are) =
                (count(*there, "fact"), if *there == 1 { "is kept, and does" } else { "are kept, and do" });
            format!("was perhaps never finished: {facts} of it {are} not count")
        }
    }
}

fn is_or_are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}
