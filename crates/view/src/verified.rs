use std::collections::BTreeSet;

use parlor_table::{CheckedDraw, Commitment, Drawn, Origin, Seed, UsedSeed, Verified};

use crate::words::{capitalised, count, listed};

/// The result of a check of the dice, in sentences. `place` names the entry that led to a revision, like "line 12".
pub fn verified_in_words(verified: &Verified, place: impl Fn(u64) -> String) -> Vec<String> {
    let mut words = Vec::new();
    for (index, used) in verified.seeds.iter().enumerate() {
        let is_last = index + 1 == verified.seeds.len();
        if index > 0 {
            words.push(format!("From {} on, dice come from a new seed.", place(used.revision)));
        }
        words.push(seed(used, is_last));
    }
    if verified.from_save {
        words.push("The game resumes from a save. Earlier throws aren't in this journal.".to_owned());
    }
    if verified.draws.is_empty() {
        words.push("Nothing has been thrown or tossed.".to_owned());
    }
    words.extend(checked(verified));
    for draw in &verified.draws {
        if let Some(must) = draw.should_show() {
            let (kind, number) = (kind(draw.shows), draw.number);
            let why = match draw.origin {
                Origin::HiddenSeed(_) => "before it was taken back it showed",
                _ => "its seed gives",
            };
            let place = capitalised(&place(draw.revision));
            words.push(format!("{place} is wrong: {kind} {number} shows {}, but {why} {must}.", draw.shows));
        }
    }
    let from = |counts: fn(&Origin) -> bool| numbers(verified.draws.iter().filter(|draw| counts(&draw.origin)));
    let others = [
        ("Not checked, because the seed is hidden", from(|origin| matches!(origin, Origin::HiddenSeed(_)))),
        ("From a dice file", from(|origin| matches!(origin, Origin::Queue { of_save: false }))),
        ("From the save", from(|origin| matches!(origin, Origin::Queue { of_save: true }))),
        ("By hand", from(|origin| matches!(origin, Origin::Hand))),
    ];
    words.extend(others.into_iter().filter_map(|(source, numbers)| Some(format!("{source}: {}.", numbers?))));
    words.extend(verified.damage.iter().cloned());
    words.extend(verdict(verified).map(str::to_owned));
    words
}

/// The final verdict, if any.
fn verdict(verified: &Verified) -> Option<&'static str> {
    let of_seeds = verified.draws.iter().filter(|draw| matches!(draw.origin, Origin::Seed(_))).count();
    match verified.is_right() {
        false => Some("This journal has errors."),
        true if of_seeds == 0 => None,
        true if of_seeds == verified.draws.len() => Some("Everything is correct."),
        true => Some("Everything that can be checked is correct."),
    }
}

fn seed(used: &UsedSeed, is_last: bool) -> String {
    match used.seed {
        Seed::Open(seed) => format!("The seed is {seed}, and it was never hidden."),
        Seed::Committed { seed, salt } => {
            let commitment = Commitment::of(seed, salt);
            let fits = format!("The seed is {seed} and its salt {salt}. They match the commitment {commitment}");
            format!("{fits}: compare it with the one that was shown at the start.")
        }
        Seed::Hidden(commitment) => {
            let words = format!("The seed is hidden. Its commitment is {commitment}.");
            if is_last {
                format!(
                    "{words} The throws and coin tosses that come from it can't be checked until the seed is revealed."
                )
            } else {
                format!(
                    "{words} The game was imported without this seed, so the throws and coin tosses that come from it can't be checked."
                )
            }
        }
    }
}

/// The draws that match a known seed.
fn checked(verified: &Verified) -> Option<String> {
    let of_seeds = || verified.draws.iter().filter(|draw| matches!(draw.origin, Origin::Seed(_)));
    let all = of_seeds().count();
    let right = of_seeds().filter(|draw| draw.should_show().is_none()).count();
    let again = all - of_seeds().map(|draw| draw.number).collect::<BTreeSet<_>>().len();
    let again = match again {
        0 => String::new(),
        again => format!(", {again} of them repeated after an undo"),
    };
    let throws = of_seeds().filter(|draw| matches!(draw.shows, Drawn::Throw(_))).count();
    let some = [(throws, "throw"), (all - throws, "coin")].into_iter().filter(|(number, _)| *number > 0);
    let some = listed(some.map(|(number, noun)| count(number as u32, noun)));
    match all {
        0 => None,
        1 if right == all => Some(format!("Checked: {some}. It matches its seed.")),
        _ if right == all => Some(format!("Checked: {some}{again}. All of them match their seed.")),
        _ => Some(format!("Checked: {some}{again}. Not all of them match their seed.")),
    }
}

fn kind(drawn: Drawn) -> &'static str {
    match drawn {
        Drawn::Throw(_) => "throw",
        Drawn::Coin(_) => "coin",
    }
}

/// "number 3", "numbers 1 to 4 and 7".
fn numbers<'a>(draws: impl Iterator<Item = &'a CheckedDraw>) -> Option<String> {
    let numbers: BTreeSet<usize> = draws.map(|draw| draw.number).collect();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &number in &numbers {
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            _ => runs.push((number, number)),
        }
    }
    let noun = match numbers.len() {
        0 => return None,
        1 => "number",
        _ => "numbers",
    };
    let run = |(start, end)| match end - start {
        0 => vec![format!("{start}")],
        1 => vec![format!("{start}"), format!("{end}")],
        _ => vec![format!("{start} to {end}")],
    };
    Some(format!("{noun} {}", listed(runs.into_iter().flat_map(run))))
}

#[cfg(test)]
mod tests;
