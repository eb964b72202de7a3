//! House rules: the knobs, the presets as data files, and contradictions refused.
//!
//! A table chooses a preset and turns some knobs. What the table wrote is a list of [`Setting`]s; what the game is
//! scored by is [`Rules`]. [`Rules::turned`] is the only way from one to the other. [`TableRules::assemble`] is the
//! only place that combines a preset or a rule file with single knobs.

mod choice;
mod contradiction;
mod file;
mod format;
mod knob;
mod preset;
mod settings;
mod table;
mod value;

pub use choice::{
    Credit, DeadDeal, DealerRule, FormatWord, LineTiming, Oklahoma, ShutoutDoubling, ShutoutWhen, SpadesDouble, Table,
    UndercutTie, UpcardFrom,
};
pub use contradiction::Contradiction;
pub use file::{LineFault, RuleFile};
pub use format::{Format, SweepBonus};
pub use knob::{Knob, Values};
pub use preset::{Preset, SOURCES, Source};
pub use settings::Setting;
pub use table::{Base, TableRules};
pub use value::Value;

use crate::cards::{Ace, AgainstGin, CardRules, Cards, Dealt, KnockDiscard, KnockMelds};
use crate::players::{Players, SeatingFault};
use crate::points::{Boxes, Points};

/// What a shutout adds to the finisher's total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shutout {
    /// Nothing.
    None,
    /// A flat bonus.
    Flat(Points),
    /// Part of the total once more.
    Double(ShutoutDoubling),
}

/// The rules a game is scored by: every knob has a value, and no two contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The most deadwood a player may knock with; 0 is straight gin.
    pub knock_limit: u8,
    /// Whether the upcard lowers that limit.
    pub oklahoma: Oklahoma,
    /// What a spade upcard doubles.
    pub spades_double: SpadesDouble,
    /// Points for gin, on top of the defender's deadwood.
    pub gin_bonus: Points,
    /// Points for big gin, in place of the gin bonus; `None` if big gin is not played.
    pub big_gin_bonus: Option<Points>,
    /// Points for an undercut, on top of the difference.
    pub undercut_bonus: Points,
    /// Who wins the hand when both have the same deadwood.
    pub undercut_tie: UndercutTie,
    /// Points for a knock that wins, on top of the difference.
    pub knock_bonus: Points,
    /// Extra boxes for gin.
    pub gin_boxes: Boxes,
    /// Extra boxes for big gin.
    pub big_gin_boxes: Boxes,
    /// Extra boxes for an undercut.
    pub undercut_boxes: Boxes,
    /// Extra boxes for a gin-off, or the undercut's if those are more.
    pub gin_off_boxes: Boxes,
    /// Whether the defender may lay off on gin.
    pub layoff_on_gin: bool,
    /// Where the ace stands in a run, and what it counts.
    pub ace: Ace,
    /// How those who sit at the table meet.
    pub table: Table,
    /// How many cards each player is dealt.
    pub dealt: Dealt,
    /// Whether a knocker has to throw a card.
    pub knock_discard: KnockDiscard,
    /// How many cards of a knock must be in melds.
    pub knock_melds: KnockMelds,
    /// Which pack turns the upcard.
    pub upcard_from: UpcardFrom,
    /// Who deals after a dead hand, if the deal alternates.
    pub dead_deal: DeadDeal,
    /// The deals after which a column closes, if one side leads; 0 for no such end.
    pub hands: usize,
    /// The hands a side must win in a column to close it; 0 for no such end.
    pub lines: usize,
    /// The points that close a column.
    pub target: Points,
    /// Points to the finisher of a column.
    pub game_bonus: Points,
    /// Points for each box.
    pub line_bonus: Points,
    /// When lines are credited.
    pub line_timing: LineTiming,
    /// What a shutout adds.
    pub shutout: Shutout,
    /// When the loser is shut out.
    pub shutout_when: ShutoutWhen,
    /// How columns follow one another.
    pub format: Format,
    /// Who deals next.
    pub dealer: DealerRule,
}

impl Rules {
    /// What they say about cards.
    pub const fn cards(&self) -> CardRules {
        CardRules {
            dealt: self.dealt,
            ace: self.ace,
            against_gin: if self.layoff_on_gin { AgainstGin::LayOffs } else { AgainstGin::MeldsOnly },
            knock_discard: self.knock_discard,
            knock_melds: self.knock_melds,
        }
    }

    /// Whether these players can sit down by these rules.
    ///
    /// # Errors
    /// The table is for another number of sides or players, or one pack has too few cards for all.
    pub fn seat(&self, players: &Players) -> Result<(), SeatingFault> {
        self.table.seat(players)?;
        let needed = self.cards_dealt(players.sides());
        // One more is turned up.
        if needed < Cards::PACK.len() { Ok(()) } else { Err(SeatingFault::TooFewCards { needed }) }
    }

    /// Whether sides of these sizes can sit down by these rules.
    pub(crate) fn seats(&self, sides: &[usize]) -> bool {
        self.table.seats(sides) && self.cards_dealt(sides.len()) < Cards::PACK.len()
    }

    /// How many cards are dealt from one pack.
    const fn cards_dealt(&self, sides: usize) -> usize {
        sides * self.dealt.cards()
    }

    /// Whether big gin is played.
    pub(crate) const fn plays_big_gin(&self) -> bool {
        self.big_gin_bonus.is_some()
    }
}
