//! `export`: games as text sheets, or everything as JSON.

use std::io::{self, BufWriter, Write as _};

use clap::Args;
use tempfile::SpooledTempFile;

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::arguments::{GameName, which_game};
use crate::book::{ActAuthor, ExportFault};
use crate::disk::reason;
use ginpad_core::notation::print_readable;
use ginpad_core::text::{and_list, count};

/// Write games as text sheets
///
/// `ginpad import` reads them back. With `--json`, the whole book is written, with everything that was undone or corrected.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The games; without any, all games
    #[arg(value_name = "GAME")]
    games: Vec<GameName>,

    /// The same
    #[arg(long = "game", value_name = "GAME", hide = true, conflicts_with = "games")]
    flag: Vec<GameName>,

    /// Whether everything is written, as JSON.
    #[arg(skip)]
    pub(crate) is_whole_book: bool,
}

/// Writes the games.
pub(crate) fn run(args: ExportArgs, app: &App) -> Result<Answer, Failure> {
    let ExportArgs { games, flag, is_whole_book } = args;
    let games = [games, flag].concat();
    if is_whole_book && !games.is_empty() {
        return Err(Failure::usage("`--json` exports the whole book, not single games")
            .hint(Hint::with("for the whole book:", CommandLine::again().without("games").without("game")))
            .hint(Hint::with("for text sheets:", CommandLine::again().without("json"))));
    }
    if is_whole_book {
        return whole_book(app);
    }
    let (sheets, left_out, payments) = app.read(|open| {
        let named = games.iter().map(|name| Ok(which_game::game(open, Some(*name))?.id));
        let wanted = if games.is_empty() { open.games()? } else { named.collect::<Result<_, Failure>>()? };
        if wanted.is_empty() {
            return Err(which_game::no_game());
        }
        let payments = if games.is_empty() { open.payments()?.len() } else { 0 };
        let (mut sheets, mut left_out, mut separator) = (long_text(), 0, "");
        open.each_game(&wanted, |game| {
            let (sheet, hands) = print_readable(&game.scored.game);
            left_out += hands;
            write!(sheets, "{separator}{sheet}").map_err(|error| not_kept(&error))?;
            separator = "---\n";
            Ok::<(), Failure>(())
        })?;
        sheets.flush().map_err(|error| not_kept(&error))?;
        Ok((sheets, left_out, payments))
    })?;
    let more = CommandLine::again().without("games").without("game").switch("json");
    let missing = [(left_out, "hand"), (payments, "payment")].into_iter().filter(|(many, _)| *many > 0);
    let missing: Vec<String> = missing.map(|(many, noun)| count(many, noun)).collect();
    let warning = (!missing.is_empty()).then(|| {
        let what = format!("text sheets cannot hold {}; ", and_list(&missing));
        let what = Sentence::from(what).run(more).say(" writes all");
        if left_out > 0 { Remark::Warning(what) } else { Remark::Note(what) }
    });
    Ok(Answer::long_text(sheets).remarks(warning))
}

/// The answer with everything that the book holds.
fn whole_book(app: &App) -> Result<Answer, Failure> {
    app.read(|open| {
        if open.acts(ActAuthor::Anyone, None)?.next().is_none() {
            return Err(which_game::no_game());
        }
        let mut book = long_text();
        open.export(&mut book).map_err(|fault| match fault {
            ExportFault::Book(error) => error.into(),
            ExportFault::Out(error) => not_kept(&error),
        })?;
        book.flush().map_err(|error| not_kept(&error))?;
        Ok(Answer::long_text(book))
    })
}

/// A text that is in memory only up to this many bytes.
fn long_text() -> BufWriter<SpooledTempFile> {
    BufWriter::new(SpooledTempFile::new(256 * 1024))
}

fn not_kept(error: &io::Error) -> Failure {
    let what = format!("a long answer cannot be kept in the folder for temporary files: {}", reason(error));
    Failure::refused(what).advise("name a folder that has room with the variable TMPDIR")
}
