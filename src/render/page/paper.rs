//! How a page is printed: the size of its letters and its layout, chosen so that a game is on one sheet of paper.
//!
//! A page has no script that could measure it, so its height is estimated here, in the units of the printed style of
//! `templates/style.css`. The estimate is for a wide typeface. Tests in a browser count the printed pages.

use ginpad_core::text::width;

/// How a game is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paper {
    /// Where its parts are.
    pub layout: Layout,
    /// The size of its letters, in tenths of a point.
    pub size: u16,
    /// How many charts are beside each other.
    pub charts: usize,
}

/// Where the parts of a game are on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// One table on the left, the hands on the right.
    Side,
    /// One table broken into this many strips, the hands below it.
    Strips(usize),
    /// This many tables beside each other, the hands below them.
    Grid(usize),
}

/// What has to be on the paper.
#[derive(Debug, Clone, Default)]
pub(super) struct Content {
    /// The heading.
    pub heading: String,
    /// The facts below it.
    pub facts: Vec<String>,
    /// The names on the board.
    pub names: Vec<String>,
    /// Where the game stands.
    pub notes: Vec<String>,
    /// The tables, each with how many rows it has besides its headings, and how many columns of the sheet.
    pub tables: Vec<[usize; 2]>,
    /// The hands in words, with their remarks.
    pub hands: Vec<String>,
    /// What is said below each chart.
    pub charts: Vec<String>,
}

/// The room on a sheet of paper, in millimetres: as wide as A4 and as high as Letter, without their margins.
const WIDTH: f64 = 190.0;
const HEIGHT: f64 = 257.0;
/// The gap between strips, in millimetres.
const GAP: f64 = 5.0;
/// Millimetres in a tenth of a point.
const TENTH: f64 = 25.4 / 720.0;
/// How wide a letter is on average in a wide typeface, in units of its height.
const LETTER: f64 = 0.6;
/// The height of a row, with its line.
const ROW: f64 = 1.3;
/// Letters are never larger than this, and never smaller than that; they are large enough from `GOOD` on.
const LARGEST: u16 = 95;
const GOOD: u16 = 80;
const SMALLEST: u16 = 55;
/// The width of the labels of a table, and of the two numbers of an entry.
const LABELS: f64 = 4.6;
const ENTRY: f64 = 4.3;
/// The most strips of a sheet.
const STRIPS: usize = 5;

impl Paper {
    /// How to print this, or nothing if it does not fit on one sheet of paper with letters that can be read.
    pub(super) fn of(content: &Content) -> Option<Paper> {
        let fitting: Vec<Paper> = content.layouts().into_iter().filter_map(|layout| content.fitted(layout)).collect();
        let good = fitting.iter().find(|paper| paper.size >= GOOD);
        good.or_else(|| fitting.iter().max_by_key(|paper| paper.size)).copied()
    }
}

impl Content {
    /// The layouts that suit the tables, the nicest first.
    fn layouts(&self) -> Vec<Layout> {
        let wide = self.tables.iter().any(|[_, columns]| *columns > 1);
        let most = if wide { 2 } else { STRIPS };
        match self.tables.len() {
            0 | 1 => std::iter::once(Layout::Side).chain((2..=most).map(Layout::Strips)).collect(),
            tables => vec![Layout::Grid(abreast(tables).min(most))],
        }
    }

    /// The layout with the largest letters that fit.
    fn fitted(&self, layout: Layout) -> Option<Paper> {
        let fits = |size: &u16| {
            let em = f64::from(*size) * TENTH;
            self.height(layout, em) <= HEIGHT && self.widest(em) <= layout.strip()
        };
        let size = (SMALLEST..=LARGEST).rev().find(fits)?;
        Some(Paper { layout, size, charts: abreast(self.charts.len()) })
    }

    /// The width of the widest table.
    fn widest(&self, em: f64) -> f64 {
        let widest = self.tables.iter().map(|[_, columns]| *columns).max().unwrap_or(1);
        (LABELS + real(widest) * 2.0 * ENTRY) * em
    }

