//! Keys and the mouse on the game screen.

use parlor_host::{Named, Speed, random_seed};
use parlor_rules::{Game, Seat};
use parlor_table::{Answer, Ask, Entry, MenuItem, Setup};
use parlor_view::{
    Action, Arrow, BoardLayout, ButtonKeys, Chooser, Reaction, Replay, Spot, is_between_rounds, why_not,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};

use super::GameScreen;
use super::choice_row::ChoiceRow;
use super::commands::KeyCommand;
use super::extras::Pause;
use super::mode::{MenuChoice, Mode};
use super::options::options_box;
use super::overlay::Overlay;
use super::replaying::Replaying;
use crate::board;
use crate::how::How;
use crate::kit;
use crate::menu_box::press_button;
use crate::screen::{Request, Screen};

/// The number of columns at the right end of the title in which a click opens the list of keys.
const KEYS_IN_TITLE: u16 = 8;

impl GameScreen {
    pub(super) fn take_key(&mut self, key: KeyEvent) -> Request {
        if self.tutoring.held.is_some() {
            if key.code == KeyCode::Esc {
                self.tutoring.held = None;
                self.caption.notice = None;
            }
            return Request::Stay;
        }
        self.caption.notice = None;
        if self.overlay.is_some() {
            return self.key_in_overlay(key);
        }
        if self.stop_plan() {
            return Request::Stay;
        }
        if self.mode.input().is_some() {
            return self.key_in_line(key);
        }
        // Letters with Ctrl or Alt are not commands.
        let Some(code) = kit::pressed(key) else { return Request::Stay };
        if self.type_ahead(code) {
            return Request::Stay;
        }
        let code = self.arrow_of(code);
        if self.stage.is_moving() && code == KeyCode::Char(' ') {
            self.stage.hurry();
            return Request::Stay;
        }
        if let KeyCode::Char(letter) = code {
            if let Some(after) = self.letter_that_chooses(letter) {
                return after;
            }
            if let Some(command) = KeyCommand::of(letter, self.letters_are_pits()) {
                return self.command(command);
            }
        }
        match code {
            KeyCode::F(1) => self.overlay = Some(Overlay::Keys),
            KeyCode::PageUp => self.scroll_up(5),
            KeyCode::PageDown => self.scroll_up(-5),
            KeyCode::End => self.log.back = 0,
            KeyCode::Enter | KeyCode::Right if self.turn.pause == Pause::On => self.play_one_step(),
            KeyCode::Esc if !self.has_begun_choice() && self.turn.wanted.is_some() => self.cancel_wanted(),
            code => return self.key_for_choice(code),
        }
        Request::Stay
    }

    /// The arrow that h, j, k or l stands for. h is the key for help until one of the others is pressed, because newcomers
    /// don't expect letters to move anything.
    fn arrow_of(&mut self, code: KeyCode) -> KeyCode {
        let arrow = kit::arrow_of(code);
        let is_choosing = self.mode.chooser().is_some() || self.mode.menu().is_some();
        if arrow == code || !is_choosing || self.letters_choose() || self.letters_are_pits() {
            return code;
        }
        if !self.turn.letters_move {
            if arrow == KeyCode::Left {
                return code;
            }
            self.turn.letters_move = true;
            self.caption.note("h, j, k and l move the cursor now, so H is the key for help.");
        }
        arrow
    }

    fn has_begun_choice(&self) -> bool {
        self.mode.chooser().is_some_and(|chooser| !chooser.chosen().is_empty())
    }

    /// Letters that choose something take precedence: h means heads when a coin toss is called, and s may be a pit.
    fn letter_that_chooses(&mut self, letter: char) -> Option<Request> {
        if self.letters_choose() {
            if let Some(menu) = self.mode.menu_mut() {
                return menu.letter(letter).map(|choice| self.choose(choice));
            }
            if let Reaction::Chosen(action) = self.mode.chooser_mut()?.letter(letter) {
                return Some(self.act(action));
            }
        }
        let asked = matches!(self.mode.chooser(), Some(Chooser::Pit(_)));
        if !asked || KeyCommand::of(letter, true).is_some() || !self.is_own_pit(letter) {
            return None;
        }
        match self.mode.chooser_mut()?.letter(letter) {
            Reaction::Chosen(action) => Some(self.act(action)),
            Reaction::Moved | Reaction::Ignored => {
                self.explain_refusal(Spot::Pit(letter.to_ascii_uppercase()));
                Some(Request::Stay)
            }
        }
    }

