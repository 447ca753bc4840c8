//! The settings of a game in the panel of the first screen, and the changes to them.

use std::path::PathBuf;

use parlor_host::{BadSettings, BadSetup, Dice, FirstPlayer, Seats, Settings, load_setup};
use parlor_rules::{Level, Seat};
use parlor_table::Setup;
use parlor_view::{ChanceDevice, chance, level_in_words, size_in_words};

use super::{MenuEntry, StartScreen};
use crate::kit::stepped;
use crate::paths::is_not_a_file;
use crate::screen::{Request, Screen};

/// An item of the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PanelItem {
    Size,
    Seats,
    Level(Seat),
    Rounds,
    First,
    Dice,
    File,
    Name(Seat),
}

/// The ways to change a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueChange {
    /// The next value, wrapping around.
    On,
    /// The previous value, if there is one.
    Back,
    /// The previous value, wrapping around.
    BackAround,
}

const ROUNDS: [u32; 8] = [1, 2, 3, 5, 10, 20, 50, 100];

impl StartScreen {
    /// Adds the typed names to the settings, one for each person.
    pub(super) fn named(&self, mut settings: Settings) -> Settings {
        let typed = |seat: Seat| Some(self.names[seat].text().trim().to_owned()).filter(|name| !name.is_empty());
        settings.name = typed(Seat::Human).filter(|_| settings.seats != Seats::ComputerComputer);
        settings.name2 = typed(Seat::Computer).filter(|_| settings.seats == Seats::HumanHuman);
        settings
    }

    /// The settings in the panel, if the entry has any.
    pub(super) fn shown(&self) -> Option<&Settings> {
        self.entry.place().map(|place| &self.settings[place])
    }

    /// The device that decides chance: dice or a coin. For a save, whose game isn't known yet, both are
    /// offered.
    pub(super) fn chance(&self) -> ChanceDevice {
        if let MenuEntry::Play(game) = self.entry { chance(game) } else { ChanceDevice::Dice }
    }

    pub(super) fn settings(&self) -> Vec<PanelItem> {
        let Some(shown) = self.shown() else { return Vec::new() };
        let mut settings = Vec::new();
        if self.entry != MenuEntry::Open {
            settings.push(PanelItem::Size);
        }
        settings.push(PanelItem::Seats);
        match shown.seats {
            Seats::HumanComputer => settings.push(PanelItem::Level(Seat::Computer)),
            Seats::HumanHuman => {}
            Seats::ComputerComputer => {
                settings.extend([PanelItem::Level(Seat::Human), PanelItem::Level(Seat::Computer), PanelItem::Rounds]);
            }
        }
        let has_coin = self.entry != MenuEntry::Open && self.chance() == ChanceDevice::Coin;
        if has_coin {
            settings.push(PanelItem::First);
        }
        if !has_coin || shown.first == FirstPlayer::Coin {
            settings.push(PanelItem::Dice);
        }
        if let Dice::File(_) = shown.dice {
            settings.push(PanelItem::File);
        }
        match shown.seats {
            Seats::HumanComputer => settings.push(PanelItem::Name(Seat::Human)),
            Seats::HumanHuman => settings.extend(Seat::BOTH.map(PanelItem::Name)),
            Seats::ComputerComputer => {}
        }
        settings
    }

    pub(super) fn step_setting(&mut self, now: PanelItem, by: isize) {
        self.go_to_setting(Some(stepped(now, &self.settings(), by)));
    }

    pub(super) fn go_to_setting(&mut self, setting: Option<PanelItem>) {
        self.setting = setting;
        if setting == Some(PanelItem::File) {
            self.file.refresh();
        }
    }

    /// Changes a setting; returns `false` if there is no further value in that direction.
    pub(super) fn turn(&mut self, setting: PanelItem, turn: ValueChange) -> bool {
        self.trouble = None;
        let files = self.chance() == ChanceDevice::Dice;
        let Some(place) = self.entry.place() else { return false };
        let shown = &mut self.settings[place];
        match setting {
            PanelItem::Size => {
                let all: Vec<Option<i64>> = shown.game.sizes().into_iter().map(Some).collect();
                turn_among(&mut shown.size, &all, turn)
            }
            PanelItem::Seats => turn_among(&mut shown.seats, &Seats::ALL, turn),
            PanelItem::Level(seat) => turn_among(&mut shown.levels[seat], &Level::ALL, turn),
            PanelItem::First => turn_among(&mut shown.first, &FirstPlayer::ALL, turn),
            PanelItem::Rounds => turn_among(&mut shown.rounds, &ROUNDS, turn),
            PanelItem::Dice => {
                let all = [Dice::Random, Dice::ByHand, Dice::File(PathBuf::new())];
                if let Dice::File(file) = &mut shown.dice {
                    file.clear();
                }
                turn_among(&mut shown.dice, if files { &all } else { &all[..2] }, turn)
            }
            PanelItem::File | PanelItem::Name(_) => true,
        }
    }

