//! `new`: starts a game.

use std::path::Path;

use clap::Args;

use super::answer::Answer;
use super::ask;
use super::failure::Failure;
use super::score::show;
use super::session::{Face, Session, Size};
use crate::book::{Pad, Person, StoredGame};
use crate::render::standing;
use ginpad_core::game::{Game, Title};
use ginpad_core::money::Stake;
use ginpad_core::notation::{SeatingDraft, read_moment, read_side};
use ginpad_core::players::{Name, Players};
use ginpad_core::rules::{Base, Contradiction, RuleFile, TableRules};
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{count, harmless, nearest};

/// Leads the help.
pub(super) const EXAMPLES: &str = "\
Examples:
  ginpad new Ann Bob                               the standard rules, to 100
  ginpad new                                       a rematch of the last game
  ginpad new Ann Bob --rules hollywood --dealer Ann
  ginpad new Ann Bob --set target=150 --set undercut_bonus=10
  ginpad new Ann+Cid Bob+Dee --rules partners      two a side
  ginpad new Ann Bob --rules friday.toml           a house's own rules";

/// Start a game
///
/// A side is a name, or names joined by `+` or `&`. Players that the book does not know are added. Without sides it is a rematch of the last game: the same players and rules, and the deal passes on as if that game had continued.
#[derive(Debug, Args)]
pub(super) struct New {
    /// The two sides
    #[arg(value_name = "SIDE", num_args = 0..=2)]
    sides: Vec<String>,

    /// A preset, or a file of rules
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,

    /// Turn a knob of the rules (again for more)
    #[arg(long, value_name = "KNOB=VALUE")]
    set: Vec<String>,

    /// Who deals the first hand
    #[arg(long, value_name = "NAME")]
    dealer: Option<String>,

    /// What a point is worth, like "0.01 USD"
    #[arg(long, value_name = "MONEY")]
    stake: Option<String>,

    /// What to call the game
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// When it started, like "2026-11-20 19:30"
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
}

impl New {
    /// Starts a game.
    pub(super) fn run(mut self, session: &Session) -> Result<Answer, Failure> {
        if self.sides.is_empty()
            && session.can_ask()
            && !session.read(|| Ok(false), |pad| Ok(pad.newest_game()?.is_some()))?
        {
            self.sides = ask::sides()?;
        }
        match self.sides.len() {
            0 => session.change(no_last_game, |pad| {
                let last = pad.newest_game()?.ok_or_else(no_last_game)?;
                let players = last.scored.game.players.clone();
                begin(session, pad, self.game(session, players, Some(&last))?)
            }),
            1 => Err(Failure::usage("a game has two sides, and one is named")
                .hint(format!("name the other one too, like `ginpad new {} Bob`", harmless(&self.sides[0])))),
            _ => {
                // What is wrong with the names and flags must be known before the book is made.
                let game = self.game(session, self.players()?, None)?;
                session.write(|pad| begin(session, pad, game))
            }
        }
    }

    fn players(&self) -> Result<Players, Failure> {
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
        Err(Failure::because("the game cannot start", &reasons)
            .hint("name two sides, like `ginpad new Ann Bob` or `ginpad new Ann+Cid Bob+Dee`"))
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
        let mut stake = last.and_then(|last| last.scored.game.stake);
        let mut started = session.minute();
        let mut first_dealer = last.and_then(|last| {
            let before = &last.scored.tally;
            before.next_dealer.or(before.dealer_after_the_end)
        });
        if let Some(text) = &self.title {
            check(Title::read(text).map(|read| title = Some(read)).map_err(|fault| fault.to_string()));
        }
        if let Some(text) = &self.stake {
            check(Stake::read(text).map(|read| stake = Some(read)).map_err(|fault| fault.to_string()));
        }
        if let Some(text) = &self.at {
            check(read_moment(text, session.local()).map(|read| started = read).map_err(|fault| fault.to_string()));
        }
        if let Some(text) = &self.dealer {
            check(read_side(text, &players).map(|side| first_dealer = Some(side)).map_err(|fault| fault.to_string()));
        }
        match rules {
            Some(rules) if reasons.is_empty() => Ok(Game {
                title,
                started: Some(started),
                rules,
                players,
                first_dealer,
                stake,
                closing: None,
                hands: Vec::new(),
            }),
            _ => Err(Failure::because("the game cannot start", &reasons).hint_if(hint)),
        }
    }
}

