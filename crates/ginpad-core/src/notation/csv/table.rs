//! Splits a file into a table: headings, and rows with the lines where they begin.

use super::faults::{CsvFault, Faults};
use super::notes::CsvNotes;
use crate::notation::day::day_before;
use crate::text::fold;

/// The longest cell read, in bytes: nobody writes a longer one by hand.
const LONGEST_CELL: usize = 20_000;

/// The most cells in a row: as many as the widest sheet of a spreadsheet program has.
const MOST_CELLS: usize = 16_384;

/// The number of lines searched for the headings, which may be below titles.
const MOST_TITLES: usize = 30;

/// The most headings, and cells below each, examined to find their meaning.
pub(super) const MOST_LOOKED_AT: usize = 100;

/// Words that begin a row of sums, which has only numbers after them and holds no game.
const SUM_WORDS: &str = "total totals subtotal sum sums grand overall average averages mean \
    summe summen gesamt durchschnitt schnitt zwischensumme insgesamt zusammen somme suma";

/// A row added after the last one. It is read back only if every quote before it is closed.
const END: &str = "\u{1}end of the table";

/// A table with one row of headings, perhaps below titles.
#[derive(Debug)]
pub(super) struct Table {
    /// The headings of its columns.
    pub headings: Vec<String>,
    /// The line of the headings.
    pub heading_line: usize,
    /// The rows below the headings, without empty rows and comments.
    pub rows: Vec<Row>,
    /// Notes on the reading, with the headings in the file and the rows that `rows` leaves out.
    pub notes: CsvNotes,
}

/// One row.
#[derive(Debug)]
pub(super) struct Row {
    /// The line where the row begins, counted from 1.
    pub line: usize,
    cells: csv::StringRecord,
}

impl Row {
    /// The text of a cell, trimmed; empty if the row is shorter.
    pub(super) fn cell(&self, at: usize) -> &str {
        self.cells.get(at).unwrap_or_default().trim()
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether only its first cell has text.
    pub(super) fn is_lone(&self) -> bool {
        !self.cell(0).is_empty() && self.filled().count() == 1
    }

    /// The cells that are not empty.
    fn filled(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(str::trim).filter(|cell| !cell.is_empty())
    }

    /// Whether the row is a remark: its first cell begins with `#` followed by words.
    fn is_comment(&self) -> bool {
        self.cell(0).strip_prefix('#').is_some_and(|words| !words.trim().is_empty())
    }

    /// Whether the row names itself a sum: `Total 2011;;1200;950`.
    fn says_sums(&self) -> bool {
        let mut cells = self.filled();
        let word =
            cells.next().unwrap_or_default().split(|char: char| !char.is_alphabetic()).next().unwrap_or_default();
        let is_number = |cell: &str| {
            let has_digits = cell.contains(|char: char| char.is_ascii_digit());
            has_digits && !cell.contains(char::is_alphabetic) && day_before(cell).is_none()
        };
        let numbers: Vec<bool> = cells.map(is_number).collect();
        SUM_WORDS.split_whitespace().any(|sum_word| sum_word == fold(word))
            && !numbers.is_empty()
            && !numbers.contains(&false)
    }
}

impl Table {
    /// Reads the rows of a text. `is_known` tells whether a heading has a meaning.
    pub(super) fn read(text: &str, is_known: impl Fn(&str) -> bool, faults: &mut Faults) -> Option<Table> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // Some old programs end lines with only a carriage return.
        let text = if text.contains('\n') { text.to_string() } else { text.replace('\r', "\n") };
        let Beginning { separator, start, titles } = Beginning::of(&text, is_known);
        let lines_before = text[..start].matches('\n').count();
        let mut rows = records(&text[start..], separator, lines_before, faults)?;
        rows.retain(|row| row.filled().next().is_some() && !row.is_comment());
        let mut rows = rows.into_iter();
        let Some(headings) = rows.next() else {
            faults.push(CsvFault::of_line(1, "there is no table here; its first row holds the headings"));
            return None;
        };
        let (labelled, rows): (Vec<Row>, Vec<Row>) = rows.partition(Row::says_sums);
        let headings_in_file: Vec<String> = headings.cells.iter().map(|cell| one_line(cell.trim())).collect();
        let mark = if separator == b'\t' { "tab".into() } else { format!("`{}`", char::from(separator)) };
        let is_longer = |row: &&Row| (headings.len()..row.len()).any(|at| !row.cell(at).is_empty());
        for row in rows.iter().filter(is_longer) {
            let reason = format!("the row is longer than the headings; a cell that holds a {mark} needs quotes");
            faults.push(CsvFault::of_line(row.line, reason));
        }
        Some(Table {
            heading_line: headings.line,
            headings: headings_in_file.clone(),
            rows,
            notes: CsvNotes {
                headings: headings_in_file,
                titles,
                sums: labelled.iter().map(|row| row.line).collect(),
                ..CsvNotes::default()
            },
        })
    }

