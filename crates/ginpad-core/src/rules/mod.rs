//! House rules: the knobs, the presets as data files, and contradictions refused.
//!
//! A table chooses a preset and turns some knobs. The table's choices are a list of [`Setting`]s; [`Rules`] score the
//! game. [`Rules::turned`] is the only way from one to the other. [`TableRules::assemble`] is the only place that
//! combines a preset or a rule file with single knobs.

mod choice;
mod contradiction;
mod file;
mod knob;
mod preset;
mod settings;
mod table;
mod value;

pub use choice::{
    Credit, DeadDeal, DealerRule, Format, LineTiming, Oklahoma, Shutout, ShutoutDoubling, ShutoutWhen, SpadesDouble,
    SweepBonus, Table, UndercutTie, UpcardFrom,
};
pub use contradiction::{About, Contradiction};
pub use file::{LineFault, RuleFile};
pub use knob::{Knob, Rules, Values};
pub use preset::Preset;
pub use settings::Setting;
pub use table::TableRules;
pub use value::Value;

use crate::cards::{CardRules, Cards};
use crate::text::Flaw;

impl Rules {
    /// The rules about cards.
    pub const fn cards(&self) -> CardRules {
        CardRules {
            dealt: self.dealt,
            ace: self.ace,
            layoff_on_gin: self.layoff_on_gin,
            knock_discard: self.knock_discard,
            knock_melds: self.knock_melds,
        }
    }

    /// Checks whether sides of these sizes can play by these rules.
    ///
    /// # Errors
    /// The table is for another number of sides or players, or one pack has too few cards for all.
    pub fn seat(&self, sides: &[usize]) -> Result<(), Flaw> {
        self.table.seat(sides)?;
        let needed = sides.len() * self.dealt;
        // One more card is turned up.
        if needed < Cards::PACK.len() {
            return Ok(());
        }
        Err(Flaw(format!("{needed} cards would be dealt; one pack has 52, and one is turned up")))
    }

    /// Whether big gin is played.
    pub(crate) const fn plays_big_gin(&self) -> bool {
        self.big_gin_bonus.is_some()
    }
}
