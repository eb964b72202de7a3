//! `merge`: takes in another book, and makes people of one name one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use super::import::LARGE;
use super::import_book::{self, BookFile};
use super::restore::of_the_file;
use super::since::{Before, Since, in_lines};
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark, Sentence};
use crate::book::{Contents, DocumentFault, MergeFault, Merged, Merging, OtherBook, Pad, thin};
use crate::cli::printer::announce;
use crate::cli::session::source::Source;
use crate::cli::session::{Face, Session, reason, shown, whole};
use crate::render::json::{self, ApartView, MergeView};
use ginpad_core::ledger::{Apart, Met, Namesakes, WhyApart};
use ginpad_core::players::Name;
use ginpad_core::text::{and_list, count, harmless};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad merge stick.db              all that the other book holds, and this one does not
  ginpad merge cottage.json          from a file of `export --json`
  ginpad merge stick.db --dry-run    only say what would come
  ginpad merge stick.db --keep-apart two people of one name stay two";

/// Take in another book: every hand that was logged there, each of them once
///
/// Nothing is counted twice, in whatever order and however often books are merged. Who has the same name in both books is one person from then on; `--keep-apart` leaves them two, also in later merges and syncs, and `undo` takes apart who was joined. What both books say differently is listed by `ginpad conflicts`. The other book is only read, and nothing in it runs. Before anything is added, the book is backed up, and the answer names the command that goes back to it.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Another book, or a file that `export --json` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Leave people of one name two people
    #[arg(long)]
    keep_apart: bool,

    /// Only say what would be merged
    #[arg(long, short = 'n')]
    dry_run: bool,
}

impl MergeArgs {
    /// Takes in the other book.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let contents = self.contents(session)?;
        let merging = Merging {
            namesakes: if self.keep_apart { Namesakes::KeepApart } else { Namesakes::Join },
            is_backed_up: !self.dry_run,
            now: session.now,
        };
        if contents.lines() > LARGE as u64 && !self.dry_run {
            let says = "merging a large book; other programs cannot write in this one until it is done";
            announce(&Remark::note(says), session.screens(), session.invocation());
        }
        if self.dry_run {
            return session.trial(|pad| {
                let told = self.merge(pad, contents, merging)?;
                let since = told.before.since(session, pad)?;
                Ok(told.came.answer(session, &since))
            });
        }
        let mut told = None;
        session.write(|pad| {
            told = Some(self.merge(pad, contents, merging)?);
            Ok(Answer::default())
        })?;
        // The backup that was made before it may be one too many, now that the merge was kept.
        thin(&session.book_path()?, session.now.to_utc(), &self.file);
        let Some(Told { came, before }) = told else { return Ok(Answer::default()) };
        // What it did is looked up while others may write.
        match session.look_up(|| Ok(Since::default()), |pad| before.since(session, pad)) {
            Ok(since) => Ok(came.answer(session, &since)),
            Err(failure) => Ok(came.answer(session, &Since::default()).remarks([untold(&failure)]).bad()),
        }
    }

    /// What the other book holds.
    fn contents(&self, session: &Session) -> Result<BookFile, Failure> {
        let source = Source::open(&self.file)?;
        if source.is_database()? {
            let book = session.book_path()?;
            drop(source);
            let other = OtherBook::open(&self.file, &book, Some(&*session.watcher()));
            return other.map(Contents::Book).map_err(|fault| unusable(&self.file, fault));
        }
        if !import_book::is_book(&source)? {
            let import = self.file.to_str().map(|file| CommandLine::of("import").words([file]));
            let what = format!("{} is neither a book nor what `export --json` wrote", shown(&self.file));
            let games = import.map(|import| Hint::does(import, "reads a text sheet or a spreadsheet"));
            return Err(Failure::refused(what).hint_if(games));
        }
        import_book::read(&source)
    }

    fn merge(&self, pad: &Pad<'_>, contents: BookFile, merging: Merging) -> Result<Told, Failure> {
        let mut before = Before::default();
        before.look(pad, &BTreeSet::new())?;
        let merged = pad.merge(contents, merging, |pad, games| before.look(pad, games));
        let merged = merged.map_err(|fault| match fault {
            DocumentFault::Book(error) => error.into(),
            fault => Failure::refused(format!("{} cannot be merged: {fault}", shown(&self.file))),
        })?;
        Ok(Told { came: Came { merged, is_kept: merging.is_backed_up }, before })
    }
}

