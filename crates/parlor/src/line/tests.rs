//! Transcripts of whole tournaments, which are in `tests/tournaments`, and failures of the computer player.
//!
//! The seat Computer plays a fixed list of answers, so that a better engine doesn't change the transcripts.

use std::fmt::Write as _;
use std::fs;
use std::sync::Mutex;

use clap::Parser;
use parlor_engine::EngineJob;
use parlor_host::{Opponent, OpponentDecision, Settings, load_save};
use parlor_rules::{Coin, Game, Seat};
use parlor_store::{SqliteStore, Store};
use parlor_table::{Answer, read_entry};
use parlor_testkit::assert_golden;
use tempfile::TempDir;

use super::*;
use crate::Arguments;
use crate::play::{begin, notes};

/// An opponent that plays a list of answers, each written as in a journal.
struct Script(Mutex<std::vec::IntoIter<String>>);

impl Script {
    fn new(text: &str) -> Script {
        Script(Mutex::new(text.lines().map(str::to_owned).collect::<Vec<_>>().into_iter()))
    }
}

impl Opponent for Script {
    fn decide(&self, _: &EngineJob) -> Result<OpponentDecision, String> {
        let line = self.0.lock().unwrap().next().ok_or("the list of answers is used up")?;
        match read_entry(&format!("computer {line}")) {
            Ok(Entry::Decision { answer: Answer::Choice(choice), rationale, .. }) => {
                let rationale = rationale.map(|told| (*told).clone());
                Ok(OpponentDecision { choice, value: rationale.as_ref().map(|told| told.value), rationale })
            }
            _ => Err(format!("\u{201c}{line}\u{201d} is not a choice")),
        }
    }
}

/// The transcript of a game. The answers are inserted after the prompts.
fn converse(host: Host, events: &[Event], input: &str, folder: &Path) -> String {
    let mut output = Vec::new();
    let mut talk = Talk::new(input.as_bytes(), &mut output, true);
    let kept = host.journal_name().map(ToString::to_string);
    let mut line = LineMode::new(host, &mut talk, folder);
    line.print_events(events).unwrap();
    line.play_to_the_end().unwrap();
    let told = String::from_utf8(output).unwrap();
    // A journal's name contains the time.
    kept.map_or(told.clone(), |name| told.replace(&name, "NAME"))
}

/// One session of the program with these arguments, but with another opponent and in this folder.
fn sitting(arguments: &[&str], input: &str, script: &str, folder: &Path) -> String {
    let parsed = Arguments::try_parse_from([&["parlor"], arguments].concat()).unwrap_or_else(|error| panic!("{error}"));
    let (game, options) = (parsed.game, parsed.options.in_folder(folder));
    let mut said = Vec::new();
    let mut talk = Talk::new(&b""[..], &mut said, true);
    let setup = match &options.resume {
        Some(file) => {
            let save = load_save(&folder.join(file)).unwrap();
            for note in notes(&save.notes) {
                talk.say(&note).unwrap();
            }
            options.resume(game, file, &save)
        }
        None => options.setup(game.unwrap()),
    };
    let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory().unwrap());
    let Ok((host, told)) = setup.and_then(|setup| begin(setup, Ok(store), &mut talk)) else { panic!("{arguments:?}") };
    let played = converse(host.against(Arc::new(Script::new(script))), &told, input, folder);
    // Print the names of files relative to the folder.
    (String::from_utf8(said).unwrap() + &played).replace(&format!("{}/", folder.display()), "")
}

/// Plays a tournament in two sessions with a save between them, and compares the whole transcript.
fn golden(game: &str, first: &[&str], second: &[&str]) {
    let tournaments = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tournaments");
    let read = |name: String| fs::read_to_string(tournaments.join(name)).unwrap();
    let folder = TempDir::new().unwrap();
    let dice = format!("{game}.dice");
    if let Ok(text) = fs::read(tournaments.join(&dice)) {
        fs::write(folder.path().join(&dice), text).unwrap();
    }
    let mut played = String::new();
    for (arguments, name) in [(first, "first"), (second, "second")] {
        let (input, script) = (read(format!("{game}.{name}.in")), read(format!("{game}.{name}.computer")));
        let told = sitting(arguments, &input, &script, folder.path());
        writeln!(played, "$ parlor {}\n{told}", arguments.join(" ")).unwrap();
    }
    assert_golden(tournaments.join(format!("{game}.txt")), &played);
}

#[test]
fn a_tournament_of_canoga() {
    let first = ["canoga", "--dice", "canoga.dice", "--seed", "7", "--name", "Ada", "--size", "9"];
    golden("canoga", &first, &["--resume", "game.txt", "--seed", "8", "--name", "Ada"]);
}

#[test]
fn a_tournament_of_congkak() {
    let first = ["congkak", "--seed", "5", "--name", "Ada", "--level", "novice"];
    golden("congkak", &first, &["--resume", "game.txt", "--seed", "6", "--level", "novice", "--name", "Ada"]);
}

#[test]
fn a_tournament_of_kono() {
    let first = ["kono", "--dice", "kono.dice", "--seed", "5", "--name", "Ada", "--level", "novice"];
    golden("kono", &first, &["--resume", "game.txt", "--seed", "6", "--level", "novice", "--name", "Ada"]);
}

/// A Congkak game with five pits in which Computer plays this list of answers and moves first.
fn against(script: &str, input: &str, folder: &Path) -> String {
    let settings = Settings { size: Some(5), seed: Some(1), ..Settings::new(Game::Congkak) };
    let (mut host, _) = Host::begin(settings.setup().unwrap(), None).unwrap();
    host.apply(Entry::decision(Seat::Human, Choice::Coin(Coin::Heads))).unwrap();
    converse(host.against(Arc::new(Script::new(script))), &[], input, folder)
}

#[test]
fn a_failed_computer_player_is_reported_and_not_replaced() {
    let folder = TempDir::new().unwrap();
    let input = "play\nwhat?\nsave copy.txt\nsave copy.txt\nno\nsave copy.txt\nyes\nagain\nleave\n";
    let told = against("", input, folder.path());
    assert_eq!(told.matches("The computer player has failed: the list of answers is used up.").count(), 2, "{told}");
    assert_eq!(told.matches("A copy of the game is saved in copy.txt.").count(), 2, "{told}");
    assert_eq!(told.matches("copy.txt exists already. Replace it?").count(), 2, "{told}");
    assert!(told.contains("The game is not saved."), "nothing is replaced unasked: {told}");
    assert!(!told.contains("Computer, which pit?"), "{told}");
    assert!(told.ends_with("The game isn't saved.\n"), "{told}");
    assert!(load_save(&folder.path().join("copy.txt")).is_ok());
}

#[test]
fn an_illegal_answer_of_the_computer_player_is_a_failure() {
    let told = against("pit P\npit C", "play\nagain\nplay\nleave\n", Path::new(""));
    assert!(told.contains("The computer player has failed: pit P is Human's, but it is Computer's turn."), "{told}");
    assert!(told.contains("Computer takes 5 seeds from pit C"), "it is asked again: {told}");
}
