//! The program `ginpad`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ginpad::cli::run(std::env::args_os())
}
