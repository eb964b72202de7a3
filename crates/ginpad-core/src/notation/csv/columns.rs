//! The columns of a table: the meaning of each heading, and whether a row is a game or a hand.

use std::collections::{BTreeMap, BTreeSet};

use super::faults::{CsvAdvice, CsvFault, Faults, reasons};
use super::names::{NameMap, without_guard};
use super::numbers::whole_number;
use super::table::{MOST_LOOKED_AT, Row, Table, one_line};
use crate::notation::day::day_before;
use crate::notation::words::outcome_of;
use crate::text::{add_source_line, and_list, fold, harmless, nearest};
use crate::{BySide, Name};

macro_rules! columns {
    ($($column:ident $name:literal [$($other:literal),*];)+) => {
        /// The meaning of a column.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Column {
            $($column),+
        }
        use Column::{$($column),+};

        /// Every heading: its column, its name, and other names in use. Case, spaces and dashes make no difference.
        const HEADINGS: &[(Column, &str, &[&str])] = &[$(($column, $name, &[$($other),*])),+];
    };
}

columns! {
    Game "game" ["game number", "game no", "game id", "match", "spiel"];
    Date "date" ["day", "when", "played", "played on", "datum", "spieltag"];
    Time "time" ["start", "started", "zeit", "uhrzeit"];
    Side1 "side 1" ["player 1", "team 1", "side a", "player a", "team a", "name 1", "spieler 1", "home", "heim"];
    Side2 "side 2" ["player 2", "team 2", "side b", "player b", "team b", "name 2", "spieler 2", "away", "guest", "gast"];
    Total1 "total 1" ["score 1", "points 1", "total a", "score a", "points a", "result 1", "punkte 1", "pkt 1", "punkte spieler", "my score", "my points", "meine punkte"];
    Total2 "total 2" ["score 2", "points 2", "total b", "score b", "points b", "result 2", "punkte 2", "pkt 2", "punkte gegner", "other score", "their score", "their points", "opponent score", "opponent points", "seine punkte", "ihre punkte"];
    Winner "winner" ["won by", "won", "sieger", "gewinner"];
    Status "status" ["state", "closed", "ended"];
    Title "title" ["name of the game"];
    Event "event" ["trip", "season", "tournament", "cup", "turnier", "veranstaltung", "anlass"];
    Rules "rules" ["rule", "preset"];
    Dealer "dealer" ["first dealer", "dealt first"];
    Stake "stake" ["stakes", "per point", "einsatz", "einsatz pro punkt"];
    StakeGame "stake game" ["per game"];
    StakeLine "stake line" ["per line", "per box"];
    Hand "hand" ["hand number", "hand no", "round", "deal", "runde"];
    Entry "entry" ["hand entry"];
    Who "who" ["player", "by", "knocker", "spieler"];
    How "how" ["outcome", "kind", "result"];
    Deadwood "deadwood" ["own deadwood", "knocker's deadwood", "winner's deadwood", "winner deadwood", "count"];
    OpponentDeadwood "opponent deadwood" ["opponent's deadwood", "other deadwood", "defender's deadwood", "loser's deadwood", "loser deadwood", "opponent count", "other count", "opponent", "gegner"];
    Points "points" ["score", "pts", "punkte"];
    Upcard "upcard" ["up", "first upcard", "knock card"];
    Note "note" ["notes", "comment", "comments", "remark", "remarks", "bemerkung", "bemerkungen", "anmerkung", "anmerkungen", "notiz", "notizen"];
    At "at" ["hand time", "played at"];
    Loser "loser" ["lost by", "lost", "verlierer"];
    Net "net" ["margin", "difference", "differenz", "points won", "won by points"];
    WinnerTotal "winner total" ["winner score", "winner points", "winner's score", "winning score", "score winner", "punkte sieger"];
    LoserTotal "loser total" ["loser score", "loser points", "loser's score", "losing score", "score loser", "punkte verlierer"];
    Sides "sides" ["players", "names", "pairing", "paarung", "begegnung"];
    Totals "totals" ["ergebnis", "resultat", "endstand", "spielstand", "final score", "final"];
}

