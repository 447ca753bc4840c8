use std::env;
use std::fs;
use std::path::Path;

/// Compares a text with a golden file, for files that documentation links to or tests read as input. Other expected
/// output is stored as insta snapshots. `INSTA_UPDATE=always` accepts changes of both.
#[track_caller]
pub fn assert_golden(path: impl AsRef<Path>, found: &str) {
    let path = path.as_ref();
    if env::var("INSTA_UPDATE").is_ok_and(|update| ["always", "force", "1"].contains(&update.as_str())) {
        fs::write(path, found).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let golden = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if let Some(difference) = difference(&golden, found) {
        panic!("{}:{difference}\nINSTA_UPDATE=always accepts all changes", path.display());
    }
}

/// The first line that differs, with its number.
fn difference(golden: &str, found: &str) -> Option<String> {
    if golden == found {
        return None;
    }
    let (mut golden, mut found) = (golden.split_inclusive('\n'), found.split_inclusive('\n'));
    for number in 1.. {
        let lines = (golden.next(), found.next());
        if lines.0 != lines.1 {
            return Some(format!("{number}\n  golden: {:?}\n   found: {:?}", lines.0, lines.1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn the_first_difference_is_named() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        for (golden, found, expected) in [
            ("a\nb\n", "a\nc\n", "2\n  golden: Some(\"b\\n\")\n   found: Some(\"c\\n\")"),
            ("a\n", "a\nb\n", "2\n  golden: None\n   found: Some(\"b\\n\")"),
            ("a\n", "a", "1\n  golden: Some(\"a\\n\")\n   found: Some(\"a\")"),
        ] {
            assert_eq!(difference(golden, found).as_deref(), Some(expected));
        }
    }
}
