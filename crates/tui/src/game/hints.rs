//! What can be done now, in words, for people who have read nothing else.

use parlor_table::MenuItem;
use parlor_view::Chooser;

use super::GameScreen;
use super::mode::{Asked, Mode};
use crate::kit;
use crate::theme::Theme;

/// The keys of the game screen, except those that leave it.
const KEYS: [(&str, &str); 15] = [
    ("arrows, Tab", "move the cursor"),
    ("Enter", "choose, play"),
    ("Space", "skip what moves; take a square in or out"),
    ("Esc", "take back a part of the choice"),
    ("1 to 9", "choose a word, or begin to type a move"),
    ("A to Z", "(large) go to that pit"),
    (":", "type anything that line mode takes"),
    ("h", "help: advice; again: all choices ranked; again: none"),
    ("u", "undo your last decision"),
    ("s", "save to a file"),
    ("e", "value bar on and off"),
    ("r", "replay this round step by step"),
    ("i", "the rules of this game"),
    ("+ -", "faster, slower"),
    ("PgUp PgDn", "read what happened earlier; End: back to now"),
];

impl GameScreen {
    /// Every key, with what it does.
    pub(super) fn all_keys(&self) -> Vec<(&'static str, String)> {
        let kept = self.kept_words();
        let mut keys: Vec<(&str, String)> = KEYS.map(|(key, what)| (key, what.to_owned())).into();
        keys.push(("q", format!("quit: leave ({kept}) or give up")));
        keys.push(("Ctrl-C", format!("leave at once; {kept}")));
        keys.push(("mouse", "click what can be chosen; the wheel scrolls".to_owned()));
        keys
    }

    /// What can be done now.
    pub(super) fn hints(&self) -> Vec<&'static str> {
        match self.wanted {
            Some(MenuItem::Save) => {
                return vec!["The game will be saved between this turn and the next; s takes that back."];
            }
            Some(MenuItem::Quit) => {
                return vec![
                    "The round will be given up between this turn and the next; q and Give up again take that back.",
                ];
            }
            Some(MenuItem::Play | MenuItem::Help) | None => {}
        }
        if self.stage.is_moving() {
            return vec!["Space skips what moves.", "+ and - change the speed."];
        }
        match &self.mode {
            Mode::Running => vec![
                "Nothing is asked of you now.",
                self.if_kept("q leaves; the game is kept.", "q leaves; the game isn't kept."),
            ],
            Mode::Failed(_) => vec![
                self.if_kept(
                    "The game is kept: nothing is lost.",
                    "The game isn't kept: save a copy before you leave.",
                ),
                "Try again asks the computer once more. A copy can be played on with another level.",
                "u takes your last decision back.",
            ],
            Mode::Typing(..) if self.mode.asks_for_file() => {
                vec!["Type a file's name. Tab completes it, Enter saves, Esc goes back."]
            }
            Mode::Choosing(asking) | Mode::Typing(asking, _) if matches!(asking.asked, Asked::Throw(..)) => vec![
                "Type what the dice show, like 4 3, and press Enter.",
                "Esc leaves the line, for q, u, ? and the other keys.",
            ],
            Mode::Choosing(asking) | Mode::Typing(asking, _) => hints_on(asking.chooser.as_ref()),
            Mode::Ended(..) => vec![BUTTONS],
        }
    }

    fn if_kept(&self, kept: &'static str, not_kept: &'static str) -> &'static str {
        if self.is_kept() { kept } else { not_kept }
    }

    /// The keys along the bottom of the screen.
    pub(super) fn keys_along_the_bottom(&self, theme: Theme) -> Vec<(&'static str, &'static str)> {
        if self.replay().is_some() {
            let turn = (kit::left_right(theme), "step");
            return vec![turn, ("PgUp PgDn", "ten steps"), ("Home End", "start, end"), ("Esc", "back")];
        }
        let keys: &[(&str, &str)] = if self.mode.input().is_some() {
            &[("Enter", "done"), ("Esc", "back")]
        } else if self.stage.is_moving() || !self.setup().has_people() {
            &[("Space", "skip"), ("+ -", "speed"), ("e", "value"), ("r", "replay"), ("?", "keys"), ("q", "quit")]
        } else if self.letters_choose() {
            &[("Enter", "choose"), ("u", "undo"), ("?", "keys"), ("q", "quit")]
        } else {
            &[
                ("Enter", "choose"),
                ("h", "help"),
                ("u", "undo"),
                ("s", "save"),
                ("?", "keys"),
                ("q", "quit"),
                ("e", "value"),
                ("r", "replay"),
                ("i", "rules"),
                (":", "type"),
            ]
        };
        keys.to_vec()
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
        Some(Chooser::Pit(_)) => {
            vec!["Arrows move, Enter sows from that pit.", "A capital letter goes to its pit.", "h gives advice."]
        }
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
