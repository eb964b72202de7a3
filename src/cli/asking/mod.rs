//! Questions asked at a terminal before a command runs. The answers fill the arguments that the command line left open,
//! so no command asks anything itself.

use crate::answer::Failure;
use crate::arguments::GameName;
use crate::arguments::table_rules::{NamedRules, table_rules};
use crate::book::StoredGame;
use crate::cli::asking::lines::{Asker, Question, joined};
use crate::cli::printer::remark;
use crate::cli::session::Session;
use crate::cli::{show, typed};
use crate::commands::Command;
use crate::commands::import::ImportArgs;
use crate::commands::log::{LogArgs, open};
use crate::commands::new::NewArgs;
use crate::commands::rules::NewRulesArgs;
use crate::render::{phrases, standing};
use ginpad_core::comparison::Comparison;
use ginpad_core::hand::Outcome;
use ginpad_core::notation::{Choices, Draft, Missing, SeatingDraft, read_entry, read_side, shown_entry, split_sides};
use ginpad_core::players::Players;
use ginpad_core::rules::{Base, Knob, Preset, Setting, TableRules, Value};
use ginpad_core::text::{and_list, fold, or_list};

pub(super) mod lines;

/// Asks for missing arguments if a person can answer.
///
/// # Errors
/// The user left the questions, or the terminal is gone.
pub(super) fn ask(command: &mut Command, session: &Session) -> Result<(), Failure> {
    match command {
        Command::New(new) if session.can_ask() => new_game(new, session, false).map(drop),
        Command::Rules(rules) if session.can_ask() => match rules.unsaid() {
            Some(new) => ask_rules(new, session),
            None => Ok(()),
        },
        Command::Import(import) if session.can_ask() => ask_century(import, session),
        #[cfg(feature = "club")]
        Command::Club(club) if session.can_ask() => match club.unsaid() {
            Some(line) => {
                *line = Some(lines::ask_hidden("The line that the owner of the club has given to you?")?);
                Ok(())
            }
            None => Ok(()),
        },
        Command::Log(log) if session.can_ask() && log.entry.is_empty() => ask_hand(log, session),
        _ => Ok(()),
    }
}

/// Asks for the century of a spreadsheet's dates, if nothing else in it is unclear.
///
/// # Errors
/// The user left the question, or the terminal is gone.
fn ask_century(import: &mut ImportArgs, session: &Session) -> Result<(), Failure> {
    let Some(usual) = import.open_century(&session.app) else { return Ok(()) };
    let (first, last) = (usual.first, usual.first + 99);
    let question = Question {
        text: format!(
            "Which years are those with two digits? (Enter: {first} to {last}; or the first of others, like 1900)"
        ),
        help: "Type the first of the hundred years in which they lie: with 1950, 49 is 2049 and 50 is 1950.".into(),
        words: Vec::new(),
    };
    let year = |answer: &str| answer.parse().ok().filter(|year| (1000..=9900).contains(year));
    import.spreadsheets.century = Some(Asker::new()?.ask(question, |answer| match answer {
        "" | "y" | "yes" => Ok(first),
        other => year(other).ok_or_else(|| "type a year like 1900".to_string()),
    })?);
    Ok(())
}

const ENTRY_HELP: &str = "A whole entry is taken at any question, like `a5 23`: the knocker's deadwood, then the other's. \
    Deadwood is a number, a sum like 10+9+4, or cards like KhQd3c. `.` leaves.";

/// Asks how a hand ended.
///
/// # Errors
/// The user left the questions, or the terminal is gone.
fn ask_hand(log: &mut LogArgs, session: &Session) -> Result<(), Failure> {
    let game = session.app.read(|pad| open(pad, log.game))?;
    log.time(&session.app, &game.scored.game)?;
    let players = &game.scored.game.players;
    let mut asker = Asker::new()?;
    let mut draft = Draft::new(&game.scored.game, session.app.local());
    while draft.missing() != Missing::Nothing {
        asker.ask(question(&draft, players), |answer| draft.give(answer).map_err(joined))?;
    }
    log.entry = draft.entry().map(|hand| shown_entry(hand.logged(), players)).into_iter().collect();
    // Another game may have become the current one by now.
    log.game = Some(GameName::Number(game.number));
    Ok(())
}

