//! Reads lines at a terminal, with history and completion, and asks questions before a command runs. The answers fill the
//! arguments that the command line left open, so no command asks anything itself.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal as _, stdout};

use dialoguer::Select;
use dialoguer::console::{Term, truncate_str};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Behavior, CompletionType, Config, Context, Helper};

use crate::answer::Failure;
use crate::arguments::GameName;
use crate::arguments::table_rules::NamedRules;
use crate::cli::modes::{be_quiet, modes, restore};
use crate::cli::printer::remark;
use crate::cli::session::Session;
use crate::cli::synonyms::{flags_of, is_command};
use crate::commands::Command;
use crate::commands::log::{LogArgs, open};
use crate::commands::new::NewArgs;
use crate::commands::rules::NewRulesArgs;
use crate::disk::interrupt::tidy_on_interrupt;
use ginpad_core::notation::{Draft, Missing, read_side, shown_entry, split_sides};
use ginpad_core::table::{Completions, TableLine, complete_word};
use ginpad_core::text::or_list;
use ginpad_core::{Knob, Outcome, Players, Preset, Seat, TableRules};

/// Asks for missing arguments if a person can answer.
///
/// # Errors
/// The user left the questions, or the terminal is gone.
pub(super) fn ask(command: &mut Command, session: &Session) -> Result<(), Failure> {
    if !session.can_ask() {
        return Ok(());
    }
    match command {
        // At the pad, `NAME deals` says it afterwards.
        Command::New(new) if !session.app.goes_on => drop(new_game(new, session, false)?),
        Command::Rules(rules) => rules.missing_answer().map_or(Ok(()), ask_rules)?,
        #[cfg(feature = "club")]
        Command::Club(club) => club.args.missing_answer().map_or(Ok(()), ask_invitation)?,
        Command::Log(log) if log.entry.is_empty() => ask_hand(log, session)?,
        Command::Log(log) if log.entry == ["-"] => remark(
            "type a hand on each line; Ctrl-D ends. For a dead hand, leave with Ctrl-C and use `ginpad log dead`",
        ),
        _ => {}
    }
    Ok(())
}

const ENTRY_HELP: &str = "A whole entry is taken at any question, like `a5 23`: the knocker's deadwood, then the other's. \
    Deadwood is a number, a sum like 10+9+4, or cards like KhQd3c. `.` leaves.";

/// Asks how a hand ended.
///
/// # Errors
/// The user left the questions, or the terminal is gone.
fn ask_hand(log: &mut LogArgs, session: &Session) -> Result<(), Failure> {
    let game = session.app.read(|book| open(book, log.game))?;
    log.time(&session.app, &game.scored.game)?;
    let players = &game.scored.game.players;
    let mut editor = editor()?;
    let mut draft = Draft::new(&game.scored.game, session.app.local());
    while let Some(missing) = draft.missing() {
        let (text, words) = question(missing, &draft, players);
        answered(&mut editor, &text, ENTRY_HELP, words, |answer| draft.give(answer).map_err(joined))?;
    }
    log.entry = draft.entry().map(|hand| shown_entry(hand.logged(), players)).into_iter().collect();
    // Another game may have become the current one by now.
    log.game = Some(GameName::Number(game.number));
    Ok(())
}

/// The question for a missing part of an entry, and the words that Tab completes.
fn question(missing: Missing, draft: &Draft<'_>, players: &Players) -> (String, Vec<String>) {
    let names = |seats: Vec<Seat>| seats.into_iter().map(|seat| players.name(seat)).collect::<Vec<_>>();
    let (text, words) = match missing {
        Missing::Who(seats) => {
            let names = names(seats);
            let which = match players.pairs() {
                1 => String::new(),
                pairs => format!("Pair {} of {pairs}: ", draft.result_number()),
            };
            let text = format!("{which}Who ended the hand ({}, or dead)?", names.join(", "));
            (text, names.into_iter().chain(["dead"]).collect())
        }
        Missing::Opponent(seats) => {
            let names = names(seats);
            (format!("Against whom ({})?", or_list(&names)), names)
        }
        Missing::Upcard => ("Upcard?".into(), Vec::new()),
        Missing::How(ways) => {
            let words: Vec<&str> = ways.into_iter().map(Outcome::word).collect();
            (format!("How ({})?", or_list(&words)), words)
        }
        Missing::Points(range) => (format!("Points ({} to {})?", range.start(), range.end()), Vec::new()),
        Missing::Deadwood(whose, range) => {
            (format!("Deadwood of {whose} ({} to {}, or cards)?", range.start(), range.end()), Vec::new())
        }
    };
    (text, words.into_iter().map(str::to_string).collect())
}

