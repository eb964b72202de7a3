//! The program `ginpad`.

fn main() {}
