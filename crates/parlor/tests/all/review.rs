//! `parlor review`: its text and its JSON.
#![allow(clippy::cast_precision_loss, reason = "a round has few throws")]

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use parlor_testkit::Home;

use crate::output::{out, refusal};
use parlor_host::{Looks, Preferences, Settings, Speed};
use parlor_review::{Effort, ReviewRun};
use parlor_rules::{Game, Pair};
use parlor_store::{FileStore, Store};
use parlor_table::Table;
use parlor_tui::{App, Opening};
use parlor_view::signed_number;
use parlor_web::assets::Assets;
use parlor_web::pages::{ReviewPage, Site, render};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use serde_json::Value;

/// Two Canoga rounds between two computer players.
fn played() -> Home {
    let home = Home::new();
    let game = ["canoga", "--players", "computer,computer", "--rounds", "2", "--seed", "5", "--plain"];
    assert!(home.run(&game, "").status.success());
    home
}

/// The files with this extension in the folder of journals.
fn files(home: &Home, ending: &str) -> Vec<std::path::PathBuf> {
    let folder = fs::read_dir(FileStore::at(home.journals()).folder()).unwrap();
    folder.map(|entry| entry.unwrap().path()).filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

#[test]
fn a_review_in_lines_has_the_equation_a_table_a_graph_and_the_worst_moments() {
    let home = played();
    let text = out(&home.run(&["review", "--ascii"], ""));
    for words in [" luck ", "Without luck, ", "entry  player", "The worst moment, entry ", "The best choice was "] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.is_ascii(), "{text}");
    // The printed numbers add up.
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
fn a_review_for_programs_adds_up() {
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
            for field in ["entry", "seat", "position", "played", "best", "cost", "exact", "mark"] {
                assert!(!decision[field].is_null(), "{field}: {decision}");
            }
            let sign = if decision["seat"] == "human" { -1.0 } else { 1.0 };
            sign * decision["cost"].as_f64().unwrap()
        });
        assert!((skill.sum::<f64>() - number("skill")).abs() < 1e-4);
    }
}

#[test]
fn reviews_are_stored_and_redone_if_outdated() {
    let home = played();
    let first = out(&home.run(&["review"], ""));
    let [kept] = &files(&home, ".review.json")[..] else { panic!("one review is kept") };
    let text = fs::read_to_string(kept).unwrap();
    assert_eq!(out(&home.run(&["review"], "")), first);
    fs::write(kept, text.replace("\"engine\":", "\"engine\":9")).unwrap();
    assert_eq!(out(&home.run(&["review"], "")), first);
    assert_eq!(fs::read_to_string(kept).unwrap(), text, "the review was computed again");
    fs::remove_file(kept).unwrap();
    let output = home.run(&["review", "--all"], "");
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("Reviewed now: 1 game. Reviewed before: 0 games.\n"));
    assert!(String::from_utf8_lossy(&output.stderr).ends_with(": 100 %\n"), "{output:?}");
    assert_eq!(out(&home.run(&["review", "--all"], "")), "Reviewed now: 0 games. Reviewed before: 1 game.\n");
    let [journal] = &files(&home, ".journal")[..] else { panic!("one journal") };
    let name = journal.file_stem().unwrap().to_str().unwrap();
    assert!(home.run(&["journals", "--remove", name], "").status.success());
    assert!(files(&home, ".review.json").is_empty(), "the review is removed with its journal");
}

/// The full screen without a terminal: tests send keys and read text, and engine jobs finish at once.
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
                self.0.job_done(&job.run());
            }
        }
    }

    fn text(&mut self) -> String {
        let area = Rect::new(0, 0, 160, 50);
        self.0.input(&Event::Resize(area.width, area.height));
        let mut buffer = Buffer::empty(area);
        self.0.paint(area, &mut buffer);
        let row = |y: u16| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }

    /// The line under the cursor.
    fn chosen(&mut self) -> String {
        let text = self.text();
        text.lines().find_map(|line| line.trim_start().strip_prefix('\u{25b8}')).unwrap().to_owned()
    }
}