/// A merge, and the book before it.
struct Told {
    came: Came,
    before: Before,
}

/// What came of another book.
struct Came {
    merged: Merged,
    is_kept: bool,
}

impl Came {
    fn is_kept(&self) -> bool {
        self.is_kept
    }

    fn answer(&self, session: &Session, since: &Since) -> Answer {
        let answer = Answer::of(match session.face() {
            Face::Json => self.json(since),
            Face::Plain => self.plain(since),
            Face::Table => self.table(session, since),
        });
        let remarks = import_book::remarks(&self.merged.taken);
        let answer = answer.remarks(remarks).remarks(self.hints(session.face(), since));
        let answer = if self.merged.taken.kept_out.is_empty() { answer } else { answer.bad() };
        if self.is_kept() && self.merged.taken.said.changes > 0 { answer.done("the books were merged") } else { answer }
    }

    fn json(&self, since: &Since) -> String {
        let Merged { taken, met: Met { joined, apart }, backup } = &self.merged;
        json::print(&MergeView {
            added: taken.said.facts,
            joined: joined.iter().map(|name| name.as_str()).collect(),
            changed: since.changed(),
            conflicts: &since.conflicts,
            quarantined: taken.kept_out.total(),
            dry_run: !self.is_kept(),
            changes: taken.said.changes,
            games: &taken.added,
            hands: taken.said.hands,
            people: taken.said.people,
            waiting: 0,
            unknown: taken.said.unknown,
            apart: apart.iter().map(apart_view).collect(),
            quarantine: &taken.kept_out.items,
            backup: backup.as_deref().map(Path::to_string_lossy),
        })
    }

    fn plain(&self, since: &Since) -> String {
        let Merged { taken, met: Met { joined, apart }, backup } = &self.merged;
        let backup = backup.as_deref().map(whole).unwrap_or_default();
        let (said, games) = (taken.said, taken.added.len());
        let mut lines = format!("merged\t{}\t{games}\t{}\t{}\t0\t{backup}\n", said.facts, said.hands, said.people);
        lines += &since.games_plain();
        lines += &people_plain(joined, apart);
        lines.extend(taken.kept_out.items.iter().map(|why| format!("quarantined\t{}\n", harmless(why))));
        lines + &since.records
    }

    fn table(&self, session: &Session, since: &Since) -> String {
        let Merged { taken, met: Met { joined, apart }, .. } = &self.merged;
        let mut lines = vec![self.what_came()];
        lines.extend(since.game_lines());
        lines.extend(joined_line(joined, self.is_kept()));
        lines.extend(apart_lines(apart));
        lines.extend(since.conflict_lines());
        if taken.said.changes > 0 && taken.added.is_empty() && taken.said.hands == 0 {
            lines.push("no game and no hand is new".into());
        }
        in_lines(&lines, session.look())
    }

    /// What came, in a sentence.
    fn what_came(&self) -> String {
        let Merged { taken, met, .. } = &self.merged;
        let merges = if self.is_kept() { "merged" } else { "would merge" };
        if taken.said.changes == 0 {
            let nothing = "nothing to merge: the book holds everything of it already";
            return if met.joined.is_empty() && taken.kept_out.is_empty() { nothing } else { "no fact is new" }.into();
        }
        let (games, hands) = (count(taken.added.len(), "game"), count(taken.said.hands, "hand"));
        let people = if taken.said.people == 1 { "1 person".into() } else { format!("{} people", taken.said.people) };
        format!("{merges} {games}, {hands} and {people} ({})", count(taken.said.facts, "fact"))
    }

    /// What to know, and what can be done next.
    fn hints(&self, face: Face, since: &Since) -> Vec<Remark> {
        let mut hints = Vec::new();
        if !self.is_kept() {
            return hints;
        }
        hints.extend(since.notes());
        if !since.conflicts.is_empty() {
            hints.push(conflicts_hint());
        }
        hints.extend(joining_hint(&self.merged.met.apart));
        if face == Face::Table && !self.merged.met.joined.is_empty() {
            hints.push(Remark::Hint(Hint::does(CommandLine::of("undo"), "takes apart who was joined")));
        }
        if let Some(backup) = &self.merged.backup {
            hints.push(Remark::note(format!("the book as it was is kept in {}", whole(backup))));
            let restore = backup.to_str().map(|kept| CommandLine::of("restore").words([kept]));
            let restore = restore.map(|restore| Sentence::default().run(restore).say(" goes back to it"));
            hints.extend(restore.map(|restore| Remark::Hint(Hint::Try(restore))));
        }
        hints
    }
}

