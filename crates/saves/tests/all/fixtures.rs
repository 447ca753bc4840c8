//! Every quirk and every fault has a fixture. The notes and reports about them are golden files, which can be read as
//! documentation.

use crate::common;

use std::fmt::Write;
use std::fs;

use common::{data, files};
use parlor_rules::Game;
use parlor_saves::{Dialect, Leniency, Written, read, read_bytes};
use parlor_testkit::assert_golden;

#[test]
fn golden_files_are_written_to_the_byte() {
    let names = ["canoga", "canoga-won", "congkak", "congkak-over", "kono", "kono-open"];
    assert_eq!(files("golden").len(), names.len() * Dialect::ALL.len(), "every golden file is tested");
    for name in names {
        let golden = |dialect: Dialect| fs::read_to_string(data("golden").join(format!("{name}.{dialect}"))).unwrap();
        let standings = Dialect::ALL.map(|dialect| {
            let save = read(&golden(dialect), None).unwrap_or_else(|error| panic!("{name}.{dialect}: {error}"));
            assert_eq!(save.dialect, dialect, "{name}");
            let expected = match name {
                "canoga-won" | "congkak-over" => vec![Leniency::RoundOver],
                "kono-open" => vec![Leniency::NotChosenYet],
                _ => vec![],
            };
            let leniencies: Vec<Leniency> = save.notes.into_iter().map(|note| note.leniency).collect();
            assert_eq!(leniencies, expected, "{name}.{dialect}");
            save.standing
        });
        for dialect in Dialect::ALL {
            for standing in &standings {
                let Written { text, lost } = parlor_saves::write(standing, dialect);
                assert_eq!(text, golden(dialect), "{name}.{dialect}");
                assert_eq!(lost, Vec::<String>::new(), "{name}.{dialect}");
            }
        }
    }
}

#[test]
fn quirks_are_read_and_noted() {
    let mut output = String::new();
    for (name, bytes) in files("kind") {
        let save = match read_bytes(&bytes, None) {
            Ok(save) => save,
            Err(error) => panic!("{name}: {error}"),
        };
        let _ = writeln!(output, "{name}: {}, {}", save.dialect, save.standing);
        for note in &save.notes {
            let _ = writeln!(output, "   {note}");
        }
        for dialect in Dialect::ALL {
            let again = read(&save.write(dialect).text, Some(save.standing.game())).unwrap();
            assert_eq!(again.standing, save.standing, "{name} by way of {dialect}");
        }
        assert_eq!(read(&save.write(Dialect::Text).text, None).unwrap().dice, save.dice, "{name}");
    }
    assert_golden(data("kind.notes"), &output);
}

#[test]
fn faults_are_refused_and_explained() {
    let files = files("bad");
    assert!(files.len() > 50);
    let mut output = String::new();
    for (name, bytes) in files {
        let error = match read_bytes(&bytes, None) {
            Err(error) => error,
            Ok(save) => panic!("{name} reads as {}", save.standing),
        };
        assert!(!error.faults().is_empty() && error.more() == 0, "{name}");
        let picture = error.picture(&name, &String::from_utf8_lossy(&bytes));
        let _ = writeln!(output, "==== {name}\n{picture}");
    }
    assert_golden(data("bad.reports"), &output);
}

/// The examples in the guide are exactly the files that we write.
#[test]
fn the_guide_shows_real_files() {
    let guide = fs::read_to_string(data("../../../../docs/course/saves.md")).unwrap();
    let golden: Vec<String> = files("golden").into_iter().map(|(_, bytes)| String::from_utf8(bytes).unwrap()).collect();
    let blocks: Vec<&str> = guide.split("```").skip(1).step_by(2).collect();
    let saves: Vec<&str> = blocks.iter().filter_map(|block| block.strip_prefix("save\n")).collect();
    assert_eq!(saves.len(), 9, "every game in every dialect");
    for save in saves {
        assert!(golden.iter().any(|golden| golden == save), "{save}");
    }
    let reports = fs::read_to_string(data("bad.reports")).unwrap();
    let report =
        blocks.iter().find(|block| block.contains("error:")).unwrap().replace("game.lisp", "square-in-the-wrong-place");
    assert!(reports.contains(report.trim()), "{report}");
}

#[test]
fn a_save_of_another_game_than_requested_is_refused() {
    let text = b"Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 5 5 5 0\nNext Player: Human\n";
    assert!(read_bytes(text, Some(Game::Congkak)).is_ok());
    let error = read_bytes(text, Some(Game::Kono)).unwrap_err();
    assert_eq!(error.faults()[0].problem, "this is a Congkak save");
}
