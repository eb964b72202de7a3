//! The hands of a game a line each, where a sheet has no room.

use super::remarks;
use crate::render::{Look, phrases};
use ginpad_core::game::ScoredGame;
use ginpad_core::text::{align_right, fill};

/// The hands of a game in their order: the number, how it ended, who won what, and what is said of it.
pub(crate) fn hands_in_lines(game: &ScoredGame, look: Look) -> String {
    let digits = game.tally.hands.len().to_string().len();
    let hand = |at: usize| {
        let entered = &game.tally.hands[at];
        let priced = &entered.priced;
        let won = match priced.winner {
            _ if !entered.is_counted() => "not counted".to_string(),
            Some(side) => format!("{} {}", phrases::name(game, side), priced.points),
            None => "nobody".to_string(),
        };
        let up = remarks::upcard(game, at).map(|upcard| format!("up {upcard}"));
        let parts: Vec<String> = std::iter::once(won).chain(up).chain(remarks::of_hand(game, at)).collect();
        let lead = format!("{} {}  ", align_right(&(at + 1).to_string(), digits), phrases::mark(entered));
        fill(&lead, &parts, look.line_columns(), lead.chars().count())
    };
    let lines: Vec<String> = (0..game.tally.hands.len()).flat_map(hand).collect();
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::samples::{NEW, PART, scored};

    #[test]
    fn every_hand_has_its_line() {
        let game = "sides: Ann, Bob\nrules: standard, oklahoma=ace-one\n\nann knock 4 27 up 7\nbob gin 31 up 10H note \"late\"\ndead\n";
        insta::assert_snapshot!(hands_in_lines(&scored(game), Look::plain(20)), @r#"
1 K  Ann 23   up 7
2 G  Bob 56   up 10♥
     “late”
3 –  nobody
"#);
        assert_eq!(hands_in_lines(&scored(NEW), Look::plain(20)), "");
        assert!(
            hands_in_lines(&scored(PART), Look::plain(20)).lines().all(|line| ginpad_core::text::width(line) <= 20)
        );
    }
}
