//! Figures that are drawn from blocks.

/// The dots of a character: three columns and five rows, each row as its three bits.
type Dots = [u8; 5];

/// The figures of the digits.
const DIGITS: [Dots; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b001, 0b001, 0b001],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];
const PLUS: Dots = [0b000, 0b010, 0b111, 0b010, 0b000];
const MINUS: Dots = [0b000, 0b000, 0b111, 0b000, 0b000];
const NOTHING: Dots = [0; 5];

/// The columns and rows of a character, in dots.
const ACROSS: usize = 3;
const DOWN: usize = 5;

/// The size of figures: how many columns and rows of the terminal a dot takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dot {
    /// Columns.
    pub across: usize,
    /// Rows.
    pub down: usize,
}

impl Dot {
    /// A dot of this size.
    pub(super) const fn new(across: usize, down: usize) -> Dot {
        Dot { across, down }
    }

    /// A dot of half the size.
    pub(super) fn half(self) -> Dot {
        Dot { across: self.across / 2, down: self.down.div_ceil(2) }
    }

    /// How many rows figures take.
    pub(super) const fn rows(self) -> usize {
        DOWN * self.down
    }

    /// How many columns so many characters take, with a dot between each two.
    pub(super) const fn columns(self, characters: usize) -> usize {
        ((ACROSS + 1) * characters).saturating_sub(1) * self.across
    }
}

/// A number in figures: its rows, all of one width. Only digits and signs have figures.
pub(super) fn figures(number: &str, dot: Dot) -> Vec<String> {
    let row = |row: usize| {
        let cells = |char: char| -> String {
            let bits = dots(char)[row];
            let cell = |at: usize| if bits >> (ACROSS - 1 - at) & 1 == 1 { "█" } else { " " };
            (0..ACROSS).map(|at| cell(at).repeat(dot.across)).collect()
        };
        number.chars().map(cells).collect::<Vec<_>>().join(&" ".repeat(dot.across))
    };
    (0..DOWN).flat_map(|at| std::iter::repeat_n(row(at), dot.down)).collect()
}

fn dots(char: char) -> Dots {
    match char {
        '+' => PLUS,
        '-' => MINUS,
        char => {
            char.to_digit(10).and_then(|digit| DIGITS.get(usize::try_from(digit).ok()?)).copied().unwrap_or(NOTHING)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ginpad_core::text::width;

    #[test]
    fn every_digit_has_a_figure_of_its_own() {
        let drawn = figures("+-0123456789", Dot::new(1, 1)).join("\n");
        insta::assert_snapshot!(drawn, @r"
        ███  █  ███ ███ █ █ ███ ███ ███ ███ ███
 █      █ █ ██    █   █ █ █ █   █     █ █ █ █ █
███ ███ █ █  █  ███ ███ ███ ███ ███   █ ███ ███
 █      █ █  █  █     █   █   █ █ █   █ █ █   █
        ███ ███ ███ ███   █ ███ ███   █ ███ ███
");
    }

    #[test]
    fn figures_take_the_room_that_is_said() {
        for (across, down) in [(1, 1), (2, 1), (3, 2)] {
            let dot = Dot::new(across, down);
            for number in ["7", "104", "-23"] {
                let drawn = figures(number, dot);
                assert_eq!(drawn.len(), dot.rows());
                assert!(drawn.iter().all(|row| width(row) == dot.columns(number.len())), "{number}");
            }
        }
    }
}
