//! `parlor review` as a person and as a program use it.
#![allow(clippy::unwrap_used, reason = "tests may stop")]
#![allow(clippy::cast_precision_loss, reason = "a round has few throws")]

mod home;

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use home::{Home, out, refusal};
use parlor_host::{FileStore, Settings};
use parlor_rules::Game;
use parlor_tui::{App, Looks, Opening, Speed};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use serde_json::Value;

/// Two rounds of Canoga between two programs.
fn played() -> Home {
    let home = Home::new();
    let game = ["canoga", "--players", "computer,computer", "--rounds", "2", "--seed", "5", "--plain"];
    assert!(home.run(&game, "").status.success());
    home
}

/// The files of this ending in the folder of journals.
fn files(home: &Home, ending: &str) -> Vec<std::path::PathBuf> {
    let folder = fs::read_dir(home.store().folder()).unwrap();
    folder.map(|entry| entry.unwrap().path()).filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

#[test]
fn point_4_a_review_in_lines_has_the_equation_a_table_a_graph_and_the_worst_moments() {
    let home = played();
    let text = out(&home.run(&["review", "--ascii"], ""));
    for words in
        [" luck ", "Without luck it would have been", "entry  player", "The worst moment, entry ", "The best was "]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.is_ascii(), "{text}");
    // Printed numbers add up as printed.
    let equations = text.lines().filter(|line| line.starts_with("For ")).map(|line| {
        let numbers: Vec<f64> = line
            .replace("- ", "-")
            .replace("+ ", "+")
            .split(|c: char| !(c.is_ascii_digit() || "+-.".contains(c)))
            .filter(|word| word.contains('.') && word.len() > 1)
            .filter_map(|word| word.trim_end_matches('.').parse().ok())
            .collect();
        let [start, luck, skill, points] = numbers[..] else { panic!("{line}") };
        assert!((start + luck + skill - points).abs() < 0.0001, "{line}");
    });
    assert_eq!(equations.count(), 2);
    let all = out(&home.run(&["review", "--ascii", "--all-decisions"], ""));
    assert!(all.lines().count() > text.lines().count());
}

