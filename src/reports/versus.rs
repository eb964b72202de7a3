//! Two players against each other, and their lifetime ledger.

use chrono::Datelike as _;
use ginpad_core::reports::{Ledger, LedgerEntry, Line, Versus, day_text, is_this_day};
use ginpad_core::text::{count, times};
use ginpad_core::{BySide, Moment, Points, Side};
use serde::Serialize;

use super::players::{side_by_side, table};
use crate::answer::{Audience, Block, Cell, Column, Report, Table};
use crate::render::{BoardContent, bars, lifetime};

/// The number of games and years that people see.
const GAMES: usize = 10;
const YEARS: usize = 14;

/// Two players: `ginpad/versus/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/versus/1")]
pub(crate) struct VersusReport {
    /// The figures of each player in these games; nets are for the first.
    pub players: [Line; 2],
    /// All their finished games, in the order of the book.
    #[serde(flatten)]
    pub ledger: Ledger,
    /// The start of the first game with a date.
    #[serde(serialize_with = "ginpad_core::reports::day_of")]
    pub first: Option<Moment>,
    /// The start of the last game with a date.
    #[serde(serialize_with = "ginpad_core::reports::day_of")]
    pub last: Option<Moment>,
    /// Their finished games on this day in other years.
    pub on_this_day: Vec<LedgerEntry>,
    /// Whether people see only a chart of the lead after each game.
    #[serde(skip)]
    pub is_chart: bool,
    /// Whether the report is about some of their games only.
    #[serde(skip)]
    pub is_part: bool,
}

impl VersusReport {
    /// Builds the report.
    pub(crate) fn new(versus: Versus, today: chrono::NaiveDate) -> VersusReport {
        let (players, ledger) = (versus.lines(), versus.ledger);
        let (first, last) = (players[0].row.first, players[0].row.last);
        let is_this_day = |entry: &&LedgerEntry| entry.game.started.is_some_and(|started| is_this_day(started, today));
        let on_this_day = ledger.entries.iter().filter(is_this_day).copied().collect();
        VersusReport { players, ledger, first, last, on_this_day, is_chart: false, is_part: false }
    }

    fn names(&self) -> [&str; 2] {
        self.players.each_ref().map(|player| player.names[0].as_str())
    }
}

impl Report for VersusReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let life = lifetime(self.names(), &self.ledger);
        if self.is_chart {
            return vec![life.map_or_else(|| Block::words(self.lead_words()), |life| self.leads(life.summary))];
        }
        std::iter::once(Block::Html(self.board().to_string()))
            .chain([Block::words(self.lead_words())])
            .chain(self.history().map(Block::words))
            .chain(life.map(|life| Block::Html(life.to_string())))
            .chain(self.tables())
            .collect()
    }
}

