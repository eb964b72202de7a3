//! Folders that cannot be shared.

use super::{Case, GAME, case, usage};

pub(super) fn folders() -> Vec<Case> {
    vec![
        case("A shared folder that is missing", "A folder is made by whoever shares it.", GAME, "sync 'my cards'"),
        case(
            "A shared folder that is missing and begins with a dash",
            "For `mkdir` it would be a flag.",
            GAME,
            "sync -- -shared",
        ),
        usage("A shared folder that is read as flags", "`./` before its name helps.", GAME, "sync -shared").with_made(
            "-shared",
            "a folder",
            |table| std::fs::create_dir(table.path("-shared")).unwrap(),
        ),
        case("A file in place of a shared folder", "Devices meet in a folder.", GAME, "sync notes.txt")
            .with("notes.txt", "Milk, eggs\n"),
        case(
            "A shared folder with the book in it",
            "A book that is copied while it is written may be damaged.",
            GAME,
            "sync .",
        ),
    ]
}
