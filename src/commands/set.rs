//! `set`: changes what a game was begun with.
//!
//! The game is scored anew. Rules under which a logged hand would be illegal are refused, with each such hand.

use clap::{Args, ValueEnum};
use serde_json::json;

use super::new::{newcomers, seated};
use crate::answer::{Answer, CommandLine, Failure, Hint, Remark};
use crate::app::App;
use crate::arguments::table_rules::{NamedRules, is_file, table_rules, unusable};
use crate::arguments::{GameName, which_game};
use crate::book::{Pad, StoredGame};
use crate::render::standing;
use crate::reports::outcome::Outcome;
use crate::wording::settings::{setting_in_force, side_words, words_of};
use ginpad_core::facts::{GamePart, GameSetting, RulesText, SettingKey};
use ginpad_core::hand::GameHand;
use ginpad_core::label::{Event, Title};
use ginpad_core::listed::Listed;
use ginpad_core::money::{Amount, Stakes, StakesFault};
use ginpad_core::notation::read_side;
use ginpad_core::players::Players;
use ginpad_core::rules::TableRules;
use ginpad_core::text::{and_list, count};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad set rules hollywood --set target=150   it was played by these rules
  ginpad set rules target=150                   the same rules, but to 150
  ginpad set dealer bob                         Bob dealt the first hand
  ginpad set stake 0.05 USD                     what a point is worth
  ginpad set title Friday night --game 12
  ginpad set event -                            it belongs to no event
  ginpad set sides Ann Cid                      it was Cid who played, not Bob";

/// Change what a game was begun with
///
/// The game is scored anew, also one that is over; if it opens again, ginpad says so. Rules under which a logged hand would be illegal are refused. `-` clears a title, an event, a stake or the dealer. New sides have as many players as the old ones, and each gets the hands of the player whose place it is. `ginpad undo` takes it back.
#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    /// What to change
    #[arg(value_name = "KEY", value_enum)]
    key: Key,

    /// What it is from now on
    #[arg(value_name = "VALUE", allow_negative_numbers = true)]
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

impl Key {
    /// As it is typed.
    fn word(self) -> String {
        self.to_possible_value().map(|key| key.get_name().to_string()).unwrap_or_default()
    }
}

/// What the game is set to.
enum Wanted {
    Setting(GameSetting),
    Sides(Players),
}

