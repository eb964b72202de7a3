//! Every rendering: pure functions that turn games, hands and lists into text.
//!
//! Width and colour come in as a [`Look`]; nothing here asks the terminal, the clock or the environment. Text for
//! people is never wider than the look allows, down to [`Look::NARROWEST`]. Text for programs ignores the width: it is
//! one tab-separated record a line, or a [JSON document](json).
//!
//! # Records of [`sheet_plain`]
//!
//! The first field names the record. A field that does not apply is empty. Hands and columns count from 1. Two numbers
//! belong to the first and the second side.
//!
//! | record | fields after it |
//! | --- | --- |
//! | `game` | number, title, rules, date, status, who deals next, winner, `imported` or nothing |
//! | `side` | 1 or 2, name, then one field a player |
//! | `hand` | number, outcome, winner, points, boxes, columns separated by commas, `counted`, `beyond` (the end) or `refused`, the entry |
//! | `column` | number, multiplier, `open` or `finished`, points ×2, hands won ×2, boxes ×2, needs ×2, finisher, `shutout` or nothing |
//! | `settlement` | column, hand points ×2, shutout ×2, game bonus ×2, line bonus ×2, totals ×2, net |
//! | `score` | game score ×2, net, winner |
//! | `money` | who pays, who is paid, the amount, the currency; one for each payment of a finished game with a stake |
//!
//! # Records of [`settle_plain`]
//!
//! | record | fields after it |
//! | --- | --- |
//! | `balance` | name, what the player is owed (below 0: owes), currency |
//! | `pays` | who pays, who is paid, amount, currency: the payments that settle everything |
//! | `pair` | two names, games, what the first won, what the second paid the first, currency |
//! | `paid` | date, who paid, who was paid, amount, currency |
//! | `game` | number, date, who pays, who is paid, amount, currency; one for each two players |
//!
//! # The record of [`conflict_plain`]
//!
//! `conflict`, its number, the number of the game, what it is about (`hand`, `same-number`, `refused`, `closing`, `totals`,
//! `setting`, `name`, `joining`, `import` or `seated-twice`), the same in words, what counts, and what else was said.
//!
//! # Records of [`comparison_plain`]
//!
//! A game as it was played, and as other rules score it. Fields marked ×2 have the value as it was played, then the
//! other. Values of knobs and numbers are as in the records above; lists are separated by commas.
//!
//! | record | fields after it |
//! | --- | --- |
//! | `game` | number, title, rules ×2, status ×2, the hand that ended it ×2, winner ×2 |
//! | `knob` | name, value ×2, what it changes: `hands`, `sheet`, `deal` or `nothing`, those hands |
//! | `hand` | number, outcome ×2, winner ×2, points ×2, boxes ×2, `counted`, `beyond` (the end) or `refused` ×2, `price`, `refused` or `accepted` if it is worth something else, the knobs behind it |
//! | `refused` | number of the hand, `played` or `as`, one reason |
//! | `score` | a part of the game score, then it for the first and the second side as played, then as the other rules have it |
//! | `net` | net ×2 |
//! | `money` | currency, what the first and the second side win as played, then as the other rules have it |
//!
//! # Records of the plain explanations
//!
//! One record a step: the section, a colon and the step; then the knobs behind it as `knob=value`, separated by spaces;
//! then its points, which are none, one number, or one for each side.
//!
//! # The record of [`deadwood_record`]
//!
//! The deadwood, the melds, the unmatched cards, and of eleven cards the one to throw. Spaces separate cards,
//! and ` / ` separates melds, as people type them.

mod answer;
mod board;
mod cards;
mod chart;
mod comparison;
mod csv;
mod explain;
pub(crate) mod faces;
pub(crate) mod json;
mod layout;
mod lists;
mod money;
mod odds;
mod page;
mod phrases;
mod place;
#[cfg(test)]
mod refused_hand_tests;
mod reports;
#[cfg(test)]
mod samples;
mod sheet;
mod showdown;
mod table_help;
#[cfg(test)]
mod width_tests;

pub(crate) use crate::answer::look::{Colour, Look, Symbols};
pub(crate) use answer::{Beside, HandLine, score_phrase, sides, standing, status};
pub(crate) use board::{LastChange, Window, board};
pub(crate) use cards::{deadwood, deadwood_record, layoff, layoff_plain};
pub(crate) use chart::{charts, lifetime_chart};
pub(crate) use comparison::{comparison, comparison_plain};
pub(crate) use explain::{explain_hand, explain_settlement};
pub(crate) use layout::with_red_suits;
pub(crate) use lists::backups;
pub(crate) use lists::{
    ConflictShown, Fate, GameLine, GameList, GameRow, PastLine, PastList, PastRow, Said, SettingRow, change_plain,
    conflict_plain, conflicts, game_plain, people, presets, rules, settings,
};
pub(crate) use money::{
    Paid, SettleShown, SettledGame, game_money, left_after, settle, settle_csv, settle_plain, stakes,
};
pub(crate) use odds::{GameOdds, OddsTable, odds, odds_line, odds_plain, odds_record, odds_table, odds_table_plain};
pub(crate) use page::{Refresh, SheetOfGame, score_page, versus_page};
pub(crate) use phrases::Position;
pub(crate) use place::Place;
pub(crate) use reports::{
    Listed, PlayerShown, RatingsShown, RecordsShown, VersusShown, pair_line, player, player_csv, player_plain, ratings,
    ratings_csv, ratings_plain, records, records_csv, records_plain, side_name, versus, versus_csv, versus_plain,
};
pub(crate) use sheet::{hand_record, hands_in_lines, sheet, sheet_plain};
pub(crate) use table_help::table_help;
