//! `set`: changes what a game was begun with.
//!
//! The game is scored anew. Rules under which a logged hand would be illegal are refused, with each such hand.

use clap::{Args, ValueEnum};

use super::new::newcomers;
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::book::{Pad, StoredGame};
use crate::cli::messages::consequences::{change as change_of, not_counted};
use crate::cli::messages::settings::{setting_in_force, verb_of, words_of};
use crate::cli::session::table_rules::{NamedRules, is_file, table_rules, unusable};
use crate::cli::session::{Face, Session};
use crate::cli::session::{GameName, which_game};
use crate::render::{Position, game_money, json, standing};
use ginpad_core::facts::{GamePart, GameSetting, RulesText, SettingKey};
use ginpad_core::game::Game;
use ginpad_core::hand::GameHand;
use ginpad_core::label::{Event, Title};
use ginpad_core::listed::Listed;
use ginpad_core::money::{Amount, Stakes};
use ginpad_core::notation::{SeatingDraft, read_side};
use ginpad_core::players::Players;
use ginpad_core::rules::TableRules;
use ginpad_core::side::Side;
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

/// What the game is set to.
enum Wanted {
    Setting(GameSetting),
    Sides(Players),
}

impl SetArgs {
    /// Changes the game.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        self.complete()?;
        let file = self.value.first().filter(|word| self.key == Key::Rules && is_file(word));
        let file = file.cloned().map(NamedRules::from);
        session.change(which_game::no_game, |pad| {
            let before = which_game::game(pad, self.game)?;
            let remark = which_game::remark(session, pad, &before);
            let wanted = self.wanted(file, &before)?;
            let mut remarks: Vec<Remark> = remark.into_iter().collect();
            let key = match &wanted {
                Wanted::Setting(setting) => setting.key(),
                Wanted::Sides(players) => {
                    remarks.extend(newcomers(players, &pad.people()?));
                    SettingKey::Sides
                }
            };
            let after = apply(session, pad, &before, wanted)?;
            let beyond = not_counted(&after.scored);
            Ok(report(session, key, &before, &after).remarks(remarks).remarks(beyond))
        })
    }

    /// Refuses a command that says too little, or too much.
    fn complete(&self) -> Result<(), Failure> {
        if self.key != Key::Rules && !self.set.is_empty() {
            let rules = CommandLine::of("set").words(["rules"]).keep("set").keep("game");
            return Err(Failure::usage("`--set` turns knobs of the rules")
                .hint(Hint::does(rules, "sets them and nothing else")));
        }
        if self.value.is_empty() && self.set.is_empty() {
            let (what, example): (_, &[&str]) = match self.key {
                Key::Rules => ("rules", &["hollywood"]),
                Key::Dealer => ("name of a dealer", &["Ann"]),
                Key::Stake => ("stake", &["0.01", "USD"]),
                Key::StakeGame | Key::StakeLine => ("stake", &["5", "USD"]),
                Key::Title => ("title", &["Friday", "night"]),
                Key::Event => ("event", &["Cruise", "2027"]),
                Key::Sides => ("two sides", &["Ann", "Bob"]),
            };
            let like = CommandLine::again().operand("value", example.iter().copied());
            return Err(Failure::usage(format!("there is no {what} to set")).hint(Hint::with("name it, like", like)));
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
        let rules = table_rules(named.as_ref(), &knobs, Some(&before.scored.game.rules)).map_err(unusable)?;
        legal(before, &rules)?;
        Ok(rules)
    }

    /// Stakes in one currency.
    fn stakes(
        &self,
        stakes: Result<Stakes, ginpad_core::money::StakesFault>,
        before: Stakes,
    ) -> Result<GameSetting, Failure> {
        let others = [("stake", before.point()), ("stake-game", before.game()), ("stake-line", before.line())];
        let own = self.key.to_possible_value().map(|value| value.get_name().to_string());
        let clear = others.into_iter().filter(|(key, amount)| amount.is_some() && own.as_deref() != Some(key));
        stakes.map(GameSetting::Stake).map_err(|fault| {
            clear
                .map(|(key, _)| CommandLine::of("set").words([key, "-"]).keep("game"))
                .fold(Failure::refused(fault), |failure, clear| {
                    failure.hint(Hint::does(clear, "clears what is in the other currency"))
                })
        })
    }

    /// Two sides of as many players as the game has.
    fn sides(&self, before: &StoredGame) -> Result<Players, Failure> {
        let players = &before.scored.game.players;
        let like = || {
            let command = CommandLine::again().operand("value", which_game::side_words(players));
            Hint::with("name both sides, like", command)
        };
        let mut draft = SeatingDraft::default();
        let mut reasons = Vec::new();
        for fault in self.value.iter().filter_map(|side| draft.give(side).err()).flatten() {
            if !reasons.contains(&fault) {
                reasons.push(fault);
            }
        }
        match draft.players() {
            Some(seated) if reasons.is_empty() && seated.a_side() == players.a_side() => Ok(seated.clone()),
            Some(seated) if reasons.is_empty() => Err(Failure::refused(format!(
                "game {} has {} a side, not {}",
                before.number,
                count(players.a_side(), "player"),
                seated.a_side()
            ))
            .hint(like())),
            None if reasons.is_empty() => Err(Failure::usage("a game has two sides, and one is named").hint(like())),
            _ => Err(Failure::because("nobody can sit like that", &reasons).hint(like())),
        }
    }
}