impl SetArgs {
    /// Changes the game.
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        self.complete()?;
        let file = self.value.first().filter(|word| self.key == Key::Rules && is_file(word));
        let file = file.cloned().map(NamedRules::from);
        app.change(which_game::no_game, |pad| {
            let before = which_game::game(pad, self.game)?;
            let mut remarks: Vec<Remark> = which_game::remark(pad, &before).into_iter().collect();
            let wanted = self.wanted(file, &before)?;
            let key = match &wanted {
                Wanted::Setting(setting) => setting.key(),
                Wanted::Sides(players) => {
                    remarks.extend(newcomers(players, &pad.people()?));
                    SettingKey::Sides
                }
            };
            let after = apply(app, pad, &before, wanted)?;
            legal(&before, &after)?;
            let [was, is] = [&before, &after].map(|game| words_of(key, &game.scored.game));
            let outcome = Outcome::new(json!({
                "schema": "ginpad/setting/1",
                "game": after.number,
                "key": key.word(),
                "was": was,
                "is": is,
                "before": standing(&before.scored),
                "after": standing(&after.scored),
            }));
            let outcome = outcome.did([setting_in_force(key, after.number, was.as_deref(), is.as_deref())]);
            Ok(outcome.game(Some(&before), Some(&after), None).remarks(remarks).into())
        })
    }

    /// Refuses a command that says too little, or too much.
    fn complete(&self) -> Result<(), Failure> {
        let help = || Hint::does(CommandLine::of("help").words(["set"]), "shows what can be set, with examples");
        if self.key != Key::Rules && !self.set.is_empty() {
            return Err(Failure::usage("`--set` turns knobs of the rules, as in `set rules`").hint(help()));
        }
        if self.value.is_empty() && self.set.is_empty() {
            return Err(Failure::usage(format!("`set {}` needs a value", self.key.word())).hint(help()));
        }
        Ok(())
    }

    fn wanted(&self, file: Option<NamedRules>, before: &StoredGame) -> Result<Wanted, Failure> {
        let game = &before.scored.game;
        let text = self.value.join(" ");
        let given = (!matches!(text.trim(), "" | "-")).then_some(text.as_str());
        let amount = || given.map(Amount::read).transpose().map_err(Failure::refused);
        let stakes = game.stakes;
        Ok(Wanted::Setting(match self.key {
            Key::Rules => GameSetting::Rules(RulesText::new(&self.rules(file, before)?)),
            Key::Dealer => {
                let side = given.map(|text| read_side(text, &game.players)).transpose();
                GameSetting::Dealer(side.map_err(Failure::refused)?)
            }
            Key::Stake => self.stakes(Stakes::new(amount()?, stakes.game(), stakes.line()), stakes)?,
            Key::StakeGame => self.stakes(Stakes::new(stakes.point(), amount()?, stakes.line()), stakes)?,
            Key::StakeLine => self.stakes(Stakes::new(stakes.point(), stakes.game(), amount()?), stakes)?,
            Key::Title => GameSetting::Title(given.map(Title::read).transpose().map_err(Failure::refused)?),
            Key::Event => GameSetting::Event(given.map(Event::read).transpose().map_err(Failure::refused)?),
            Key::Sides => return self.sides(before).map(Wanted::Sides),
        }))
    }

    /// The rules that are named. Knobs alone are turned on the rules of the game. Every logged hand must be legal.
    fn rules(&self, file: Option<NamedRules>, before: &StoredGame) -> Result<TableRules, Failure> {
        let words = self
            .value
            .iter()
            .skip(usize::from(file.is_some()))
            .flat_map(|word| word.split([',', ' ']))
            .filter(|word| !word.is_empty());
        let (knobs, named): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
        let named = file.or_else(|| (!named.is_empty()).then(|| named.join(" ").into()));
        let knobs: Vec<String> = knobs.into_iter().map(str::to_string).chain(self.set.iter().cloned()).collect();
        table_rules(named.as_ref(), &knobs, Some(&before.scored.game.rules)).map_err(unusable)
    }

    /// Stakes in one currency.
    fn stakes(&self, stakes: Result<Stakes, StakesFault>, before: Stakes) -> Result<GameSetting, Failure> {
        let others = [(Key::Stake, before.point()), (Key::StakeGame, before.game()), (Key::StakeLine, before.line())];
        let other = others.into_iter().find(|(key, amount)| amount.is_some() && *key != self.key);
        let clear = other.map(|(key, _)| CommandLine::of("set").words([key.word(), "-".into()]).keep("game"));
        let hint = clear.map(|clear| Hint::does(clear, "clears what is in the other currency"));
        stakes.map(GameSetting::Stake).map_err(|fault| Failure::refused(fault).hint_if(hint))
    }

    /// Two sides of as many players as the game has.
    fn sides(&self, before: &StoredGame) -> Result<Players, Failure> {
        let players = &before.scored.game.players;
        let seated = seated("nobody can sit like that", &self.value).and_then(|seated| {
            let (has, named) = (players.a_side(), seated.a_side());
            let what = || format!("game {} has {} a side, not {named}", before.number, count(has, "player"));
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
    let illegal: Listed<String> = illegal.collect();
    if illegal.is_empty() {
        return Ok(());
    }
    let number = before.number.to_string();
    let what = format!("game {number} cannot have these rules, because of {}", count(illegal.total(), "hand"));
    let shows = Hint::does(CommandLine::of("score").words([number]), "shows the hands");
    Err(Failure::listing(what, &illegal).hint(shows))
}

/// Sets the game, unless it is so already and no device says otherwise.
fn apply(app: &App, pad: &Pad<'_>, before: &StoredGame, wanted: Wanted) -> Result<StoredGame, Failure> {
    let agreed = |key| before.record.latest.get(&GamePart::Setting(key)).is_none_or(|settings| settings.len() < 2);
    let game = &before.scored.game;
    Ok(match wanted {
        Wanted::Setting(setting)
            if agreed(setting.key()) && setting == GameSetting::of(setting.key(), game, &before.record.sides) =>
        {
            before.clone()
        }
        Wanted::Sides(players) if agreed(SettingKey::Sides) && folded(&players) == folded(&game.players) => {
            before.clone()
        }
        Wanted::Setting(setting) => pad.set(before, setting, app.now)?,
        Wanted::Sides(players) => pad.set_sides(before, &players, app.now)?,
    })
}

fn folded(players: &Players) -> Vec<String> {
    players.seats().map(|(_, name)| name.folded()).collect()
}