    /// Runs a command.
    pub(super) fn command(&mut self, command: KeyCommand) -> Request {
        match command {
            KeyCommand::Save => self.want_to_save(),
            KeyCommand::Help => self.ask_for_help(),
            KeyCommand::PlayAdvised => self.play_advised(),
            KeyCommand::Quit => self.open_quit_box(),
            KeyCommand::Undo => self.undo(),
            KeyCommand::Redo => self.redo(),
            KeyCommand::Replay => self.start_replay(),
            KeyCommand::Review => return self.review(),
            KeyCommand::Analyse => return self.analyse(),
            KeyCommand::Value => {
                self.panels.value.toggle();
                self.ask_for_value();
            }
            KeyCommand::Rules => self.overlay = Some(Overlay::Rules(How::new(self.game()))),
            KeyCommand::Settings => self.overlay = Some(Overlay::Options(options_box(self.looks, MenuChoice::Set))),
            KeyCommand::Offer => self.offer_to_call(),
            KeyCommand::Correct => self.ask_for_correction(),
            KeyCommand::Pause => self.toggle_pause(),
            KeyCommand::Keys => self.overlay = Some(Overlay::Keys),
            KeyCommand::Type => self.type_line(),
            KeyCommand::Faster => self.set_speed(self.looks.speed.faster()),
            KeyCommand::Slower => self.set_speed(self.looks.speed.slower()),
        }
        Request::Stay
    }

    /// Scrolls up in the advice if it is visible, or else in the log and the guide. When both are visible, at most one
    /// of them is long.
    pub(super) fn scroll_up(&mut self, up: isize) {
        let is_advised = self.panels.help.shown().is_some();
        if !is_advised {
            self.log.scroll(up);
        }
        if is_advised || self.panels.guide.is_some() {
            self.panels.scroll.by(-up);
        }
    }

    pub(super) fn letters_choose(&self) -> bool {
        match &self.mode {
            Mode::Replying(..) => true,
            mode => matches!(
                mode.chooser(),
                Some(Chooser::Buttons(buttons)) if buttons.keys() == ButtonKeys::NumberOrLetter
            ),
        }
    }

    /// True if letters choose pits now or at the next question, so that they can't be commands.
    pub(super) fn letters_are_pits(&self) -> bool {
        self.game() == Game::Congkak
            && self.setup().has_people()
            && match &self.mode {
                Mode::Running => true,
                mode => matches!(mode.chooser(), Some(Chooser::Pit(_))),
            }
    }

    /// True if the letter is a pit of the person who has to answer, or of any person who may have to answer next.
    pub(super) fn is_own_pit(&self, letter: char) -> bool {
        let Some(BoardLayout::Congkak(view)) = self.stage.scene.as_ref().map(|scene| &scene.board.layout) else {
            return false;
        };
        let asked = self.mode.question().map(|question| question.seat);
        let own = |seat: &Seat| asked.is_none_or(|asked| asked == *seat) && self.table().player(*seat).is_person();
        let letter = letter.to_ascii_uppercase();
        Seat::BOTH.into_iter().filter(own).any(|seat| view.rows[seat].iter().any(|pit| pit.letter == letter))
    }

    /// Shows the reason why a place can't be chosen.
    pub(super) fn explain_refusal(&mut self, spot: Spot) {
        let Some(scene) = &self.stage.scene else { return };
        let why = why_not(spot, &scene.board, self.mode.chooser(), &self.session.names);
        self.caption.note(why);
    }

    /// Shows the reason why the pit of a letter can't be sown. The letter may have been meant as a command.
    fn explain_pit(&mut self, letter: char) {
        let capital = letter.to_ascii_uppercase();
        self.explain_refusal(Spot::Pit(capital));
        if KeyCommand::of(letter, true).is_none()
            && KeyCommand::of(capital, true).is_some()
            && let Some(why) = self.caption.notice.take()
        {
            self.caption.note(format!("{why} The command is the capital {capital}."));
        }
    }

