//! `games`, `use` and `close`: list the games, go on with another one, and end one.

use clap::Args;

use crate::answer::{Answer, Failure, Hint, Remark};
use crate::app::App;
use crate::arguments::filter_args::FilterArgs;
use crate::arguments::typed_entry::side_of;
use crate::arguments::{GameArg, which_game};
use crate::book::StoredGame;
use crate::commands::found_games::place_of;
use crate::render::{json, standing};
use crate::reports::games::GamesReport;
use crate::reports::outcome::Outcome;
use crate::wording::past_words::with_sides;
use ginpad_core::Closing;
use ginpad_core::facts::{ChangeVerb, Edited, SettingKey};
use ginpad_core::game::Game;

/// List the games
///
/// Every game, or those that fit the flags, oldest first.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Only games that are open
    #[arg(long)]
    open: bool,

    #[command(flatten)]
    filter: FilterArgs,
}

/// Lists the games.
pub(crate) fn run(args: GamesArgs, app: &App) -> Result<Answer, Failure> {
    app.read(|book| {
        let current = book.current()?;
        let (mut wanted, []) = args.filter.read(app, book, None, [])?;
        // Whether a game is open shows only when it is read, so the newest open ones are chosen below.
        let newest = wanted.filter.last.take_if(|_| args.open).unwrap_or(usize::MAX);
        wanted.find(book)?;
        let mut report = GamesReport::default();
        book.each_game(&wanted.games, |game| {
            if !args.open || game.scored.is_open() {
                let (current, imported) = (current == Some(game.id), game.record.is_imported);
                report.add(game.number, &game.scored, current, imported);
            }
            Ok::<(), Failure>(())
        })?;
        report.games.drain(..report.games.len().saturating_sub(newest));
        let mut head = wanted.head("Games", report.games.is_empty());
        if args.open && report.games.is_empty() && wanted.filter.is_empty() {
            head.why_empty = Some("no game is open".into());
        }
        Ok(Answer::headed(head, report))
    })
}

/// Go on with another game
///
/// The game stays current, even when it is over, until you start or choose another. Other devices are not affected, and `undo` does not take this back.
#[derive(Debug, Args)]
#[command(mut_arg("game", |game| game.required_unless_present("game-flag")))]
pub(crate) struct UseArgs {
    #[command(flatten)]
    game: GameArg,
}

/// Makes the game current.
pub(crate) fn go_on(args: UseArgs, app: &App) -> Result<Answer, Failure> {
    if !app.device.remembers() {
        let what = "the choice cannot be remembered: the state folder of this device cannot be written";
        return Err(Failure::refused(what).advise("name the game in each command, with `--game GAME`"));
    }
    app.change(|book| {
        let game = which_game::game(book, args.game.name())?;
        let before = book.current_game()?.filter(|before| before.id != game.id);
        book.choose(game.id)?;
        let outcome = Outcome::new(json::score(&game.scored, place_of(&game))).did([is_current(&game)]);
        let opens = which_game::reopens(book, &game)?.map(|undo| Hint::does(undo, "opens this one again"));
        let before = before.as_ref().map(which_game::goes_back_to);
        Ok(outcome.remarks(opens.into_iter().chain(before).map(Remark::Hint)).into())
    })
}

/// `game 3 (Ann – Bob) is the current one: open at 3–0`.
pub(crate) fn is_current(game: &StoredGame) -> String {
    format!("{} is the current one: {}", with_sides(game), standing(&game.scored))
}

/// End an unfinished game
///
/// Its hands are kept. `ginpad undo`, or what `ginpad use` names, opens it again.
#[derive(Debug, Args)]
pub(crate) struct CloseArgs {
    #[command(flatten)]
    game: GameArg,

    /// The side that gives up
    #[arg(long, value_name = "SIDE", conflicts_with = "settle")]
    forfeit: Option<String>,

    /// Of a forfeited game, count only the columns that were closed
    #[arg(long, requires = "forfeit")]
    no_points: bool,

    /// Settle the game as it stands; the side with the higher total wins
    #[arg(long)]
    settle: bool,
}

/// Ends the game.
pub(crate) fn close(args: CloseArgs, app: &App) -> Result<Answer, Failure> {
    app.change(|book| {
        let game = which_game::game(book, args.game.name())?;
        if !game.scored.is_open() {
            let what = format!("game {} is already over: {}", game.number, standing(&game.scored));
            let failure = Failure::refused(what).see("games", "shows which games are open");
            return Err(which_game::others(book, &game, args.game.name())?.into_iter().fold(failure, Failure::hint));
        }
        let loser = args.forfeit.as_deref().map(|side| side_of(side, &game));
        let closing = match loser.transpose()? {
            Some(by) if args.no_points => Closing::ForfeitNoPoints(by),
            Some(by) => Closing::Forfeit(by),
            None if args.settle => Closing::Settled,
            None => Closing::Unfinished,
        };
        let wanted = Game { closing: Some(closing), ..game.scored.game.clone() };
        let edited = Edited { set: vec![SettingKey::Closed], hands: Vec::new() };
        let after = book.edit(ChangeVerb::CLOSE, &game, &wanted, &edited, app.now)?;
        let outcome = Outcome::new(json::score(&after.scored, place_of(&after)));
        Ok(outcome.game(Some(&game), Some(&after), None).into())
    })
}
