//! The documents: executed, generated and compared. `GINPAD_BLESS=1 cargo test docs` brings them up to date.

use std::fs;
use std::path::Path;

use ginpad_core::{Knob, Preset};
use serde_json::Value;

use crate::catalogue;
use crate::reference;
use crate::support::console::{Table, check, compare, read, root, trimmed};

#[test]
fn the_readme_says_what_the_program_prints() {
    check("README.md");
}

#[test]
fn the_guide_says_what_the_program_prints() {
    check("docs/guide.md");
}

#[test]
fn the_page_of_errors_quotes_the_catalogue() {
    let page = read("docs/errors.md");
    let cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let messages: Vec<&str> =
        cells.map(|cell| cell.trim_matches(['`', ' '])).filter(|cell| cell.starts_with("error: ")).collect();
    assert!(messages.len() >= 10, "{messages:?}");
    messages.into_iter().for_each(catalogue::shows);
}

#[test]
fn the_odds_page_says_what_the_program_prints() {
    check("docs/odds.md");
}

#[test]
fn the_notation_page_says_what_the_program_prints() {
    check("docs/notation.md");
}

#[test]
fn the_rules_page_says_what_the_program_prints() {
    let document = reference::with_tables(&read("docs/rules.md"));
    compare("docs/rules.md", &Table::new().run(&document));
}

/// What is another each time on the page about clubs, and what the page says in its place.
#[cfg(all(unix, feature = "club"))]
fn the_same_each_time(text: &str) -> String {
    let is_hex = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let line = |line: &str| {
        let mut line = line.to_string();
        if let Some(at) = line.find("ginpad_") {
            // The name of a role, and perhaps a password.
            let end = line[at..].find('@').map_or(line.len(), |end| at + end);
            let secret = if line[at..end].contains(':') { ":0a1b2c3d4e5f60718293a4b5c6d7e8f901234567" } else { "" };
            line.replace_range(at..end, &format!("ginpad_7ab1e05c_04c2f6d8{secret}"));
        }
        if let Some(at) = line.find("  20").map(|at| at + 2).or_else(|| line.find("as of 20").map(|at| at + 6)) {
            line.replace_range(at..at + 16, "2026-11-20 22:41");
        }
        let words: Vec<&str> = line.split(' ').collect();
        let word = |word: &&str| if word.len() == 8 && is_hex(word) { "04c2f6d8" } else { word }.to_string();
        words.iter().map(word).collect::<Vec<String>>().join(" ") + "\n"
    };
    text.lines().map(line).collect()
}

#[cfg(all(unix, feature = "club"))]
#[test]
fn the_club_page_says_what_the_program_prints() {
    const SHOWN: &str = "postgresql://founder@/gin?host=/run/postgresql";
    let Some(test) = crate::support::clubs::TestClub::database() else { return };
    let (table, (url, password)) = (Table::new(), test.without_password());
    table.put_private(".pgpass", &format!("*:*:*:founder:{password}\n"));
    let printed = table.run(&read("docs/club.md").replace(SHOWN, &url));
    let (place, shown) = (url.split_once('@').unwrap().1, SHOWN.split_once('@').unwrap().1);
    compare("docs/club.md", &the_same_each_time(&printed.replace(place, shown)));
}

#[test]
fn the_evening_of_the_readme_is_the_one_of_the_example() {
    let printed = trimmed(&Table::new().type_in("sh examples/evening.sh"));
    assert!(
        read("README.md").contains(&format!("```console\n{printed}```\n")),
        "examples/evening.sh prints\n{printed}"
    );
}

#[test]
fn the_command_reference_is_the_programs_own() {
    compare("docs/commands.md", &reference::commands());
}

#[test]
fn the_rules_page_names_every_knob_and_preset() {
    let page = read("docs/rules.md");
    let knobs = Knob::ALL.iter().map(|knob| format!("`{}`", knob.name()));
    let presets = Preset::names().map(|name| format!("presets/{name}.toml) |"));
    let missing: Vec<String> = knobs.chain(presets).filter(|word| !page.contains(word)).collect();
    assert!(missing.is_empty(), "docs/rules.md does not name {missing:?}");
}

/// Every Markdown page of the package, as paths from its folder.
fn pages() -> Vec<String> {
    let mut pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].map(str::to_string).to_vec();
    for file in fs::read_dir(root().join("docs")).unwrap() {
        let path = format!("docs/{}", file.unwrap().file_name().to_string_lossy());
        if path.ends_with(".md") {
            pages.push(path);
        }
    }
    pages
}