    /// The settings in the panel, with the typed dice file.
    pub(super) fn wanted(&self) -> Result<Settings, InvalidSetting> {
        let mut wanted = self.named(self.shown().cloned().unwrap_or_else(|| Settings::new(self.game)));
        if let Dice::File(file) = &mut wanted.dice {
            let typed = self.file.text();
            if typed.trim().is_empty() {
                let why = "Type the name of a file with a throw on each line, like 4 3.".to_owned();
                return Err(InvalidSetting { why, at: PanelItem::File });
            }
            *file = self.file.paths.resolve(typed);
            if is_not_a_file(file) {
                return Err(InvalidSetting { why: "That is not a file.".to_owned(), at: PanelItem::File });
            }
        }
        Ok(wanted)
    }

    /// Shows the error, and moves the cursor to the setting that can fix it.
    pub(super) fn refuse_settings(&mut self, refused: InvalidSetting) -> Request {
        self.refuse(refused.why);
        if self.settings().contains(&refused.at) {
            self.setting = Some(refused.at);
        }
        Request::Stay
    }

    pub(super) fn label(&self, setting: PanelItem) -> &'static str {
        let alone = self.shown().is_some_and(|shown| shown.seats == Seats::HumanComputer);
        match setting {
            PanelItem::Size => "Size",
            PanelItem::Seats => "Players",
            PanelItem::Level(_) if alone => "Level",
            PanelItem::Level(Seat::Human) => "Level 1",
            PanelItem::Level(Seat::Computer) => "Level 2",
            PanelItem::Rounds => "Rounds",
            PanelItem::First => "First",
            PanelItem::Dice => match self.chance() {
                ChanceDevice::Coin => "Coin",
                ChanceDevice::Dice => "Dice",
            },
            PanelItem::File => "File",
            PanelItem::Name(_) if alone => "Name",
            PanelItem::Name(Seat::Human) => "Name 1",
            PanelItem::Name(Seat::Computer) => "Name 2",
        }
    }

    pub(super) fn value(&self, setting: PanelItem) -> String {
        let Some(shown) = self.shown() else { return String::new() };
        let said = match setting {
            PanelItem::Size => {
                let size = shown.size.expect("every game in the list has a size");
                return size_in_words(shown.game, size);
            }
            PanelItem::Seats => match shown.seats {
                Seats::HumanComputer => "you and the computer",
                Seats::HumanHuman => "two people",
                Seats::ComputerComputer => "two computers",
            },
            PanelItem::Level(seat) => {
                let level = shown.levels[seat];
                return format!("{level}, {}", level_in_words(shown.game, level));
            }
            PanelItem::First => match (shown.first, shown.seats) {
                (FirstPlayer::Coin, _) => "a coin decides",
                (FirstPlayer::You, Seats::HumanComputer) => "you start",
                (FirstPlayer::Computer, Seats::HumanComputer) => "the computer starts",
                (FirstPlayer::You, _) => "the first player starts",
                (FirstPlayer::Computer, _) => "the second player starts",
            },
            PanelItem::Rounds => return shown.rounds.to_string(),
            PanelItem::Dice => match (&shown.dice, self.chance()) {
                (Dice::Random, ChanceDevice::Coin) => "tossed here",
                (Dice::Random, ChanceDevice::Dice) => "thrown here",
                (Dice::ByHand, _) => "your own, by hand",
                (Dice::File(_), _) => "from a file",
            },
            PanelItem::File => return self.file.text().to_owned(),
            PanelItem::Name(seat) => return self.names[seat].text().to_owned(),
        };
        said.to_owned()
    }
}

/// Changes a value to a neighbour in a list; returns `false` if there is none. A value that isn't in the list, which is
/// possible on the command line, counts as the first.
fn turn_among<T: PartialEq + Clone>(now: &mut T, all: &[T], turn: ValueChange) -> bool {
    let place = all.iter().position(|value| value == now).unwrap_or(0);
    let next = match (turn, place) {
        (ValueChange::On, _) => (place + 1) % all.len(),
        (ValueChange::Back, 0) => return false,
        (ValueChange::BackAround, 0) => all.len() - 1,
        (ValueChange::Back | ValueChange::BackAround, _) => place - 1,
    };
    now.clone_from(&all[next]);
    true
}

/// The reason why a game can't be set up, and the invalid setting.
pub(super) struct InvalidSetting {
    pub(super) why: String,
    pub(super) at: PanelItem,
}

/// The setup for these settings. Errors don't repeat the name of the dice file, because it is visible.
pub(super) fn checked(settings: &Settings) -> Result<Setup, InvalidSetting> {
    load_setup(settings).map_err(|error| {
        let at = match &error {
            BadSetup::Settings(BadSettings::Size { .. }) => PanelItem::Size,
            BadSetup::Settings(BadSettings::Name) => PanelItem::Name(Seat::Human),
            BadSetup::Settings(BadSettings::Name2) => PanelItem::Name(Seat::Computer),
            BadSetup::Unreadable(_) | BadSetup::DiceFile { .. } => PanelItem::File,
        };
        let why = if let BadSetup::DiceFile { why, .. } = error { why } else { error.to_string() };
        InvalidSetting { why, at }
    })
}
