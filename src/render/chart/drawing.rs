//! A chart as a drawing, on a terminal and on a page.

use ginpad_core::text::sentence;

use super::{Chart, page, terminal};
use crate::answer::Draw;
use crate::render::Look;

impl Draw for Chart {
    fn text(&self, look: Look) -> String {
        format!("{}{}\n", terminal::drawn(self, look), sentence(&self.summary, look.line_columns()))
    }

    fn html(&self) -> Option<String> {
        page::html(self)
    }
}
