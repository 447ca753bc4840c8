/// Rounds terms to hundredths so that they add up to `total` hundredths: each to the nearest, and then those for which
/// this adds the smallest error up or down.
///
/// ```
/// assert_eq!(parlor_review::add_up(&[1.004, 1.004, 0.992], 300), [101, 100, 99]);
/// assert_eq!(parlor_review::add_up(&[0.0, 2.5], 250), [0, 250]);
/// ```
pub fn add_up(terms: &[f64], total: i64) -> Vec<i64> {
    let mut rounded: Vec<i64> = terms.iter().map(|term| hundredths(*term)).collect();
    if rounded.is_empty() {
        return rounded;
    }
    loop {
        let missing = total - rounded.iter().sum::<i64>();
        if missing == 0 {
            return rounded;
        }
        let step = missing.signum();
        let off = |&place: &usize| (exact(rounded[place] + step) - 100.0 * terms[place]).abs();
        let best = (0..terms.len()).min_by(|one, other| off(one).total_cmp(&off(other)));
        rounded[best.expect("there is a term")] += step;
    }
}

fn hundredths(value: f64) -> i64 {
    (value * 100.0).round() as i64
}

#[expect(clippy::cast_precision_loss, reason = "results of rounds are small")]
fn exact(hundredths: i64) -> f64 {
    hundredths as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_numbers_add_up_with_minimal_rounding_errors() {
        for seed in 0..1000u32 {
            let term = |place: u32| f64::from((seed * 7919 + place * 104_729) % 20_011) / 997.0 - 10.0;
            let terms: Vec<f64> = (0..4).map(term).collect();
            let total = hundredths(terms.iter().sum());
            let rounded = add_up(&terms, total);
            assert_eq!(rounded.iter().sum::<i64>(), total);
            for (term, rounded) in terms.iter().zip(&rounded) {
                assert!((exact(*rounded) - 100.0 * term).abs() < 1.0, "{terms:?} {rounded:?}");
            }
        }
    }
}