/// The sides if nobody is named: the heads of a printed score pad.
const WE_AND_THEY: [&str; 2] = ["We", "They"];

/// A name that no rule and no player has.
const NOBODY: &str = "nobody yet";

const HELP: &str = "All sides, like `Ann and Bob` or `Ann, Bob, Cid`, or one. Partners are joined by `+`, like Ann+Cid; a name of several words \
    goes in quotes. `set rules NAME` changes the rules later. `.` leaves.";

const DEALER_HELP: &str = "The name of who deals the first hand, or Enter if you do not know. `.` leaves.";

/// Asks who plays, unless this is a rematch, and who deals, unless that is known. If the pad opens then, a line of the
/// pad is taken in place of the dealer, and returned.
///
/// # Errors
/// The user left the questions, the terminal is gone, or no game can start with these arguments.
pub(in crate::cli) fn new_game(
    new: &mut NewArgs,
    session: &Session,
    opens_pad: bool,
) -> Result<Option<String>, Failure> {
    let app = &session.app;
    if new.sides.is_empty() && app.look(|book| Ok(book.newest()?.is_some()))? {
        return Ok(None);
    }
    let mut line = None;
    let mut editor = editor()?;
    if new.sides.is_empty() {
        ask_sides(new, session, &mut editor)?;
    }
    let players = new.checked(app)?.players;
    if new.dealer.is_none() && app.required_config()?.dealer.is_none() {
        let words: Vec<String> = players.side_names().iter().cloned().collect();
        let text = format!("Who deals first? ({}; Enter: not said)", words.join(" or "));
        new.dealer = answered(&mut editor, &text, DEALER_HELP, words, |answer| match read_side(answer, &players) {
            _ if answer.is_empty() => Ok(None),
            Ok(_) => Ok(Some(answer.into())),
            Err(_) if opens_pad && is_line_of_pad(answer) => {
                line = Some(answer.to_string());
                Ok(None)
            }
            Err(fault) => Err(format!("{fault}; Enter skips this question")),
        })?;
    }
    Ok(line)
}

/// Whether an answer is a command of the pad or an entry, rather than a mistyped name.
fn is_line_of_pad(answer: &str) -> bool {
    !matches!(TableLine::read(answer), TableLine::Entry(_))
        || Preset::named(answer).is_some()
        || answer.contains(|char: char| char == ' ' || char.is_ascii_digit())
}

fn ask_sides(new: &mut NewArgs, session: &Session, editor: &mut Editor) -> Result<(), Failure> {
    let people = session.app.look(|book| Ok(book.people()?))?;
    let words: Vec<String> = people.iter().map(|person| person.name.to_string()).collect();
    let mut question = "Who plays? All names, or one at a time (Enter: We and They)";
    while new.sides.len() < 2 {
        new.sides = answered(editor, question, HELP, words.clone(), |answer| sides(new, session, answer))?;
        question = "Against whom?";
    }
    Ok(())
}

