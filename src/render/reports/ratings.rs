//! Everybody's ratings, for people, programs and spreadsheets.

use crate::render::Look;
use crate::render::csv::{CsvCell, csv};
use crate::render::layout::{Grid, GridColumn};
use ginpad_core::players::Name;
use ginpad_core::reports::{Grounds, PlayerRating, Rating};
use ginpad_core::text::{printable, sentence};

/// Everybody's ratings, in the order in which they are listed.
#[derive(Debug, Clone, Default)]
pub(crate) struct RatingsShown<'a> {
    /// A line for each player.
    pub players: Vec<(&'a Name, PlayerRating)>,
    /// How many finished games are not rated because they have no date.
    pub undated: usize,
}

/// A rating with its deviation: `1 612 ± 84`.
pub(super) fn rating(rating: Rating) -> String {
    format!("{} ± {}", grouped(rating.points), rating.deviation)
}

/// A number with a space before its last three digits.
fn grouped(number: i64) -> String {
    if number.abs() < 1000 { number.to_string() } else { format!("{} {:03}", number / 1000, number.abs() % 1000) }
}

/// The ratings as a table. Those that rest on too few games stand in parentheses.
pub(crate) fn ratings(shown: &RatingsShown<'_>, look: Look) -> String {
    let cell = |(_, rated): &(&Name, PlayerRating)| match rated.grounds() {
        Grounds::Enough => format!("{} ", rating(rated.rating)),
        Grounds::FewGames | Grounds::FewOfLate => format!("({})", rating(rated.rating)),
    };
    let columns = vec![
        GridColumn { heading: "rating".into(), cells: shown.players.iter().map(cell).collect() },
        GridColumn {
            heading: "games".into(),
            cells: shown.players.iter().map(|(_, rated)| rated.games.to_string()).collect(),
        },
    ];
    let names = shown.players.iter().map(|(name, _)| printable(name.as_str())).collect();
    let mut text = Grid { corner: "player", names, columns }.text(look);
    if shown.players.iter().any(|(_, rated)| rated.grounds() != Grounds::Enough) {
        let few = format!("in parentheses: fewer than {} games, or too few of late", PlayerRating::FEWEST_GAMES);
        text += &(sentence(&few, look.columns()) + "\n");
    }
    text
}

/// The fields of a line, in the order of [`HEADINGS`].
fn cells((name, rated): &(&Name, PlayerRating)) -> Vec<CsvCell> {
    vec![
        CsvCell::Text(name.to_string()),
        CsvCell::number(Some(rated.rating.points)),
        CsvCell::number(Some(rated.rating.deviation)),
        CsvCell::number(Some(rated.games)),
        CsvCell::Text(rated.grounds().word().into()),
    ]
}

/// The headings of a spreadsheet of ratings.
const HEADINGS: [&str; 5] = ["name", "rating", "deviation", "games", "grounds"];

/// The ratings, one a record: name, rating, deviation, games, and whether they are `enough`, `few` or `few-of-late`.
pub(crate) fn ratings_plain(shown: &RatingsShown<'_>) -> String {
    let record = |line| cells(line).into_iter().map(CsvCell::plain).collect::<Vec<_>>().join("\t") + "\n";
    shown.players.iter().map(record).collect()
}

/// The ratings for a spreadsheet.
pub(crate) fn ratings_csv(shown: &RatingsShown<'_>) -> String {
    csv(&HEADINGS, shown.players.iter().map(cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ginpad_core::text::width;

    fn rated(points: i64, deviation: i64, games: usize) -> PlayerRating {
        PlayerRating { rating: Rating { points, deviation }, games }
    }

    fn with_shown<T>(names: [&str; 3], show: impl FnOnce(&RatingsShown<'_>) -> T) -> T {
        let names = names.map(|name| Name::read(name).unwrap());
        let ratings = [rated(1612, 84, 25), rated(1580, 293, 40), rated(995, 290, 1)];
        show(&RatingsShown { players: names.iter().zip(ratings).collect(), undated: 0 })
    }

    #[test]
    fn ratings_that_rest_on_too_few_games_stand_in_parentheses() {
        let text = with_shown(["Ann", "Bob", "Cid"], |shown| ratings(shown, Look::plain(40)));
        assert_eq!(
            text,
            "\
player         rating  games
────────────────────────────
Ann       1 612 ± 84      25
Bob     (1 580 ± 293)     40
Cid       (995 ± 290)      1
in parentheses: fewer than 10 games, or
  too few of late
"
        );
        let plain = with_shown(["Ann", "Bob", "Cid"], ratings_plain);
        assert_eq!(plain, "Ann\t1612\t84\t25\tenough\nBob\t1580\t293\t40\tfew-of-late\nCid\t995\t290\t1\tfew\n");
        let csv = with_shown(["=Ann", "Bob", "Cid"], ratings_csv);
        assert!(csv.starts_with("name,rating,deviation,games,grounds\n'=Ann,1612,84,25,enough\n"), "{csv}");
    }

    #[test]
    fn no_line_is_too_wide() {
        let long = "Donaudampfschifffahrtsgesellschaftskapit";
        for columns in 40..90 {
            for line in with_shown([long, "日本語の名前の長い人", "Cid"], |shown| {
                ratings(shown, Look::plain(columns))
            })
            .lines()
            {
                assert!(width(line) <= columns, "{columns}: {line}");
            }
        }
    }

    #[test]
    fn a_rating_is_grouped_in_thousands() {
        let shown = |points, deviation| rating(Rating { points, deviation });
        assert_eq!([shown(1612, 84), shown(999, 350), shown(2004, 40)], ["1 612 ± 84", "999 ± 350", "2 004 ± 40"]);
    }
}