/// Who is one person now, or would be.
pub(super) fn joined_line(joined: &[Name], is_kept: bool) -> Option<String> {
    let be = match (joined.len(), is_kept) {
        (0, _) => return None,
        (1, true) => "is one person now",
        (1, false) => "would be one person",
        (_, true) => "are each one person now",
        (_, false) => "would each be one person",
    };
    Some(format!("{} {be}", and_list(joined)))
}

/// Who stays apart although nobody asked for it.
pub(super) fn apart_lines(apart: &[Apart]) -> Vec<String> {
    let unasked = apart.iter().filter(|apart| apart.why != WhyApart::Asked);
    unasked.map(|apart| format!("{} stay apart: {}", and_list(&apart.names), why_apart(&apart.why))).collect()
}

/// For programs: who is one person now, and who stays apart.
pub(super) fn people_plain(joined: &[Name], apart: &[Apart]) -> String {
    let joined = joined.iter().map(|name| format!("joined\t{name}\n"));
    let apart = apart.iter().map(|apart| format!("apart\t{}\t{}\n", and_list(&apart.names), why_apart(&apart.why)));
    joined.chain(apart).collect()
}

/// For programs: people of one name who stay apart.
pub(super) fn apart_view(apart: &Apart) -> ApartView<'_> {
    ApartView { names: apart.names.iter().map(|name| name.as_str()).collect(), why: why_apart(&apart.why) }
}

/// The command that makes people of one name one, of those who can be made one.
pub(super) fn joining_hint(apart: &[Apart]) -> Option<Remark> {
    let apart = apart.iter().find(|apart| apart.why.can_be_joined())?;
    let [one, other] = apart.names.as_slice() else { return None };
    let join = CommandLine::of("player").words(["merge", other.as_str(), one.as_str()]);
    Some(Remark::Hint(Hint::does(join, "makes them one person")))
}

/// The command that lists what was said differently.
pub(super) fn conflicts_hint() -> Remark {
    let does = "lists what was said differently, and how to settle it";
    Remark::Hint(Hint::does(CommandLine::of("conflicts"), does))
}

/// What came was kept, but what it did cannot be shown.
pub(super) fn untold(failure: &Failure) -> Remark {
    let why = unharmed(failure);
    Remark::warning(format!("what came is in the book, but what it changed cannot be shown: {why}"))
}

/// What went wrong after something was kept.
pub(super) fn unharmed(failure: &Failure) -> String {
    failure.without_hints().replace("; nothing was changed", "")
}

/// Why people of one name stay apart, in words.
pub(super) fn why_apart(why: &WhyApart) -> String {
    match why {
        WhyApart::Asked => "that was asked for".into(),
        WhyApart::AskedBefore => "somebody asked for that".into(),
        WhyApart::Several => "nobody can tell who is who".into(),
        WhyApart::BothSit(game) => format!("game {game} seats both"),
        WhyApart::TakenBack => "they were made one before, and that was undone".into(),
        WhyApart::Unsaid => "nobody said that they are one".into(),
    }
}

fn unusable(file: &Path, fault: MergeFault) -> Failure {
    let refused = |why: &dyn std::fmt::Display| Failure::refused(format!("{} cannot be merged: {why}", shown(file)));
    let rescue = || {
        let command = file.to_str().map(|file| CommandLine::of("rescue").words([file]));
        let does = "saves what can still be verified into a new book, which can be merged";
        command.map(|command| Hint::does(command, does))
    };
    let another = || Hint::advice("name the file of another book, or what `export --json` wrote of it");
    match fault {
        MergeFault::From(error) => Failure::refused(format!("cannot read {}: {}", shown(file), reason(&error))),
        MergeFault::TheBook => refused(&"it is the book itself").hint(another()),
        MergeFault::Refused(error) => {
            refused(&of_the_file(&error)).hint_if(if error.is_damage() { rescue() } else { Some(another()) })
        }
    }
}
