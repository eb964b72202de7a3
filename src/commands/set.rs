//! `set`: changes the settings that a game was begun with, or the known facts of an old one.
//!
//! The game is scored anew. Rules under which a logged hand would be illegal are refused, with each such hand.

use std::collections::BTreeSet;

use chrono::NaiveTime;
use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::answer::{Answer, CommandLine, Failure, Head, Hint};
use crate::app::App;
use crate::arguments::filter_args::WhichGames;
use crate::arguments::table_rules::{NamedRules, is_file, table_rules, unusable};
use crate::arguments::typed_entry::side_of;
use crate::arguments::{GameName, amount, day_taken, moment, which_game};
use crate::book::{OpenBook, StoredGame};
use crate::commands::changes::state;
use crate::commands::new::seated;
use crate::commands::player::newcomers;
use crate::render::{sides, standing};
use crate::reports::outcome::{GameChange, GameState, Outcome};
use crate::wording::past_words::{in_force, noun, words_of};
use ginpad_core::comparison::rescored;
use ginpad_core::facts::{ChangeVerb, Edited, GameSetting, KnownPeople, NewChange, RulesRead, RulesText, SettingKey};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::GameHand;
use ginpad_core::notation::{is_nobody, read_spots, read_totals, split_sides};
use ginpad_core::text::{and_list, count, numbers};
use ginpad_core::{Amount, BySide, Closing, Event, Game, Listed, Players, Stakes, TableRules, Title, Totals};

/// Change a setting of a game that has begun
///
/// The game is scored anew, also one that is over; if it opens again, ginpad says so. Rules under which a logged hand would be illegal are refused. `-` clears a title, an event, a stake, a spot, the dealer or the winner. New sides have as many players as the old ones; each new name takes the place and the hands of the old name in the same position. Rules, stakes and the event can be set for several games at once. `ginpad undo` takes it back.
#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    /// What to change
    #[arg(value_name = "KEY", value_enum, required = false, required_unless_present = "set")]
    #[arg(default_value_if("set", ArgPredicate::IsPresent, "rules"))]
    key: Key,

    /// The new value
    #[arg(value_name = "VALUE", required_unless_present = "set", allow_negative_numbers = true)]
    value: Vec<String>,

    /// Set one knob of the rules; repeat for more. All knobs but `dealer` are flags too, as in `--target 150`
    #[arg(long, value_name = "KNOB=VALUE")]
    set: Vec<String>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME", conflicts_with_all = WhichGames::FLAGS)]
    game: Option<GameName>,

    #[command(flatten)]
    games: WhichGames,
}

/// The settings that can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Key {
    /// The rules: a preset or a file, or only knobs
    Rules,
    /// Who dealt the first hand
    Dealer,
    /// The points a side has in every column at the start, like `Bob 25`
    Spot,
    /// What a point of the net is worth
    Stake,
    /// What the winner gets besides
    StakeGame,
    /// What a line is worth besides
    StakeLine,
    /// What the game is called
    Title,
    /// The trip or season it belongs to
    Event,
    /// When it started, as with `new --at`
    Date,
    /// The totals of a game that is known by them
    Totals,
    /// Who won a game that is known by its totals, if not the higher one
    Winner,
    /// Who plays
    Sides,
}

/// Whether a word is a key of `set`. `rules` does not count, because it is also a command.
pub(crate) fn is_key(word: &str) -> bool {
    Key::from_str(word, false).is_ok_and(|key| key != Key::Rules)
}

/// A key as it is typed.
fn key_word(key: Key) -> String {
    key.to_possible_value().map(|key| key.get_name().to_string()).unwrap_or_default()
}

/// Changes the game, or several.
pub(crate) fn run(args: SetArgs, app: &App) -> Result<Answer, Failure> {
    if args.key != Key::Rules && !args.set.is_empty() {
        let rules = Hint::advice("to turn a knob: `set --set KNOB=VALUE`");
        let what = format!("knobs belong to the rules, not to the {}", key_word(args.key));
        return Err(Failure::usage(what).hint(rules));
    }
    if args.games.is_given() { app.change(|book| args.set_several(app, book)) } else { args.set_one(app) }
}