/// The sides after this answer.
fn sides(new: &NewArgs, session: &Session, answer: &str) -> Result<Vec<String>, String> {
    let words = shlex::split(answer).unwrap_or_else(|| vec![answer.to_string()]);
    if let [word] = words.as_slice()
        && is_command(word)
    {
        return Err(format!("`{word}` is a command; if somebody is called that, name both sides, like `{word}, Bob`"));
    }
    let answered = split_sides(&words).or_else(|| split_sides(&[answer.to_string()])).unwrap_or(words);
    let sides = match (new.sides.first(), answered.as_slice()) {
        (None, []) => WE_AND_THEY.map(str::to_string).to_vec(),
        (Some(_), []) => return Err("a game needs at least two sides".into()),
        (first, _) => first.cloned().into_iter().chain(answered).collect(),
    };
    // Check a lone name beside a name that nobody has.
    let against = (sides.len() == 1).then(|| NOBODY.to_string());
    let mut tried = new.clone();
    tried.sides = sides.iter().cloned().chain(against).collect();
    tried.checked(&session.app).map_err(|failure| failure.to_string())?;
    Ok(sides)
}

/// Asks which preset to begin with.
///
/// # Errors
/// The user left the list, or the terminal is gone.
fn choose_preset() -> Result<&'static Preset, Failure> {
    let presets: Vec<&Preset> = Preset::all().collect();
    let described = presets.iter().map(|preset| format!("{}: {}", preset.name, preset.summary));
    let (terminal, mark) = (Term::stderr(), 3);
    // The list is redrawn in place, which needs one row for each preset.
    let width = usize::from(terminal.size().1).saturating_sub(mark);
    let rows = described.map(|preset| truncate_str(&preset, width, "…").into_owned());
    let list = Select::new().with_prompt("Nearest preset? (↑ and ↓; `q` leaves)");
    // The list hides the cursor, and while it draws, the terminal would echo keys. Ctrl-C reverts both too.
    let before = modes();
    let (quiet, tidy) = (before.clone(), move || {
        restore(&before);
        let _ = Term::stderr().show_cursor();
    });
    let _tidying = tidy_on_interrupt(tidy.clone());
    be_quiet(quiet);
    let chosen = list.items(rows).default(0).interact_opt();
    tidy();
    match chosen {
        Ok(Some(at)) => Ok(presets[at]),
        Ok(None) => Err(left()),
        Err(dialoguer::Error::IO(error)) if error.kind() == ErrorKind::Interrupted => Err(left()),
        Err(error) => Err(unusable(&error)),
    }
}

/// Asks for the rules.
///
/// # Errors
/// The file already exists, the user left the questions, or the terminal is gone.
fn ask_rules(new: &mut NewRulesArgs) -> Result<(), Failure> {
    new.checked()?;
    let mut rules = TableRules::of(choose_preset()?);
    let mut editor = editor()?;
    let mut is_done = false;
    while !is_done {
        let knobs = Knob::ALL.iter().filter_map(|knob| Some((knob, rules.rules.value(*knob)?)));
        let knobs = knobs.map(|(knob, value)| format!("{}={value}: {}", knob.name(), knob.meaning()));
        let help = knobs.collect::<Vec<_>>().join("\n");
        let words = Knob::ALL.iter().map(|knob| format!("{}=", knob.name())).collect();
        let text = format!(
            "The rules are {rules}. What is different? (like `target=150`; `?` lists all; Enter: nothing more)"
        );
        is_done = answered(&mut editor, &text, &help, words, |answer| {
            let answer = knob_in_words(answer).unwrap_or_else(|| answer.to_string());
            let settings: Vec<&str> = answer.split([' ', ',']).filter(|word| !word.is_empty()).collect();
            rules = TableRules::assemble(Ok(rules.clone()), &settings).map_err(joined)?;
            Ok(settings.is_empty())
        })?;
    }
    new.rules = Some(NamedRules::from(rules.typed()));
    Ok(())
}

/// Reads a knob as people say it: `gin 20` and `gin bonus 20` are `gin_bonus=20`. `None` for other answers.
fn knob_in_words(answer: &str) -> Option<String> {
    let (name, value) = answer.trim().rsplit_once(' ').filter(|_| !answer.contains(['=', ':', ',']))?;
    let name = name.trim().to_lowercase().replace([' ', '_'], "-");
    let is_knob = |flag: &&str| Knob::from_name(flag).is_some();
    let knob = flags_of(&name).find(is_knob).or(Some(name.as_str()).filter(is_knob))?;
    Some(format!("{knob}={value}"))
}

