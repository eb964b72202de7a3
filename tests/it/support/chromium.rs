//! Pages looked at in a real browser without a screen, and without a network.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde::Deserialize;
use tempfile::TempDir;

use super::program::skipped;

/// The page that looks at others.
const MEASURE: &str = include_str!("measure.html");

/// A browser.
pub(crate) struct Chromium {
    program: PathBuf,
    folder: TempDir,
}

/// The colours that a reader prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    Dark = 0,
    Light = 1,
}

/// What a browser saw of a page in a window of some width.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Seen {
    pub page: String,
    pub width: u32,
    pub dark: bool,
    /// How many pieces of text it has.
    pub texts: usize,
    /// How many scripts it has.
    pub scripts: usize,
    /// What it asked the network for.
    pub requests: Vec<String>,
    /// Text that stands out too little.
    pub pale: Vec<String>,
    /// What sticks out of the window.
    pub wide: Vec<String>,
    /// Text that leaves its cell.
    pub spilt: Vec<String>,
    /// Labels that leave their chart.
    pub clipped: Vec<String>,
    /// Charts beside or below each other that differ in size.
    pub uneven: Vec<String>,
    /// What readers who do not see the page would miss.
    pub unread: Vec<String>,
}

impl Seen {
    /// Everything that is wrong with the page, each with its name and width.
    pub(crate) fn faults(&self) -> Vec<String> {
        let scheme = if self.dark { "dark" } else { "light" };
        let place = format!("{} at {} px, {scheme}", self.page, self.width);
        let several = [&self.requests, &self.pale, &self.wide, &self.spilt, &self.clipped, &self.uneven, &self.unread]
            .into_iter()
            .flatten();
        let mut faults: Vec<String> = several.map(|fault| format!("{place}: {fault}")).collect();
        if self.texts == 0 {
            faults.push(format!("{place}: no text"));
        }
        if self.scripts > 0 {
            faults.push(format!("{place}: {} scripts", self.scripts));
        }
        faults
    }
}

impl Chromium {
    /// The browser of this machine.
    ///
    /// `None`, with a line that says so, if there is none; but where `GINPAD_CHROMIUM` is `required`, the test fails.
    pub(crate) fn find() -> Option<Chromium> {
        let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
        let folders: Vec<PathBuf> =
            env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
        let mut places = folders.iter().flat_map(|folder| names.map(|name| folder.join(name)));
        let Some(program) = places.find(|place| place.is_file()) else {
            let required = env::var_os("GINPAD_CHROMIUM").is_some_and(|value| value == "required");
            assert!(!required, "GINPAD_CHROMIUM is `required`, and there is no Chromium on this machine");
            skipped("there is no Chromium on this machine");
            return None;
        };
        Some(Chromium { program, folder: tempfile::tempdir().unwrap() })
    }

    /// Looks at pages, each in a window of each width. The console must stay silent.
    pub(crate) fn looks(&self, pages: &[(&str, &str)], widths: &[u32], scheme: Scheme) -> Vec<Seen> {
        let (seen, console) = self.looks_and_listens(pages, widths, scheme);
        assert_eq!(console, Vec::<String>::new());
        seen
    }

    /// The same, with what was said on the console.
    pub(crate) fn looks_and_listens(
        &self,
        pages: &[(&str, &str)],
        widths: &[u32],
        scheme: Scheme,
    ) -> (Vec<Seen>, Vec<String>) {
        let mut frames = String::new();
        for (name, page) in pages {
            fs::write(self.folder.path().join(name), page).unwrap();
            for width in widths {
                frames += &format!("<iframe src=\"{name}\" style=\"width: {width}px\"></iframe>\n");
            }
        }
        let measure = self.folder.path().join("measure.html");
        fs::write(&measure, MEASURE.replace("<!-- frames -->", &frames)).unwrap();
        let scheme = format!("--blink-settings=preferredColorScheme={}", scheme as u8);
        let (out, err) = self.run(&["--allow-file-access-from-files", &scheme, "--dump-dom"], &measure);
        let report = out.split_once("<pre id=\"seen\">").and_then(|(_, rest)| rest.split_once("</pre>"));
        let (report, _) = report.unwrap_or_else(|| panic!("Chromium saw nothing: {err}\n{out}"));
        let report = report.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let seen: Vec<Seen> = serde_json::from_str(&report).unwrap();
        assert_eq!(seen.len(), pages.len() * widths.len());
        (seen, err.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_string).collect())
    }

    /// On how many sheets of A4 a page is printed.
    pub(crate) fn prints(&self, page: &str) -> usize {
        let file = self.folder.path().join("print.html");
        fs::write(&file, page.replacen("</style>", "@page { size: A4 }\n</style>", 1)).unwrap();
        let printed = self.folder.path().join("print.pdf");
        let mut to = OsString::from("--print-to-pdf=");
        to.push(&printed);
        self.run(&[to.to_str().unwrap(), "--no-pdf-header-footer"], &file);
        let pdf = fs::read(&printed).unwrap();
        let text = String::from_utf8_lossy(&pdf);
        text.matches("/Type /Page").count() - text.matches("/Type /Pages").count()
    }

    /// Runs the browser on a file, and returns what it says.
    fn run(&self, flags: &[&str], file: &Path) -> (String, String) {
        let profile = tempfile::tempdir_in(self.folder.path()).unwrap();
        let output = Command::new(&self.program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-extensions", "--hide-scrollbars", "--enable-logging=stderr"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .args(flags)
            .arg(format!("file://{}", file.display()))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (text(output.stdout), text(output.stderr))
    }
}
