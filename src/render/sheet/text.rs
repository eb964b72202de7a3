//! The score sheet as a player knows it from paper.

use crate::render::sheet::rows::{Block, SheetCell, SheetLabel, SheetRow, SheetRows, abreast, blocks, column_label};
use crate::render::styles::{bold, cards};
use crate::render::{Canvas, PlacedGame, answer, phrases, stakes};
use ginpad_core::text::{align_left, align_right, fill, join, pack, printable, sentence, width, wrap};
use ginpad_core::{BySide, Format, LineTiming, Points, ScoredGame, Side};

/// The score sheet of a game: its title and rules, its hands and columns, and where it stands.
pub(crate) fn text(game: &PlacedGame, canvas: Canvas) -> String {
    let scored = &game.scored;
    let facts = pack(&facts_of(game), " · ", canvas.line_columns(), 2).join("\n");
    let title = wrap(&phrases::title(scored, game.place.number), canvas.line_columns());
    let title = title.iter().filter(|line| !line.is_empty()).map(|line| bold(line, canvas.colour) + "\n");
    let mut text = format!("{}{facts}\n", title.collect::<String>());
    for block in blocks(scored) {
        text += &format!("\n{}", under_heading(scored, &block, canvas));
    }
    let notes = lines(notes(scored), canvas);
    let gap = if notes.is_empty() { "" } else { "\n" };
    let odds = game.odds.as_ref().map(|odds| sentence(&odds.line, canvas.width) + "\n");
    format!("{text}{gap}{notes}{}", odds.unwrap_or_default())
}

/// The foot of a finished sheet: the summary of the last columns line by line, who won, and who pays whom.
pub(crate) fn foot(game: &ScoredGame, canvas: Canvas) -> String {
    let without_hands = |block: Block| Block { hands: block.hands.end..block.hands.end, ..block };
    let table = blocks(game).pop().map(|block| under_heading(game, &without_hands(block), canvas) + "\n");
    table.unwrap_or_default() + &lines(notes(game), canvas)
}

/// The tables of a block under its heading.
fn under_heading(game: &ScoredGame, block: &Block, canvas: Canvas) -> String {
    let heading = block.heading.as_ref().map_or_else(String::new, |heading| format!("{heading}\n"));
    heading + &tables(game, block, canvas)
}

/// The facts above a sheet: the rules of a game, its start, its event, its stakes, its state, and its origin.
pub(in crate::render) fn facts_of(game: &PlacedGame) -> Vec<String> {
    let facts = &game.scored.game;
    let mut words = vec![facts.rules.to_string()];
    words.extend(game.started.clone());
    words.extend(facts.event.as_ref().map(|event| printable(event.as_str())));
    words.extend(stakes(&facts.stakes));
    words.push(game.scored.status().to_string());
    words.extend(game.place.imported.then(|| phrases::IMPORTED.to_string()));
    words
}

/// Starts each sentence on a new line.
fn lines(sentences: impl IntoIterator<Item = String>, canvas: Canvas) -> String {
    sentences.into_iter().flat_map(|text| fill("", &[text], canvas.line_columns(), 2)).map(|line| line + "\n").collect()
}

/// The notes below the tables: where the game stands or who won, the deal, and anything special.
pub(in crate::render) fn notes(game: &ScoredGame) -> Vec<String> {
    let mut notes = answer::where_it_stands(game);
    if game.game.totals.is_some() {
        notes.push(phrases::ONLY_TOTALS.into());
        return notes;
    }
    let rules = phrases::rules(game);
    if game.is_open() && matches!(rules.format, Format::MultiMatch | Format::BestOf) {
        notes.push(phrases::decides(rules).0.replacen("the", "The", 1));
    }
    if rules.line_timing == LineTiming::Immediate && rules.line_bonus != Points::ZERO {
        notes.push(format!("Running totals include {} for each box as it is won", rules.line_bonus));
    }
    for (side, bonus) in game.tally.ending.iter().flat_map(|ending| ending.bonus.sides()) {
        if *bonus != Points::ZERO {
            let (name, what) = (phrases::name(game, side), phrases::bonus_name(game));
            notes.push(format!("The {what} of {bonus} is {name}'s, in the game score"));
        }
    }
    notes
}

/// The indent of a remark, which aligns it with the letter of its hand.
const INDENT: usize = 4;
/// The heading over the upcards in the labels of hands.
const UPCARDS: &str = "       up";

/// The widths of all parts of a table.
struct Widths {
    /// The labels, with a space after them if it fits.
    label: usize,
    /// The running or settled total of a side.
    total: usize,
    /// All numbers of one side in a column, with the spaces around them.
    side: usize,
    /// The space after the numbers of a side, if it fits.
    after: &'static str,
    /// Whether a cell has the points and the total of each side. Many sides leave room for the total only; if there is
    /// none, for the points.
    has_points: bool,
    /// The number of sides in each column.
    sides: usize,
    /// The number of columns side by side.
    abreast: usize,
}

