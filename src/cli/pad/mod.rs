//! The pad, which stays open while people play: `ginpad play`. It reads and runs one line after another.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use rustyline::error::ReadlineError;
use uuid::Uuid;

use crate::answer::{Answer, Content, Failure, Hint, Remark};
use crate::arguments::which_game;
use crate::book::StoredGame;
use crate::cli::asking::{Editor, PROMPT, Words, editor, joined, unusable};
use crate::cli::output::{OutputFormat, deliver};
use crate::cli::pad::follow::{Page, follow};
use crate::cli::printer::remark;
use crate::cli::session::Session;
use crate::cli::synonyms::is_command;
use crate::cli::{asking, meant, synonyms, typed};
use crate::commands::log::{PlayArgs, play as refuse_to_play, without_a_terminal};
use crate::commands::new::{self, NewArgs};
use crate::commands::undo;
use crate::disk::interrupt::held;
use crate::render::{NAME_DEALER, stakes, standing, status, table_help};
use crate::wording::past_words::side_words;
use ginpad_core::facts::{ChangeVerb, FactId};
use ginpad_core::notation::{Draft, is_entry_word};
use ginpad_core::table::{TableLine, command_of_letter, complete_entry, with_upcard};
use ginpad_core::{Game, Preset, Side, Upcard, WhoFault};

mod follow;

struct OpenPad<'s> {
    session: &'s Session,
    editor: Editor,
    /// The file with the lines of earlier evenings, if they are kept.
    history: Option<PathBuf>,
    /// Its lock is held by whoever has the book open. A thread that follows the book ends without it.
    page: Arc<Mutex<Page>>,
    /// The upcard of the next hand, if a player gave it.
    turned: Option<TurnedCard>,
    /// The changes made, undone or redone at this pad: `u` and `r` move them, whichever game they are in.
    made: Vec<Uuid>,
    /// Whether the last line was the hand that ended the game; its answer already reports the ending.
    has_just_ended: bool,
    /// Warnings already given.
    warned: Vec<Remark>,
}

/// An upcard that a player typed when it was turned.
#[derive(Debug, Clone, Copy)]
struct TurnedCard {
    upcard: Upcard,
    /// The game, and its number of hands at that time: the upcard belongs to the next one.
    game: FactId,
    hands: usize,
    /// The newest change at that time: `u` takes the upcard back unless there is a newer one.
    newest: Option<Uuid>,
}

/// The next step after a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// Show where the game stands, then read a line.
    Status,
    /// Read a line, directly below the answer to a refused one.
    Refused,
    /// Leave the pad.
    Leave,
}

/// The choices after the end of a game.
const WHAT_NEXT: &str = "`n` starts the next game, `u` takes the last change back";

/// Opens the pad and returns when the user leaves it.
///
/// # Errors
/// Nobody can type at the terminal, the book has no game, or the terminal is gone.
pub(super) fn play(mut args: PlayArgs, session: &Session) -> Result<Answer, Failure> {
    if !session.is_for_people() {
        return Err(without_a_terminal(Failure::usage("`play` is for people at a terminal")));
    }
    if session.app.goes_on {
        let others = Hint::advice("`use GAME` goes on with another game, `n` starts the next one");
        return Err(Failure::refused("the pad is open already").hint(others));
    }
    if !session.can_ask() || !io::stdout().is_terminal() {
        return refuse_to_play(args, &session.app);
    }
    if let Some(game) = args.new.names_only_a_game() {
        args = PlayArgs { new: NewArgs::default(), game: Some(game) };
    }
    let mut first = None;
    let has_game = || session.app.read(|book| Ok(book.current()?.is_some()));
    if args.new != NewArgs::default() || (args.game.is_none() && !has_game()?) {
        first = asking::new_game(&mut args.new, session, true)?;
        // The line above the prompt reports the start; only remarks remain to print.
        let begun = new::run(args.new, &session.app)?;
        deliver(Ok(Answer { content: Content::Nothing, ..begun }), &OutputFormat::People, &session.at_pad(""));
    }
    let game = session.app.read(|book| which_game::game(book, args.game))?;
    if args.game.is_some() && session.app.device.remembers() {
        session.app.change(|book| Ok(book.choose(game.id)?))?;
    }
    OpenPad::new(session, game)?.play(first)
}

