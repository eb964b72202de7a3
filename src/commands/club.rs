//! `club`: many devices meet in one database, and `sync` meets them there.

use std::convert::Infallible;
use std::io::BufRead as _;
use std::path::Path;
use std::thread;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::json;

use super::meeting::{Met, Place, Reached, meet};
use crate::answer::{Answer, CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::app::club::Membership;
use crate::book::{Arrivals, BookError, OpenBook, Steps};
use crate::club::{Club, ClubError, ClubExchange, Member, Tallied, tally as worked_out};
use crate::reports::club::ClubReport;
use crate::reports::outcome::{KeptOut, Outcome};
use ginpad_core::Name;
use ginpad_core::ledger::{Namesakes, Portion};
use ginpad_core::text::{count, harmless, nearest};

/// Meet many devices in one PostgreSQL: a club
///
/// Every device keeps its own book and scores without the club; `ginpad sync` exchanges what is new. The club is a database that one member owns. Nobody can say anything in another's name there, and nothing that was sent can be changed. The password of a member stands in the invitation that `club add` prints, and is kept in a file that only its user may read; the owner's is that of PGPASSWORD or of the password file `.pgpass`. Without more words, shows the members, their devices, when each was last seen, and what is not yet sent.
#[derive(Debug, Args)]
pub(crate) struct ClubArgs {
    /// The subcommand, if there is one.
    #[command(subcommand)]
    command: Option<ClubCommand>,
}

/// The subcommands of `club`.
#[derive(Debug, Subcommand)]
enum ClubCommand {
    /// Make a club in a database, and join it with this book
    ///
    /// The user who does this owns the club. The user of the address needs the right to make roles (CREATEROLE), and a database that is empty. A club that exists already is brought up to date.
    Init {
        /// Where: `postgresql://USER@HOST/DATABASE`, without a password
        url: String,
    },
    /// Make a member, and print the invitation to give to them
    Add {
        /// What the member is called
        name: String,

        /// Print a new invitation for an existing member; the old one stops working
        #[arg(long)]
        again: bool,
    },
    /// Work out the club's figures, for reports with `--club`
    ///
    /// The owner does this, once in a while or all the time. Only games with new changes are worked out again. For that, this device keeps a copy of the club's changes beside what it remembers of the club.
    Tally {
        /// Keep running, and work out new changes as they arrive, until Ctrl-C
        #[arg(long)]
        watch: bool,
    },
    /// Remove a member; their changes stay in the club
    Remove {
        /// The member
        name: String,
    },
    /// Assign a device's changes, sent by the owner, to the member they belong to
    Give {
        /// The start of the id of the writer
        writer: String,

        /// The member
        name: String,
    },
    /// Join a club with the invitation that its owner has given to you
    ///
    /// The invitation is asked for, or read from standard input. People of one name here and in the club are one person from then on.
    Join {
        /// Do not merge people with the same name
        #[arg(long)]
        keep_apart: bool,

        /// The invitation, if the door has asked for it.
        #[arg(skip)]
        line: Option<String>,
    },
}

impl ClubArgs {
    /// The place for the invitation of `join`, which the door asks for.
    pub(crate) const fn missing_answer(&mut self) -> Option<&mut Option<String>> {
        let Some(ClubCommand::Join { line, .. }) = &mut self.command else { return None };
        Some(line)
    }
}

/// Shows the club, or does something with it.
pub(crate) fn run(args: ClubArgs, app: &App) -> Result<Answer, Failure> {
    match args.command {
        None => show(app),
        Some(ClubCommand::Init { url }) => init(app, &url),
        Some(ClubCommand::Add { name, again }) => add(app, &name, again),
        Some(ClubCommand::Remove { name }) => remove(app, &name),
        Some(ClubCommand::Tally { watch }) => tally(app, watch),
        Some(ClubCommand::Give { writer, name }) => give(app, &writer, &name),
        Some(ClubCommand::Join { keep_apart, line }) => {
            let membership = Membership::of(&line.map_or_else(read_line, Ok)?);
            let namesakes = if keep_apart { Namesakes::KeepApart } else { Namesakes::Join };
            join(membership.connect()?, membership, namesakes, app)
        }
    }
}

/// Makes the book part of a club, and remembers it.
fn join(club: Club, membership: Membership, namesakes: Namesakes, app: &App) -> Result<Answer, Failure> {
    let before = app.remembered_club().ok().flatten().filter(|before| before.place() != membership.place());
    let left = before.and_then(|before| before.address().ok()).map(|before| {
        Remark::note(format!("this book was in the club at {before} until now; what it sent there stays there too"))
    });
    let place = open(club, membership, namesakes, false, app)?;
    // An empty book may join too, but the device can remember a club only for a book whose file exists.
    app.write(|_| Ok(()))?;
    Ok(meet(app, vec![Ok(place)], true, false)?.remarks(left))
}

/// The first line of standard input.
fn read_line() -> Result<String, Failure> {
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    if read.is_err() || line.trim().is_empty() {
        let what = "the invitation that the owner of the club has given to you is missing";
        return Err(Failure::refused(what).advise("write it in a file, and `club join < FILE` reads it"));
    }
    Ok(line)
}

fn show(app: &App) -> Result<Answer, Failure> {
    let membership = app.membership()?;
    let mut club = membership.connect()?;
    club.check()?;
    let own = app.look(|book| Ok(book.own_writers()?))?;
    let mut members = club.members(&own)?;
    let devices = members.iter_mut().flat_map(|member| &mut member.devices);
    devices.for_each(|device| device.seen = app.to_local_time(device.seen));
    let mut exchange = ClubExchange::begin(club, Namesakes::default(), app.now, false)?;
    app.look(|book| Ok(exchange.ask(book)?))?;
    let unsent = app.look(|book| Ok(exchange.unsent(book)?))?;
    let report = ClubReport {
        place: format!("the club at {}", membership.address()?),
        members,
        unsent,
        unread: exchange.coming(),
    };
    Ok(Answer::report("Club", report))
}

fn init(app: &App, url: &str) -> Result<Answer, Failure> {
    let membership = Membership::of(url);
    let address = membership.address()?;
    if address.password().is_some() {
        let what = "a password does not belong on the command line, where others can read it";
        let without = CommandLine::of("club init").words([address.to_string()]);
        let does = "reads it from PGPASSWORD or from the password file `.pgpass`";
        return Err(Failure::usage(what).see(without, does));
    }
    let mut club = membership.connect()?;
    let is_new = club.found_club(address.user()).map_err(|error| match error {
        // A member may look at the existing club, but not change it.
        ClubError::Refused(..) if club.check().is_ok() => {
            Failure::refused("a club exists already, and another user owns it")
                .see("club join", "makes this book part of it, with the invitation that the owner gave to you")
        }
        ClubError::Refused(..) => Failure::refused(&error).advise(
            "the user needs an empty database, and a superuser of the server gives the right to make roles: `ALTER ROLE USER \
             CREATEROLE`",
        ),
        error => error.into(),
    })?;
    let made = if is_new { "this is a new club, and you own it; " } else { "the club was there, and is up to date; " };
    let adds = CommandLine::of("club add NAME").form();
    let note = Remark::note(Sentence::from(made).run(adds).say(" makes a member"));
    Ok(join(club, membership, Namesakes::Join, app)?.remarks([note]))
}

/// The club with its members; only its owner gets them.
fn owned(membership: &Membership) -> Result<(Club, Vec<Member>), Failure> {
    let mut club = membership.connect()?;
    club.check()?;
    let members = club.members(&[])?;
    match members.iter().find(|member| member.is_owner) {
        Some(owner) if !owner.is_self => {
            let what = format!("only {} may do this, who owns the club", owner.called);
            Err(Failure::refused(what).see("club", "shows who is a member"))
        }
        _ => Ok((club, members)),
    }
}

/// The member of this name.
fn member<'m>(members: &'m [Member], typed: &str) -> Result<&'m Member, Failure> {
    let is_meant = |member: &&Member| member.called.to_lowercase() == typed.to_lowercase();
    members.iter().find(is_meant).ok_or_else(|| {
        let near = nearest(typed, members.iter().map(|member| member.called.as_str()));
        let meant = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Failure::refused(format!("no member named `{}`{meant}", harmless(typed))).see("club", "lists the members")
    })
}