impl Widths {
    /// The widths for these rows: as many columns side by side as fit, then as much of the names as fits.
    fn of(game: &ScoredGame, rows: &SheetRows, columns: usize, room: usize) -> Widths {
        let all = || rows.hands.iter().chain(&rows.summary);
        let sides = game.game.players.sides();
        let entries = || all().flat_map(|row| &row.cells).flatten().flat_map(BySide::iter);
        let words = all().map(|row| width(&label(&row.label))).max().unwrap_or(0).max(5);
        let points = entries().map(|entry| width(&entry.points)).max().unwrap_or(0).max(3);
        let total = entries().map(|entry| width(&entry.total)).max().unwrap_or(0).max(3);
        let name = Side::of(sides).map(|side| width(&phrases::name(game, side))).max().unwrap_or(0);
        let room = room.saturating_sub(words + 1);
        let has_room = sides == Side::TWO.len() || sides * (points + 1 + total + 1) <= room;
        let numbers = if has_room { points + 1 + total } else { total.max(points) };
        let label = if has_room || sides * (numbers + 1) <= room { words + 1 } else { words };
        let abreast = abreast(columns, room / (sides * (numbers + 3)));
        let most = (room / abreast / sides).saturating_sub(1).max(numbers);
        let side = (numbers.max(name) + 2).min(most);
        let after = if side > numbers + 1 { " " } else { "" };
        Widths { label, total, side, after, has_points: has_room, sides, abreast }
    }

    /// Joins the texts of all sides in a column.
    fn all(&self, texts: BySide<String>) -> String {
        let text = |text: &String| align_right(&format!("{text}{}", self.after), self.side);
        format!("│{}", join(texts.iter().map(text), "┆"))
    }

    /// A row as a line.
    fn line(&self, row: &SheetRow) -> String {
        let cell = |cell: &SheetCell| {
            let text = |side: Side| match cell {
                Some(entries) => match &entries[side] {
                    entry if self.has_points => format!("{} {}", entry.points, align_right(&entry.total, self.total)),
                    entry if entry.total.is_empty() => entry.points.clone(),
                    entry => entry.total.clone(),
                },
                None => String::new(),
            };
            self.all(BySide::from_fn(self.sides, text))
        };
        align_left(&label(&row.label), self.label) + &row.cells.iter().map(cell).collect::<String>()
    }

    /// A line across the table, double under closed columns.
    fn rule(&self, closed: &[bool], fill: char) -> String {
        let mut line = String::from(fill).repeat(self.label);
        let mut before = fill;
        for is_closed in closed {
            let next = if *is_closed { '═' } else { fill };
            line.push(match (before, next) {
                ('═', '═') => '╪',
                (' ', _) | (_, ' ') => '│',
                _ => '┼',
            });
            line += &String::from(next).repeat(self.sides * (self.side + 1) - 1);
            before = next;
        }
        line
    }

    /// The names of the sides, wrapped, under the labels of the columns if the game has several.
    fn headings(&self, game: &ScoredGame, columns: &[usize], has_labels: bool, has_upcards: bool) -> Vec<String> {
        let names =
            BySide::from_fn(self.sides, |side| wrap(&phrases::name(game, side), self.side - 2 * self.after.len()));
        let height = names.iter().map(Vec::len).max().unwrap_or(0);
        let label =
            |column: &usize| align_left(&format!("│ {}", column_label(game, *column)), self.sides * (self.side + 1));
        let labels = " ".repeat(self.label) + &columns.iter().map(label).collect::<String>();
        let name = |at: usize| {
            let corner = if has_upcards && at + 1 == height { UPCARDS } else { "" };
            let all = self.all(names.clone().map(|lines| lines.get(at).cloned().unwrap_or_default()));
            align_left(corner, self.label) + &all.repeat(columns.len())
        };
        has_labels.then_some(labels).into_iter().chain((0..height).map(name)).collect()
    }

    /// A table without a frame: it has a line under the names and one between the columns. Remarks follow their hands.
    fn table(&self, headings: Vec<String>, rows: &SheetRows, columns: usize, room: usize) -> String {
        let mut lines = headings;
        lines.push(self.rule(&vec![false; columns], '─'));
        for (at, row) in rows.hands.iter().enumerate() {
            let remark = |remark: &String| fill(&" ".repeat(INDENT), std::slice::from_ref(remark), room, INDENT + 2);
            lines.push(self.line(row));
            lines.extend(row.remarks.iter().flat_map(remark));
            let is_last = at + 1 == rows.hands.len() && !rows.summary.is_empty();
            if is_last || row.closes.contains(&true) {
                lines.push(self.rule(&row.closes, if is_last { '─' } else { ' ' }));
            }
        }
        lines.extend(rows.summary.iter().map(|row| self.line(row)));
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

/// The label of a row.
fn label(label: &SheetLabel) -> String {
    match label {
        SheetLabel::Words(words) => words.clone(),
        SheetLabel::Hand { number, letter, is_doubled, upcard } => {
            let spade = if *is_doubled { " ♠" } else { "" };
            let more = upcard.map_or(spade.into(), |upcard| format!("  {}", cards(&upcard)));
            format!("{number:>2}  {}{more}", letter[0])
        }
    }
}

/// The tables of these columns: side by side if they fit, the others below. Tables after the first omit hands without
/// entries.
pub(super) fn tables(game: &ScoredGame, block: &Block, canvas: Canvas) -> String {
    let room = canvas.line_columns();
    let rows = |columns: &[usize]| SheetRows::of(game, columns, block.hands.clone());
    let all_rows = rows(&block.columns);
    let widths = Widths::of(game, &all_rows, block.columns.len(), room);
    let is_upcard = |row: &SheetRow| matches!(&row.label, SheetLabel::Hand { upcard: Some(_), .. });
    let has_upcards = all_rows.hands.iter().any(is_upcard);
    let table = |(at, columns): (usize, &[usize])| {
        let mut rows = rows(columns);
        if at > 0 {
            rows.hands.retain(SheetRow::has_entries);
            rows.hands.iter_mut().for_each(|row| row.remarks.clear());
        }
        let headings = widths.headings(game, columns, block.columns.len() > 1, has_upcards);
        widths.table(headings, &rows, columns.len(), room)
    };
    join(block.columns.chunks(widths.abreast).enumerate().map(table), "\n")
}
