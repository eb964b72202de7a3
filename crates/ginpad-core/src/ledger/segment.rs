//! The names of the files in a shared folder.

use uuid::Uuid;

use super::holdings::Span;

/// A file in a shared folder: lines of one writer, identified by its name. It is never altered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// Its lines.
    pub span: Span,
    /// Its size in bytes.
    pub length: u64,
}

impl Segment {
    /// Reads the name of a file in a writer's folder.
    pub fn named(writer: Uuid, file: &str) -> Option<Segment> {
        let mut parts = file.strip_suffix(".jsonl")?.splitn(4, '-');
        let mut part = || parts.next();
        let (first, last, name, length) = (part()?, part()?, part()?, part()?);
        let (first, last, length) = (first.parse().ok()?, last.parse().ok()?, length.parse().ok()?);
        let segment = Segment { span: Span { writer, first, last, name: name.parse().ok()? }, length };
        (first > 0 && first <= last && segment.file() == file).then_some(segment)
    }

    /// The name of its file.
    pub fn file(&self) -> String {
        let Segment { span: Span { first, last, name, .. }, length } = self;
        format!("{first:08}-{last:08}-{}-{length}.jsonl", name.simple())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_which_lines_a_file_holds() {
        let writer = Uuid::from_u128(7);
        let span = Span { writer, first: 1, last: 1_234_567_890, name: Uuid::from_u128(0xa5) };
        let segment = Segment { span, length: 4711 };
        let name = segment.file();
        assert_eq!(name, "00000001-1234567890-000000000000000000000000000000a5-4711.jsonl");
        assert_eq!(Segment::named(writer, &name), Some(segment));
        for other in [
            "00000001-00000002.jsonl",
            "00000002-00000001-000000000000000000000000000000a5-4711.jsonl",
            "00000000-00000001-000000000000000000000000000000a5-4711.jsonl",
            "1-2-000000000000000000000000000000a5-4711.jsonl",
            "+0000001-00000002-000000000000000000000000000000a5-4711.jsonl",
            "00000001-00000002-000000000000000000000000000000A5-4711.jsonl",
            "00000001-00000002-00000000-0000-0000-0000-0000000000a5-4711.jsonl",
            "00000001-00000002-000000000000000000000000000000a5-4711 (1).jsonl",
            "00000001-00000002-000000000000000000000000000000a5-4711.jsonl.partial",
            "00000001-00000002-000000000000000000000000000000ä5-4711.jsonl",
        ] {
            assert_eq!(Segment::named(writer, other), None, "{other}");
        }
    }
}
