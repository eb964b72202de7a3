//! The order of the parts within each package: a part uses only the parts before it, and within a part no files use each
//! other in a circle.
//!
//! The core knows no book, terminal, file or clock. The split into two packages and `crates/ginpad-core/clippy.toml`
//! make sure of that.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use syn::punctuated::Punctuated;
use syn::visit::{Visit, visit_item_mod, visit_path};
use syn::{Expr, Ident, ItemMod, ItemUse, Macro, Token, UseTree, VisRestricted, Visibility};

/// The parts of the core. Each part may use those before it.
const CORE: &[&str] = &[
    "text",
    "listed",
    "side",
    "points",
    "money",
    "label",
    "players",
    "cards",
    "rules",
    "hand",
    "sheet",
    "game",
    "comparison",
    "notation",
    "from_str",
    "table",
    "facts",
    "ledger",
    "odds",
    "reports",
];

/// The parts of the program, each with the parts that it may use. `render` and `book` do not know each other, and nothing
/// but `cli` knows a terminal.
const PROGRAM: &[(&str, &[&str])] = &[
    ("disk", &[]),
    ("book", &["disk"]),
    ("club", &["disk", "book"]),
    ("answer", &["disk"]),
    ("render", &["answer"]),
    ("reports", &["disk", "club", "answer", "render"]),
    ("app", &["disk", "book", "club", "answer"]),
    ("wording", &["book", "answer", "render", "reports", "app"]),
    ("arguments", &["book", "club", "answer", "render", "app", "wording"]),
    ("commands", &["disk", "book", "club", "answer", "render", "reports", "app", "wording", "arguments"]),
    ("cli", &["disk", "book", "answer", "render", "reports", "app", "wording", "arguments", "commands"]),
];

/// The files of one part that use each other in a circle, and why they may.
const CIRCLES: &[(&str, &str)] = &[
    ("book/import book/import/same_day", "an import, and its sheets that may correct games"),
    (
        "cards/arrangement cards/solve",
        "An arrangement is found by the ways of the solver, and deadwood round the corner is that of the best arrangement.",
    ),
    ("cli cli/pad", "A line at the pad may be a command line, and a command line may open the pad."),
    ("commands/man commands/program", "The manual tells of every command of the program, and is one itself."),
    ("facts/change facts/change/slow", "A line that the quick way does not read is read slowly, into the same change."),
    (
        "rules/file rules/preset rules/table",
        "A preset is a rule file, a rule file is based on a preset, and a table begins with either of them.",
    ),
];

/// What a file names, also within the macros that take expressions.
#[derive(Default)]
struct File {
    /// Its module, and within a test that of the test.
    module: Vec<String>,
    /// Each path that is used, from the root of the package on, and whether only a test uses it.
    used: BTreeSet<(Vec<String>, bool)>,
    /// The path that each name stands for which a `use` brings in.
    names: BTreeMap<String, Vec<String>>,
}

impl File {
    fn full_path(&self, path: &[String]) -> Vec<String> {
        let mut whole = self.module.clone();
        for word in path {
            match word.as_str() {
                "crate" => whole.clear(),
                "super" => drop(whole.pop()),
                "self" => {}
                word => whole.push(word.to_string()),
            }
        }
        whole
    }

    fn add(&mut self, path: Vec<String>) {
        let in_test = self.module.iter().any(|word| word == "tests");
        self.used.insert((path, in_test));
    }

    /// A `pub use` of what stands below only passes it on.
    fn add_use(&mut self, before: &[String], tree: &UseTree, public: bool) {
        let with = |ident: &Ident| [before, &[ident.to_string()]].concat();
        let (path, name) = match tree {
            UseTree::Path(path) => return self.add_use(&with(&path.ident), &path.tree, public),
            UseTree::Group(group) => return group.items.iter().for_each(|tree| self.add_use(before, tree, public)),
            UseTree::Glob(_) => (before.to_vec(), None),
            UseTree::Name(name) => (with(&name.ident), Some(&name.ident)),
            UseTree::Rename(name) => (with(&name.ident), Some(&name.rename)),
        };
        let path = self.full_path(&path);
        if let Some(name) = name
            && !self.module.iter().any(|word| word == "tests")
        {
            self.names.insert(name.to_string(), path.clone());
        }
        if !(public && path.starts_with(&self.module)) {
            self.add(path);
        }
    }
}

impl<'a> Visit<'a> for File {
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        self.module.push(item.ident.to_string());
        visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.add_use(&[], &item.tree, !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match words.as_slice() {
            // A word of its own is no module, but perhaps what a `use` brings in.
            [name] => self.names.get(name).cloned().into_iter().for_each(|path| self.add(path)),
            words => self.add(self.full_path(words)),
        }
        visit_path(self, path);
    }