/// The question for the next missing part of an entry.
fn question(draft: &Draft<'_>, players: &Players) -> Question {
    let (text, words) = match draft.choices() {
        Choices::Players(seats) => {
            let names: Vec<&str> = seats.into_iter().map(|seat| players.name(seat)).collect();
            let which = match players.pairs() {
                1 => String::new(),
                pairs => format!("Pair {} of {pairs}: ", draft.result_number()),
            };
            match draft.missing() {
                Missing::Opponent => (format!("Against whom ({})?", or_list(&names)), names),
                _ => {
                    let text = format!("{which}Who ended the hand ({}, or dead)?", names.join(", "));
                    (text, names.into_iter().chain(["dead"]).collect())
                }
            }
        }
        Choices::Card => ("Upcard?".into(), Vec::new()),
        Choices::Ways(ways) => {
            let words: Vec<&str> = ways.into_iter().map(Outcome::word).collect();
            (format!("How ({})?", or_list(&words)), words)
        }
        Choices::Number(range) => {
            let what = match draft.whose() {
                Some(whose) => format!("Deadwood of {whose} ({} to {}, or cards)?", range.start(), range.end()),
                None => format!("Points ({} to {})?", range.start(), range.end()),
            };
            (what, Vec::new())
        }
        Choices::Nothing => (String::new(), Vec::new()),
    };
    Question { text, help: ENTRY_HELP.into(), words: words.into_iter().map(str::to_string).collect() }
}

/// The sides if nobody is named: the heads of a printed score pad.
const WE_AND_THEY: [&str; 2] = ["We", "They"];

/// A name that no rule and no player has.
const NOBODY: &str = "?";

const HELP: &str = "All sides, like `Ann and Bob` or `Ann, Bob, Cid`, or one. Partners are joined by `+`, like Ann+Cid; a name of several words \
    goes in quotes. `rules` lists the rules, and `rules NAME` changes them. `.` leaves.";

const DEALER_HELP: &str = "The name of who deals the first hand, or Enter if nobody said. `rules` lists the rules, and \
    `rules NAME` changes them. `.` leaves.";

/// Asks who plays, unless this is a rematch, and who deals, unless that is known. At the pad the user may answer with
/// the first hand instead; that entry is returned.
///
/// # Errors
/// The user left the questions, the terminal is gone, or no game can start with these arguments.
pub(in crate::cli) fn new_game(
    new: &mut NewArgs,
    session: &Session,
    is_at_pad: bool,
) -> Result<Option<String>, Failure> {
    let named = !new.sides.is_empty();
    if named {
        // Report faults before asking anything.
        new.checked(&session.app)?;
    } else if session.app.read_if_there(|| Ok(false), |pad| Ok(pad.newest()?.is_some()))? {
        return Ok(None);
    }
    let mut asker = Asker::new()?;
    let people = session.app.read_if_there(|| Ok(Vec::new()), |pad| Ok(pad.people()?))?;
    let words: Vec<String> = people.iter().map(|person| person.name.to_string()).collect();
    let mut question = "Who plays? All names, or one at a time (Enter: We and They)";
    while !named && new.sides.len() < 2 {
        asker.ask(Question { text: question.into(), help: HELP.into(), words: words.clone() }, |answer| {
            if !changes_rules(new, session, answer)? {
                new.sides = sides(new, session, answer)?;
            }
            Ok(())
        })?;
        question = if new.sides.is_empty() { question } else { "Against whom?" };
    }
    let game = new.checked(&session.app)?;
    let (players, mut first) = (&game.players, None);
    if !named {
        tell_rules(&game.rules);
    }
    let mut knows_dealer = new.dealer.is_some() || session.app.required_config()?.dealer.is_some();
    let names = players.side_names().iter().cloned().collect::<Vec<_>>();
    while !knows_dealer {
        let text = format!("Who deals first? ({}; Enter: not said)", names.join(" or "));
        asker.ask(Question { text, help: DEALER_HELP.into(), words: names.clone() }, |answer| {
            knows_dealer = !changes_rules(new, session, answer)?;
            if !knows_dealer || answer.is_empty() {
                return Ok(());
            }
            match read_side(answer, players) {
                Ok(_) => new.dealer = Some(answer.to_string()),
                Err(_) if is_at_pad && read_entry(answer, &game, session.app.local()).is_ok() => {
                    first = Some(answer.to_string());
                }
                Err(fault) => {
                    return Err(format!("{fault}; Enter alone goes on, then hands can be typed"));
                }
            }
            Ok(())
        })?;
    }
    Ok(first)
}

