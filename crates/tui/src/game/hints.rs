//! Hints: the possible actions in words, for players who haven't read any instructions.

use parlor_rules::canoga::Move;
use parlor_rules::{Choice, Game, Standing};
use parlor_table::{DiceSource, MenuItem, Next};
use parlor_view::{Chooser, short_step};

use super::GameScreen;
use super::commands::KeyCommand;
use super::extras::Pause;
use super::mode::Mode;

impl GameScreen {
    /// Every key and its effect.
    pub(super) fn all_keys(&self) -> Vec<(String, String)> {
        let kept = self.leaving_note();
        let mut keys: Vec<(String, String)> = Vec::new();
        let mut line = |key: &str, what: &str| keys.push((key.to_owned(), what.to_owned()));
        let name = |command: KeyCommand| self.key_of(command);
        let moves = match (self.letters_are_pits(), self.turn.letters_move) {
            (true, _) => "move the cursor",
            (false, true) => "move the cursor; so do h, j, k and l",
            (false, false) => "move the cursor; so do j, k and l, and h after one of them",
        };
        line("arrows, Tab", moves);
        line("Enter", "choose, play");
        let takes_squares = self.game() == Game::Canoga;
        line(
            "Space",
            if takes_squares { "skip the animation; select or deselect a square" } else { "skip the animation" },
        );
        line("Esc", "undo part of the choice");
        match self.game() {
            Game::Congkak => line("a to z", "choose the pit of that letter; capital letters are commands"),
            Game::Canoga | Game::Kono => line("1 to 9", "begin to type a move, or choose a button"),
        }
        line(":", "type an answer or a command, like :undo or :save");
        line(name(KeyCommand::Save), "save to a file");
        line(name(KeyCommand::Help), "cycle through help: advice, all choices ranked, none");
        line(
            name(KeyCommand::PlayAdvised),
            if self.game() == Game::Congkak {
                "play the advised turn; any key stops it"
            } else {
                "play the advised choice"
            },
        );
        let undo = format!("{} {}", name(KeyCommand::Undo), name(KeyCommand::Redo));
        line(&undo, "undo your last decision; redo it");
        if self.game() == Game::Kono {
            line(name(KeyCommand::Offer), "offer to call the round: to end it now and score it as it stands");
        }
        if self.setup().dice == DiceSource::Manual && self.game() != Game::Congkak {
            line(name(KeyCommand::Correct), "correct a throw that was mistyped");
        }
        if self.can_pause() {
            line(name(KeyCommand::Pause), "pause or continue; Enter plays one step");
        }
        line(name(KeyCommand::Value), "value bar on and off");
        line(name(KeyCommand::Replay), "replay the tournament step by step");
        line(name(KeyCommand::Review), "review the game, when a round is over");
        line(name(KeyCommand::Analyse), "analyse this position");
        line(name(KeyCommand::Rules), "the rules of this game");
        let settings = format!("{} + -", name(KeyCommand::Settings));
        line(&settings, "settings: colours, bell, help, tutor; faster, slower");
        line("PgUp PgDn", "read what happened earlier; End: back to now");
        let [quit, leave] = self.session.purpose.ways_out(kept);
        line(name(KeyCommand::Quit), &quit);
        line("Ctrl-C", &leave);
        line("mouse", "click what can be chosen; the wheel scrolls");
        keys
    }

    pub(super) fn hints(&self) -> Vec<String> {
        let mut hints: Vec<String> = self.pending_request().into_iter().collect();
        if self.turn.pause != Pause::Off {
            hints.push("Paused: Enter plays one step, p continues.".to_owned());
        } else if self.stage.is_moving() {
            hints.push("Space skips the animation. + and - change the speed.".to_owned());
        } else {
            hints.extend(self.count_down());
            hints.extend(self.hints_on_the_question());
        }
        hints
    }

    /// Announces a save or a resignation that was requested.
    fn pending_request(&self) -> Option<String> {
        match self.turn.wanted? {
            MenuItem::Save => Some("The game will be saved before the next turn. Press Esc to cancel.".to_owned()),
            MenuItem::Quit => {
                Some("You will be asked about giving up at your next turn. Press Esc to cancel.".to_owned())
            }
            MenuItem::Play | MenuItem::Help => None,
        }
    }

    /// The number of quiet moves that are left before the round is called, in words.
    pub(super) fn count_down(&self) -> Option<String> {
        let Some(Standing::Kono(standing)) = self.table().standing() else { return None };
        let over = standing.position.is_none_or(|position| position.turn().is_none());
        let (quiet, size) = (standing.history().len(), standing.board().size());
        if quiet < size.counted_from() || over {
            return None;
        }
        let left = size.quiet_limit().saturating_sub(quiet);
        let moves = if left == 1 { "move" } else { "moves" };
        Some(format!("The round is called in {left} {moves} unless a piece is captured or arrives."))
    }

