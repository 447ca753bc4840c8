use clap::Args;
use parlor_arena::MatchPlayer;
use parlor_arena::check::{CheckedPoint, PointVerdict, check};
use parlor_rules::Game;

use crate::arena::BotOptions;
use crate::exit::{Exit, Failure};
use crate::output::to_stdout;

/// Find out whether a program speaks the protocol, on positions in which programs go wrong.
#[derive(Args)]
pub(crate) struct ArenaCheck {
    /// The program, like "cmd:./mybot --fast".
    #[arg(value_name = "PLAYER")]
    player: MatchPlayer,
    /// Only this game, which it must play. If left out, it must play one at least and refuse the others with an error.
    #[arg(long, value_parser = crate::game())]
    game: Option<Game>,
    /// How long a move may take, in thousandths of a second.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time: Option<u64>,
    #[command(flatten)]
    bots: BotOptions,
}

impl ArenaCheck {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if !self.player.is_bot() {
            return Err(Failure::Error(format!(
                "{} is a level, and needs no check; name a program, like \"cmd:./mybot\"",
                self.player
            )));
        }
        let mut failed = Ok(Exit::Fine);
        let points = check(&self.player, self.game, self.bots.limits(self.time), &mut |point| {
            if failed.is_ok() {
                failed = to_stdout(|out| writeln!(out, "{}", line(point)));
            }
        });
        failed?;
        let wrong = points.iter().filter(|point| point.is_wrong()).count();
        let verdict = match wrong {
            0 => "It speaks the protocol.".to_owned(),
            1 => "1 point is wrong.".to_owned(),
            wrong => format!("{wrong} points are wrong."),
        };
        to_stdout(|out| writeln!(out, "{verdict}"))?;
        Ok(if wrong == 0 { Exit::Fine } else { Exit::NotFine })
    }
}

fn line(CheckedPoint { what, verdict }: &CheckedPoint) -> String {
    match verdict {
        PointVerdict::Right(said) => format!("right     {what} ({said})"),
        PointVerdict::Wrong(why) => format!("wrong     {what}: {why}"),
        PointVerdict::LeftOut(why) => format!("skipped   {what}: {why}"),
    }
}
