//! `parlor perft`: counts positions, for comparison with other programs.

use clap::Args;
use parlor_rules::{Game, perft};

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;

/// Count, for each depth, the sequences of plays from the start of a round and the positions that they lead to.
///
/// Other programs can compare their counts with these. In Canoga, a play is a throw with a move, or a throw with the
/// end of the turn.
#[derive(Args)]
pub(crate) struct Perft {
    /// The game: canoga, congkak or kono.
    #[arg(value_parser = crate::game())]
    game: Game,
    /// The size of the board; by default the game's usual size.
    #[arg(long)]
    size: Option<i64>,
    /// The number of plays. Time and memory grow about tenfold with each play, and more in Canoga.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
}

impl Perft {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let game = self.game;
        let size = self.size.unwrap_or(game.usual_size());
        let counts = perft(game, size, self.depth.into())
            .ok_or_else(|| format!("--size: {game} has {}, not {size}", game.sizes_in_words()))?;
        to_stdout(|out| {
            writeln!(out, "# {} {size}: plays, lines, positions", game.to_string().to_lowercase())?;
            counts
                .iter()
                .zip(1..)
                .try_for_each(|(count, plays)| writeln!(out, "{plays} {} {}", count.lines, count.positions))
        })
    }
}
