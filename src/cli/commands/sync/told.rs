//! What is said of an exchange with a shared folder.

use std::collections::BTreeSet;
use std::path::Path;

use crate::book::{Exchange, SegmentFault};
use crate::cli::commands::import_book;
use crate::cli::commands::merge::{apart_lines, apart_view, conflicts_hint, joined_line, joining_hint, people_plain};
use crate::cli::commands::since::{Since, in_lines};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::sentence::{Hint, Remark};
use crate::cli::session::{Face, Session, reason, shown, whole};
use crate::render::json::{self, ReturnedView, SyncFaultView, SyncView, SyncedView};
use crate::render::{Look, conflict_plain};
use ginpad_core::ledger::{Counted, Numbers};
use ginpad_core::listed::Listed;
use ginpad_core::players::Name;
use ginpad_core::text::{count, printable};

/// What is said of an exchange.
pub(super) struct Told<'a> {
    pub(super) folder: &'a Path,
    pub(super) exchange: &'a Exchange,
    pub(super) since: &'a Since,
    /// Whether anything was kept.
    pub(super) is_kept: bool,
}

impl Told<'_> {
    /// All of it.
    pub(super) fn answer(&self, session: &Session) -> Answer {
        let answer = Answer::of(match session.face() {
            Face::Json => self.json(),
            Face::Plain => self.plain(),
            Face::Table => self.table(session.look()),
        });
        let unread = &self.exchange.unread;
        let warnings = unread.items.iter().map(says).chain(rest(unread)).map(Remark::warning);
        let answer =
            answer.remarks(import_book::of_a_later_version(self.exchange.brought.said.unknown)).remarks(self.notes());
        let answer = answer.remarks(warnings).remarks(self.hints(session.face()));
        if self.exchange.is_wrong() { answer.bad() } else { answer }
    }

    /// What was found about this device.
    fn notes(&self) -> Vec<Remark> {
        let mut notes = Vec::new();
        if self.exchange.meets_itself {
            let gets = if self.is_kept { "has" } else { "would get" };
            notes.push(Remark::note(format!(
                "another book has written in {} under the id of this device, as after a copy of the machine; this device \
                 {gets} a new id",
                shown(self.folder)
            )));
        }
        let is_damaged = if self.is_kept { "was damaged and is removed" } else { "is damaged and would be removed" };
        let sends = match (self.gone().is_some(), self.is_kept) {
            (true, true) => "what this device had written there is sent again",
            (true, false) => "what this device had written there would be sent again",
            (false, _) => "other files there hold what this device had written in it",
        };
        let mended = self.exchange.mended.iter().map(|file| whole(file));
        let says = |file| format!("{file} {is_damaged}; {sends}");
        notes.extend(mended.map(|file| Remark::note(says(file))));
        notes
    }

    fn table(&self, look: Look) -> String {
        let brought = &self.exchange.brought;
        let mut lines: Vec<String> = self.gone().into_iter().chain(self.come()).collect();
        let returned = brought.returned;
        if returned.changes > 0 {
            let came = if self.is_kept { "came" } else { "would come" };
            let what = match returned.hands {
                0 => count(returned.changes, "change"),
                hands => count(hands, "hand"),
            };
            lines.push(format!("{what} that a restore had removed {came} back"));
        }
        lines.extend(self.since.game_lines());
        lines.extend(joined_line(&brought.joined, self.is_kept));
        let elsewhere: Vec<Name> = brought.joined_elsewhere.iter().map(|joined| joined.name.clone()).collect();
        lines.extend(joined_line(&elsewhere, self.is_kept).map(|line| format!("{line}, as another device said")));
        lines.extend(apart_lines(&brought.apart));
        lines.extend(self.since.conflict_lines());
        if lines.is_empty() {
            lines.push(format!("nothing is new, here or in {}", shown(self.folder)));
        }
        in_lines(&lines, look)
    }

    /// What went to the folder.
    fn gone(&self) -> Option<String> {
        let verb = if self.is_kept { "sent" } else { "would send" };
        let what = amount(self.exchange.sent)?;
        Some(format!("{verb} {what}"))
    }

    /// What came from there.
    fn come(&self) -> Option<String> {
        let brought = &self.exchange.brought;
        let verb = if self.is_kept { "received" } else { "would receive" };
        let what = amount(brought.said)?;
        // How many laptops that are, nobody can tell: each that was restored has several ids.
        let whose = if brought.writers.is_empty() { " that this device had written there" } else { "" };
        Some(format!("{verb} {what}{whose}"))
    }

    fn hints(&self, face: Face) -> Vec<Remark> {
        let mut hints = Vec::new();
        if self.is_kept {
            hints.extend(self.since.notes());
            hints.extend((!self.since.conflicts.is_empty()).then(conflicts_hint));
            let brought = &self.exchange.brought;
            hints.extend(joining_hint(&brought.apart));
            if face == Face::Table && !brought.joined.is_empty() {
                hints.push(Remark::Hint(Hint::does(CommandLine::of("undo"), "takes apart who was joined")));
            }
            let changes: BTreeSet<&str> =
                brought.joined_elsewhere.iter().map(|joined| joined.change.as_str()).collect();
            if let (Face::Table, Some(only), 1) = (face, changes.first(), changes.len()) {
                let undo = CommandLine::of("undo").words([*only]);
                hints.push(Remark::Hint(Hint::does(undo, "takes them apart again, for all")));
            }
        }
        let mut advice: Vec<&str> = self.exchange.unread.items.iter().filter_map(helps).collect();
        advice.sort_unstable();
        advice.dedup();
        hints.extend(advice.into_iter().map(|advice| Remark::Hint(Hint::advice(advice))));
        hints
    }

    fn plain(&self) -> String {
        let (sent, brought) = (self.exchange.sent, &self.exchange.brought);
        let mut lines = format!("sent\t{}\t{}\t{}\n", sent.changes, sent.facts, sent.hands);
        lines += &format!(
            "received\t{}\t{}\t{}\t{}\t{}\n",
            brought.said.changes,
            brought.said.facts,
            brought.said.hands,
            brought.writers.len(),
            brought.returned.hands
        );
        lines += &self.since.games_plain();
        lines += &people_plain(&brought.joined, &brought.apart);
        self.since.conflicts.iter().for_each(|shown| lines += &conflict_plain(shown));
        let elsewhere = brought.joined_elsewhere.iter();
        elsewhere.for_each(|joined| lines += &format!("joined-elsewhere\t{}\t{}\n", joined.name, joined.change));
        let unread = self.exchange.unread.items.iter();
        unread.for_each(|fault| lines += &format!("unread\t{}\t{}\n", word(fault), says(fault).replace("\n ", "")));
        lines
    }

    fn json(&self) -> String {
        let (sent, brought) = (self.exchange.sent, &self.exchange.brought);
        let unread = &self.exchange.unread;
        json::print(&SyncView {
            dry_run: !self.is_kept,
            sent: SyncedView { changes: sent.changes, facts: sent.facts, hands: sent.hands },
            received: SyncedView {
                changes: brought.said.changes,
                facts: brought.said.facts,
                hands: brought.said.hands,
            },
            devices: brought.writers.len(),
            people: brought.said.people,
            returned: ReturnedView { facts: brought.returned.facts, hands: brought.returned.hands },
            games: self.since.numbers(),
            joined: brought.joined.iter().map(|name| name.as_str()).collect(),
            joined_elsewhere: brought.joined_elsewhere.iter().map(|joined| joined.name.as_str()).collect(),
            apart: brought.apart.iter().map(apart_view).collect(),
            changed: self.since.changed(),
            conflicts: json::each_conflict(&self.since.conflicts),
            new_id: self.exchange.meets_itself,
            mended: self.exchange.mended.iter().map(|file| whole(file)).collect(),
            more_unread: unread.more,
            unread: unread
                .items
                .iter()
                .map(|fault| SyncFaultView { kind: word(fault), wrong: fault.is_wrong(), what: says(fault) })
                .collect(),
        })
    }
}

