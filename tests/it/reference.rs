//! The pages that are made from the program: the commands, and the tables of the rules page.

use clap::{Arg, ArgAction, Command};
use ginpad_core::{Knob, Preset, Values};

/// The documents that the presets cite, by the keys they cite.
const SOURCES: &[(&str, &str)] = &[
    ("S0", "a family-education site's page on gin rummy"),
    ("S1", "a page of card-game rules, \"just one version of the game\""),
    ("S2", "a leaflet of gin rules, with tournament play"),
    ("S3", "the encyclopaedia article on gin rummy, as of 2 April 2009"),
    ("S4", "an article on gin rummy point rules, in two halves that differ"),
];

/// Every command with its arguments and flags.
pub(crate) fn commands() -> String {
    let program = ginpad::cli::command();
    let all = every_command(&program);
    let shared = shared_rows(&all);
    let mut text = String::from(
        "# Commands\n\nA test writes this page from the program's own help. `ginpad help COMMAND` prints the same.\n",
    );
    text += &section(&program, "ginpad", &all, &[]);
    text += "\n## Flags of many commands\n\nAfter *Also*, each command lists which of these it takes.\n\n";
    text.extend(shared.iter().map(|(what, help)| format!("- {what}: {help}\n")));
    for (name, command) in &all {
        text += &section(command, name, &all, &shared);
    }
    text
}

/// An argument as a row of the page: its name or its flags, and its help.
type Row = (String, String);

/// The commands and the commands of families, as they are typed.
fn every_command(program: &Command) -> Vec<(String, &Command)> {
    let mut all = Vec::new();
    for command in visible_commands(program) {
        let name = format!("ginpad {}", command.get_name());
        all.push((name.clone(), command));
        all.extend(visible_commands(command).map(|inner| (format!("{name} {}", inner.get_name()), inner)));
    }
    all
}

fn visible_commands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|inner| inner.get_name() != "help")
}

/// The rows of a command. Flags of every command are rows of the program alone.
fn rows(command: &Command) -> Vec<Row> {
    let is_program = command.get_name() == "ginpad";
    let own = |arg: &&Arg| {
        let help = matches!(arg.get_action(), ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong);
        !help && !arg.is_hide_set() && (is_program || arg.get_help_heading() != Some("Everywhere"))
    };
    command.get_arguments().filter(own).map(row).collect()
}

/// The rows that at least three commands have, word for word.
fn shared_rows(all: &[(String, &Command)]) -> Vec<Row> {
    let each: Vec<Row> = all.iter().flat_map(|(_, command)| rows(command)).collect();
    let mut shared: Vec<Row> = Vec::new();
    for row in &each {
        if each.iter().filter(|other| *other == row).count() >= 3 && !shared.contains(row) {
            assert!(shared.iter().all(|(what, _)| *what != row.0), "{} has two meanings in many commands", row.0);
            shared.push(row.clone());
        }
    }
    shared
}

fn section(command: &Command, name: &str, all: &[(String, &Command)], shared: &[Row]) -> String {
    let family = name.matches(' ').count() == 2;
    let mut text = format!("\n{} {name}\n\n", if family { "###" } else { "##" });
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    let paragraphs: Vec<String> = about.split("\n\n").filter(|part| !part.is_empty()).map(sentence).collect();
    text += &paragraphs.join(" ");
    let aliases: Vec<String> = command.get_visible_aliases().map(|alias| format!("`{alias}`")).collect();
    if !aliases.is_empty() {
        text += &format!(" Also called {}.", aliases.join(", "));
    }
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").replace("\n       ", "\n").replace(" [OPTIONS]", "");
    let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    let examples: Vec<&str> = examples.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    if examples.is_empty() {
        text += &format!(" `{usage}`\n");
    } else {
        // The usage of a command without arguments of its own is its name.
        let usage = usage.lines().filter(|line| *line != name);
        let lines: String = usage.chain(examples).map(|line| format!("{line}\n")).collect();
        text += &format!("\n\n```text\n{lines}```\n");
    }

    let list = arguments(command, name, all, shared);
    if !list.is_empty() {
        text += &format!("\n{list}");
    }
    text
}

/// What a command takes, one row a line. A command that takes all that an earlier one takes says so once.
fn arguments(command: &Command, name: &str, all: &[(String, &Command)], shared: &[Row]) -> String {
    let is_own = |row: &Row| !shared.contains(row);
    let mine = rows(command);
    let earlier = all.iter().take_while(|(other, _)| other != name);
    let included = earlier.map(|(other, command)| (other, rows(command))).filter(|(_, theirs)| {
        let own: Vec<&Row> = theirs.iter().filter(|row| is_own(row)).collect();
        own.len() > 4 && own.iter().all(|row| mine.contains(row))
    });
    let included = included.last();
    let rest: Vec<&Row> =
        mine.iter().filter(|row| included.as_ref().is_none_or(|(_, theirs)| !theirs.contains(row))).collect();
    let mut list: String =
        rest.iter().filter(|row| is_own(row)).map(|(what, help)| format!("- {what}: {help}\n")).collect();
    if let Some((other, _)) = included {
        list += &format!("- All that `{other}` takes.\n");
    }
    let also: Vec<String> = rest.iter().filter(|row| !is_own(row)).map(|(what, _)| without_value(what)).collect();
    if !also.is_empty() {
        list += &format!("- Also {}.\n", also.join(", "));
    }
    list
}

