//! `score`, `explain` and `odds`: the sheet of a game, its arithmetic, and each side's chance to win.

use std::path::PathBuf;
use std::rc::Rc;

use clap::Args;

use crate::answer::{Answer, CommandLine, Failure, Head, Hint, Remark, Sentence};
use crate::app::App;
use crate::app::the_book::would_replace;
use crate::arguments::filter_args::kept;
use crate::arguments::games::Games;
use crate::arguments::table_rules::{NamedRules, table_rules, unusable};
use crate::arguments::{GameArg, GameName, HandName, hand_name, which_game};
use crate::book::{OpenBook, StoredGame};
use crate::commands::found_games::{self, FoundGames, placed};
use crate::disk::is_one_file;
use crate::render::odds::OddsTableReport;
use crate::render::{Explanation, PlacedGame, explain_adjustment, explain_hand, explain_settlement};
use crate::reports::OfGames;
use crate::reports::comparison::ComparisonReport;
use crate::reports::outcome::Outcome;
use crate::reports::score::{ScoreReport, View};
use crate::reports::versus::pair_line as words;
use crate::wording::conflict_words::not_counted_instead;
use ginpad_core::comparison::Comparison;
use ginpad_core::odds::NeedsTable;
use ginpad_core::reports::{Finished, Ledger, opposed};
use ginpad_core::sheet::EntryAt;
use ginpad_core::text::count;
use ginpad_core::{ScoredGame, Side, TableRules};

/// Show the score sheet
///
/// Shows points and running totals hand by hand, each column with a line where it closed, then the settlement. With `--as`, it stands beside the same hands under other rules, with what differs and which knobs make the difference. With `--watch`, ginpad shows the sheet again whenever the book changes. At a terminal it fills the screen; elsewhere each sheet follows the last; with `--json` each is one line. Without GAME it follows the current game.
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,

    /// Score a text sheet instead, `-` for standard input; GAME is then a number in it
    #[arg(long, value_name = "SHEET")]
    file: Option<PathBuf>,

    /// Draw the race in each column
    #[arg(long, conflicts_with_all = ["json", "plain", "html", "csv", "as", "set", "odds"])]
    chart: bool,

    /// Draw the score in large figures, to be read across the table
    #[arg(long, conflicts_with_all = ["json", "plain", "html", "csv", "chart", "as", "set", "odds"])]
    big: bool,

    /// Stay open and show every change of the game; with `--html`, keep the page fresh
    #[arg(long, conflicts_with_all = ["file", "chart", "csv", "as", "set", "odds"])]
    pub(crate) watch: bool,

    /// Add each side's chance to win
    #[arg(long, conflicts_with_all = ["as", "set"])]
    odds: bool,

    /// Score the same hands under these rules too: a preset or a file; repeat for more; nothing is kept
    #[arg(long = "as", id = "as", value_name = "RULES")]
    rules: Vec<NamedRules>,

    /// Change one knob of those rules or, without `--as`, of the game's own rules, for this answer only; repeat for more
    #[arg(long, value_name = "KNOB=VALUE")]
    set: Vec<String>,

    /// The page that shows the sheet.
    #[arg(skip)]
    pub(crate) page: Option<PathBuf>,
}

/// Shows the sheet.
pub(crate) fn run(args: ScoreArgs, app: &App) -> Result<Answer, Failure> {
    let file = args.file.as_deref();
    if let (Some(file), Some(page)) = (file, &args.page)
        && is_one_file(file, page)
    {
        return Err(would_replace(page, "the text sheet"));
    }
    found_games::find(app, file, args.game.name(), |found| {
        if !(args.rules.is_empty() && args.set.is_empty()) {
            return args.compare(found);
        }
        let is_one_of_several = found.games.len() > 1;
        let shown = |game: &Rc<ScoredGame>| {
            let odds = args.odds.then(|| found.odds(app, game)).transpose()?;
            let game = PlacedGame { odds, ..placed(app, Rc::clone(game), found.place) };
            Ok(ScoreReport { view: args.view(), is_one_of_several, ..ScoreReport::new(game) })
        };
        let games = found.games.iter().map(shown).collect::<Result<_, Failure>>()?;
        Ok(answer(games).remarks(found.warnings()?))
    })
}

