//! The questions of `rules new`: the preset to begin from, then the knobs, part by part.

use super::lines::{Asker, Question, joined};
use crate::answer::Failure;
use crate::arguments::table_rules::NamedRules;
use crate::book::StoredGame;
use crate::cli::session::Session;
use crate::commands::rules::NewRulesArgs;
use crate::render::{phrases, standing};
use ginpad_core::comparison::Comparison;
use ginpad_core::rules::{Base, Knob, Preset, Setting, TableRules, Value};

/// The parts of the rules, each with its first knob in the order of the rules page.
const PARTS: [(Knob, &str); 6] = [
    (Knob::KnockLimit, "Knocking"),
    (Knob::GinBonus, "Points of a hand"),
    (Knob::GinBoxes, "Extra boxes"),
    (Knob::LayoffOnGin, "Cards"),
    (Knob::Hands, "A column"),
    (Knob::Format, "The game"),
];

/// Asks for the rules.
///
/// # Errors
/// The file is there already; the questions were left, or the terminal is gone.
pub(super) fn ask(new: &mut NewRulesArgs, session: &Session) -> Result<(), Failure> {
    new.checked()?;
    let game = session.app.read_if_there(|| Ok(None), |pad| Ok(pad.current_game()?))?;
    let mut asker = Asker::new()?;
    let presets = Preset::all().map(|preset| format!("{}: {}", preset.name, preset.summary));
    let question = Question {
        text: "Which preset comes nearest? (Enter: standard)".into(),
        help: presets.collect::<Vec<_>>().join("\n"),
        words: Preset::names().map(str::to_string).collect(),
    };
    let mut rules = asker.ask(question, |answer| match answer {
        "" => Ok(TableRules::of(Preset::standard())),
        named => TableRules::read(named).map_err(joined),
    })?;
    for (at, (first, part)) in PARTS.iter().enumerate() {
        let next = PARTS.get(at + 1).map(|(next, _)| *next);
        let knobs = || Knob::ALL.iter().filter(|knob| *knob >= first && next.is_none_or(|next| **knob < next));
        let listed: Vec<String> = knobs().filter_map(|knob| Some(setting(*knob, &rules)?.to_string())).collect();
        let meanings: Vec<String> = knobs().map(|knob| format!("{}: {}", knob.name(), knob.meaning())).collect();
        let question = Question {
            text: format!("{part}: {} (Enter keeps; `y` asks for each; or like `{}`)", listed.join(" "), listed[0]),
            help: meanings.join("\n"),
            words: knobs().map(|knob| format!("{}=", knob.name())).collect(),
        };
        let asks_for_each = asker.ask(question, |answer| {
            let settings: Vec<&str> = answer.split([' ', ',']).filter(|word| !word.is_empty()).collect();
            let is_yes = settings == ["y"];
            if !is_yes {
                rules = turned(&rules, &settings)?;
            }
            Ok(is_yes)
        })?;
        for knob in knobs().filter(|_| asks_for_each) {
            // Other formats have other knobs.
            let Some(setting) = setting(*knob, &rules) else { continue };
            let question = Question {
                text: format!("{}, {} (Enter: {})?", knob.name(), knob.meaning(), setting.value),
                help: help(*knob, game.as_ref()),
                words: knob.values().words().iter().map(ToString::to_string).collect(),
            };
            rules = asker.ask(question, |answer| match answer {
                "" => Ok(rules.clone()),
                value => turned(&rules, &[&format!("{}={value}", knob.name())]),
            })?;
        }
    }
    new.rules = Some(NamedRules::from(rules.typed()));
    Ok(())
}

fn setting(knob: Knob, rules: &TableRules) -> Option<Setting> {
    Some(Setting { knob, value: rules.rules.value(knob)? })
}

fn turned(rules: &TableRules, settings: &[&str]) -> Result<TableRules, String> {
    TableRules::assemble(&Base::Table(rules), settings).map_err(joined)
}

/// What a knob takes, its values in the presets, and what they would have done to the current game.
fn help(knob: Knob, game: Option<&StoredGame>) -> String {
    let mut presets: Vec<(Value, Vec<&str>)> = Vec::new();
    for preset in Preset::all() {
        let Some(value) = preset.rules.value(knob) else { continue };
        match presets.iter_mut().find(|(known, _)| *known == value) {
            Some((_, names)) => names.push(&preset.name),
            None => presets.push((value, vec![&preset.name])),
        }
    }
    let mut lines = vec![format!("{}: {}; it takes {}", knob.name(), knob.meaning(), knob.values().describe())];
    lines.extend(presets.iter().map(|(value, names)| {
        let meaning = knob.word_meaning(&value.to_string()).map(|meaning| format!(", {meaning}")).unwrap_or_default();
        format!("{value}{meaning} ({})", names.join(", "))
    }));
    lines.extend(game.into_iter().flat_map(|game| {
        let effect = |(value, _): &(Value, _)| effect(game, &Setting { knob, value: value.clone() });
        presets.iter().filter_map(effect).collect::<Vec<_>>()
    }));
    lines.join("\n")
}

/// What a knob would have done to a game: to the last hand that it changes, or else to the sheet.
fn effect(game: &StoredGame, setting: &Setting) -> Option<String> {
    let rules = turned(&game.scored.game.rules, &[&setting.to_string()]).ok()?;
    let comparison = Comparison::new(game.scored.clone(), rules).ok()?;
    let (other, number) = (&comparison.other, game.number);
    if let Some(difference) = comparison.hands.last() {
        let hand = &other.tally.hands[difference.hand];
        let results = hand.priced.awards.iter().map(|award| phrases::result(other, award));
        let refused = hand.refusals().iter().map(ToString::to_string);
        let said: Vec<String> = if hand.refusals().is_empty() { results.collect() } else { refused.collect() };
        let (hand, boxes) = (difference.hand + 1, phrases::boxes(hand.priced.boxes));
        return Some(format!("in game {number}, hand {hand} with {setting}: {}; {boxes}", said.join(", ")));
    }
    let [before, after] = [standing(&comparison.played), standing(other)];
    (before != after).then(|| format!("game {number} with {setting}: {after}, not {before}"))
}
