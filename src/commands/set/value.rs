//! What `set` sets: the value that is typed, and the game with it.

use crate::answer::{CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::filter_args::WhichGames;
use crate::arguments::moment;
use crate::arguments::table_rules::{NamedRules, is_file, table_rules, unusable};
use crate::book::StoredGame;
use crate::commands::new::seated;
use crate::commands::set::{Key, SetArgs, key_word};
use crate::render::standing;
use ginpad_core::facts::{GameSetting, RulesRead, RulesText, SettingKey};
use ginpad_core::game::{Closing, Game, Totals};
use ginpad_core::hand::Moment;
use ginpad_core::label::{Event, Title};
use ginpad_core::money::{Amount, Stakes};
use ginpad_core::notation::{is_nobody, read_side, read_spots, read_totals};
use ginpad_core::players::Players;
use ginpad_core::rules::TableRules;
use ginpad_core::side::BySide;
use ginpad_core::text::count;

impl SetArgs {
    /// What is set, and the game with it.
    ///
    /// # Errors
    /// The value makes no sense, or not for this game.
    pub(super) fn set_in(&self, app: &App, before: &StoredGame) -> Result<(SettingKey, Game), Failure> {
        let text = self.value.join(" ");
        let mut game = before.scored.game.clone();
        let given = (!matches!(text.trim(), "" | "-")).then_some(text.as_str());
        let setting = match self.key {
            Key::Rules => {
                let rules = self.rules(before)?;
                rules.rules.seat(&game.players).map_err(Failure::refused)?;
                GameSetting::Rules(RulesText::new(&rules))
            }
            Key::Dealer => {
                let side = given.map(|text| read_side(text, &game.players)).transpose();
                GameSetting::Dealer(side.map_err(Failure::refused)?)
            }
            Key::Spot => {
                let spots = given.map(|text| read_spots(text, &game.players, &game.rules.rules)).transpose();
                let spots = spots.map_err(|(_, reason)| Failure::refused(reason))?;
                GameSetting::Spot(spots.unwrap_or(BySide::none(game.players.sides())))
            }
            Key::Stake | Key::StakeGame | Key::StakeLine => {
                let amount = given.map(Amount::read).transpose().map_err(Failure::refused)?;
                GameSetting::Stake(self.stakes(amount, game.stakes)?)
            }
            Key::Title => GameSetting::Title(given.map(Title::read).transpose().map_err(Failure::refused)?),
            Key::Event => GameSetting::Event(given.map(Event::read).transpose().map_err(Failure::refused)?),
            Key::Date => GameSetting::Date(date(app, given)?.into()),
            Key::Totals | Key::Winner => GameSetting::Totals(self.totals(before, given)?),
            Key::Sides => {
                game.players = self.sides(before)?;
                GameSetting::Sides(Vec::new())
            }
        };
        setting.apply(&mut game, &mut RulesRead::default());
        Ok((setting.key(), game))
    }

    /// The totals of a game of which no hands are known, or the same with another winner.
    fn totals(&self, before: &StoredGame, given: Option<&str>) -> Result<Totals, Failure> {
        let Game { players, totals, closing, .. } = &before.scored.game;
        let number = before.number;
        let shows = || Hint::does(CommandLine::of("score").words([number.to_string()]), "shows it");
        let takes_hands = before.scored.is_open() || before.scored.game.entries().next().is_some();
        if totals.is_none() && (takes_hands || self.key == Key::Winner) {
            let what = format!("game {number} is not known by its totals; its hands and its end say who won");
            return Err(Failure::refused(what).hint(shows()));
        }
        let Some(totals) = totals.filter(|_| self.key == Key::Winner) else {
            let text = given.unwrap_or("-");
            return read_totals(text, players).map_err(|(_, reason)| Failure::refused(reason));
        };
        if closing.is_some_and(|closing| closing != Closing::Settled) {
            let what = format!("the winner of game {number} cannot be set: it is {}", standing(&before.scored));
            return Err(Failure::refused(what).hint(shows()));
        }
        let level = Totals::new(totals.points);
        match given {
            None => Ok(level),
            Some(text) => match read_side(text, players) {
                Ok(winner) => Ok(Totals { winner: Some(winner), ..totals }),
                Err(_) if is_nobody(text) && level.winner.is_none() => Ok(level),
                Err(_) if is_nobody(text) => Err(Failure::refused("the totals differ, so the game is not tied")),
                Err(fault) => Err(Failure::refused(fault)),
            },
        }
    }

    /// The rules that are named. Knobs alone are turned on the rules of the game.
    fn rules(&self, before: &StoredGame) -> Result<TableRules, Failure> {
        let file = self.value.first().filter(|word| is_file(word));
        let words = self.value.iter().skip(usize::from(file.is_some())).flat_map(|word| word.split([',', ' ']));
        let words = words.filter(|word| !word.is_empty()).map(str::to_string);
        let (mut knobs, named): (Vec<String>, Vec<String>) = words.partition(|word| word.contains('='));
        let named = file.cloned().or_else(|| (!named.is_empty()).then(|| named.join(" ")));
        knobs.extend(self.knobs.with(&self.set));
        let named = named.map(NamedRules::from);
        table_rules(named.as_ref(), &knobs, Some(&before.scored.game.rules)).map_err(unusable)
    }

    /// The stakes with this amount in place of the one that is set. All are in one currency.
    fn stakes(&self, amount: Option<Amount>, before: Stakes) -> Result<Stakes, Failure> {
        let keys = [Key::Stake, Key::StakeGame, Key::StakeLine];
        let mut amounts = [before.point(), before.game(), before.line()];
        let other = keys.into_iter().zip(&amounts).find(|(key, amount)| amount.is_some() && *key != self.key);
        let clear = other.map(|(key, _)| CommandLine::of("set").words([key_word(key), "-".into()]));
        let clear = clear.map(|clear| WhichGames::FLAGS.into_iter().fold(clear.keep("game"), CommandLine::keep));
        let hint = clear.map(|clear| Hint::does(clear, "clears what is in the other currency"));
        amounts.iter_mut().zip(keys).filter(|(_, key)| *key == self.key).for_each(|(set, _)| *set = amount);
        let [point, game, line] = amounts;
        Stakes::new(point, game, line).map_err(|fault| Failure::refused(fault).hint_if(hint))
    }

    /// The sides, of as many players as the game has.
    fn sides(&self, before: &StoredGame) -> Result<Players, Failure> {
        let players = &before.scored.game.players;
        let seated = seated("nobody can sit like that", &self.value).and_then(|seated| {
            let sizes = |players: &Players| players.order().map(|side| players.of(side).len()).collect::<Vec<_>>();
            let (has, named) = (sizes(players), sizes(&seated));
            let what = || match (has.as_slice(), named.as_slice()) {
                ([has, _], [named, _]) => {
                    format!("game {} has {} a side, not {named}", before.number, count(*has, "player"))
                }
                (has, named) => format!("game {} has {} sides, not {}", before.number, has.len(), named.len()),
            };
            if has == named { Ok(seated) } else { Err(Failure::refused(what())) }
        });
        let sides = players.order().map(|side| vec!["NAME"; players.of(side).len()].join("+"));
        let like = CommandLine::again().operand("value", sides).form();
        seated.map_err(|failure| failure.hint(Hint::with("name all sides:", like)))
    }
}

/// When a game started, as `new --at` reads it.
fn date(app: &App, given: Option<&str>) -> Result<Moment, Failure> {
    let Some(text) = given else {
        let undo = Hint::does(CommandLine::of("history"), "lists the changes; `undo CHANGE` takes a wrong date back");
        return Err(Failure::refused("a game that has a date keeps one").hint(undo));
    };
    moment(app.local(), text, |day| CommandLine::again().operand("value", [day]))
}
