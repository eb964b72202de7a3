//! Config files that cannot be used.

use super::{Case, case};

const FILE: &str = "config/ginpad/config.toml";

pub(super) fn configs() -> Vec<Case> {
    let wrong = |title, shows, text| case(title, shows, &[], "config show").with(FILE, text);
    vec![
        wrong("A key that does not exist", "The keys are listed.", "colour = \"never\"\n"),
        wrong("Values of the wrong kind", "Every key is looked at.", "rules = 3\ndealer = true\nsymbols = \"runes\"\n"),
        wrong("Rules in the config that do not exist", "The nearest preset is named.", "rules = \"holywood\"\n"),
        wrong("A config of a newer ginpad", "Nothing is guessed from it.", "version = 2\nsound = \"on\"\n"),
        wrong("A config that is not TOML", "The place is shown.", "rules hollywood\n"),
        case("A game begun with a broken config", "It would begin by other rules than you want.", &[], "new Ann Bob")
            .with(FILE, "rules = \"holywood\"\n"),
    ]
}
