//! A table as it stands in its file: headings, and rows with the lines in which they begin.

use super::faults::{CsvFault, Faults};
use super::numbers::whole;

/// The longest cell that is read, in bytes: nobody writes a longer one by hand.
const LONGEST_CELL: usize = 20_000;

/// So many cells a row may have: as many as in the widest sheet of a spreadsheet program.
const MOST_CELLS: usize = 16_384;

/// A row that is added after the last one. It is read back only if every quote before it is closed.
const END: &str = "\u{1}end of the table";

/// A table with one row of headings.
#[derive(Debug)]
pub(super) struct Table {
    /// The headings.
    pub headings: Vec<String>,
    /// The line of the headings.
    pub heading_line: usize,
    /// The rows below, without those that are empty or a comment.
    pub rows: Vec<Row>,
    /// The line of a last row that holds only the sums of those above, and is not among them.
    pub sums: Option<usize>,
}

/// One row.
#[derive(Debug)]
pub(super) struct Row {
    /// The line in which it begins, counted from 1.
    pub line: usize,
    cells: csv::StringRecord,
}

impl Row {
    /// The text of a cell without spaces around it; empty if the row is shorter.
    pub(super) fn cell(&self, at: usize) -> &str {
        self.cells.get(at).unwrap_or_default().trim()
    }

    fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }

    /// Whether it is a remark: its first cell begins with `#` and goes on with words.
    fn is_comment(&self) -> bool {
        self.cell(0).strip_prefix('#').is_some_and(|words| !words.trim().is_empty())
    }
}

impl Table {
    /// Reads the rows of a text.
    pub(super) fn read(text: &str, faults: &mut Faults) -> Option<Table> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // Some old programs end lines with a carriage return alone.
        let text = if text.contains('\n') { text.to_string() } else { text.replace('\r', "\n") };
        let (separator, start) = separator(&text);
        let lines_before = text[..start].matches('\n').count();
        if let Some(line) = too_wide(&text[start..], separator) {
            let reason = format!("the row has more than {MOST_CELLS} cells; no spreadsheet has that many columns");
            faults.push(CsvFault::of_line(lines_before + line, reason));
            return None;
        }
        let mut rows = records(&text[start..], separator, lines_before, faults)?;
        rows.retain(|row| !row.is_empty() && !row.is_comment());
        let mut rows = rows.into_iter();
        let Some(headings) = rows.next() else {
            faults.push(CsvFault::of_line(1, "there is no table here; its first row holds the headings"));
            return None;
        };
        let mut rows: Vec<Row> = rows.collect();
        let is_sums = rows.split_last().is_some_and(|(last, above)| holds_sums(last, above));
        let sums = rows.pop_if(|_| is_sums).map(|row| row.line);
        Some(Table {
            heading_line: headings.line,
            headings: headings.cells.iter().map(|cell| one_line(cell.trim())).collect(),
            rows,
            sums,
        })
    }
}

/// Whether a row holds nothing but the sums of the rows above it, and perhaps a word like `total`.
fn holds_sums(row: &Row, above: &[Row]) -> bool {
    let filled = |row: &Row, at: usize| !row.cell(at).is_empty();
    let places = (0..row.cells.len()).filter(|at| filled(row, *at));
    let (numbers, words): (Vec<usize>, Vec<usize>) = places.partition(|at| whole(row.cell(*at)).is_some());
    let is_sum = |at: &usize| {
        let numbers = above.iter().filter_map(|row| whole(row.cell(*at)));
        whole(row.cell(*at)) == Some(numbers.fold(0, i64::saturating_add))
    };
    // A game has more than its sum, like a date. Where there are only totals, the sums must do.
    let in_all = |at: usize| above.iter().all(|row| filled(row, at));
    let lacks = (0..above.first().map_or(0, |row| row.cells.len())).any(|at| in_all(at) && !numbers.contains(&at));
    let only_totals = above.iter().all(|row| row.cells.len() == numbers.len());
    above.len() > 1 && words.len() < 2 && !numbers.is_empty() && numbers.iter().all(is_sum) && (lacks || only_totals)
}