impl ScoreArgs {
    /// The view of the game to show.
    pub(crate) const fn view(&self) -> View {
        match (self.chart, self.big) {
            (true, _) => View::Chart,
            (_, true) => View::Board(None),
            _ => View::Sheet,
        }
    }

    /// Shows the games as they were played beside the same hands under other rules: those that `--as` names, or else
    /// the game's own, with the knobs set.
    fn compare(&self, found: &FoundGames<'_>) -> Result<Answer, Failure> {
        let mut failures = Vec::new();
        let named = self.rules.iter().map(|rules| table_rules(Some(rules), &self.set, None).map_err(unusable));
        let others: Vec<TableRules> = named.filter_map(|rules| kept(rules, &mut failures)).collect();
        if !failures.is_empty() {
            return Err(unusable(failures));
        }
        let mut compared = Vec::new();
        for game in found.games.iter() {
            let own = others.is_empty().then(|| table_rules(None, &self.set, Some(&game.game.rules)));
            for rules in others.iter().cloned().chain(own.transpose().map_err(unusable)?) {
                compared.push(Comparison::new(game.as_ref().clone(), rules).map_err(|only_totals| {
                    let totals = CommandLine::again().without("as").without("set");
                    Failure::refused(only_totals).hint(Hint::with("to see them:", totals))
                })?);
            }
        }
        let instead = not_counted_instead(compared.iter().map(|compared| &compared.other));
        let games = compared.into_iter().map(|comparison| ComparisonReport { comparison, place: found.place });
        let report = OfGames { schema: "ginpad/comparisons/1", has_gaps: true, games: games.collect() };
        Ok(Answer::report("Other rules", report).remarks(found.warnings()?).remarks(instead))
    }
}

fn answer(games: Vec<ScoreReport>) -> Answer {
    let head = match games.as_slice() {
        [only] => only.head(),
        several => Head { title: count(several.len(), "game"), ..Head::default() },
    };
    Answer::headed(head, OfGames { schema: "ginpad/scores/1", has_gaps: true, games })
}

/// Shows the current game's sheet and whose deal it is; with no game, how to start one.
pub(crate) fn overview(app: &App) -> Result<Answer, Failure> {
    app.read(|book| {
        let Some(game) = book.current_game()? else {
            let log = CommandLine::of("log NAME knock COUNT COUNT").form();
            let new = Hint::does(CommandLine::new_game(), "starts one");
            let hints = [new, Hint::does(log, "logs its first hand"), Hint::does("help", "lists the commands")];
            let ways = [Sentence::from("no game yet")].into_iter().chain(hints.map(|hint| hint.0)).collect();
            return Ok(Outcome { ways, ..Outcome::default() }.into());
        };
        let found = FoundGames::of_book(book, &game);
        let placed = placed(app, Rc::new(game.scored.clone()), found.place);
        let report = ScoreReport { note: pair_line(book, &game)?, ..ScoreReport::new(placed) };
        let answer = answer(vec![report]).remarks(found.warnings()?);
        let next = Hint::does(which_game::next(book, &game)?, "starts the next game");
        Ok(answer.remarks((!game.scored.is_open()).then_some(Remark::Hint(next))))
    })
}

/// In a book with more games, the sheet of a pair only hints at `versus`: it should not take longer than in a small
/// book.
const MOST_GAMES: i64 = 1000;

