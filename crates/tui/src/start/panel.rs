//! The settings of a game in the panel of the first screen: what they are, and how they are changed.

use std::path::PathBuf;

use parlor_host::{BadSettings, BadSetup, Dice, Seats, Settings, load_setup};
use parlor_rules::{Level, Seat};
use parlor_table::Setup;
use parlor_view::{ChanceDevice, chance, size_in_words};

use super::{MenuEntry, Start};
use crate::kit::stepped;
use crate::paths::no_file;
use crate::screen::{Request, Screen};

/// An item of the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    Size,
    Seats,
    Level(Seat),
    Rounds,
    Dice,
    File,
    /// What the person in this seat is called.
    Name(Seat),
}

/// How a setting is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// To the next value; from the last to the first.
    On,
    /// To the value before, if there is one.
    Back,
    /// To the value before; from the first to the last.
    BackAround,
}

const ROUNDS: [u32; 8] = [1, 2, 3, 5, 10, 20, 50, 100];

impl Start {
    /// Settings with the names that are typed, for as many people as play.
    pub(super) fn named(&self, mut settings: Settings) -> Settings {
        let typed = |seat: Seat| Some(self.names[seat].text().trim().to_owned()).filter(|name| !name.is_empty());
        settings.name = typed(Seat::Human).filter(|_| settings.seats != Seats::ComputerComputer);
        settings.name2 = typed(Seat::Computer).filter(|_| settings.seats == Seats::HumanHuman);
        settings
    }

    /// The settings in the panel, if it has any.
    pub(super) fn shown(&self) -> Option<&Settings> {
        self.entry.place().map(|place| &self.settings[place])
    }

    /// What is left to chance. A save may be of any game, so everything is offered for it.
    pub(super) fn chance(&self) -> ChanceDevice {
        if let MenuEntry::Play(game) = self.entry { chance(game) } else { ChanceDevice::Dice }
    }

    pub(super) fn settings(&self) -> Vec<Setting> {
        let Some(shown) = self.shown() else { return Vec::new() };
        let mut settings = Vec::new();
        if self.entry != MenuEntry::Open {
            settings.push(Setting::Size);
        }
        settings.push(Setting::Seats);
        match shown.seats {
            Seats::HumanComputer => settings.push(Setting::Level(Seat::Computer)),
            Seats::HumanHuman => {}
            Seats::ComputerComputer => {
                settings.extend([Setting::Level(Seat::Human), Setting::Level(Seat::Computer), Setting::Rounds]);
            }
        }
        settings.push(Setting::Dice);
        if let Dice::File(_) = shown.dice {
            settings.push(Setting::File);
        }
        match shown.seats {
            Seats::HumanComputer => settings.push(Setting::Name(Seat::Human)),
            Seats::HumanHuman => settings.extend(Seat::BOTH.map(Setting::Name)),
            Seats::ComputerComputer => {}
        }
        settings
    }

    pub(super) fn step_setting(&mut self, now: Setting, by: isize) {
        self.go_to_setting(Some(stepped(now, &self.settings(), by)));
    }

    pub(super) fn go_to_setting(&mut self, setting: Option<Setting>) {
        self.setting = setting;
        if setting == Some(Setting::File) {
            self.file.refresh();
        }
    }

    /// Changes a setting; `false` if it has no further value in that direction.
    pub(super) fn turn(&mut self, setting: Setting, turn: Turn) -> bool {
        self.trouble = None;
        let files = self.chance() == ChanceDevice::Dice;
        let Some(place) = self.entry.place() else { return false };
        let shown = &mut self.settings[place];
        match setting {
            Setting::Size => {
                let all: Vec<Option<i64>> = shown.game.sizes().into_iter().map(Some).collect();
                turn_among(&mut shown.size, &all, turn)
            }
            Setting::Seats => turn_among(&mut shown.seats, &Seats::ALL, turn),
            Setting::Level(seat) => turn_among(&mut shown.levels[seat], &Level::ALL, turn),
            Setting::Rounds => turn_among(&mut shown.rounds, &ROUNDS, turn),
            Setting::Dice => {
                let all = [Dice::Random, Dice::ByHand, Dice::File(PathBuf::new())];
                if let Dice::File(file) = &mut shown.dice {
                    file.clear();
                }
                turn_among(&mut shown.dice, if files { &all } else { &all[..2] }, turn)
            }
            Setting::File | Setting::Name(_) => true,
        }
    }

