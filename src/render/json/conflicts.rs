//! What devices said differently.

use ginpad_core::notation::print_moment;
use serde::Serialize;

use crate::render::{ConflictShown, Said};

/// What devices said differently.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/conflicts/1")]
pub(crate) struct ConflictsView<'a> {
    /// Each of them.
    conflicts: Vec<ConflictView<'a>>,
}

/// What devices said differently about one thing.
#[derive(Serialize)]
pub(crate) struct ConflictView<'a> {
    number: &'a str,
    game: Option<i64>,
    kind: &'a str,
    what: &'a str,
    said: Vec<SaidView<'a>>,
    commands: Vec<&'a str>,
}

/// One of the things that were said.
#[derive(Serialize)]
pub(crate) struct SaidView<'a> {
    words: &'a str,
    counts: bool,
    device: &'a str,
    own: bool,
    made: Option<String>,
}

/// Disagreements that are right as they are.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/conflicts-keep/1")]
pub(crate) struct KeptView<'a> {
    /// Those that were kept.
    kept: Vec<ConflictView<'a>>,
    /// How many are left.
    left: usize,
}

/// Each of these disagreements.
pub(crate) fn each_conflict(shown: &[ConflictShown]) -> Vec<ConflictView<'_>> {
    shown.iter().map(view).collect()
}

/// What devices said differently: `ginpad/conflicts/1`.
pub(crate) fn conflicts(shown: &[ConflictShown]) -> ConflictsView<'_> {
    ConflictsView { conflicts: each_conflict(shown) }
}

/// Disagreements that are right as they are, and how many others are left: `ginpad/conflicts-keep/1`.
pub(crate) fn kept<'a>(shown: impl IntoIterator<Item = &'a ConflictShown>, left: usize) -> KeptView<'a> {
    KeptView { kept: shown.into_iter().map(view).collect(), left }
}

fn view(shown: &ConflictShown) -> ConflictView<'_> {
    let said = |said: &'_ Said| (said.counts, said.is_own, said.made.map(print_moment));
    ConflictView {
        number: &shown.number,
        game: shown.game,
        kind: shown.kind,
        what: &shown.what,
        said: shown
            .said
            .iter()
            .map(|each| {
                let (counts, own, made) = said(each);
                SaidView { words: &each.words, counts, device: &each.device, own, made }
            })
            .collect(),
        commands: shown.ways.iter().map(|(command, _)| command.as_str()).collect(),
    }
}
