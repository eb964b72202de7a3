//! `new`: starts a game.

mod asking;
mod misread;

use clap::Args;

use super::score::place_of;
use super::use_game::going_to;
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark, Sentence};
use crate::book::{Pad, StoredGame};
use crate::cli::session::Session;
use crate::cli::session::config::FirstDealer;
use crate::cli::session::day::day_taken;
use crate::cli::session::table_rules::{RulesFailure, rules_hint, table_rules};
use crate::render::{json, sides as sides_of, stakes as stakes_in_words, standing};
use crate::reports::outcome::Outcome;
use ginpad_core::facts::Person;
use ginpad_core::game::Game;
use ginpad_core::label::{Event, Title};
use ginpad_core::money::{Amount, Stakes};
use ginpad_core::notation::{SeatingDraft, read_moment, read_side, said_sides};
use ginpad_core::players::{Name, Players};
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{fold, nearest};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad new Ann Bob                               the standard rules, to 100
  ginpad new Ann vs Bob                            the same
  ginpad new                                       a rematch of the last game
  ginpad new Ann Bob --rules hollywood --dealer Ann
  ginpad new Ann Bob --set target=150 --set undercut_bonus=10
  ginpad new Ann+Cid Bob+Dee --rules partners      two a side
  ginpad new Ann Bob --rules friday.toml           your house rules";

/// Names for the other side in a hint.
const OTHERS: [&str; 8] = ["Bob", "Cid", "Dee", "Eve", "Ann", "Fay", "Gus", "Hal"];

/// Start a game
///
/// A side is a name, or names joined by `+` or `&`. A comma, `and` or `vs` may stand between the sides. New players are added to the book. Without sides it is a rematch of the last game: same players, same rules, and the deal continues.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct NewArgs {
    /// The two sides
    #[arg(value_name = "SIDE", num_args = 0..)]
    sides: Vec<String>,

    /// A preset or a file of rules
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,

    /// Set one knob of the rules; repeat for more
    #[arg(long, value_name = "KNOB=VALUE")]
    set: Vec<String>,

    /// Who deals the first hand
    #[arg(long, value_name = "NAME")]
    dealer: Option<String>,

    /// What a point of the net is worth, like "0.01 USD" or "0,05 EUR"
    #[arg(long, value_name = "MONEY", allow_hyphen_values = true)]
    stake: Option<String>,

    /// What the winner gets besides, like "5 USD"
    #[arg(long, id = "stake-game", value_name = "MONEY", allow_hyphen_values = true)]
    stake_game: Option<String>,

    /// What a line is worth besides, like "0.25 USD"
    #[arg(long, id = "stake-line", value_name = "MONEY", allow_hyphen_values = true)]
    stake_line: Option<String>,

    /// What to call the game
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// The trip or season it belongs to, like "Cruise 2027"; a rematch goes on with it
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,

    /// When it started, like "2026-11-20 19:30" or "7:30 pm"
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
}

impl NewArgs {
    /// Starts a game.
    pub(crate) fn run(mut self, session: &Session) -> Result<Answer, Failure> {
        let first = self.sides.is_empty()
            && session.can_ask()
            && !session.look_up(|| Ok(false), |pad| Ok(pad.newest()?.is_some()))?;
        if first {
            self.ask_all(session)?;
        }
        if !self.splits_a_value(session) {
            self = self.with_said_sides();
        }
        if let Some(failure) = self.misread(session) {
            return Err(failure);
        }
        if !self.sides.is_empty() && self.rules.is_none() {
            self.rules = session.required_config()?.rules;
        }
        match self.sides.len() {
            0 => session.change(no_last_game, |pad| {
                let last = pad.newest_game()?.ok_or_else(no_last_game)?;
                let players = last.scored.game.players.clone();
                let game = self.game(session, players, Some(&last))?;
                let day = self.day(session, &game);
                Ok(begin(session, pad, game)?.remarks(day))
            }),
            1 => Err(Failure::usage("a game has two sides, and one is named").hint(self.with_other_side(session))),
            _ => {
                // The names and flags must be right before anything is asked, and before the book is made.
                let mut game = self.game(session, self.players(session)?, None)?;
                if !first && session.can_ask() {
                    self.ask_dealer(session)?;
                    game = self.game(session, self.players(session)?, None)?;
                }
                let day = self.day(session, &game);
                session.write(|pad| Ok(begin(session, pad, game)?.remarks(day)))
            }
        }
    }

