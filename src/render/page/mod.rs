//! Pages: one self-contained HTML document, with its style and its charts inside and no script.
//!
//! The structures here say what stands on a page; the templates in `templates/` say how it is marked up. Whatever
//! people typed is escaped by the templates.

mod board;
mod game;
mod hands;
mod table;

pub(crate) use board::{Board, BoardSide};
pub(crate) use game::{game_facts, game_heading, game_html};