/// Makes a member; with `again`, another invitation for one.
fn add(app: &App, typed: &str, again: bool) -> Result<Answer, Failure> {
    let name = Name::read(typed).map_err(Failure::usage)?;
    let membership = app.membership()?;
    let (mut club, members) = owned(&membership)?;
    match member(&members, name.as_str()) {
        Err(nobody) if again => Err(nobody),
        Err(_) => Ok(invited(name.as_str(), club.add_member(name.as_str(), &membership.address()?)?)),
        Ok(known) if !again => {
            let what = format!("{} is a member already", known.called);
            let does = "prints a new invitation; the old one stops working";
            Err(Failure::refused(what).see(CommandLine::again().switch("again"), does))
        }
        Ok(owner) if owner.is_owner => {
            let what = format!("{} owns the club, and has no invitation", owner.called);
            let role = "the server's own commands give a role another password: `ALTER ROLE NAME PASSWORD …`";
            Err(Failure::refused(what).advise(role))
        }
        Ok(known) => Ok(invited(&known.called, club.renew_member(known, &membership.address()?)?)),
    }
}

/// The answer with the invitation for a member.
fn invited(name: &str, line: String) -> Answer {
    let sentence =
        format!("{name} is a member. Give this invitation to {name} and nobody else; `club join` asks for it:");
    let document = json!({ "schema": "ginpad/club-member/1", "name": name, "line": line });
    Outcome::new(document).did([sentence, line]).into()
}

