//! `log`: records hands.

use std::path::Path;

use chrono::NaiveDate;
use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark, Sentence};
use crate::book::{Pad, StoredGame};
use crate::cli::messages::entry_hints::form;
use crate::cli::session::day::day_taken;
use crate::cli::session::typed_entry;
use crate::cli::session::{Face, Session, Size};
use crate::cli::session::{GameName, which_game};
use crate::render::{ended, hand_plain, json, logged, logged_above_status, standing};
use ginpad_core::game::{Game, ScoredGame};
use ginpad_core::hand::{AcceptedHand, Moment};
use ginpad_core::listed::Listed;
use ginpad_core::notation::{Fault, SheetReader, read_moment};
use ginpad_core::players::WhoFault;
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad log ann knock 4 27         Ann knocks with 4, Bob has 27 left
  ginpad log a5 23                  the short form, 5 against 23
  ginpad log ann knock 4 bob 27     with the opponent's name
  ginpad log ann knock 9 4          an undercut: the counts decide
  ginpad log bob gin 31             or bg31
  ginpad log bob big-gin 40         or bbg40
  ginpad log bob won 25             only the points are known
  ginpad log dead                   the stock ran down
  ginpad log a5 10+9+4              deadwood as a sum
  ginpad log a5 KhQd7s              or as cards, with the best melds
  ginpad log a 456s789hA23d2c KsKhKd7s8s9s3s10hJhJc
                                    both hands: lay-offs are subtracted
  ginpad log a5 23 up 7S            the first upcard, if it matters; or up 7
  ginpad log a5 23 7:30 pm          when it was played; or at 19:30
  ginpad log a5 23 note \"took the four\"
  ginpad log a4 20, dee gin 12      partners: a result for each pair
  ginpad log - < evening.txt        one entry a line, all or none";

/// Log a hand
///
/// Prints how the entry was read, the points with their parts, the score, what each side needs and whose deal it is. `ginpad undo` takes back a wrong hand; `ginpad fix` corrects one.
#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    /// How the hand ended; a lone `-` reads entries from standard input, one a line
    #[arg(value_name = "ENTRY", allow_negative_numbers = true)]
    pub(crate) entry: Vec<String>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<GameName>,

    /// When the hand was played, like "19:45" or "7:45 pm"
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
}

impl LogArgs {
    /// Whether the entry can be logged. `None` if it is no entry of a game: nobody in it is called like its first word.
    pub(crate) fn would_do(&self, session: &Session) -> Option<bool> {
        let game = session.look_up(|| Err(which_game::no_game()), |pad| open(pad, self.game)).ok()?;
        let first = self.entry.first().filter(|word| *word != "-")?;
        let is_somebody = !matches!(game.scored.game.players.find(first), Err(WhoFault::Unknown { .. }));
        let reads = typed_entry::hand(&typed_entry::entry(&self.entry), &game, session.local()).is_ok();
        (reads || is_somebody).then_some(reads)
    }

    /// The time of the flag.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn time(&self, session: &Session) -> Result<Option<TypedTime>, Failure> {
        let read = |text: &String| read_moment(text, session.local()).map(|at| TypedTime { text: text.clone(), at });
        self.at.as_ref().map(read).transpose().map_err(Failure::refused)
    }

    /// Logs one hand, or those of standard input.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let at = self.time(session)?;
        let LogArgs { entry, game, .. } = self;
        let entries = match entry.as_slice() {
            [] => return Err(session.read(|| Err(which_game::no_game()), |pad| Ok(no_entry(&open(pad, game)?)))?),
            [dash] if dash == "-" => Entries::Lines(session.text(Path::new("-"), Size::Written)?),
            words => Entries::Typed(typed_entry::entry(words)),
        };
        let many = entry == ["-"];
        if entries.iter().next().is_none() {
            return Err(Failure::refused("there is no entry on standard input"));
        }
        session.change(which_game::no_game, |pad| {
            // The pad, which stays open, goes on with other questions.
            if !many && !session.is_at_pad() {
                pad.keep_little()?;
            }
            let game = open(pad, game)?;
            let read = read_all(session, &game, &entries, at.as_ref())?;
            let remark = which_game::remark(session, pad, &game);
            pad.log(&game, &read.hands, session.now)?;
            let done = if read.hands.len() == 1 { "the hand was logged" } else { "the hands were logged" };
            let next = what_next(session, pad, &game, &read.scored)?;
            let answer = Answer::of(answer(session, &read, game.number, many)).remarks(remark);
            Ok(answer.remarks(read.days.into_iter().map(|(_, day)| day)).remarks(next).done(done))
        })
    }
}

