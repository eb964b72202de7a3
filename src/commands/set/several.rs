//! `set` for several games: one change, which one `undo` takes back.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::{Key, SetArgs, is_so, key_word, legal, refused};
use crate::answer::{Answer, Failure, Head, Hint};
use crate::app::App;
use crate::book::OpenBook;
use crate::commands::changes::state;
use crate::reports::outcome::{GameChange, Outcome};
use crate::wording::past_words::{noun, words_of};
use ginpad_core::facts::{ChangeVerb, FactId, KnownPeople, NewChange, SettingKey};
use ginpad_core::text::{count, numbers};

impl SetArgs {
    /// Sets the games that the flags name: all of them, or none.
    pub(super) fn set_several(&self, app: &App, book: &OpenBook<'_>) -> Result<Answer, Failure> {
        let key = self.key_of_several()?;
        let wanted = self.games.wanted(app, book)?;
        let selection = wanted.games(book)?;
        let undated = Head { undated: Some(selection.undated), ..Head::default() }.left_out();
        if selection.games.is_empty() {
            return Err(Failure::refused(format!("no game fits{}", selection.events)).see("games", "lists the games"));
        }
        let mut change = NewChange::new(ChangeVerb::SET).with_a_line_a_fact();
        let mut stood = BTreeMap::new();
        let (mut set, mut already, mut values) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut failed: Vec<(i64, Failure)> = Vec::new();
        book.each_game(&selection.games, |game| {
            let now = self.set_in(app, &game).map_err(|why| failed.push((game.number, why)));
            let Ok((_, now)) = now else { return Ok(()) };
            values.insert(words_of(key, &now));
            if is_so(&game, &now, key) {
                already.push(game.number);
            } else {
                set.push(game.number);
                stood.insert(game.id, (state(&game), refused(&game)));
                change.set_as(&game.record, &now, key, &KnownPeople::default());
            }
            Ok::<(), Failure>(())
        })?;
        if let Some((_, first)) = failed.first() {
            // A reason that all games share is given once.
            if values.is_empty() && failed.iter().all(|(_, why)| why.why() == first.why()) {
                return Err(first.clone());
            }
            let reasons = failed.iter().map(|(game, why)| format!("game {game}: {}", why.why())).collect();
            return Err(Failure::listing("nothing was set, because some games do not allow it", &reasons));
        }
        book.write(change, app.now)?;
        let (mut games, mut illegal) = (Vec::new(), Vec::new());
        let written: Vec<FactId> = selection.games.into_iter().filter(|id| stood.contains_key(id)).collect();
        book.each_game(&written, |after| {
            if let Some((before, refused)) = stood.get(&after.id) {
                illegal.extend(legal(&after, refused).err());
                games.push(GameChange::between(Some(before), Some(&state(&after))).with_sides());
            }
            Ok::<(), Failure>(())
        })?;
        if !illegal.is_empty() {
            return Err(Failure::all("nothing was set", illegal));
        }
        let is = if values.len() == 1 { values.pop_first().flatten() } else { Some(self.typed()) };
        let ((what, verb), games_set) = (noun(key), count(set.len(), "game"));
        let is_now = is.as_ref().map_or("cleared".to_string(), |is| format!("{is} now"));
        let now = format!("the {what} of {games_set} {verb} {is_now} ({})", numbers("game", &set));
        let (had, which) = (count(already.len(), "game"), numbers("game", &already));
        let had = format!("{had} already had this value ({which})");
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
        let which = "the rules, the stakes and the event can be set for several; else name the game: `--game GAME`";
        match self.key {
            Key::Rules => Ok(SettingKey::Rules),
            Key::Stake | Key::StakeGame | Key::StakeLine => Ok(SettingKey::Stake),
            Key::Event => Ok(SettingKey::Event),
            key => Err(Failure::usage(format!("`set {}` is for one game, not for several", key_word(key)))
                .hint(Hint::advice(which))),
        }
    }

    /// The value as it was typed.
    fn typed(&self) -> String {
        [self.value.as_slice(), &self.set].concat().join(" ")
    }
}
