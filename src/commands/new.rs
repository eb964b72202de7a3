//! `new`: starts a game. Some of the words after it may be rules.

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
use crate::commands::player::newcomers;
use crate::render::{deal, json, sides as sides_of, stakes as stakes_in_words};
use crate::reports::outcome::Outcome;
use ginpad_core::notation::{
    is_placeholder, is_rule_or_entry_word, joins_sides, read_seating, read_side, read_spots, split_sides,
};
use ginpad_core::rules::{Knob, Setting};
use ginpad_core::text::{fold, harmless, number_word};
use ginpad_core::{BySide, Event, Game, Name, Players, Preset, Side, Stakes, Table, TableRules, Title};

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
        (false, Table::Two) if !is_named && !is_for_partners => ("one a side", "partners", "two a side"),
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

impl NewArgs {
    /// The players. If some of the words are rules, a hint gives the command with those words as flags.
    pub(super) fn players(&self, app: &App) -> Result<Players, Failure> {
        self.sides(app).map_err(|failure| {
            if let Some(partners) = self.of_partners(app) {
                return failure.hint_instead(Hint::run(partners.command()));
            }
            let ruled = self.ruled();
            if ruled.sides.len() == self.sides.len() {
                return failure;
            }
            let named = || ruled.sides(app).and_then(|players| ruled.game(app, players, None));
            let rematch = || app.look(|book| ruled.rematch_game(app, book));
            let is_whole = if ruled.sides.is_empty() { rematch().is_ok() } else { named().is_ok() };
            if is_whole { failure.hint_instead(Hint::run(ruled.command())) } else { failure }
        })
    }

    /// The players that the words name, or the failure with a hint.
    fn sides(&self, app: &App) -> Result<Players, Failure> {
        let separated = split_sides(&self.sides);
        // If joining words remain unread, nobody knows who plays on which side.
        let may_say_more = |word: &String| joins_sides(word) || looks_like_several(word);
        let is_clear = separated.is_some() || !self.sides.iter().any(may_say_more);
        let sides = separated.unwrap_or_else(|| self.sides.clone());
        let names: Vec<&String> = sides.iter().filter(|word| !joins_sides(word) || is_known(app, word)).collect();
        let is_a_pair = names.len() == 2 && !names.iter().any(|name| looks_like_several(name));
        let mistaken = names.iter().find(|word| is_rule_or_entry_word(word) && !is_known(app, word));
        let (what, advice) = if let Some(preset) = self.set.iter().find_map(|knob| Preset::named(knob)) {
            let rules = CommandLine::again().without("set").flag("rules", preset.name.clone());
            (format!("`{}` is a preset, and `--set` takes KNOB=VALUE", preset.name), Hint::run(rules))
        } else if let Some(knob) = self.set.iter().find(|knob| !knob.contains('=')) {
            let (name, value) = knob.split_once(':').unwrap_or((knob, "VALUE"));
            let form = format!("write it like `--set {}={}`", harmless(name), harmless(value));
            (format!("`--set` takes KNOB=VALUE as one word, not `{}`", harmless(knob)), Hint::advice(form))
        } else if let Some(word) = names.iter().find(|word| is_placeholder(word)) {
            (format!("`{word}` is a placeholder"), Hint::advice("type the real name in its place"))
        } else if let Some(word) = mistaken {
            // One of two names may be Gin. Among more names, such a word probably belongs to a flag.
            let may_be_name = names.len() == 2 && !word.starts_with(|char: char| char.is_ascii_digit());
            let add = || Hint::does(CommandLine::of("player add").words([*word]), "makes it one");
            let flags = || Hint::does("help new", "shows the flags for what is not a name");
            (format!("`{}` is not a name here", harmless(word)), if may_be_name { add() } else { flags() })
        } else if is_a_pair || ((2..=Side::MOST).contains(&names.len()) && !self.are_apart && is_clear) {
            return seated("the game cannot start", &names);
        } else {
            match names.as_slice() {
                [] | [_] => {
                    let one = names.first().map_or("NAME".to_string(), |one| one.to_string());
                    let new = CommandLine::again().operand("sides", [one, "NAME".into()]);
                    let lead = if names.is_empty() { "name both:" } else { "add the other side:" };
                    ("a game needs at least two sides".into(), Hint::with(lead, new.form()))
                }
                several => {
                    let most = number_word(Side::MOST);
                    let what = match several {
                        [.., last] if self.are_apart => {
                            format!("`{}` comes after a flag; put all names before the flags", harmless(last))
                        }
                        _ if several.len() > Side::MOST => {
                            format!("a game has two to {most} sides, not {}", several.len())
                        }
                        _ => "it is not clear who plays on which side".into(),
                    };
                    let in_quotes = split_sides(&[self.sides.join(" ")]).filter(|_| !self.are_apart);
                    let in_quotes = in_quotes.map(|sides| CommandLine::again().operand("sides", sides));
                    let hint = in_quotes.map(|new| Hint::does(new, "takes names of several words; `+` joins partners"));
                    (what, hint.unwrap_or_else(|| each_a_side(several, is_clear)))
                }
            }
        };
        Err(Failure::usage(what).hint(advice))
    }