/// A time, and how it was typed.
pub(crate) struct TypedTime {
    text: String,
    at: Moment,
}

/// The hands to log.
enum Entries {
    /// What the arguments say.
    Typed(String),
    /// Standard input, one entry a line.
    Lines(String),
}

/// One hand to log: its text, perhaps a line of standard input.
#[derive(Clone, Copy)]
struct Entry<'a> {
    line: Option<usize>,
    text: &'a str,
}

impl Entries {
    /// One after another.
    fn iter(&self) -> Box<dyn Iterator<Item = Entry<'_>> + '_> {
        match self {
            Entries::Typed(text) => Box::new(std::iter::once(Entry { line: None, text })),
            Entries::Lines(text) => Box::new(lines(text)),
        }
    }
}

/// If a line is wrong, the rest is not read after so many: no game has as many hands.
const MOST_READ: usize = Game::MOST_HANDS;

/// Hands that can be logged, and what is printed for each of them.
struct Logged {
    hands: Vec<AcceptedHand>,
    answers: Vec<String>,
    /// The days that times without a date were taken for, each once.
    days: Vec<(NaiveDate, Remark)>,
    /// The game with these hands.
    scored: ScoredGame,
}

/// The game that takes the next hand.
///
/// # Errors
/// There is none, or it is over.
pub(crate) fn open(pad: &Pad<'_>, name: Option<GameName>) -> Result<StoredGame, Failure> {
    let game = which_game::game(pad, name)?;
    which_game::open(pad, &game, name)?;
    Ok(game)
}

/// There is no entry, and nobody to ask.
pub(crate) fn no_entry(game: &StoredGame) -> Failure {
    Failure::usage("there is no entry").hint(form(&game.scored.game))
}

/// The entries of a text with their lines, without blank lines and comments.
fn lines(text: &str) -> impl Iterator<Item = Entry<'_>> {
    let numbered = text.trim_start_matches('\u{feff}').lines().enumerate();
    numbered
        .map(|(at, line)| (at + 1, line.trim_end_matches('\r')))
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(line, text)| Entry { line: Some(line), text })
}

/// Reads all entries, or refuses them all and says what is wrong with each.
fn read_all(
    session: &Session,
    game: &StoredGame,
    entries: &Entries,
    at: Option<&TypedTime>,
) -> Result<Logged, Failure> {
    let mut read = Logged { hands: Vec::new(), answers: Vec::new(), days: Vec::new(), scored: game.scored.clone() };
    let mut faults: Listed<String> = Listed::default();
    for (before, entry) in entries.iter().enumerate() {
        let Entry { line, text } = entry;
        if let Some(line) = line.filter(|_| before >= MOST_READ && !faults.is_empty()) {
            // That reading stopped is said however long the list is.
            let wrong = count(faults.total(), "wrong line");
            faults.items.push(format!("line {line}: {wrong} so far; what follows was not read"));
            break;
        }
        if let Some(line) = line.filter(|_| is_too_long(text)) {
            faults.push(Fault::at(line, "", 0, vec![SheetReader::too_long()]).to_string());
            continue;
        }
        let hand = typed_entry::hand(text, game, session.local());
        match (hand, line) {
            (Err(wrong), None) => return Err(wrong.failure(text)),
            (Err(wrong), Some(line)) => faults.push(wrong.line(line, text)),
            // After a wrong line, the state of the game is not known.
            (Ok(_), _) if !faults.is_empty() => {}
            (Ok(_), line) if !read.scored.is_open() => {
                let reason = format!("the game is {}; this hand comes after its end", standing(&read.scored));
                faults.push(Fault::at(line.unwrap_or(1), text, 0, vec![reason]).to_string());
            }
            (Ok(_), _) if read.scored.game.hands.len() >= Game::MOST_HANDS => {
                let most = format!("a game has at most {} hands", Game::MOST_HANDS);
                return Err(Failure::refused(most).hint(Hint::with("start the next one with", CommandLine::of("new"))));
            }
            (Ok(hand), _) => {
                let hand = read.dated(session, hand, text, at)?;
                read.hands.push(hand.clone());
                read.scored.log(hand);
                read.answers.extend(reply(session, &read.scored));
            }
        }
    }
    if faults.is_empty() {
        return Ok(read);
    }
    let what = format!("{} cannot be logged, so nothing was logged", count(faults.total(), "line"));
    Err(Failure::listing(what, &faults))
}