    /// Handles a key that isn't a command. It may choose something.
    pub(super) fn key_for_choice(&mut self, code: KeyCode) -> Request {
        let ignored = match &mut self.mode {
            Mode::Running | Mode::Typing(..) => false,
            Mode::Choosing(asking) => match (&mut asking.chooser, code) {
                (chooser, KeyCode::Char(digit @ '0'..='9')) if !takes_numbers(chooser.as_ref()) => {
                    self.mode.start_typing(digit.encode_utf8(&mut [0; 4]));
                    false
                }
                (Some(chooser), _) => match press(chooser, code) {
                    Reaction::Chosen(action) => return self.act(action),
                    Reaction::Moved => {
                        if let KeyCode::Enter | KeyCode::Char(_) = code {
                            self.point_at_advice();
                        }
                        false
                    }
                    Reaction::Ignored => true,
                },
                (None, _) => false,
            },
            mode => match mode.menu_mut().map(|menu| press_button(menu, code)) {
                Some(Reaction::Chosen(choice)) => return self.choose(choice),
                reaction => reaction == Some(Reaction::Ignored),
            },
        };
        if let KeyCode::Char(letter) = code
            && ignored
            && letter != ' '
        {
            match self.mode.chooser() {
                Some(Chooser::Pit(_)) if letter.is_ascii_alphabetic() => self.explain_pit(letter),
                _ => self.caption.note("That key does nothing here; ? shows every key."),
            }
        }
        Request::Stay
    }

    /// Carries out a choice from a menu.
    pub(super) fn choose(&mut self, choice: MenuChoice) -> Request {
        // These two choices change the open box, so they don't close it.
        if !matches!(choice, MenuChoice::SeeWhy(_) | MenuChoice::Set(_)) {
            self.overlay = None;
        }
        match (choice, &mut self.mode) {
            (MenuChoice::PlayOn | MenuChoice::TryAgain, mode) => *mode = Mode::Running,
            (MenuChoice::PlayAgain, _) => {
                let setup = self.setup().clone();
                let anew = Setup { seed: random_seed().into(), queue: Vec::new(), resumed: None, ..setup };
                return Request::BeginAgain(Box::new(anew));
            }
            (MenuChoice::Undo, _) => self.undo(),
            (MenuChoice::Replay, _) => self.start_replay(),
            (MenuChoice::Start, _) => return Request::Start,
            (MenuChoice::Leave, _) => return Request::Quit,
            (MenuChoice::Back, _) => return Request::Back,
            (MenuChoice::SaveCopy, _) => self.ask_copy_name(),
            (MenuChoice::Reply(accepts), Mode::Replying(seat, _)) => {
                let seat = *seat;
                self.try_entry(&if accepts { Entry::Accept { seat } } else { Entry::Decline { seat } });
            }
            (MenuChoice::Stay | MenuChoice::Reply(_), _) => {}
            (MenuChoice::OfferCall, _) => self.make_offer(),
            // The round may have ended while the box was open.
            (MenuChoice::GiveUp, _) => {
                if self.can_give_up() {
                    self.give_up();
                }
            }
            (MenuChoice::ReplaceFile(name), _) => self.replace_file(name),
            // The user types another name, which replaces this one.
            (MenuChoice::KeepFile, mode) => {
                if let Some(input) = mode.input_mut() {
                    input.proposed = true;
                }
            }
            (MenuChoice::PlayAnyway(choice), _) => self.play_choice(choice),
            (MenuChoice::SeeWhy(reasons), _) => self.explain_warning(&reasons),
            (MenuChoice::Set(item), _) => self.set_next(item, false),
        }
        Request::Stay
    }

    pub(super) fn act(&mut self, action: Action) -> Request {
        match action {
            // Handled like the key for quitting.
            Action::Answer(Answer::Menu(MenuItem::Quit)) => self.open_quit_box(),
            Action::Answer(answer) => {
                self.answer(answer);
            }
            Action::Help => self.ask_for_help(),
            Action::Coin(coin) => {
                self.try_entry(&Entry::Coin(coin));
            }
        }
        Request::Stay
    }

    fn set_speed(&mut self, to: Speed) {
        self.looks.speed = to;
        self.caption.note(format!("Speed: {}.", to.name()));
    }

    fn start_replay(&mut self) {
        self.finish_stage();
        match Replay::of_tournament(self.table(), &self.session.names) {
            Some(replay) => {
                self.overlay = Some(Overlay::Replay(Replaying::new(replay.at_last_round())));
            }
            None => self.caption.note("Nothing has happened yet, so there is nothing to replay."),
        }
    }

    /// Gives up: at once if the table accepts it, or else after a confirmation at this person's next turn.
    pub(super) fn give_up(&mut self) {
        if self.accepts(MenuItem::Quit) {
            self.turn.wanted = None;
            self.answer(Answer::Menu(MenuItem::Quit));
            return;
        }
        self.turn.wanted = Some(MenuItem::Quit);
        self.caption.note(match self.game() {
            Game::Canoga => "The round will be given up when this turn is over.",
            Game::Congkak | Game::Kono => "You will be asked at your next turn.",
        });
    }

