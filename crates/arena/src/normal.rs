//! The normal distribution.

/// 95 % of a normal distribution lies within ±`Z95` standard deviations of its mean.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Like [`Z95`], but for the mean of a sample whose deviation is estimated from it: the quantile of Student's t.
///
/// The first two degrees of freedom have closed forms; from 3 on the Cornish-Fisher expansion is good to 0.003.
pub(crate) fn student95(degrees: u64) -> f64 {
    /// The share of the distribution inside the interval.
    const INSIDE: f64 = 0.95;
    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 pairs")]
    let v = degrees as f64;
    let z = Z95;
    let terms = [
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
        (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5) - 1920.0 * z.powi(3) - 945.0 * z) / 92160.0,
    ];
    match degrees {
        0 => f64::INFINITY,
        1 => (std::f64::consts::FRAC_PI_2 * INSIDE).tan(),
        2 => INSIDE * (2.0 / (1.0 - INSIDE * INSIDE)).sqrt(),
        _ => z + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / v),
    }
}

/// Standard deviations beyond which the share is 0 or 1 in double precision.
const FAR: f64 = 8.5;

/// The share of a normal distribution that lies below `z` standard deviations above its mean.
///
/// The series Φ(z) = ½ + φ(z)·(z + z³/3 + z⁵/(3·5) + …) has only positive terms, so nothing cancels.
pub(crate) fn share_below(z: f64) -> f64 {
    if z.is_nan() {
        return 0.5;
    }
    if z.abs() > FAR {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (z, z, 1.0);
    while term.abs() > sum.abs() * f64::EPSILON / 4.0 {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    0.5 + density * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_t_matches_textbook_tables() {
        let table = [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (9, 2.262), (30, 2.042), (120, 1.980)];
        for (degrees, t) in table {
            assert!((student95(degrees) - t).abs() < 0.004, "{degrees}: {}", student95(degrees));
        }
    }

    #[test]
    fn shares_match_textbook_tables() {
        for (z, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (Z95, 0.975),
            (-Z95, 0.025),
            (3.0, 0.998_650_101_968_370),
            (5.0, 0.999_999_713_348_428),
            (9.0, 1.0),
            (-9.0, 0.0),
        ] {
            assert!((share_below(z) - share).abs() < 1e-12, "{z}: {}", share_below(z));
        }
    }
}