impl VersusReport {
    /// The lead after each game as bars.
    fn leads(&self, summary: String) -> Block<'_> {
        let leads = |sign: i64| self.ledger.entries.iter().map(|entry| (sign * entry.cumulative.0).max(0)).collect();
        let [one, other] = self.names().map(|name| format!("{name} leads by"));
        Block::Table(Table { note: Some(summary), ..bars("game", 1, 0, vec![(one, leads(1)), (other, leads(-1))]) })
    }

    /// The scores at the head of the page.
    fn board(&self) -> BoardContent {
        let ([one, other], [own, others]) = (self.names().map(String::from), self.ledger.scores);
        BoardContent {
            heading: Vec::new(),
            names: BySide::new(one, other),
            what: Some("the scores of all their games".into()),
            numbers: BySide::new(own, others),
            remark: BySide::none(Side::TWO.len()),
            change: None,
            ending: Vec::new(),
        }
    }

    /// The leader, in words.
    fn lead_words(&self) -> String {
        match (self.ledger.entries.is_empty(), self.names()) {
            (true, [one, other]) => format!("{one} and {other} have no finished game against each other"),
            (false, names) => pair_line(names, 1, &self.ledger),
        }
    }

    /// Lead changes, the days of their games, and games on this day in other years.
    fn history(&self) -> impl Iterator<Item = String> {
        let changed = (!self.ledger.entries.is_empty()).then(|| match self.ledger.lead_changes {
            0 => "the lead never changed".into(),
            changes => format!("the lead changed {}", times(changes)),
        });
        let met = self.first.zip(self.last).map(|(first, last)| (day_text(first), day_text(last)));
        let part = if self.is_part { "in these games they " } else { "" };
        let met = met.map(|(first, last)| match first == last {
            true => format!("{part}met on {first}"),
            false => format!("{part}first met {first}, last {last}"),
        });
        let on_this_day = self.on_this_day.iter().map(|entry| {
            let (date, number) = (entry.game.started.map(day_text).unwrap_or_default(), entry.game.number);
            let what = match entry.winner {
                Some(winner) => format!("{} won game {number}", self.names()[winner.index()]),
                None => format!("game {number} was a tie"),
            };
            format!("on this day: {date}, {what}, net {}", entry.net.abs())
        });
        changed.into_iter().chain(met).chain(on_this_day)
    }

    fn tables(&self) -> impl Iterator<Item = Block<'_>> {
        let Ledger { entries, scores, lead_changes, .. } = &self.ledger;
        let [one, other] = scores.map(|score| Cell::Count(score.0));
        let ledger = vec![Cell::count(entries.len()), one, other, Cell::count(*lead_changes)];
        let tables = [
            side_by_side("In these games", &self.players),
            self.years(),
            table("", ["player", ""], &self.players, Line::name, None).only(&[Audience::Records]),
        ];
        let ledger = Block::kind("ledger", [ledger]);
        tables.into_iter().map(Block::Table).chain([ledger, Block::Table(self.games())])
    }

    fn years(&self) -> Table<'_> {
        let [one, other] = self.names().map(|name| format!("{name} won"));
        let year = |entry: &LedgerEntry| entry.game.started.map(|started| started.year());
        let mut entries: Vec<&LedgerEntry> = self.ledger.entries.iter().collect();
        entries.sort_by_key(|entry| (year(entry).is_none(), year(entry)));
        let won = |games: &[&LedgerEntry], side| games.iter().filter(|game| game.winner == Some(side)).count();
        let table = Table::of("Year by year", entries.chunk_by(|one, next| year(one) == year(next)).map(<[_]>::to_vec))
            .people("year", move |games| Cell::Text(year(games[0]).map_or("no date".into(), |year| year.to_string())))
            .people("games", |games| Cell::count(games.len()))
            .people(&one, move |games| Cell::count(won(games, Side::First)))
            .people(&other, move |games| Cell::count(won(games, Side::Second)))
            .people("lead at the end", |games| Cell::Name(self.lead(games[games.len() - 1].cumulative)));
        table.table.only(&[Audience::Page]).shortened(YEARS, "year")
    }

    /// The games, for people and for programs. People see a part of them.
    fn games(&self) -> Table<'_> {
        let winner = |winner: Side| Cell::Name(self.names()[winner.index()].into());
        let table = Table::of("Games", &self.ledger.entries)
            .kind("game")
            .column("game", "game", |entry| Cell::Count(entry.game.number))
            .column("date", "date", |entry| Cell::day(entry.game.started))
            .add(Column::new("winner", "won by").rank(1), move |entry| entry.winner.map_or(Cell::Empty, winner))
            .column("net", "net", |entry| Cell::Count(entry.net.0))
            .programs("cumulative", |entry| Cell::Count(entry.cumulative.0))
            .programs("lead", |entry| Cell::text(entry.took_the_lead.then_some("lead")))
            .people("lead after it", |entry| Cell::Name(self.lead(entry.cumulative)));
        table.table.shortened(GAMES, "game")
    }

    /// The leader and the lead: `Ann 120`.
    fn lead(&self, cumulative: Points) -> String {
        let ahead = Side::ahead(cumulative.0).map(|side| self.names()[side.index()]);
        ahead.map_or("level".into(), |name| format!("{name} {}", cumulative.abs()))
    }
}

/// The leader of a pair, in one sentence. The scores are the sums of game scores over all finished games.
///
/// `names` are the names of the two sides, each of `a_side` people.
pub(crate) fn pair_line(names: [&str; 2], a_side: usize, ledger: &Ledger) -> String {
    let [one, other] = names;
    let lead = ledger.scores[0] - ledger.scores[1];
    let since = ledger.first_date().map(|since| format!(" since {}", day_text(since))).unwrap_or_default();
    let games = count(ledger.entries.len(), "game");
    if lead.0 == 0 {
        let ([first, second], score) = (ledger.won, ledger.scores[0]);
        return format!("{one} and {other} are level at {score} over {games}{since}, {first} won to {second}");
    }
    let [ahead, behind] = if lead.0 > 0 { [0, 1] } else { [1, 0] };
    let tied = if ledger.tied() > 0 { format!(", {} tied", ledger.tied()) } else { String::new() };
    let leads = if a_side > 1 { "lead" } else { "leads" };
    let (leader, trails, high, low) = (names[ahead], names[behind], ledger.scores[ahead], ledger.scores[behind]);
    let (won, lost) = (ledger.won[ahead], ledger.won[behind]);
    format!("{leader} {leads} {trails} {high} to {low} over {games}{since}: {won} won, {lost} lost{tied}")
}
