//! A server that is killed at any moment: everything that it acknowledged is still there.

use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use parlor_testkit::effort;

use parlor_testkit::{AT_MOST, Home, Player, Random, TablePage, Turn};

const GAMES: [(&str, &str); 3] = [("congkak", "5"), ("canoga", "9"), ("kono", "5")];

/// The revision and the entries shown on the page of a table.
#[derive(Default)]
struct Shown {
    revision: u64,
    log: Vec<(u64, String)>,
}

impl Shown {
    fn see(&mut self, page: &TablePage) {
        assert!(page.revision >= self.revision, "the table went back from {} to {}", self.revision, page.revision);
        // The page shows the log of the current round. If the log is long, it starts at a later entry.
        let first = page.log.first().map_or(page.revision + 1, |(revision, _)| *revision);
        let still: Vec<_> = self.log.iter().filter(|(revision, _)| *revision >= first).cloned().collect();
        assert!(page.log.starts_with(&still), "{still:?}\nis lost from\n{:?}", page.log);
        assert!(!page.log.is_empty() || self.log.is_empty() || page.revision > self.revision, "the log is lost");
        self.revision = page.revision;
        self.log.clone_from(&page.log);
    }
}

/// Like [`Player::play`], but doesn't press a button that is disabled because nothing is chosen yet.
fn play(player: &mut Player, numbers: &mut Random, shown: &mut Shown) -> io::Result<Turn> {
    let mut page = player.look()?;
    loop {
        shown.see(&page);
        if page.is_over {
            return Ok(Turn::Over);
        }
        if page.waits {
            return Ok(Turn::Waiting);
        }
        page.answers.retain(|(_, value)| !value.is_empty());
        let (field, value) = &page.answers[numbers.below(page.answers.len())];
        let revision = page.revision.to_string();
        let mut fields = vec![("revision", revision.as_str()), (field.as_str(), value.as_str())];
        fields.extend(page.picks.iter().map(|pick| ("pick", pick.as_str())));
        let reply = player.browser.post(&format!("{}/answer", player.table), &fields)?;
        assert_eq!(reply.status, 303, "{field} {value}: {}", reply.text());
        let after = TablePage::of(&player.browser.get(reply.header("location"))?);
        if after.revision > page.revision {
            shown.see(&after);
            return Ok(Turn::Answered);
        }
        // Only a part of the choice was made; the page asks for the next part.
        page = after;
    }
}