    /// On which day the game began, if that was not said.
    fn day(&self, session: &Session, game: &Game) -> Option<Remark> {
        day_taken(session, self.at.as_deref()?, game.started?)
    }

    /// The same with the two sides that the words mean, where people say more than the names: `Ann vs Bob`.
    fn with_said_sides(mut self) -> NewArgs {
        if let Some(sides) = said_sides(&self.sides) {
            self.sides = sides.to_vec();
        }
        self
    }

    /// Whether any of these arguments was given.
    pub(crate) fn are_given(&self) -> bool {
        let flags = [
            &self.rules,
            &self.dealer,
            &self.stake,
            &self.stake_game,
            &self.stake_line,
            &self.title,
            &self.event,
            &self.at,
        ];
        !self.sides.is_empty() || !self.set.is_empty() || flags.iter().any(|flag| flag.is_some())
    }

    /// Starts the next game of the players of a game, under its rules.
    ///
    /// # Errors
    /// The book cannot be written.
    pub(crate) fn rematch(session: &Session, last: &StoredGame) -> Result<Answer, Failure> {
        session.change(no_last_game, |pad| {
            let players = last.scored.game.players.clone();
            begin(session, pad, NewArgs::default().game(session, players, Some(last))?)
        })
    }

    fn players(&self, session: &Session) -> Result<Players, Failure> {
        let mut draft = SeatingDraft::default();
        let mut reasons = Vec::new();
        for fault in self.sides.iter().filter_map(|side| draft.give(side).err()).flatten() {
            if !reasons.contains(&fault) {
                reasons.push(fault);
            }
        }
        if let (Some(players), true) = (draft.players(), reasons.is_empty()) {
            return Ok(players.clone());
        }
        let two_sides = Sentence::from("name two sides, like ").run(self.starting(session, ["Ann", "Bob"]));
        let hint = Hint::Try(two_sides.say(" or ").run(self.starting(session, ["Ann+Cid", "Bob+Dee"])));
        Err(Failure::because("the game cannot start", &reasons).hint(hint))
    }

    /// A hint with the command and a second side of the same size, if only one side was named.
    fn with_other_side(&self, session: &Session) -> Hint {
        let mut draft = SeatingDraft::default();
        let typed = self.sides.first().filter(|side| draft.give(side).is_ok());
        let Some((typed, names)) = typed.zip(draft.first()) else {
            return Hint::with("name two sides, like", CommandLine::new_game());
        };
        let taken = |other: &&&str| names.iter().any(|name| name.folded() == other.to_lowercase());
        let others: Vec<&str> = OTHERS.iter().filter(|other| !taken(other)).take(names.len()).copied().collect();
        let other_side = others.join(if typed.contains('&') { " & " } else { "+" });
        let sides = |sides: [&str; 2]| self.starting(session, sides);
        let hint = Sentence::from("name the other side too, like ").run(sides([typed, &other_side]));
        Hint::Try(match names {
            [one, other] => hint.say("; to play one against the other: ").run(sides([one.as_str(), other.as_str()])),
            _ => hint,
        })
    }

    /// The command with these sides, and with the user's other flags unless they are wrong.
    fn starting(&self, session: &Session, sides: [&str; 2]) -> CommandLine {
        let sides = sides.map(str::to_string).to_vec();
        let new = NewArgs { sides: sides.clone(), ..self.clone() };
        if new.starts(session) { new.command(session) } else { CommandLine::of("new").words(sides) }
    }