/// The columns about a hand, not about its game.
const OF_A_HAND: [Column; 10] = [Hand, Entry, Who, How, Deadwood, OpponentDeadwood, Points, Upcard, Note, At];

/// The kind of table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// One row a game, with its totals.
    Games,
    /// One row a hand.
    Hands,
}

/// The columns of a table.
#[derive(Debug)]
pub(super) struct Columns {
    /// The kind of row.
    pub layout: Layout,
    /// The place of each column.
    places: BTreeMap<Column, usize>,
    headings: Vec<String>,
    /// The sides that the headings of the totals name, if no column does.
    pub sides: Option<BySide<Vec<Name>>>,
    /// The headings without a meaning here.
    pub left_out: Vec<String>,
}

/// Reduces a heading to its letters and digits, for comparison.
fn bare(heading: &str) -> String {
    fold(heading).chars().filter(|char| char.is_alphanumeric()).collect()
}

pub(super) fn column_of(heading: &str) -> Option<Column> {
    let heading = bare(heading);
    let fits = |name: &&str| bare(name) == heading;
    HEADINGS.iter().find(|(_, name, others)| fits(name) || others.iter().any(&fits)).map(|(column, ..)| *column)
}

/// The two columns of a heading that appears twice, once for each side: `Player, Score, Player, Score`.
const fn of_each_side(column: Column) -> Option<[Column; 2]> {
    match column {
        Who => Some([Side1, Side2]),
        Points => Some([Total1, Total2]),
        _ => None,
    }
}

/// The name of a column.
pub(super) fn name_of(column: Column) -> &'static str {
    HEADINGS.iter().find(|(listed, ..)| *listed == column).map_or("", |(_, name, _)| name)
}

impl NameMap {
    /// The spellings of the map that mean a column, and so are headings rather than names.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        let means_column = |old: &&str| self.heading(old).is_some_and(|new| column_of(new).is_some());
        self.spellings().filter(means_column)
    }

    /// The column that a heading means. One that the map gives to a player means none.
    pub(super) fn column(&self, heading: &str) -> Option<Column> {
        let Some(new) = self.heading(heading) else { return column_of(heading) };
        let column = column_of(new);
        if column.is_some() {
            self.mapped(heading);
        }
        column
    }
}

impl Columns {
    /// Whether a heading has a meaning.
    pub(super) fn knows(heading: &str, names: &NameMap) -> bool {
        column_of(heading).is_some() || names.heading(heading).is_some()
    }

    /// Reads the headings. `None` if they do not give enough to read the rows.
    pub(super) fn read(table: &Table, names: &NameMap, faults: &mut Faults) -> Option<Columns> {
        Columns::read_or_guess(table, names, true, faults)
    }

