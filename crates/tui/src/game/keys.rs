//! What keys, clicks and typed lines do on the game screen.

use parlor_table::{Answer, Ask, Entry, MenuItem, Question};
use parlor_view::give_up_line;
use parlor_view::typed::{self, Typed};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::{Bar, Dialog, GameScreen, Help, Open};
use crate::board;
use crate::choose::{Arrow, Chooser, Chose, Does};
use crate::how::How;
use crate::input::Input;
use crate::job::JobKind;
use crate::kit;
use crate::paths::Paths;
use crate::replay::Replay;
use crate::speed::Speed;
use crate::theme::Theme;
use crate::wish::Wish;

/// What is to be done after a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// Nothing: the game goes on.
    Stay,
    /// The same game once more.
    Again,
    /// The game that was just saved goes on.
    GoOn,
    /// Back to the start screen; the game is kept.
    Start,
    /// Out of the program; the game is kept.
    Leave,
}

impl GameScreen {
    /// A key.
    pub(crate) fn key(&mut self, key: KeyEvent, speed: &mut Speed) -> After {
        self.notice = None;
        if self.dialog.is_some() {
            return self.key_in_dialog(key);
        }
        if self.replay.is_some() {
            return self.key_in_replay(key);
        }
        if self.typing.is_some() {
            return self.key_in_line(key);
        }
        if self.is_moving() && matches!(key.code, KeyCode::Char(' ') | KeyCode::Enter | KeyCode::Esc) {
            self.skip();
            return After::Stay;
        }
        // Ctrl and Alt with a letter are other keys, which mean nothing here.
        if kit::pressed(key).is_none() {
            return After::Stay;
        }
        // Where words can be chosen by their first letter, that comes first: h is heads when a coin is called.
        if self.letters_choose()
            && let KeyCode::Char(letter) = key.code
            && let Some(chooser) = &mut self.chooser
            && let Chose::This(does) = chooser.letter(letter)
        {
            return self.do_it(does);
        }
        match key.code {
            KeyCode::Char('?') | KeyCode::F(1) => self.dialog = Some(Dialog::Keys),
            KeyCode::Char('h') => self.ask_for_help(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('s') => self.want(MenuItem::Save),
            KeyCode::Char('e') => self.toggle_bar(),
            KeyCode::Char('r') => self.start_replay(),
            KeyCode::Char('i') => self.dialog = Some(Dialog::Rules(How::new(self.host.setup().game))),
            KeyCode::Char('+' | '=') => *speed = self.now_at(speed.faster()),
            KeyCode::Char('-' | '_') => *speed = self.now_at(speed.slower()),
            KeyCode::Char('q') => self.dialog = Some(Dialog::Quit { at: 1 }),
            KeyCode::Char(':' | '/') => self.type_line(""),
            KeyCode::PageUp => self.scroll(5),
            KeyCode::PageDown => self.scroll(-5),
            KeyCode::End => self.log.follow(),
            _ => return self.key_for_chooser(key),
        }
        After::Stay
    }

    /// Reads further up by so many lines: in the ranking if it is in sight, else in what was told.
    fn scroll(&mut self, up: i16) {
        match &mut self.help {
            Help::Ranked(advice, down) => {
                let most = (advice.ranked.len() + 3 * advice.more.len()) as u16;
                *down = down.saturating_add_signed(-up).min(most);
            }
            _ => self.log.scroll(up.into()),
        }
    }

    pub(super) fn letters_choose(&self) -> bool {
        match &self.open {
            Open::Question(Question { ask, .. }) => matches!(ask, Ask::Coin | Ask::Color | Ask::Another | Ask::Dice),
            Open::Coin => true,
            _ => false,
        }
    }

    fn key_for_chooser(&mut self, key: KeyEvent) -> After {
        let sizes_are_asked = matches!(&self.open, Open::Question(Question { ask: Ask::Size { .. }, .. }));
        let Some(chooser) = &mut self.chooser else {
            if let (Open::Throw(..), KeyCode::Char(digit @ '0'..='9')) = (&self.open, key.code) {
                self.type_line(&digit.to_string());
            }
            return After::Stay;
        };
        let chose = match key.code {
            KeyCode::Left => chooser.arrow(Arrow::Left),
            KeyCode::Right => chooser.arrow(Arrow::Right),
            KeyCode::Up => chooser.arrow(Arrow::Up),
            KeyCode::Down => chooser.arrow(Arrow::Down),
            KeyCode::Tab => chooser.cycle(false),
            KeyCode::BackTab => chooser.cycle(true),
            KeyCode::Enter => chooser.enter(),
            KeyCode::Char(' ') => chooser.toggle(),
            KeyCode::Esc | KeyCode::Backspace => chooser.back(),
            KeyCode::Char(digit @ '0'..='9') => match chooser {
                Chooser::Buttons { .. } if !sizes_are_asked => chooser.number(digit as usize - '0' as usize),
                _ => {
                    self.type_line(&digit.to_string());
                    Chose::Moved
                }
            },
            KeyCode::Char(letter) => chooser.letter(letter),
            _ => Chose::Nothing,
        };
        match chose {
            Chose::This(does) => self.do_it(does),
            Chose::Moved => After::Stay,
            Chose::Nothing => {
                if matches!(key.code, KeyCode::Char(letter) if letter != ' ') {
                    self.notice = Some("That key does nothing here; ? shows every key.".to_owned());
                }
                After::Stay
            }
        }
    }

    fn do_it(&mut self, does: Does) -> After {
        match does {
            // Giving up is asked about once more.
            Does::Answer(Answer::Menu(MenuItem::Quit)) => self.dialog = Some(Dialog::Quit { at: 3 }),
            Does::Answer(answer) => self.answer(answer),
            Does::Help => self.ask_for_help(),
            Does::Coin(coin) => self.apply(&Entry::Coin(coin)),
            Does::Again => return After::Again,
            Does::GoOn => return After::GoOn,
            Does::Start => return After::Start,
            Does::Leave => return After::Leave,
        }
        After::Stay
    }

    fn answer(&mut self, answer: Answer) {
        if let Open::Question(question) = &self.open {
            let entry = Entry::decision(question.seat, answer);
            self.apply(&entry);
        }
    }

    fn undo(&mut self) {
        // A computer that thinks is thinking about a turn that won't be.
        self.apply(&Entry::Undo);
    }

    fn now_at(&mut self, speed: Speed) -> Speed {
        self.notice = Some(format!("Speed: {}.", speed.name()));
        speed
    }

    fn toggle_bar(&mut self) {
        self.bar = match self.bar {
            Bar::Off => Bar::On { asked: None, worth: None },
            Bar::On { .. } => Bar::Off,
        };
        self.weigh();
    }

    fn start_replay(&mut self) {
        for beat in std::mem::take(&mut self.beats) {
            self.stage(beat);
        }
        self.until = None;
        self.replay = Replay::of_round(self.host.setup(), self.host.table().entries());
        if self.replay.is_none() {
            self.notice = Some("Nothing has happened in this round yet.".to_owned());
        }
    }

    /// First in words, then all choices, then no more.
    fn ask_for_help(&mut self) {
        self.help = match std::mem::replace(&mut self.help, Help::None) {
            Help::Asked(id) => Help::Asked(id),
            Help::Words(advice) if advice.ranked.len() > 1 || !advice.more.is_empty() => Help::Ranked(advice, 0),
            Help::Words(_) | Help::Ranked(..) => Help::None,
            Help::None => {
                let Open::Question(question) = &self.open else {
                    self.notice = Some("Help is for your own turns.".to_owned());
                    return;
                };
                if matches!(&question.ask, Ask::Menu { items, .. } if !items.contains(&MenuItem::Help)) {
                    self.notice = Some("Help is for your own turns.".to_owned());
                    return;
                }
                let thinking = self.host.helper(question);
                Help::Asked(self.job(JobKind::Advise, thinking))
            }
        };
    }

    /// Saves or gives up: now, if the table takes it, or at the next menu.
    fn want(&mut self, item: MenuItem) {
        if let Open::End(_) = self.open {
            self.notice = Some("The table is closed.".to_owned());
            return;
        }
        let now = match &self.open {
            Open::Question(question) => question.ask.accepts(&Answer::Menu(item)).is_ok(),
            _ => false,
        };
        let what = if item == MenuItem::Quit { "given up" } else { "saved" };
        if now {
            self.wanted = None;
            self.answer(Answer::Menu(item));
        } else if !self.host.setup().has_people() {
            self.notice = Some(format!("Between two programs nothing is {what}; the game is kept, and q leaves."));
        } else if self.wanted == Some(item) {
            self.wanted = None;
            self.notice = Some(format!("Then the game isn't {what}."));
        } else {
            self.wanted = Some(item);
            self.notice = Some(format!("Between two turns the game will be {what}. (The same again takes that back.)"));
        }
    }

    fn type_line(&mut self, text: &str) {
        if matches!(self.open, Open::Question(_) | Open::Throw(..)) {
            self.typing = Some(Input::new(text));
        } else {
            self.notice = Some("Nothing is asked now.".to_owned());
        }
    }

    fn key_in_line(&mut self, key: KeyEvent) -> After {
        let asks_file = matches!(&self.open, Open::Question(Question { ask: Ask::FileName, .. }));
        let Some(input) = &mut self.typing else { return After::Stay };
        match key.code {
            KeyCode::Esc if asks_file => self.answer(Answer::Cancel),
            KeyCode::Esc => self.typing = None,
            KeyCode::Backspace if input.text().is_empty() && !asks_file => self.typing = None,
            KeyCode::Enter => {
                let line = input.text().trim().to_owned();
                return self.read_line(&line);
            }
            KeyCode::Tab if asks_file => *input = Input::new(&Paths::new("").complete(&input.text()).common),
            _ => {
                input.key(key);
            }
        }
        After::Stay
    }

    /// A line as line mode takes it.
    fn read_line(&mut self, line: &str) -> After {
        if let Open::Throw(..) = self.open {
            match line {
                "undo" => self.undo(),
                "leave" | "quit" => return After::Leave,
                _ => match typed::throw(line) {
                    Ok(throw) => self.apply(&Entry::Throw { throw, queued: false }),
                    Err(why) => self.notice = Some(format!("No: {why}.")),
                },
            }
            if self.notice.is_some() {
                self.typing = Some(Input::default());
            }
            return After::Stay;
        }
        let Open::Question(question) = &self.open else {
            self.typing = None;
            return After::Stay;
        };
        let read = typed::read(line, &question.ask);
        let keep = matches!(question.ask, Ask::FileName) || matches!(read, Typed::Unclear(_));
        let typed = if keep { self.typing.clone() } else { None };
        self.typing = None;
        match read {
            Typed::Answer(answer) => {
                self.answer(answer);
                if self.notice.is_some() {
                    self.typing = typed;
                }
            }
            Typed::Help => self.ask_for_help(),
            Typed::Undo => self.undo(),
            Typed::Rules => self.dialog = Some(Dialog::Rules(How::new(self.host.setup().game))),
            Typed::Hint => self.dialog = Some(Dialog::Keys),
            Typed::Leave => return After::Leave,
            Typed::Unclear(why) => {
                self.notice = Some(format!("No: {why}."));
                self.typing = typed;
            }
        }
        After::Stay
    }

    fn key_in_dialog(&mut self, key: KeyEvent) -> After {
        let last = self.quit_answers().len() - 1;
        match &mut self.dialog {
            Some(Dialog::Quit { at }) => match key.code {
                KeyCode::Up | KeyCode::Left | KeyCode::BackTab => *at = at.checked_sub(1).unwrap_or(last),
                KeyCode::Down | KeyCode::Right | KeyCode::Tab => *at = (*at + 1) % (last + 1),
                KeyCode::Enter | KeyCode::Char(' ') => {
                    let at = *at;
                    return self.quit(at);
                }
                KeyCode::Char('q') => return self.quit(1),
                KeyCode::Char(digit @ '1'..='4') => return self.quit(digit as usize - '1' as usize),
                KeyCode::Esc | KeyCode::Char('n') => self.dialog = None,
                _ => {}
            },
            Some(Dialog::Rules(how)) => {
                if how.key(key) != Wish::Stay {
                    self.dialog = None;
                }
            }
            Some(Dialog::Keys) | None => self.dialog = None,
        }
        After::Stay
    }

    /// How the quit box can be answered, in this order. Between two rounds there is nothing to give up.
    pub(super) fn quit_answers(&self) -> Vec<(&'static str, &'static str)> {
        let kept = if self.is_open() { "the game is kept" } else { "this tournament is over" };
        let mut answers = vec![("Stay", "at this table"), ("Leave the program", kept), ("Start screen", kept)];
        let between = match &self.open {
            Open::Question(Question { ask, .. }) => matches!(ask, Ask::Another | Ask::Size { .. } | Ask::FileName),
            Open::End(_) => true,
            _ => !self.host.setup().has_people(),
        };
        if !between {
            answers.push(("Give up", give_up_line(self.host.setup().game)));
        }
        answers
    }

    /// The answer of this number to the quit box.
    fn quit(&mut self, at: usize) -> After {
        self.dialog = None;
        match at {
            1 => After::Leave,
            2 => After::Start,
            3 if self.quit_answers().len() > 3 => {
                self.want(MenuItem::Quit);
                After::Stay
            }
            _ => After::Stay,
        }
    }

    fn key_in_replay(&mut self, key: KeyEvent) -> After {
        let Some(replay) = &mut self.replay else { return After::Stay };
        match key.code {
            KeyCode::Right | KeyCode::Down | KeyCode::Char(' ') | KeyCode::Enter => replay.leaf(1),
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace => replay.leaf(-1),
            KeyCode::PageDown => replay.leaf(10),
            KeyCode::PageUp => replay.leaf(-10),
            KeyCode::Home => replay.leaf(isize::MIN),
            KeyCode::End => replay.leaf(isize::MAX),
            KeyCode::Esc | KeyCode::Char('r' | 'q') => {
                self.replay = None;
                if self.only_looked_at {
                    return After::Start;
                }
            }
            _ => {}
        }
        After::Stay
    }

    /// Text that is pasted goes where text is typed.
    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(input) = &mut self.typing {
            input.insert(text);
        }
    }

