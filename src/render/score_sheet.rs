//! The score sheet, on a terminal and on a page.

use std::rc::Rc;

use super::{Look, PlacedGame, page, sheet};
use crate::answer::Draw;

/// The score sheet of a game.
#[derive(Debug)]
pub(crate) struct ScoreSheet {
    /// The game.
    pub game: Rc<PlacedGame>,
    /// Whether it is one of several on a page, where each has its own heading.
    pub is_one_of_several: bool,
}

impl Draw for ScoreSheet {
    fn text(&self, look: Look) -> String {
        sheet::text(&self.game, look)
    }

    fn html(&self) -> Option<String> {
        page::game_html(&self.game, self.is_one_of_several)
    }
}
