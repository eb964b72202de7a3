//! Whether the terminal shows more than ASCII. This is the one place that decides it from the environment.

use std::env;

use crate::render::Symbols;

/// What the locale can show: `LC_ALL`, else `LC_CTYPE`, else `LANG` names its characters. Where none is set, as on Windows
/// or in a container, nobody has said anything, and signs are shown.
pub(crate) fn symbols_of_locale() -> Symbols {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
    locale.map_or(Symbols::Signs, |locale| of(&locale))
}

/// What a locale like `de_DE.UTF-8@euro` can show.
fn of(locale: &str) -> Symbols {
    let locale = locale.split('@').next().unwrap_or(locale);
    let charset = locale.rsplit('.').next().unwrap_or(locale).to_lowercase();
    if matches!(charset.as_str(), "utf-8" | "utf8") { Symbols::Signs } else { Symbols::Letters }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_utf_8_shows_signs() {
        for locale in ["C.UTF-8", "de_DE.utf8", "en_US.UTF-8@euro", "UTF-8", "C.utf8"] {
            assert_eq!(of(locale), Symbols::Signs, "{locale}");
        }
        for locale in ["C", "POSIX", "en_US.ISO-8859-1", "de_DE@euro", "de_DE", "ja_JP.eucJP"] {
            assert_eq!(of(locale), Symbols::Letters, "{locale}");
        }
    }
}
