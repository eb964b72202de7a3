//! `export`: games as text sheets, or everything as JSON.

use std::fs::File;
use std::io::{self, Seek as _, Write};

use clap::Args;

use crate::book::{ExportFault, Pad};
use crate::cli::messages::answer::{Answer, Audience, Stream, undelivered};
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Hint, Remark, Sentence};
use crate::cli::session::spool::Spool;
use crate::cli::session::{Face, GameName, Session, reason, which_game};
use ginpad_core::facts::FactId;
use ginpad_core::notation::print_readable;
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad export > all.gin           every game
  ginpad export 12 13               games 12 and 13
  ginpad export @                   the current game
  ginpad export --json > book.json  the whole book, without loss";

/// Write games as text sheets
///
/// `ginpad import` reads them back. With `--json`, the whole book is written, with everything that was undone or corrected.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The games; without any, all games
    #[arg(value_name = "GAME")]
    games: Vec<GameName>,
}

impl ExportArgs {
    /// Writes the games.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let ExportArgs { games } = self;
        if session.face() == Face::Json && !games.is_empty() {
            return Err(Failure::usage("`--json` exports the whole book, not single games")
                .hint(Hint::with("for the whole book:", CommandLine::again().without("games")))
                .hint(Hint::with("for text sheets:", CommandLine::again().without("json"))));
        }
        if session.face() == Face::Json {
            return whole_book(session);
        }
        let (sheets, left_out) = session.read(
            || Err(which_game::no_game()),
            |pad| {
                let mut wanted = Vec::new();
                if games.is_empty() {
                    wanted = pad.games()?;
                }
                for name in games {
                    wanted.push(which_game::game(pad, Some(name))?.id);
                }
                if wanted.is_empty() {
                    return Err(which_game::no_game());
                }
                write_sheets(pad, &wanted)
            },
        )?;
        let more = CommandLine::again().without("games").switch("json");
        let note = (left_out > 0).then(|| {
            let what =
                format!("a text sheet cannot hold {}, and comments name what was left out; ", count(left_out, "hand"));
            Remark::warning(Sentence::from(what).run(more).say(" writes all"))
        });
        Ok(sheets.print(session)?.remarks(note))
    }
}

/// Answers with the whole book, while it is read.
fn whole_book(session: &Session) -> Result<Answer, Failure> {
    let mut stream = Stream::new(session.screens());
    let spool = session.read(
        || Err(which_game::no_game()),
        |pad| {
            if stdout_is_a_file() {
                return Printed::print(&mut stream, |out| pad.export(out)).map(|()| None);
            }
            // Whoever reads a pipe slowly must not hold up those who write in the book.
            let no_room = |error: io::Error| {
                Failure::refused(format!("cannot copy the book before it is printed: {}", reason(&error)))
                    .hint(Hint::advice("name a folder that has room with the variable TMPDIR"))
            };
            let mut spool = tempfile::tempfile().map_err(no_room)?;
            pad.export(io::BufWriter::new(&spool)).map_err(|fault| match fault {
                ExportFault::Book(error) => error.into(),
                ExportFault::Out(error) => no_room(error),
            })?;
            spool.rewind().map_err(no_room)?;
            Ok(Some(spool))
        },
    )?;
    if let Some(mut spool) = spool {
        Printed::print(&mut stream, |mut out| Ok(io::copy(&mut spool, &mut out).map(drop)?))?;
    }
    stream.flush()?;
    Ok(Answer::default())
}

/// Whether the answer goes to a file, which takes it as fast as it comes.
fn stdout_is_a_file() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        let stdout = io::stdout().as_fd().try_clone_to_owned();
        stdout.and_then(|stdout| File::from(stdout).metadata()).is_ok_and(|stdout| stdout.is_file())
    }
    #[cfg(not(unix))]
    {
        false
    }
}

/// What is written goes to the answer.
struct Printed<'s> {
    stream: &'s mut Stream,
    failure: Option<Failure>,
}

impl Printed<'_> {
    /// Prints what `write` writes. That nobody reads it any more is not a failure.
    fn print(
        stream: &mut Stream,
        write: impl FnOnce(&mut Printed<'_>) -> Result<(), ExportFault>,
    ) -> Result<(), Failure> {
        let mut printed = Printed { stream, failure: None };
        match (write(&mut printed), printed.failure) {
            (Err(ExportFault::Book(error)), _) => Err(error.into()),
            (_, Some(failure)) => Err(failure),
            (Err(ExportFault::Out(error)), None) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(undelivered(&error))
            }
            _ => Ok(()),
        }
    }
}

impl Write for Printed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.add(|pending| pending.extend_from_slice(bytes)) {
            Ok(Audience::Reads) => Ok(bytes.len()),
            Ok(Audience::HasLeft) => Err(io::ErrorKind::BrokenPipe.into()),
            Err(failure) => {
                self.failure = Some(failure);
                Err(io::ErrorKind::Other.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the sheets of these games, one game after another. The answer is also how many hands were left out.
fn write_sheets(pad: &Pad<'_>, games: &[FactId]) -> Result<(Spool, usize), Failure> {
    let (mut sheets, mut left_out) = (Spool::new(), 0);
    let mut separator = "";
    pad.each_game(games, |game| {
        sheets.add(separator)?;
        separator = "---\n";
        let (sheet, hands) = print_readable(&game.scored.game);
        left_out += hands;
        sheets.add(&sheet)
    })?;
    Ok((sheets, left_out))
}
