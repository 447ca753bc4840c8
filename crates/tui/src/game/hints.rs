//! What can be done now, in words, for people who have read nothing else.

use parlor_rules::{Game, Standing, kono::QUIET_MOVES};
use parlor_table::{DiceSource, MenuItem, Next};
use parlor_view::Chooser;

use super::GameScreen;
use super::commands::KeyCommand;
use super::extras::Pause;
use super::mode::Mode;

/// From this many quiet moves on the screen counts down to the call of the round (rule kon-called).
const COUNT_DOWN: usize = 80;

impl GameScreen {
    /// Every key, with what it does.
    pub(super) fn all_keys(&self) -> Vec<(String, String)> {
        let kept = self.kept_words();
        let pits = self.letters_are_pits();
        let mut keys: Vec<(String, String)> = Vec::new();
        let mut line = |key: &str, what: &str| keys.push((key.to_owned(), what.to_owned()));
        let name = |command: KeyCommand| command.key(pits);
        line("arrows, Tab", "move the cursor");
        line(if pits { "Enter or 2" } else { "Enter" }, "choose, play");
        let takes_squares = self.game() == Game::Canoga;
        line("Space", if takes_squares { "skip what moves; take a square in or out" } else { "skip what moves" });
        line("Esc", "take back a part of the choice");
        match self.game() {
            Game::Congkak => line("letters", "choose the pit of that letter"),
            Game::Canoga | Game::Kono => line("1 to 9", "begin to type a move, or choose a button"),
        }
        line(":", "type anything that line mode takes");
        line(name(KeyCommand::Save), "save to a file");
        line(name(KeyCommand::Help), "help: advice; again: all choices ranked; again: none");
        let undo = format!("{} {}", name(KeyCommand::Undo), name(KeyCommand::Redo));
        line(&undo, "undo your last decision; redo it");
        if self.game() == Game::Kono {
            line(name(KeyCommand::Offer), "offer to call the round: to end it now and score it as it stands");
        }
        if self.setup().dice == DiceSource::Manual && self.game() != Game::Congkak {
            line(name(KeyCommand::Correct), "correct a throw that was mistyped");
        }
        if self.can_pause() {
            line(name(KeyCommand::Pause), "pause, go on; Enter plays one step");
        }
        line(name(KeyCommand::Value), "value bar on and off");
        line(name(KeyCommand::Replay), "replay the tournament step by step");
        line(name(KeyCommand::Review), "review the game, when a round is over");
        line(name(KeyCommand::Analyse), "analyse: try things out from here");
        line(name(KeyCommand::Rules), "the rules of this game");
        line(name(KeyCommand::Settings), "settings: colours, speed, bell, help, tutor");
        line("+ -", "faster, slower");
        line("PgUp PgDn", "read what happened earlier; End: back to now");
        let [quit, leave] = self.session.purpose.ways_out(kept);
        line(name(KeyCommand::Quit), &quit);
        line("Ctrl-C", &leave);
        line("mouse", "click what can be chosen; the wheel scrolls");
        keys
    }

    /// What can be done now.
    pub(super) fn hints(&self) -> Vec<String> {
        let mut hints: Vec<String> = self.wish().into_iter().collect();
        if self.turn.pause != Pause::Off {
            hints.push("Paused: Enter plays one step, p goes on.".to_owned());
        } else if self.stage.is_moving() {
            hints.push("Space skips what moves. + and - change the speed.".to_owned());
        } else {
            hints.extend(self.count_down());
            hints.extend(self.hints_on_the_question());
        }
        hints
    }

    /// What will happen because somebody wanted it.
    fn wish(&self) -> Option<String> {
        let key = KeyCommand::Save.key(self.letters_are_pits());
        match self.turn.wanted? {
            MenuItem::Save => Some(format!("The game will be saved before the next turn. {key} again: not saved.")),
            MenuItem::Quit => Some("You will be asked about giving up at your next turn.".to_owned()),
            MenuItem::Play | MenuItem::Help => None,
        }
    }

