//! Links the unwinder of GCC into the program where it is at hand, instead of loading it at each start.
//!
//! Rust's library names it as a shared library, `libgcc_s`. To load it takes a fiftieth of a `ginpad log`
//! (docs/decisions.md). GCC brings the same code as an archive; without that the program is linked as ever.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let set = |name| env::var(name).unwrap_or_default();
    let is_for_this_machine = set("HOST") == set("TARGET");
    let has_glibc = set("CARGO_CFG_TARGET_OS") == "linux" && set("CARGO_CFG_TARGET_ENV") == "gnu";
    if is_for_this_machine && has_glibc && compiler_has("libgcc_eh.a") {
        println!("cargo:rustc-link-lib=static:-bundle=gcc_eh");
    }
}

/// Whether the C compiler, which links the program too, finds this archive: it prints its path then, else the bare name.
fn compiler_has(archive: &str) -> bool {
    let found = Command::new("cc").arg(format!("-print-file-name={archive}")).output();
    found.is_ok_and(|found| Path::new(String::from_utf8_lossy(&found.stdout).trim()).is_absolute())
}