    fn visit_vis_restricted(&mut self, _: &'a VisRestricted) {}

    fn visit_macro(&mut self, called: &'a Macro) {
        let arguments = called.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        arguments.iter().flatten().for_each(|argument| self.visit_expr(argument));
    }
}

/// The files of a package, by their modules.
#[derive(Default)]
struct Package(BTreeMap<Vec<String>, File>);

impl Package {
    fn add_folder(&mut self, folder: &Path, module: &[String]) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let below = [module, std::slice::from_ref(&stem)].concat();
            if path.is_dir() {
                self.add_folder(&path, &below);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let module = if ["mod", "lib", "main"].contains(&stem.as_str()) { module.to_vec() } else { below };
                self.add_file(module, &fs::read_to_string(&path).unwrap());
            }
        }
    }

    fn add_file(&mut self, module: Vec<String>, source: &str) {
        let mut file = File { module: module.clone(), ..File::default() };
        file.visit_file(&syn::parse_file(source).unwrap());
        self.0.insert(module, file);
    }

    /// The file that a path leads to, also through a name that is passed on.
    fn file_of(&self, path: &[String]) -> &[String] {
        let found = (0..=path.len()).rev().find_map(|length| self.0.get_key_value(&path[..length]));
        let Some((module, file)) = found else { return &[] };
        let on = path.get(module.len()).and_then(|name| file.names.get(name)).filter(|on| *on != path);
        on.map_or(module, |on| self.file_of(on))
    }

    /// The other files that each file uses, apart from its tests.
    fn uses(&self) -> BTreeMap<&[String], BTreeSet<&[String]>> {
        let mut uses = BTreeMap::new();
        for (module, file) in &self.0 {
            let used = file.used.iter().filter(|(_, in_test)| !in_test).map(|(path, _)| self.file_of(path));
            uses.insert(module.as_slice(), used.filter(|used| used != module).collect());
        }
        uses
    }

    /// The files that use each other in a circle, as `cards/read`.
    fn circles(&self) -> BTreeSet<Vec<String>> {
        let uses = self.uses();
        let reached = |from: &[String]| {
            let (mut reached, mut next) = (BTreeSet::new(), Vec::from_iter(&uses[from]));
            while let Some(file) = next.pop() {
                if reached.insert(*file) {
                    next.extend(&uses[file]);
                }
            }
            reached
        };
        let reached: BTreeMap<_, _> = uses.keys().map(|file| (*file, reached(file))).collect();
        let circle = |file: &&[String]| {
            let others = reached[file].iter().filter(|other| reached[*other].contains(file));
            others.map(|other| other.join("/")).collect()
        };
        reached.keys().map(circle).filter(|circle: &Vec<String>| !circle.is_empty()).collect()
    }

    /// The path to which the root of the package passes a name on; else the path itself.
    fn without_root<'p>(&'p self, path: &'p [String]) -> &'p [String] {
        let root = self.0.get(&[][..]);
        path.first().and_then(|name| root?.names.get(name)).map_or(path, Vec::as_slice)
    }

    /// The parts that files use although they may not, as `file: part`.
    fn violations(&self, allowed: &[(&str, &[&str])]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (module, file) in &self.0 {
            let Some((part, may)) = allowed.iter().find(|(part, _)| module.first().is_some_and(|own| own == part))
            else {
                continue;
            };
            let parts = file.used.iter().filter_map(|(path, _)| self.without_root(path).first());
            let wrong = parts.filter(|used| used != part && !may.contains(&used.as_str()));
            found.extend(wrong.map(|used| format!("{}: {used}", module.join("/"))));
        }
        found
    }
}

/// The core and the program.
static PACKAGES: LazyLock<[Package; 2]> = LazyLock::new(|| {
    ["crates/ginpad-core/src", "src"].map(|source| {
        let mut package = Package::default();
        package.add_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join(source), &[]);
        package
    })
});

#[test]
fn no_part_uses_one_below_it() {
    let order: Vec<(&str, &[&str])> = CORE.iter().enumerate().map(|(at, part)| (*part, &CORE[..at])).collect();
    let [core, program] = [PACKAGES[0].violations(&order), PACKAGES[1].violations(PROGRAM)];
    assert!(core.is_empty() && program.is_empty(), "{core:#?} {program:#?}");
}

#[test]
fn every_part_stands_in_the_list() {
    let program = PROGRAM.iter().map(|(part, _)| *part).collect();
    for (package, listed) in PACKAGES.iter().zip([CORE.to_vec(), program]) {
        let parts: BTreeSet<&str> = package.0.keys().filter_map(|file| Some(file.first()?.as_str())).collect();
        assert_eq!(parts, listed.into_iter().collect());
    }
}

#[test]
fn no_files_use_each_other_in_a_circle_without_a_reason() {
    let found: BTreeSet<Vec<String>> = PACKAGES.iter().flat_map(Package::circles).collect();
    let allowed: BTreeSet<Vec<String>> =
        CIRCLES.iter().map(|(files, _)| files.split(' ').map(str::to_string).collect()).collect();
    let (new, gone): (Vec<_>, Vec<_>) = (found.difference(&allowed).collect(), allowed.difference(&found).collect());
    assert!(new.is_empty() && gone.is_empty(), "not in the list: {new:#?}\nin the list, but gone: {gone:#?}");
}

#[test]
fn what_is_named_is_found() {
    let mut package = Package::default();
    for (module, source) in [
        ("a", "pub use b::B; use crate::c::{self, C as D}; use std::fmt; mod b; // crate::no"),
        ("a/b", "use super::D; fn f(_: crate::d::E) { vec![crate::e::g(1)]; } mod tests { use crate::f; }"),
        ("c", "use crate::a::B;"),
        ("d", "pub(super) struct E; fn c(d: u8) -> u8 { d }"),
        ("e", "pub fn g(_: u8) {}"),
        ("f", "fn f() { super::e::g(1) }"),
        ("g", "use crate::F;"),
        ("", "pub use f::F;"),
    ] {
        package.add_file(module.split('/').filter(|word| !word.is_empty()).map(str::to_string).collect(), source);
    }
    let uses: Vec<String> = package
        .uses()
        .values()
        .map(|used| used.iter().map(|file| file.join("/")).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(uses, ["", "c", "c d e", "a/b", "", "", "e", "f"]);
    assert_eq!(package.circles(), BTreeSet::from([vec!["a/b".to_string(), "c".to_string()]]));
    let allowed: &[(&str, &[&str])] =
        &[("a", &["c", "d", "e"]), ("c", &["a"]), ("d", &[]), ("e", &[]), ("f", &["e"]), ("g", &[])];
    assert_eq!(package.violations(allowed), BTreeSet::from(["a/b: f".to_string(), "g: f".to_string()]));
}