/// The prompt before a line.
pub(crate) const PROMPT: &str = "> ";

/// The most lines kept for the arrow keys.
const MOST_LINES: usize = 1000;

pub(crate) type Editor = rustyline::Editor<Words, FileHistory>;

/// Returns an editor that keeps its lines for the arrow keys.
///
/// # Errors
/// The terminal cannot be used.
pub(crate) fn editor() -> Result<Editor, Failure> {
    // An answer that goes to a file leaves the terminal to the questions.
    let behavior = if stdout().is_terminal() { Behavior::Stdio } else { Behavior::PreferTerm };
    let config =
        Config::builder().behavior(behavior).completion_type(CompletionType::List).max_history_size(MOST_LINES);
    config.and_then(|config| Editor::with_config(config.build())).map_err(|error| unusable(&error))
}

pub(crate) fn unusable(error: &dyn Display) -> Failure {
    Failure::refused(format!("the terminal cannot be used: {error}"))
}

/// The words that Tab completes, and whether the line is shown as stars.
pub(crate) struct Words {
    pub complete: Box<dyn Fn(&str) -> Completions>,
    pub hides: bool,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let Completions { start, words } = (self.complete)(&line[..at]);
        let one = words.len() == 1;
        Ok((start, words.into_iter().map(|word| if one { word + " " } else { word }).collect()))
    }
}

impl Highlighter for Words {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if self.hides { Cow::Owned("*".repeat(line.chars().count())) } else { Cow::Borrowed(line) }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.hides
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

impl Helper for Words {}

/// Asks until the answer can be read. `?` prints the help, and Tab completes the words. A refused answer leaves the line;
/// the Up key brings it back.
///
/// # Errors
/// The user left the question, or the terminal is gone.
fn answered<T>(
    editor: &mut Editor,
    text: &str,
    help: &str,
    words: Vec<String>,
    mut taken: impl FnMut(&str) -> Result<T, String>,
) -> Result<T, Failure> {
    let complete = move |before: &str| complete_word(before, words.iter().map(String::as_str));
    editor.set_helper(Some(Words { complete: Box::new(complete), hides: false }));
    remark(text);
    loop {
        let line = read(editor)?;
        let _ = editor.add_history_entry(&line);
        match line.trim() {
            "?" | "help" => remark(&format!("{help}\n{text}")),
            answer if TableLine::read(answer) == TableLine::Leave => return Err(left()),
            answer => match taken(answer) {
                Ok(answer) => return Ok(answer),
                Err(why) => remark(&format!("error: {why}; `.` leaves\n{text}")),
            },
        }
    }
}

/// Asks for the invitation to a club, which is secret: it is shown as stars and not kept for the arrow keys.
///
/// # Errors
/// The user left the question, or the terminal is gone.
#[cfg(feature = "club")]
fn ask_invitation(invitation: &mut Option<String>) -> Result<(), Failure> {
    let config = Config::builder().color_mode(rustyline::ColorMode::Forced).build();
    let mut editor = Editor::with_config(config).map_err(|error| unusable(&error))?;
    editor.set_helper(Some(Words { complete: Box::new(|before| complete_word(before, [])), hides: true }));
    remark("The invitation that the owner of the club has given to you?");
    *invitation = Some(read(&mut editor)?);
    Ok(())
}

/// Reads a line after the prompt.
///
/// # Errors
/// The user left the question, or the terminal is gone.
fn read(editor: &mut Editor) -> Result<String, Failure> {
    editor.readline(PROMPT).map_err(|error| match error {
        ReadlineError::Eof | ReadlineError::Interrupted => left(),
        error => unusable(&error),
    })
}

fn left() -> Failure {
    Failure::refused("left; nothing was changed")
}

/// Joins all reasons on one line.
pub(crate) fn joined<T: ToString>(reasons: Vec<T>) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
