//! `set`: changes what a game was begun with, or what is known of an old one.
//!
//! The game is scored anew. Rules under which a logged hand would be illegal are refused, with each such hand.

mod several;
mod value;

use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::filter_args::WhichGames;
use crate::arguments::table_rules::that_turn_knobs;
use crate::arguments::{GameName, KnobFlags, day_taken, which_game};
use crate::book::StoredGame;
use crate::commands::new::newcomers;
use crate::render::standing;
use crate::reports::outcome::Outcome;
use crate::wording::settings::{in_force, noun, words_of};
use ginpad_core::facts::{Edited, SettingKey};
use ginpad_core::game::Game;
use ginpad_core::hand::GameHand;
use ginpad_core::listed::Listed;
use ginpad_core::text::{and_list, count};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad set rules hollywood --set target=150   it was played by these rules
  ginpad set --target 150                       the same rules, but to 150
  ginpad set dealer bob                         Bob dealt the first hand
  ginpad set title Friday night --game 12
  ginpad set event -                            it belongs to no event
  ginpad set sides Ann Cid                      it was Cid who played, not Bob
  ginpad set date 2019-05-04 --game 12          when it was played
  ginpad set totals 291 180 --game 12           what is known of an old game
  ginpad set stake 0.01 USD --event Cruise       all games of that event";

/// Change what a game was begun with
///
/// The game is scored anew, also one that is over; if it opens again, ginpad says so. Rules under which a logged hand would be illegal are refused. `-` clears a title, an event, a stake, a spot, the dealer or the winner. New sides have as many players as the old ones, each in the place of one. Rules, stakes and the event can be set for several games at once. `ginpad undo` takes it back.
#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    /// What to change
    #[arg(value_name = "KEY", value_enum, required = false, required_unless_present_any = that_turn_knobs())]
    #[arg(default_value_ifs = that_turn_knobs().into_iter().map(|flag| (flag, ArgPredicate::IsPresent, "rules")))]
    key: Key,

    /// What it is from now on
    #[arg(value_name = "VALUE", required_unless_present_any = that_turn_knobs(), allow_negative_numbers = true)]
    value: Vec<String>,

    /// Set one knob of the rules; repeat for more. All knobs but `dealer` are flags too, as in `--target 150`
    #[arg(long, value_name = "KNOB=VALUE")]
    set: Vec<String>,

    #[command(flatten)]
    knobs: KnobFlags,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME", conflicts_with_all = WhichGames::FLAGS)]
    game: Option<GameName>,

    #[command(flatten)]
    games: WhichGames,
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
    /// When it started, as with `new --at`
    Date,
    /// The totals of a game that is known by them
    Totals,
    /// Who won a game that is known by its totals, if not the higher one
    Winner,
    /// Who plays
    Sides,
}

impl Key {
    /// What it sets, if it can be set for several games at once.
    const fn of_several(self) -> Option<SettingKey> {
        match self {
            Key::Rules => Some(SettingKey::Rules),
            Key::Stake | Key::StakeGame | Key::StakeLine => Some(SettingKey::Stake),
            Key::Event => Some(SettingKey::Event),
            Key::Dealer | Key::Spot | Key::Title | Key::Date | Key::Totals | Key::Winner | Key::Sides => None,
        }
    }
}

/// Whether `set` changes what a word names. The rules have a command of their own.
pub(crate) fn is_key(word: &str) -> bool {
    Key::from_str(word, false).is_ok_and(|key| key != Key::Rules)
}

/// A key as it is typed.
fn key_word(key: Key) -> String {
    key.to_possible_value().map(|key| key.get_name().to_string()).unwrap_or_default()
}

/// Changes the game, or several.
pub(crate) fn run(args: SetArgs, app: &App) -> Result<Answer, Failure> {
    args.complete()?;
    if args.games.is_given() { app.change(|pad| args.set_several(app, pad)) } else { args.set_one(app) }
}

/// Whether a game is so already, and no device said anything else.
fn is_so(game: &StoredGame, is: &Game, key: SettingKey) -> bool {
    let is_agreed = game.record.latest.get(&key).is_none_or(|said| said.len() < 2);
    is_agreed && !Edited::of(&game.scored.game, is).set.contains(&key)
}

impl SetArgs {
    /// Refuses a command that says too little, or too much.
    fn complete(&self) -> Result<(), Failure> {
        if self.key == Key::Rules || self.set.is_empty() && self.knobs.is_empty() {
            return Ok(());
        }
        let rules = Hint::advice("to turn a knob: `set --set KNOB=VALUE`");
        Err(Failure::usage(format!("knobs belong to the rules, not to the {}", key_word(self.key))).hint(rules))
    }

    fn set_one(&self, app: &App) -> Result<Answer, Failure> {
        app.change(|pad| {
            let before = which_game::game(pad, self.game)?;
            let (key, set) = self.set_in(app, &before)?;
            let new = newcomers(&set.players, &pad.people()?);
            let remark = which_game::remark(pad, &before, self.game);
            let day = set.started.filter(|_| self.key == Key::Date);
            let day = day.and_then(|at| day_taken(app, &self.value.join(" "), at));
            let after = match is_so(&before, &set, key) {
                true => before.clone(),
                false => pad.set(&before, &set, key, app.now)?,
            };
            legal(&after, &refused(&before))?;
            let [was, is] = [&before, &after].map(|game| self.words(key, &game.scored.game));
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
            let said = format!("game {}: {}", after.number, in_force(noun, was.as_deref(), is.as_deref()));
            let outcome = outcome.did([said]);
            Ok(outcome.game(Some(&before), Some(&after), None).remarks(remark).remarks(day).remarks(new).into())
        })
    }

    /// What is set, in words.
    fn words(&self, key: SettingKey, game: &Game) -> Option<String> {
        match self.key {
            Key::Winner => Some(game.players.side_name(game.totals?.winner?)),
            _ => words_of(key, game),
        }
    }
}

/// The hands of a game that its rules refuse, by their places.
fn refused(game: &StoredGame) -> Vec<usize> {
    let hands = game.scored.game.hands.iter().enumerate();
    hands.filter(|(_, hand)| matches!(hand, GameHand::Refused(_))).map(|(at, _)| at).collect()
}

/// Refuses rules under which hands are illegal that were legal before. Then nothing is kept. `refused` are the hands that
/// were illegal before.
fn legal(after: &StoredGame, refused: &[usize]) -> Result<(), Failure> {
    let hands = after.scored.game.hands.iter().enumerate().filter(|(at, _)| !refused.contains(at));
    let illegal = hands.filter_map(|(at, hand)| match hand {
        GameHand::Refused(refused) => Some(format!("hand {}: {}", at + 1, and_list(&refused.refusals))),
        GameHand::Accepted(_) => None,
    });
    let number = after.number.to_string();
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
