//! What can be wrong with cards.

use super::{Case, case, usage};

pub(super) fn cards() -> Vec<Case> {
    vec![
        case("A rank that does not exist", "A mark shows the place.", &[], "deadwood 7hdc 345s 1d"),
        case("A card without its suit", "A card is a rank and a suit.", &[], "deadwood 7hdc 345s kd q"),
        case("A suit without a rank", "A card is a rank and a suit.", &[], "deadwood ♥ 7hdc"),
        case(
            "A word that is not a card",
            "The message marks the first letter that fits no card.",
            &[],
            "deadwood 7hdc joker",
        ),
        case("A knight", "Gin rummy is played without knights.", &[], "deadwood 🂬"),
        case("Cards with two meanings", "ginpad does not guess.", &[], "deadwood 45sh"),
        case("A card twice", "A pack has each card once.", &[], "deadwood 7hdc 345s 7d"),
        case("A rank twice in shorthand", "Both sevens would be hearts.", &[], "deadwood 77hd"),
        case("Several unreadable cards", "A mark shows each place.", &[], "deadwood 7hdc 20h 34x 9s kd q"),
        case("Twelve cards", "A player holds at most eleven cards.", &[], "deadwood a23456789tjqs"),
        case(
            "A card both in the hand and out of play",
            "A card that you hold is not out of play.",
            &[],
            "deadwood 7hdc 345s 9td ks 2h --seen '10d 4c ks'",
        ),
        case(
            "Everything wrong with a question about cards",
            "The message gives every reason.",
            &[],
            "deadwood 7hdc 1d --seen xx --rules oklahma --up 2",
        ),
        case(
            "Wrong lines among many hands",
            "The message gives the number of each wrong line.",
            &[],
            "deadwood --batch",
        )
        .typing("7hdc 345s 1d\n\n7h 7h\n"),
        case(
            "A card in both hands",
            "A pack has each card once.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4d jc'",
        ),
        case(
            "A knock with too much deadwood",
            "Even the knocker's best melds leave more than the limit.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c kc' '89s t8h kdhs 3d 4s jc'",
        ),
        case(
            "A group that is not a meld",
            "Groups before the last `/` must be melds.",
            &[],
            "layoff '567s / 9hd jc / 4d 2h 3c ac' '89s t8h kdch 3d 4s qc'",
        ),
        case(
            "A forgotten card",
            "Nine cards do not give a count, because the tenth could meld with them.",
            &["new Ann Bob"],
            "log ann knock kshc4567d2cadah kd8d9d3d3h3sqhjh5s",
        ),
        case(
            "Hands of the wrong size",
            "A knocker has ten cards, or eleven with big gin.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac 5d' '89s t8h kdch 3d'",
        ),
        case(
            "Big gin laid out under rules without it",
            "Then the player throws one card and has gin.",
            &[],
            "layoff 'a23s 4567h qhdsc' '89s t8h kdch 3d 4s jc' --rules family",
        ),
        case(
            "Two hands under Oklahoma",
            "The upcard sets the limit.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc' --rules oklahoma",
        ),
        case("Unreadable cards in both hands", "A mark shows each place.", &[], "layoff '567s / 9hdc / 4' '89s 1h'"),
        usage("Two hands without quotes", "Quotes make each hand one argument.", &[], "layoff 567s 9hdc 4d 89s t8h"),
        usage("One hand instead of two", "The defender's hand is missing.", &[], "layoff '567s 9hdc 4d 2h 3c ac'"),
        case(
            "An upcard that cannot be read",
            "Cards that cannot be read are told before what the rules say of the others.",
            &[],
            "layoff '567s / 9hd jc / 4d 2h 3c ac' '89s t8h kdch 3d 4s qc' --up foo",
        ),
        case(
            "A knock over the limit of the upcard",
            "The message is the same as for `log`.",
            &[],
            "layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc' --rules oklahoma --up 3H",
        ),
        usage("No cards", "`ginpad deadwood` needs cards.", &[], "deadwood"),
        usage("Cards beside a batch", "`--batch` reads cards from standard input only.", &[], "deadwood 7hdc --batch"),
    ]
}