    /// Replaces columns by new ones at the end of each row.
    pub(super) fn replace<const N: usize>(
        &mut self,
        old: &[usize],
        headings: [&str; N],
        cells: impl Fn(&Row) -> Vec<String>,
    ) {
        let width = self.headings.len();
        let kept: Vec<usize> = (0..width).filter(|at| !old.contains(at)).collect();
        let repeats: Vec<bool> = self.rows.iter().map(|row| !row.is_lone() && self.is_heading(row)).collect();
        for (row, repeats) in self.rows.iter_mut().zip(repeats) {
            let new = if repeats { headings.map(str::to_string).to_vec() } else { cells(row) };
            let cell = |at: usize| row.cell(at).to_string();
            let beyond = (width..row.len()).map(cell);
            row.cells = kept.iter().copied().map(cell).chain(new).chain(beyond).collect();
        }
        self.headings = kept.iter().map(|at| self.headings[*at].clone()).chain(headings.map(str::to_string)).collect();
    }

    /// The cells of a column that are not empty, without repeated headings.
    pub(super) fn cells(&self, at: usize) -> impl Iterator<Item = &str> {
        let rows = self.rows.iter().filter(|row| !self.is_heading(row));
        rows.map(move |row| row.cell(at)).filter(|cell| !cell.is_empty())
    }

    /// Whether a row looks like a heading: a section heading in its first cell only, or the headings repeated.
    pub(super) fn is_heading(&self, row: &Row) -> bool {
        let repeats = |(at, cell): (usize, &str)| {
            let heading = self.headings.get(at).map_or("", String::as_str);
            cell.trim().is_empty() || fold(&one_line(cell.trim())) == fold(heading)
        };
        self.headings.len() > 1 && row.is_lone() || row.cells.iter().enumerate().all(repeats)
    }
}

/// A cell with its line breaks as spaces.
pub(super) fn one_line(cell: &str) -> String {
    cell.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ")
}

/// The start of a table, and its separator.
struct Beginning {
    separator: u8,
    /// The byte where the headings begin.
    start: usize,
    /// The lines above the headings that are neither empty nor a remark.
    titles: Vec<usize>,
}

