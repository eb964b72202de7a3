//! What is told of an exchange with a shared folder.

use std::path::Path;

use crate::book::{Apart, Exchange, SegmentFault, TakenIn};
use crate::cli::commands::import_book;
use crate::cli::commands::merge::{
    apart_lines, apart_view, conflicts_hint, joined_line, joining_hint, out_plain, people_plain, quarantined_lines,
    quarantined_view,
};
use crate::cli::commands::since::{Since, in_lines};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::sentence::{Hint, Remark};
use crate::cli::session::{Face, Session, reason, shown};
use crate::render::json::{self, ReturnedView, SyncFaultView, SyncView, SyncedView};
use crate::render::{Look, conflict_plain};
use ginpad_core::players::Name;
use ginpad_core::text::{count, harmless};

/// What is told of an exchange.
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
        let faults = &self.exchange.faults;
        let warnings = faults.iter().map(|fault| Remark::warning(says(fault)));
        let answer =
            answer.remarks(import_book::remarks(&self.taken())).remarks(warnings).remarks(self.hints(session.face()));
        if faults.iter().any(SegmentFault::is_wrong) { answer.bad() } else { answer }
    }

    /// What was taken in of all devices, as far as there is anything to remark on it.
    fn taken(&self) -> TakenIn {
        let merged = &self.exchange.brought.merged;
        let unknown = merged.iter().map(|merged| merged.taken.unknown).sum();
        let waiting = merged.last().map_or(0, |merged| merged.taken.waiting);
        TakenIn { unknown, waiting, ..TakenIn::default() }
    }

    fn joined(&self) -> Vec<Name> {
        self.exchange.brought.merged.iter().flat_map(|merged| merged.joined.iter().cloned()).collect()
    }

    fn apart(&self) -> Vec<Apart> {
        self.exchange.brought.merged.iter().flat_map(|merged| merged.apart.iter().cloned()).collect()
    }

    fn table(&self, look: Look) -> String {
        let brought = &self.exchange.brought;
        let mut lines: Vec<String> = self.gone().into_iter().chain(self.come()).collect();
        if brought.returned_facts > 0 {
            let came = if self.is_kept { "came" } else { "would come" };
            let what = match brought.returned_hands {
                0 => count(brought.returned_facts, "fact"),
                hands => count(hands, "hand"),
            };
            lines.push(format!("{what} that a restore had removed {came} back"));
        }
        lines.extend(self.since.game_lines());
        lines.extend(joined_line(&self.joined(), self.is_kept));
        lines.extend(apart_lines(&self.apart()));
        lines.extend(self.since.conflict_lines());
        lines.extend(quarantined_lines(&brought.quarantined, self.is_kept));
        if lines.is_empty() {
            lines.push(format!("nothing is new, here or in {}", shown(self.folder)));
        }
        in_lines(&lines, look)
    }

    /// What went to the folder.
    fn gone(&self) -> Option<String> {
        let sent = self.exchange.sent;
        let verb = if self.is_kept { "sent" } else { "would send" };
        let what = amount(sent.changes, sent.facts, sent.hands)?;
        Some(format!("{verb} {what}"))
    }

    /// What came from there.
    fn come(&self) -> Option<String> {
        let brought = &self.exchange.brought;
        let verb = if self.is_kept { "received" } else { "would receive" };
        let what = amount(brought.changes, brought.facts, brought.hands)?;
        Some(match brought.devices {
            0 => format!("{verb} {what} that this device had written there"),
            devices => format!("{verb} {what} from {}", count(devices, "device")),
        })
    }

    fn hints(&self, face: Face) -> Vec<Remark> {
        let mut hints = Vec::new();
        if self.is_kept {
            hints.extend((!self.since.conflicts.is_empty()).then(conflicts_hint));
            hints.extend(joining_hint(&self.apart()));
            let has_joined = self.exchange.brought.merged.iter().any(|merged| !merged.joined.is_empty());
            if face == Face::Table && has_joined {
                hints.push(Remark::Hint(Hint::does(CommandLine::of("undo"), "takes apart who was joined")));
            }
        }
        let is_not_whole =
            |fault: &SegmentFault| matches!(fault, SegmentFault::Damaged(..) | SegmentFault::Unfinished(_));
        if self.exchange.faults.iter().any(is_not_whole) {
            let advice = "remove a file that is damaged or never comes whole; then the next sync of a device that has what it \
                          held sends it again";
            hints.push(Remark::Hint(Hint::advice(advice)));
        }
        hints
    }

    fn plain(&self) -> String {
        let (sent, brought) = (self.exchange.sent, &self.exchange.brought);
        let mut lines = format!("sent\t{}\t{}\t{}\n", sent.changes, sent.facts, sent.hands);
        lines += &format!(
            "received\t{}\t{}\t{}\t{}\t{}\n",
            brought.changes, brought.facts, brought.hands, brought.devices, brought.returned_hands
        );
        lines += &self.since.games_plain();
        lines += &people_plain(&self.joined(), &self.apart());
        brought.quarantined.items.iter().for_each(|out| lines += &out_plain(out));
        self.since.conflicts.iter().for_each(|shown| lines += &conflict_plain(shown));
        let faults = self.exchange.faults.iter();
        faults.for_each(|fault| lines += &format!("unread\t{}\t{}\n", word(fault), says(fault)));
        lines
    }

    fn json(&self) -> String {
        let (sent, brought) = (self.exchange.sent, &self.exchange.brought);
        let (joined, apart) = (self.joined(), self.apart());
        json::print(&SyncView {
            dry_run: !self.is_kept,
            sent: SyncedView { changes: sent.changes, facts: sent.facts, hands: sent.hands },
            received: SyncedView { changes: brought.changes, facts: brought.facts, hands: brought.hands },
            devices: brought.devices,
            people: brought.people,
            returned: ReturnedView { facts: brought.returned_facts, hands: brought.returned_hands },
            games: self.since.numbers(),
            joined: joined.iter().map(|name| name.as_str()).collect(),
            apart: apart.iter().map(apart_view).collect(),
            changed: self.since.changed(),
            conflicts: json::each_conflict(&self.since.conflicts),
            quarantined: brought.quarantined.total(),
            quarantine: brought.quarantined.items.iter().map(quarantined_view).collect(),
            unread: self
                .exchange
                .faults
                .iter()
                .map(|fault| SyncFaultView { kind: word(fault), wrong: fault.is_wrong(), what: says(fault) })
                .collect(),
        })
    }
}

