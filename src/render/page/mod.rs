//! Pages: one self-contained HTML document, with its style and its charts inside and no script.
//!
//! The structures here say what stands on a page; the templates in `templates/` say how it is marked up. Whatever
//! people typed is escaped by the templates.

mod board;
mod hands;
mod paper;
mod plain_table;
mod score;
mod table;
mod versus;

pub(crate) use score::{Refresh, SheetOfGame, score_page};
pub(crate) use versus::versus_page;
