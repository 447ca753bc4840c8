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
    fn numbers_and_first_letters() {
        assert_eq!([count(1, "seed"), count(0, "seed")], ["1 seed", "0 seeds"]);
        assert_eq!([2, 3, 4].map(ordinal), ["second", "third", "4th"]);
        assert_eq!([capitalised("état"), capitalised("")], ["État", ""]);
    }
}
