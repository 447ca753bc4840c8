//! The commands that resume a game, for pasting into a shell.

use std::borrow::Cow;

use parlor_rules::{Game, Level, Pair, Seat};
use parlor_saves::printable;
use parlor_store::JournalName;
use parlor_table::{DiceSource, Player, Setup};

/// The command that resumes a game of the store. A bot has to be named again.
pub(crate) fn continue_command(name: &JournalName, players: &Pair<Player>) -> String {
    let bot = Seat::BOTH.into_iter().find_map(|seat| match &players[seat] {
        Player::Bot(bot) => Some(format!(" --level {}", for_the_shell(bot))),
        Player::Human(_) | Player::Computer(_) => None,
    });
    format!("parlor continue {name}{}", bot.unwrap_or_default())
}

/// The note after a save: what the file doesn't record, with the command that restores it. `None` if only the defaults
/// aren't recorded.
pub(crate) fn not_in_save(setup: &Setup, file: &str) -> Option<String> {
    let named = |option: &str, name: &str| {
        if name.trim().is_empty() { String::new() } else { format!(" {option} {}", for_the_shell(name)) }
    };
    let (mut lost, mut options) = (Vec::new(), String::new());
    match &setup.players {
        Pair { human: Player::Human(first), computer: Player::Human(second) } => {
            lost.extend(["the names", "that two people play"]);
            options = format!(" --players human,human{}{}", named("--name", first), named("--name2", second));
        }
        Pair { human: Player::Human(_), computer: Player::Computer(level) } if *level != Level::default() => {
            lost.push("the level of the computer");
            options = format!(" --level {level}");
        }
        Pair { computer: Player::Bot(bot), .. } => {
            lost.push("which bot you play against");
            options = named("--level", bot);
        }
        Pair { .. } => {}
    }
    // In Congkak, only the first round of a tournament needs a coin.
    if setup.dice == DiceSource::Manual && setup.game != Game::Congkak {
        lost.push("that you throw the dice");
        options += " --dice manual";
    }
    let lost = match &lost[..] {
        [] => return None,
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    };
    Some(format!("A save file doesn't record {lost}. To resume: parlor --resume {}{options}", for_the_shell(file)))
}

/// Quotes an argument so that no part of it is interpreted.
fn for_the_shell(argument: &str) -> String {
    let text = printable(argument);
    shlex::try_quote(&text).map_or_else(|_| "NAME".to_owned(), Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_names_the_options_for_what_it_doesnt_record() {
        let setup = Setup { dice: DiceSource::Manual, ..Setup::new(Game::Kono) };
        let note = |setup: &Setup, file| not_in_save(setup, file).unwrap();
        assert_eq!(
            note(&setup, "kono.txt"),
            "A save file doesn't record that you throw the dice. To resume: parlor --resume kono.txt --dice manual"
        );
        let players = |human: &str, computer| Pair { human: Player::Human(human.to_owned()), computer };
        let two = Setup { players: players("Ada", Player::Human("Mary Ann".to_owned())), ..setup.clone() };
        assert_eq!(
            note(&two, "x"),
            "A save file doesn't record the names, that two people play or that you throw the dice. To resume: parlor \
             --resume x --players human,human --name Ada --name2 'Mary Ann' --dice manual"
        );
        let master = Setup { players: players("Ada", Player::Computer(Level::Master)), ..Setup::new(Game::Congkak) };
        assert_eq!(
            note(&master, "my game.txt"),
            "A save file doesn't record the level of the computer. To resume: parlor --resume 'my game.txt' --level \
             master"
        );
        let bot = Player::Bot("cmd:./mybot --fast".to_owned());
        let against = Setup { players: players("Ada", bot), ..Setup::new(Game::Congkak) };
        assert!(note(&against, "x").ends_with("parlor --resume x --level 'cmd:./mybot --fast'"));
        assert_eq!(not_in_save(&Setup { dice: DiceSource::Random, ..setup.clone() }, "x"), None);
        assert_eq!(not_in_save(&Setup { game: Game::Congkak, ..setup }, "x"), None);
    }

    #[test]
    fn a_bots_name_cannot_run_a_command_when_the_resume_command_is_pasted() {
        for name in ["cmd:bot$(touch pwned)\"; touch pwned; \"", "cmd:a 'b' `c`", "cmd:x\n;y", "cmd:plain"] {
            let quoted = for_the_shell(name);
            assert_eq!(shlex::split(&quoted), Some(vec![printable(name)]), "{quoted}");
            assert!(!quoted.contains('\n'));
        }
        assert_eq!(for_the_shell("cmd:plain"), "cmd:plain");
        assert_eq!(for_the_shell("cmd:$(x)"), "'cmd:$(x)'");
    }
}
