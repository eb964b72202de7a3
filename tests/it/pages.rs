//! Pages in a real browser: nothing sticks out, everything can be read, and each game is printed on paper of its own.

use std::fmt::Write as _;
use std::fs;

use crate::core::dice::Dice;
use crate::support::chromium::{Chromium, Scheme};
use crate::support::program::Table;

/// A telephone, a tablet, a small and a larger laptop, and screens on the wall.
const WIDTHS: [u32; 6] = [360, 700, 1000, 1200, 1920, 2560];

/// Names that no column has room for, and names that a page must not take for markup.
const LONG: [&str; 2] = ["Donaudampfschifffahrtsgesellschaftskapit", "Wolfgang Amadeus von und zu Hohenstaufen"];
const HOSTILE: [&str; 2] = ["<script>alert(1)</script>", "x\" onload='alert(2)' {{7*7}}"];

/// A sheet of this many random hands, the same ones every time.
fn sheet(rules: &str, sides: &str, who: [&str; 2], hands: usize) -> String {
    thrown(&mut Dice::new(7), rules, sides, who, hands)
}

/// A sheet of this many hands as the dice fall.
fn thrown(dice: &mut Dice, rules: &str, sides: &str, who: [&str; 2], hands: usize) -> String {
    let mut text = format!("title: Friday night\ndate: 2026-11-20 19:30 +00:00\nrules: {rules}\nsides: {sides}\n\n");
    for _ in 0..hands {
        let (winner, own, more) = (who[dice.below(2)], dice.below(9) + 1, dice.below(27) + 1);
        let _ = match dice.below(12) {
            0 => writeln!(text, "dead"),
            1 => writeln!(text, "{winner} undercut {} {own}", own.saturating_sub(1).max(1)),
            2 | 3 => writeln!(text, "{winner} gin {more}"),
            4 => writeln!(text, "{winner} big-gin {more}"),
            _ => writeln!(text, "{winner} knock {own} {}", own + more),
        };
    }
    text
}

/// The page of a sheet.
fn page(text: &str) -> String {
    let table = Table::new();
    table.put("game.gin", text);
    table.does("score --file game.gin --html -")
}

/// Sheets that are hard to lay out, each with a name.
fn sheets() -> Vec<(&'static str, String)> {
    let plain = ["ann", "bob"];
    let [one, two] = LONG;
    let partners = format!(
        "rules: partners, format=hollywood, columns=3, column_multipliers=1/1/2\nsides: {one} & Cid & Eve & Gus, {two} & Dee & Fay & Hal\n\nDon knock 4 27, Dee gin 12, Eve gin 4, dead\nDon knock 4 27, Dee gin 12, Fay gin 90, Hal gin 90 note \"a note that says what everybody at the table said, and then some more of it\"\n"
    );
    vec![
        ("new.html", "sides: Ann, Bob\n".into()),
        ("single.html", sheet("standard, target=1000", "Ann, Bob", plain, 24)),
        ("hollywood.html", sheet("hollywood, target=400", "Ann, Bob", plain, 24)),
        ("tournament.html", sheet("tournament, target=90", "Ann, Bob", plain, 24)),
        (
            "twelve.html",
            sheet("hollywood, columns=12, column_multipliers=1/1/1/1/2/2/2/2/3/3/3/10", "Ann, Bob", plain, 20),
        ),
        (
            "boxes.html",
            sheet("standard, target=9000, line_bonus=1000, gin_boxes=10", &LONG.join(", "), ["don", "wolf"], 12),
        ),
        ("partners.html", partners),
    ]
}