    /// The same arguments with words that together are a name as one, and with partners joined: `ann lee tom vs bob sue`.
    /// `None` if nothing tells which words are a name, or if such a game cannot start either.
    fn of_partners(&self, app: &App) -> Option<NewArgs> {
        let mut words: Vec<String> = Vec::new();
        for word in &self.sides {
            let whole = |last: &String| format!("{} {word}", last.rsplit('+').next().unwrap_or(last));
            match words.last_mut() {
                Some(last) if is_known(app, &whole(last)) => *last = format!("{last} {word}"),
                _ => words.push(word.trim_end_matches(',').into()),
            }
        }
        let is_and = |word: &String| fold(word) == "and";
        let divides = |word: &String| joins_sides(word) && !is_and(word);
        let are_joined = words.iter().any(is_and);
        let rules = self.rules.as_ref().and_then(|rules| Preset::named(&rules.name));
        let is_told = are_joined
            || rules.is_some_and(Preset::is_for_partners)
            || self.sides.iter().any(|word| word.ends_with(',') || word.contains(' '));
        if words.iter().filter(|word| divides(word)).count() == 1 {
            let between = if are_joined { " " } else { "+" };
            let side =
                |side: &[String]| side.split(is_and).map(|name| name.join(between)).collect::<Vec<_>>().join("+");
            words = words.split(divides).map(side).collect();
        }
        let is_clear = is_told || words.iter().flat_map(|side| side.split('+')).all(|name| is_known(app, name));
        let partners = NewArgs { sides: words, ..self.clone() };
        let can_start = || partners.sides(app).and_then(|players| partners.game(app, players, None)).is_ok();
        (is_clear && partners.sides != self.sides && can_start()).then_some(partners)
    }

    /// The same arguments, with the words that name rules moved to the rules.
    fn ruled(&self) -> NewArgs {
        let mut ruled = NewArgs { sides: Vec::new(), ..self.clone() };
        let mut words = self.sides.iter().map(|word| word.strip_prefix("rules=").unwrap_or(word).trim_end_matches(':'));
        while let Some(word) = words.next() {
            // `dealer` means the first dealer here, not the knob.
            let knob = Knob::from_name(word).filter(|knob| *knob != Knob::Dealer);
            if Setting::read(word).is_ok() {
                ruled.set.push(word.into());
            } else if let Some(value) = knob.and_then(|_| words.next()) {
                ruled.set.push(format!("{word}={value}"));
            } else if let (None, Some(preset)) = (&ruled.rules, Preset::meant(word)) {
                ruled.rules = Some(preset.name.clone().into());
            } else if !["rules", "game"].contains(&fold(word).as_str()) {
                ruled.sides.push(word.into());
            }
        }
        while ruled.sides.last().is_some_and(|last| joins_sides(last)) {
            ruled.sides.pop();
        }
        ruled
    }

    /// The command with these sides and rules, and everything else as it was typed.
    fn command(self) -> CommandLine {
        let command = CommandLine::again().operand("sides", self.sides);
        let command = self.rules.into_iter().fold(command, |command, rules| command.flag("rules", rules.name));
        self.set.into_iter().fold(command, |command, knob| command.flag("set", knob))
    }
}

/// Hints at a game in which each name is a side, if the words have several readings; or else at quotes.
fn each_a_side(names: &[&String], is_clear: bool) -> Hint {
    if is_clear || names.len() > Side::MOST || names.iter().any(|name| looks_like_several(name)) {
        return Hint::advice("quote names and values of several words, and join partners with `+`");
    }
    let sides: Vec<&str> = names.iter().map(|name| name.trim_end_matches(',')).collect();
    let each = CommandLine::again().operand("sides", sides);
    Hint::does(each, "makes each a side; quotes hold a name of several words together, and `+` joins partners")
}

/// Whether a word looks like several names: `Ann,Bob`, `Ann/Bob`, but not `Smith, Ann`, where a space follows the
/// comma.
fn looks_like_several(word: &str) -> bool {
    let is_name = |part: &str| !part.is_empty() && part.chars().all(char::is_alphabetic);
    word.contains([',', '/']) && word.split([',', '/']).all(is_name)
}

/// Whether the book knows a player of this name.
fn is_known(app: &App, name: &str) -> bool {
    let known = |book: &OpenBook<'_>| Ok(book.people()?.iter().any(|person| person.name.folded() == fold(name)));
    app.look(known).unwrap_or(false)
}
