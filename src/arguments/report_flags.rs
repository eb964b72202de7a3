//! The flags that every report takes.

use std::path::PathBuf;

use clap::Args;

/// The flags that every report takes.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ReportFlags {
    /// Answer with comma-separated values
    #[arg(long, conflicts_with_all = ["json", "plain"], help_heading = "How it is shown")]
    pub csv: bool,

    /// Write a web page to this file; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "plain", "csv"], help_heading = "How it is shown")]
    pub html: Option<PathBuf>,
}