    /// This command. Flags that the user typed in this way stay where they are.
    fn command(&self, session: &Session) -> CommandLine {
        let flags = [
            ("rules", &self.rules),
            ("title", &self.title),
            ("event", &self.event),
            ("stake", &self.stake),
            ("stake-game", &self.stake_game),
            ("stake-line", &self.stake_line),
            ("at", &self.at),
        ];
        let single = flags.map(|(name, value)| (name, value.iter().cloned().collect()));
        let changed = std::iter::once(("set", self.set.clone()))
            .chain(single)
            .filter(|(name, values)| session.invocation().values_of(name).as_ref() != Some(values))
            .flat_map(|(name, values)| values.into_iter().map(move |value| (name, value)));
        let command = CommandLine::again().operand("sides", self.sides.clone());
        changed.fold(command, |command, (name, value)| command.flag(name, value))
    }

    /// Whether these flags start a rematch.
    fn is_rematch(&self, session: &Session) -> bool {
        let starts = |pad: &Pad<'_>| {
            let Some(last) = pad.newest_game()? else { return Ok(false) };
            Ok(self.game(session, last.scored.game.players.clone(), Some(&last)).is_ok())
        };
        session.look_up(|| Ok(false), starts).unwrap_or(false)
    }

    /// A hint with the command and two sides, if no side was named.
    fn with_both_sides(&self, session: &Session) -> Hint {
        Hint::with("name two sides, like", self.starting(session, ["Ann", "Bob"]))
    }

    /// Whether a game can start with these names and flags.
    fn starts(&self, session: &Session) -> bool {
        self.sides.len() == 2 && self.players(session).and_then(|players| self.game(session, players, None)).is_ok()
    }

    /// The game that the flags describe.
    fn game(&self, session: &Session, players: Players, last: Option<&StoredGame>) -> Result<Game, Failure> {
        let rules_before = last.map(|last| &last.scored.game.rules);
        let mut reasons = Vec::new();
        let mut hint = None;
        let rules = match table_rules(session, self.rules.as_deref(), &self.set, rules_before) {
            Ok(rules) => Some(rules),
            Err(RulesFailure::Refused(more)) => {
                hint = rules_hint(&more);
                reasons.extend(more.iter().map(ToString::to_string));
                None
            }
            Err(RulesFailure::File(failure)) => return Err(failure),
        };
        let mut check = |read: Result<(), String>| reasons.extend(read.err());
        let mut title = None;
        let mut event = last.and_then(|last| last.scored.game.event.clone());
        let mut started = session.minute();
        let mut first_dealer = last.and_then(|last| {
            let before = &last.scored.tally;
            before.next_dealer.or(before.dealer_after_the_end)
        });
        if let Some(text) = &self.title {
            check(Title::read(text).map(|read| title = Some(read)).map_err(|fault| fault.to_string()));
        }
        if let Some(text) = &self.event {
            check(Event::read(text).map(|read| event = Some(read)).map_err(|fault| fault.to_string()));
        }
        let mut stakes = last.map_or_else(Stakes::default, |last| last.scored.game.stakes);
        if let Err(faults) = self.read_stakes(&mut stakes) {
            faults.into_iter().for_each(|fault| check(Err(fault)));
        }
        if let Some(text) = &self.at {
            check(read_moment(text, session.local()).map(|read| started = read).map_err(|fault| fault.to_string()));
        }
        if last.is_none() && self.dealer.is_none() {
            first_dealer = usual_dealer(session.required_config()?.dealer.as_ref(), &players);
        }
        if let Some(text) = &self.dealer {
            check(read_side(text, &players).map(|side| first_dealer = Some(side)).map_err(|fault| fault.to_string()));
        }
        match rules {
            Some(rules) if reasons.is_empty() => Ok(Game {
                title,
                event,
                started: Some(started),
                rules,
                players,
                first_dealer,
                stakes,
                totals: None,
                closing: None,
                hands: Vec::new(),
            }),
            _ => Err(Failure::because("the game cannot start", &reasons).hint_if(hint)),
        }
    }
}

