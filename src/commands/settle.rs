//! `settle`: debts and payments.

use std::collections::BTreeMap;

use clap::Args;

use crate::answer::{Answer, CommandLine, Failure, Head, Hint, Remark, Sentence};
use crate::app::App;
use crate::arguments::GamesFrom;
use crate::arguments::filter_args::{FilterArgs, Wanted, WhichGames, kept, person};
use crate::arguments::games::{Games, Only};
use crate::book::OpenBook;
use crate::render::owes_or_is_owed;
use crate::reports::outcome::Outcome;
use crate::reports::settle::{Paid, Recorded, SettleReport, SettledGame};
use ginpad_core::facts::FactId;
use ginpad_core::reports::money::{Account, Accounts, GameMoney, Payment};
use ginpad_core::text::{and_list, harmless};
use ginpad_core::{Amount, Currency, Name, WrittenAmount};

/// Show what everybody owes or is owed, or record a payment
///
/// Finished games with a stake count, less what was paid. For each currency, ginpad proposes as few payments as it can find; after you make one of them, it still proposes the rest. `ginpad undo` takes back a payment.
#[derive(Debug, Args)]
pub(crate) struct SettleArgs {
    /// Only what is about this person
    name: Option<String>,

    /// Record a payment; name the currency if there are several
    #[arg(long, value_names = ["FROM", "TO", "AMOUNT", "CURRENCY"], num_args = 3..=4, allow_negative_numbers = true)]
    #[cfg_attr(feature = "club", arg(conflicts_with = "club"))]
    #[arg(conflicts_with_all = ["games", "csv", "html", "last", "rules"])]
    #[arg(conflicts_with_all = WhichGames::FLAGS)]
    paid: Vec<String>,

    /// List each game and each payment
    #[arg(long)]
    games: bool,

    #[command(flatten)]
    from: GamesFrom,

    #[command(flatten)]
    filter: FilterArgs,
}

/// Shows who owes whom, or records a payment.
pub(crate) fn run(args: SettleArgs, app: &App) -> Result<Answer, Failure> {
    match args.paid.as_slice() {
        [_, ..] if let Some(word) = &args.name => {
            let what = "a payment is who paid, who was paid, how much, and in which currency";
            Err(Failure::usage(format!("{what}; `{}` is one word too many", harmless(word)))
                .see("help settle", "shows how to record one"))
        }
        [from, to, amount @ ..] => app.change(|book| pay(app, book, [from, to], &amount.join(" "))),
        _ => args.list(app),
    }
}

impl SettleArgs {
    fn list(&self, app: &App) -> Result<Answer, Failure> {
        self.from.games(app, |games| {
            let people = games.everybody()?;
            let one = self.name.as_ref().map(|typed| person(&people, typed)).transpose();
            let pays = || CommandLine::of("settle --paid FROM TO AMOUNT").form();
            let one = one.map_err(|fault| fault.see(pays(), "records a payment"))?.map(|person| &person.name);
            let (mut wanted, []) = self.filter.read(app, games, None, [])?;
            let mut folded = Folded::new(games, &mut wanted)?;
            let has_all = wanted.filter.is_empty();
            let paid = if has_all { Some(folded.pay(app, games)?) } else { None };
            let is_empty = folded.accounts.currencies().next().is_none();
            let is_new = is_empty && folded.stakes.is_empty() && games.all()?.is_empty();
            let narrowed = (!has_all && !is_empty)
                .then(|| Remark::note("these are only the games that fit; payments are not subtracted"));
            let why_empty = is_empty.then(|| match folded.stakes.is_empty() {
                // `set` does not choose games by these.
                true if self.filter.last.is_some() || self.filter.rules.is_some() => {
                    "no game that fits is played for money".into()
                }
                true => {
                    let play = match is_new {
                        true => CommandLine::new_game().flag("stake", "0.01 USD"),
                        false => {
                            let set = CommandLine::of("set").words(["stake", "0.01 USD"]);
                            WhichGames::FLAGS.into_iter().fold(set, CommandLine::keep)
                        }
                    };
                    Sentence::from("no game is played for money; ").run(play).say(" plays for a cent a point")
                }
                false if has_all => {
                    let set = CommandLine::of("set stake AMOUNT --since TIME").form();
                    Sentence::from("no game with a stake is finished yet; ").run(set).say(" gives old games one")
                }
                false => "no game that fits and has a stake is finished".into(),
            });
            let accounts = || folded.accounts.currencies();
            let head = Head { why_empty, ..wanted.head("Who owes whom", is_empty) };
            let report = SettleReport {
                player: None,
                balances: accounts().flat_map(Account::balances).collect(),
                payments: accounts().flat_map(Account::payments).collect(),
                pairs: accounts().flat_map(Account::pairs).collect(),
                paid,
                games: self.games.then_some(folded.games),
            };
            let report = one.into_iter().fold(report, SettleReport::about);
            Ok(Answer::headed(head, report).remarks(narrowed))
        })
    }
}

