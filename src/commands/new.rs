//! `new`: starts a game.

mod sides;

use std::collections::BTreeSet;

use chrono::Timelike as _;
use clap::Args;

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::arguments::filter_args::{kept, read};
use crate::arguments::table_rules::{NamedRules, table_rules};
use crate::arguments::{GameName, amount, day_taken, moment, which_game};
use crate::book::{BookError, OpenBook, StoredGame};
use crate::commands::found_games::place_of;
use crate::render::{deal, json, sides as sides_of, stakes as stakes_in_words};
use crate::reports::outcome::Outcome;
use ginpad_core::facts::Person;
use ginpad_core::game::Game;
use ginpad_core::label::{Event, Title};
use ginpad_core::money::Stakes;
use ginpad_core::notation::{read_seating, read_side, read_spots};
use ginpad_core::players::{Name, Players};
use ginpad_core::rules::{Preset, Table, TableRules};
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{fold, nearest};

/// Start a game
///
/// A side is a name, or names joined by `+` (or by `&`, in quotes). A comma, `and` or `vs` may stand between the sides. Three names play two at a time, four to six all at once, and one can play against a team: `new Ann Bob+Cid`. New players are added to the book. Without sides it is a rematch of the current game: same players, same rules, and the deal continues.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub(crate) struct NewArgs {
    /// The sides
    #[arg(value_name = "SIDE", num_args = 0..)]
    pub(crate) sides: Vec<String>,

    /// Whether a flag separates the sides, as the door sees: the words after it may belong to its value, as in
    /// `--title Friday night`.
    #[arg(skip)]
    pub(crate) are_apart: bool,

    /// A preset or a file of rules
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<NamedRules>,

    /// Set one knob of the rules; repeat for more. All knobs but `dealer` are flags too, as in `--target 150`
    #[arg(long, value_name = "KNOB=VALUE")]
    pub(crate) set: Vec<String>,

    /// Who deals the first hand
    #[arg(long, value_name = "NAME")]
    pub(crate) dealer: Option<String>,

    /// Points that a side has in every column at the start; repeat for the other side
    #[arg(long, value_name = "NAME=POINTS")]
    spot: Vec<String>,

    /// What a point of the net is worth, like "0.01 USD" or "0,05 EUR"
    #[arg(long, value_name = "MONEY", allow_hyphen_values = true)]
    stake: Option<String>,

    /// What the winner gets besides, like "5 USD"
    #[arg(long, id = "stake-game", value_name = "MONEY", allow_hyphen_values = true)]
    stake_game: Option<String>,

    /// What a line is worth besides, like "0.25 USD"
    #[arg(long, id = "stake-line", value_name = "MONEY", allow_hyphen_values = true)]
    stake_line: Option<String>,

    /// What to call the game
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// The trip or season it belongs to, like "Cruise 2027"; a rematch goes on with it
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,

    /// When it started, like "2026-11-20 19:30", 20.11.2026, yesterday or "7:30 pm"
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
}

/// Starts a game.
pub(crate) fn run(args: NewArgs, app: &App) -> Result<Answer, Failure> {
    let starts = |book: &OpenBook<'_>, game: Game| {
        let day = args.at.as_deref().zip(game.started).and_then(|(text, at)| day_taken(app, text, at));
        let partners = for_partners(&game, args.rules.is_some());
        Ok(begin(app, book, game)?.remarks(day.into_iter().chain(partners)))
    };
    if args.sides.is_empty() {
        return app.change(|book| starts(book, args.rematch_game(app, book)?));
    }
    // The names and flags must be right before the book is made.
    let game = args.checked(app)?;
    let names_no_rules = args.rules.is_none() && args.set.is_empty();
    app.write(|book| {
        let unlike = unlike_the_last(book, &game, names_no_rules)?;
        Ok(starts(book, game)?.remarks(unlike))
    })
}