/// Finds the game to continue at the pad: the words name an open game, or players who have one and want to continue it.
///
/// # Errors
/// The user left the question, the terminal is gone, or no game can start with these arguments.
pub(in crate::cli) fn game_that_goes_on(new: &NewArgs, session: &Session) -> Result<Option<GameName>, Failure> {
    if !new.names_only_sides() {
        return Ok(None);
    }
    if let [Ok(game)] = new.sides.iter().map(|word| word.parse()).collect::<Vec<_>>().as_slice() {
        return Ok(Some(*game));
    }
    let players = new.checked(&session.app)?.players;
    let open = session.app.read_if_there(|| Ok(None), |pad| Ok(pad.open_of(&players, None)?))?;
    let Some(open) = open else { return Ok(None) };
    let (number, names, stands) = (open.number, open.scored.game.players.side_names(), standing(&open.scored));
    let names = and_list(&names.iter().collect::<Vec<_>>());
    let text = format!("Game {number} of {names} is {stands}. Go on with it? (Enter: yes; n: no, a new game)");
    let question =
        Question { text, help: "`y` or Enter goes on with it, `n` starts a new game.".into(), words: Vec::new() };
    let goes_on = Asker::new()?.ask(question, |answer| match fold(answer).as_str() {
        "" | "y" | "yes" => Ok(true),
        "n" | "no" | "new" => Ok(false),
        _ => Err("answer y or n".into()),
    })?;
    Ok(goes_on.then_some(GameName::Number(number)))
}

/// The sides after this answer.
fn sides(new: &NewArgs, session: &Session, answer: &str) -> Result<Vec<String>, String> {
    let words = shlex::split(answer).unwrap_or_else(|| vec![answer.to_string()]);
    let answered = split_sides(&words).or_else(|| split_sides(&[answer.to_string()])).unwrap_or(words);
    let sides = match (new.sides.first(), answered.as_slice()) {
        (None, []) => WE_AND_THEY.map(str::to_string).to_vec(),
        (Some(_), []) => return Err("a game has two sides".into()),
        (first, _) => first.cloned().into_iter().chain(answered).collect(),
    };
    if let [one] = sides.as_slice() {
        SeatingDraft::default().give(one).map_err(joined)?;
    }
    // Check a lone name beside a name that nobody has.
    let against = (sides.len() == 1).then(|| NOBODY.to_string());
    let mut tried = new.clone();
    tried.sides = sides.iter().cloned().chain(against).collect();
    tried.checked(&session.app).map_err(|failure| failure.without_hints())?;
    Ok(sides)
}

/// Whether an answer is about the rules: `rules` lists them; `rules hollywood` and the name of a preset change them.
fn changes_rules(new: &mut NewArgs, session: &Session, answer: &str) -> Result<bool, String> {
    let words: Vec<&str> = answer.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let named = match words.as_slice() {
        ["rules", named @ ..] => named,
        named @ [preset] if Preset::named(preset).is_some() => named,
        _ => return Ok(false),
    };
    match named {
        [] => show(session, typed(&["rules".to_string()], None, session)),
        named => {
            let named = NamedRules::from(named.join(", "));
            let rules = table_rules(Some(&named), &new.knobs.with(&new.set), None);
            tell_rules(&rules.map_err(|failures| joined(failures.iter().map(Failure::without_hints).collect()))?);
            new.rules = Some(named);
        }
    }
    Ok(true)
}

fn tell_rules(rules: &TableRules) {
    remark(&format!("rules: {rules}; `rules` lists others, `rules NAME` changes them"));
}

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
/// The file already exists, the user left the questions, or the terminal is gone.
fn ask_rules(new: &mut NewRulesArgs, session: &Session) -> Result<(), Failure> {
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

/// Describes a knob: the values it takes, its values in the presets, and its effect on the current game.
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

/// Describes the effect of a knob on a game: on the last hand that it changes, or else on the sheet.
fn effect(game: &StoredGame, setting: &Setting) -> Option<String> {
    let rules = turned(&game.scored.game.rules, &[&setting.to_string()]).ok()?;
    let comparison = Comparison::new(game.scored.clone(), rules).ok()?;
    let (other, number) = (&comparison.other, game.number);
    if let Some(difference) = comparison.hands.last() {
        let hand = &other.tally.hands[difference.hand];
        let results = hand.priced.awards.iter().map(|award| phrases::result(other, award));
        let refused = hand.refusals().iter().map(ToString::to_string);
        let texts: Vec<String> = if hand.refusals().is_empty() { results.collect() } else { refused.collect() };
        let (hand, boxes) = (difference.hand + 1, phrases::boxes(hand.priced.boxes));
        return Some(format!("in game {number}, hand {hand} with {setting}: {}; {boxes}", texts.join(", ")));
    }
    let [before, after] = [standing(&comparison.played), standing(other)];
    (before != after).then(|| format!("game {number} with {setting}: {after}, not {before}"))
}