/// Canoga and Congkak games up to the end of a round, and the first plays of a Kono game, because Kono reviews take
/// a long time.
fn journals() -> Vec<(Home, String)> {
    let games: [(&[&str], usize); 3] = [
        (&["canoga", "--size", "9"], usize::MAX),
        (&["congkak", "--size", "5", "--level", "novice"], usize::MAX),
        (&["kono", "--size", "5", "--level", "novice"], 24),
    ];
    let played = games.map(|(game, lines)| {
        let home = Home::new();
        let rest = ["--players", "computer,computer", "--rounds", "1", "--seed", "5", "--plain"];
        assert!(home.run(&[game, &rest].concat(), "").status.success());
        let [journal] = &files(&home, ".journal")[..] else { panic!("one journal") };
        let text = fs::read_to_string(journal).unwrap();
        fs::write(journal, text.lines().take(lines).map(|line| line.to_owned() + "\n").collect::<String>()).unwrap();
        let name = journal.file_stem().unwrap().to_str().unwrap().to_owned();
        (home, name)
    });
    played.into()
}

/// The numbers of a step in the output of `--json`.
struct Step {
    entry: u64,
    value: Option<f64>,
    luck: Option<f64>,
    cost: Option<f64>,
    mark: Option<String>,
}

impl Step {
    fn all(round: &Value) -> Vec<Step> {
        let step = |step: &Value| Step {
            entry: step["entry"].as_u64().unwrap(),
            value: step["value"].as_f64(),
            luck: step["luck"].as_f64(),
            cost: step["cost"].as_f64(),
            mark: step["mark"].as_str().map(str::to_owned),
        };
        round["steps"].as_array().unwrap().iter().map(step).collect()
    }

    /// True if a row of a list contains the numbers of this step, to the printed digits. In Congkak, lists show half of
    /// a cost, because the engine's values are net seeds.
    fn is_in(&self, row: &str, game: Game) -> bool {
        let words: Vec<&str> = row.split_whitespace().collect();
        let has = |number: f64| {
            let shown = |word: &&str| {
                let digits = word.split_once('.').map_or(0, |(_, digits)| digits.len());
                let half = 0.5 / 10f64.powi(i32::try_from(digits).unwrap()) + 1e-6;
                word.parse::<f64>().is_ok_and(|shown| (shown - number).abs() <= half)
            };
            words[1..].iter().any(shown)
        };
        let costs = self.cost.filter(|cost| *cost >= 0.0005);
        let costs = costs.map(|cost| if game == Game::Congkak { cost / 2.0 } else { cost });
        words[0] == self.entry.to_string()
            && self.mark.as_deref().is_none_or(|mark| words.last() == Some(&mark))
            && costs.is_none_or(has)
            && self.luck.is_none_or(has)
    }
}

/// The page of a review at one step.
fn page(table: &Table, run: &ReviewRun, round: u32, entry: u64) -> String {
    let (assets, prefs) = (Assets::default(), Preferences::default());
    render(&ReviewPage {
        site: Site { assets: &assets, prefs: &prefs, url: None },
        id: "1",
        table,
        seats: Pair::default(),
        extra_changes: 0,
        review: &run.review(),
        answered: run.progress(),
        under_way: false,
        round: Some(round),
        at: Some(entry),
        by_cost: false,
    })
}