    /// The settings in the panel, with the dice file that was typed.
    pub(super) fn wanted(&self) -> Result<Settings, Refused> {
        let mut wanted = self.named(self.shown().cloned().unwrap_or_else(|| Settings::new(self.game)));
        if let Dice::File(file) = &mut wanted.dice {
            let typed = self.file.text();
            if typed.trim().is_empty() {
                let why = "Type the name of a file with a throw on each line, like 4 3.".to_owned();
                return Err(Refused { why, at: Setting::File });
            }
            *file = self.file.paths.resolve(typed);
            if no_file(file) {
                return Err(Refused { why: "That is not a file.".to_owned(), at: Setting::File });
            }
        }
        Ok(wanted)
    }

    /// Says what is wrong, and goes to the setting that can fix it.
    pub(super) fn refuse_settings(&mut self, refused: Refused) -> Request {
        self.refuse(refused.why);
        if self.settings().contains(&refused.at) {
            self.setting = Some(refused.at);
        }
        Request::Stay
    }

    pub(super) fn label(&self, setting: Setting) -> &'static str {
        let alone = self.shown().is_some_and(|shown| shown.seats == Seats::HumanComputer);
        match setting {
            Setting::Size => "Size",
            Setting::Seats => "Players",
            Setting::Level(_) if alone => "Level",
            Setting::Level(Seat::Human) => "Level 1",
            Setting::Level(Seat::Computer) => "Level 2",
            Setting::Rounds => "Rounds",
            Setting::Dice => match self.chance() {
                ChanceDevice::Coin => "Coin",
                ChanceDevice::Dice => "Dice",
            },
            Setting::File => "File",
            Setting::Name(_) if alone => "Name",
            Setting::Name(Seat::Human) => "Name 1",
            Setting::Name(Seat::Computer) => "Name 2",
        }
    }

    pub(super) fn value(&self, setting: Setting) -> String {
        let Some(shown) = self.shown() else { return String::new() };
        let said = match setting {
            Setting::Size => {
                let size = shown.size.expect("every game in the list has a size");
                return size_in_words(shown.game, size);
            }
            Setting::Seats => match shown.seats {
                Seats::HumanComputer => "you and the computer",
                Seats::HumanHuman => "two people",
                Seats::ComputerComputer => "two computers",
            },
            Setting::Level(seat) => match shown.levels[seat] {
                Level::Novice => "novice, for a start",
                Level::Club => "club, a good game",
                Level::Master => "master, at its best",
            },
            Setting::Rounds => return shown.rounds.to_string(),
            Setting::Dice => match (&shown.dice, self.chance()) {
                (Dice::Random, ChanceDevice::Coin) => "tossed here",
                (Dice::Random, ChanceDevice::Dice) => "thrown here",
                (Dice::ByHand, _) => "your own, by hand",
                (Dice::File(_), _) => "from a file",
            },
            Setting::File => return self.file.text().to_owned(),
            Setting::Name(seat) => return self.names[seat].text().to_owned(),
        };
        said.to_owned()
    }
}

/// Changes a value to a neighbour in a list; `false` if there is none. A value that isn't in the list, which the
/// command line allows, counts as the first.
fn turn_among<T: PartialEq + Clone>(now: &mut T, all: &[T], turn: Turn) -> bool {
    let place = all.iter().position(|value| value == now).unwrap_or(0);
    let next = match (turn, place) {
        (Turn::On, _) => (place + 1) % all.len(),
        (Turn::Back, 0) => return false,
        (Turn::BackAround, 0) => all.len() - 1,
        (Turn::Back | Turn::BackAround, _) => place - 1,
    };
    now.clone_from(&all[next]);
    true
}

/// Why a game can't be set up, and the setting that is wrong.
pub(super) struct Refused {
    pub(super) why: String,
    pub(super) at: Setting,
}

/// The setup for some settings. Errors don't repeat the name of the dice file, which is visible.
pub(super) fn checked(settings: &Settings) -> Result<Setup, Refused> {
    load_setup(settings).map_err(|error| {
        let at = match &error {
            BadSetup::Settings(BadSettings::Size { .. }) => Setting::Size,
            BadSetup::Settings(BadSettings::Name) => Setting::Name(Seat::Human),
            BadSetup::Settings(BadSettings::Name2) => Setting::Name(Seat::Computer),
            BadSetup::Unreadable(_) | BadSetup::DiceFile { .. } => Setting::File,
        };
        let why = if let BadSetup::DiceFile { why, .. } = error { why } else { error.to_string() };
        Refused { why, at }
    })
}
