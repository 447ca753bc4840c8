use std::time::Duration;

pub fn listed(items: impl IntoIterator<Item = String>) -> String {
    joined(items, "and")
}

pub(crate) fn either(items: impl IntoIterator<Item = String>) -> String {
    joined(items, "or")
}

fn joined(items: impl IntoIterator<Item = String>, last_word: &str) -> String {
    let items: Vec<String> = items.into_iter().collect();
    match &items[..] {
        [items @ .., last] if !items.is_empty() => format!("{} {last_word} {last}", items.join(", ")),
        _ => items.concat(),
    }
}

pub(crate) fn count(number: u32, noun: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{s}")
}

/// A sentence that ends with a long list: shortened to the first items and the last, and the number of all items.
/// `None` for other sentences.
pub fn long_list(sentence: &str) -> Option<(String, usize)> {
    const MOST: usize = 10;
    const FIRST: usize = 4;
    let (before, list) = sentence.rsplit_once(": ")?;
    let items: Vec<&str> = list.split(", ").collect();
    let last = items.last().filter(|_| items.len() > MOST)?;
    Some((format!("{before}: {} \u{2026} {last}", items[..FIRST].join(", ")), items.len()))
}

/// The time since something happened: "just now", "5 minutes ago", "3 days ago".
pub fn time_ago(ago: Duration) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let seconds = ago.as_secs();
    let (number, noun) = match seconds {
        0..MINUTE => return "just now".to_owned(),
        MINUTE..HOUR => (seconds / MINUTE, "minute"),
        HOUR..DAY => (seconds / HOUR, "hour"),
        _ => (seconds / DAY, "day"),
    };
    format!("{} ago", count(number.try_into().unwrap_or(u32::MAX), noun))
}

pub(crate) fn ordinal(number: usize) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{number}th"),
    }
}

pub fn capitalised(text: &str) -> String {
    // Commands keep their case.
    if text.starts_with("cmd:") {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_as_sentences() {
        let list = |items: &[&str]| items.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(listed(list(&[])), "");
        assert_eq!(listed(list(&["a"])), "a");
        assert_eq!(listed(list(&["a", "b"])), "a and b");
        assert_eq!(either(list(&["a", "b", "c"])), "a, b or c");
    }

    #[test]
    fn only_long_lists_are_shortened() {
        let sentence = |items: usize| format!("It begins: {}.", vec!["A (1)"; items].join(", "));
        assert_eq!(long_list(&sentence(10)), None);
        let plan = sentence(48).replace("A (1).", "B (50); that wins the round.");
        let (short, items) = long_list(&plan).unwrap();
        let shown = "It begins: A (1), A (1), A (1), A (1) \u{2026} B (50); that wins the round.";
        assert_eq!((short.as_str(), items), (shown, 48));
        assert_eq!(long_list("No list"), None);
    }

    #[test]
    fn times_are_rounded_down() {
        let words =
            [0, 59, 60, 3599, 3600, 86_399, 86_400, 300_000].map(|seconds| time_ago(Duration::from_secs(seconds)));
        let expected = [
            "just now",
            "just now",
            "1 minute ago",
            "59 minutes ago",
            "1 hour ago",
            "23 hours ago",
            "1 day ago",
            "3 days ago",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn numbers_and_first_letters() {
        assert_eq!([count(1, "seed"), count(0, "seed")], ["1 seed", "0 seeds"]);
        assert_eq!([2, 3, 4].map(ordinal), ["second", "third", "4th"]);
        assert_eq!([capitalised("état"), capitalised("")], ["État", ""]);
    }
}