#[test]
fn every_front_end_shows_the_same_numbers_of_a_review() {
    for (home, name) in journals() {
        let json: Value = serde_json::from_str(&out(&home.run(&["review", "--json", &name], ""))).unwrap();
        let lines = out(&home.run(&["review", "--all-decisions", "--ascii", &name], ""));
        let stored = fs::read_to_string(&files(&home, ".review.json")[0]).unwrap();
        let table = FileStore::at(home.journals()).look(&name.parse().unwrap()).unwrap().table;
        let run = ReviewRun::new(&table, Effort::Help, &stored);
        let round = &json["rounds"][0];
        let steps = Step::all(round);
        assert!(steps.len() > 5, "{name}");

        let mut screen = Screen::before(FileStore::at(home.journals()));
        screen.key(KeyCode::Char('5'));
        screen.key(KeyCode::Char('v'));
        screen.key(KeyCode::Home);
        let number = u32::try_from(round["round"].as_u64().unwrap()).unwrap();
        let graph = page(&table, &run, number, steps[0].entry);
        let points: Vec<&str> = graph.split("aria-label=\"Entry ").skip(1).collect();
        assert_eq!(points.len(), steps.len(), "{name}: every step is a point of the graph");
        let mut sentences = lines.lines().filter(|line| line.contains(" gave away ") || line.starts_with("For "));
        let shown = screen.text();
        assert!(
            sentences.all(|line| shown.contains(line) && graph.contains(&line.replace('-', "\u{2212}"))
                || line.starts_with("For ")),
            "{lines}\n{shown}"
        );

        for (step, point) in steps.iter().zip(points) {
            let place = format!("{name}, entry {}", step.entry);
            // On the full screen: the row of the list, and the step with its value.
            let row = screen.chosen();
            assert!(step.is_in(&row, table.game()), "{place}: {row}");
            screen.key(KeyCode::Enter);
            let value = step.value.map(|value| signed_number(value, 2));
            if let Some(value) = &value {
                assert!(screen.text().contains(&format!("could expect {value} ")), "{place}: {}", screen.text());
            }
            screen.key(KeyCode::Esc);
            screen.key(KeyCode::Down);
            // In line mode: the list of decisions.
            let begin = format!("{} ", step.entry);
            if step.mark.is_some() {
                let row =
                    lines.lines().find(|line| line.starts_with(&begin)).unwrap_or_else(|| panic!("{place}: {lines}"));
                let without_luck = Step { luck: None, mark: step.mark.clone(), ..*step };
                assert!(without_luck.is_in(row, table.game()), "{place}: {row}");
            }
            // On the page: the point of the graph, the row, and the step with its value.
            let label = point.split('"').next().unwrap().replace('\u{2212}', "-");
            assert!(label.starts_with(&format!("{},", step.entry)), "{place}: {label}");
            if let Some(value) = step.value {
                let label = label.rsplit_once("value ").unwrap().1;
                assert_eq!(label, signed_number(value, 1), "{place}");
            }
            let html = page(&table, &run, number, step.entry).replace('\u{2212}', "-");
            if let Some(value) = &value {
                assert!(html.contains(&format!("could expect {value} ")), "{place}");
            }
        }
    }
}

#[test]
fn every_front_end_stores_the_same_review() {
    let home = played();
    out(&home.run(&["review"], ""));
    let [kept] = &files(&home, ".review.json")[..] else { panic!("one review is kept") };
    let text = fs::read_to_string(kept).unwrap();
    fs::remove_file(kept).unwrap();
    let mut screen = Screen::before(FileStore::at(home.journals()));
    screen.key(KeyCode::Char('5'));
    screen.key(KeyCode::Char('v'));
    assert_eq!(fs::read_to_string(kept).unwrap(), text, "every value is the same");
}

#[test]
fn prove_damaged_and_unfinished_journals_are_reviewed_as_far_as_possible() {
    let home = played();
    let [journal] = &files(&home, ".journal")[..] else { panic!("one journal") };
    let text = fs::read_to_string(journal).unwrap();
    let file = home.path().join("game.journal");
    let name = file.to_str().unwrap().to_owned();
    let review = |text: &str| {
        fs::write(&file, text).unwrap();
        home.run(&["review", "--ascii", &name], "")
    };
    assert_eq!(out(&review(&text)), out(&home.run(&["review", "--ascii"], "")), "a file is reviewed like a saved game");

    let half: String = text.lines().take(40).map(|line| line.to_owned() + "\n").collect();
    assert!(out(&review(&half)).contains("The round isn't over."));

    let damaged = review(&text.replacen("cover", "cover\u{7}", 3));
    assert!(damaged.status.success(), "{damaged:?}");
    assert!(!damaged.stderr.is_empty(), "the damage is reported");

    let begun: String =
        text.lines().take_while(|line| !line.starts_with("throw")).map(|line| line.to_owned() + "\n").collect();
    assert!(out(&review(&begun)).starts_with("Nothing to review: nobody has thrown dice"));

    let other = text.replacen("rules 1", "rules 99", 1);
    let other = other.lines().map(|line| line.split(" #").next().unwrap());
    let refused = review(&parlor_table::with_checksums(other));
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("so it can't be reviewed"), "{refused:?}");

    assert!(refusal(&review("hello")).contains("its first line must be"));
    assert!(refusal(&home.run(&["review", "nowhere/at all"], "")).contains("file not found"));
    let nothing = Home::new().run(&["review"], "");
    assert_eq!(nothing.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&nothing.stderr), "You have no games to review yet.\n");
}