    /// A click, or a turn of the wheel.
    pub(crate) fn mouse(&mut self, event: MouseEvent, area: Rect, speed: &mut Speed) -> After {
        if let Some(Dialog::Rules(how)) = &mut self.dialog {
            how.mouse(event, area);
            return After::Stay;
        }
        let at = Position::new(event.column, event.row);
        match event.kind {
            MouseEventKind::ScrollUp => self.scroll(3),
            MouseEventKind::ScrollDown => self.scroll(-3),
            MouseEventKind::Down(MouseButton::Left) => {
                self.notice = None;
                if let Some(key) = self.key_at(at, area) {
                    return self.key(key.into(), speed);
                }
                return self.click(at, area);
            }
            _ => {}
        }
        After::Stay
    }

    /// The key whose name was clicked.
    fn key_at(&self, at: Position, area: Rect) -> Option<KeyCode> {
        if self.dialog.is_some() {
            return None;
        }
        let layout = self.layout(area);
        if layout.title.contains(at) && at.x + 8 >= area.right() {
            return Some(KeyCode::Char('?'));
        }
        let keys = self.keys(Theme::default());
        let places = kit::key_places(&keys, layout.keys);
        let (name, _, _) = places.into_iter().find(|(_, _, place)| place.contains(at))?;
        match name {
            "Enter" => Some(KeyCode::Enter),
            "Esc" => Some(KeyCode::Esc),
            "Space" => Some(KeyCode::Char(' ')),
            "+ -" => Some(KeyCode::Char('+')),
            name => name.parse().ok().map(KeyCode::Char),
        }
    }