#[test]
fn nothing_that_a_page_has_shown_is_lost_by_a_kill() {
    let kills = effort(12, 200);
    let home = Home::new();
    let mut numbers = Random::new(14);
    let mut tables: Vec<(Player, Shown)> = Vec::new();
    let (mut answers, mut waits, mut finished) = (0, 0, 0);
    let mut journal = String::new();
    for kill in 0..kills {
        let server = home.serve(&[]);
        for (player, _) in &mut tables {
            player.browser.address = server.address;
        }
        while tables.len() < GAMES.len() {
            let (game, size) = GAMES[tables.len()];
            let browser = tables.first().map_or_else(|| server.browser(), |(player, _)| player.browser.clone());
            tables.push((Player::begin(browser, game, size).unwrap(), Shown::default()));
        }
        // Everything that was shown is still there, and so are the seats: an unfinished table waits for this browser or
        // for the engine.
        for (player, shown) in &mut tables {
            let begun = Instant::now();
            loop {
                let page = player.look().unwrap();
                shown.see(&page);
                if page.is_over || !page.waits {
                    break;
                }
                // The interrupted searches have started again.
                waits += 1;
                assert!(begun.elapsed() < AT_MOST, "no search is running for {}", player.table);
                thread::sleep(Duration::from_millis(1));
            }
        }
        // Another thread kills the server at an arbitrary moment.
        let (sender, receiver) = mpsc::channel::<()>();
        // The kill happens after a number of answers, so that a slow machine plays as much as a fast one.
        let after = 1 + numbers.below(4);
        let moment = Duration::from_micros(numbers.bits() % 50_000);
        let killer = thread::spawn(move || {
            let mut early = (0..after).any(|_| receiver.recv().is_err());
            let until = Instant::now() + moment;
            early |= loop {
                match receiver.recv_timeout(until.saturating_duration_since(Instant::now())) {
                    Ok(()) => {}
                    Err(error) => break error == RecvTimeoutError::Disconnected,
                }
            };
            server.kill();
            early
        });
        let mut at = numbers.below(tables.len());
        let broken = loop {
            let (player, shown) = &mut tables[at];
            match play(player, &mut numbers, shown) {
                Ok(Turn::Over) => {
                    finished += 1;
                    let (game, size) = GAMES[at];
                    match Player::begin(player.browser.clone(), game, size) {
                        Ok(next) => tables[at] = (next, Shown::default()),
                        Err(error) => break error,
                    }
                }
                Ok(Turn::Answered) => {
                    answers += 1;
                    let _ = sender.send(());
                }
                Ok(Turn::Waiting) => at = (at + 1) % tables.len(),
                Err(error) => break error,
            }
        };
        drop(sender);
        assert!(!killer.join().unwrap(), "it exited before it was killed: {broken}");
        if kill % 10 == 9 {
            journal = commands_take_the_store(&home);
        }
    }
    println!("{kills} kills, {answers} answers, {waits} pages of thinking, {finished} tournaments ended");
    assert!(answers >= kills, "{answers}");
    assert!(!journal.is_empty());
}

/// Runs the commands on the store of a killed server. Returns the journal of one of its games.
fn commands_take_the_store(home: &Home) -> String {
    let store = home.tables();
    let store = store.to_str().unwrap();
    let run = |arguments: &[&str]| {
        let output = home.run(&[arguments, &["--store", store]].concat(), "");
        let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{arguments:?} {out}");
        out
    };
    let list = run(&["journals"]);
    let names: Vec<&str> = list.lines().map(|line| line.split_whitespace().nth(2).unwrap()).collect();
    assert!(names.len() >= GAMES.len(), "{list}");
    for name in &names {
        let verified = run(&["verify", name]);
        assert!(verified.contains("Ada"), "{verified}");
        assert!(run(&["export", "--journal", name]).starts_with("parlor journal 1 #"));
    }
    // The last game is continued in the terminal, without any answers.
    let unfinished = list.lines().find(|line| line.contains("unfinished")).unwrap();
    let goes_on = run(&["continue", "--plain", unfinished.split_whitespace().nth(2).unwrap()]);
    assert!(goes_on.contains("Continuing "), "{goes_on}");
    run(&["export", "--journal", names[0]])
}

#[test]
fn the_list_of_games_can_be_read_while_the_server_runs() {
    let home = Home::new();
    let store = home.tables();
    let store = store.to_str().unwrap();
    let server = home.serve(&[]);
    let mut player = Player::begin(server.browser(), "congkak", "5").unwrap();
    let mut numbers = Random::new(3);
    for _ in 0..5 {
        while !matches!(player.play(&mut numbers, |_| ()).unwrap(), Turn::Answered) {}
        let list = home.run(&["journals", "--store", store], "");
        let list = String::from_utf8(list.stdout).unwrap();
        assert!(list.contains("  congkak-") && list.contains("  Congkak 5 pits, Ada against"), "{list}");
        let name = list.split_whitespace().nth(2).unwrap();
        let shown = player.look().unwrap().revision;
        let exported = home.run(&["export", "--journal", name, "--store", store], "");
        let read = parlor_table::read_journal(&exported.stdout).unwrap();
        let revision = read.table.revision();
        assert!(read.damage.is_none() && revision >= shown, "{revision} {shown}");
        assert_eq!(home.run(&["verify", name, "--store", store], "").status.code(), Some(0));
    }
    server.end();
}