    /// Like [`Columns::read`]; `guesses` tells whether to guess the missing columns.
    fn read_or_guess(table: &Table, names: &NameMap, guesses: bool, faults: &mut Faults) -> Option<Columns> {
        let mut columns = Columns {
            layout: Layout::Games,
            places: BTreeMap::new(),
            headings: table.headings.clone(),
            sides: None,
            left_out: Vec::new(),
        };
        faults.is_new = false;
        let (mut unknown, mut twice) = (Vec::new(), Vec::new());
        for (at, heading) in table.headings.iter().enumerate() {
            match names.column(heading) {
                Some(column) => match (columns.places.get(&column).copied(), of_each_side(column)) {
                    (None, _) if twice.contains(&column) => {
                        let reason = "two other headings already give this for the two sides";
                        faults.push(CsvFault::of_cell(table.heading_line, heading, reason));
                    }
                    (None, _) => drop(columns.places.insert(column, at)),
                    (Some(first), Some([one, other])) if !columns.has(one) && !columns.has(other) => {
                        columns.places.remove(&column);
                        columns.places.extend([(one, first), (other, at)]);
                        twice.push(column);
                    }
                    (Some(first), _) => {
                        let reason = format!("this heading and `{}` mean the same column", table.headings[first]);
                        faults.push(CsvFault::of_cell(table.heading_line, heading, reason));
                    }
                },
                None => unknown.push(at),
            }
        }
        if !columns.are_mapped(names, &unknown, table, faults) {
            return None;
        }
        columns.named_by_results(twice.contains(&Points));
        columns.layout = if columns.are_of_hands(table) { Layout::Hands } else { Layout::Games };
        columns.named_by_headings(&mut unknown, names, table, faults);
        columns.leave_out(unknown, table, faults);
        let is_of_games = columns.layout == Layout::Games;
        let maps = if guesses && is_of_games { columns.guess(table, names) } else { Vec::new() };
        columns.missing(table, maps, faults);
        columns.not_there(table, names, faults);
        (!faults.is_new).then_some(columns)
    }

    /// Lists the headings that the map assigns to a column that does not exist. A heading of numbers may be a player.
    fn are_mapped(&self, names: &NameMap, unknown: &[usize], table: &Table, faults: &mut Faults) -> bool {
        let mut all = true;
        for (at, heading) in table.headings.iter().enumerate() {
            let Some(new) = names.heading(heading).filter(|new| column_of(new).is_none()) else { continue };
            let near = nearest(new, HEADINGS.iter().map(|(_, name, _)| *name));
            let may_be_player = unknown.contains(&at) && Cells::below(table, at) == Some(Cells::Numbers);
            if may_be_player && !near.is_some_and(|near| near.contains(' ')) {
                continue;
            }
            let meant = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let reason = format!("no column is called `{}`{meant}", harmless(new));
            faults.push(CsvFault::of_cell(table.heading_line, heading, reason));
            all = false;
        }
        all
    }

    /// Lists the headings of the map that the table lacks, if the table has other faults too.
    pub(super) fn not_there(&self, table: &Table, names: &NameMap, faults: &mut Faults) {
        if faults.is_empty() || names.is_for_several_tables {
            return;
        }
        for heading in names.headings().filter(|heading| !names.used.borrow().contains(*heading)) {
            let reason = format!("no heading is called `{}`", harmless(heading));
            faults.push(CsvFault::of_line(table.heading_line, reason));
        }
    }

    /// Takes the columns of the winners and the losers as the sides, if no other columns are. Their points are the
    /// winner's. If each has points of its own beside it, those follow the order of the sides.
    fn named_by_results(&mut self, has_points_of_each: bool) {
        let (Some(winner), Some(loser)) = (self.places.get(&Winner), self.places.get(&Loser)) else { return };
        if self.has(Side1) || self.has(Side2) {
            return;
        }
        let (first, second) = if has_points_of_each && loser < winner { (loser, winner) } else { (winner, loser) };
        self.places.extend([(Side1, *first), (Side2, *second)]);
        self.places.remove(&Loser);
        for (of_result, of_side) in [(WinnerTotal, Total1), (LoserTotal, Total2)] {
            if !self.has(of_side)
                && let Some(at) = self.places.remove(&of_result)
            {
                self.places.insert(of_side, at);
            }
        }
        if let Some(points) = self.places.remove(&Points) {
            let points_of = if self.has(Total2) { Total1 } else { Net };
            self.places.entry(points_of).or_insert(points);
        }
    }