/// The folded names of all players.
fn names_of(players: &Players) -> BTreeSet<String> {
    players.seats().map(|(_, name)| name.folded()).collect()
}

/// Notes if the current game of the same players has other rules, if one of any of them has a stake that this one lacks,
/// or one of some of them an event: a rematch would have kept those.
fn unlike_the_last(book: &OpenBook<'_>, game: &Game, names_no_rules: bool) -> Result<Vec<Remark>, BookError> {
    let Some(last) = book.current_game()? else { return Ok(Vec::new()) };
    let before = &last.scored.game;
    let [own, others] = [&game.players, &before.players].map(names_of);
    if own.is_disjoint(&others) {
        return Ok(Vec::new());
    }
    let can_have_them = before.rules.rules.seat(&game.players.sizes()).is_ok();
    let is_unlike = names_no_rules && own == others && before.rules != game.rules && can_have_them;
    let rules = before.rules.typed();
    let other = is_unlike.then(|| (format!("under {rules}"), "rules", rules));
    let stakes = [
        ("stake", "a point", before.stakes.point()),
        ("stake-game", "the game", before.stakes.game()),
        ("stake-line", "a line", before.stakes.line()),
    ];
    let stakes = stakes.into_iter().filter(|_| game.stakes.currency().is_none());
    let stakes =
        stakes.filter_map(|(key, of, amount)| Some((format!("for {} {of}", amount?), key, amount?.to_string())));
    let is_of_them = own.is_subset(&others) || others.is_subset(&own);
    let event = before.event.as_ref().filter(|_| game.event.is_none() && is_of_them).map(Event::as_str);
    let event = event.map(|event| (format!("part of {event}"), "event", event.to_string()));
    let note = |(was, key, value): (String, &str, String)| {
        let was = Sentence::from(format!("game {} was {was}; ", last.number));
        Remark::Note(was.run(CommandLine::of("set").words([key.into(), value])).say(" makes this one so"))
    };
    Ok(other.into_iter().chain(stakes).chain(event).map(note).collect())
}

impl NewArgs {
    /// Starts the next game of the players of a game, under its rules.
    ///
    /// # Errors
    /// The book cannot be written.
    pub(crate) fn rematch(app: &App, last: &StoredGame) -> Result<Answer, Failure> {
        app.change(|book| {
            let last = book.game(last.id)?;
            begin(app, book, NewArgs::default().game(app, last.scored.game.players.clone(), Some(&last))?)
        })
    }

    /// The game that is named in place of the sides, if nothing else is: `play 3`.
    pub(crate) fn names_only_a_game(&self) -> Option<GameName> {
        let [game] = self.sides.as_slice() else { return None };
        game.parse().ok().filter(|_| *self == NewArgs { sides: self.sides.clone(), ..NewArgs::default() })
    }

    /// The game that these arguments start, if they name its sides.
    ///
    /// # Errors
    /// No game can start with them.
    pub(crate) fn checked(&self, app: &App) -> Result<Game, Failure> {
        self.game(app, self.players(app)?, None)
    }

    /// The game that these arguments start, if they leave the sides to the current game.
    fn rematch_game(&self, app: &App, book: &OpenBook<'_>) -> Result<Game, Failure> {
        let last = book.current_game()?.ok_or_else(which_game::no_game)?;
        self.game(app, last.scored.game.players.clone(), Some(&last))
    }