/// The name of a flag alone: `` `--game` `` of `` `--game GAME` ``.
fn without_value(what: &str) -> String {
    let name = what.trim_end_matches('`').rsplit('`').next().unwrap_or(what);
    format!("`{}`", name.split(' ').next().unwrap_or(name))
}

fn row(arg: &Arg) -> Row {
    let names = arg.get_value_names().unwrap_or_default();
    let takes_value = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    let value = if takes_value { names.iter().map(|name| format!(" {name}")).collect() } else { String::new() };
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let flags: Vec<String> = short.into_iter().chain(long).map(|flag| format!("`{flag}{value}`")).collect();
    let many = arg.get_num_args().is_some_and(|number| number.max_values() > 1);
    let what = match flags.as_slice() {
        [] => format!("`{}{}`", value.trim(), if many { "…" } else { "" }),
        flags => flags.join(", "),
    };
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut help = help.split("\n\n").map(sentence).collect::<Vec<_>>().join(" ");
    let possible: Vec<String> = if takes_value {
        arg.get_possible_values()
            .iter()
            .filter(|value| !value.is_hide_set())
            .map(|value| {
                let meaning = value.get_help().map(|help| format!(" ({})", lower(&help.to_string())));
                format!("`{}`{}", value.get_name(), meaning.unwrap_or_default())
            })
            .collect()
    } else {
        Vec::new()
    };
    if !possible.is_empty() {
        help += &format!(" One of {}.", possible.join(", "));
    }
    let usual: Vec<String> =
        arg.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
    if takes_value && !usual.is_empty() {
        help += &format!(" Default: {}.", usual.join(", "));
    }
    (what, help)
}

/// A help text as a sentence: with a full stop, and on one line.
fn sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.ends_with(['.', ':']) { text } else { text + "." }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// The knobs of a preset that differ from those of `standard`, each with its value.
fn turned(preset: &Preset) -> String {
    let standard = Preset::standard();
    let differs = |knob: &&Knob| preset.rules.value(**knob) != standard.rules.value(**knob);
    let shown = |knob: &Knob| preset.rules.value(*knob).map(|value| format!("`{}={value}`", knob.name()));
    let turned: Vec<String> = Knob::ALL.iter().filter(differs).filter_map(shown).collect();
    if turned.is_empty() { "–".to_string() } else { turned.join(", ") }
}

/// The values of a knob, with the meaning of each word.
fn values(knob: Knob) -> String {
    let values = knob.values();
    let meanings: Vec<String> = values
        .words()
        .iter()
        .filter_map(|word| knob.word_meaning(word).map(|meaning| format!("`{word}`: {meaning}")))
        .collect();
    let is_complete = matches!(values, Values::Word(words) if words.len() == meanings.len());
    let described = (!is_complete).then(|| values.describe().replace("a number from ", ""));
    described.into_iter().chain(meanings).collect::<Vec<String>>().join("<br>")
}

/// The tables of the rules page, by the names of their places.
pub(crate) fn table(name: &str) -> Option<String> {
    let mut text = String::new();
    match name {
        "knobs" => {
            text += "| knob | what it decides | values | standard |\n| --- | --- | --- | --- |\n";
            for knob in Knob::ALL {
                let usual = Preset::standard().rules.value(*knob).map_or("–".into(), |value| format!("`{value}`"));
                let (name, meaning) = (knob.name(), knob.meaning());
                text += &format!("| `{name}` | {meaning} | {} | {usual} |\n", values(*knob));
            }
        }
        "presets" => {
            let folder = "../crates/ginpad-core/src/rules/presets";
            text += "| preset | what it is | what differs from standard |\n| --- | --- | --- |\n";
            for preset in Preset::all() {
                let (name, turned) = (&preset.name, turned(preset));
                text += &format!("| [{name}]({folder}/{name}.toml) | {} | {turned} |\n", preset.summary);
            }
        }
        "sources" => {
            text += "| | |\n| --- | --- |\n";
            for (key, title) in SOURCES {
                text += &format!("| {key} | {title} |\n");
            }
        }
        _ => return None,
    }
    Some(text)
}

/// A document with its tables made again, between `<!-- table: NAME -->` and `<!-- end -->`.
pub(crate) fn with_tables(document: &str) -> String {
    let mut text = String::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        let Some(name) = line.strip_prefix("<!-- table: ").and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        let table = table(name).unwrap_or_else(|| panic!("there is no table `{name}`"));
        assert!(lines.any(|line| line == "<!-- end -->"), "the table `{name}` has no end");
        text += &format!("\n{table}\n<!-- end -->\n");
    }
    text
}