    /// Whether each row is a hand: points and a result alone may belong to a game.
    fn are_of_hands(&self, table: &Table) -> bool {
        let any = |columns: &[Column]| columns.iter().any(|column| self.has(*column));
        let says_how = |at: &usize| table.cells(*at).any(|cell| outcome_of(cell).is_some());
        if any(&[Game]) && self.places.get(&How).is_some_and(says_how) && !any(&[Total1, Total2, Net]) {
            return true;
        }
        any(&[Entry, Who, Deadwood])
            || any(&[How, Points]) && any(&[Hand, OpponentDeadwood, Upcard])
            || self.has(Winner) && self.has(Points)
    }

    /// The heading of the points, if each row was read as a hand but may be a game, with its winner and points.
    pub(super) fn points_of_games(&self) -> Option<&str> {
        let of_hands = [Game, Hand, Entry, Who, How, Deadwood, OpponentDeadwood, Upcard];
        let is_bare = self.layout == Layout::Hands && !of_hands.iter().any(|column| self.has(*column));
        is_bare.then(|| self.heading(Points))
    }

    /// Takes two unknown headings as the two sides of a table of games that has no other columns for them.
    fn named_by_headings(&mut self, unknown: &mut Vec<usize>, names: &NameMap, table: &Table, faults: &mut Faults) {
        let absent = [Side1, Side2, Total1, Total2].iter().all(|column| !self.places.contains_key(column));
        let mut named: Vec<usize> = unknown.iter().copied().filter(|at| !table.headings[*at].is_empty()).collect();
        if named.len() > 2 {
            named.retain(|at| self.meant(&table.headings[*at]).is_none());
        }
        // A heading of numbers may be a player, unless a date would be left out.
        if (3..MOST_LOOKED_AT).contains(&named.len())
            && !named.iter().any(|at| Cells::below(table, *at) == Some(Cells::Days))
        {
            named.retain(|at| Cells::below(table, *at) == Some(Cells::Numbers));
        }
        if named.len() > 2 {
            named.retain(|at| !counts_rows(table, *at));
        }
        let (Layout::Games, true, [first, second]) = (self.layout, absent, named.as_slice()) else { return };
        // If two other columns may name the players, the headings of numbers do not.
        if self.may_name_sides(unknown, table).len() > 1 {
            return;
        }
        let mut side = |at: usize| match names.side(without_guard(&table.headings[at])) {
            Ok(side) => side,
            Err(wrong) => {
                faults.push(CsvFault::of_cell(table.heading_line, &table.headings[at], reasons(&wrong)));
                Vec::new()
            }
        };
        self.sides = Some(BySide::new(side(*first), side(*second)));
        self.places.extend([(Total1, *first), (Total2, *second)]);
        unknown.retain(|at| !named.contains(at));
    }

    /// The columns among these that have words in nearly every row, with the winners' column if one of them may name
    /// the losers.
    fn may_name_sides(&self, unknown: &[usize], table: &Table) -> Vec<usize> {
        let full = |at: &usize| {
            let filled = table.rows.iter().filter(|row| !row.cell(*at).is_empty()).count();
            Cells::below(table, *at) == Some(Cells::Words) && filled * 10 >= table.rows.len() * 9
        };
        let named: Vec<usize> = unknown.iter().copied().filter(|at| !table.headings[*at].is_empty()).collect();
        let mut sides: Vec<usize> = named.iter().copied().take(MOST_LOOKED_AT).filter(full).collect();
        let headings: BTreeSet<String> = named.iter().map(|at| fold(&table.headings[*at])).collect();
        if let (Some(winner), [_]) = (self.places.get(&Winner), sides.as_slice())
            && full(winner)
            && !table.rows.iter().any(|row| headings.contains(&fold(row.cell(*winner))))
        {
            sides.push(*winner);
            sides.sort_unstable();
        }
        sides
    }

