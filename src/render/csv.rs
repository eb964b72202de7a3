//! Tables for spreadsheets: comma-separated values with a line of headings.

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CsvCell {
    /// Words. If a spreadsheet could take them for a formula, an apostrophe is put before them.
    Text(String),
    /// A number as it is written.
    Number(String),
    /// Nothing.
    Empty,
}

impl CsvCell {
    /// Words that may be missing.
    pub(crate) fn text(text: Option<impl Into<String>>) -> CsvCell {
        text.map_or(CsvCell::Empty, |text| CsvCell::Text(text.into()))
    }

    /// A number that may be missing.
    pub(crate) fn number(number: Option<impl ToString>) -> CsvCell {
        number.map_or(CsvCell::Empty, |number| CsvCell::Number(number.to_string()))
    }

    /// The cell as a field of a plain record.
    pub(crate) fn plain(self) -> String {
        match self {
            CsvCell::Text(text) | CsvCell::Number(text) => text,
            CsvCell::Empty => String::new(),
        }
    }

    fn written(&self) -> String {
        match self {
            // With an apostrophe more, what begins with apostrophes of its own is read back as it is.
            CsvCell::Text(text) if text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r']) => {
                format!("'{text}")
            }
            CsvCell::Text(text) | CsvCell::Number(text) => text.clone(),
            CsvCell::Empty => String::new(),
        }
    }
}

/// A table for spreadsheets. Every row has a cell for each heading.
pub(crate) fn csv(headings: &[&str], rows: impl IntoIterator<Item = Vec<CsvCell>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let cells = rows.into_iter().map(|row| row.iter().map(CsvCell::written).collect::<Vec<_>>());
    let headings = headings.iter().map(ToString::to_string).collect();
    for row in std::iter::once(headings).chain(cells) {
        writer.write_record(&row).expect("rows are of one length, and memory does not fail");
    }
    let bytes = writer.into_inner().expect("memory does not fail");
    String::from_utf8(bytes).expect("text stays text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_stays_a_word_and_a_number_a_number() {
        let text = |text: &str| CsvCell::Text(text.into());
        let names = ["=1+1", "'=1+1", "+Ann", "-Bob", "@Cid", "\tDee", "\rEve"];
        for name in names {
            let table = csv(&["name"], [vec![text(name)]]);
            assert!(table.contains(&format!("'{name}")), "{table:?}");
        }
        let row = vec![text("Ann, \"the\" Great"), CsvCell::number(Some(-12)), CsvCell::text(None::<String>)];
        assert_eq!(csv(&["name", "net", "date"], [row]), "name,net,date\n\"Ann, \"\"the\"\" Great\",-12,\n");
        assert_eq!(csv(&["name"], []), "name\n");
    }
}