/// What went or came, if anything did.
fn amount(changes: usize, facts: usize, hands: usize) -> Option<String> {
    match (changes, facts, hands) {
        (0, 0, _) => None,
        (0, facts, 0) => Some(count(facts, "fact")),
        (changes, _, 0) => Some(count(changes, "change")),
        (changes, _, hands) => Some(format!("{} in {}", count(hands, "hand"), count(changes, "change"))),
    }
}

/// What was not read, in one word.
const fn word(fault: &SegmentFault) -> &'static str {
    match fault {
        SegmentFault::Unfinished(_) => "unfinished",
        SegmentFault::Newer(_) => "newer",
        SegmentFault::Missing { .. } => "missing",
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
            format!("{} has not come whole yet; a later sync reads it", shown(file))
        }
        SegmentFault::Newer(file) => {
            format!("a newer ginpad wrote {}; update ginpad, and the next sync reads it", shown(file))
        }
        SegmentFault::Missing { device, first, count: 1 } => {
            format!("file {first} of the device {device} has not come yet; a later sync reads it")
        }
        SegmentFault::Missing { device, first, count } => {
            format!("{count} files of the device {device}, from {first} on, have not come yet; a later sync reads them")
        }
        SegmentFault::Strange(file) => {
            format!("{} has another name than ginpad gives, and was not read", shown(file))
        }
        SegmentFault::InTheWay(file, what) => format!("{} is {what}, and was not read", shown(file)),
        SegmentFault::Damaged(file, why) => {
            format!("{} is damaged and was not read: {}", shown(file), harmless(why))
        }
        SegmentFault::Unreadable(file, error) => format!("cannot read {}: {}", shown(file), reason(error)),
        SegmentFault::Refused { device, why } => {
            let why: Vec<String> = why.lines().map(|line| format!("\n  {}", harmless(&line))).collect();
            format!("what the device {device} wrote was not taken in:{}", why.concat())
        }
    }
}