/// A table at which people with such names have met often, and in some games as partners.
fn met(names: [&str; 2], games: usize) -> Table {
    let table = Table::new();
    let mut dice = Dice::new(3);
    let [one, two] = names.map(|name| name.replace('"', ""));
    let mut text = String::new();
    for game in 0..games {
        let date = format!("{}-{:02}-{:02} 19:30 +00:00", 2009 + game / 12, 1 + game % 12, 1 + game % 28);
        let (winner, points) = (if dice.below(2) == 0 { &one } else { &two }, dice.below(90) + 101);
        let _ = write!(
            text,
            "date: {date}\nrules: simple\nsides: \"{one}\", \"{two}\"\n\n\"{winner}\" points {points}\n---\n"
        );
    }
    let _ = write!(text, "rules: partners\nsides: \"{one}\" & Cid, \"{two}\" & Dee\n\n\"{one}\" gin 90, Cid gin 90\n");
    table.put("games.gin", text);
    table.does("import games.gin");
    table
}

/// The pages of the standings and of a pair.
fn reports(names: [&str; 2], games: usize) -> (String, String) {
    let table = met(names, games);
    let [one, two] = names.map(|name| name.replace('"', ""));
    let versus = table.words(["versus", &one, &two, "--html", "-"]).check_status().out;
    (table.does("standings --html -"), versus)
}