/// Whether a line is longer than any entry.
fn is_too_long(line: &str) -> bool {
    line.len() > SheetReader::LONGEST_LINE && line.chars().nth(SheetReader::LONGEST_LINE).is_some()
}

impl Logged {
    /// The hand with the time when it was played: that of its entry, or that of the flag.
    fn dated(
        &mut self,
        session: &Session,
        hand: AcceptedHand,
        text: &str,
        flag: Option<&TypedTime>,
    ) -> Result<AcceptedHand, Failure> {
        let (typed, at) = match (hand.logged().at, flag) {
            (Some(_), Some(_)) => {
                let keep_entry = Hint::with("to keep the time of the entry:", CommandLine::again().without("at"));
                return Err(Failure::usage("the time is given twice, in the entry and with `--at`").hint(keep_entry));
            }
            (Some(at), None) => (text, at),
            (None, Some(flag)) => (flag.text.as_str(), flag.at),
            (None, None) => return Ok(hand),
        };
        let day = at.date_naive();
        if self.days.iter().all(|(known, _)| *known != day) {
            self.days.extend(day_taken(session, typed, at).map(|remark| (day, remark)));
        }
        Ok(hand.played_at(Some(at)))
    }
}

/// What is printed for the last hand of a game. JSON prints nothing here: its document holds all hands.
fn reply(session: &Session, scored: &ScoredGame) -> Option<String> {
    let at = scored.game.hands.len().saturating_sub(1);
    match session.face() {
        Face::Json => None,
        Face::Plain => Some(hand_plain(scored, at) + "\n"),
        Face::Table if is_ended_by(scored, at) => Some(ended(scored, at, session.line_look(), session.look())),
        Face::Table => Some(told(session, scored, at)),
    }
}

/// What is said of a hand (from 0) when it is logged or corrected. At the pad, the score stands below it.
pub(crate) fn told(session: &Session, game: &ScoredGame, at: usize) -> String {
    let say = if session.is_at_pad() { logged_above_status } else { logged };
    say(game, at, at + 1, session.line_look())
}

/// Whether a hand is the one that ended its game.
fn is_ended_by(scored: &ScoredGame, at: usize) -> bool {
    scored.tally.ending.is_some_and(|ending| ending.hand == at)
}

/// What can be done when a game is over, for people.
fn what_next(
    session: &Session,
    pad: &Pad<'_>,
    game: &StoredGame,
    scored: &ScoredGame,
) -> Result<Option<Remark>, Failure> {
    if scored.is_open() || session.face() != Face::Table || session.is_at_pad() {
        return Ok(None);
    }
    let next = Sentence::default().run(which_game::next(pad, game)?).say(" starts the next one; ");
    let next = next.run(CommandLine::of("undo")).say(" takes that back");
    Ok(Some(Remark::Hint(Hint::Try(next))))
}

/// All answers as one. In JSON one hand is an object, and several are an array.
fn answer(session: &Session, read: &Logged, number: i64, many: bool) -> String {
    if session.face() != Face::Json {
        return read.answers.concat();
    }
    let hands = read.scored.game.hands.len();
    let documents = (hands - read.hands.len()..hands).filter_map(|at| json::logged_hand(&read.scored, at, number));
    let documents: Vec<_> = documents.collect();
    match documents.as_slice() {
        [only] if !many => json::print(only),
        several => json::print(&several),
    }
}