impl Beginning {
    /// Finds the start and the separator. A first line like `sep=;` gives the separator; without one, it is the most
    /// frequent separator in the headings. The headings are the first line with two known headings, or else the first
    /// with two cells.
    fn of(text: &str, is_known: impl Fn(&str) -> bool) -> Beginning {
        let declared = text.strip_prefix("sep=").and_then(|declared| declared.bytes().next());
        let declared = declared.filter(|byte| b",;\t|".contains(byte));
        let from = if declared.is_some() { text.find('\n').map_or(text.len(), |end| end + 1) } else { 0 };
        let mut lines = Vec::new();
        let mut start = from;
        for (at, line) in text[from..].split_inclusive('\n').enumerate() {
            let separator = declared.unwrap_or_else(|| most_frequent(line));
            let row = first_row(line, separator, at + 1 + usize::from(declared.is_some()));
            lines.extend(
                row.filter(|row| row.filled().next().is_some() && !row.is_comment()).map(|row| (row, separator, start)),
            );
            start += line.len();
            if lines.len() == MOST_TITLES {
                break;
            }
        }
        let known_headings = |row: &Row| row.filled().take(MOST_LOOKED_AT).filter(|cell| is_known(cell)).count();
        let headings = lines.iter().position(|(row, ..)| known_headings(row) > 1);
        let headings = headings.or_else(|| lines.iter().position(|(row, ..)| row.filled().count() > 1)).unwrap_or(0);
        let titles = lines.iter().take(headings).map(|(row, ..)| row.line).collect();
        let (separator, start) =
            lines.get(headings).map_or((declared.unwrap_or(b','), from), |(_, separator, start)| (*separator, *start));
        Beginning { separator, start, titles }
    }
}

/// The most frequent separator of a line, outside quotes; of equals, the first.
fn most_frequent(line: &str) -> u8 {
    let mut quoted = false;
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    for byte in line.bytes() {
        quoted ^= byte == b'"';
        counts.iter_mut().filter(|(separator, _)| !quoted && *separator == byte).for_each(|(_, count)| *count += 1);
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(separator, _)| separator)
}

/// Splits one line into cells; of a very long line, only the first cells.
fn first_row(text: &str, separator: u8, line: usize) -> Option<Row> {
    let mut cells = csv::StringRecord::new();
    let text = &text[..text.char_indices().nth(LONGEST_CELL).map_or(text.len(), |(end, _)| end)];
    let is_read = reader(text, separator).read_record(&mut cells).is_ok_and(|is_read| is_read);
    is_read.then_some(Row { line, cells })
}

fn reader(text: &str, separator: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(text.as_bytes())
}

/// Splits a text into all its rows. `None` if a quote is never closed, or a row is wider than any spreadsheet.
fn records(text: &str, separator: u8, lines_before: usize, faults: &mut Faults) -> Option<Vec<Row>> {
    let with_end = format!("{text}\n{END}\n");
    let mut reader = reader(&with_end, separator);
    let mut rows: Vec<Row> = Vec::new();
    for record in reader.records() {
        // The text is UTF-8, and rows may have any length.
        let Ok(cells) = record else { continue };
        let line = lines_before + line_of(&cells, &with_end);
        if cells.len() > MOST_CELLS {
            let reason = format!("the row has more than {MOST_CELLS} cells; no spreadsheet has that many columns");
            faults.push(CsvFault::of_line(line, reason));
            return None;
        }
        if let Some(long) = cells.iter().position(|cell| cell.len() > LONGEST_CELL && !cell.contains(END)) {
            let reason = format!("the cell has {} bytes; at most {LONGEST_CELL} are read", cells[long].len());
            faults.push(CsvFault::of_cell(line, &format!("column {}", long + 1), reason));
            continue;
        }
        rows.push(Row { line, cells });
    }
    let last = rows.pop()?;
    if last.cells.iter().eq([END]) {
        return Some(rows);
    }
    faults.push(CsvFault::of_line(last.line, "a quote opens in this row and is never closed"));
    None
}

