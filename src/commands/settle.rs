//! `settle`: who owes whom what, and payments.

use std::collections::BTreeMap;

use clap::Args;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark, Sentence};
use crate::book::Pad;
use crate::cli::session::filter_args::{Chosen, FilterArgs, everyone, person};
use crate::cli::session::{Face, Session, which_game};
use crate::render::{self, Paid, SettleShown, SettledGame, json};
use crate::reports::outcome::Outcome;
use ginpad_core::facts::{FactId, Person};
use ginpad_core::money::{Amount, Currency, Minor, Money, WrittenAmount};
use ginpad_core::players::Name;
use ginpad_core::reports::Filter;
use ginpad_core::reports::money::{Accounts, GameMoney};
use ginpad_core::text::and_list;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad settle                             who owes whom, and what settles it
  ginpad settle --games                     with each game and each payment
  ginpad settle --event \"Cruise 2027\"       what the games of a trip come to
  ginpad settle --paid bob ann 12.40        Bob paid Ann 12.40
  ginpad settle --paid bob ann 12.40 EUR    the currency, if there are several";

/// Show who owes whom, or record a payment
///
/// Finished games with a stake count, less what was paid. Nothing is converted: each currency is settled for itself. `ginpad undo` takes back a payment.
#[derive(Debug, Args)]
#[command(mut_arg("min_games", |arg| arg.hide(true)))]
pub(crate) struct SettleArgs {
    /// Who paid, who was paid, how much, and in which currency if there are several
    #[arg(value_names = ["FROM", "TO", "AMOUNT", "CURRENCY"], num_args = 0.., allow_negative_numbers = true)]
    payment: Vec<String>,

    /// Record a payment
    #[arg(long, conflicts_with_all = ["games", "csv", "since", "until", "last", "rules", "event", "with"])]
    paid: bool,

    /// List each game and each payment
    #[arg(long)]
    games: bool,

    /// Answer with comma-separated values: the balances, or with `--games` the games
    #[arg(long, conflicts_with_all = ["json", "plain"])]
    csv: bool,

    #[command(flatten)]
    filter: FilterArgs,
}

/// The games with a stake, folded.
#[derive(Default)]
struct Folded {
    accounts: Accounts,
    chosen: Chosen,
    games: Vec<SettledGame>,
    paid: Vec<Paid>,
    /// The currencies of all stakes, also of games that are not over.
    stakes: BTreeMap<&'static str, Currency>,
}

impl SettleArgs {
    /// Shows who owes whom, or records a payment.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        if self.filter.has_min_games() {
            return Err(Failure::usage("`--min-games` leaves out players, and then the rest would not add up")
                .hint(Hint::with("for everybody:", CommandLine::again().without("min-games"))));
        }
        match (self.paid, self.payment.as_slice()) {
            (true, [from, to, amount @ ..]) if (1..=2).contains(&amount.len()) => {
                session.change(which_game::no_game, |pad| pay(session, pad, [from, to], &amount.join(" ")))
            }
            (true, words) => Err(wrong_words(words)),
            (false, []) => self.list(session),
            (false, _) => Err(Failure::usage("a payment is recorded with `--paid`")
                .hint(Hint::run(CommandLine::again().switch("paid")))),
        }
    }

    fn list(&self, session: &Session) -> Result<Answer, Failure> {
        let none = || Ok((self.filter.filter(session, &[])?, Folded::default()));
        let (filter, folded) = session.read(none, |pad| {
            let filter = self.filter.filter(session, &everyone(pad)?)?;
            let folded = Folded::new(session, pad, &filter, self.games)?;
            Ok((filter, folded))
        })?;
        let has_all = filter.is_empty();
        let empty = folded.accounts.currencies().next().is_none().then(|| nothing(session, &filter, &folded));
        let narrowed = (!has_all && empty.is_none())
            .then(|| Remark::note("these are only the games that fit; payments are not subtracted"));
        let left_out = folded.chosen.remark();
        let shown = SettleShown {
            accounts: &folded.accounts,
            games: self.games.then_some(folded.games),
            paid: has_all.then_some(folded.paid),
            undated: folded.chosen.undated,
        };
        let answer = match (session.face(), empty) {
            (Face::Table, Some(why)) if !self.csv => Answer::of(why),
            (face, why) => Answer::of(match face {
                _ if self.csv => render::settle_csv(&shown),
                Face::Json => json::print(&json::settle(&shown)),
                Face::Plain => render::settle_plain(&shown),
                Face::Table => render::settle(&shown, session.look()),
            })
            .remarks(why.map(Remark::note)),
        };
        Ok(answer.remarks(narrowed).remarks(left_out))
    }
}