fn remove(app: &App, typed: &str) -> Result<Answer, Failure> {
    let (mut club, members) = owned(&app.membership()?)?;
    let member = member(&members, typed)?;
    if member.is_owner {
        let what = format!("{} owns the club, and cannot leave it", member.called);
        return Err(Failure::refused(what).see("club", "lists the members"));
    }
    club.remove_member(member)?;
    let name = &member.called;
    let sentence = format!("{name} is not a member any more; what {name} sent stays");
    Ok(Outcome::new(json!({ "schema": "ginpad/club-member/1", "name": name, "line": null })).did([sentence]).into())
}

/// The longest time that a watching tally waits for a notice before it checks for new lines.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time before it tries a lost server again.
const RETRY: Duration = Duration::from_secs(5);

fn tally(app: &App, watches: bool) -> Result<Answer, Failure> {
    let membership = app.membership()?;
    let (mut club, _) = owned(&membership)?;
    let copy = app.copy_of_club(club.id()?)?;
    let (club, tallied) = worked_out(club, &copy, app.now, &app.watcher())?;
    if !watches {
        let document = json!({ "schema": "ginpad/club-tally/1", "games": tallied.games, "anew": tallied.is_anew });
        return Ok(Outcome::new(document).did([what_was_worked_out(tallied)]).into());
    }
    app.door.remark(&Remark::note(what_was_worked_out(tallied)));
    let mut connected = Ok(club);
    loop {
        // A restarted server answers again after a while.
        let Err(failure) = connected.and_then(|club| follow(club, &copy, app));
        let why = format!("{}; the next try is in {} seconds", failure.why(), RETRY.as_secs());
        app.door.remark(&Remark::warning(why));
        thread::sleep(RETRY);
        connected = owned(&membership).map(|(club, _)| club);
    }
}

/// Works out new games whenever lines arrive, until the connection is lost.
fn follow(mut club: Club, copy: &Path, app: &App) -> Result<Infallible, Failure> {
    club.listen()?;
    loop {
        let (there, tallied) = worked_out(club, copy, app.now, &app.watcher())?;
        if tallied.games > 0 {
            app.door.remark(&Remark::note(what_was_worked_out(tallied)));
        }
        club = there;
        // Lines arrive in many parts, each with a notice.
        club.hears(PATIENCE)?;
    }
}

fn what_was_worked_out(tallied: Tallied) -> String {
    let all = if tallied.is_anew { ", which are all" } else { "" };
    format!("worked out {}{all}", count(tallied.games, "game"))
}

fn give(app: &App, typed: &str, name: &str) -> Result<Answer, Failure> {
    // A book that gave away its own writer could send nothing any more.
    let of_this_book = app.look(|book| Ok(book.own_writers()?))?;
    let (mut club, members) = owned(&app.membership()?)?;
    let member = member(&members, name)?;
    let own = members.iter().filter(|member| member.is_self).flat_map(|member| &member.devices);
    let others = own.filter(|seen| !of_this_book.contains(&seen.writer));
    let is_meant = |writer: &String| !typed.is_empty() && writer.starts_with(&typed.to_lowercase());
    let meant: Vec<_> = others.filter(|seen| is_meant(&seen.writer.to_string())).collect();
    let lists = Hint::does("club", "lists the devices of each member");
    let [seen] = meant.as_slice() else {
        let what = format!("`{}` is not the start of one writer that you have sent for others", harmless(typed));
        return Err(Failure::refused(what).hint(lists));
    };
    if !club.give(seen.writer, member)? {
        let what = format!("the writer {} is not yours any more, and cannot be given", seen.writer);
        return Err(Failure::refused(what).hint(lists));
    }
    let sentence = format!("the writer {} is {}'s now, whose devices send what follows", seen.writer, member.called);
    let document = json!({ "schema": "ginpad/club-give/1", "writer": seen.writer, "name": member.called });
    Ok(Outcome::new(document).did([sentence]).into())
}

