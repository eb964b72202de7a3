//! One player, for people, programs and spreadsheets.

use super::ratings::rating;
use super::records::{on_this_day, on_this_day_plain};
use super::standings::table;
use super::versus::label;
use super::{day, figures, side_name};
use crate::render::Look;
use crate::render::csv::{CsvCell, csv};
use crate::render::layout::{Grid, GridColumn};
use ginpad_core::players::Name;
use ginpad_core::reports::{
    Against, Anniversary, Figure, GamePlace, Grounds, Line, Partners, PlayerRating, RatedDay, Rating,
};
use ginpad_core::text::{count, printable, sentence};

/// How many days of the rating's history the table lists.
const LISTED: usize = 10;

/// One player as shown.
#[derive(Debug, Clone)]
pub(crate) struct PlayerShown<'a> {
    /// The player.
    pub name: &'a Name,
    /// The line of the standings.
    pub line: &'a Line,
    /// The first and the last game, of any state.
    pub span: Option<(GamePlace, GamePlace)>,
    /// The rating, if the player has finished a game with a date.
    pub rating: Option<PlayerRating>,
    /// The highest rating after enough games.
    pub highest: Option<RatedDay>,
    /// The rating after each day with rated games, oldest first.
    pub history: &'a [RatedDay],
    /// What the player did against each opponent, in the order in which they are listed.
    pub opponents: Vec<&'a Against>,
    /// The sides on which the player sat with partners, in the order in which they are listed.
    pub partners: Vec<&'a Partners>,
    /// What the opponents and partners are sorted by.
    pub sorted_by: Option<Figure>,
    /// The player's games of this day in other years.
    pub on_this_day: &'a [Anniversary],
    /// How many games were left out because they have no date.
    pub undated: usize,
}

impl PlayerShown<'_> {
    /// The partners on a side, without the player.
    fn beside(&self, partners: &Partners) -> String {
        let beside: Vec<Name> = partners.names.iter().filter(|name| *name != self.name).cloned().collect();
        side_name(&beside)
    }
}

/// Everything about one player.
pub(crate) fn player(shown: &PlayerShown<'_>, look: Look) -> String {
    let against = shown.opponents.iter().map(|against| (printable(against.name.as_str()), &against.line)).collect();
    let with = shown.partners.iter().map(|side| (printable(&shown.beside(side)), &side.line)).collect();
    let split = |corner: &'static str, lines: Vec<(String, &Line)>| {
        if lines.is_empty() { String::new() } else { table(corner, &lines, shown.sorted_by, look) }
    };
    let mut parts = vec![
        summary(shown, look),
        all_figures(shown, look),
        split("against", against),
        split("with", with),
        history(shown, look),
        on_this_day(shown.on_this_day, look),
    ];
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The first lines: games, rating, first and last game.
fn summary(shown: &PlayerShown<'_>, look: Look) -> String {
    let name = printable(shown.name.as_str());
    let Line { won, lost, tied, net, .. } = shown.line;
    let mut lines = vec![match shown.line.games() {
        0 => format!("{name} has not finished a game"),
        games => {
            let tied = if *tied > 0 { format!(", {tied} tied") } else { String::new() };
            format!("{name} has finished {}: {won} won, {lost} lost{tied}, net {net}", count(games, "game"))
        }
    }];
    lines.push(rated(shown.rating));
    if let Some((first, last)) = shown.span {
        let when = |game: GamePlace| {
            game.started
                .map_or(format!("game {}", game.number), |started| format!("{} (game {})", day(started), game.number))
        };
        lines.push(if first.id == last.id {
            format!("only game: {}", when(first))
        } else {
            format!("first game: {}; last: {}", when(first), when(last))
        });
    }
    lines.iter().map(|line| sentence(line, look.columns()) + "\n").collect()
}

/// The rating in words.
fn rated(rated: Option<PlayerRating>) -> String {
    match rated {
        None => "no rating: no finished game has a date".into(),
        Some(rated) => {
            let (so_far, games) = (rating(rated.rating), count(rated.games, "game"));
            match rated.grounds() {
                Grounds::Enough => format!("rating {so_far}, after {games}"),
                Grounds::FewGames => {
                    let needed = PlayerRating::FEWEST_GAMES;
                    format!("too few games for a rating: {} of {needed} (so far {so_far})", rated.games)
                }
                Grounds::FewOfLate => format!("too few games of late for a rating: {so_far}, after {games}"),
            }
        }
    }
}

