use parlor_rules::{Choice, Decision, DiceCount, Level, Throw, canoga};

use crate::{EngineJob, Evaluation, NoAnswer};

/// What the engine found for a player who asks for help: numbers and reasons, no words.
#[derive(Clone, PartialEq, Debug)]
pub struct Help {
    /// What is to be decided.
    pub decision: Decision,
    /// By which level.
    pub level: Level,
    /// Every choice, the best first.
    pub ranked: Vec<Evaluation>,
    /// Before a throw in Canoga: what is to be expected.
    pub outlook: Option<Outlook>,
}

/// What is to be expected of a throw in Canoga.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outlook {
    /// What the round is worth before the throw.
    pub value: f64,
    /// Whether that is proven.
    pub exact: bool,
    /// What each sum would best be used for; nothing where it allows no move.
    pub uses: Vec<(u8, Option<canoga::Move>)>,
}

impl EngineJob {
    /// Everything that help says.
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
        // How a position stands is known exactly, whatever the level.
        let best = EngineJob { level: Level::Master, ..self.clone() }.decide()?;
        let mut throws: Vec<Throw> = Throw::all(dice).collect();
        throws.sort_by_key(|throw| throw.sum());
        throws.dedup_by_key(|throw| throw.sum());
        let mut uses = Vec::new();
        for throw in throws {
            let thrown = position.throw(throw).expect("a round that goes on allows the number of dice it listed");
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
