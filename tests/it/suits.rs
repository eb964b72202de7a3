//! Cards in answers: ranks by suit, red suits in colour, and letters where the locale shows no signs.

use crate::support::program::Table;

const ANN: &str = "567s9hdc4d2h3cac";
const BOB: &str = "89st8hkdch3d4sjc";

/// A game with the cards of both hands, an upcard and a note.
fn table() -> Table {
    let table = Table::after(&["new Ann Bob --set target=1000"]);
    table.does(&format!("log ann knock {ANN} {BOB} up 10H note 'a ♥ too many'"));
    table
}

#[test]
fn a_hand_is_shown_as_ranks_by_suit_and_kept_as_text_sheets_have_it() {
    let table = table();
    let entry = "Ann knock ♠567♥29♦49♣A39 ♠489♥8TK♦3K♣JK up TH";
    for command in ["explain 1", "fix 1", "undo"] {
        let said = table.does(command).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(entry), "{command}: {said}");
    }
    table.does("redo");
    let code = "Ann knock 5S6S7S2H9H4D9DAC3C9C 4S8S9S8HTHKH3DKDJCKC up TH";
    for command in ["explain 1 --plain", "history --plain", "history --json", "score --plain", "export"] {
        assert!(table.does(command).contains(code), "{command}");
    }
    // What is shown can be typed.
    table.does(&format!("fix 1 {entry}"));
    assert!(table.does("export").contains(code));
}

#[test]
fn red_suits_are_red_only_where_colours_are_wanted() {
    let table = table();
    let red = "10\u{1b}[31m♥\u{1b}[39m";
    for command in ["score --color always", "explain 1 --color always", "score --chart --color always"] {
        let colour = table.does(command);
        let plain = table.does(&command.replace("always", "never"));
        assert!(!plain.contains('\u{1b}'), "{command}");
        assert_eq!(colour.contains("[31m♥"), plain.contains('♥'), "{command}");
    }
    assert!(table.does("score --color always").contains(red));
    assert!(table.args("score --color always").env("NO_COLOR", "1").run().out.contains(red), "a flag comes first");
    for command in ["score", "score --plain --color always", "score --json --color always", "export --color always"] {
        assert!(!table.does(command).contains('\u{1b}'), "{command}");
    }
    let page = table.does("score --html -");
    assert!(page.contains("up 10<span class=\"red\">♥</span>"), "{page}");
}

#[test]
fn without_utf_8_every_answer_with_cards_is_ascii() {
    let table = table();
    let commands = [
        "score".to_string(),
        "explain 1".into(),
        "fix 1".into(),
        "history".into(),
        "log ann knock 4".into(),
        "log ann knock 45sh 20".into(),
        format!("log bob gin {ANN} {BOB}"),
        format!("log ann knock {ANN} {ANN}"),
        format!("deadwood {ANN}"),
        format!("deadwood {ANN} --seen 5s9h"),
        format!("layoff {ANN} {BOB}"),
        format!("layoff 567s/9hdj/4d2h3cac {BOB}"),
        "score --as oklahoma".into(),
    ];
    for command in commands {
        let said = table.args(&command).env("LC_ALL", "C").run();
        assert!(said.out.is_ascii() && said.err.is_ascii(), "{command}\n{}{}", said.out, said.err);
        let coloured = table.args(&format!("{command} --color always")).env("LC_ALL", "C").run();
        assert!(coloured.out.is_ascii(), "{command}");
    }
    let sheet = table.args("score").env("LC_ALL", "C").run().out;
    assert!(sheet.contains(" 1  K  10H | "), "{sheet}");
}
