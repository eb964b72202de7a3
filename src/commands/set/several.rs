//! `set` for several games: one change, which one `undo` takes back.

use std::collections::BTreeMap;

use serde_json::json;

use super::{SetArgs, is_so, key_word, legal, refused};
use crate::answer::{Answer, CommandLine, Failure, Head, Hint};
use crate::app::App;
use crate::book::{OpenBook, StoredGame};
use crate::commands::changes::state;
use crate::reports::outcome::{GameChange, GameState, Outcome};
use crate::wording::past_words::{noun, words_of};
use ginpad_core::facts::{ChangeVerb, FactId, KnownPeople, NewChange, SettingKey};
use ginpad_core::text::{count, numbers};

/// The most game numbers that are listed.
const NAMED: usize = 12;

impl SetArgs {
    /// Sets the games that the flags name: all of them, or none.
    pub(super) fn set_several(&self, app: &App, book: &OpenBook<'_>) -> Result<Answer, Failure> {
        let key = self.key_of_several()?;
        let wanted = self.games.wanted(app, book)?;
        let selection = wanted.games(book)?;
        let undated = Head { undated: selection.undated, ..Head::default() }.left_out();
        if selection.games.is_empty() {
            let lists = Hint::does(CommandLine::of("games"), "lists the games");
            let what = format!("no game fits: {}{}", wanted.facts.join(", "), selection.events);
            let nothing = Failure::refused(what).hint(lists);
            return Err(nothing);
        }
        let mut several = Several::new(key);
        book.each_game(&selection.games, |game| {
            several.take(self, app, &game);
            Ok::<(), Failure>(())
        })?;
        let several = several.if_all_can()?;
        let ids: Vec<FactId> = selection.games.into_iter().filter(|id| several.stood.contains_key(id)).collect();
        book.write(several.change, app.now)?;
        let (mut games, mut illegal) = (Vec::new(), Vec::new());
        book.each_game(&ids, |after| {
            if let Some((before, refused)) = several.stood.get(&after.id) {
                illegal.extend(legal(&after, refused).err());
                games.push(GameChange::between(Some(before), Some(&state(&after))).with_sides());
            }
            Ok::<(), Failure>(())
        })?;
        if !illegal.is_empty() {
            return Err(Failure::all("nothing was set", illegal));
        }
        let (set, already) = (several.set, several.already);
        let is = match several.is.as_slice() {
            [is] => is.clone(),
            _ => Some(self.typed()),
        };
        let ((what, verb), games_set) = (noun(key), count(set.len(), "game"));
        let now = match &is {
            Some(is) => format!("the {what} of {games_set} {verb} {is} now{}", named(&set)),
            None => format!("the {what} of {games_set} {verb} cleared{}", named(&set)),
        };
        let had = format!("{} already had this value{}", count(already.len(), "game"), named(&already));
        let done = [(&set, now), (&already, had)].into_iter().filter(|(games, _)| !games.is_empty());
        let outcome = Outcome::new(json!({
            "schema": "ginpad/settings/1",
            "key": key_word(self.key),
            "is": is,
            "set": set,
            "already": already,
            "games": games,
        }));
        Ok(outcome.did(done.map(|(_, words)| words)).games(games).remarks(undated).into())
    }

    /// The setting, if it can be set for several games.
    fn key_of_several(&self) -> Result<SettingKey, Failure> {
        if let Some(key) = self.key.of_several() {
            return Ok(key);
        }
        let which = "the rules, the stakes and the event can be set for several; else name the game: `--game GAME`";
        let what = format!("`set {}` is for one game, not for several", key_word(self.key));
        Err(Failure::usage(what).hint(Hint::advice(which)))
    }

    /// The value as it was typed.
    fn typed(&self) -> String {
        self.value.iter().cloned().chain(self.knobs.with(&self.set)).collect::<Vec<_>>().join(" ")
    }
}

/// ` (games 3 and 5)`, or nothing for more than [`NAMED`] games.
fn named(games: &[i64]) -> String {
    if games.len() <= NAMED { format!(" ({})", numbers("game", games)) } else { String::new() }
}

/// The games to set, as far as they were read.
struct Several {
    key: SettingKey,
    change: NewChange,
    /// The old states of the games that are set, and their hands that the rules refused.
    stood: BTreeMap<FactId, (GameState, Vec<usize>)>,
    /// The numbers of the games that are set.
    set: Vec<i64>,
    /// The numbers of the games that already have the new value.
    already: Vec<i64>,
    /// The new values in words: one if it is the same for all games, or else two of them.
    is: Vec<Option<String>>,
    /// The failures of games that cannot be set, with their numbers.
    failed: BTreeMap<String, (Failure, Vec<i64>)>,
}

impl Several {
    fn new(key: SettingKey) -> Several {
        Several {
            key,
            change: NewChange::new(ChangeVerb::SET).with_a_line_a_fact(),
            stood: BTreeMap::new(),
            set: Vec::new(),
            already: Vec::new(),
            is: Vec::new(),
            failed: BTreeMap::new(),
        }
    }

    /// Adds the next game.
    fn take(&mut self, args: &SetArgs, app: &App, game: &StoredGame) {
        let set = match args.set_in(app, game) {
            Ok((_, set)) => set,
            Err(why) => {
                self.failed.entry(why.why()).or_insert_with(|| (why, Vec::new())).1.push(game.number);
                return;
            }
        };
        let is = words_of(self.key, &set);
        if !self.is.contains(&is) && self.is.len() < 2 {
            self.is.push(is);
        }
        if is_so(game, &set, self.key) {
            self.already.push(game.number);
            return;
        }
        self.set.push(game.number);
        self.stood.insert(game.id, (state(game), refused(game)));
        self.change.set_as(&game.record, &set, self.key, &KnownPeople::default());
    }

    /// Returns the games, or refuses all if some cannot be set. A failure that all of them share is given once.
    fn if_all_can(mut self) -> Result<Several, Failure> {
        let is_for_all = self.set.is_empty() && self.already.is_empty() && self.failed.len() == 1;
        match self.failed.pop_first() {
            None => Ok(self),
            Some((_, (failure, _))) if is_for_all => Err(failure),
            Some(first) => {
                let of =
                    |(why, (_, games)): (String, (Failure, Vec<i64>))| format!("{}: {why}", numbers("game", &games));
                let reasons = std::iter::once(first).chain(self.failed).map(of).collect();
                Err(Failure::listing("nothing was set, because some games do not allow it", &reasons))
            }
        }
    }
}