/// Records a payment.
fn pay(app: &App, book: &OpenBook<'_>, typed: [&str; 2], amount: &str) -> Result<Answer, Failure> {
    let people = book.people()?;
    let mut failures = Vec::new();
    let [payer, payee] = typed.map(|typed| kept(person(&people, typed), &mut failures));
    let written = kept(WrittenAmount::read(amount).map_err(Failure::refused), &mut failures);
    let (Some(payer), Some(payee), Some(written)) = (payer, payee, written) else {
        return Err(Failure::all("the payment cannot be recorded", failures));
    };
    let (from, to) = (&payer.name, &payee.name);
    if payer == payee {
        return Err(Failure::refused(format!("{from} cannot pay {from}; a payment is between two people")));
    }
    let mut folded = Folded::new(book, &mut Wanted::default())?;
    folded.pay(app, book)?;
    if folded.stakes.is_empty() && folded.accounts.currencies().next().is_none() {
        let set = CommandLine::of("set stake AMOUNT --game GAME").form();
        return Err(Failure::refused("no game is played for money, so there is nothing to pay")
            .see(set, "says what a game was played for"));
    }
    let mut meant = folded.accounts.between(from, to);
    let in_use = folded.accounts.currencies().map(|account| account.currency).chain(folded.stakes.values().copied());
    let in_use: BTreeMap<&str, Currency> = in_use.map(|currency| (currency.code(), currency)).collect();
    if meant.is_empty() {
        meant = in_use.values().copied().collect();
    }
    let currency = match (written.currency, meant.as_slice()) {
        (Some(currency), _) => currency,
        (None, [only]) => *only,
        (None, several) => {
            let codes: Vec<&str> = several.iter().map(|currency| currency.code()).collect();
            let what = format!("{from} and {to} settle in {}; name the currency", and_list(&codes));
            let pays = |code: &&str| CommandLine::of("settle --paid").words([typed[0], typed[1], amount, code]);
            return Err(Failure::refused(what).hint(Hint::one_of("write it out: ", codes.iter().map(pays))));
        }
    };
    let amount = written.payment(currency).map_err(Failure::refused)?;
    book.pay(payer.id, payee.id, amount, app.now)?;
    let account = folded.accounts.pay(from, to, amount);
    let (payment, left, balance) = (of(from, to, amount), account.left_between(from, to), account.balance(from));
    let in_all = [from, to].map(|name| owes_or_is_owed(name, account.money(account.balance(name))));
    let words = format!("{from} paid {to} {}; in all, {}", payment.money, in_all.join(" and "));
    let unused = (!in_use.contains_key(currency.code())).then(|| {
        let none = Sentence::from(format!("no game is played for {}; ", currency.code()));
        Remark::Note(none.run("undo").say(" takes the payment back"))
    });
    Ok(Outcome::new(Recorded { payment, left, balance }).did([words]).remarks(unused).into())
}

/// The games with a stake, folded into debts.
struct Folded {
    accounts: Accounts,
    /// The currencies of all stakes, including those of open games.
    stakes: BTreeMap<&'static str, Currency>,
    /// The finished games.
    games: Vec<SettledGame>,
}

impl Folded {
    /// Folds the fitting games with a stake.
    fn new(games: &dyn Games, wanted: &mut Wanted) -> Result<Folded, Failure> {
        let (mut accounts, mut stakes, mut settled) = (Accounts::default(), BTreeMap::new(), Vec::new());
        wanted.find_where(games, Only { has_stake: true, ..Only::default() }, |game| {
            let currency = game.stakes.currency();
            stakes.extend(currency.map(|currency| (currency.code(), currency)));
            currency.is_some()
        })?;
        wanted.each(games, |game| {
            let Some(money) = GameMoney::of(game.scored) else { return };
            accounts.enter(&money, &game.scored.game.players);
            settled.push(SettledGame::new(game.number, game.scored, &money));
        })?;
        Ok(Folded { accounts, stakes, games: settled })
    }

    /// Adds the payments of the book.
    fn pay(&mut self, app: &App, games: &dyn Games) -> Result<Vec<Paid>, Failure> {
        let names: BTreeMap<FactId, Name> =
            games.everybody()?.into_iter().map(|person| (person.id, person.name)).collect();
        let mut paid = Vec::new();
        for payment in games.paid()? {
            let (Some(from), Some(to)) = (names.get(&payment.payer), names.get(&payment.payee)) else { continue };
            self.accounts.pay(from, to, payment.amount);
            let at = Some(app.to_local_time(payment.at.moment()));
            paid.push(Paid { payment: of(from, to, payment.amount), at });
        }
        Ok(paid)
    }
}

fn of(from: &Name, to: &Name, amount: Amount) -> Payment {
    Payment { from: from.clone(), to: to.clone(), money: amount.into() }
}