/// What went or came, if anything did.
fn amount(Counted { changes, hands, .. }: Counted) -> Option<String> {
    match (changes, hands) {
        (0, _) => None,
        (changes, 0) => Some(count(changes, "change")),
        (changes, hands) => Some(format!("{} in {}", count(hands, "hand"), count(changes, "change"))),
    }
}

/// What was not read, in one word.
const fn word(fault: &SegmentFault) -> &'static str {
    match fault {
        SegmentFault::Unfinished(_) => "unfinished",
        SegmentFault::Newer(_) => "newer",
        SegmentFault::Missing(_) => "missing",
        SegmentFault::Strange(_) => "strange",
        SegmentFault::InTheWay(..) => "in-the-way",
        SegmentFault::Damaged(..) => "damaged",
        SegmentFault::Unreadable(..) => "unreadable",
        SegmentFault::Refused { .. } => "refused",
    }
}

/// What was not read, and why.
fn says(fault: &SegmentFault) -> String {
    match fault {
        SegmentFault::Unfinished(file) => {
            format!("{} has not come whole yet; a later sync reads it", whole(file))
        }
        SegmentFault::Newer(file) => {
            format!("a newer ginpad wrote {}; update ginpad, and the next sync reads it", whole(file))
        }
        SegmentFault::Missing(Numbers { writer, first, last }) if first == last => {
            format!("change {first} of the writer {writer} has not come yet; a later sync reads it")
        }
        SegmentFault::Missing(Numbers { writer, first, last }) => {
            format!(
                "{} changes of the writer {writer}, from {first} on, have not come yet; a later sync reads them",
                last - first + 1
            )
        }
        SegmentFault::Strange(file) => {
            format!("{} has another name than ginpad gives, and was not read", whole(file))
        }
        SegmentFault::InTheWay(file, what) => format!("{} is {what}, and was not read", whole(file)),
        SegmentFault::Damaged(file, why) => {
            format!("{} is damaged and was not read: {}", whole(file), printable(why))
        }
        SegmentFault::Unreadable(file, error) => format!("cannot read {}: {}", whole(file), reason(error)),
        SegmentFault::Refused(file, why) => {
            let why: Vec<String> = why.lines().map(|line| format!("\n  {}", printable(&line))).collect();
            format!("not all that {} holds was taken in:{}", whole(file), why.concat())
        }
    }
}

/// What helps, unless the words say it, or time does.
const fn helps(fault: &SegmentFault) -> Option<&'static str> {
    Some(match fault {
        SegmentFault::Damaged(..) | SegmentFault::Refused(..) | SegmentFault::Unfinished(_) => {
            "a sync on the device that wrote it mends a file that was cut short; remove a damaged one, and the next sync of a \
             device that has what it held sends it again"
        }
        SegmentFault::InTheWay(..) => "move out of the folder what has a name of ginpad's and is not its own",
        SegmentFault::Unreadable(..) => "make it readable for you; the next sync reads it",
        SegmentFault::Newer(_) | SegmentFault::Missing(_) | SegmentFault::Strange(_) => return None,
    })
}

/// How much more was not read.
fn rest(unread: &Listed<SegmentFault>) -> Option<String> {
    let were = if unread.more == 1 { "was" } else { "were" };
    (unread.more > 0).then(|| format!("{} more of the folder {were} not read", unread.more))
}
