//! What devices said differently, in a player's words, with the commands that settle it.

use std::cell::OnceCell;

use ginpad_core::facts::{About, Conflict, Fact, FactId, GamePart, GameSetting, HandFact, Person, SettingFact};
use ginpad_core::game::{Closing, Game};
use ginpad_core::notation::print_entry;
use ginpad_core::text::and_list;

use uuid::Uuid;

use super::consequences::sides;
use super::differing;
use super::settings::{game_set_to, set_to, words_of};
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::book::{Pad, StoredGame};
use crate::cli::session::Session;
use crate::reports::conflicts::{ListedConflict, Version};

/// What devices said differently about one thing.
pub(crate) struct Disagreement {
    /// As the fold lists it.
    pub conflict: Conflict,
    /// In words.
    pub shown: ListedConflict,
}

/// The least digits of a number.
pub(crate) const DIGITS: usize = 3;

/// What devices said differently: about people, then about games, in their order.
///
/// # Errors
/// The book cannot be read, or is damaged.
pub(crate) fn disagreements(session: &Session, pad: &Pad<'_>) -> Result<Vec<Disagreement>, Failure> {
    let mut telling = Telling::new(session, pad);
    telling.people(pad.conflicts_about_people()?)?;
    pad.each_game(&pad.games()?, |mut game| {
        let conflicts = std::mem::take(&mut game.conflicts);
        telling.game(&game, conflicts)
    })?;
    let found = telling.found;
    let all = found.iter().map(|found| found.conflict.digits()).collect();
    Ok(numbered(found, all))
}

/// Some of what devices said differently, put into words one by one.
pub(crate) struct Telling<'a> {
    session: &'a Session,
    pad: &'a Pad<'a>,
    /// Everyone in the book, once somebody asks.
    names: OnceCell<Vec<Person>>,
    found: Vec<Disagreement>,
}

impl<'a> Telling<'a> {
    /// Nothing yet.
    pub(crate) fn new(session: &'a Session, pad: &'a Pad<'a>) -> Telling<'a> {
        Telling { session, pad, names: OnceCell::new(), found: Vec::new() }
    }

    /// Tells what devices disagree about people.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn people(&mut self, conflicts: Vec<Conflict>) -> Result<(), Failure> {
        self.tell(conflicts, None)
    }

    /// Tells what devices disagree about a game.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn game(&mut self, game: &StoredGame, conflicts: Vec<Conflict>) -> Result<(), Failure> {
        self.tell(conflicts, Some(game))
    }

    fn tell(&mut self, conflicts: Vec<Conflict>, game: Option<&StoredGame>) -> Result<(), Failure> {
        for conflict in conflicts {
            let people = match self.names.get() {
                Some(people) => people,
                None => {
                    let people = self.pad.people_apart()?;
                    self.names.get_or_init(|| people)
                }
            };
            let teller = Teller { session: self.session, pad: self.pad, people };
            let told = teller.told(conflict, game)?;
            self.found.push(told);
        }
        Ok(())
    }

    /// All that was said, each with the number by which `conflicts` lists it.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn done(self) -> Result<Vec<Disagreement>, Failure> {
        if self.found.is_empty() {
            return Ok(self.found);
        }
        // How many digits tell one from the others is known only if all are.
        let all = self.pad.numbers_of_disagreements()?;
        Ok(numbered(self.found, all))
    }
}

/// Gives each the digits that no other of all begins with, and the way to keep it, which names them.
fn numbered(mut found: Vec<Disagreement>, mut all: Vec<String>) -> Vec<Disagreement> {
    all.sort_unstable();
    all.dedup();
    for found in &mut found {
        found.shown.number = shortest(&found.conflict.digits(), &all).to_string();
        let keep = CommandLine::of("conflicts").words(["keep", found.shown.number.as_str()]);
        found.shown.ways.push((keep, "if it is right as it is".into()));
    }
    found
}

/// As many of these digits as none of the others begins with. `all` are in order.
fn shortest<'d>(digits: &'d str, all: &[String]) -> &'d str {
    let at = all.partition_point(|other| other.as_str() < digits);
    // Whoever begins most alike stands beside it.
    let beside = [at.checked_sub(1), Some(at), Some(at + 1)].into_iter().flatten().filter_map(|at| all.get(at));
    let alike = |other: &String| other.bytes().zip(digits.bytes()).take_while(|(one, other)| one == other).count();
    let needed = beside.filter(|other| *other != digits).map(alike).max().map_or(0, |alike| alike + 1);
    digits.get(..needed.max(DIGITS)).unwrap_or(digits)
}

/// Puts facts into words.
struct Teller<'a> {
    session: &'a Session,
    pad: &'a Pad<'a>,
    people: &'a [Person],
}

type Way = (CommandLine, String);

