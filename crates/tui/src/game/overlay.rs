//! Overlays on the game: boxes, the rules, and a replay.

use parlor_view::{Button, ButtonKeys, Reaction, give_up_question, wrap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Clear, Widget};

use super::GameScreen;
use super::mode::MenuChoice;
use super::replaying::Replaying;
use crate::how::How;
use crate::kit::{self, boxed};
use crate::menu_box::MenuBox;
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};

/// The width, in columns, of the text about the consequences of giving up.
const COLUMNS: usize = 62;

pub(super) enum Overlay {
    /// Damage to the journal. The game waits until this is closed.
    Damage(Vec<String>),
    Keys,
    Quit(MenuBox<MenuChoice>),
    Replace(MenuBox<MenuChoice>),
    Options(MenuBox<MenuChoice>),
    Tutor(MenuBox<MenuChoice>),
    Offer(MenuBox<MenuChoice>),
    Rules(How),
    /// The replay of the tournament.
    Replay(Replaying),
}

impl Overlay {
    /// Asks whether to replace a file. The cursor is on the button for keeping it.
    pub(super) fn replace(name: &str) -> Overlay {
        let choices = vec![
            Button::new("Yes, replace it", MenuChoice::ReplaceFile(name.to_owned())),
            Button::new("No, another name", MenuChoice::KeepFile),
        ];
        let menu = MenuBox::new("Save", choices, ButtonKeys::NumberOrLetter).starting_at(1);
        Overlay::Replace(menu.asking(&format!("{name} exists already. Replace it?")))
    }
}

impl Overlay {
    /// Asks for confirmation before offering to call the round. The cursor is on the button for playing on.
    pub(super) fn offer(question: &str) -> Overlay {
        let choices =
            vec![Button::new("Yes, offer it", MenuChoice::OfferCall), Button::new("No, play on", MenuChoice::Stay)];
        let menu = MenuBox::new("Offer", choices, ButtonKeys::NumberOrLetter).starting_at(1);
        Overlay::Offer(menu.asking(question))
    }
}

impl GameScreen {
    /// Handles a key while an overlay is open.
    pub(super) fn key_in_overlay(&mut self, key: KeyEvent) -> Request {
        let overlay = self.overlay.as_mut().expect("something lies over the game");
        let code = match overlay {
            Overlay::Options(menu)
            | Overlay::Quit(menu)
            | Overlay::Replace(menu)
            | Overlay::Tutor(menu)
            | Overlay::Offer(menu)
                if menu.buttons.keys() != ButtonKeys::NumberOrLetter =>
            {
                kit::arrow_of(key.code)
            }
            _ => key.code,
        };
        match (overlay, code) {
            (Overlay::Rules(how), _) => {
                if how.key(key) != Request::Stay {
                    self.overlay = None;
                }
            }
            (Overlay::Quit(_), KeyCode::Char('q' | 'Q')) => return self.choose(MenuChoice::Leave),
            (Overlay::Quit(_), KeyCode::Char('n'))
            | (Overlay::Quit(_) | Overlay::Tutor(_) | Overlay::Offer(_), KeyCode::Esc) => {
                self.overlay = None;
            }
            (Overlay::Replace(_), KeyCode::Esc) => return self.choose(MenuChoice::KeepFile),
            (Overlay::Options(menu), KeyCode::Left | KeyCode::Right) => {
                if let MenuChoice::Set(item) = *menu.buttons.current() {
                    self.set_next(item, code == KeyCode::Left);
                }
            }
            (
                Overlay::Options(menu),
                KeyCode::Up | KeyCode::BackTab | KeyCode::Down | KeyCode::Tab | KeyCode::Enter | KeyCode::Char(' '),
            )
            | (Overlay::Quit(menu) | Overlay::Replace(menu) | Overlay::Tutor(menu) | Overlay::Offer(menu), _) => {
                if let Reaction::Chosen(choice) = menu.key(code) {
                    return self.choose(choice);
                }
            }
            (Overlay::Replay(replaying), code) => match code {
                KeyCode::Char('+' | '=') => self.looks.speed = self.looks.speed.faster(),
                KeyCode::Char('-' | '_') => self.looks.speed = self.looks.speed.slower(),
                KeyCode::Char('x' | 'X') => return self.analyse(),
                KeyCode::Char('v' | 'V') => return self.review(),
                KeyCode::Esc | KeyCode::Char('r' | 'R' | 'q' | 'Q') => {
                    self.overlay = None;
                    if self.session.looked_at.is_some() {
                        return Request::Back;
                    }
                }
                code => replaying.key(code),
            },
            (Overlay::Keys | Overlay::Damage(_) | Overlay::Options(_), _) => self.overlay = None,
        }
        Request::Stay
    }