    /// The column that a mistyped heading was probably meant for, if the table lacks that column.
    fn meant(&self, heading: &str) -> Option<&'static str> {
        let absent = HEADINGS.iter().filter(|(column, ..)| !self.places.contains_key(column)).map(|(_, name, _)| *name);
        // `hands` is a count of hands, not the number of one; and `side 3` is not mistyped.
        let has_digit = |text: &str| text.contains(|char: char| char.is_ascii_digit());
        let is_another = |near: &str| fold(heading) == format!("{near}s") || has_digit(heading) && !has_digit(near);
        nearest(heading, absent).filter(|near| heading.chars().count() > 2 && !is_another(near))
    }

    /// Leaves out columns without a meaning, unless a heading looks mistyped.
    fn leave_out(&mut self, unknown: Vec<usize>, table: &Table, faults: &mut Faults) {
        let (mut left_out, mut maps) = (Vec::new(), Vec::new());
        for at in unknown {
            let heading = &table.headings[at];
            let of_two = bare(heading).replace(['3', '4'], "2");
            let is_third = of_two != bare(heading) && matches!(column_of(&of_two), Some(Side2 | Total2));
            if is_third && table.cells(at).next().is_some() {
                let reason = "a spreadsheet holds games of two sides; a text sheet takes more";
                faults.push(CsvFault::of_cell(table.heading_line, heading, reason));
                continue;
            }
            match self.meant(heading) {
                Some(near) => {
                    maps.push(format!("{heading}={near}"));
                    let reason = format!("no column is called this; did you mean `{near}`?");
                    faults.push(CsvFault::of_cell(table.heading_line, heading, reason));
                }
                None if heading.is_empty() => {
                    if table.rows.iter().any(|row| !row.cell(at).is_empty()) {
                        left_out.push(format!("column {}", at + 1));
                    }
                }
                None => left_out.push(heading.clone()),
            }
        }
        let meant: BTreeSet<&str> = maps.iter().filter_map(|map| map.rsplit('=').next()).collect();
        if !maps.is_empty() && meant.len() == maps.len() {
            faults.columns = Some(CsvAdvice::Columns { missing: Vec::new(), maps });
        }
        let elsewhere = |column: &Column| match self.layout {
            Layout::Games if *column == Net => self.has(Total1) || self.has(Total2),
            Layout::Games => {
                OF_A_HAND.contains(column) && *column != Note
                    || matches!(column, Game | Loser | WinnerTotal | LoserTotal | Sides | Totals)
            }
            Layout::Hands => {
                matches!(column, Total1 | Total2 | Loser | Net | WinnerTotal | LoserTotal | Sides | Totals)
            }
        };
        let misplaced: Vec<Column> = self.places.keys().copied().filter(elsewhere).collect();
        for column in misplaced {
            left_out.extend(self.places.remove(&column).map(|at| table.headings[at].clone()));
        }
        self.left_out = left_out;
    }

    /// Lists the missing columns that are needed to read a row. `maps` are the guesses at them.
    fn missing(&self, table: &Table, maps: Vec<String>, faults: &mut Faults) {
        let mut missing: Vec<&'static str> = Vec::new();
        let mut need = |column: Column| missing.extend((!self.has(column)).then(|| name_of(column)));
        if self.sides.is_none() {
            [Side1, Side2].into_iter().for_each(&mut need);
        }
        match self.layout {
            // Games with only a winner need no totals.
            Layout::Games if self.has(Winner) && !self.has(Total1) && !self.has(Total2) && maps.is_empty() => {}
            Layout::Games => [Total1, Total2].into_iter().for_each(&mut need),
            Layout::Hands if self.has(Entry) => {}
            Layout::Hands => {
                if !(self.has(Winner) && self.has(Points)) {
                    need(Who);
                }
                if !self.has(Points) {
                    need(OpponentDeadwood);
                }
            }
        }
        if missing.is_empty() {
            return;
        }
        let is_data = |heading: &&String| whole_number(heading).is_some() || day_before(heading).is_some();
        if let Some(data) = table.headings.iter().find(is_data) {
            let reason = format!("expected the headings here, but `{}` is not one", harmless(data));
            faults.push(CsvFault::of_line(table.heading_line, reason));
            faults.columns = Some(CsvAdvice::Headings);
            return;
        }
        let quoted =
            |names: &[&str]| and_list(names.iter().map(|name| format!("`{}`", harmless(name))).collect::<Vec<_>>());
        let row = if self.layout == Layout::Games { "game" } else { "hand" };
        let (columns, are) = if missing.len() == 1 { ("column", "is") } else { ("columns", "are") };
        let headings: Vec<&str> =
            table.notes.headings.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        let reason = format!(
            "a row is a {row}, but the {columns} {} {are} missing; the headings are {}",
            quoted(&missing),
            quoted(&headings)
        );
        faults.push(CsvFault::of_line(table.heading_line, reason));
        faults.columns = Some(CsvAdvice::Columns { missing, maps });
    }

    /// Guesses the columns of headings without a meaning from the cells below them, as `OLD=NEW`. Empty unless the
    /// guesses give the table all its columns.
    fn guess(&self, table: &Table, names: &NameMap) -> Vec<String> {
        let meaningless: Vec<usize> = (0..table.headings.len())
            .filter(|at| !self.places.values().any(|place| place == at) && !table.headings[*at].is_empty())
            .take(MOST_LOOKED_AT)
            .collect();
        let mut names_in_full = self.may_name_sides(&meaningless, table);
        let others = if names_in_full.len() > 2 { names_in_full.split_off(2) } else { Vec::new() };
        let (mut days, mut numbers, mut texts) = (vec![], vec![], others);
        for at in meaningless {
            match Cells::below(table, at) {
                // A running number is no total, and a wrong cell makes no total another thing.
                _ if counts_rows(table, at) => {}
                Some(Cells::Numbers) => numbers.push(at),
                Some(Cells::Words) if is_mostly_numbers(table, at) => numbers.push(at),
                Some(Cells::Days) => days.push(at),
                Some(Cells::Words) if !names_in_full.contains(&at) && !texts.contains(&at) => texts.push(at),
                _ => {}
            }
        }
        let both = |columns: [Column; 2], places: &[usize]| {
            <[usize; 2]>::try_from(places).map(|at| columns.into_iter().zip(at))
        };
        let only = |column: Column, places: &[usize]| <[usize; 1]>::try_from(places).map(|at| (column, at[0]));
        let sides = both([Side1, Side2], &names_in_full);
        // Without columns for the sides, the headings of the totals name them.
        let may_lack_totals = !self.has(Net) && (sides.is_ok() || self.has(Side1));
        let totals = both([Total1, Total2], &numbers).ok().filter(|_| may_lack_totals);
        let guesses = sides.into_iter().flatten().chain(totals.into_iter().flatten());
        let guesses =
            guesses.chain(only(Date, &days)).chain(only(Note, &texts)).filter(|(column, _)| !self.has(*column));
        let maps: Vec<String> =
            guesses.map(|(column, at)| format!("{}={}", table.headings[at], name_of(column))).collect();
        let mut with_maps = names.clone();
        let is_right = maps.iter().all(|map| with_maps.add(map).is_ok())
            && !maps.is_empty()
            && Columns::read_or_guess(table, &with_maps, false, &mut Faults::default()).is_some();
        if is_right { maps } else { Vec::new() }
    }

    /// Whether the table has a column.
    pub(super) fn has(&self, column: Column) -> bool {
        self.places.contains_key(&column)
    }

    /// The facts about a game that a row gives: an empty cell gives nothing. The date counts only if a column gives the time
    /// of day, which makes it exact.
    pub(super) fn given(&self, row: &Row) -> BTreeSet<&'static str> {
        let word = |column: &Column| match column {
            StakeGame | StakeLine => name_of(Stake),
            Note if self.layout == Layout::Games => name_of(Title),
            Time => name_of(Date),
            other => name_of(*other),
        };
        let is_given = |column: &&Column| **column != Date && self.text(row, **column).is_some();
        self.places.keys().filter(is_given).map(word).collect()
    }

    /// Whether the winners are this side.
    pub(super) fn is_winner(&self, side: Column) -> bool {
        self.places.get(&side) == self.places.get(&Winner)
    }

    /// The heading of a column as written, or its usual name.
    pub(super) fn heading(&self, column: Column) -> &str {
        self.places.get(&column).and_then(|at| self.headings.get(*at)).map_or_else(|| name_of(column), String::as_str)
    }

    /// The text of a cell, if it is not empty.
    pub(super) fn text<'r>(&self, row: &'r Row, column: Column) -> Option<&'r str> {
        let at = self.places.get(&column)?;
        Some(without_guard(row.cell(*at))).filter(|cell| !cell.is_empty())
    }

    /// Whether a row names a player, or how a hand or a game ended. A number in such a cell does not count.
    pub(super) fn says_who(&self, row: &Row) -> bool {
        let is_word = |column| self.text(row, column).is_some_and(|cell| whole_number(cell).is_none());
        [Side1, Side2, Winner, Status, Who, How, Entry].into_iter().any(is_word)
    }

    /// Whether a row gives a total.
    pub(super) fn says_totals(&self, row: &Row) -> bool {
        [Total1, Total2].into_iter().any(|column| self.text(row, column).is_some())
    }

    /// The cells of a row with a meaning, in a fixed order. They identify the game. Leaves out the note: games imported
    /// by earlier versions are identified without it.
    pub(super) fn source(&self, row: &Row) -> String {
        let is_known_by = |column: &&Column| !(self.layout == Layout::Games && **column == Note);
        let cell = |column: &Column| self.text(row, *column).map(|cell| source_cell(*column, cell));
        let mut source: String = self.places.keys().filter(is_known_by).filter_map(cell).collect();
        for name in self.sides.iter().flat_map(BySide::iter).flatten() {
            add_source_line(&mut source, &format!("seat: {}", name.as_str()));
        }
        source
    }
}

