//! A chart as a drawing, on a terminal and on a page.

use ginpad_core::text::sentence;

use super::{Chart, page, terminal};
use crate::answer::Draw;
use crate::render::Canvas;

impl Draw for Chart {
    fn text(&self, canvas: Canvas) -> String {
        format!("{}{}\n", terminal::drawn(self, canvas), sentence(&self.summary, canvas.line_columns()))
    }

    fn html(&self) -> Option<String> {
        page::html(self)
    }
}