#[test]
#[ignore = "long: `.ci/run` runs it"]
fn every_page_can_be_read_on_every_screen_in_both_schemes() {
    let Some(chromium) = Chromium::find() else { return };
    let mut pages: Vec<(&str, String)> = sheets().into_iter().map(|(name, text)| (name, page(&text))).collect();
    pages.push(("hostile.html", hostile().1));
    for (standings, versus, names, games) in [
        ("standings.html", "versus.html", ["Ann", "Bob"], 200),
        ("long-standings.html", "long-versus.html", LONG, 40),
        ("hostile-standings.html", "hostile-versus.html", HOSTILE, 3),
    ] {
        let pair = reports(names, games);
        pages.extend([(standings, pair.0), (versus, pair.1)]);
    }
    let pages: Vec<(&str, &str)> = pages.iter().map(|(name, page)| (*name, page.as_str())).collect();
    let light = chromium.looks(&pages, &WIDTHS, Scheme::Light);
    let dark = chromium.looks(&pages, &WIDTHS, Scheme::Dark);
    assert!(light.iter().all(|seen| !seen.dark) && dark.iter().all(|seen| seen.dark));
    let faults: Vec<String> = light.iter().chain(&dark).flat_map(|seen| seen.faults()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A book of five players in which every figure of the standings is counted for somebody.
fn full_book() -> Table {
    let table = Table::new();
    let mut dice = Dice::new(5);
    let names = ["Ann", "Bob", "Cid", "Dee", "Eve"];
    let mut games = vec!["rules: standard\nsides: Ann, Bob\ntotals: 100, 100\n".to_string()];
    for _ in 0..260 {
        let one = dice.below(5);
        let pair = [names[one], names[(one + 1 + dice.below(4)) % 5]];
        let sides = format!("{}, {}\ndealer: {}", pair[0], pair[1], pair[0]);
        games.push(thrown(&mut dice, "standard", &sides, pair, 14));
    }
    table.put("games.gin", games.join("---\n"));
    table.words(["import", "games.gin"]).check_status();
    table
}

#[test]
fn standings_with_every_figure_fit_every_window() {
    let table = full_book();
    let csv = table.does("standings --csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let [heads, players @ ..] = rows.as_slice() else { panic!("{csv}") };
    for (at, head) in heads.iter().enumerate() {
        assert!(players.iter().any(|row| !["", "0"].contains(&row[at])), "nobody has {head}");
    }
    let page = table.does("standings --html -");
    // The name takes one column of the page; the kind of the row and the dates take none.
    assert_eq!(page.matches("<th scope=\"col\"").count(), heads.len() - 3);
    assert!(page.contains("\u{a0}%</td>") && !page.contains(" %</td>"), "a share is broken before its sign");
    let Some(chromium) = Chromium::find() else { return };
    let widths = [360, 704, 1000, 1152, 1200, 1792, 1800, 1920, 2200, 2559, 2560, 3840];
    let seen = chromium.looks(&[("full-standings.html", &page)], &widths, Scheme::Light);
    let faults: Vec<String> = seen.iter().flat_map(|seen| seen.faults()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(seen.windows(2).all(|pair| pair[0].texts <= pair[1].texts + 1), "a wider window shows less");
}

#[test]
fn a_page_of_no_games_says_so_and_so_does_the_terminal() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27"]);
    let apart = "Ann and Bob have no game against each other that fits";
    for (command, why) in
        [("versus ann bob --event nope --html", apart), ("standings --event nope --html", "no game fits")]
    {
        let said = table.args(&format!("{command} x.html")).check_status();
        assert_eq!((said.out.as_str(), said.err), ("wrote x.html\n", format!("note: {why}\n")));
        let page = fs::read_to_string(table.path("x.html")).unwrap();
        assert!(page.contains(why) && !page.contains("0 games") && !page.contains("<table"), "{page}");
    }
    for command in ["versus ann bob --html -", "standings --html -"] {
        let page = table.does(command);
        assert!(page.contains("<span>0 finished games</span><span>1 not finished</span>"), "{page}");
    }
}

#[test]
fn a_page_never_replaces_a_book() {
    let table = Table::after(&["new Ann Bob", "new Cid Dee --book other.db"]);
    fs::copy(table.path("other.db"), table.path("plain.html")).unwrap();
    let before = table.files();
    for file in ["book.db", "other.db", "./plain.html"] {
        for command in ["score", "standings", "versus ann bob"] {
            let said = table.args(&format!("{command} --html {file}")).run();
            assert_eq!(said.status, Some(1), "{command} {file}");
            assert!(said.err.contains("which the page would replace"), "{}", said.err);
        }
    }
    assert_eq!(table.files(), before);
}

#[test]
fn several_games_are_printed_on_a_sheet_each() {
    let Some(chromium) = Chromium::find() else { return };
    let game = sheet("standard", "Ann, Bob", ["ann", "bob"], 6);
    let page = page(&format!("{game}---\n{game}---\n{game}"));
    assert_eq!(chromium.prints(&page), 3);
}

/// A game between names that are markup, and its page.
fn hostile() -> (Table, String) {
    let table = Table::new();
    let [one, two] = HOSTILE;
    table.words(["new", one, two, "--title", "</title><script>alert(3)</script>"]).check_status();
    table.words(["log", "<s gin 20 note \"<img src=x onerror=alert(4)> --> ]]>\""]).check_status();
    let page = table.does("score --html -");
    (table, page)
}

#[test]
fn what_people_typed_is_text_on_the_page() {
    let (_table, page) = hostile();
    assert!(!page.contains("<script"), "{page}");
    assert!(!page.contains("<img"), "{page}");
    assert!(!page.contains("onload='"), "{page}");
    assert!(
        page.contains("&#60;script&#62;alert(1)&#60;/script&#62;")
            || page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"),
        "{page}"
    );
    assert!(page.contains("{{7*7}}"), "{page}");
}

#[test]
fn a_page_needs_nothing_but_itself() {
    for (name, text) in sheets() {
        let page = page(&text);
        for forbidden in ["<script", "http://", "https://", "@import", "url(", "<link rel=\"stylesheet\"", "src="] {
            assert!(!page.contains(forbidden), "{name} has {forbidden}");
        }
    }
}

#[test]
fn a_page_replaces_the_file_that_was_there_and_nothing_else() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27"]);
    assert_eq!(table.does("score --html sheet.html"), "wrote sheet.html\n");
    let page = fs::read_to_string(table.path("sheet.html")).unwrap();
    assert_eq!(table.does("score --html -"), page);
    table.put("other.html", "old");
    fs::set_permissions(table.path("other.html"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("other.html", table.path("link.html")).unwrap();
    table.does("score --html link.html");
    assert_eq!(fs::read_to_string(table.path("other.html")).unwrap(), page);
    assert!(fs::symlink_metadata(table.path("link.html")).unwrap().is_symlink());
    assert_eq!(fs::metadata(table.path("other.html")).unwrap().permissions().mode() & 0o777, 0o600);
    let names: Vec<_> = fs::read_dir(table.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().ends_with(".tmp")), "{names:?}");
}

#[test]
fn a_page_that_cannot_be_written_leaves_everything_as_it_was() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27"]);
    table.put("old.html", "old");
    table.does("score --html new.html");
    fs::create_dir(table.path("closed")).unwrap();
    fs::write(table.path("closed/old.html"), "old").unwrap();
    let lock = |path: &str, mode: u32| {
        fs::set_permissions(table.path(path), std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
    };
    lock("old.html", 0o444);
    lock("closed", 0o555);
    let before = table.files();
    let refused = ["score --html old.html", "score --html book.db", "versus ann bob --html ."];
    for command in refused {
        assert_eq!(table.args(command).run().status, Some(1), "{command}");
    }
    assert_eq!(table.files(), before);
    let Some(table) = table.bound_by_permissions() else { return };
    for command in ["standings --html closed/old.html", "score --html closed/new.html"] {
        let said = table.args(command).run();
        assert_eq!(said.status, Some(1), "{command}");
        assert!(said.err.contains("permission denied"), "{}", said.err);
    }
    assert_eq!(table.files(), before);
}

#[test]
fn a_full_disk_is_no_fault_of_the_program() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let table = Table::after(&["new Ann Bob"]);
    let said = table.args("score --html /dev/full").run();
    assert_eq!((said.status, said.out.as_str()), (Some(1), ""));
    assert!(said.err.starts_with("error: cannot write /dev/full: "), "{}", said.err);
}

#[test]
fn charts_fit_the_terminal() {
    let table = met(["Ann", "Bob"], 60);
    for columns in ["40", "64", "120"] {
        for command in ["versus ann bob --chart", "score 7 --chart", "score --chart"] {
            let said = table.args(command).env("COLUMNS", columns).check_status();
            let widest = said.out.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest <= columns.parse().unwrap(), "{command} at {columns}:\n{}", said.out);
            assert!(said.out.contains('█'), "{}", said.out);
        }
    }
}

/// The browser must see faults, or it would prove nothing that it sees none.
#[test]
fn the_browser_sees_faults() {
    let Some(chromium) = Chromium::find() else { return };
    let broken = "<!doctype html><html><head><style>:root{color-scheme:light dark}body{background:#fff}</style></head><body><p style='color:#999'>pale</p>\
        <div style='width:900px'>wide</div><table><tr><th>no scope</th></tr></table><svg viewBox='0 0 9 9'>\
        <text x='200'>out</text></svg><p style='width:20px;white-space:nowrap'>spilt spilt spilt</p>\
        <div class='races'><div class='flow'><svg viewBox='0 0 9 9' style='width:90px'></svg><svg viewBox='0 0 9 9' style='width:50px'></svg></div></div>\
        <script>console.error('said')</script></body></html>";
    let (seen, console) = chromium.looks_and_listens(&[("broken.html", broken)], &[360], Scheme::Light);
    let [seen] = seen.as_slice() else { panic!("one page") };
    assert_eq!((seen.width, seen.scripts), (360, 1));
    assert!(seen.pale.iter().any(|fault| fault.starts_with("pale: 2.8")), "{seen:?}");
    assert!(seen.wide.iter().any(|fault| fault.contains("900px")), "{seen:?}");
    assert!(seen.spilt.iter().any(|fault| fault.contains("spilt")), "{seen:?}");
    assert!(!seen.clipped.is_empty(), "{seen:?}");
    assert_eq!(seen.uneven, ["charts of 90, 50 px"]);
    for missed in ["no language", "no title", "no heading", "a table without a caption", "a heading without a scope"] {
        assert!(seen.unread.iter().any(|fault| fault == missed), "{missed}: {seen:?}");
    }
    assert!(console.iter().any(|line| line.contains("said")), "{console:?}");
    let tall = "<!doctype html><html><head><style></style></head><body style='height:600mm'>tall</body></html>";
    assert!(chromium.prints(tall) > 1);
}