    /// The height of everything in millimetres, if the letters are `em` millimetres high.
    fn height(&self, layout: Layout, em: f64) -> f64 {
        let heights: Vec<f64> = self.tables.iter().map(|table| rows(*table) * ROW * em).collect();
        let charts = self.charts(em);
        let below = (self.hands((WIDTH - 2.0 * GAP) / 3.0, em) / 3.0 + 2.0) * ROW * em + 1.5 * em;
        let words = 4.0 * em;
        self.head(em)
            + words
            + match layout {
                Layout::Side => {
                    let hands = self.hands(layout.strip(), em) * ROW * em + 1.5 * em;
                    let sheet: f64 = heights.iter().sum();
                    if self.charts.len() > 1 { charts + sheet.max(hands) } else { sheet.max(charts + hands) }
                }
                Layout::Strips(strips) => {
                    let sheet: f64 = heights.iter().sum();
                    let heads = 3.0 * ROW * em;
                    sheet / real(strips) + heads + 2.0 * ROW * em + charts + below
                }
                Layout::Grid(tables) => {
                    let highest = |row: &[f64]| row.iter().copied().fold(0.0, f64::max) + 0.5 * em;
                    heights.chunks(tables).map(highest).sum::<f64>() + charts + below
                }
            }
    }

    /// The heading, the facts, the board and the notes.
    fn head(&self, em: f64) -> f64 {
        let heading = lines(&self.heading, WIDTH, 1.6 * em) * 1.9;
        let facts = lines(&self.facts.join("     "), WIDTH, 0.875 * em) * 1.1;
        let names = self.names.iter().map(|name| lines(name, WIDTH / 2.0 - 5.0, 1.1 * em)).fold(1.0, f64::max);
        let notes: f64 = self.notes.iter().map(|note| lines(note, WIDTH, em) * 1.25).sum();
        (heading + facts + names * 1.35 + 4.6 + notes + 1.2) * em
    }

    /// The charts with what is said below them.
    fn charts(&self, em: f64) -> f64 {
        let charts = self.charts.len();
        if charts == 0 {
            return 0.0;
        }
        let abreast = abreast(charts);
        let one = (WIDTH - GAP * real(abreast - 1)) / real(abreast);
        let (room, height) = if charts == 1 { (WIDTH / 2.0 - GAP, 38.0) } else { (one, one * 236.0 / 420.0) };
        let words = self.charts.iter().map(|words| lines(words, room, 0.9 * em)).fold(1.0, f64::max);
        let rows = real(charts.div_ceil(abreast));
        rows * (height + words * 1.1 * em + 0.6 * em) + 2.0 * em
    }

    /// How many lines the hands take in a strip of this width.
    fn hands(&self, room: f64, em: f64) -> f64 {
        self.hands.iter().map(|hand| lines(hand, room - 2.6 * em, em)).sum()
    }
}

impl Layout {
    /// The width of a strip of the sheet, in millimetres.
    fn strip(self) -> f64 {
        let strips = match self {
            Layout::Side => 2,
            Layout::Strips(strips) | Layout::Grid(strips) => strips,
        };
        (WIDTH - GAP * real(strips - 1)) / real(strips)
    }
}

/// How many pictures are beside each other, if there are this many.
fn abreast(pictures: usize) -> usize {
    match pictures {
        0..=3 => pictures.max(1),
        4 | 7 | 8 => 4,
        5 | 6 | 9 | 10 => 5,
        _ => 6,
    }
}

/// The rows of a table with its caption and headings. The labels of two rows take two lines in a narrow table.
fn rows([rows, columns]: [usize; 2]) -> f64 {
    real(rows) + 2.0 + if columns > 1 { 3.5 } else { 3.0 }
}

/// How many lines a text takes.
fn lines(text: &str, room: f64, em: f64) -> f64 {
    (real(width(text)) * LETTER * em / room).ceil().max(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn real(number: usize) -> f64 {
    number as f64
}
