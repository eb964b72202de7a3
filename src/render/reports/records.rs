//! The records of a book, for people, programs and spreadsheets.

use super::{day, side_name};
use crate::render::Look;
use crate::render::csv::{CsvCell, csv};
use crate::render::layout::List;
use ginpad_core::players::Name;
use ginpad_core::reports::{Anniversary, GamePlace, Record, RecordKind};
use ginpad_core::side::Side;
use ginpad_core::text::{count, printable, sentence};

/// The least room for who holds a record; with less, each record is a paragraph.
const NARROW: usize = 18;

/// The records as they are shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct RecordsShown<'a> {
    /// The records, in the order in which they are listed.
    pub records: Vec<&'a Record>,
    /// The games of this day in other years.
    pub on_this_day: &'a [Anniversary],
    /// How many games were left out because they have no date.
    pub undated: usize,
}

impl RecordsShown<'_> {
    /// Whether there is nothing to show.
    pub(crate) fn is_empty(&self) -> bool {
        self.records.is_empty() && self.on_this_day.is_empty()
    }
}

/// The records as a list, or one a paragraph in a narrow terminal; then the games of this day in other years.
pub(crate) fn records(shown: &RecordsShown<'_>, look: Look) -> String {
    let cells = |record: &&Record| {
        let RecordKindShown { name, value } = of_kind(record);
        let notes = notes(record);
        let who = if notes.is_empty() { who(record) } else { format!("{} ({notes})", who(record)) };
        [name.to_string(), value, who, record.game.number.to_string(), date(record.game)]
    };
    let heads = ["record", "value", "who", "game", "date"];
    let list = List { heads, rows: shown.records.iter().map(cells).collect(), numbers: &[1, 3], flexible: 2 };
    let mut parts = Vec::new();
    if !shown.records.is_empty() {
        let paragraph = |record: &&Record| sentence(&in_words(record), look.columns()) + "\n";
        let fits = list.fits(NARROW, look);
        parts.push(if fits { list.text(look) } else { shown.records.iter().map(paragraph).collect() });
    }
    parts.push(on_this_day(shown.on_this_day, look));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The games of this day in other years, one a line.
pub(super) fn on_this_day(games: &[Anniversary], look: Look) -> String {
    let line = |game: &Anniversary| sentence(&format!("on this day: {}", anniversary(game)), look.columns()) + "\n";
    games.iter().map(line).collect()
}

fn anniversary(game: &Anniversary) -> String {
    let (date, number) = (date(game.game), game.game.number);
    let named = |side: Side| printable(&side_name(&game.sides[side]));
    let [first, second] = Side::BOTH.map(named);
    match game.finished {
        None => format!("{date}, {first} and {second} did not finish game {number}"),
        Some(finished) => match finished.winner {
            None => format!("{date}, {first} and {second} tied game {number}"),
            Some(winner) => {
                let (won, lost) = (named(winner), named(winner.other()));
                let net = finished.net_of(winner);
                format!("{date}, {won} won game {number} against {lost}, net {net}")
            }
        },
    }
}

/// A kind of record and its value, in words.
struct RecordKindShown {
    name: &'static str,
    value: String,
}

fn of_kind(record: &Record) -> RecordKindShown {
    let value = count(usize::try_from(record.value).unwrap_or(0), record.kind.unit().noun());
    RecordKindShown { name: record.kind.name(), value }
}

/// A record in one sentence.
fn in_words(record: &Record) -> String {
    let RecordKindShown { name, value } = of_kind(record);
    let (date, notes) = (date(record.game), notes(record));
    let on = if date.is_empty() { String::new() } else { format!(" on {date}") };
    let notes = if notes.is_empty() { String::new() } else { format!(" ({notes})") };
    format!("{name}: {value}, {}, game {}{on}{notes}", who(record), record.game.number)
}

/// Who holds a record, and against whom.
fn who(record: &Record) -> String {
    let [holders, against] = [&record.holders, &record.against].map(|names| printable(&side_name(names)));
    match (against.is_empty(), record.kind.is_shared()) {
        (true, _) => holders,
        (false, true) => format!("{holders} and {against}"),
        (false, false) => format!("{holders} against {against}"),
    }
}

/// What else there is to say: which hand, where it began, how often it was equaled.
fn notes(record: &Record) -> String {
    let mut notes = Vec::new();
    if let Some(hand) = record.hand {
        notes.push(format!("hand {}", hand + 1));
    }
    if let Some(began) = record.began.filter(|began| began.id != record.game.id) {
        notes.push(match (record.kind, began.started) {
            (RecordKind::LongestStreak, _) | (_, None) => format!("from game {}", began.number),
            (_, Some(started)) => format!("since {}", day(started)),
        });
    }
    match record.equaled {
        0 => {}
        1 => notes.push("equaled once".into()),
        2 => notes.push("equaled twice".into()),
        times => notes.push(format!("equaled {times} times")),
    }
    notes.join("; ")
}

fn date(game: GamePlace) -> String {
    game.started.map(day).unwrap_or_default()
}

/// The fields of a record for programs, in the order of [`HEADINGS`].
fn fields(record: &Record) -> [CsvCell; 12] {
    let names = |names: &[Name]| CsvCell::text((!names.is_empty()).then(|| side_name(names)));
    [
        CsvCell::Text(record.kind.word().into()),
        CsvCell::number(Some(record.value)),
        CsvCell::Text(record.kind.unit().word().into()),
        names(&record.holders),
        names(&record.against),
        CsvCell::number(Some(record.game.number)),
        CsvCell::number(record.hand.map(|hand| hand + 1)),
        CsvCell::text(record.game.started.map(day)),
        CsvCell::number(record.began.map(|began| began.number)),
        CsvCell::text(record.began.and_then(|began| began.started).map(day)),
        CsvCell::Text(if record.kind.is_shared() { "shared".into() } else { String::new() }),
        CsvCell::number(Some(record.equaled)),
    ]
}

/// The headings of a spreadsheet of records.
const HEADINGS: [&str; 12] = [
    "record",
    "value",
    "unit",
    "players",
    "against",
    "game",
    "hand",
    "date",
    "first_game",
    "first_date",
    "shared",
    "equaled",
];

/// The records, one line a record: `record`, then the fields of [`records_csv`]; and an `on-this-day` record for each
/// game of this day in other years.
pub(crate) fn records_plain(shown: &RecordsShown<'_>) -> String {
    let record = |record: &&Record| {
        let fields = fields(record).map(|cell| cell.plain());
        format!("record\t{}\n", fields.join("\t"))
    };
    shown.records.iter().map(record).chain([on_this_day_plain(shown.on_this_day)]).collect()
}

/// The games of this day in other years, one a record: number, date, both sides, winner, net of the first side.
pub(super) fn on_this_day_plain(games: &[Anniversary]) -> String {
    let record = |game: &Anniversary| {
        let named = |side: Side| side_name(&game.sides[side]);
        let fields = [
            "on-this-day".to_string(),
            game.game.number.to_string(),
            date(game.game),
            named(Side::First),
            named(Side::Second),
            game.finished.and_then(|finished| finished.winner).map(named).unwrap_or_default(),
            game.finished.map(|finished| finished.net.to_string()).unwrap_or_default(),
        ];
        fields.join("\t") + "\n"
    };
    games.iter().map(record).collect()
}

/// The records for a spreadsheet.
pub(crate) fn records_csv(shown: &RecordsShown<'_>) -> String {
    csv(&HEADINGS, shown.records.iter().map(|record| fields(record).to_vec()))
}

#[cfg(test)]
mod tests;