impl Teller<'_> {
    fn told(&self, conflict: Conflict, game: Option<&StoredGame>) -> Result<Disagreement, Failure> {
        let (kind, what) = (kind(&conflict), self.what(&conflict, game)?);
        let (mut said, mut ways) = (Vec::new(), Vec::new());
        let versions = match conflict.about {
            About::SeatedTwice(_) => self.pad.joinings_of(&conflict.counts)?,
            _ => conflict.versions().into_iter().collect(),
        };
        for version in versions {
            let said_by = match conflict.about {
                About::Imported(game) => {
                    let import = self.pad.change_named(version.of)?.map(|(_, import)| import);
                    import.and_then(|import| Some((import.fact(game)?.clone(), import)))
                }
                _ => self.pad.fact(version)?,
            };
            let Some((fact, change)) = said_by else { continue };
            let counts = !conflict.others.contains(&version);
            let (words, way) = self.version((version, &fact, change.act()), &conflict, game)?;
            if let Some(words) = words {
                let (device, made) = (change.writer.to_string(), self.session.here(change.at.moment()));
                let own = self.pad.own_writers()?.contains(&change.writer);
                said.push(Version { words, counts, device, own, made });
            }
            ways.extend(way);
        }
        // What counts comes first.
        said.sort_by_key(|said| !said.counts);
        ways.extend(self.other_ways(&conflict, game)?);
        let mut apart: Vec<Way> = Vec::new();
        for way in ways {
            if apart.iter().all(|(known, _)| *known != way.0) {
                apart.push(way);
            }
        }
        let (number, game) = (String::new(), game.map(|game| game.number));
        let shown = ListedConflict { number, game, kind, what, said, commands: Vec::new(), ways: apart };
        Ok(Disagreement { conflict, shown })
    }

    /// What is odd.
    fn what(&self, conflict: &Conflict, game: Option<&StoredGame>) -> Result<String, Failure> {
        let about = |game: &StoredGame| {
            let may_be_one = if let About::SameNumber(..) = conflict.about { "; they may be one hand" } else { "" };
            let what = differing::about_game(conflict, game).unwrap_or_default();
            format!("game {} ({}): {what}{may_be_one}", game.number, sides(&game.scored.game))
        };
        match game {
            Some(game) => Ok(about(game)),
            None => Ok(differing::about_people(conflict, self.people).unwrap_or_default()),
        }
    }

    fn name(&self, person: FactId) -> &str {
        differing::name_of(person, self.people)
    }

    /// What one version says, and the command that makes it count.
    fn version(
        &self,
        (id, fact, change): (FactId, &Fact, Uuid),
        conflict: &Conflict,
        game: Option<&StoredGame>,
    ) -> Result<(Option<String>, Option<Way>), Failure> {
        let takes_back = |does: &str| -> Result<Option<Way>, Failure> {
            let change = self.pad.short_id(change)?;
            Ok(Some((CommandLine::of("undo").words([change]), does.to_string())))
        };
        Ok(match (fact, game) {
            (Fact::Game(begun), Some(_)) => {
                let started = begun.start.map(|start| start.moment().format("%Y-%m-%d").to_string());
                let words = format!("imported as of {}", started.as_deref().unwrap_or("no date"));
                (Some(words.clone()), takes_back(&format!("takes back what was {words}"))?)
            }
            (Fact::Hand(hand), Some(game)) => self.hand((id, hand), conflict, game)?,
            (Fact::Removal(_), Some(game)) => (Some("it was taken out".into()), drop(conflict, game)),
            (Fact::Player(player), _) => {
                let command = CommandLine::of("player").words(["rename", self.name(id), player.name.as_str()]);
                (Some(player.name.clone()), Some((command, format!("calls them {}", player.name))))
            }
            (Fact::Setting(setting), Some(game)) => self.setting(setting, conflict, game),
            (Fact::Closing(closing), Some(game)) => {
                let words = match closing.closing() {
                    Closing::Forfeit(side) => format!("{} gave up", game.scored.game.players.side_name(side)),
                    Closing::Unfinished => "it was ended unfinished".to_string(),
                };
                (Some(words.clone()), takes_back(&format!("takes back that {words}"))?)
            }
            (Fact::Totals(totals), _) => {
                let words = and_list(&totals.points.iter().map(|points| points.0).collect::<Vec<_>>());
                (Some(words.clone()), takes_back(&format!("takes back {words}"))?)
            }
            (Fact::Name(name), _) => {
                let command = CommandLine::of("player").words(["rename", self.name(name.player), name.name.as_str()]);
                (Some(name.name.clone()), Some((command, format!("calls them {}", name.name))))
            }
            (Fact::Joining(joining), _) => {
                let words = format!("{} is {}", self.name(joining.player), self.name(joining.into));
                (Some(words.clone()), takes_back(&format!("takes back that {words}"))?)
            }
            _ => (None, None),
        })
    }

    /// A version of a hand, of this game or of one that it was moved from.
    fn hand(
        &self,
        (id, hand): (FactId, &HandFact),
        conflict: &Conflict,
        game: &StoredGame,
    ) -> Result<(Option<String>, Option<Way>), Failure> {
        if hand.game != game.id {
            let other = self.pad.game(hand.game)?;
            let entry = entry_of(hand, &other.scored.game);
            let way = place(conflict, game).map(|at| {
                let command = CommandLine::of("move").words([at.to_string()]).flag("to", other.number.to_string());
                // What is moved is the hand as it was before the correction.
                let then = if !hand.supersedes.is_empty() { ", where `fix` corrects it again" } else { "" };
                (command.flag("game", game.number.to_string()), format!("moves it back to game {}{then}", other.number))
            });
            return Ok((entry.map(|entry| format!("{entry} in game {}", other.number)), way));
        }
        let entry = entry_of(hand, &game.scored.game);
        let way = match conflict.about {
            About::SameNumber(..) => game.place_of(id).map(|at| dropping(game, at + 1)),
            About::Refused { .. } => None,
            _ => place(conflict, game).zip(entry.as_ref()).map(|(at, entry)| fixes(game, at, entry)),
        };
        Ok((entry, way))
    }

    /// A setting of a game.
    fn setting(&self, fact: &SettingFact, conflict: &Conflict, game: &StoredGame) -> (Option<String>, Option<Way>) {
        if !matches!(conflict.about, About::Part(..)) {
            return (None, None);
        }
        let key = fact.to.key();
        if let GameSetting::Sides(sides) = &fact.to {
            let name = |side: &Vec<FactId>| side.iter().map(|id| self.name(*id)).collect::<Vec<_>>();
            let names: Vec<Vec<&str>> = sides.iter().map(name).collect();
            let way = CommandLine::of("set")
                .words(["sides".to_string()].into_iter().chain(names.iter().map(|side| side.join("&"))));
            let words = names.iter().map(|side| side.join(" & ")).collect::<Vec<_>>().join(" – ");
            return (
                Some(words.clone()),
                Some((way.flag("game", game.number.to_string()), format!("makes it {words}"))),
            );
        }
        let changed = game_set_to(&fact.to, &game.scored.game);
        let words = words_of(key, &changed).unwrap_or_else(|| "nothing".to_string());
        let way = (set_to(key, &changed, game.number), format!("makes it {words}"));
        (Some(words), Some(way))
    }

    /// What else can be done.
    fn other_ways(&self, conflict: &Conflict, game: Option<&StoredGame>) -> Result<Vec<Way>, Failure> {
        Ok(match (&conflict.about, game) {
            (About::Refused { hand, .. }, Some(game)) => {
                let Some(at) = game.place_of(*hand) else { return Ok(Vec::new()) };
                let fix = CommandLine::of("fix").words([(at + 1).to_string()]).flag("game", game.number.to_string());
                vec![(fix, "shows it, and how to correct it".into()), dropping(game, at + 1)]
            }
            _ => Vec::new(),
        })
    }
}