    /// The game that the flags describe.
    fn game(&self, app: &App, players: Players, last: Option<&StoredGame>) -> Result<Game, Failure> {
        let before = last.map(|last| &last.scored);
        let usual = TableRules::usual(&players);
        let named = match (&self.rules, last) {
            // The usual rules are those of a table for two.
            (None, None) if usual.rules.table == Table::Two => app.required_config()?.rules.map(NamedRules::from),
            (named, _) => named.clone(),
        };
        let mut failures = Vec::new();
        let rules = table_rules(named.as_ref(), &self.set, Some(before.map_or(&usual, |before| &before.game.rules)));
        let rules = rules.map_err(|more| failures.extend(more)).ok();
        let title = read(&self.title, |text| Title::read(text).map_err(Failure::refused), &mut failures);
        let event = read(&self.event, |text| Event::read(text).map_err(Failure::refused), &mut failures);
        let stakes = self.stakes(&mut failures);
        let again_at = |at| CommandLine::again().flag("at", at);
        let started = read(&self.at, |text| moment(app.local(), text, again_at), &mut failures);
        let dealer = read(&self.dealer, |text| read_side(text, &players).map_err(Failure::refused), &mut failures);
        let spots = rules.as_ref().filter(|_| !self.spot.is_empty()).and_then(|rules| {
            let spots = read_spots(&self.spot.join(", "), &players, &rules.rules);
            kept(spots.map_err(|(_, reason)| Failure::refused(reason)), &mut failures)
        });
        let Some(rules) = rules.filter(|_| failures.is_empty()) else {
            return Err(Failure::all("the game cannot start", failures));
        };
        if let Err(fault) = rules.rules.seat(&players.sizes()) {
            let hint = match (players.sides(), Preset::named(&rules.preset)) {
                (4, Some(preset)) if players.is_single() && preset.is_for_partners() => {
                    let names: Vec<&str> = players.seats().map(|(_, name)| name.as_str()).collect();
                    // Partners sit alternately.
                    let teams = [0, 1].map(|team| format!("{}+{}", names[team], names[team + 2]));
                    Some(Hint::run(CommandLine::again().operand("sides", teams)))
                }
                _ => {
                    let again = CommandLine::again().flag("rules", usual.preset.clone());
                    let usual = Hint::does(again, &format!("plays {}", usual.preset));
                    (self.set.is_empty() && before.is_none()).then_some(usual)
                }
            };
            return Err(Failure::refused(format!("the game cannot start: {fault}")).hint(hint));
        }
        let first_dealer = match before {
            _ if dealer.is_some() => dealer,
            Some(before) => before.tally.next_dealer.or(before.tally.dealer_after_the_end),
            None => app.required_config()?.dealer.and_then(|usual| usual_dealer(&usual, &players)),
        };
        Ok(Game {
            title,
            event: event.or_else(|| before?.game.event.clone()),
            started: started.or_else(|| app.now.with_second(0)?.with_nanosecond(0)),
            rules,
            first_dealer,
            spots: spots.unwrap_or(BySide::none(players.sides())),
            players,
            stakes: stakes.or_else(|| Some(before?.game.stakes)).unwrap_or_default(),
            totals: None,
            closing: None,
            hands: Vec::new(),
            adjustments: Vec::new(),
        })
    }

    /// The stakes from the flags. They replace those of the last game.
    fn stakes(&self, failures: &mut Vec<Failure>) -> Option<Stakes> {
        let given = [("stake", &self.stake), ("stake-game", &self.stake_game), ("stake-line", &self.stake_line)];
        let [point, game, line] = given.map(|(flag, text)| {
            let with = |written: &str| CommandLine::again().flag(flag, written);
            read(text, |text| amount(text, with), failures)
        });
        let is_given = given.iter().any(|(_, text)| text.is_some());
        is_given.then(|| kept(Stakes::new(point, game, line).map_err(Failure::refused), failures)).flatten()
    }
}

/// The side that deals first by the config; `None` for a name that does not play.
fn usual_dealer(usual: &str, players: &Players) -> Option<Side> {
    match usual {
        "first" => Some(Side::First),
        "second" => Some(Side::Second),
        name => players.seats().find(|(_, player)| player.folded() == fold(name)).map(|(seat, _)| seat.side),
    }
}