/// The headings of a page as links name them.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
            title.chars().filter(|char| char.is_alphanumeric() || matches!(char, '-' | '_')).collect()
        })
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for page in pages() {
        let text = read(&page);
        let folder = Path::new(&page).parent().unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
            let target = if file.is_empty() { root().join(&page) } else { root().join(folder).join(file) };
            let known = |anchor: &str| {
                let there = fs::read_to_string(&target).unwrap_or_default();
                anchors(&there).iter().any(|known| known == anchor)
            };
            if !target.exists() || !anchor.is_none_or(known) {
                broken.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn a_table_of_contents_lists_every_section_in_order() {
    let mut lists = 0;
    for page in pages() {
        let text = read(&page);
        let Some((head, _)) = text.split_once("\n## ") else { continue };
        let listed: Vec<&str> = head.split("](#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        if listed.is_empty() {
            continue;
        }
        lists += 1;
        let sections = text.lines().filter(|line| line.starts_with("## "));
        assert_eq!(listed, sections.flat_map(anchors).collect::<Vec<_>>(), "{page}");
    }
    assert!(lists > 1, "the guide and the page of entries have one");
}

/// The names of all fields of a document, except those that are themselves data.
fn fields(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                into.push(name.clone());
                if !matches!(name.as_str(), "rules" | "knobs" | "sources") {
                    fields(value, into);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fields(item, into)),
        _ => {}
    }
}

#[test]
fn the_json_page_names_every_document_and_field() {
    let page = read("docs/json.md");
    let table = Table::new();
    let mut missing = Vec::new();
    let commands = [
        "ginpad new Ann Bob --dealer Ann --json",
        "ginpad log ann knock 1+3 KdQd7s --json",
        "ginpad log bob knock 2s4h 10+9 --json",
        "ginpad fix 1 ann points 99 --json",
        "ginpad insert 1 dead --json",
        "ginpad drop 1 --json",
        "ginpad log ann points 20 --json",
        "ginpad score --json",
        "ginpad score --as classic --json",
        "ginpad explain --json",
        "ginpad odds --json",
        "ginpad odds --table --json",
        "ginpad score --odds --json",
        "ginpad explain 2 --json",
        "ginpad undo 2 --json",
        "ginpad redo --json",
        "ginpad history --json",
        "ginpad games --json",
        "ginpad players --json",
        "ginpad player rename Bob BOB --json",
        "ginpad config --json",
        "ginpad standings --json",
        "ginpad versus Ann Bob --json",
        "ginpad use 1 --json",
        "ginpad close --json",
        "ginpad rules --json",
        "ginpad rules show hollywood --json",
        "printf 'target = 150\n' > house.toml; ginpad rules check house.toml --json",
        "ginpad export > all.gin; ginpad import all.gin --json",
        "cat all.gin > two.gin; printf -- '---\n' >> two.gin; cat all.gin >> two.gin; ginpad score --file two.gin --json",
        "ginpad score --file two.gin --as classic --json",
        "ginpad deadwood 7hdc 345s 9td ks 2h --json",
        "ginpad deadwood 7hdc 345s 9td ks 2h jd --json",
        "ginpad layoff '567s 9hdc 4d 2h 3c ac' '89s t8h kdch 3d 4s jc' --json",
        "ginpad new Ann Bob --set target=20 --at \"2000-$(date +%m-%d) 12:00\" --json",
        "ginpad log ann gin 80 --json",
        "ginpad player ann --json",
        "ginpad records --json",
        "ginpad ratings --json",
        "ginpad new Ann Bob --stake '0.01 USD' --stake-line '1 USD' --set target=20 --json",
        "ginpad log ann gin 31 --json",
        "ginpad settle --paid bob ann 1 --json",
        "ginpad settle --games --json",
        "ginpad check --verbose --json",
        "ginpad backup copy.db --json",
        "mkdir Dropbox; ginpad backup Dropbox/copy.db --json",
        "ginpad check --book Dropbox/copy.db --json",
        "ginpad restore copy.db --json 2> notes",
        "ginpad backup --list --json",
    ];
    for command in commands {
        let printed = table.type_in(command);
        let document: Value = serde_json::from_str(&printed).unwrap_or_else(|_| panic!("{command}: {printed}"));
        let mut names = Vec::new();
        fields(&document, &mut names);
        names.extend(document.get("schema").and_then(Value::as_str).map(str::to_string));
        for name in names {
            if !page.contains(&format!("`{name}`")) && !missing.contains(&name) {
                missing.push(name);
            }
        }
    }
    assert!(missing.is_empty(), "docs/json.md does not name {missing:?}");
}

#[test]
fn the_json_page_names_every_field_of_the_file_of_lines() {
    let page = read("docs/json.md");
    let table = Table::new();
    table.type_in("ginpad new Ann Bob; ginpad log ann knock 4 27; printf 'sides: Ann, Bob\n\nann gin 9\n' > old.gin");
    assert!(table.type_in("ginpad import old.gin").starts_with("imported 1 game"));
    let records: Vec<Value> =
        table.type_in("ginpad export --json").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let of_lines = records.iter().filter_map(|record| record.get("line"));
    let objects = records.iter().chain(of_lines).chain(records[0]["runs"].as_array().unwrap());
    let missing: Vec<String> = objects.flat_map(names).filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty() && records.len() > 4, "docs/json.md does not name {missing:?}");
}