/// Why there is nothing to show.
fn nothing(session: &Session, filter: &Filter, folded: &Folded) -> String {
    if folded.stakes.is_empty() {
        let new = session.spell(&CommandLine::new_game().flag("stake", "0.01 USD"));
        return format!("no game is played for money; `{new}` plays for a cent a point");
    }
    match (folded.chosen.games.is_empty(), filter.is_empty()) {
        (true, _) => "no game that fits is played for money".into(),
        (false, true) => "no game with a stake is finished yet".into(),
        (false, false) => "no game that fits and has a stake is finished".into(),
    }
}

impl Folded {
    /// Folds the games with a stake that fit. Payments count if every game does.
    fn new(session: &Session, pad: &Pad<'_>, filter: &Filter, listed: bool) -> Result<Folded, Failure> {
        let mut folded = Folded::default();
        let stakes = std::cell::RefCell::new(BTreeMap::new());
        folded.chosen = Chosen::new(pad, filter, |game| {
            let currency = game.stakes.currency();
            stakes.borrow_mut().extend(currency.map(|currency| (currency.code(), currency)));
            currency.is_some()
        })?;
        folded.stakes = stakes.into_inner();
        let (accounts, games) = (&mut folded.accounts, &mut folded.games);
        folded.chosen.each(pad, |game| {
            let Some(money) = GameMoney::of(game.scored) else { return };
            accounts.enter(&money, &game.scored.game.players);
            if listed {
                games.push(SettledGame::new(game.number, game.scored, &money));
            }
        })?;
        if filter.is_empty() {
            folded.pay(session, pad)?;
        }
        Ok(folded)
    }

    /// Enters the payments of the book.
    fn pay(&mut self, session: &Session, pad: &Pad<'_>) -> Result<(), Failure> {
        let payments = pad.payments()?;
        if payments.is_empty() {
            return Ok(());
        }
        let names: BTreeMap<FactId, Name> = pad.people()?.into_iter().map(|person| (person.id, person.name)).collect();
        for payment in payments {
            let (Some(from), Some(to)) = (names.get(&payment.payer), names.get(&payment.payee)) else { continue };
            self.accounts.pay(from, to, payment.amount);
            let money = money(payment.amount);
            self.paid.push(Paid {
                at: Some(session.here(payment.at.moment())),
                from: from.clone(),
                to: to.clone(),
                money,
            });
        }
        Ok(())
    }
}

fn money(amount: Amount) -> Money {
    Money { minor: amount.minor(), currency: amount.currency }
}

/// Words after `--paid` that are too few or too many.
fn wrong_words(words: &[String]) -> Failure {
    let what = match words {
        [_, _, _, _, word, ..] => {
            format!("`{}` is one word too many for `ginpad settle --paid`", ginpad_core::text::harmless(word))
        }
        _ => "`ginpad settle --paid` needs who paid, who was paid and how much".to_string(),
    };
    Failure::usage(what).hint(Hint::does(CommandLine::of("help").words(["settle"]), "shows how to use it"))
}

