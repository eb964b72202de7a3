//! The presets, and every knob of some rules.

use std::collections::BTreeMap;

use ginpad_core::rules::{Knob, Rules, SOURCES};
use ginpad_core::text::{hang, printable, wrap};

use super::NARROW;
use crate::render::Look;
use crate::render::layout::{List, bold};

/// A column of meanings and sources narrower than this is hard to read: the knobs become paragraphs.
const MEANING: usize = 40;

/// The presets, each with its summary.
pub(crate) fn presets(rows: &[(&str, &str)], look: Look) -> String {
    let cells = |(name, summary): &(&str, &str)| [(*name).to_string(), (*summary).to_string()];
    let rows: Vec<[String; 2]> = rows.iter().map(cells).collect();
    let list = List { heads: ["preset", "what it is"], rows, numbers: &[], flexible: 1 };
    if list.fits(NARROW, look) {
        return list.text(look);
    }
    list.rows.iter().map(|[name, summary]| paragraph(name, summary, look)).collect()
}

/// Every knob of some rules: its value, what it means, and the source of the value.
pub(crate) fn rules(name: &str, rules: &Rules, sources: &BTreeMap<Knob, String>, look: Look) -> String {
    let room = look.columns();
    let titled = |line: String| bold(&line, look.colour) + "\n";
    let mut text: String = wrap(&format!("rules: {}", one_line(name)), room).into_iter().map(titled).collect();
    let cells = |knob: &Knob| {
        let value = rules.value(*knob)?.to_string();
        let meaning = match knob.word_meaning(&value) {
            Some(word) => format!("{}; {value}: {word}", knob.meaning()),
            None => knob.meaning().to_string(),
        };
        let source = sources.get(knob).map(|source| format!("\n({})", one_line(source))).unwrap_or_default();
        Some([knob.name().to_string(), value, meaning + &source])
    };
    let rows: Vec<[String; 3]> = Knob::ALL.iter().filter_map(cells).collect();
    let list = List { heads: ["knob", "value", "meaning and source"], rows, numbers: &[], flexible: 2 };
    text.push('\n');
    if list.fits(MEANING, look) {
        text.push_str(&list.text(look));
    } else {
        let knobs = list.rows.iter().map(|[knob, value, says]| paragraph(&format!("{knob} {value}"), says, look));
        text.push_str(&knobs.collect::<Vec<_>>().join("\n"));
    }
    let cited = SOURCES.iter().filter(|source| sources.values().any(|text| text.contains(source.key)));
    let legend: Vec<String> =
        cited.flat_map(|source| hang(&format!("{} {}", source.key, source.title), room, 3)).collect();
    if !legend.is_empty() {
        text.push_str(&format!("\n{}\n", legend.join("\n")));
    }
    text
}

/// Text from a file or the command line, made fit for one line.
fn one_line(text: &str) -> String {
    printable(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A title, and below it an indented text.
fn paragraph(title: &str, text: &str, look: Look) -> String {
    let room = look.columns();
    let text = text.lines().flat_map(|line| wrap(line, room - 2)).map(|line| format!("  {line}"));
    hang(title, room, 2).into_iter().chain(text).map(|line| line + "\n").collect()
}