/// Who deals first, as the config has it. Somebody who does not play does not deal.
fn usual_dealer(usual: Option<&FirstDealer>, players: &Players) -> Option<Side> {
    match usual? {
        FirstDealer::First => Some(Side::First),
        FirstDealer::Second => Some(Side::Second),
        FirstDealer::Named(name) => {
            let name = fold(name);
            players.seats().find(|(_, player)| player.folded() == name).map(|(seat, _)| seat.side)
        }
    }
}

impl NewArgs {
    /// Sets the stakes that the flags give. They replace those of the last game.
    fn read_stakes(&self, stakes: &mut Stakes) -> Result<(), Vec<String>> {
        let given = [&self.stake, &self.stake_game, &self.stake_line];
        if given.iter().all(|text| text.is_none()) {
            return Ok(());
        }
        let mut faults = Vec::new();
        let amounts = given.map(|text| {
            let read = text.as_deref().map(Amount::read).transpose();
            read.map_err(|fault| faults.push(fault.to_string())).ok().flatten()
        });
        let [point, game, line] = amounts;
        match Stakes::new(point, game, line) {
            Ok(read) => *stakes = read,
            Err(fault) => faults.push(fault.to_string()),
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

/// Starts a game, with names spelt as in the book, and adds remarks.
fn begin(session: &Session, pad: &Pad<'_>, game: Game) -> Result<Answer, Failure> {
    let known = pad.people()?;
    let spelled = |name: &Name| {
        let there = known.iter().find(|person| person.name.folded() == name.folded());
        there.map_or_else(|| name.clone(), |person| person.name.clone())
    };
    let sides = BySide::from_fn(|side| game.players.of(side).iter().map(spelled).collect());
    let players = Players::new(sides).map_err(|faults| Failure::because("the game cannot start", &faults))?;
    let mut remarks = newcomers(&players, &known);
    if let Some(open) = left_open(pad)? {
        let (number, stands) = (open.number, standing(&open.scored));
        let still = Sentence::from(format!("game {number} is still {stands}; ")).run(going_to(number));
        remarks.push(Remark::Note(still.say(" goes back to it")));
    }
    let stored = pad.begin_game(&Game { players, ..game }, session.now)?;
    let Game { players, rules, event, stakes, .. } = &stored.scored.game;
    let event = event.as_ref().map(|event| format!(", {}", event.as_str())).unwrap_or_default();
    let stakes: String = stakes_in_words(stakes).iter().map(|stake| format!(", {stake}")).collect();
    let deals = if players.a_side() == 1 { "deals" } else { "deal" };
    let deals = stored.scored.dealer().map(|side| format!("   {} {deals}", players.side_name(side)));
    let names = sides_of(&stored.scored.game);
    let begun = format!("game {}: {names}, {rules}{event}{stakes}{}", stored.number, deals.unwrap_or_default());
    let outcome = Outcome::new(json::score(&stored.scored, place_of(&stored))).did([begun]);
    Ok(outcome.remarks(remarks).into())
}

/// The open game that the next one takes the place of: the current one, or else one near it.
fn left_open(pad: &Pad<'_>) -> Result<Option<StoredGame>, Failure> {
    let Some(current) = pad.current_game()? else { return Ok(None) };
    if current.scored.is_open() {
        return Ok(Some(current));
    }
    Ok(pad.open_besides(current.id, 1)?.into_iter().next())
}

/// Remarks about new players, in a book that has others: the name may be mistyped.
pub(super) fn newcomers(players: &Players, known: &[Person]) -> Vec<Remark> {
    let new = players.seats().map(|(_, name)| name).filter(|name| known.iter().all(|person| person.name != **name));
    let remark = |name: &Name| {
        let near = nearest(name.as_str(), known.iter().map(|person| person.name.as_str()));
        let new = Sentence::from(format!("{name} is new to the book"));
        Remark::Note(match near {
            Some(near) => new.say(format!("; if you meant {near}, take it back with ")).run(CommandLine::of("undo")),
            None => new,
        })
    };
    if known.is_empty() { Vec::new() } else { new.map(remark).collect() }
}

fn no_last_game() -> Failure {
    Failure::refused("there is no game to play again").hint(Hint::with("name the sides, like", CommandLine::new_game()))
}
