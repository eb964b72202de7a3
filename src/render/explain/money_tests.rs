//! The steps from a net to money.

use super::*;
use crate::render::samples::scored;

#[test]
fn the_steps_lead_from_the_net_to_the_money() {
    let sheet = |rest: &str| scored(&format!("rules: standard, target=50\nsides: Ann, Bob\n{rest}"));
    let steps =
        |rest: &str| money_steps(&sheet(rest)).into_iter().map(|step| step.words).collect::<Vec<_>>().join("\n");
    assert_eq!(
        steps("stake: 0.01 USD\nstake-game: 5 USD\nstake-line: 1 USD\n\nbob knock 4 9\nbob gin 40\n"),
        "net 290 × 0.01 USD: 2.90 USD, to Bob\nthe stake of the game: 5.00 USD, to Bob\n\
         2 lines more × 1.00 USD: 2.00 USD, to Bob\nAnn pays Bob 9.90 USD"
    );
    assert_eq!(
        steps("stake-line: 1 USD\ntotals: 90, 80\n"),
        "the lines are not known, and nothing is owed for them\nnobody owes anything"
    );
    assert_eq!(
        steps("stake-game: 1 USD\ntotals: 90, 90\n"),
        "the stake of the game, which nobody won: 0.00 USD\nnobody owes anything"
    );
    assert_eq!(steps("stake: 1 USD\n\nann gin 3\n"), "");
}
