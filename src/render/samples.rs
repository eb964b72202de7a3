//! Games for the tests of all renderings.

use std::rc::Rc;

use super::formats::terminal;
use super::{Canvas, Explanation, Place, PlacedGame, painted, score_sheet};
use crate::answer::Nobody;
use ginpad_core::ScoredGame;
use ginpad_core::notation::{print_moment, read_one};

/// The printed score sheet of a game.
pub(crate) fn sheet(game: &ScoredGame, place: impl Into<Place>, canvas: Canvas) -> String {
    printed(score_sheet(&placed(game, place), canvas), canvas)
}

impl From<Option<i64>> for Place {
    /// The place of a game that was not imported.
    fn from(number: Option<i64>) -> Place {
        Place { number, imported: false }
    }
}

/// A game in this place.
pub(crate) fn placed(game: &ScoredGame, place: impl Into<Place>) -> PlacedGame {
    PlacedGame {
        scored: Rc::new(game.clone()),
        place: place.into(),
        started: game.game.started.map(print_moment),
        odds: None,
    }
}

/// A printed drawing.
pub(crate) fn printed(text: String, canvas: Canvas) -> String {
    painted(text, canvas.colour)
}

/// A printed explanation.
pub(crate) fn explained(explanation: &Explanation, canvas: Canvas) -> String {
    printed(terminal(explanation, canvas, &Nobody), canvas)
}

/// A sheet, scored.
pub(crate) fn scored(text: &str) -> ScoredGame {
    read_one(text).unwrap().scored()
}

/// One column, two players, a tie that is an undercut, and a hand beyond the end.
pub(crate) const SINGLE: &str = "\
title: Friday night
date: 2026-11-20 19:30 +01:00
rules: standard
sides: Ann, Bob
dealer: Ann
stake: 0.01 USD

ann knock 4 27
bob gin 31
dead
ann big-gin 40
bob undercut 4 8
ann knock 8 8
ann knock 3 20
";

/// Three columns, two of them closed by one hand, boxes, spades and a multiplier.
pub(crate) const HOLLY: &str = "\
rules: hollywood-club, target=100
sides: Ann, Bob
dealer: Bob

ann knock 4 27 up 5S
ann gin 31 up 9S
bob knock 2 20 up KH
dead up 4D
ann big-gin 40 up 2H
bob gin 10 up 7C
ann undercut 3 6 up 8S
";

/// Columns that follow each other, the third open.
pub(crate) const MULTI: &str = "\
rules: multi-match, final_bonus=100
sides: Ann, Bob
dealer: Ann

ann gin 60
dead
bob knock 3 10
ann gin 70
bob gin 80
ann points 12
";

/// Best of three.
pub(crate) const BEST: &str = "\
rules: tournament, best_of=3, target=100
sides: Ann, Bob

ann gin 60
ann gin 50
bob gin 80
bob knock 2 4
bob knock 2 4
bob knock 2 4
bob knock 2 4
ann gin 90
";

/// Partners, two a side.
pub(crate) const PART: &str = "\
rules: partners
sides: Ann & Cid, Bob & Dee

ann knock 4 27, dee gin 12
ann undercut 4 8, bob points 3
dead
ann knock 5 33, cid gin 80
";

/// Lines credited at once.
pub(crate) const PALACE: &str = "\
rules: palace
sides: Ann, Bob
dealer: Ann

ann knock 4 27
bob gin 31
ann gin 70
";

/// The finisher has the lower total; a hand won for nothing.
pub(crate) const LOWER: &str = "\
rules: standard, game_bonus=0, undercut_tie=knocker
sides: Ann, Bob

ann gin 60
bob knock 5 7
bob knock 5 5
bob knock 1 3
bob knock 2 4
bob knock 3 5
bob knock 3 5
bob knock 3 5
ann points 20
";

/// Closed, nobody wins.
pub(crate) const UNFINISHED: &str = "\
rules: standard
sides: Ann, Bob
closed: unfinished

ann knock 4 27
dead
";

/// Two columns, one each.
pub(crate) const TIE: &str = "\
rules: standard, format=hollywood, columns=2, shutout=none, target=20
sides: Ann, Bob

ann points 20
bob points 20
";

/// Oklahoma, spades, and a tie that nobody wins.
pub(crate) const VOID: &str = "\
rules: oklahoma, undercut_tie=void, knock_bonus=15
sides: Ann, Bob
dealer: Bob

ann knock 5 5 up KH
ann knock 2 9 up 2S
bob gin 0 up AD
";

/// Only the finisher is credited, and there is a final bonus.
pub(crate) const FINISHER: &str = "\
rules: multi-match, credit=finisher, final_bonus=100, game_target=300
sides: Ann, Bob

bob gin 10
ann gin 80
bob gin 10
ann gin 80
";

/// No hand yet.
pub(crate) const NEW: &str = "\
rules: hollywood
sides: Ann, Bob
dealer: Ann
";

/// Forfeited by the side that leads.
pub(crate) const FORFEIT: &str = "\
rules: hollywood
sides: Ann & Cid, Bob & Dee
closed: forfeit bob

ann knock 4 27, cid gin 3
bob gin 60, dee gin 60
";

/// Hollywood between names that start alike.
pub(crate) const ALIKE: &str = "\
rules: hollywood
sides: Alexandra, Alexander

alexandra knock 4 27
alexander gin 20
dead
alexandra gin 31
";

/// More columns than fit at the narrowest width, with different multipliers.
pub(crate) const FIVE: &str = "\
rules: standard, format=hollywood, columns=5, column_multipliers=1/1/2/2/3, target=50
sides: Ann, Bob
dealer: Ann

ann gin 60
bob gin 40
ann gin 60
ann gin 12
bob knock 3 5
ann gin 60
";

/// Hands with an upcard, notes and a time.
pub(crate) const REMARKS: &str = "\
rules: standard
sides: Ann, Bob

ann knock 4 27 up 7S note \"took the four\" at 2026-11-20 19:45 +00:00
dead note \"the stock ran down, as it does when both wait for \\\"the\\\" card\"
bob gin 31 at 2026-11-20 19:59 +00:00
";

/// A shutout under rules that credit lines at once, as hand points, so that the shutout doubles them too.
pub(crate) const AT_ONCE: &str = "\
rules: standard, line_timing=immediate, line_bonus=20, shutout=double-hands
sides: Ann, Bob

ann gin 60
";

/// An old game of which only the totals are known; the lower one won.
pub(crate) const TOTALS: &str = "\
title: From the notebook
date: 2011-05-01 00:00 +00:00
rules: hollywood
sides: Ann, Bob
totals: 300, 325, Ann
";