/// The kind of cells below a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cells {
    Numbers,
    Days,
    Words,
}

impl Cells {
    /// The kind of the first cells below a heading; `None` if they are all empty.
    pub(super) fn below(table: &Table, at: usize) -> Option<Cells> {
        let cells = || table.cells(at).take(MOST_LOOKED_AT);
        cells().next()?;
        Some(if cells().all(|cell| whole_number(unsigned(cell)).is_some()) {
            Cells::Numbers
        } else if cells().all(|cell| day_before(cell).is_some()) {
            Cells::Days
        } else {
            Cells::Words
        })
    }
}

/// The numbers among the first cells below a heading, without their signs; `None` for another cell.
fn first_numbers(table: &Table, at: usize) -> Vec<Option<i64>> {
    table.cells(at).take(MOST_LOOKED_AT).map(|cell| whole_number(unsigned(cell))).collect()
}

/// A cell without its minus sign. No total is below zero, but such a column holds numbers all the same.
fn unsigned(cell: &str) -> &str {
    cell.trim_start_matches(['-', '−'])
}

/// Whether each of the first cells below a heading is one more than the cell before.
pub(super) fn counts_rows(table: &Table, at: usize) -> bool {
    let numbers = first_numbers(table, at);
    numbers.len() > 2 && numbers.windows(2).all(|two| two[0].is_some() && two[0].map(|number| number + 1) == two[1])
}

/// Whether most of the first cells below a heading are numbers.
pub(super) fn is_mostly_numbers(table: &Table, at: usize) -> bool {
    let numbers = first_numbers(table, at);
    numbers.iter().flatten().count() * 2 > numbers.len()
}

/// Formats a cell for the text of a game.
pub(super) fn source_cell(column: Column, cell: &str) -> String {
    let mut source = String::new();
    add_source_line(&mut source, &format!("{}: {}", name_of(column), one_line(cell)));
    source
}