    fn hints_on_the_question(&self) -> Vec<String> {
        let words = |hints: &[&str]| hints.iter().map(|hint| (*hint).to_owned()).collect::<Vec<_>>();
        match &self.mode {
            Mode::Running => {
                let key = self.key_of(KeyCommand::Quit);
                vec![
                    "There is nothing to decide right now.".to_owned(),
                    format!("{key} leaves; {}.", self.leaving_note()),
                ]
            }
            Mode::Failed(_) | Mode::Naming(..) => words(&[
                self.if_kept(
                    "The game is saved: nothing is lost.",
                    "The game isn't saved: save a copy before you leave.",
                ),
                "\u{201c}Try again\u{201d} asks the computer once more. You can continue a copy at another level.",
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
                let corrects = self.turn.can.correct.then_some("Esc, then c corrects the previous throw.");
                let last = "Esc leaves the line, for q, u, ? and the other keys.";
                let first = "Type what the dice show, like 4 3, and press Enter.";
                words(&[Some(first), corrects, Some(last)].into_iter().flatten().collect::<Vec<_>>())
            }
            Mode::Choosing(_) | Mode::Typing(..) if self.is_at_an_end() => self.next_steps(),
            Mode::Choosing(asking) | Mode::Typing(asking, _) => {
                hints_on(asking.chooser.as_ref(), self.key_of(KeyCommand::Help))
            }
            Mode::Replying(..) => words(&["If called, the round ends now and is scored as it stands.", BUTTONS]),
            Mode::Ended(..) => self.next_steps(),
        }
    }

    pub(super) fn next_steps(&self) -> Vec<String> {
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

const BUTTONS: &str = "Arrows move, Enter chooses; or press the number.";

/// Moves that can be typed now: squares alone if they mean one move only, otherwise with the verb.
fn typed_squares(chooser: &Chooser) -> String {
    let mut moves = Vec::new();
    for (_, choice) in chooser.answers() {
        if let Choice::Canoga(chosen) = choice {
            moves.push(chosen);
        }
    }
    let is_clear = |chosen: &&Move| matches!(chosen, Move::Cover(set) if !moves.contains(&Move::Uncover(*set)));
    let cover = match moves.iter().find(is_clear) {
        Some(Move::Cover(set)) => Some(set.to_string()),
        _ => moves.iter().find(|chosen| matches!(chosen, Move::Cover(_))).map(|chosen| format!(":{chosen}")),
    };
    let uncover = moves.iter().find(|chosen| matches!(chosen, Move::Uncover(_))).map(|chosen| format!(":{chosen}"));
    cover.into_iter().chain(uncover).collect::<Vec<_>>().join(", or ")
}

fn hints_on(chooser: Option<&Chooser>, help: &str) -> Vec<String> {
    let advises = format!("{help} gives advice.");
    let hints = match chooser {
        Some(chooser @ Chooser::Squares(_)) => {
            let typed = format!("Or type {}.", typed_squares(chooser));
            return [
                "Arrows move, Enter takes a square, and plays once the sum is right.",
                "Esc takes the last one back.",
                &typed,
                &advises,
            ]
            .map(str::to_owned)
            .to_vec();
        }
        Some(chooser @ Chooser::Pit(_)) => {
            let example = match chooser.answers().first() {
                Some((_, Choice::Congkak(pit))) => format!(", like {}", pit.letter().to_ascii_lowercase()),
                _ => String::new(),
            };
            return vec![
                format!("Press the small letter of a pit to sow from it{example}."),
                "Or go there with the arrows and press Enter.".to_owned(),
                advises,
            ];
        }
        Some(chooser @ Chooser::Step(step)) if step.piece().is_none() => {
            let example = match chooser.answers().first() {
                Some((_, Choice::Kono(step))) => format!(", like {}", short_step(*step)),
                _ => String::new(),
            };
            return vec![
                "Arrows move, Enter lifts a piece.".to_owned(),
                format!("Or type row, column and direction{example}."),
                "WW and BB may capture. Small numbers: the value of home points.".to_owned(),
                advises,
            ];
        }
        Some(Chooser::Step(_)) => vec!["Arrows choose where it goes, Enter plays, Esc takes the piece back."],
        Some(Chooser::Buttons(_)) => vec![BUTTONS],
        None => Vec::new(),
    };
    hints.into_iter().map(str::to_owned).collect()
}
