//! Links GCC's unwinder into the program where the linker has it, instead of loading it at each start.
//!
//! Rust's library names it as a shared library, `libgcc_s`. Loading it takes a fiftieth of a `ginpad log`
//! (docs/decisions.md). GCC has the same code as an archive; without that, the program is linked as usual.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RUSTC_LINKER");
    let set = |name| env::var(name).unwrap_or_default();
    let is_for_this_machine = set("HOST") == set("TARGET");
    let has_glibc = set("CARGO_CFG_TARGET_OS") == "linux" && set("CARGO_CFG_TARGET_ENV") == "gnu";
    if is_for_this_machine
        && has_glibc
        && let Some(folder) = folder_of("libgcc_eh.a")
    {
        println!("cargo:rustc-link-search=native={}", folder.display());
        println!("cargo:rustc-link-lib=static:-bundle=gcc_eh");
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}

/// Finds an archive by asking the linker, which prints the path of one that it finds, and otherwise the bare name.
fn folder_of(archive: &str) -> Option<PathBuf> {
    let linker = env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let found = Command::new(linker).arg(format!("-print-file-name={archive}")).output().ok()?;
    let found = String::from_utf8(found.stdout).ok()?;
    let archive = Path::new(found.trim());
    archive.is_absolute().then(|| archive.parent()).flatten().map(Path::to_path_buf)
}