#[test]
fn point_4_a_review_for_programs_adds_up() {
    let home = played();
    let review: Value = serde_json::from_str(&out(&home.run(&["review", "--json"], ""))).unwrap();
    let rounds = review["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 2);
    for round in rounds {
        let number = |field: &str| round[field].as_f64().unwrap();
        let throws = round["throws"].as_array().unwrap();
        let off = number("points") - number("start") - number("luck") - number("skill");
        assert!(off.abs() <= 0.0001 * throws.len() as f64, "{off}");
        let luck: f64 = throws.iter().map(|throw| throw["luck"].as_f64().unwrap()).sum();
        assert!((luck - number("luck")).abs() < 1e-4);
        let skill = round["decisions"].as_array().unwrap().iter().map(|decision| {
            for field in ["revision", "seat", "position", "played", "best", "cost", "exact", "mark"] {
                assert!(!decision[field].is_null(), "{field}: {decision}");
            }
            let sign = if decision["seat"] == "human" { -1.0 } else { 1.0 };
            sign * decision["cost"].as_f64().unwrap()
        });
        assert!((skill.sum::<f64>() - number("skill")).abs() < 1e-4);
    }
}

#[test]
fn point_4_reviews_are_kept_and_made_anew_where_they_are_old() {
    let home = played();
    let first = out(&home.run(&["review"], ""));
    let [kept] = &files(&home, ".review.json")[..] else { panic!("one review is kept") };
    let text = fs::read_to_string(kept).unwrap();
    assert_eq!(out(&home.run(&["review"], "")), first);
    fs::write(kept, text.replace("\"engine\":", "\"engine\":9")).unwrap();
    assert_eq!(out(&home.run(&["review"], "")), first);
    assert_eq!(fs::read_to_string(kept).unwrap(), text, "it was made anew");
    fs::remove_file(kept).unwrap();
    assert!(out(&home.run(&["review", "--all"], "")).ends_with("Reviewed now: 1 game. Reviewed before: 0 games.\n"));
    assert_eq!(out(&home.run(&["review", "--all"], "")), "Reviewed now: 0 games. Reviewed before: 1 game.\n");
    let [journal] = &files(&home, ".journal")[..] else { panic!("one journal") };
    let name = journal.file_stem().unwrap().to_str().unwrap();
    assert!(home.run(&["journals", "--remove", name], "").status.success());
    assert!(files(&home, ".review.json").is_empty(), "it goes with its journal");
}

/// The full screen on its own, without a terminal: keys go in, text comes out, and thinking takes no time.
struct Screen(App);

impl Screen {
    fn before(store: FileStore) -> Screen {
        let looks = Looks { speed: Speed::Off, ..Looks::default() };
        let settings = Settings::new(Game::Canoga);
        Screen(App::new(Opening::Welcome, &settings, Ok(Arc::new(store)), looks).unwrap())
    }

    fn key(&mut self, code: KeyCode) {
        self.0.input(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        loop {
            self.0.advance(Duration::ZERO);
            let jobs = self.0.take_jobs();
            if jobs.is_empty() {
                return;
            }
            for job in jobs {
                self.0.job_done(job.run());
            }
        }
    }

    fn text(&mut self) -> String {
        let area = Rect::new(0, 0, 160, 50);
        self.0.input(&Event::Resize(area.width, area.height));
        let mut buffer = Buffer::empty(area);
        self.0.paint(Duration::ZERO, area, &mut buffer);
        let row = |y: u16| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }

    /// The line that the cursor is on.
    fn chosen(&mut self) -> String {
        let text = self.text();
        text.lines().find_map(|line| line.trim_start().strip_prefix('\u{25b8}')).unwrap().to_owned()
    }
}

#[test]
fn prove_the_full_screen_has_the_same_review() {
    let home = played();
    let lines = out(&home.run(&["review"], ""));
    let values: Value = serde_json::from_str(&out(&home.run(&["review", "--json"], ""))).unwrap();
    let [kept] = &files(&home, ".review.json")[..] else { panic!("one review is kept") };
    let text = fs::read_to_string(kept).unwrap();
    fs::remove_file(kept).unwrap();

    let mut screen = Screen::before(home.store());
    screen.key(KeyCode::Char('5'));
    screen.key(KeyCode::Char('v'));
    assert_eq!(fs::read_to_string(kept).unwrap(), text, "it was made again, and every value is the same");
    screen.key(KeyCode::Char('p'));
    let rounds = values["rounds"].as_array().unwrap();
    let about =
        |line: &&str| ["For ", " gave away ", " had nothing to decide."].iter().any(|words| line.contains(words));
    let said: Vec<&str> = lines.lines().filter(about).collect();
    for (round, said) in rounds.iter().zip(said.chunks(3)) {
        let shown = screen.text();
        for line in said {
            assert!(shown.contains(line), "no {line} in\n{shown}");
        }
        let (throws, decisions) = (round["throws"].as_array().unwrap(), round["decisions"].as_array().unwrap());
        let mut luck = throws.iter().map(|throw| format!("luck {:+.2}", throw["luck"].as_f64().unwrap()));
        let mut marks = decisions.iter().map(|decision| decision["mark"].as_str().unwrap());
        screen.key(KeyCode::Home);
        loop {
            let row = screen.chosen();
            let words: Vec<&str> = row.split_whitespace().collect();
            if words.contains(&"threw") {
                assert_eq!(Some(words[words.len() - 2..].join(" ")), luck.next());
            } else if words.last() != Some(&"forced") {
                assert_eq!(words.last().copied(), marks.next(), "{row}");
            }
            // After the last one the list stays where it is, or goes on with the first of the next round.
            let number = |row: &str| row.split_whitespace().next().unwrap().parse::<usize>().unwrap();
            screen.key(KeyCode::Down);
            if number(&screen.chosen()) <= number(&row) {
                break;
            }
        }
        assert_eq!((luck.next(), marks.next()), (None, None), "every throw and decision was in the list");
    }
}

#[test]
fn prove_other_damaged_and_unfinished_journals_are_reviewed_as_far_as_can_be() {
    let home = played();
    let [journal] = &files(&home, ".journal")[..] else { panic!("one journal") };
    let text = fs::read_to_string(journal).unwrap();
    let file = home.path().join("game.journal");
    let name = file.to_str().unwrap().to_owned();
    let review = |text: &str| {
        fs::write(&file, text).unwrap();
        home.run(&["review", "--ascii", &name], "")
    };
    assert_eq!(out(&review(&text)), out(&home.run(&["review", "--ascii"], "")), "a file is reviewed like a kept game");

    let half: String = text.lines().take(40).map(|line| line.to_owned() + "\n").collect();
    assert!(out(&review(&half)).contains("The round isn't over."));

    let damaged = review(&text.replacen("cover", "cover\u{7}", 3));
    assert!(damaged.status.success(), "{damaged:?}");
    assert!(!damaged.stderr.is_empty(), "what is damaged is told");

    let begun: String =
        text.lines().take_while(|line| !line.starts_with("throw")).map(|line| line.to_owned() + "\n").collect();
    assert!(out(&review(&begun)).starts_with("Nothing was thrown or decided in this game yet"));

    let other = text.replacen("parlor journal 2", "parlor journal 1", 1).replacen("rules 1", "rules 99", 1);
    let other: String = other.lines().map(|line| line.split(" #").next().unwrap().to_owned() + "\n").collect();
    let refused = review(&other);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("so it can't be reviewed"), "{refused:?}");

    assert!(refusal(&review("hello")).contains("its first line must be"));
    assert!(refusal(&home.run(&["review", "nowhere/at all"], "")).contains("there is no file"));
    let nothing = Home::new().run(&["review"], "");
    assert_eq!(nothing.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&nothing.stderr), "There is no game to review yet.\n");
}
