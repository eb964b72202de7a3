//! Renderings: pure functions that turn games, hands and lists into text.
//!
//! Width and colour arrive in a [`Canvas`]; nothing here asks the terminal, the clock or the environment. Text for
//! people is never wider than the canvas, down to [`Canvas::NARROWEST`]. Text for programs ignores the width: it is one
//! tab-separated record per line, or a [JSON document](json).
//!
//! # Records of a [score sheet](score_sheet)
//!
//! The first field names the record. A field that does not apply is empty. Hands and columns count from 1. Fields
//! marked ×2 hold the first and the second side.
//!
//! | record | fields after it |
//! | --- | --- |
//! | `game` | number, title, rules, date, status, who deals next, winner, `imported` or nothing |
//! | `side` | 1 or 2, name, then one field a player |
//! | `hand` | number, outcome, winner, points, boxes, columns separated by commas, `counted`, `beyond` (the end) or `refused`, the entry; with more than two sides the points of each |
//! | `column` | number, multiplier, `open` or `finished`, points ×2, hands won ×2, boxes ×2, needs ×2, finisher, `shutout` or nothing |
//! | `settlement` | column, hand points ×2, shutout ×2, game bonus ×2, line bonus ×2, totals ×2, net |
//! | `score` | game score ×2, net, winner |
//! | `money` | who pays, who is paid, the amount, the currency; one for each payment of a finished game with a stake |
//!
//! # Records of the plain explanations
//!
//! One record per step: the section, a colon and the step; then the knobs behind it as `knob=value`, separated by
//! spaces; then its points, which are none, one number, or one for each side.
//!
//! # Records about cards
//!
//! A hand gives the deadwood, the melds, the unmatched cards, and with eleven cards the one to throw. Spaces separate
//! cards, and ` / ` separates melds, as people type them.

mod answer;
mod board;
mod cards;
mod chart;
mod explain;
pub(crate) mod formats;
pub(crate) mod json;
pub(crate) mod odds;
mod page;
pub(crate) mod phrases;
#[cfg(test)]
mod refused_hand_tests;
#[cfg(test)]
pub(crate) mod samples;
mod sheet;
mod styles;
mod table_help;
#[cfg(test)]
mod width_tests;

pub(crate) use crate::answer::{Canvas, Colour, Symbols};
pub(crate) use answer::{Beside, HandLine, NAME_DEALER, adjusted, closed, sides, status, where_it_stands};
pub(crate) use board::{BoardContent, score_board};
pub(crate) use cards::{both_hands, judged_hand};
pub(crate) use chart::{bars, lifetime, race_blocks};
pub(crate) use explain::{Explanation, explain_adjustment, explain_hand, explain_settlement};
pub(crate) use json::{adjustment_records, hand_record, sheet_records, side_name};
pub(crate) use page::{game_facts, game_heading, game_html};
pub(crate) use phrases::{ColumnState, columns, deal, game_money, owes_or_is_owed, pays, stakes, standing, verdict};
pub(crate) use sheet::{Place, PlacedGame, text as score_sheet};
pub(crate) use styles::painted;
pub(crate) use table_help::table_help;
