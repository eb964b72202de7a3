//! Figures that are drawn from blocks.

/// The characters that have figures.
const CHARACTERS: &str = "0123456789-";
/// The rows of their figures.
const ROWS: [&str; 5] = [
    "███  █  ███ ███ █ █ ███ ███ ███ ███ ███    ",
    "█ █ ██    █   █ █ █ █   █     █ █ █ █ █    ",
    "█ █  █  ███ ███ ███ ███ ███   █ ███ ███ ███",
    "█ █  █  █     █   █   █ █ █   █ █ █   █    ",
    "███ ███ ███ ███   █ ███ ███   █ ███ ███    ",
];
/// How many dots a figure has in a row.
const DOTS: usize = 3;

/// How many columns so many figures take, with a dot between each two. `across` is how many columns a dot takes.
pub(super) const fn columns(figures: usize, across: usize) -> usize {
    ((DOTS + 1) * figures).saturating_sub(1) * across
}

/// A number in figures: its rows, all of one width. A dot takes so many columns and rows.
pub(super) fn figures(number: &str, across: usize, down: usize) -> Vec<String> {
    let figure = |row: &str, char: char| -> String {
        let at = CHARACTERS.chars().position(|own| own == char).unwrap_or(0);
        let dots = row.chars().skip((DOTS + 1) * at).take(DOTS);
        dots.map(|dot| String::from(dot).repeat(across)).collect()
    };
    let row = |row| number.chars().map(|char| figure(row, char)).collect::<Vec<_>>().join(&" ".repeat(across));
    ROWS.into_iter().flat_map(|line| std::iter::repeat_n(row(line), down)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ginpad_core::text::width;

    #[test]
    fn every_digit_has_a_figure_of_its_own() {
        let drawn = figures("-0123456789", 1, 1).join("\n");
        insta::assert_snapshot!(drawn, @"
            ███  █  ███ ███ █ █ ███ ███ ███ ███ ███
            █ █ ██    █   █ █ █ █   █     █ █ █ █ █
        ███ █ █  █  ███ ███ ███ ███ ███   █ ███ ███
            █ █  █  █     █   █   █ █ █   █ █ █   █
            ███ ███ ███ ███   █ ███ ███   █ ███ ███
        ");
    }

    #[test]
    fn figures_take_the_room_that_is_said() {
        for (across, down) in [(1, 1), (2, 1), (3, 2)] {
            for number in ["7", "104", "-23"] {
                let drawn = figures(number, across, down);
                assert_eq!(drawn.len(), 5 * down);
                assert!(drawn.iter().all(|row| width(row) == columns(number.len(), across)), "{number}");
            }
        }
    }
}
