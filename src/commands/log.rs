//! `log`: records hands; and `play`: the arguments of the pad, which `cli/pad` keeps open at a terminal.

use std::path::Path;
use std::rc::Rc;

use clap::Args;

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark};
use crate::app::App;
use crate::app::source::text;
use crate::arguments::{GameName, day_taken, moment, typed_entry, which_game};
use crate::book::{OpenBook, StoredGame};
use crate::commands::new::NewArgs;
use crate::render::{Beside, HandLine, adjusted, json, standing, where_it_stands};
use crate::reports::outcome::Outcome;
use ginpad_core::notation::is_entry_word;
use ginpad_core::players::find_person;
use ginpad_core::text::{count, numbers};
use ginpad_core::{AcceptedHand, EntryAt, Game, Listed, Moment, NewEntry, ScoredGame, WhoFault};

/// Log a hand
///
/// Prints how the entry was read, the points with their parts, the score, what each side needs and whose deal it is. At a round table the others' counts follow in the order of the seats, starting after the player who knocked. `ginpad undo` takes back a wrong hand; `ginpad fix` corrects one.
#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    /// How the hand ended, or an adjustment; a lone `-` reads entries from standard input, one a line
    #[arg(value_name = "ENTRY", allow_negative_numbers = true)]
    pub(crate) entry: Vec<String>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<GameName>,

    /// When the hand was played, like "19:45" or "7:45 pm"
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
}

/// Logs one hand, or those of standard input.
pub(crate) fn run(args: LogArgs, app: &App) -> Result<Answer, Failure> {
    let many = args.entry == ["-"];
    let entries = match args.entry.as_slice() {
        [] => return Err(app.read(|book| Ok(no_entry(&open(book, args.game)?)))?),
        _ if many => lines(&text(Path::new("-"))?)?,
        words => vec![(None, typed_entry::entry(words))],
    };
    app.change(|book| {
        // The pad stays open and goes on with other questions.
        if !many && !app.goes_on {
            book.keep_little()?;
        }
        let game = open(book, args.game)?;
        let at = args.time(app, &game.scored.game)?;
        let (scored, day) = read_all((app, book), &game, &entries, args.at.as_deref().zip(at))?;
        let remark = which_game::remark(book, &game, args.game);
        book.log(&game, &scored.game, app.now)?;
        let next = if scored.is_open() { None } else { Some(which_game::next(book, &game)?) };
        let next = next.map(|next| Hint::does(next, "starts the next one; ").0.run("undo").say(" takes that back"));
        let new: Vec<EntryAt> = scored.game.entries().skip(game.scored.game.entries().count()).collect();
        let documents: Vec<_> = new.iter().filter_map(|at| json::logged_entry(&scored, *at, game.number)).collect();
        let mut outcome = match documents.as_slice() {
            [only] if !many => Outcome::new(only),
            several => Outcome::new(several),
        };
        let game = Rc::new(scored);
        for at in new {
            match at {
                EntryAt::Hand(hand) => {
                    outcome.hands.push(HandLine { game: Rc::clone(&game), hand, beside: Beside::ItsOwnTime });
                }
                EntryAt::Adjustment(at) => outcome = outcome.did([adjusted(&game, at)]),
            }
        }
        // The pad shows this before its next prompt.
        if matches!(game.game.entries().last(), Some(EntryAt::Adjustment(_))) && !app.goes_on {
            outcome = outcome.did([where_it_stands(&game).join("   ")]);
        }
        Ok(outcome.remarks(remark).remarks(day).remarks(next.map(Hint).map(Remark::Hint)).into())
    })
}

impl LogArgs {
    /// Whether the entry can be logged. `None` if it is not an entry: its first word is neither a name in the game nor a
    /// word of entries.
    pub(crate) fn would_do(&self, app: &App) -> Option<bool> {
        let game = app.look(|book| open(book, self.game)).ok()?;
        let first = self.entry.first().filter(|word| *word != "-")?;
        let is_somebody = !matches!(game.scored.game.players.find(first), Err(WhoFault::Unknown { .. }));
        let typed = typed_entry::any(&typed_entry::entry(&self.entry), &game, app.local());
        let is_count = first.starts_with(|char: char| char.is_ascii_digit());
        let is_entry = typed.is_ok() || is_somebody || is_count || is_entry_word(first);
        is_entry.then_some(typed.is_ok())
    }

    /// Reads the time of the flag.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn time(&self, app: &App, game: &Game) -> Result<Option<Moment>, Failure> {
        let local = |text: &str| app.local().of_the_evening_of(game, text);
        self.at.as_ref().map(|text| moment(local(text), text, |at| CommandLine::again().flag("at", at))).transpose()
    }
}

/// The game that takes the next hand.
///
/// # Errors
/// There is no such game, or it is over.
pub(crate) fn open(book: &OpenBook<'_>, name: Option<GameName>) -> Result<StoredGame, Failure> {
    let game = which_game::game(book, name)?;
    which_game::open(book, &game, name)?;
    Ok(game)
}

/// The failure if there is no entry and nobody to ask for one.
pub(crate) fn no_entry(game: &StoredGame) -> Failure {
    Failure::usage("there is no entry").hint(typed_entry::form(&game.scored.game))
}