/// Whether a game already has this setting, and no device disagrees.
fn is_so(game: &StoredGame, is: &Game, key: SettingKey) -> bool {
    let is_agreed = game.record.latest.get(&key).is_none_or(|values| values.len() < 2);
    is_agreed && !Edited::of(&game.scored.game, is).set.contains(&key)
}

impl SetArgs {
    fn set_one(&self, app: &App) -> Result<Answer, Failure> {
        app.change(|book| {
            let before = which_game::game(book, self.game)?;
            let (key, ScoredGame { game: is, .. }) = self.set_in(app, &before)?;
            legal(&before, &is)?;
            let new = newcomers(book, &is.players, &book.people()?)?;
            let day = is.started.filter(|_| self.key == Key::Date);
            let day = day.and_then(|at| day_taken(app, &self.value.join(" "), at));
            let edited = Edited { set: vec![key], hands: Vec::new() };
            let after = match is_so(&before, &is, key) {
                true => before.clone(),
                false => book.edit(ChangeVerb::SET, &before, &is, &edited, app.now)?,
            };
            let remark = which_game::remark(book, &after, self.game);
            let words = |game: &Game| match self.key {
                Key::Winner => Some(game.players.side_name(game.totals?.winner?)),
                _ => words_of(key, game),
            };
            let [was, is] = [&before, &after].map(|game| words(&game.scored.game));
            let outcome = Outcome::new(json!({
                "schema": "ginpad/setting/1",
                "game": after.number,
                "key": key_word(self.key),
                "was": was,
                "is": is,
                "before": standing(&before.scored),
                "after": standing(&after.scored),
            }));
            let noun = if self.key == Key::Winner { ("winner", "is") } else { noun(key) };
            // If the user named the game, the answer names its players.
            let players = self.game.map(|_| format!(" ({})", sides(&before.scored.game.players))).unwrap_or_default();
            let sentence = format!("game {}{players}: {}", after.number, in_force(noun, was.as_deref(), is.as_deref()));
            let outcome = outcome.did([sentence]);
            Ok(outcome.game(Some(&before), Some(&after), None).remarks(remark).remarks(day).remarks(new).into())
        })
    }

    /// The setting, and the game with its new value, scored anew.
    ///
    /// # Errors
    /// The value makes no sense, or not for this game.
    pub(super) fn set_in(&self, app: &App, before: &StoredGame) -> Result<(SettingKey, ScoredGame), Failure> {
        let text = self.value.join(" ");
        let mut game = before.scored.game.clone();
        let is_money = matches!(self.key, Key::Stake | Key::StakeGame | Key::StakeLine);
        let clears = match text.trim().to_lowercase().as_str() {
            "" | "-" => true,
            "0" | "no" | "none" | "off" => is_money,
            _ => false,
        };
        let given = (!clears).then_some(text.as_str());
        let setting = match self.key {
            Key::Rules => {
                let rules = self.rules(before)?;
                rules.rules.seat(&game.players.sizes()).map_err(Failure::refused)?;
                GameSetting::Rules(RulesText::new(&rules))
            }
            Key::Dealer => GameSetting::Dealer(given.map(|text| side_of(text, before)).transpose()?),
            Key::Spot => {
                let spots = given.map(|text| read_spots(text, &game.players, &game.rules.rules)).transpose();
                let spots = spots.map_err(|(_, reason)| Failure::refused(reason))?;
                GameSetting::Spot(spots.unwrap_or(BySide::none(game.players.sides())))
            }
            Key::Stake | Key::StakeGame | Key::StakeLine => {
                let with = |written: &str| CommandLine::again().operand("value", written.split(' '));
                let amount = given.map(|text| amount(text, with)).transpose()?;
                GameSetting::Stake(self.stakes(amount, game.stakes)?)
            }
            Key::Title => GameSetting::Title(given.map(Title::read).transpose().map_err(Failure::refused)?),
            Key::Event => GameSetting::Event(given.map(Event::read).transpose().map_err(Failure::refused)?),
            Key::Date => {
                let Some(text) = given else {
                    return Err(Failure::refused("a game that has a date keeps one")
                        .see("history", "lists the changes; `undo CHANGE` takes a wrong date back"));
                };
                let again = |day| CommandLine::again().operand("value", [day]);
                let at = moment(app.local(), text, again)?;
                // A day alone leaves the time of day.
                let is_day = !text.contains(':') && at.time() == NaiveTime::MIN;
                let clock = game.started.filter(|_| is_day).map_or(at.time(), |was| was.time());
                GameSetting::Date(at.with_time(clock).single().unwrap_or(at).into())
            }
            Key::Totals | Key::Winner => GameSetting::Totals(self.totals(before, given)?),
            Key::Sides => {
                game.players = self.sides(before)?;
                GameSetting::Sides(Vec::new())
            }
        };
        setting.apply(&mut game, &mut RulesRead::default());
        Ok((setting.key(), rescored(&game, game.rules.clone())))
    }