/// A cell with its line breaks as spaces.
pub(super) fn one_line(cell: &str) -> String {
    if cell.contains(['\n', '\r']) {
        cell.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ")
    } else {
        cell.into()
    }
}

/// What separates the cells, and the byte where the table begins. A first line like `sep=;` says it; else it is the
/// separator that the headings have most of.
fn separator(text: &str) -> (u8, usize) {
    if let Some(said) = text.strip_prefix("sep=")
        && let Some(separator) = said.bytes().next().filter(|byte| b",;\t|".contains(byte))
    {
        return (separator, text.find('\n').map_or(text.len(), |end| end + 1));
    }
    let headings =
        text.lines().find(|line| !line.trim().is_empty() && !line.trim_start_matches(['"', ' ']).starts_with("# "));
    let mut quoted = false;
    let mut found = [(b',', 0), (b';', 0), (b'\t', 0)];
    for byte in headings.unwrap_or_default().bytes() {
        quoted ^= byte == b'"';
        found.iter_mut().filter(|(separator, _)| !quoted && *separator == byte).for_each(|(_, count)| *count += 1);
    }
    // Of equals, the first is taken.
    let (separator, _) = found.into_iter().rev().max_by_key(|(_, count)| *count).unwrap_or((b',', 0));
    (separator, 0)
}

/// The line in which the first row with too many cells begins, found before a row is read: it would take much memory.
fn too_wide(text: &str, separator: u8) -> Option<usize> {
    let (mut quoted, mut cells, mut line, mut begun) = (false, 1, 1, 1);
    for byte in text.bytes() {
        quoted ^= byte == b'"';
        line += usize::from(byte == b'\n');
        match byte {
            b'\n' if !quoted => (cells, begun) = (1, line),
            _ => cells += usize::from(byte == separator && !quoted),
        }
        if cells > MOST_CELLS {
            return Some(begun);
        }
    }
    None
}

/// Every row of a text. `None` if a quote is never closed.
fn records(text: &str, separator: u8, lines_before: usize, faults: &mut Faults) -> Option<Vec<Row>> {
    let whole = format!("{text}\n{END}\n");
    let mut reader =
        csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(whole.as_bytes());
    let mut rows: Vec<Row> = Vec::new();
    for record in reader.records() {
        // The text is UTF-8, and rows may have any length.
        let Ok(cells) = record else { continue };
        let line = lines_before + line_of(&cells, &whole);
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

/// The line in which a record begins. The reader counts the empty lines before a record as part of it.
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
        let table = Table::read(text, &mut Faults::default()).unwrap();
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
    fn a_last_row_of_sums_is_no_game() {
        let sums = |text: &str| Table::read(text, &mut Faults::default()).unwrap().sums;
        for text in
            ["date,a,b\n1,10,5\n2,20,7\n,30,12\n", "day,a,b\nMon,10,5\nTue,20,\ntotal,30,5\n", "a,b\n1,2\n3,4\n4,6\n"]
        {
            assert_eq!(sums(text), Some(4), "{text}");
        }
        for text in ["a,b\n1,2\n1,2\n", "date,a,b\n1,10,5\n2,20,7\n9,30,12\n", "date,a,b\n1,10,5\n2,20,7\n,30,13\n"] {
            assert_eq!(sums(text), None, "{text}");
        }
    }

    #[test]
    fn a_row_that_no_spreadsheet_can_hold_is_refused_before_it_is_read() {
        let read = |text: &str| {
            let mut faults = Faults::default();
            Table::read(text, &mut faults);
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
        assert!(Table::read("a,b\n1,2\n3,\"4\n5,6\n", &mut faults).is_none());
        let faults = super::super::CsvFaults::from(faults).to_string();
        assert_eq!(faults, "line 3: a quote opens in this row and is never closed");
        assert_eq!(
            rows("a\n5\" deck\n\"say \"\"hi\"\"\""),
            [row(1, &["a"]), row(2, &["5\" deck"]), row(3, &["say \"hi\""])]
        );
    }
}