/// A note on rules for two a side in a game with one a side, or the other way round if nobody named the rules.
fn for_partners(game: &Game, is_named: bool) -> Option<Remark> {
    let is_for_partners = Preset::named(&game.rules.preset).is_some_and(Preset::is_for_partners);
    let (are, usual, has) = match (game.players.is_single(), game.rules.rules.table) {
        (true, _) if is_for_partners => ("two a side", Table::Two.preset(), "one a side"),
        (false, Table::Two) if !is_named => ("one a side", "partners", "two a side"),
        _ => return None,
    };
    let these = Sentence::from(format!("these rules are for {are}; "));
    Some(Remark::Note(these.run(format!("set rules {usual}")).say(format!(" has those for {has}"))))
}

/// Starts a game, with names spelt as in the book, and adds remarks.
fn begin(app: &App, book: &OpenBook<'_>, game: Game) -> Result<Answer, Failure> {
    let people = book.people()?;
    let spelled = |name: &Name| {
        let there = people.iter().find(|person| person.name.folded() == name.folded());
        there.map_or_else(|| name.clone(), |person| person.name.clone())
    };
    let players = game.players.renamed(|name| Some(spelled(name))).unwrap_or_else(|| game.players.clone());
    let mut remarks = newcomers(book, &players, &people)?;
    let names = names_of(&players);
    let left = match (book.open_of(&players, None)?, book.current_game()?) {
        (_, Some(left)) if left.scored.is_open() && names_of(&left.scored.game.players) == names => Some(left),
        (None, Some(over)) if !over.scored.is_open() => book.open_besides(over.id, 1)?.pop(),
        (of_the_same, current) => of_the_same.or(current),
    };
    remarks.extend(left.map(|open| Remark::Note(which_game::goes_back_to(&open).0)));
    let stored = book.begin_game(&Game { players, ..game }, app.now)?;
    let Game { rules, event, stakes, .. } = &stored.scored.game;
    let event = event.as_ref().map(|event| format!(", {}", event.as_str())).unwrap_or_default();
    let stakes: String = stakes_in_words(stakes).iter().map(|stake| format!(", {stake}")).collect();
    let deals = deal(&stored.scored).map(|deals| format!("   {deals}"));
    let names = sides_of(&stored.scored.game.players);
    let begun = format!("game {}: {names}, {rules}{event}{stakes}{}", stored.number, deals.unwrap_or_default());
    let outcome = Outcome::new(json::score(&stored.scored, place_of(&stored))).did([begun]);
    Ok(outcome.remarks(remarks).into())
}

/// Remarks about new players, in a book that has others: the name may be mistyped, or an earlier name of somebody.
///
/// # Errors
/// The book cannot be read.
pub(super) fn newcomers(book: &OpenBook<'_>, players: &Players, known: &[Person]) -> Result<Vec<Remark>, BookError> {
    let is_new = |name: &&Name| known.iter().all(|person| person.name.folded() != name.folded());
    let new: Vec<&Name> = players.seats().map(|(_, name)| name).filter(is_new).collect();
    if known.is_empty() || new.is_empty() {
        return Ok(Vec::new());
    }
    let earlier = book.earlier_names()?;
    let remark = |name: &Name| {
        let near = earlier.get(&name.folded()).map(Name::as_str);
        let near = near.or_else(|| nearest(name.as_str(), known.iter().map(|person| person.name.as_str())));
        let new = Sentence::from(format!("{name} is new to the book"));
        Remark::Note(match near {
            Some(near) => new.say(format!("; if you meant {near}, take it back with ")).run("undo"),
            None => new,
        })
    };
    Ok(new.into_iter().map(remark).collect())
}

/// The two sides that these words name. `what` begins the failure if they name none.
pub(super) fn seated<T: AsRef<str>>(what: &str, sides: &[T]) -> Result<Players, Failure> {
    if sides.len() < 2 {
        return Err(Failure::usage("a game needs at least two sides"));
    }
    read_seating(sides).map_err(|mut faults| {
        faults.dedup();
        Failure::because(what, &faults)
    })
}