    /// The totals of a game without hands, or its old totals with another winner.
    fn totals(&self, before: &StoredGame, given: Option<&str>) -> Result<Totals, Failure> {
        let Game { players, totals, closing, .. } = &before.scored.game;
        let number = before.number;
        let has_hands = before.scored.game.entries().next().is_some();
        if totals.is_none() && (has_hands || self.key == Key::Winner) {
            let what = format!("game {number} is not known by its totals; its hands and its end say who won");
            return Err(Failure::refused(what).see(format!("score {number}"), "shows it"));
        }
        let Some(totals) = totals.filter(|_| self.key == Key::Winner) else {
            let text = given.unwrap_or("-");
            return read_totals(text, players).map_err(|(_, reason)| Failure::refused(reason));
        };
        if closing.is_some_and(|closing| closing != Closing::Settled) {
            let what = format!("the winner of game {number} cannot be set: it is {}", standing(&before.scored));
            return Err(Failure::refused(what).see(format!("score {number}"), "shows it"));
        }
        let level = Totals::new(totals.points);
        let Some(text) = given else { return Ok(level) };
        match side_of(text, before) {
            Ok(winner) => Ok(Totals { winner: Some(winner), ..totals }),
            Err(_) if is_nobody(text) && level.winner.is_none() => Ok(level),
            Err(_) if is_nobody(text) => Err(Failure::refused("the totals differ, so the game is not tied")),
            Err(fault) => Err(fault),
        }
    }

    /// The named rules. If only knobs are named, they are set on the rules of the game.
    fn rules(&self, before: &StoredGame) -> Result<TableRules, Failure> {
        let file = self.value.first().filter(|word| is_file(word));
        let words = self.value.iter().skip(usize::from(file.is_some())).flat_map(|word| word.split([',', ' ']));
        let words = words.filter(|word| !word.is_empty()).map(str::to_string);
        let (mut knobs, named): (Vec<String>, Vec<String>) = words.partition(|word| word.contains('='));
        let named = file.cloned().or_else(|| (!named.is_empty()).then(|| named.join(" ")));
        knobs.extend(self.set.iter().cloned());
        let named = named.map(NamedRules::from);
        table_rules(named.as_ref(), &knobs, Some(&before.scored.game.rules)).map_err(unusable)
    }

    /// The stakes with this amount in place of the old one. All amounts are in one currency.
    fn stakes(&self, amount: Option<Amount>, before: Stakes) -> Result<Stakes, Failure> {
        let keys = [Key::Stake, Key::StakeGame, Key::StakeLine];
        let mut amounts = [before.point(), before.game(), before.line()];
        let other = keys.into_iter().zip(&amounts).find(|(key, amount)| amount.is_some() && *key != self.key);
        let hint = other.map(|(key, _)| {
            let clear = CommandLine::of(format!("set {} -", key_word(key))).keep("game");
            let clear = WhichGames::FLAGS.into_iter().fold(clear, CommandLine::keep);
            Hint::does(clear, "clears what is in the other currency")
        });
        amounts.iter_mut().zip(keys).filter(|(_, key)| *key == self.key).for_each(|(set, _)| *set = amount);
        let [point, game, line] = amounts;
        Stakes::new(point, game, line).map_err(|fault| Failure::refused(fault).hint(hint))
    }