    pub(super) fn can_give_up(&self) -> bool {
        match &self.mode {
            Mode::Ended(..) => false,
            mode => match mode.question() {
                Some(question) => !is_between_rounds(&question.ask) && question.ask != Ask::FileName,
                None => self.setup().has_people(),
            },
        }
    }

    pub(super) fn take_click(&mut self, at: Position, area: Rect) -> Request {
        self.caption.notice = None;
        let parts = self.parts(area);
        let is_keys_word = parts.title.contains(at) && at.x + KEYS_IN_TITLE >= area.right();
        match &mut self.overlay {
            Some(Overlay::Rules(how)) => how.click(at, area),
            Some(_) => self.click_in_overlay(at, area),
            None if is_keys_word => self.take_key(KeyCode::Char('?').into()),
            None => self.click_on_table(at, area),
        }
    }

    fn click_on_table(&mut self, at: Position, area: Rect) -> Request {
        if self.tutoring.held.is_some() {
            return Request::Stay;
        }
        // An animation is skipped only by its key, or by a click on the key's name.
        if self.stage.is_moving() {
            return Request::Stay;
        }
        let parts = self.parts(area);
        if let Some(button) = ChoiceRow::of(&self.mode).hit(at, parts.choice) {
            return self.click_button(button);
        }
        let Some(scene) = &self.stage.scene else { return Request::Stay };
        let spots = board::spots(&scene.board.layout, parts.board);
        let Some((spot, _)) = spots.into_iter().find(|(_, place)| place.contains(at)) else { return Request::Stay };
        match self.mode.chooser_mut().map(|chooser| chooser.click(spot)) {
            Some(Reaction::Chosen(action)) => return self.act(action),
            Some(Reaction::Moved) => {
                // A choice on the board closes the input line.
                self.mode.stop_typing();
                // A click plays as soon as the sum is right, as Enter does.
                let complete = |chooser: &Chooser| match chooser {
                    Chooser::Squares(squares) => squares.complete().is_some(),
                    _ => false,
                };
                if self.mode.chooser().is_some_and(complete)
                    && let Some(Reaction::Chosen(action)) = self.mode.chooser_mut().map(Chooser::enter)
                {
                    return self.act(action);
                }
            }
            Some(Reaction::Ignored) | None if self.mode.asking().is_some() || matches!(self.mode, Mode::Ended(..)) => {
                self.explain_refusal(spot);
            }
            Some(Reaction::Ignored) | None => {}
        }
        Request::Stay
    }

    /// Presses a button in the row below the question, by its index from 0.
    fn click_button(&mut self, button: usize) -> Request {
        match &mut self.mode {
            Mode::Choosing(_) => {
                let chooser = self.mode.chooser_mut().expect("every place that can be clicked belongs to a chooser");
                let reaction = match chooser {
                    Chooser::Buttons(_) => chooser.number(button + 1),
                    _ => chooser.enter(),
                };
                if let Reaction::Chosen(action) = reaction { self.act(action) } else { Request::Stay }
            }
            mode => match mode.menu_mut().and_then(|menu| menu.number(button + 1)) {
                Some(choice) => self.choose(choice),
                None => Request::Stay,
            },
        }
    }
}

fn takes_numbers(chooser: Option<&Chooser>) -> bool {
    matches!(chooser, Some(Chooser::Buttons(buttons)) if buttons.keys() != ButtonKeys::Typed)
}

pub(crate) fn press(chooser: &mut Chooser, code: KeyCode) -> Reaction<Action> {
    match code {
        KeyCode::Left => chooser.arrow(Arrow::Left),
        KeyCode::Right => chooser.arrow(Arrow::Right),
        KeyCode::Up => chooser.arrow(Arrow::Up),
        KeyCode::Down => chooser.arrow(Arrow::Down),
        KeyCode::Tab => chooser.cycle(false),
        KeyCode::BackTab => chooser.cycle(true),
        KeyCode::Enter => chooser.enter(),
        KeyCode::Char(' ') => chooser.toggle(),
        KeyCode::Esc | KeyCode::Backspace => chooser.back(),
        KeyCode::Char(digit @ '0'..='9') => chooser.number(digit as usize - '0' as usize),
        KeyCode::Char(letter) => chooser.letter(letter),
        _ => Reaction::Ignored,
    }
}
