//! The program at a terminal of its own: a real pseudo-terminal, whose screen is drawn from what the program writes.
//!
//! Tests type keys and wait until the screen shows something. Nothing waits for a time.

use std::io::{ErrorKind, Read as _, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::program::Table;

/// Nothing takes so long: whoever waits longer waits in vain.
const IN_VAIN: Duration = Duration::from_secs(60);

/// Rows that went off the screen are kept, at most so many.
const SCROLLBACK: usize = 1000;

/// A program at a terminal.
pub(crate) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    shown: Arc<(Mutex<Shown>, Condvar)>,
    reader: Option<JoinHandle<()>>,
}

struct Shown {
    screen: vt100::Parser,
    /// How reading ended, if the program has closed the terminal.
    over: Option<String>,
}

impl Terminal {
    /// Starts `ginpad` with these arguments at a terminal of so many columns.
    pub(crate) fn start(table: &Table, line: &str, columns: u16) -> Terminal {
        Terminal::with(table, line, columns, &[])
    }

    /// The same with further environment variables.
    pub(crate) fn with(table: &Table, line: &str, columns: u16, envs: &[(&str, &str)]) -> Terminal {
        let size = size(columns);
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_ginpad"));
        let like = table.command();
        command.env_clear();
        like.get_envs().for_each(|(name, value)| command.env(name, value.unwrap_or_default()));
        command.env("TERM", "xterm");
        command.env_remove("COLUMNS");
        envs.iter().for_each(|(name, value)| command.env(name, value));
        command.cwd(like.get_current_dir().unwrap());
        command.args(shlex::split(line).unwrap());
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = vt100::Parser::new(nonzero(size.rows), nonzero(size.cols), SCROLLBACK);
        let shown = Arc::new((Mutex::new(Shown { screen, over: None }), Condvar::new()));
        let mut output = pair.master.try_clone_reader().unwrap();
        let drawn = shown.clone();
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let read = output.read(&mut bytes);
                if read.as_ref().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {
                    continue;
                }
                let mut shown = drawn.0.lock().unwrap();
                shown.screen.process(&bytes[..*read.as_ref().unwrap_or(&0)]);
                shown.over = (!matches!(read, Ok(1..))).then(|| format!("{read:?}"));
                drawn.1.notify_all();
                if shown.over.is_some() {
                    return;
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Terminal { master: pair.master, writer, child, shown, reader: Some(reader) }
    }

    /// Types keys. Enter is `\r`.
    pub(crate) fn types(&mut self, keys: &str) -> &mut Terminal {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
        self
    }

    /// Pastes text as a terminal does that marks where a paste begins and ends.
    pub(crate) fn pastes(&mut self, text: &str) -> &mut Terminal {
        self.types(&format!("\x1b[200~{}\x1b[201~", text.replace('\n', "\r")))
    }

    /// Waits until the screen ends with this text, spaces at its end not counted.
    pub(crate) fn ends_with(&mut self, text: &str) -> &mut Terminal {
        self.until(&format!("ends with\n{text}"), |screen| screen.trim_end().ends_with(text.trim_end()))
    }

    /// Waits until the screen shows this text.
    pub(crate) fn shows(&mut self, text: &str) -> &mut Terminal {
        self.until(&format!("shows\n{text}"), |screen| screen.contains(text))
    }

    /// Waits until the window shows this and nothing else. What went off the screen is not in the window.
    pub(crate) fn window_is(&mut self, text: &str) -> &mut Terminal {
        let (shown, changed) = &*self.shown;
        let window = |shown: &Shown| {
            let rows = shown.screen.screen().rows(0, shown.screen.screen().size().1.get());
            rows.map(|row| row.trim_end().to_string()).collect::<Vec<_>>().join("\n").trim_end().to_string()
        };
        let wait = |shown: &mut Shown| shown.over.is_none() && window(shown) != text;
        let (shown, _) = changed.wait_timeout_while(shown.lock().unwrap(), IN_VAIN, wait).unwrap();
        let is = window(&shown);
        drop(shown);
        assert_eq!(is, text);
        self
    }

    /// Waits until the screen is like this.
    pub(crate) fn until(&mut self, what: &str, is_so: impl Fn(&str) -> bool) -> &mut Terminal {
        let (shown, changed) = &*self.shown;
        let shown = shown.lock().unwrap();
        let wait = |shown: &mut Shown| shown.over.is_none() && !is_so(&all_of(&mut shown.screen));
        let (mut shown, _) = changed.wait_timeout_while(shown, IN_VAIN, wait).unwrap();
        let screen = all_of(&mut shown.screen);
        assert!(is_so(&screen), "no screen {what}\n--- it was\n{screen}\n--- over: {:?}", shown.over);
        drop(shown);
        self
    }

    /// Everything that was shown, also what went off the screen.
    pub(crate) fn screen(&self) -> String {
        all_of(&mut self.shown.0.lock().unwrap().screen)
    }

    /// Waits until the program has ended, and returns everything that was shown.
    pub(crate) fn everything_shown(mut self) -> String {
        self.reader.take().map(JoinHandle::join).unwrap().unwrap();
        self.screen()
    }

    /// Gives the window another width.
    pub(crate) fn resize(&mut self, columns: u16) -> &mut Terminal {
        self.resize_to(columns, size(columns).rows)
    }

    /// Gives the window another width and height.
    pub(crate) fn resize_to(&mut self, columns: u16, rows: u16) -> &mut Terminal {
        let size = PtySize { rows, ..size(columns) };
        self.shown.0.lock().unwrap().screen.set_size(nonzero(size.rows), nonzero(size.cols));
        self.master.resize(size).unwrap();
        self
    }

    /// Waits until the program has taken the whole screen, or has given it back with everything else that is the
    /// terminal's.
    pub(crate) fn has_whole_screen(&mut self, taken: bool) -> &mut Terminal {
        let is_taken = |shown: &Shown| {
            let screen = shown.screen.screen();
            (screen.alternate_screen(), screen.hide_cursor())
        };
        let (shown, changed) = &*self.shown;
        let wait = |shown: &mut Shown| shown.over.is_none() && is_taken(shown) != (taken, taken);
        let (shown, _) = changed.wait_timeout_while(shown.lock().unwrap(), IN_VAIN, wait).unwrap();
        assert_eq!(is_taken(&shown), (taken, taken), "the second screen, and no cursor");
        drop(shown);
        self
    }

    /// How the terminal treats what is typed: what `stty` shows.
    pub(crate) fn modes(&self) -> String {
        format!("{:?}", self.master.get_termios())
    }

    /// Waits until the modes of the line are like this. They change without a word on the screen.
    pub(crate) fn until_modes(&self, is_so: impl Fn(&str) -> bool) -> &Terminal {
        let begun = Instant::now();
        while !is_so(&self.modes()) {
            assert!(begun.elapsed() < IN_VAIN, "{}", self.modes());
            std::thread::yield_now();
        }
        self
    }

    /// The id of the program's process.
    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Waits until the program has ended, and returns its exit status; none if a signal ended it.
    pub(crate) fn status(mut self) -> Option<u32> {
        self.reader.take().map(JoinHandle::join).unwrap().unwrap();
        let status = self.child.wait().unwrap();
        status.signal().is_none().then(|| status.exit_code())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn size(columns: u16) -> PtySize {
    PtySize { rows: 24, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn nonzero(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

/// The rows of a screen and of those that went off it, without spaces at their ends.
fn all_of(parser: &mut vt100::Parser) -> String {
    let rows = usize::from(parser.screen().size().0.get());
    let columns = parser.screen().size().1.get();
    let page = |parser: &mut vt100::Parser, back: usize| {
        parser.screen_mut().set_scrollback(back);
        parser.screen().rows(0, columns).map(|row| row.trim_end().to_string()).collect::<Vec<_>>()
    };
    parser.screen_mut().set_scrollback(usize::MAX);
    let mut back = parser.screen().scrollback();
    let mut lines: Vec<String> = Vec::new();
    while back > rows {
        lines.extend(page(parser, back));
        back -= rows;
    }
    lines.extend(page(parser, back).into_iter().take(back));
    lines.extend(page(parser, 0));
    lines.join("\n").trim_end().to_string()
}