    /// The named sides, with as many players as the game has.
    fn sides(&self, before: &StoredGame) -> Result<Players, Failure> {
        let players = &before.scored.game.players;
        let named = split_sides(&self.value).unwrap_or_else(|| self.value.clone());
        let seated = seated("nobody can sit like that", &named).and_then(|seated| {
            let sizes = |players: &Players| players.order().map(|side| players.of(side).len()).collect::<Vec<_>>();
            let (has, named) = (sizes(players), sizes(&seated));
            let sides = |sizes: &[usize]| sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" against ");
            let what = || format!("game {} seats {}, not {}", before.number, sides(&has), sides(&named));
            if has == named { Ok(seated) } else { Err(Failure::refused(what())) }
        });
        let sides = players.order().map(|side| vec!["NAME"; players.of(side).len()].join("+"));
        let like = CommandLine::again().operand("value", sides).form();
        seated.map_err(|failure| failure.hint(Hint::with("name all sides:", like)))
    }

    /// Sets the games that the flags name: all of them, or none.
    pub(super) fn set_several(&self, app: &App, book: &OpenBook<'_>) -> Result<Answer, Failure> {
        let key = self.key_of_several()?;
        let mut wanted = self.games.wanted(app, book)?;
        wanted.find(book)?;
        let undated = Head { undated: Some(wanted.undated), ..Head::default() }.left_out();
        if wanted.games.is_empty() {
            return Err(Failure::refused(format!("no game fits{}", wanted.events)).see("games", "lists the games"));
        }
        let mut change = NewChange::new(ChangeVerb::SET).with_a_line_a_fact();
        let (mut set, mut already, mut values) = (Vec::new(), Vec::new(), BTreeSet::new());
        let (mut games, mut failed, mut illegal) = (Vec::new(), Vec::<(i64, Failure)>::new(), Vec::new());
        book.each_game(&wanted.games, |game| {
            let is = self.set_in(app, &game).map_err(|why| failed.push((game.number, why)));
            let Ok((_, is)) = is else { return Ok(()) };
            values.insert(words_of(key, &is.game));
            if is_so(&game, &is.game, key) {
                already.push(game.number);
                return Ok(());
            }
            set.push(game.number);
            illegal.extend(legal(&game, &is.game).err());
            change.set_as(&game.record, &is.game, key, &KnownPeople::default());
            let (was, is) = (state(&game), GameState::of(game.number, &is));
            games.push(GameChange::between(Some(&was), Some(&is)).with_sides());
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
        if !illegal.is_empty() {
            return Err(Failure::all("nothing was set", illegal));
        }
        book.write(change, app.now)?;
        let is = if values.len() == 1 {
            values.pop_first().flatten()
        } else {
            Some([self.value.as_slice(), &self.set].concat().join(" "))
        };
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
            key => {
                Err(Failure::usage(format!("`set {}` is for one game, not for several", key_word(key))).advise(which))
            }
        }
    }
}

/// Refuses rules that make hands illegal which were legal before.
fn legal(before: &StoredGame, is: &Game) -> Result<(), Failure> {
    let (number, Game { spots, rules, .. }) = (before.number, is);
    let illegal = is.refused_hands().filter(|(at, _)| matches!(before.scored.game.hands[*at], GameHand::Accepted(_)));
    let illegal = illegal.map(|(at, hand)| format!("hand {}: {}", at + 1, and_list(&hand.refusals)));
    let illegal: Listed<String> = illegal.collect();
    if let Some(most) = spots.iter().max().filter(|most| **most >= rules.rules.target) {
        let what =
            format!("game {number} cannot have the target {}: a spot of {most} is not below it", rules.rules.target);
        return Err(Failure::refused(what).see(format!("set spot - --game {number}"), "takes the spots away"));
    }
    if illegal.is_empty() {
        return Ok(());
    }
    let what = format!("game {number} cannot have these rules, because of {}", count(illegal.total(), "hand"));
    Err(Failure::listing(what, &illegal).see(format!("score {number}"), "shows the hands"))
}