/// Records a payment.
fn pay(session: &Session, pad: &Pad<'_>, typed: [&str; 2], amount: &str) -> Result<Answer, Failure> {
    let people = pad.people()?;
    let names: Vec<Name> = people.iter().map(|person| person.name.clone()).collect();
    let mut failures = Vec::new();
    let mut kept = |read: Result<Name, Failure>| read.map_err(|failure| failures.push(failure)).ok();
    let [from, to] = typed.map(|typed| kept(person(&names, typed).cloned()));
    if let (Some(from), Some(to)) = (&from, &to)
        && from == to
    {
        failures.push(Failure::refused(format!("{from} cannot pay {to}; a payment is between two people")));
    }
    let mut folded = Folded::new(session, pad, &Filter::default(), false)?;
    let is_for_money = !folded.stakes.is_empty() || folded.accounts.currencies().next().is_some();
    if !is_for_money {
        let new = CommandLine::of("new").flag("stake", "0.01 USD");
        failures.push(
            Failure::refused("no game is played for money, so there is nothing to pay")
                .hint(Hint::does(new, "starts one for a cent a point")),
        );
    }
    let both = from.clone().zip(to.clone());
    let read = read_amount(&folded, both.as_ref(), amount, typed).map_err(|failure| failures.extend(failure)).ok();
    let (Some((from, to)), Some(amount), true) = (both, read, failures.is_empty()) else {
        return Err(Failure::all("the payment cannot be recorded", failures));
    };
    let id = |name: &Name| people.iter().find(|person| person.name == *name).map(|person: &Person| person.id);
    let (Some(payer), Some(payee)) = (id(&from), id(&to)) else { return Err(Failure::fault("a person is missing")) };
    let note = too_much(&folded.accounts, &from, &to, amount);
    pad.pay(payer, payee, amount, session.now)?;
    folded.accounts.pay(&from, &to, amount);
    Ok(outcome(&folded.accounts, [&from, &to], money(amount)).remarks(note).into())
}

/// The amount, in the currency that is written or in the only one that the two could mean. What is wrong with it, unless
/// something else that is wrong must be known first.
fn read_amount(
    folded: &Folded,
    both: Option<&(Name, Name)>,
    text: &str,
    typed: [&str; 2],
) -> Result<Amount, Option<Failure>> {
    let refused = |fault| Some(Failure::refused(fault));
    let written = WrittenAmount::read(text).map_err(refused)?;
    if let Some(currency) = written.currency() {
        return written.payment(currency).map_err(refused);
    }
    let (from, to) = both.ok_or(None)?;
    let mut meant = folded.accounts.between(from, to);
    if meant.is_empty() {
        meant = folded.stakes.values().copied().collect();
    }
    match meant.as_slice() {
        [only] => written.payment(*only).map_err(refused),
        [] => Err(None),
        several => {
            let codes: Vec<&str> = several.iter().map(|currency| currency.code()).collect();
            let words = [typed[0], typed[1], text, codes[0]];
            let line = CommandLine::again().operand("payment", words);
            Err(Some(
                Failure::refused(format!("{from} and {to} settle in {}; say which it was", and_list(&codes)))
                    .hint(Hint::run(line)),
            ))
        }
    }
}

/// A note if somebody paid more than was owed.
fn too_much(accounts: &Accounts, from: &Name, to: &Name, amount: Amount) -> Option<Remark> {
    let balance = |name: &Name| accounts.of(amount.currency).map_or(Minor::ZERO, |account| account.balance(name));
    let owed = (-balance(from)).max(Minor::ZERO);
    let is_owed = balance(to).max(Minor::ZERO);
    let sum = |minor| Money { minor, currency: amount.currency };
    let why = match (amount.minor() > owed, amount.minor() > is_owed) {
        (true, _) if owed == Minor::ZERO => format!("{from} owed nobody anything in {}", amount.currency.code()),
        (true, _) => format!("{from} owed {} in all", sum(owed)),
        (false, true) if is_owed == Minor::ZERO => format!("nobody owed {to} anything in {}", amount.currency.code()),
        (false, true) => format!("{to} was owed {} in all", sum(is_owed)),
        (false, false) => return None,
    };
    let undo =
        Sentence::from(format!("{why}; if the payment is wrong, take it back with ")).run(CommandLine::of("undo"));
    Some(Remark::Note(undo))
}

fn outcome(accounts: &Accounts, names: [&Name; 2], money: Money) -> Outcome {
    let [from, to] = names;
    let Some(account) = accounts.of(money.currency) else { return Outcome::default() };
    let what = format!("{from} paid {to} {money}; {}", render::left_after(account, from, to));
    Outcome::new(json::payment(from, to, money, account)).did([what])
}
