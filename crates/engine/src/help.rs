use parlor_rules::{Choice, Decision, DiceCount, Level, Throw, canoga};

use crate::{EngineJob, Evaluation, NoAnswer};

/// The engine's answer to a player who asks for help: numbers and reasons, without sentences.
#[derive(Clone, PartialEq, Debug)]
pub struct Help {
    /// The decision that the player faces.
    pub decision: Decision,
    /// The level that ranked the choices.
    pub level: Level,
    /// Every choice, the best first.
    pub ranked: Vec<Evaluation>,
    /// The outlook before a throw in Canoga.
    pub outlook: Option<Outlook>,
}

/// The outlook before a throw in Canoga.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outlook {
    /// The value of the round before the throw.
    pub value: f64,
    /// True if the value is proven.
    pub exact: bool,
    /// The best move for each sum of the dice; `None` if the sum allows no move.
    pub uses: Vec<(u8, Option<canoga::Move>)>,
}

impl EngineJob {
    /// Computes all the parts of the help.
    pub fn help(&self) -> Result<Help, NoAnswer> {
        let ranked = self.rank()?;
        let outlook = match &self.decision {
            Decision::Dice(position) => {
                let dice = match ranked[0].choice {
                    Choice::Dice(dice) => dice,
                    _ => DiceCount::Two,
                };
                Some(self.outlook(position, dice)?)
            }
            _ => None,
        };
        Ok(Help { decision: self.decision.clone(), level: self.level, ranked, outlook })
    }

    fn outlook(&self, position: &canoga::Position, dice: DiceCount) -> Result<Outlook, NoAnswer> {
        // The outlook is exact at every level.
        let best = EngineJob { level: Level::Master, ..self.clone() }.decide()?;
        let mut throws: Vec<Throw> = Throw::all(dice).collect();
        throws.sort_by_key(|throw| throw.sum());
        throws.dedup_by_key(|throw| throw.sum());
        let mut uses = Vec::new();
        for throw in throws {
            let thrown = position.throw(throw).expect("an unfinished round allows the number of dice it listed");
            let job = EngineJob { decision: Decision::Canoga(thrown), ..self.clone() };
            let chosen = match job.decide() {
                Ok(Evaluation { choice: Choice::Canoga(chosen), .. }) => Some(chosen),
                Err(NoAnswer::Stopped) => return Err(NoAnswer::Stopped),
                _ => None,
            };
            uses.push((throw.sum(), chosen));
        }
        Ok(Outlook { value: best.value, exact: best.exact, uses })
    }
}
