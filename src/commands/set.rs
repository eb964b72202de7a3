//! `set`: changes what a game was begun with.
//!
//! The game is scored anew. Rules under which a logged hand would be illegal are refused, with each such hand.

use clap::{Args, ValueEnum};
use serde_json::json;

use super::new::{newcomers, seated};
use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::table_rules::{NamedRules, is_file, table_rules, unusable};
use crate::arguments::{GameName, which_game};
use crate::book::StoredGame;
use crate::render::standing;
use crate::reports::outcome::Outcome;
use crate::wording::settings::{setting_in_force, side_words, words_of};
use ginpad_core::facts::{Edited, GamePart, GameSetting, RulesText, SettingKey};
use ginpad_core::game::Game;
use ginpad_core::hand::GameHand;
use ginpad_core::label::{Event, Title};
use ginpad_core::listed::Listed;
use ginpad_core::money::{Amount, Stakes};
use ginpad_core::notation::{read_side, read_spots};
use ginpad_core::players::Players;
use ginpad_core::rules::TableRules;
use ginpad_core::side::BySide;
use ginpad_core::text::{and_list, count};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad set rules hollywood --set target=150   it was played by these rules
  ginpad set rules target=150                   the same rules, but to 150
  ginpad set dealer bob                         Bob dealt the first hand
  ginpad set title Friday night --game 12
  ginpad set event -                            it belongs to no event
  ginpad set sides Ann Cid                      it was Cid who played, not Bob";

/// Change what a game was begun with
///
/// The game is scored anew, also one that is over; if it opens again, ginpad says so. Rules under which a logged hand would be illegal are refused. `-` clears a title, an event, a stake, a spot or the dealer. New sides have as many players as the old ones, and each gets the hands of the player whose place it is. `ginpad undo` takes it back.
#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    /// What to change
    #[arg(value_name = "KEY", value_enum)]
    key: Key,

    /// What it is from now on
    #[arg(value_name = "VALUE", required_unless_present = "set", allow_negative_numbers = true)]
    value: Vec<String>,

    /// Set one knob of the rules; repeat for more
    #[arg(long, value_name = "KNOB=VALUE")]
    set: Vec<String>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// What can be changed.
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
    /// Who plays
    Sides,
}

/// A key as it is typed.
fn key_word(key: Key) -> String {
    key.to_possible_value().map(|key| key.get_name().to_string()).unwrap_or_default()
}

/// Changes the game.
pub(crate) fn run(args: SetArgs, app: &App) -> Result<Answer, Failure> {
    args.complete()?;
    app.change(|pad| {
        let before = which_game::game(pad, args.game)?;
        let (key, set) = args.set_in(&before)?;
        let new = newcomers(&set.players, &pad.people()?);
        let remark = which_game::remark(pad, &before);
        // What is so already is said again only where devices disagree.
        let said = before.record.latest.get(&GamePart::Setting(key));
        let is_so = !Edited::of(&before.scored.game, &set).settings.contains(&key);
        let after = match is_so && said.is_none_or(|settings| settings.len() < 2) {
            true => before.clone(),
            false => pad.set(&before, &set, key, app.now)?,
        };
        legal(&before, &after)?;
        let [was, is] = [&before, &after].map(|game| words_of(key, &game.scored.game));
        let outcome = Outcome::new(json!({
            "schema": "ginpad/setting/1",
            "game": after.number,
            "key": key_word(args.key),
            "was": was,
            "is": is,
            "before": standing(&before.scored),
            "after": standing(&after.scored),
        }));
        let outcome = outcome.did([setting_in_force(key, after.number, was.as_deref(), is.as_deref())]);
        Ok(outcome.game(Some(&before), Some(&after), None).remarks(remark).remarks(new).into())
    })
}

impl SetArgs {
    /// Refuses a command that says too little, or too much.
    fn complete(&self) -> Result<(), Failure> {
        if self.key == Key::Rules || self.set.is_empty() {
            return Ok(());
        }
        let rules = Hint::advice("to turn a knob: `set rules --set KNOB=VALUE`");
        Err(Failure::usage("`--set` turns knobs of the rules").hint(rules))
    }

    /// What is set, and the game with it.
    fn set_in(&self, before: &StoredGame) -> Result<(SettingKey, Game), Failure> {
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
            Key::Sides => {
                game.players = self.sides(before)?;
                GameSetting::Sides(Vec::new())
            }
        };
        setting.apply(&mut game);
        Ok((setting.key(), game))
    }

    /// The rules that are named. Knobs alone are turned on the rules of the game.
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

    /// The stakes with this amount in place of the one that is set. All are in one currency.
    fn stakes(&self, amount: Option<Amount>, before: Stakes) -> Result<Stakes, Failure> {
        let keys = [Key::Stake, Key::StakeGame, Key::StakeLine];
        let mut amounts = [before.point(), before.game(), before.line()];
        let other = keys.into_iter().zip(&amounts).find(|(key, amount)| amount.is_some() && *key != self.key);
        let clear = other.map(|(key, _)| CommandLine::of("set").words([key_word(key), "-".into()]).keep("game"));
        let hint = clear.map(|clear| Hint::does(clear, "clears what is in the other currency"));
        amounts.iter_mut().zip(keys).filter(|(_, key)| *key == self.key).for_each(|(set, _)| *set = amount);
        let [point, game, line] = amounts;
        Stakes::new(point, game, line).map_err(|fault| Failure::refused(fault).hint_if(hint))
    }

    /// Two sides of as many players as the game has.
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
        let like = CommandLine::again().operand("value", side_words(players));
        seated.map_err(|failure| failure.hint(Hint::with("name both sides, like", like)))
    }
}

/// Refuses rules under which hands are illegal that were legal before. Then nothing is kept.
fn legal(before: &StoredGame, after: &StoredGame) -> Result<(), Failure> {
    let [was, is] = [before, after].map(|game| game.scored.game.hands.iter());
    let illegal = was.zip(is).enumerate().filter_map(|(at, hands)| match hands {
        (GameHand::Accepted(_), GameHand::Refused(refused)) => {
            Some(format!("hand {}: {}", at + 1, and_list(&refused.refusals)))
        }
        _ => None,
    });
    let number = before.number.to_string();
    let illegal: Listed<String> = illegal.collect();
    let Game { spots, rules, .. } = &after.scored.game;
    if let Some(most) = spots.iter().max().filter(|most| **most >= rules.rules.target) {
        let what =
            format!("game {number} cannot have the target {}: a spot of {most} is not below it", rules.rules.target);
        let clear = CommandLine::of("set").words(["spot", "-"]).flag("game", number);
        return Err(Failure::refused(what).hint(Hint::does(clear, "takes the spots away")));
    }
    if illegal.is_empty() {
        return Ok(());
    }
    let what = format!("game {number} cannot have these rules, because of {}", count(illegal.total(), "hand"));
    let shows = Hint::does(CommandLine::of("score").words([number]), "shows the hands");
    Err(Failure::listing(what, &illegal).hint(shows))
}