    /// Handles a click while an overlay is open.
    pub(super) fn click_in_overlay(&mut self, at: Position, area: Rect) -> Request {
        let theme = Theme::from(self.looks);
        let overlay = self.overlay.as_mut().expect("an overlay is open");
        // A click elsewhere doesn't close these boxes.
        let closes = !matches!(overlay, Overlay::Replace(_) | Overlay::Tutor(_) | Overlay::Offer(_));
        let chosen = match overlay {
            Overlay::Replay(replaying) => {
                replaying.step(1);
                return Request::Stay;
            }
            Overlay::Quit(menu)
            | Overlay::Replace(menu)
            | Overlay::Options(menu)
            | Overlay::Tutor(menu)
            | Overlay::Offer(menu) => menu.click(at, theme, area),
            Overlay::Keys | Overlay::Damage(_) | Overlay::Rules(_) => None,
        };
        match chosen {
            Some(choice) => return self.choose(choice),
            None if closes => self.overlay = None,
            None => {}
        }
        Request::Stay
    }

    /// The box with the ways to leave or give up.
    fn quit_box(&self, gives_up: bool, at: usize) -> MenuBox<MenuChoice> {
        let kept = if self.is_open() { self.leaving_note() } else { "this tournament is over" };
        let mut choices = vec![
            Button::new("Stay at this table", MenuChoice::Stay),
            Button::new(format!("Leave the program: {kept}"), MenuChoice::Leave),
            Button::new(format!("Start screen: {kept}"), MenuChoice::Start),
        ];
        choices.extend(gives_up.then(|| Button::new("Give up", MenuChoice::GiveUp)));
        let mut menu = MenuBox::new("Quit?", choices, ButtonKeys::Number).starting_at(at);
        if gives_up {
            let words = wrap(&self.give_up_words(), COLUMNS).into_iter();
            menu.below = words.map(|line| (Role::Prompt, format!("    {line}"))).collect();
        }
        menu
    }

    /// Opens the box with the ways to leave. The cursor is on leaving the program.
    pub(super) fn open_quit_box(&mut self) {
        self.overlay = Some(Overlay::Quit(self.quit_box(self.can_give_up(), 1)));
    }

    /// Like `open_quit_box`, with the cursor on giving up if that is possible.
    pub(super) fn ask_to_give_up(&mut self) {
        let can = self.can_give_up();
        self.overlay = Some(Overlay::Quit(self.quit_box(can, if can { usize::MAX } else { 1 })));
    }

    fn give_up_words(&self) -> String {
        let seat = self.mode.question().map_or(self.setup().owner_seat(), |question| question.seat);
        give_up_question(self.table(), seat)
            .unwrap_or_else(|| "Give up? You will be asked again at your next turn, with the cost.".to_owned())
    }

    /// Paints the overlay. A replay isn't painted here, because it takes the place of the game.
    pub(super) fn paint_overlay(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        // Since the box was opened, the game may have continued, or its journal may have failed.
        if let Some(Overlay::Quit(menu)) = &self.overlay {
            let gives_up = menu.buttons.all().iter().any(|button| button.action == MenuChoice::GiveUp);
            self.overlay = Some(Overlay::Quit(self.quit_box(gives_up, menu.buttons.at())));
        }
        match &mut self.overlay {
            None | Some(Overlay::Replay(_)) => {}
            Some(Overlay::Keys) => {
                let lines: Vec<(Role, String)> =
                    self.all_keys().iter().map(|(key, what)| (Role::Text, format!("{key:<12}{what}"))).collect();
                boxed("Every key (press any key to close)", &lines, theme, area, buffer);
            }
            Some(Overlay::Damage(notices)) => {
                let wrapped = notices.iter().flat_map(|notice| wrap(notice, 70));
                let mut lines: Vec<(Role, String)> = wrapped.map(|line| (Role::Text, line)).collect();
                lines.push((Role::Quiet, "Press any key to continue.".to_owned()));
                boxed("The journal was damaged", &lines, theme, area, buffer);
            }
            Some(
                Overlay::Quit(menu)
                | Overlay::Replace(menu)
                | Overlay::Options(menu)
                | Overlay::Tutor(menu)
                | Overlay::Offer(menu),
            ) => menu.paint(theme, area, buffer),
            Some(Overlay::Rules(how)) => {
                Clear.render(area, buffer);
                buffer.set_style(area, theme.base());
                how.paint(theme, area, buffer);
            }
        }
    }
}