    fn click(&mut self, at: Position, area: Rect) -> After {
        if self.dialog.is_some() {
            let hit = self.dialog_rows(area).iter().position(|row| row.contains(at));
            if let (Some(Dialog::Quit { .. }), Some(row)) = (&self.dialog, hit) {
                return self.quit(row);
            }
            self.dialog = None;
            return After::Stay;
        }
        if let Some(replay) = &mut self.replay {
            replay.leaf(1);
            return After::Stay;
        }
        if self.is_moving() {
            self.skip();
            return After::Stay;
        }
        let layout = self.layout(area);
        if let Some((button, _)) = self.buttons(layout.choice).into_iter().find(|(_, rect)| rect.contains(at)) {
            let chose = match &mut self.chooser {
                Some(chooser @ Chooser::Buttons { .. }) => chooser.number(button + 1),
                Some(chooser) => chooser.enter(),
                None => Chose::Nothing,
            };
            return if let Chose::This(does) = chose { self.do_it(does) } else { After::Stay };
        }
        let Some(scene) = &self.scene else { return After::Stay };
        let spots = board::spots(&scene.board, layout.board);
        let hit = spots.into_iter().find(|(_, rect)| rect.contains(at));
        let Some(((spot, _), chooser)) = hit.zip(self.chooser.as_mut()) else { return After::Stay };
        match chooser.click(spot) {
            Chose::This(does) => return self.do_it(does),
            Chose::Moved => self.typing = None,
            Chose::Nothing => self.notice = Some("That can't be chosen now.".to_owned()),
        }
        After::Stay
    }
}
