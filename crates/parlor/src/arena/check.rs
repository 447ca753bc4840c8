use clap::Args;
use parlor_arena::MatchPlayer;
use parlor_arena::check::{CheckedPoint, PointVerdict, check};
use parlor_rules::Game;
use parlor_saves::printable;

use crate::arena::BotOptions;
use crate::exit::{Exit, Failure};
use crate::output::to_stdout;

/// Check that a bot follows the protocol, with positions that often cause errors.
#[derive(Args)]
pub(crate) struct ArenaCheck {
    /// The bot, like "cmd:./mybot --fast".
    #[arg(value_name = "PLAYER")]
    player: MatchPlayer,
    /// A game that the bot must be able to play. By default it must play at least one game, and refuse other games with
    /// an error.
    #[arg(long, value_parser = crate::game())]
    game: Option<Game>,
    /// Check only this size. By default all sizes are checked.
    #[arg(long, requires = "game")]
    size: Option<i64>,
    /// The time per move, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time: Option<u64>,
    #[command(flatten)]
    bots: BotOptions,
}

impl ArenaCheck {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if !self.player.is_bot() {
            return Err(Failure::Error(format!(
                "{} is a level and needs no check; give a bot, like \"cmd:./mybot\"",
                self.player
            )));
        }
        if let (Some(game), Some(size)) = (self.game, self.size)
            && !game.sizes().contains(&size)
        {
            return Err(Failure::Error(format!("--size: {game} has {}, not {size}", game.sizes_in_words())));
        }
        let mut failed = Ok(Exit::Fine);
        let points = check(&self.player, self.game, self.size, self.bots.limits(self.time), &mut |point| {
            if failed.is_ok() {
                failed = to_stdout(|out| writeln!(out, "{}", printable(&line(point))));
            }
        });
        failed?;
        let wrong = points.iter().filter(|point| point.is_wrong()).count();
        let verdict = match wrong {
            0 => "The bot follows the protocol.".to_owned(),
            1 => "1 check failed.".to_owned(),
            wrong => format!("{wrong} checks failed."),
        };
        to_stdout(|out| writeln!(out, "{verdict}"))?;
        Ok(if wrong == 0 { Exit::Fine } else { Exit::CheckFailed })
    }
}

fn line(CheckedPoint { what, verdict }: &CheckedPoint) -> String {
    match verdict {
        PointVerdict::Right(answer) => format!("ok        {what} ({answer})"),
        PointVerdict::Wrong(why) => format!("failed    {what}: {why}"),
        PointVerdict::LeftOut(why) => format!("skipped   {what}: {why}"),
    }
}
