use parlor_engine::{Evaluation, Help};
use parlor_rules::{Game, Level, Seat};

/// The value of a round, independent of the viewer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShownValue {
    /// Human's expected net points or seeds at the end of the round; negative if Computer leads.
    pub human: f64,
    pub exact: bool,
}

impl ShownValue {
    /// The value implied by a player's best choice.
    pub fn of(seat: Seat, best: &Evaluation) -> ShownValue {
        ShownValue::seen_by(seat, best.value, best.exact)
    }

    /// The value from one player's point of view.
    pub fn seen_by(seat: Seat, value: f64, exact: bool) -> ShownValue {
        ShownValue { human: if seat == Seat::Human { value } else { -value }, exact }
    }

    /// The value according to help at full strength. The value bar doesn't show the evaluations of other levels.
    pub fn of_help(seat: Seat, help: &Help) -> Option<ShownValue> {
        if help.level != Level::Master || help.ranked.iter().all(|judged| judged.reasons.is_empty()) {
            return None;
        }
        match &help.outlook {
            Some(outlook) => Some(ShownValue::seen_by(seat, outlook.value, outlook.exact)),
            None => help.ranked.first().map(|best| ShownValue::of(seat, best)),
        }
    }

    /// The leading player's advantage, with a sign and without the unit: "+2.5", "about +14", "0".
    pub fn amount(self, game: Game) -> String {
        let lead = self.human.abs();
        let whole = game == Game::Congkak || self.exact && lead.fract() == 0.0;
        let digits = usize::from(!whole);
        let amount = format!("{lead:.digits$}");
        let sign = if amount.trim_matches(['0', '.']).is_empty() { "" } else { "+" };
        format!("{}{sign}{amount}", if self.exact { "" } else { "about " })
    }
}

#[cfg(test)]
mod tests {
    use parlor_engine::EngineJob;
    use parlor_rules::{Decision, kono};

    use super::*;

    #[test]
    fn amounts_have_only_significant_digits() {
        let amount = |human, exact, game| ShownValue { human, exact }.amount(game);
        assert_eq!(amount(-14.0, false, Game::Congkak), "about +14");
        assert_eq!(amount(2.54, false, Game::Kono), "about +2.5");
        assert_eq!(amount(3.0, true, Game::Kono), "+3");
        assert_eq!(amount(-2.814, true, Game::Canoga), "+2.8");
        assert_eq!(amount(0.01, false, Game::Kono), "about 0.0");
    }

    /// Help at full strength and the value bar run the same search, so the bar can reuse help's result.
    #[test]
    fn the_value_bar_takes_the_value_of_help_at_full_strength_only() {
        let standing = kono::Standing::new(kono::Size::USUAL).choose(Seat::Computer, kono::Color::White);
        let help = |level| EngineJob::new(Decision::Kono(standing.clone()), level).help().unwrap();
        let full = help(Level::Master);
        let best = full.ranked[0].value;
        assert_eq!(ShownValue::of_help(Seat::Computer, &full), Some(ShownValue { human: -best, exact: false }));
        assert_eq!(ShownValue::of_help(Seat::Computer, &help(Level::Club)), None);
    }
}