/// The leader of the pair of a finished game, over all their games. No other games are read.
fn pair_line(book: &OpenBook<'_>, game: &StoredGame) -> Result<Option<Sentence>, Failure> {
    let players = &game.scored.game.players;
    if Finished::of(&game.scored).is_none() || players.has_several_sides() {
        return Ok(None);
    }
    let names = players.side_names();
    let names = [&names[Side::First], &names[Side::Second]];
    if book.is_larger_than(MOST_GAMES)? {
        let versus = CommandLine::of("versus").words(names.map(Clone::clone));
        return Ok(players.is_single().then(|| Hint::does(versus, "says who leads").0));
    }
    let mut ledger = Ledger::default();
    Games::each(book, &book.games_of_pair(game)?, &mut |game| {
        if let Some(sides) = opposed(&game.scored.game.players, Side::TWO.map(|side| players.of(side))) {
            ledger.enter(game, sides);
        }
    })?;
    Ok(Some(words(names.map(String::as_str), players.of(Side::First).len(), &ledger).into()))
}

/// Show the arithmetic of a hand, or of the settlement
///
/// Every step names the knobs of the rules behind it.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The number of the hand, `last`, or `a1` for an adjustment; without it, the settlement is explained
    #[arg(value_name = "HAND", value_parser = hand_name, allow_negative_numbers = true)]
    hand: Option<HandName>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,

    /// Explain a text sheet instead; `-` is standard input
    #[arg(long, value_name = "SHEET")]
    file: Option<PathBuf>,
}

/// Explains a hand or the settlement.
pub(crate) fn explain(args: ExplainArgs, app: &App) -> Result<Answer, Failure> {
    found_games::find(app, args.file.as_deref(), args.game, |found| {
        let number = found.place.number;
        let explanations: Vec<Explanation> = match args.hand {
            None => found.games.iter().map(|game| explain_settlement(game)).collect(),
            Some(hand) => {
                let game = found.only(|| CommandLine::again().flag("game", "1"))?;
                vec![match which_game::entry(game, hand, number)? {
                    EntryAt::Hand(at) => explain_hand(game, at),
                    EntryAt::Adjustment(at) => explain_adjustment(game, at),
                }]
            }
        };
        let games = explanations.into_iter().map(|one| Explanation { game: number, ..one }).collect();
        Ok(Answer::report("Explanation", OfGames { schema: "ginpad/explanations/1", has_gaps: true, games }))
    })
}

/// Show each side's chance to win from the score as it stands
///
/// The chance rests on hands between simulated players, mixed with the hands that these two sides have won against each other. For a single column or a best-of, ginpad computes the chance that this gives; other games it plays on ten thousand times.
#[derive(Debug, Args)]
pub(crate) struct OddsArgs {
    #[command(flatten)]
    game: GameArg,

    /// Read a text sheet instead, `-` for standard input; GAME is then a number in it
    #[arg(long, value_name = "SHEET")]
    file: Option<PathBuf>,

    /// Show the chance to finish a column, for many scores
    #[arg(long)]
    table: bool,

    /// The table for these rules and two strangers: a preset or a file of rules
    #[arg(long, value_name = "RULES", requires = "table", conflicts_with_all = ["game", "file"])]
    rules: Option<NamedRules>,
}

/// Shows the odds, or a table of chances.
pub(crate) fn odds(args: OddsArgs, app: &App) -> Result<Answer, Failure> {
    if let Some(rules) = &args.rules {
        let rules = table_rules(Some(rules), &[], None).map_err(unusable)?;
        let odds = NeedsTable::of_strangers(&rules.rules);
        return Ok(Answer::report("Odds", OddsTableReport::new(None, None, &rules, odds)));
    }
    found_games::find(app, args.file.as_deref(), args.game.name(), |found| {
        let answer = if args.table {
            let game = found.only(|| CommandLine::again().operand("game", ["GAME"]).form())?;
            let odds = NeedsTable::new(&found.own_hands(game)?);
            Answer::report("Odds", OddsTableReport::new(found.place.number, Some(game), &game.game.rules, odds))
        } else {
            let games = found.games.iter().map(|game| found.odds(app, game)).collect::<Result<_, Failure>>()?;
            Answer::report("Odds", OfGames { schema: "ginpad/odds-list/1", has_gaps: false, games })
        };
        Ok(answer.remarks(found.warnings()?))
    })
}
