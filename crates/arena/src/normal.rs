//! The normal distribution.

/// 95 % of a normal distribution lie within this many standard deviations of its mean.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Beyond this many standard deviations the share is 0 or 1 to all digits of a double.
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

    /// Values of the tables in any textbook.
    #[test]
    fn shares_are_those_of_the_tables() {
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