/// The entries of a text with their line numbers, which lone entries lack, without blank lines and comments.
fn lines(text: &str) -> Result<Vec<(Option<usize>, String)>, Failure> {
    let numbered = text.trim_start_matches('\u{feff}').lines().enumerate();
    let entries: Vec<_> = numbered
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(at, line)| (Some(at + 1), line.trim_end_matches('\r').to_string()))
        .collect();
    if entries.is_empty() { Err(Failure::refused("there is no entry on standard input")) } else { Ok(entries) }
}

/// Reads all entries; if any has a fault, refuses them all and lists the faults. Returns the game with these entries, and a
/// note on the day that was assumed for the first time without a date.
fn read_all(
    (app, book): (&App, &OpenBook<'_>),
    game: &StoredGame,
    entries: &[(Option<usize>, String)],
    at: Option<(&str, Moment)>,
) -> Result<(ScoredGame, Option<Remark>), Failure> {
    // Each entry is read in the game with those before it: they say who sits out.
    let (mut game, mut day) = (game.clone(), None);
    let mut faults: Listed<String> = Listed::default();
    for (line, text) in entries {
        let line = *line;
        let typed = typed_entry::any(text, &game, app.local());
        match (typed, line) {
            (Err(failure), None) => return Err(plays_elsewhere((app, book), &game, text)?.unwrap_or(failure)),
            (Err(failure), Some(line)) => faults.push(format!("line {line}: {failure}")),
            // After a wrong line, the state of the game is not known.
            (Ok(_), _) if !faults.is_empty() => {}
            (Ok(_), line) if !game.scored.is_open() => {
                let (line, stands) = (line.unwrap_or(1), standing(&game.scored));
                faults.push(format!("line {line}: the game is {stands}; this hand comes after its end"));
            }
            (Ok(_), _) if game.scored.game.hands.len() + game.scored.game.adjustments.len() >= Game::MOST_HANDS => {
                let most = format!("a game has at most {} hands", Game::MOST_HANDS);
                return Err(Failure::refused(most).hint(Hint::with("start the next one with", "new")));
            }
            (Ok(NewEntry::Hand(hand)), _) => {
                let (hand, taken) = dated(app, hand, text, at)?;
                day = day.or(taken);
                game.scored.enter(NewEntry::Hand(hand));
            }
            (Ok(adjustment), _) => game.scored.enter(adjustment),
        }
    }
    if faults.is_empty() {
        return Ok((game.scored, day));
    }
    let what = format!("{} cannot be logged, so nothing was logged", count(faults.total(), "line"));
    Err(Failure::listing(what, &faults))
}

/// The failure if the player that an entry names does not play in this game, but in other open ones.
fn plays_elsewhere(
    (app, book): (&App, &OpenBook<'_>),
    game: &StoredGame,
    entry: &str,
) -> Result<Option<Failure>, Failure> {
    let Some(name) = typed_entry::stranger(entry, game, app.local()) else { return Ok(None) };
    let people = book.people()?;
    let Ok(name) = find_person(people.iter().map(|person| &person.name), &name) else { return Ok(None) };
    let open = book.open_with(|other| other == name, Some(game.id), which_game::MOST_NAMED, |_| true)?;
    if open.is_empty() {
        return Ok(None);
    }
    let games: Vec<i64> = open.iter().map(|other| other.number).collect();
    let what = format!("{name} plays in {}, not in game {}", numbers("game", &games), game.number);
    let reads = |other: &&StoredGame| typed_entry::any(entry, other, app.local()).is_ok();
    let there = |other: &StoredGame| Hint::run(CommandLine::again().flag("game", other.number.to_string()));
    let hints = open.iter().filter(reads).map(there).chain(open.iter().map(which_game::goes_back_to));
    Ok(Some(hints.fold(Failure::refused(what), Failure::hint)))
}

/// Sets the time at which a hand was played: from its entry, or from the flag. A note tells which day was assumed.
fn dated(
    app: &App,
    hand: AcceptedHand,
    text: &str,
    flag: Option<(&str, Moment)>,
) -> Result<(AcceptedHand, Option<Remark>), Failure> {
    let (typed, at) = match (hand.logged().at, flag) {
        (Some(_), Some(_)) => {
            let keep_entry = Hint::with("to keep the time of the entry:", CommandLine::again().without("at"));
            return Err(Failure::usage("the time is given twice, in the entry and with `--at`").hint(keep_entry));
        }
        (Some(at), None) => (text, at),
        (None, Some(flag)) => flag,
        (None, None) => return Ok((hand, None)),
    };
    Ok((hand.played_at(Some(at)), day_taken(app, typed, at)))
}

/// Keep the pad open at the table
///
/// Each line is an entry or a command. Every hand is saved at once: Ctrl-C, a closed window or a broken connection loses only what was not yet entered. Up brings back a line to mend it. The pad shows what others write in the same book. Tab completes a line.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) new: NewArgs,

    /// The game, if it is not the current one
    #[arg(
        long,
        value_name = "GAME",
        conflicts_with_all = ["sides", "rules", "set", "dealer", "stake", "stake-game", "stake-line", "title", "event", "at"]
    )]
    pub(crate) game: Option<GameName>,
}

/// Refuses to open the pad where nobody can type at it.
pub(crate) fn play(_: PlayArgs, _: &App) -> Result<Answer, Failure> {
    Err(without_a_terminal(Failure::refused("`play` needs a person at a terminal")))
}

/// Adds the hint that `log -` reads entries from standard input.
pub(crate) fn without_a_terminal(failure: Failure) -> Failure {
    failure.see("log -", "reads entries from standard input, one a line")
}
