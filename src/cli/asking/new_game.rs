//! The questions of a new game: who plays, and who deals. `rules` lists the rules at any of them, and changes them.

use super::lines::{Asker, Question, joined};
use crate::answer::Failure;
use crate::arguments::GameName;
use crate::arguments::table_rules::{NamedRules, table_rules};
use crate::cli::printer::remark;
use crate::cli::session::Session;
use crate::cli::{show, typed};
use crate::commands::new::NewArgs;
use crate::render::standing;
use ginpad_core::game::Game;
use ginpad_core::notation::{SeatingDraft, read_side, read_sides_said};
use ginpad_core::rules::{Preset, TableRules};
use ginpad_core::text::{and_list, fold};

/// Who plays if nobody is named: the heads of a printed score pad.
const WE_AND_THEY: [&str; 2] = ["We", "They"];

/// A name that is no rule and that nobody has.
const NOBODY: &str = "?";

const HELP: &str = "All sides, like `Ann and Bob` or `Ann, Bob, Cid`, or one. Partners are joined by `+`, like Ann+Cid; a name of several words \
    goes in quotes. `rules` lists the rules, and `rules NAME` changes them. `.` leaves.";

const DEALER_HELP: &str = "The name of who deals the first hand, or Enter if nobody said. `rules` lists the rules, and \
    `rules NAME` changes them. `.` leaves.";

/// Asks who plays, unless it is a rematch, and who deals, unless that is known.
///
/// # Errors
/// The questions were left, or the terminal is gone; or no game can start with these arguments.
pub(in crate::cli) fn ask(new: &mut NewArgs, session: &Session) -> Result<(), Failure> {
    let named = !new.sides.is_empty();
    if named {
        // What is wrong is said before anything is asked.
        new.checked(&session.app)?;
    } else if session.app.read_if_there(|| Ok(false), |pad| Ok(pad.newest()?.is_some()))? {
        return Ok(());
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
    let Game { players, rules, .. } = new.checked(&session.app)?;
    if !named {
        tell_rules(&rules);
    }
    let mut knows_dealer = new.dealer.is_some() || session.app.required_config()?.dealer.is_some();
    let names = players.side_names().iter().cloned().collect::<Vec<_>>();
    while !knows_dealer {
        let text = format!("Who deals first? ({}; Enter: not said)", names.join(" or "));
        asker.ask(Question { text, help: DEALER_HELP.into(), words: names.clone() }, |answer| {
            knows_dealer = !changes_rules(new, session, answer)?;
            if knows_dealer && !answer.is_empty() {
                read_side(answer, &players)
                    .map_err(|fault| format!("{fault}; Enter alone goes on, then hands can be typed"))?;
                new.dealer = Some(answer.to_string());
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The game that goes on at the pad where its words only name a game, or players who have an open one and want to go on
/// with it.
///
/// # Errors
/// The question was left, or the terminal is gone; or no game can start with these arguments.
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

/// The sides that are known with this answer.
fn sides(new: &NewArgs, session: &Session, answer: &str) -> Result<Vec<String>, String> {
    let words = shlex::split(answer).unwrap_or_else(|| vec![answer.to_string()]);
    let answered = read_sides_said(&words).or_else(|| read_sides_said(&[answer.to_string()])).unwrap_or(words);
    let sides = match (new.sides.first(), answered.as_slice()) {
        (None, []) => WE_AND_THEY.map(str::to_string).to_vec(),
        (Some(_), []) => return Err("a game has two sides".into()),
        (first, _) => first.cloned().into_iter().chain(answered).collect(),
    };
    if let [one] = sides.as_slice() {
        SeatingDraft::default().give(one).map_err(joined)?;
    }
    // A lone name is tried against a name that nobody has.
    let against = (sides.len() == 1).then(|| NOBODY.to_string());
    let mut tried = new.clone();
    tried.sides = sides.iter().cloned().chain(against).collect();
    tried.checked(&session.app).map_err(|failure| failure.without_hints())?;
    Ok(sides)
}

/// Whether an answer is about the rules: `rules` lists them, `rules hollywood` and the name of a preset change them.
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