/// Every figure that says something.
fn all_figures(shown: &PlayerShown<'_>, look: Look) -> String {
    let says_something = |figure: &Figure| figure.value(shown.line).is_some_and(|value| value.part != 0);
    let figures: Vec<Figure> = Figure::ALL.iter().copied().filter(says_something).collect();
    if figures.is_empty() {
        return String::new();
    }
    let names = figures.iter().map(|figure| label(*figure).to_string()).collect();
    let own = figures.iter().map(|figure| figures::shown(*figure, shown.line)).collect();
    let where_set = |figure: &Figure| {
        let game = match figure {
            Figure::BiggestHand => shown.line.biggest_hand.map(|best| best.game.number),
            Figure::BiggestComeback => shown.line.comeback.map(|best| best.game.number),
            _ => None,
        };
        game.map(|number| number.to_string()).unwrap_or_default()
    };
    let set: Vec<String> = figures.iter().map(where_set).collect();
    let mut columns = vec![GridColumn { heading: printable(shown.name.as_str()), cells: own }];
    if set.iter().any(|game| !game.is_empty()) {
        columns.push(GridColumn { heading: "in game".into(), cells: set });
    }
    Grid { corner: "", names, columns }.text(look)
}

/// The last days of the rating, and its highest.
fn history(shown: &PlayerShown<'_>, look: Look) -> String {
    if shown.rating.is_none_or(|rated| rated.grounds() == Grounds::FewGames) {
        return String::new();
    }
    let left_out = shown.history.len().saturating_sub(LISTED);
    let days = &shown.history[left_out..];
    let columns = vec![
        GridColumn { heading: "games".into(), cells: days.iter().map(|day| day.games.to_string()).collect() },
        GridColumn { heading: "rating".into(), cells: days.iter().map(|day| rating(day.rating)).collect() },
    ];
    let names = days.iter().map(|day| day.day.to_string()).collect();
    let mut text = Grid { corner: "rated day", names, columns }.text(look);
    let mut notes = Vec::new();
    if left_out > 0 {
        notes.push(format!("the last {LISTED} of {}", count(shown.history.len(), "rated day")));
    }
    if let Some(highest) = shown.highest {
        notes.push(format!("highest rating: {} on {}", rating(highest.rating), highest.day));
    }
    for note in notes {
        text += &(sentence(&note, look.columns()) + "\n");
    }
    text
}

/// One player, one record a line: `player`, `against` and `partners` records with every figure; a `rating` record:
/// rating, deviation, games, and whether they are `enough`, `few` or `few-of-late`; a `rated` record for each day: date, games, rating, deviation; and
/// `on-this-day` records.
pub(crate) fn player_plain(shown: &PlayerShown<'_>) -> String {
    let mut text = String::new();
    for (kind, name, line) in lines(shown) {
        let fields = [kind.to_string(), name].into_iter().chain(figures::fields(line));
        text += &(fields.collect::<Vec<_>>().join("\t") + "\n");
    }
    if let Some(rated) = shown.rating {
        let Rating { points, deviation } = rated.rating;
        let grounds = rated.grounds().word();
        text += &format!("rating\t{points}\t{deviation}\t{}\t{grounds}\n", rated.games);
    }
    for RatedDay { day, games, rating } in shown.history {
        text += &format!("rated\t{day}\t{games}\t{}\t{}\n", rating.points, rating.deviation);
    }
    text + &on_this_day_plain(shown.on_this_day)
}

/// One player for a spreadsheet: the player's line, then those against each opponent and with each partner.
pub(crate) fn player_csv(shown: &PlayerShown<'_>) -> String {
    let headings: Vec<&str> = ["kind", "name"].into_iter().chain(figures::headings()).collect();
    let row = |(kind, name, line): (&str, String, &Line)| {
        [CsvCell::Text(kind.into()), CsvCell::Text(name)].into_iter().chain(figures::cells(line)).collect()
    };
    csv(&headings, lines(shown).into_iter().map(row))
}

/// Every line of the player: kind, name and figures.
fn lines<'a>(shown: &PlayerShown<'a>) -> Vec<(&'static str, String, &'a Line)> {
    let own = ("player", shown.name.to_string(), shown.line);
    let against = shown.opponents.iter().map(|against| ("against", against.name.to_string(), &against.line));
    let with = shown.partners.iter().map(|side| ("partners", shown.beside(side), &side.line));
    [own].into_iter().chain(against).chain(with).collect()
}

#[cfg(test)]
mod tests;