/// Begins a game between people as the book spells them, and says what else should be known.
fn begin(session: &Session, pad: &Pad<'_>, game: Game) -> Result<Answer, Failure> {
    let known = pad.people()?;
    let spelled = |name: &Name| {
        let there = known.iter().find(|person| person.name.folded() == name.folded());
        there.map_or_else(|| name.clone(), |person| person.name.clone())
    };
    let sides = BySide::from_fn(|side| game.players.of(side).iter().map(spelled).collect());
    let players = Players::new(sides).map_err(|faults| Failure::because("the game cannot start", &faults))?;
    let mut notes = newcomers(&players, &known);
    if let Some(open) = pad.newest_open()? {
        let (number, stands) = (open.number, standing(&open.scored));
        notes.push(format!("note: game {number} is still {stands}; `ginpad use {number}` goes on with it"));
    }
    let stored = pad.begin_game(&Game { players, ..game }, session.now)?;
    if session.face() != Face::Table {
        return Ok(show(session, &stored.scored, Some(stored.number)).notes(notes));
    }
    let names = stored.scored.game.players.side_names();
    let [first, second] = Side::BOTH.map(|side| &names[side]);
    let deals = if stored.scored.game.players.a_side() == 1 { "deals" } else { "deal" };
    let deals = stored.scored.dealer().map(|side| format!("   {} {deals}", names[side])).unwrap_or_default();
    let rules = &stored.scored.game.rules;
    Ok(Answer::of(format!("game {}: {first} – {second}, {rules}{deals}", stored.number)).notes(notes))
}

/// Remarks about players that a book with others in it does not know: a name may have been mistyped.
fn newcomers(players: &Players, known: &[Person]) -> Vec<String> {
    let new = players.seats().map(|(_, name)| name).filter(|name| known.iter().all(|person| person.name != **name));
    let remark = |name: &Name| {
        let near = nearest(name.as_str(), known.iter().map(|person| person.name.as_str()));
        let meant = near.map(|near| format!(" (if you meant {near}, `ginpad undo`)")).unwrap_or_default();
        format!("note: {name} is new to the book{meant}")
    };
    if known.is_empty() { Vec::new() } else { new.map(remark).collect() }
}

fn no_last_game() -> Failure {
    Failure::refused("there is no game to play again").hint("name the sides, like `ginpad new Ann Bob`")
}

/// What would help where rules are refused.
#[must_use]
pub(super) fn rules_hint(refused: &[Contradiction]) -> Option<&'static str> {
    if refused.iter().any(|one| matches!(one, Contradiction::UnknownPreset { .. })) {
        return Some("`ginpad rules` lists the presets; a file of rules is named by its path, like `./friday.toml`");
    }
    (!refused.is_empty()).then_some("`ginpad rules show standard` lists the knobs with their values")
}

/// Why rules cannot be had.
#[derive(Debug)]
pub(super) enum RulesFailure {
    /// They contradict themselves, or have no such preset.
    Refused(Vec<Contradiction>),
    /// Their file cannot be used.
    File(Failure),
}

/// The rules that flags name: a preset or a file, with knobs turned; `otherwise`, or the default, where none are named.
///
/// # Errors
/// There are no such rules, or they contradict themselves; every reason at once.
pub(super) fn table_rules(
    session: &Session,
    named: Option<&str>,
    set: &[String],
    otherwise: Option<&TableRules>,
) -> Result<TableRules, RulesFailure> {
    let file;
    let base = match (named, otherwise) {
        (Some(path), _) if is_file(path) => {
            file = rule_file(session, Path::new(path)).map_err(RulesFailure::File)?;
            Base::File(&file)
        }
        (None, Some(otherwise)) => Base::Table(otherwise),
        (named, _) => Base::Named(named.unwrap_or("standard")),
    };
    TableRules::assemble(&base, set).map_err(RulesFailure::Refused)
}

/// Whether what `--rules` names is a file: it ends in `.toml`, or has a path before it.
#[must_use]
pub(super) fn is_file(named: &str) -> bool {
    named.ends_with(".toml") || named.contains(['/', '\\'])
}

/// A house's rule file.
///
/// # Errors
/// It cannot be read, or contradicts itself: every reason with its line.
pub(super) fn rule_file(session: &Session, path: &Path) -> Result<RuleFile, Failure> {
    let text = session.text(path, Size::Written)?;
    RuleFile::read(&text).map_err(|faults| {
        let what = format!("{} has {}", super::session::shown(path), count(faults.total(), "fault"));
        faults.lines().fold(Failure::with_reasons(what), Failure::reason)
    })
}
