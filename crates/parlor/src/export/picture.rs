//! A game as pictures: a PNG file of one step of its replay, or a GIF file of all steps.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use parlor_picture::{Card, GifOptions, PictureError, Theme, WIDTH, WIDTHS, cards, gif, png};
use parlor_rules::Seat;
use parlor_table::Table;
use parlor_view::{Names, Replay};

use crate::exit::{Exit, Failure};
use crate::files::write_output;
use crate::solve::progress_bar;

/// The width of an animation by default: its files are large.
const GIF_WIDTH: u32 = 800;

#[derive(Args)]
pub(super) struct PictureOptions {
    /// Paint the game as it is now into a PNG file; - is standard output.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "journal", "public"])]
    png: Option<PathBuf>,
    /// Paint every step of the game's replay into an animated GIF file; - is standard output.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "journal", "public"])]
    gif: Option<PathBuf>,
    /// Paint this step of the replay into the PNG file; the first one is 1.
    #[arg(long, value_name = "N", requires = "png")]
    step: Option<usize>,
    /// Paint only this round into the GIF file.
    #[arg(long, value_name = "N", requires = "gif")]
    round: Option<u32>,
    /// The player at the bottom of the board.
    #[arg(long, value_enum, default_value_t = Side::Human)]
    side: Side,
    /// The width of the picture in pixels, from 200 to 2400. By default, 1200 for PNG and 800 for GIF.
    #[arg(long, value_name = "PIXELS", value_parser = width)]
    width: Option<u32>,
    /// Paint with the colours of the dark theme.
    #[arg(long)]
    dark: bool,
    /// Replace an existing picture.
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    Human,
    Computer,
}

fn width(word: &str) -> Result<u32, String> {
    let wrong = || format!("must be a number from {} to {}", WIDTHS.start(), WIDTHS.end());
    word.parse().ok().filter(|width| WIDTHS.contains(width)).ok_or_else(wrong)
}

impl PictureOptions {
    pub(super) fn are_wanted(&self) -> bool {
        self.png.is_some() || self.gif.is_some()
    }

    pub(super) fn paint(&self, table: &Table) -> Result<Exit, Failure> {
        if let Some(file) = &self.png {
            self.paint_png(table, file)?;
        }
        if let Some(file) = &self.gif {
            self.paint_gif(table, file)?;
        }
        Ok(Exit::Fine)
    }

    fn side(&self) -> Seat {
        match self.side {
            Side::Human => Seat::Human,
            Side::Computer => Seat::Computer,
        }
    }

    fn theme(&self) -> Theme {
        if self.dark { Theme::Dark } else { Theme::Light }
    }

    fn paint_png(&self, table: &Table, file: &Path) -> Result<Exit, Failure> {
        let card = match self.step {
            None => Card::of_table(table, self.side()),
            Some(step) => self.moment(table, step)?,
        };
        let bytes = png(&card.svg(self.theme()), self.width.unwrap_or(WIDTH)).map_err(|error| error.to_string())?;
        write_output(file, &bytes, self.force)
    }

    fn moment(&self, table: &Table, step: usize) -> Result<Card, Failure> {
        let names = Names::of(&table.setup().players);
        let mut cards =
            Replay::of_tournament(table, &names).map_or(Vec::new(), |replay| cards(table, &replay, self.side()));
        if !(1..=cards.len()).contains(&step) {
            let count = cards.len();
            return Err(Failure::Error(format!(
                "--step {step}: the steps of this game's replay are numbered from 1 to {count}"
            )));
        }
        Ok(cards.swap_remove(step - 1))
    }

    fn paint_gif(&self, table: &Table, file: &Path) -> Result<Exit, Failure> {
        let names = Names::of(&table.setup().players);
        let replay = match self.round {
            Some(round) => Replay::of_round_number(table, round, &names),
            None => Replay::of_tournament(table, &names),
        };
        let replay = replay.ok_or_else(|| match self.round {
            Some(round) => format!("--round {round}: no such round was played in this game"),
            None => "nothing has happened in this game yet".to_owned(),
        })?;
        let cards = cards(table, &replay, self.side());
        let bar = progress_bar(cards.len() as u64);
        let options = GifOptions::new(self.width.unwrap_or(GIF_WIDTH), self.theme());
        let bytes = gif(&cards, options, |_| bar.inc(1));
        bar.finish_and_clear();
        let bytes = bytes.map_err(|error| match &error {
            PictureError::TooLong { .. } if self.round.is_none() && replay.rounds() > 1 => {
                format!("{error}. Paint one round with --round, from 1 to {}", table.round())
            }
            PictureError::TooLarge(_) => format!("{error}. Make it smaller with --width"),
            _ => error.to_string(),
        })?;
        write_output(file, &bytes, self.force)
    }
}