/// The line where a record begins. The reader counts empty lines before a record as part of it.
fn line_of(record: &csv::StringRecord, text: &str) -> usize {
    let Some(position) = record.position() else { return 1 };
    let from = usize::try_from(position.byte()).unwrap_or(0);
    let empty = text.as_bytes()[from.min(text.len())..].iter().take_while(|byte| b"\r\n".contains(byte));
    let line = usize::try_from(position.line()).unwrap_or(1);
    line + empty.filter(|byte| **byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(usize, Vec<String>)> {
        let table = Table::read(text, |_| false, &mut Faults::default()).unwrap();
        let cells = |row: &Row| (0..row.cells.len()).map(|at| row.cell(at).to_string()).collect();
        let headings = (table.heading_line, table.headings.clone());
        std::iter::once(headings).chain(table.rows.iter().map(|row| (row.line, cells(row)))).collect()
    }

    fn row(line: usize, cells: &[&str]) -> (usize, Vec<String>) {
        (line, cells.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_separator_is_seen_in_the_headings() {
        for text in ["a,b\n1,2\n", "a;b\n1;2\n", "a\tb\n1\t2\n", "\u{feff}a;b\r\n1;2", "\"a\",\"b\"\n1,2", "a;b\r1;2\r"]
        {
            assert_eq!(rows(text), [row(1, &["a", "b"]), row(2, &["1", "2"])], "{text:?}");
        }
        assert_eq!(rows("sep=;\na;b,c\n1;2"), [row(2, &["a", "b,c"]), row(3, &["1", "2"])]);
        assert_eq!(rows("\"a;;;\",b\n1,2"), [row(1, &["a;;;", "b"]), row(2, &["1", "2"])]);
    }

    #[test]
    fn a_row_knows_the_line_in_which_it_begins() {
        let text = "# a remark\n\n a , b \n\n,\n1,\"x\ny\"\n\r\n\n# another, with a comma\n3,4,,,\n";
        assert_eq!(rows(text), [row(3, &["a", "b"]), row(6, &["1", "x\ny"]), row(11, &["3", "4", "", "", ""])]);
    }

    #[test]
    fn rows_of_sums_and_titles_are_told_from_the_table() {
        let table = |text: &str| {
            let is_known = |heading: &str| ["date", "winner"].contains(&heading);
            let table = Table::read(text, is_known, &mut Faults::default()).unwrap();
            (
                table.notes.titles,
                table.heading_line,
                table.rows.iter().map(|row| row.line).collect::<Vec<_>>(),
                table.notes.sums,
            )
        };
        let text = "Gin, with Mum\n\n2011;;\ndate;winner;a\n1;x;10\nTotal 2011;;10\n2;y;7\nSum:;;17.0\nTotal;Bob;3\n";
        assert_eq!(table(text), (vec![1, 3], 4, vec![5, 7, 9], vec![6, 8]));
        assert_eq!(table("Old games\na,b\n1,2\n"), (vec![1], 2, vec![3], vec![]));
        assert_eq!(table("only\n1\n"), (vec![], 1, vec![2], vec![]));
        assert_eq!(table("sep=;\n\nOld, and good\na;b\n1;2\n"), (vec![3], 4, vec![5], vec![]));
    }

    #[test]
    fn a_row_that_no_spreadsheet_can_hold_is_refused_before_it_is_read() {
        let read = |text: &str| {
            let mut faults = Faults::default();
            Table::read(text, |_| false, &mut faults);
            super::super::CsvFaults::from(faults).to_string()
        };
        let wide = "a,b\n\"1\n,\",2\n".to_string() + &",".repeat(MOST_CELLS);
        assert_eq!(read(&wide), "line 4: the row has more than 16384 cells; no spreadsheet has that many columns");
        assert_eq!(read(&wide[..wide.len() - 1]), "");
        assert_eq!(read(&format!("a,b\n1,\"{}\"\n", ",".repeat(19_000))), "", "a note may hold as many");
    }

    #[test]
    fn a_quote_that_stays_open_is_said() {
        let mut faults = Faults::default();
        assert!(Table::read("a,b\n1,2\n3,\"4\n5,6\n", |_| false, &mut faults).is_none());
        let faults = super::super::CsvFaults::from(faults).to_string();
        assert_eq!(faults, "line 3: a quote opens in this row and is never closed");
        assert_eq!(
            rows("a\n5\" deck\n\"say \"\"hi\"\"\""),
            [row(1, &["a"]), row(2, &["5\" deck"]), row(3, &["say \"hi\""])]
        );
    }
}
