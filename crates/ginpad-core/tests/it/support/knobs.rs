//! The knobs of the naive scorer: its own list and its own defaults, nothing from `src/`.

/// Every knob of `docs/rules.md`, "Every knob", as it is written in a rule file.
#[derive(Debug, Clone)]
pub(crate) struct Knobs {
    pub knock_limit: i128,
    pub oklahoma: &'static str,
    pub spades_double: &'static str,
    pub gin_bonus: i128,
    pub big_gin_bonus: Option<i128>,
    pub undercut_bonus: i128,
    pub undercut_tie: &'static str,
    pub knock_bonus: i128,
    pub gin_boxes: i128,
    pub big_gin_boxes: i128,
    pub undercut_boxes: i128,
    pub gin_off_boxes: i128,
    pub layoff_on_gin: bool,
    pub cards: i128,
    pub knock_discard: &'static str,
    pub knock_melds: &'static str,
    pub upcard_from: &'static str,
    pub dead_deal: &'static str,
    pub hands: i128,
    pub lines: i128,
    pub target: i128,
    pub game_bonus: i128,
    pub line_bonus: i128,
    pub line_timing: &'static str,
    /// `none`, a number, or one of the doublings.
    pub shutout: String,
    /// `no-hands`, `no-points`, or `under-` and a number.
    pub shutout_when: String,
    pub format: &'static str,
    /// `double`, or a number.
    pub sweep_bonus: String,
    pub column_multipliers: Vec<i128>,
    pub best_of: i128,
    pub game_target: i128,
    pub final_bonus: i128,
    pub credit: &'static str,
    pub dealer: &'static str,
}

impl Knobs {
    /// The preset `standard`, and each format with its usual values.
    pub(crate) fn base() -> Knobs {
        Knobs {
            knock_limit: 10,
            oklahoma: "off",
            spades_double: "off",
            gin_bonus: 25,
            big_gin_bonus: Some(31),
            undercut_bonus: 25,
            undercut_tie: "bonus",
            knock_bonus: 0,
            gin_boxes: 0,
            big_gin_boxes: 0,
            undercut_boxes: 0,
            gin_off_boxes: 0,
            layoff_on_gin: false,
            cards: 10,
            knock_discard: "required",
            knock_melds: "any",
            upcard_from: "pack",
            dead_deal: "next",
            hands: 0,
            lines: 0,
            target: 100,
            game_bonus: 100,
            line_bonus: 25,
            line_timing: "end",
            shutout: "double-hands".into(),
            shutout_when: "no-hands".into(),
            format: "single",
            sweep_bonus: "0".into(),
            column_multipliers: vec![1, 1, 1],
            best_of: 5,
            game_target: 500,
            final_bonus: 0,
            credit: "both",
            dealer: "alternate",
        }
    }

    /// Each knob that the format has, as `knob=value`.
    pub(crate) fn settings(&self) -> Vec<String> {
        let mut settings = vec![
            format!("knock_limit={}", self.knock_limit),
            format!("oklahoma={}", self.oklahoma),
            format!("spades_double={}", self.spades_double),
            format!("gin_bonus={}", self.gin_bonus),
            format!("big_gin_bonus={}", self.big_gin_bonus.map_or("off".into(), |bonus| bonus.to_string())),
            format!("undercut_bonus={}", self.undercut_bonus),
            format!("undercut_tie={}", self.undercut_tie),
            format!("knock_bonus={}", self.knock_bonus),
            format!("gin_boxes={}", self.gin_boxes),
            format!("big_gin_boxes={}", self.big_gin_boxes),
            format!("undercut_boxes={}", self.undercut_boxes),
            format!("gin_off_boxes={}", self.gin_off_boxes),
            format!("layoff_on_gin={}", self.layoff_on_gin),
            format!("cards={}", self.cards),
            format!("knock_discard={}", self.knock_discard),
            format!("knock_melds={}", self.knock_melds),
            format!("upcard_from={}", self.upcard_from),
            format!("dead_deal={}", self.dead_deal),
            format!("hands={}", self.hands),
            format!("lines={}", self.lines),
            format!("target={}", self.target),
            format!("game_bonus={}", self.game_bonus),
            format!("line_bonus={}", self.line_bonus),
            format!("line_timing={}", self.line_timing),
            format!("shutout={}", self.shutout),
            format!("shutout_when={}", self.shutout_when),
            format!("format={}", self.format),
            format!("dealer={}", self.dealer),
        ];
        if self.format == "hollywood" {
            let multipliers: Vec<String> = self.column_multipliers.iter().map(ToString::to_string).collect();
            settings.push(format!("sweep_bonus={}", self.sweep_bonus));
            settings.push(format!("columns={}", multipliers.len()));
            settings.push(format!("column_multipliers={}", multipliers.join("/")));
        }
        if self.format == "best-of" {
            settings.push(format!("best_of={}", self.best_of));
        }
        if self.format == "multi-match" {
            settings.push(format!("game_target={}", self.game_target));
            settings.push(format!("final_bonus={}", self.final_bonus));
            settings.push(format!("credit={}", self.credit));
        }
        settings
    }
}
