//! How a suggested command is spelled where the reader can type it.

use super::command_line::CommandLine;

/// Spells suggested commands as this reader types them: in a shell, at the pad, or in a page.
pub(crate) trait Spell {
    /// The command, quoted and with every flag that it needs. `None` if one of its words cannot be typed or shown.
    fn spell(&self, command: &CommandLine) -> Option<String>;
}

/// A reader who can type no command.
#[cfg(test)]
pub(crate) struct Nobody;

#[cfg(test)]
impl Spell for Nobody {
    fn spell(&self, _: &CommandLine) -> Option<String> {
        None
    }
}
