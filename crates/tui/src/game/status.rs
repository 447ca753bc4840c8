//! The two lines at the top: the game, and its current state.

use parlor_rules::Seat;
use parlor_saves::printable;
use parlor_table::{DiceSource, Player, Seed, Table};
use parlor_view::{DiceView, Scene, is_between_rounds, short_size, turn_of};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::GameScreen;
use super::mode::Mode;
use crate::kit::shortened;
use crate::theme::{Role, Theme};

/// The maximum lengths of names to try, the longest first.
const NAME_LENGTHS: [usize; 4] = [20, 12, 8, 4];

/// A committed seed stays hidden until the end of the tournament.
fn seed_in_use(table: &Table) -> String {
    match table.seed() {
        Seed::Open(seed) => format!("seed {seed}"),
        Seed::Committed { seed, .. } if table.is_revealed() => format!("seed {seed}"),
        Seed::Committed { .. } | Seed::Hidden(_) => "seed hidden".to_owned(),
    }
}

impl GameScreen {
    /// The game, its size, the round, the level of the computer player, and the source of the dice.
    pub(super) fn paint_title(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let setup = self.setup();
        let mut parts: Vec<String> = self.session.purpose.title().into_iter().map(str::to_owned).collect();
        parts.push(setup.game.to_string());
        if let Some(standing) = self.table().standing() {
            parts.push(theme.text(&short_size(setup.game, standing.size())));
        }
        let round = self.replay().map_or(self.stage.round, |replay| replay.moment().round);
        let since = if self.table().counts_since_save() { " since the save" } else { "" };
        parts.push(format!("round {round}{since}"));
        let more = theme.pick("\u{2026}", ".");
        let level = |seat: Seat| match self.table().player(seat) {
            Player::Computer(level) => Some(level.to_string()),
            Player::Bot(name) => Some(shortened(&printable(name), LONGEST_BOT, more)),
            Player::Human(_) => None,
        };
        let levels: Vec<String> = Seat::BOTH.into_iter().filter_map(level).collect();
        if !levels.is_empty() {
            parts.push(levels.join(" against "));
        }
        parts.push(match setup.dice {
            DiceSource::Random => seed_in_use(self.table()),
            DiceSource::Manual => "dice by hand".to_owned(),
        });
        let right = "? keys ";
        let room = usize::from(area.width).saturating_sub(right.len() + 1);
        let title = format!(" {}", parts.join(theme.pick(" \u{b7} ", " - ")));
        buffer.set_style(area, theme.style(Role::Line));
        buffer.set_stringn(area.x, area.y, shortened(&title, room, more), room, theme.style(Role::Title));
        let x = area.right().saturating_sub(right.len() as u16).max(area.x);
        buffer.set_stringn(x, area.y, right, area.width.into(), theme.style(Role::Key));
    }

    /// The player whose turn it is, both scores, and the dice. Names are shortened to make room for the scores, but
    /// hardly for the dice, which are also in the log.
    pub(super) fn paint_status(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let [long, medium, short, shortest] = NAME_LENGTHS;
        let with_dice = [long, medium, short].map(|longest| self.status(longest, true, theme));
        let without = [long, medium, short, shortest].map(|longest| self.status(longest, false, theme));
        let mut lines = with_dice.iter().chain(&without);
        let line = lines.find(|line| line.width() <= area.width.into()).unwrap_or(&without[3]);
        buffer.set_line(area.x, area.y, line, area.width);
    }

    fn status(&self, longest_name: usize, dice: bool, theme: Theme) -> Line<'static> {
        let turn = if self.replay().is_some() { None } else { self.turn() };
        let scene = self.visible_scene();
        let name = |seat| {
            let more = theme.pick("\u{2026}", ".");
            shortened(&theme.text(self.session.names.short(seat)), longest_name, more)
        };
        let mut spans = vec![Span::raw(" ")];
        for seat in Seat::BOTH {
            let mut style = theme.style(Role::of(seat));
            let mark = if turn == Some(seat) {
                style = style.bold();
                theme.pick("\u{25b6} ", "> ")
            } else {
                "  "
            };
            let between_rounds = self.is_between_rounds();
            let no_board = || format!(" score {}", self.table().totals()[seat]);
            let tally = scene.map_or_else(no_board, |scene| scene.board.tally(seat, between_rounds));
            spans.push(Span::styled(mark, style));
            spans.push(Span::styled(name(seat), style));
            spans.push(Span::styled(theme.text(&tally), theme.style(Role::Text)));
            spans.push(Span::raw("   "));
        }
        if let Some(dice) = scene.and_then(|scene| scene.board.dice).filter(|_| dice) {
            spans.push(Span::styled(theme.text(&dice_in_words(dice, &name(dice.seat))), theme.style(Role::Dice)));
        }
        Line::from(spans)
    }

    /// The visible scene: the replay's or the game's.
    pub(super) fn visible_scene(&self) -> Option<&Scene> {
        match self.replay() {
            Some(replay) => replay.moment().scene.as_ref(),
            None => self.stage.scene.as_ref(),
        }
    }

    /// True if the visible board shows a finished round.
    fn is_between_rounds(&self) -> bool {
        match &self.mode {
            _ if self.replay().is_some() => false,
            Mode::Ended(..) => true,
            mode => mode.question().is_some_and(|question| is_between_rounds(&question.ask)),
        }
    }

    fn turn(&self) -> Option<Seat> {
        match &self.mode {
            Mode::Ended(..) => None,
            Mode::Replying(seat, _) => Some(*seat),
            Mode::Choosing(asking) | Mode::Typing(asking, _) => turn_of(&asking.next),
            Mode::Running if !self.jobs.is_deciding() => {
                let Scene { hand, board, .. } = self.stage.scene.as_ref()?;
                hand.map(|hand| hand.seat).or(board.dice.map(|dice| dice.seat))
            }
            Mode::Running | Mode::Failed(_) | Mode::Naming(..) => {
                self.table().next().question().map(|question| question.seat)
            }
        }
    }
}

/// The maximum length at which a bot's command is shown in the title.
const LONGEST_BOT: usize = 24;

fn dice_in_words(dice: DiceView, name: &str) -> String {
    let faces: Vec<String> = dice.throw.dice().iter().map(ToString::to_string).collect();
    match (dice.rolling, &faces[..]) {
        (true, _) => "dice: rolling".to_owned(),
        (false, [face]) => format!("{name} threw {face}"),
        (false, faces) => format!("{name} threw {} = {}", faces.join(" + "), dice.throw.sum()),
    }
}