/// Refuses rules under which hands are illegal that the rules of the game accept.
fn legal(before: &StoredGame, rules: &TableRules) -> Result<(), Failure> {
    let Game { players, hands, .. } = &before.scored.game;
    let mut illegal = 0;
    let mut reasons = Listed::default();
    for (at, hand) in hands.iter().enumerate() {
        let GameHand::Accepted(accepted) = hand else { continue };
        if let GameHand::Refused(refused) = GameHand::new(accepted.logged().clone(), players, &rules.rules) {
            illegal += 1;
            let why = and_list(&refused.refusals);
            reasons.push(format!("hand {}: {why}", at + 1));
        }
    }
    if illegal == 0 {
        return Ok(());
    }
    let number = before.number.to_string();
    let what = format!("game {number} cannot have these rules, because of {}", count(illegal, "hand"));
    let shows = Hint::does(CommandLine::of("score").words([number]), "shows the hands");
    Err(Failure::listing(what, &reasons).hint(shows))
}

/// Sets the game, unless it is so already and no device says otherwise.
fn apply(session: &Session, pad: &Pad<'_>, before: &StoredGame, wanted: Wanted) -> Result<StoredGame, Failure> {
    let agreed = |key| before.record.latest.get(&GamePart::Setting(key)).is_none_or(|settings| settings.len() < 2);
    let game = &before.scored.game;
    Ok(match wanted {
        Wanted::Setting(setting) => {
            let is_so = setting == GameSetting::of(setting.key(), game, &before.record.sides);
            if is_so && agreed(setting.key()) { before.clone() } else { pad.set(before, setting, session.now)? }
        }
        Wanted::Sides(players) => {
            let folded = |players: &Players| players.seats().map(|(_, name)| name.folded()).collect::<Vec<_>>();
            let is_so = folded(&players) == folded(&game.players);
            if is_so && agreed(SettingKey::Sides) {
                before.clone()
            } else {
                pad.set_sides(before, &players, session.now)?
            }
        }
    })
}

/// Says what is set now, and what moved because of it.
fn report(session: &Session, key: SettingKey, before: &StoredGame, after: &StoredGame) -> Answer {
    let (was, is) = (words_of(key, &before.scored.game), words_of(key, &after.scored.game));
    Answer::of(match session.face() {
        Face::Json => {
            let values = [was.as_deref(), is.as_deref()];
            json::print(&json::setting(after.number, key.word(), values, [&before.scored, &after.scored]))
        }
        Face::Plain => {
            let values = [&was, &is].map(|value| value.as_deref().unwrap_or_default());
            let [was, is] = values;
            let (stood, stands) = (standing(&before.scored), standing(&after.scored));
            format!("set\t{}\t{}\t{was}\t{is}\ngame\t{}\t{stood}\t{stands}", after.number, key.word(), after.number)
        }
        Face::Table => {
            let mut lines = vec![setting_in_force(key, after.number, was.as_deref(), is.as_deref())];
            lines.extend(what_moved(before, after));
            lines.join("\n")
        }
    })
}

/// What moved because something was set anew: where the game stands, who deals next, who owes what.
pub(super) fn what_moved(before: &StoredGame, after: &StoredGame) -> Vec<String> {
    let mut lines = Vec::new();
    if standing(&before.scored) != standing(&after.scored) {
        lines.extend(change_of(Some(before), Some(after)));
    }
    let name = |game: &StoredGame, side: Side| game.scored.game.players.side_name(side);
    // Whoever is corrected in the dealer's seat does not take the deal from anybody.
    let sat_opposite = |side: Side| name(after, side) == name(before, side.other());
    let another = |was: Side, is: Side| name(before, was) != name(after, is) && (was != is || sat_opposite(is));
    if let (was, Some(is)) = (before.scored.dealer(), after.scored.dealer())
        && was.is_none_or(|was| another(was, is))
    {
        lines.push(format!("{} {} next", name(after, is), verb_of(after, "deal")));
    }
    if game_money(&before.scored, Position::Start) != game_money(&after.scored, Position::Start) {
        lines.extend(game_money(&after.scored, Position::Start));
    }
    lines
}