    /// How many quiet moves are left before the round is called.
    pub(super) fn count_down(&self) -> Option<String> {
        let Some(Standing::Kono(standing)) = self.table().standing() else { return None };
        let over = standing.position.is_none_or(|position| position.turn().is_none());
        let quiet = standing.history().len();
        if quiet < COUNT_DOWN || over {
            return None;
        }
        let left = QUIET_MOVES.saturating_sub(quiet);
        let moves = if left == 1 { "move" } else { "moves" };
        Some(format!("The round is called in {left} {moves} unless a piece is captured or arrives."))
    }

    fn hints_on_the_question(&self) -> Vec<String> {
        let words = |hints: &[&str]| hints.iter().map(|hint| (*hint).to_owned()).collect::<Vec<_>>();
        match &self.mode {
            Mode::Running => words(&[
                "Nothing is asked of you now.",
                self.if_kept("q leaves; the game is kept.", "q leaves; the game isn't kept."),
            ]),
            Mode::Failed(_) | Mode::Naming(..) => words(&[
                self.if_kept(
                    "The game is kept: nothing is lost.",
                    "The game isn't kept: save a copy before you leave.",
                ),
                "Try again asks the computer once more. A copy can be played on with another level.",
                "u takes your last decision back.",
            ]),
            Mode::Typing(..) if self.mode.asks_for_file() => words(&[
                "Type a file's name. Tab completes it, Enter saves, Esc goes back.",
                "Typing replaces the name that is proposed.",
            ]),
            Mode::Typing(asking, _) if asking.corrects => {
                words(&["Type what the dice really showed, like 4 3. Esc leaves the throw as it is."])
            }
            Mode::Choosing(asking) | Mode::Typing(asking, _) if matches!(asking.next, Next::Throw { .. }) => {
                let corrects = self.turn.can.correct.then_some("Esc, then c corrects the throw before.");
                let last = "Esc leaves the line, for q, u, ? and the other keys.";
                let first = "Type what the dice show, like 4 3, and press Enter.";
                words(&[Some(first), corrects, Some(last)].into_iter().flatten().collect::<Vec<_>>())
            }
            Mode::Choosing(_) | Mode::Typing(..) if self.is_at_an_end() => self.what_next(),
            Mode::Choosing(asking) | Mode::Typing(asking, _) => words(&hints_on(asking.chooser.as_ref())),
            Mode::Replying(..) => words(&["Called, the round is scored as it stands.", BUTTONS]),
            Mode::Ended(..) => self.what_next(),
        }
    }

    /// What can be done after a round or the tournament.
    pub(super) fn what_next(&self) -> Vec<String> {
        let next = match &self.mode {
            Mode::Ended(..) => "Enter chooses what comes next.",
            _ => "y plays another round, n ends the tournament.",
        };
        let undo = if self.turn.can.undo { "u takes the last decision back, " } else { "" };
        let review = if self.offers_review() { "v reviews, " } else { "" };
        vec![next.to_owned(), format!("{undo}{review}r replays, PgUp shows what happened.")]
    }

    fn if_kept(&self, kept: &'static str, not_kept: &'static str) -> &'static str {
        if self.is_kept() { kept } else { not_kept }
    }
}

const BUTTONS: &str = "Arrows move, Enter chooses; or press its number.";

fn hints_on(chooser: Option<&Chooser>) -> Vec<&'static str> {
    match chooser {
        Some(Chooser::Squares(_)) => vec![
            "Arrows move, Enter takes a square, and plays once the sum is right.",
            "Esc takes the last one back.",
            "Or type them, like 4 2 or uncover 9.",
            "h gives advice.",
        ],
        Some(Chooser::Pit(_)) => vec![
            "Press the letter of a pit to sow from it.",
            "Or go there with the arrows and press Enter.",
            "3 gives advice.",
        ],
        Some(Chooser::Step(step)) if step.piece().is_none() => vec![
            "Arrows move, Enter lifts a piece.",
            "Or type row, column and direction, like 2 1 se.",
            "WW and BB may capture. Small numbers: the worth of home points.",
            "h gives advice.",
        ],
        Some(Chooser::Step(_)) => vec!["Arrows choose where it goes, Enter plays, Esc takes the piece back."],
        Some(Chooser::Buttons(_)) => vec![BUTTONS],
        None => Vec::new(),
    }
}