impl<'s> OpenPad<'s> {
    fn new(session: &'s Session, game: StoredGame) -> Result<OpenPad<'s>, Failure> {
        let mut editor = editor()?;
        let page = Arc::new(Mutex::new(Page::new(session, game)?));
        if let Ok(printer) = editor.create_external_printer() {
            follow(session.at_pad(""), Arc::downgrade(&page), printer);
        }
        let device = &session.app.device;
        let history = device.state.as_ref().filter(|_| device.remembers()).map(|folder| folder.join("history"));
        let history = history.filter(|file| !file.exists() || file.is_file());
        if let Some(file) = &history {
            // The pad works without the lines of earlier evenings.
            let _ = editor.load_history(file);
        }
        Ok(OpenPad {
            session,
            editor,
            history,
            page,
            turned: None,
            made: Vec::new(),
            has_just_ended: false,
            warned: Vec::new(),
        })
    }

    /// Reads lines until the user leaves. The first one may have been typed in answer to a question.
    fn play(mut self, first: Option<String>) -> Result<Answer, Failure> {
        remark(&self.opening());
        let mut after = first.map_or(After::Status, |first| self.lines(&first));
        while after != After::Leave {
            if after == After::Status {
                self.show_status();
            }
            let players = held(&self.page).game.scored.game.players.clone();
            let complete = Box::new(move |before: &str| complete_entry(before, &players));
            self.editor.set_helper(Some(Words { complete, hides: false }));
            after = match self.editor.readline(PROMPT) {
                Ok(lines) => self.lines(&lines),
                Err(ReadlineError::Interrupted) => {
                    remark("the line was dropped; `.` or Ctrl-D leaves");
                    After::Refused
                }
                Err(ReadlineError::Eof) => After::Leave,
                Err(error) => return Err(unusable(&error)),
            };
        }
        Ok(self.left())
    }

    /// Names the game, its stakes, and its day if that is not today.
    fn opening(&self) -> String {
        let page = held(&self.page);
        let day = page.game.scored.game.started.map(|start| start.date_naive());
        let day = day.filter(|day| *day != self.session.app.now.date_naive());
        let of = day.map_or(";".to_string(), |day| format!(" of {day}; `n` starts a new one,"));
        let stakes: String = stakes(&page.game.scored.game.stakes).iter().map(|stake| format!(", {stake}")).collect();
        format!("game {}{stakes}{of} `?` helps, `.` leaves", page.game.number)
    }

    /// Runs the typed lines. Several lines are pasted at once; each is repeated with its answer.
    fn lines(&mut self, lines: &str) -> After {
        if !matches!(TableLine::read(lines), TableLine::Nothing | TableLine::Leave) {
            let _ = self.editor.add_history_entry(lines);
            // Without the file, the arrow keys still work.
            let _ = self.history.as_ref().map(|file| self.editor.append_history(file));
        }
        let mut after = After::Status;
        for line in lines.lines() {
            if lines.contains('\n') {
                remark(&format!("{PROMPT}{line}"));
            }
            after = self.line(line);
            if after == After::Leave {
                break;
            }
        }
        after
    }

    /// Runs one line.
    fn line(&mut self, line: &str) -> After {
        // Who pastes a command need not remove the name of the program.
        let line = line.trim_start();
        let line = line.strip_prefix("ginpad ").unwrap_or(line);
        let read = TableLine::read(line);
        let lead = match read {
            TableLine::Nothing => {
                if line.starts_with('#') {
                    remark("a line that begins with # is a comment; nothing was logged");
                }
                // The status shows the book as it is now.
                let news = held(&self.page).news(self.session).unwrap_or_default();
                news.iter().for_each(|news| remark(news));
                return After::Status;
            }
            TableLine::Leave => return After::Leave,
            TableLine::Correct(..) => line.split_once('=').map(|(hand, _)| format!("{}= ", hand.trim())),
            _ => None,
        };
        let session = self.session.at_pad(&lead.unwrap_or_default());
        let result = self.done(&session, read);
        let after = if result.is_ok() { After::Status } else { After::Refused };
        deliver(result, &OutputFormat::People, &session);
        after
    }

    fn done(&mut self, session: &Session, line: TableLine<'_>) -> Result<Answer, Failure> {
        let page = Arc::clone(&self.page);
        let mut page = held(&page);
        // Report the changes of others first, so that the answer is about the game as it now stands.
        let shown = page.game.scored.clone();
        page.news(session)?.iter().for_each(|news| remark(news));
        if page.game.scored != shown && matches!(line, TableLine::Undo(_) | TableLine::Redo(_)) {
            let what = "somebody else has just changed this, as shown above; nothing was done";
            return Err(Failure::refused(what).advise("type it again to go on"));
        }
        let was_open = page.game.scored.is_open();
        // If this cannot be read, the line still runs, and `u` stays with its game.
        let newest = undo::newest(&session.app).ok().flatten();
        if let TableLine::Upcard(card) = line {
            self.turned = turned_card(session, &page.game, card, newest)?;
        }
        if let TableLine::Entry(word) = line
            && let (Some(preset), Err(WhoFault::Unknown { .. })) =
                (Preset::named(word.trim()), page.game.scored.game.players.find(word))
        {
            let plays = Hint::advice(format!("`rules {}` plays this game by them", preset.name));
            return Err(Failure::refused(format!("`{}` names rules", preset.name)).hint(plays));
        }
        let upcard = self.upcard(&page.game);
        if let (TableLine::Undo(1), Some(upcard)) = (line, upcard)
            && self.turned.is_some_and(|turned| turned.newest == newest)
        {
            self.turned = None;
            return Ok(Answer::of(format!("the upcard {upcard} is taken back; no hand was changed")));
        }
        let answer = act(session, &page, line, upcard, &mut self.made)?;
        let now = undo::newest(&session.app).ok().flatten();
        if now != newest && !matches!(line, TableLine::Undo(_) | TableLine::Redo(_)) {
            self.made.extend(now);
        }
        let words = if let TableLine::Entry(text) = line { command(&page, text) } else { None };
        let verb = words.as_ref().and_then(|words| words.first().map(String::as_str));
        if verb == Some("use") {
            page.current = None;
        }
        // The line has already run, even if the page cannot be read now.
        let goes_on = page.turn(session).unwrap_or_else(|failure| Some(Remark::warning(failure.to_string())));
        let hands = page.game.scored.game.hands.len();
        // The card on the table stays while an earlier hand is put in or taken out.
        if matches!(verb, Some("insert" | "drop")) {
            self.turned = self.turned.filter(|_| upcard.is_some()).map(|turned| TurnedCard { hands, ..turned });
        }
        self.has_just_ended = matches!(line, TableLine::Entry(_)) && was_open && !page.game.scored.is_open();
        let warnings = session.app.warnings().into_iter().filter(|warning| !self.warned.contains(warning));
        let warnings: Vec<Remark> = warnings.collect();
        self.warned.extend(warnings.iter().cloned());
        Ok(answer.remarks(warnings).remarks(goes_on))
    }

    /// The upcard of the next hand of a game, if a player gave it.
    fn upcard(&self, game: &StoredGame) -> Option<Upcard> {
        let is_next = |told: &TurnedCard| told.game == game.id && told.hands == game.scored.game.hands.len();
        self.turned.filter(is_next).map(|told| told.upcard)
    }

    /// Shows where the game stands and, after its end, the choices.
    fn show_status(&mut self) {
        let page = held(&self.page);
        let (game, has_just_ended) = (&page.game.scored, std::mem::take(&mut self.has_just_ended));
        let upcard = self.upcard(&page.game);
        if page.is_gone {
            return remark("no game is left; `r` brings it back, `n` starts one of the same players");
        }
        if !has_just_ended {
            let has_payments =
                !game.is_open() && self.session.app.read(|book| Ok(!book.payments()?.is_empty())).unwrap_or(false);
            remark(&status(game, upcard, has_payments, self.session.plain_canvas()));
        }
        if !game.is_open() {
            remark(WHAT_NEXT);
        }
    }

    /// The answer to leaving the pad.
    fn left(self) -> Answer {
        let page = held(&self.page);
        if page.is_gone {
            return Answer::of("no game is left");
        }
        let kept = format!("game {} is kept: {}", page.game.number, standing(&page.game.scored));
        let again = |upcard| format!("; type `up {upcard}` again when you come back");
        Answer::of(kept + &self.upcard(&page.game).map(again).unwrap_or_default())
    }
}

/// Reads the upcard in a line, for the next hand of a game; `-` removes it. `newest` is the newest change.
fn turned_card(
    session: &Session,
    game: &StoredGame,
    card: &str,
    newest: Option<Uuid>,
) -> Result<Option<TurnedCard>, Failure> {
    let scored = &game.scored;
    if card == "-" {
        return Ok(None);
    }
    if !scored.is_open() {
        return Err(Failure::refused(which_game::over(game)).advise(WHAT_NEXT));
    }
    let refused = |reason: String| Failure::refused(reason).advise("tell which card was turned: `up CARD`");
    if card.is_empty() {
        return Err(refused("a card is missing after `up`".into()));
    }
    let upcard = Upcard::read(card).map_err(|fault| refused(fault.to_string()))?;
    Draft::new(&scored.game, session.app.local()).upcard(upcard).map_err(|faults| refused(joined(faults)))?;
    Ok(Some(TurnedCard { upcard, game: game.id, hands: scored.game.hands.len(), newest }))
}

/// Runs a line in the game of a page. `upcard` is the upcard of the next hand, if given; `made` are the changes made at
/// this pad.
///
/// # Errors
/// The line cannot be run; nothing has changed.
fn act(
    session: &Session,
    page: &Page,
    line: TableLine<'_>,
    upcard: Option<Upcard>,
    made: &mut Vec<Uuid>,
) -> Result<Answer, Failure> {
    let game = &page.game;
    let of_game = format!("--game={}", game.number);
    let words = match line {
        // The pad itself keeps the upcard.
        TableLine::Nothing | TableLine::Leave | TableLine::Upcard(_) => return Ok(Answer::default()),
        TableLine::Undo(changes) => return undo::at_pad(&session.app, ChangeVerb::UNDO, changes, game, made),
        TableLine::Redo(changes) => return undo::at_pad(&session.app, ChangeVerb::REDO, changes, game, made),
        TableLine::Dealer => return Ok(Answer::of(format!("{NAME_DEALER} says who dealt first"))),
        TableLine::Next => return NewArgs::rematch(&session.app, game),
        TableLine::Help => return Ok(Answer::of(table_help(&game.scored.game, session.canvas()))),
        TableLine::Entry(line) => match command(page, line) {
            Some(words) if !is_plain_log(&words) => return done_at_pad(session, page, line, &words),
            logged => {
                let entry = line.split_once(char::is_whitespace).filter(|_| logged.is_some());
                // A lone dash would mean standard input.
                let entry = if line == "-" { "dead" } else { entry.map_or(line, |(_, entry)| entry) };
                let completed = upcard.map(|upcard| with_upcard(entry, upcard, &game.scored.game, session.app.local()));
                vec!["log".into(), of_game, "--".into(), completed.unwrap_or_else(|| entry.into())]
            }
        },
        TableLine::Correct(hand, entry) => {
            let entry = (!entry.is_empty()).then(|| entry.to_string());
            vec!["fix".into(), of_game, "--".into(), hand.into()].into_iter().chain(entry).collect()
        }
        TableLine::Judge { hand, defender, upcard: named } => {
            let verb = if defender.is_some() { "layoff" } else { "deadwood" };
            let up = named.map(str::to_string).or_else(|| Some(upcard?.to_string())).map(|card| format!("--up={card}"));
            let words = [verb.into(), format!("--rules={}", game.scored.game.rules.typed())].into_iter().chain(up);
            words.chain(["--".into(), hand.into()]).chain(defender.map(str::to_string)).collect()
        }
        TableLine::Run(line) => line.split(' ').map(str::to_string).chain([of_game]).collect(),
    };
    meant(words, session)
}

/// Whether these words are `log` with an entry alone, which the pad logs as if `log` were not there.
fn is_plain_log(words: &[String]) -> bool {
    words[0] == "log" && words.len() > 1 && !words.iter().any(|word| word.starts_with("--"))
}

/// Runs a line that is a command of the program. Once the game is over, `rules hollywood` may mean the next one.
fn done_at_pad(session: &Session, page: &Page, line: &str, words: &[String]) -> Result<Answer, Failure> {
    if line.starts_with("rules") && words[0] == "set" && !page.game.scored.is_open() {
        let ways = format!("`n RULES` starts the next game; `set {}` changes this one", line.trim());
        return Err(Failure::refused(which_game::over(&page.game)).advise(ways));
    }
    let other = (page.current != Some(page.game.id)).then_some(page.game.number);
    typed(words, other, session)
}

/// The words of a line that is a command of the program, like `games` or `rules hollywood`. `None` if it may be an
/// entry.
fn command(page: &Page, line: &str) -> Option<Vec<String>> {
    let mut words = shlex::split(line)?;
    let players = &page.game.scored.game.players;
    let typed = words.first()?.clone();
    let seat = players.find(&typed);
    let is_nobody = matches!(seat, Err(WhoFault::Unknown { .. }));
    match (seat, words.get(1).map(String::as_str)) {
        (_, Some(next)) if synonyms::is_pays(next) => {}
        (Ok(seat), Some("deals")) if words.len() == 2 => {
            let first = first_dealer_so_that_deals(seat.side, &page.game.scored.game);
            words = vec!["set".into(), "dealer".into(), players.side_name(first)];
        }
        (_, Some(next)) if is_nobody && typed == "n" => {
            // The next game: of those named, or of the same players by other rules.
            let has_several = words.get(2).is_some_and(|second| !second.starts_with('-') && !second.contains('='));
            if !has_several || Preset::meant(next.trim_end_matches(',')).is_some() {
                let end = words.iter().position(|word| word.starts_with('-')).unwrap_or(words.len());
                let rules: Vec<String> = words.drain(1..end).collect();
                let rules = (!rules.is_empty()).then(|| ["--rules".to_string(), rules.join(" ")]);
                // A rematch of the current game also keeps the stakes, the event and the deal.
                let sides = if page.current == Some(page.game.id) { Vec::new() } else { side_words(players) };
                words.splice(1..1, sides.into_iter().chain(rules.into_iter().flatten()));
            }
            words[0] = "new".into();
        }
        // `e 2` explains hand 2, unless somebody's name begins with `e`.
        (_, Some(_)) if is_nobody && let Some(command) = command_of_letter(&typed) => words[0] = command.into(),
        (_, Some(next)) if is_nobody && typed == "rules" && !["show", "check"].contains(&next) => {
            words.insert(0, "set".into());
        }
        _ if is_nobody && (is_command(&typed) || synonyms::is_of_knob(&words)) => {}
        (Err(WhoFault::Unknown { nearest: None, .. }), _) if may_be_mistyped(&typed, line) => {}
        _ => return None,
    }
    Some(synonyms::in_full(words))
}

/// Whether a word that is nobody's name may be a mistyped command. A short word, or a line with counts, may be an entry.
fn may_be_mistyped(word: &str, line: &str) -> bool {
    let is_word = word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
    is_word && !is_entry_word(word) && !line.contains(|char: char| char.is_ascii_digit())
}

/// Finds who dealt the first hand if this side deals the next one. If the winner decides the deal, that is the side
/// itself.
fn first_dealer_so_that_deals(side: Side, game: &Game) -> Side {
    let deals_next = |first: &Side| Game { first_dealer: Some(*first), ..game.clone() }.scored().dealer() == Some(side);
    game.players.order().find(deals_next).unwrap_or(side)
}
