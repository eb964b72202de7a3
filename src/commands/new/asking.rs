//! The questions of a new game: who plays, by which rules, who deals. The answers fill the arguments of `new`.

use super::NewArgs;
use crate::answer::failure::Failure;
use crate::cli::printer::tell;
use crate::cli::session::Session;
use crate::cli::session::chooser::choose;
use crate::cli::session::prompts::{Asker, Question, Reply, joined};
use crate::cli::session::table_rules::{RulesFailure, table_rules};
use crate::render::faces;
use crate::reports::rules::PresetsReport;
use ginpad_core::notation::{SeatingDraft, read_side, said_sides};
use ginpad_core::rules::Preset;
use ginpad_core::side::Side;

/// Who plays if nobody is named: the heads of a printed score pad.
const WE_AND_THEY: [&str; 2] = ["We", "They"];

/// The answer that lets one choose the rules with the arrow keys.
const LIST: &str = "list";

/// One question of a new game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Side(Side),
    Rules,
    Dealer,
}

impl NewArgs {
    /// Asks for everything that the flags do not say.
    ///
    /// # Errors
    /// The questions were left, or the terminal is gone.
    pub(super) fn ask_all(&mut self, session: &Session) -> Result<(), Failure> {
        let rules = self.rules.is_none() && self.set.is_empty();
        let rules = rules.then_some(Step::Rules);
        let sides = Side::BOTH.map(Step::Side);
        let steps: Vec<Step> = sides.into_iter().chain(rules).chain(self.dealer_step()).collect();
        self.ask(session, &steps)
    }

    /// Asks who deals, if no flag says it.
    ///
    /// # Errors
    /// The question was left, or the terminal is gone.
    pub(super) fn ask_dealer(&mut self, session: &Session) -> Result<(), Failure> {
        let steps: Vec<Step> = self.dealer_step().into_iter().collect();
        self.ask(session, &steps)
    }

    fn dealer_step(&self) -> Option<Step> {
        self.dealer.is_none().then_some(Step::Dealer)
    }

    fn ask(&mut self, session: &Session, steps: &[Step]) -> Result<(), Failure> {
        if steps.is_empty() {
            return Ok(());
        }
        let mut asker = Asker::new(session)?;
        let mut at = 0;
        while let Some(step) = steps.get(at) {
            let question = self.question(session, *step);
            match (asker.ask(&question, &|typed| self.refuse(session, *step, typed))?, at.checked_sub(1)) {
                (Reply::Back, None) => asker.is_first(),
                (Reply::Back, Some(before)) => at = before,
                (Reply::Given(answer), _) if *step == Step::Rules && answer == LIST => {
                    // Whoever leaves the list is asked again.
                    let lines: Vec<String> =
                        Preset::all().map(|preset| format!("{}: {}", preset.name, preset.summary)).collect();
                    if let Some(chosen) = choose(session, "Which rules? (Esc leaves the list)", &lines)? {
                        self.rules = Preset::names().nth(chosen).map(str::to_string);
                        tell(self.rules.as_deref().unwrap_or_default(), session.screens());
                        at += 1;
                    }
                }
                (Reply::Given(answer), _) => {
                    if let Some(sides) = both_sides(*step, &answer) {
                        self.sides = sides.to_vec();
                        at += 1;
                    } else {
                        self.take(*step, Some(answer));
                    }
                    at += 1;
                }
                (Reply::Skipped, _) => {
                    self.take(*step, None);
                    at += 1;
                }
            }
        }
        Ok(())
    }

    fn question(&self, session: &Session, step: Step) -> Question {
        let names = || {
            let known = session.read(|| Ok(Vec::new()), |pad| Ok(pad.people()?));
            known.unwrap_or_default().iter().map(|person| person.name.to_string()).collect()
        };
        match step {
            Step::Side(side) => Question {
                text: if side == Side::First { "Who plays?".into() } else { "Against whom?".into() },
                help:
                    "One side, or both, like `Ann and Bob`. A side is one name, or the names of partners, like Ann+Cid."
                        .into(),
                words: names(),
                given: self.sides.get(usize::from(side == Side::Second)).cloned().unwrap_or_default(),
                skipped: Some(WE_AND_THEY[usize::from(side == Side::Second)].into()),
            },
            Step::Rules => {
                let (look, reader) = (session.telling_look(), session.invocation());
                let all = faces::text_of(|out| faces::terminal(&PresetsReport::all(), look, reader, out));
                tell(all.trim_end(), session.screens());
                Question {
                    text: format!("Which rules? `{LIST}` chooses with the arrow keys"),
                    help: "One of these, or a file of house rules; `ginpad rules show NAME` lists all of its knobs."
                        .into(),
                    words: Preset::names().chain([LIST]).map(str::to_string).collect(),
                    given: self.rules.clone().unwrap_or_default(),
                    skipped: Some(Preset::standard().name.clone()),
                }
            }
            Step::Dealer => Question {
                text: format!("Who deals first ({})?", self.sides.join(" or ")),
                help: "The deal then passes by the rules, and the pad says whose it is.".into(),
                words: self.sides.clone(),
                given: String::new(),
                skipped: Some("not known".into()),
            },
        }
    }

    /// Why an answer is not taken.
    fn refuse(&self, session: &Session, step: Step, typed: &str) -> Result<(), String> {
        match step {
            Step::Side(side) => {
                let mut draft = SeatingDraft::default();
                let sides = both_sides(step, typed).map(Vec::from).unwrap_or_else(|| {
                    let first = self.sides.first().filter(|_| side == Side::Second);
                    first.cloned().into_iter().chain([typed.to_string()]).collect()
                });
                sides.iter().try_for_each(|side| draft.give(side)).map_err(joined)
            }
            Step::Rules if typed == LIST => Ok(()),
            Step::Rules => match table_rules(session, Some(typed), &[], None) {
                Ok(_) => Ok(()),
                Err(RulesFailure::Refused(reasons)) => Err(joined(reasons)),
                Err(RulesFailure::File(failure)) => Err(failure.without_hints()),
            },
            Step::Dealer => match self.players(session) {
                Ok(players) => read_side(typed, &players).map(drop).map_err(|fault| fault.to_string()),
                Err(failure) => Err(failure.without_hints()),
            },
        }
    }

    /// Takes an answer, or what it means to give none.
    fn take(&mut self, step: Step, answer: Option<String>) {
        match step {
            Step::Side(side) => {
                let place = usize::from(side == Side::Second);
                self.sides.truncate(place);
                self.sides.push(answer.unwrap_or_else(|| WE_AND_THEY[place].to_string()));
            }
            Step::Rules => self.rules = answer,
            Step::Dealer => self.dealer = answer,
        }
    }
}

/// Both sides, if the answer to the first question names them: `Ann and Bob`.
fn both_sides(step: Step, answer: &str) -> Option<[String; 2]> {
    let words: Vec<String> = answer.split_whitespace().map(str::to_string).collect();
    if step == Step::Side(Side::First) {
        said_sides(&words).or_else(|| said_sides(&[answer.to_string()]))
    } else {
        None
    }
}
