//! A replay with its steps and their lines. It is advanced by hand or automatically.

use std::time::Duration;

use parlor_host::Speed;
use parlor_view::Replay;
use ratatui::crossterm::event::KeyCode;

use crate::kit::{self, LineKey, Scroll};
use crate::theme::Theme;

/// The duration of a step during automatic playback at normal speed.
const STEP: Duration = Duration::from_millis(1400);

/// The duration of a sowing within a relay, because a relay has many of them.
const SOWING: Duration = Duration::from_millis(700);

/// An open replay.
pub(super) struct Replaying {
    pub(super) replay: Replay,
    pub(super) scroll: Scroll,
    playing: Playing,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Playing {
    No,
    /// Playback starts with the next frame.
    Starts,
    /// The time of the next step.
    Until(Duration),
}

impl Replaying {
    pub(super) fn new(replay: Replay) -> Replaying {
        Replaying { replay, scroll: Scroll::default(), playing: Playing::No }
    }

    pub(super) fn is_playing(&self) -> bool {
        self.playing != Playing::No
    }

    pub(super) fn until(&self, now: Duration) -> Option<Duration> {
        match self.playing {
            Playing::No => None,
            Playing::Starts => Some(now),
            Playing::Until(until) => Some(until),
        }
    }

    pub(super) fn advance(&mut self, speed: Speed, now: Duration) {
        // If animations are off, a replay would end at once.
        let speed = if speed == Speed::Off { Speed::Fast } else { speed };
        match self.playing {
            Playing::No => return,
            Playing::Until(until) if now < until => return,
            Playing::Until(_) => self.turn(1),
            Playing::Starts => {}
        }
        let lasts = if self.replay.moment().within { SOWING } else { STEP };
        self.playing = if self.replay.is_at_end() { Playing::No } else { Playing::Until(now + speed.scale(lasts)) };
    }

    fn turn(&mut self, by: isize) {
        self.replay.turn(by);
        self.scroll = Scroll::default();
    }

    /// Takes a step by hand, which stops automatic playback.
    pub(super) fn step(&mut self, by: isize) {
        self.playing = Playing::No;
        self.turn(by);
    }

    pub(super) fn key(&mut self, code: KeyCode) {
        match kit::arrow_of(code) {
            KeyCode::Right | KeyCode::Enter => self.step(1),
            KeyCode::Left | KeyCode::Backspace => self.step(-1),
            KeyCode::PageDown => self.step(10),
            KeyCode::PageUp => self.step(-10),
            KeyCode::Home => self.step(isize::MIN),
            KeyCode::End => self.step(isize::MAX),
            KeyCode::Down => self.scroll.by(1),
            KeyCode::Up => self.scroll.by(-1),
            KeyCode::Char('n') => self.turn_round(false),
            KeyCode::Char('p') => self.turn_round(true),
            KeyCode::Char(' ') => self.play(),
            _ => {}
        }
    }

    /// Starts or stops automatic playback; at the end, restarts it from the beginning.
    fn play(&mut self) {
        if self.is_playing() {
            self.playing = Playing::No;
            return;
        }
        if self.replay.is_at_end() {
            self.turn(isize::MIN);
        }
        self.playing = Playing::Starts;
    }

    fn turn_round(&mut self, back: bool) {
        self.playing = Playing::No;
        self.replay.turn_round(back);
        self.scroll = Scroll::default();
    }

    /// The place in the replay: "Replay, round 2, step 3 of 40".
    pub(super) fn place(&self) -> String {
        let (at, of) = self.replay.place();
        let round =
            if self.replay.rounds() > 1 { format!(", round {}", self.replay.moment().round) } else { String::new() };
        format!("Replay{round}, step {at} of {of}")
    }

    /// The keys that work now.
    pub(super) fn keys(&self, theme: Theme) -> Vec<LineKey> {
        let play = if self.is_playing() { "stop" } else { "play" };
        let mut keys = kit::line_keys([("Space", play), (kit::left_right(theme), "step"), ("Esc", "back")]);
        if self.replay.rounds() > 1 {
            keys.push(("n p", "round").into());
        }
        let others = [(kit::up_down(theme), "text"), ("PgUp PgDn", "ten"), ("Home End", "ends"), ("+ -", "speed")];
        keys.extend(kit::line_keys(others));
        keys
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Game;
    use parlor_store::conformance::next_entry;
    use parlor_table::{Setup, Table};

    use super::*;

    fn replaying() -> Replaying {
        let (mut table, _) = Table::new(Setup { size: Some(5), ..Setup::new(Game::Congkak) });
        for _ in 0..30 {
            let Some(entry) = next_entry(&table) else { break };
            table.apply(entry).unwrap();
        }
        Replaying::new(Replay::of_tournament(&table, &parlor_view::Names::plain()).unwrap())
    }

    #[test]
    fn a_replay_plays_by_itself_until_its_end() {
        let mut replaying = replaying();
        let (_, steps) = replaying.replay.place();
        replaying.key(KeyCode::Char(' '));
        let mut now = Duration::ZERO;
        let mut seen = 0;
        while let Some(until) = replaying.until(now) {
            now = now.max(until);
            replaying.advance(Speed::Normal, now);
            seen += 1;
            assert!(seen <= steps + 1, "it never ends");
        }
        assert!(replaying.replay.is_at_end() && now > STEP, "{now:?}");
        // At the end, it restarts from the beginning.
        replaying.key(KeyCode::Char(' '));
        assert_eq!(replaying.replay.place().0, 1);
    }

    #[test]
    fn a_step_by_hand_stops_it() {
        let mut replaying = replaying();
        replaying.key(KeyCode::Char(' '));
        replaying.advance(Speed::Normal, Duration::ZERO);
        replaying.key(KeyCode::Right);
        assert!(!replaying.is_playing() && replaying.until(Duration::ZERO).is_none());
        assert_eq!(replaying.replay.place().0, 2);
    }
}