/// A word for what it is about.
const fn kind(conflict: &Conflict) -> &'static str {
    match conflict.about {
        About::Hand(_) => "hand",
        About::SameNumber(..) => "same-number",
        About::Refused { .. } => "refused",
        About::Part(_, GamePart::Closing) => "closing",
        About::Part(_, GamePart::Totals) => "totals",
        About::Part(_, GamePart::Setting(_)) => "setting",
        About::Name(_) => "name",
        About::Joining(_) => "joining",
        About::Imported(_) => "import",
        About::SeatedTwice(_) => "seated-twice",
    }
}

fn entry_of(hand: &HandFact, game: &Game) -> Option<String> {
    hand.logged(&game.players).ok().map(|logged| print_entry(&logged, &game.players))
}

/// The number of the hand that devices disagree about.
fn place(conflict: &Conflict, game: &StoredGame) -> Option<usize> {
    match conflict.about {
        About::Hand(_) => game.place_of(*conflict.counts.first()?).map(|at| at + 1),
        _ => None,
    }
}

fn drop(conflict: &Conflict, game: &StoredGame) -> Option<Way> {
    place(conflict, game).map(|hand| dropping(game, hand))
}

fn dropping(game: &StoredGame, hand: usize) -> Way {
    let command = CommandLine::of("drop").words([hand.to_string()]).flag("game", game.number.to_string());
    (command, format!("takes out hand {hand}"))
}

fn fixes(game: &StoredGame, hand: usize, entry: &str) -> Way {
    let command = CommandLine::of("fix").words([hand.to_string()]).entry(entry);
    (command.flag("game", game.number.to_string()), "makes it that".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_as_many_digits_as_tell_it_from_all_others() {
        let all = ["123456789012", "123456999999", "124000000000", "500000000000"].map(String::from);
        let numbers: Vec<&str> = all.iter().map(|digits| shortest(digits, &all)).collect();
        assert_eq!(numbers, ["1234567", "1234569", "124", "500"]);
        assert_eq!(shortest("500000000000", &[]), "500");
    }
}