/// A meeting in a club.
struct TheClub {
    place: String,
    membership: Membership,
    exchange: ClubExchange,
    /// The number of lines that the club had at the last meeting and has lost since.
    lost: usize,
    /// The progress of fetching or of sending, while it lasts.
    steps: Option<Box<dyn Steps>>,
}

/// The club that the book is part of, if there is one. With `relays`, there must be one.
pub(super) fn remembered(namesakes: Namesakes, relays: bool, app: &App) -> Option<Reached> {
    let membership = if relays { app.membership().map(Some) } else { app.remembered_club() };
    let open = |membership: Membership| open(membership.connect()?, membership, namesakes, relays, app);
    membership.transpose().map(|membership| membership.and_then(open))
}

/// Finds out which lines a club has.
fn open(club: Club, membership: Membership, namesakes: Namesakes, relays: bool, app: &App) -> Reached {
    let place = format!("the club at {}", membership.address()?);
    let exchange = ClubExchange::begin(club, namesakes, app.now, relays)?;
    let there = exchange.lasts();
    let lost = membership.seen.iter().filter_map(|(writer, last)| last.checked_sub(*there.get(writer).unwrap_or(&0)));
    let lost = usize::try_from(lost.sum::<u64>()).unwrap_or(usize::MAX);
    Ok(Box::new(TheClub { lost, place, membership, exchange, steps: None }))
}

impl Place for TheClub {
    fn arrivals(&mut self) -> &mut Arrivals {
        &mut self.exchange.arrivals
    }

    fn ask(&mut self, app: &App, book: &OpenBook<'_>) -> Result<(), BookError> {
        self.exchange.ask(book)?;
        self.steps = Some(app.watcher().begin("fetching changes", self.exchange.coming()));
        Ok(())
    }

    fn fetch(&mut self) -> Result<bool, Failure> {
        let before = self.exchange.coming();
        let is_waiting = self.exchange.fetch()?;
        let done = before.saturating_sub(self.exchange.coming());
        self.steps.take_if(|steps| {
            steps.advance(done);
            !is_waiting
        });
        Ok(is_waiting)
    }

    fn collect(&mut self, app: &App, book: &OpenBook<'_>) -> Result<Option<Portion>, BookError> {
        if self.steps.is_none() {
            self.steps = Some(app.watcher().begin("sending changes", self.exchange.unsent(book)?));
        }
        self.exchange.collect(book)
    }

    fn put(&mut self, _: &App, part: Portion) -> Result<(), Failure> {
        let lines = part.lines.len();
        self.exchange.put(part)?;
        self.steps.iter().for_each(|steps| steps.advance(lines));
        Ok(())
    }

    fn end(&mut self, app: &App, is_trial: bool) -> Result<(), Failure> {
        self.steps = None;
        if is_trial {
            return Ok(());
        }
        self.exchange.end()?;
        self.membership.seen = self.exchange.lasts();
        app.remember_club(&self.membership)
    }

    fn met(self: Box<Self>) -> Met {
        let lost = (self.lost > 0).then(|| {
            let again = "this sync sends your changes again, and other devices send theirs";
            let lost = count(self.lost, "change");
            Remark::warning(format!("the club had lost {lost}, perhaps because an older backup was restored; {again}"))
        });
        let kept_back = (self.exchange.kept_back > 0).then(|| {
            let others = "of other devices are not in the club yet";
            let relay = "if nobody there is a member, the owner sends them with `ginpad sync --relay`";
            Remark::note(format!("{} {others}; {relay}", count(self.exchange.kept_back, "change")))
        });
        let kept_out = self.exchange.kept_out.map(|what| KeptOut { kind: "line", wrong: true, what });
        let remarks = lost.into_iter().chain(kept_back).collect();
        Met { place: self.place, brought: self.exchange.arrivals.brought, kept_out, remarks, ..Met::default() }
    }
}
