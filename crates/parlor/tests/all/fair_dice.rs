//! `parlor verify`, `parlor export` and `--store`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parlor_host::Host;
use parlor_rules::{Game, Pair};
use parlor_store::{JournalName, SqliteStore, Store};
use parlor_table::{
    Answer, Ask, Draw, Entry, MenuItem, Next, Player, QueuedThrow, Salt, Seed, Setup, Table, read_journal,
    with_checksums, write_journal,
};
use parlor_testkit::{Home, assert_golden};

fn home() -> Home {
    let home = Home::new();
    fs::create_dir_all(home.journals()).unwrap();
    home
}

/// The default path of the file with a server's tables.
fn tables(home: &Home) -> PathBuf {
    home.file("data/parlor/tables.sqlite")
}

fn keep(home: &Home, name: &str, text: &str) {
    fs::write(home.journals().join(format!("{name}.journal")), text).unwrap();
}

/// The exit code and the output of a command.
fn run_parlor(home: &Home, arguments: &[&str], input: &str) -> (i32, String) {
    let output = home.run(arguments, input);
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code().unwrap(), printed.replace(&format!("{}/", home.path().display()), ""))
}

const PROMISED: Seed = Seed::Committed { seed: 2024, salt: Salt([0x5a; 16]) };

fn setup(seed: Seed) -> Setup {
    let person = |name: &str| Player::Human(name.to_owned());
    let players = Pair { human: person("Ada"), computer: person("Bob") };
    let throw = "3 3".parse().unwrap();
    let queue = vec![QueuedThrow { line: 1, throw, of_save: false }];
    Setup { seed, players, queue, size: Some(9), ..Setup::new(Game::Canoga) }
}

/// The next entry: the first choice, or a draw.
fn next(table: &Table) -> Option<Entry> {
    match (table.next(), table.draw()) {
        (Next::Over, _) => None,
        (_, Some(Draw::Entry(entry))) => Some(entry),
        (_, Some(Draw::NeedsSeed)) => Some(Entry::NewSeed(Seed::Open(1))),
        (Next::Ask(question), _) => {
            let answer = match &question.ask {
                Ask::Decide(decision) => Answer::Choice(decision.choices()[0]),
                Ask::Another => Answer::Another(false),
                _ => Answer::Menu(MenuItem::Play),
            };
            Some(Entry::decision(question.seat, answer))
        }
        (need, draw) => panic!("{need:?} {draw:?}"),
    }
}

/// A game up to a person's choice after `throws` throws, with an undo in between.
fn begun(seed: Seed, throws: usize) -> (Setup, Vec<Entry>) {
    let (mut table, _) = Table::new(setup(seed));
    let mut entries = Vec::new();
    let mut thrown = 0;
    while thrown < throws || !matches!(table.next(), Next::Ask(_)) {
        let entry = next(&table).unwrap();
        thrown += usize::from(matches!(entry, Entry::Throw { .. }));
        table.apply(entry.clone()).unwrap();
        entries.push(entry);
        if thrown == 5 && table.clone().apply(Entry::Undo).is_ok() {
            table.apply(Entry::Undo).unwrap();
            entries.push(Entry::Undo);
            thrown += 1;
        }
    }
    (setup(seed), entries)
}

/// Plays to the end, and reveals the seed.
fn finished(seed: Seed) -> (Setup, Vec<Entry>) {
    let (setup, mut entries) = begun(seed, 7);
    let mut table = Table::replay(setup.clone(), entries.iter().cloned()).unwrap();
    while let Some(entry) = next(&table) {
        table.apply(entry.clone()).unwrap();
        entries.push(entry);
    }
    entries.push(Entry::Reveal);
    (setup, entries)
}

/// The journal with a different last throw and valid checksums.
fn tampered((setup, mut entries): (Setup, Vec<Entry>)) -> String {
    let throw = entries.iter_mut().rev().find_map(|entry| match entry {
        Entry::Throw { throw, .. } => Some(throw),
        _ => None,
    });
    let throw = throw.unwrap();
    *throw = if throw.to_string() == "6 6" { "1 1" } else { "6 6" }.parse().unwrap();
    write_journal(&setup, &entries)
}

#[test]
fn the_transcript() {
    let home = home();
    let journal = |(setup, entries): (Setup, Vec<Entry>)| write_journal(&setup, &entries);
    keep(&home, "open-1", &journal(begun(Seed::Open(7), 6)));
    keep(&home, "promised-1", &journal(begun(PROMISED, 7)));
    keep(&home, "finished-1", &journal(finished(PROMISED)));
    keep(&home, "tampered-1", &tampered(begun(PROMISED, 7)));
    let public = run_parlor(&home, &["export", "promised-1", "--public"], "").1;
    let salt = |text: &str| text.replace("salt 5a5a", "salt 5b5a");
    let other = salt(&journal(begun(PROMISED, 3)));
    let other = with_checksums(other.lines().map(|line| line.rsplit_once(" #").unwrap().0));
    fs::write(home.file("salt.journal"), other).unwrap();
    // When a journal without its seed is continued, it gets a random new seed.
    let (_, mut entries) = begun(PROMISED, 7);
    let hidden = setup(PROMISED.hidden());
    entries.push(Entry::NewSeed(Seed::Open(99)));
    let mut table = Table::replay(hidden.clone(), entries.iter().cloned()).unwrap();
    for _ in 0..6 {
        let entry = next(&table).unwrap();
        table.apply(entry.clone()).unwrap();
        entries.push(entry);
    }
    keep(&home, "imported-1", &write_journal(&hidden, &entries));

    let mut transcript = String::new();
    for (arguments, input) in [
        ("verify open-1", ""),
        ("verify promised-1", ""),
        ("export promised-1", ""),
        ("export promised-1 --journal", ""),
        ("export promised-1 --public", ""),
        ("verify -", public.as_str()),
        ("verify finished-1", ""),
        ("verify imported-1", ""),
        ("verify tampered-1", ""),
        ("verify data/parlor/journals/tampered-1.journal", ""),
        ("verify salt.journal", ""),
        ("verify nothing-1", ""),
        ("verify no/such.journal", ""),
        ("verify data", ""),
        ("verify -", "something else\n"),
        ("export nothing-1", ""),
        ("export promised-1 --store nowhere", ""),
    ] {
        let (code, printed) = run_parlor(&home, &arguments.split(' ').collect::<Vec<_>>(), input);
        writeln!(transcript, "$ parlor {arguments}\n{printed}(exit code {code})\n").unwrap();
    }
    assert_golden(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fair_dice.txt"), &transcript);
}

/// Line mode takes a new seed automatically, and reports that once. Earlier entries can't be undone.
#[test]
fn a_journal_without_its_seed_continues_with_a_new_one() {
    let home = home();
    let (_, entries) = begun(PROMISED, 7);
    keep(&home, "hidden-1", &write_journal(&setup(PROMISED.hidden()), &entries));
    let mut answers = String::new();
    let mut table = Table::replay(setup(PROMISED), entries.iter().cloned()).unwrap();
    // The first answers of the continued game; there is a menu before every turn.
    for _ in 0..3 {
        let Some(Entry::Decision { answer, seat, .. }) = next(&table) else { break };
        let typed = match &answer {
            Answer::Menu(_) => "play".to_owned(),
            Answer::Choice(choice) => choice.to_string(),
            answer => panic!("{answer:?}"),
        };
        writeln!(answers, "{typed}").unwrap();
        table.apply(Entry::decision(seat, answer)).unwrap();
    }
    let printed =
        run_parlor(&home, &["continue", "hidden-1"], &format!("{answers}play\nundo\nundo\nundo\nundo\nundo\n")).1;
    let sentence = "From now on, dice come from a new seed: the old one is hidden.";
    assert_eq!(printed.matches(sentence).count(), 1, "{printed}");
    assert!(printed.contains("No: moves made before the new seed can't be taken back."), "{printed}");
    let (code, printed) = run_parlor(&home, &["verify", "hidden-1"], "");
    assert_eq!(code, 0, "{printed}");
    assert!(
        printed.contains(
            "The game was imported without this seed, so the throws and coin tosses that come from it can't be checked."
        ),
        "{printed}"
    );
    assert!(printed.ends_with("Everything that can be checked is correct.\n"), "{printed}");
}

/// A game on a server.
fn at_server(store: &Arc<dyn Store>) -> JournalName {
    let (mut host, _) = Host::begin(setup(PROMISED), Some(Arc::clone(store))).unwrap();
    for entry in begun(PROMISED, 6).1 {
        host.apply(entry).unwrap();
    }
    host.journal_name().unwrap().clone()
}

#[test]
fn the_tables_of_a_server_are_in_the_same_list() {
    let home = home();
    keep(&home, "open-1", &write_journal(&setup(Seed::Open(7)), &begun(Seed::Open(7), 2).1));
    let server: Arc<dyn Store> = Arc::new(SqliteStore::open(&tables(&home)).unwrap());
    let name = at_server(&server).to_string();
    let store = tables(&home).display().to_string();

    // While the server runs, its games can be read but not continued.
    let (code, list) = run_parlor(&home, &["journals"], "");
    assert!(code == 0 && list.contains("open-1") && list.contains(&name), "{list}");
    let (_, list) = run_parlor(&home, &["journals", "--store", &store], "");
    assert!(!list.contains("open-1") && list.contains(&name), "{list}");
    let (_, exported) = run_parlor(&home, &["export", "--journal", &name], "");
    let read = read_journal(exported.as_bytes()).unwrap();
    assert_eq!((&read.damage, read.entries.len()), (&None, begun(PROMISED, 6).1.len()));
    assert!(read.verify().is_right());
    assert_eq!(run_parlor(&home, &["export", "--journal", &name, "--store", &store], "").1, exported);
    assert_eq!(run_parlor(&home, &["verify", &name], "").0, 0);
    let busy = format!(
        "error: {name} belongs to a server that is running: play at the table's own page, or stop the server first\n"
    );
    assert_eq!(run_parlor(&home, &["continue", &name], ""), (2, busy.clone()));
    assert_eq!(run_parlor(&home, &["journals", "--remove", &name], ""), (2, busy));
    let taken = "error: data/parlor/tables.sqlite is open in another program\n".to_owned();
    assert_eq!(run_parlor(&home, &["continue", "--store", &store], ""), (2, taken));
    assert!(run_parlor(&home, &["continue", "open-1"], "").1.contains("Continuing open-1."));

    // Tables of a stopped server can be continued.
    drop(server);
    for arguments in [&["continue", &name][..], &["continue", "--store", &store]] {
        let (code, printed) = run_parlor(&home, arguments, "");
        assert!(code == 0 && printed.starts_with(&format!("Continuing {name}.")), "{printed}");
    }
    assert!(!run_parlor(&home, &["continue", &name], "").1.contains("2024"), "a promised seed isn't shown");
    assert_eq!(run_parlor(&home, &["journals", "--remove", &name], "").1, format!("Removed {name}.\n"));
    let (_, list) = run_parlor(&home, &["journals", "--store", &store], "");
    assert_eq!(list, "There are no games in data/parlor/tables.sqlite.\n");
    let folder = home.journals().display().to_string();
    assert!(run_parlor(&home, &["journals", "--store", &folder], "").1.contains("open-1"));
}

#[test]
fn a_store_that_cannot_be_read_is_named() {
    let home = home();
    keep(&home, "open-1", &write_journal(&setup(Seed::Open(7)), &begun(Seed::Open(7), 2).1));
    fs::write(tables(&home), "not a database, but long enough to look at".repeat(30)).unwrap();
    let (code, list) = run_parlor(&home, &["journals"], "");
    assert!(code == 0 && list.contains("open-1"), "{list}");
    let trouble = "data/parlor/tables.sqlite is damaged: file is not a database. Restore a backup with \
                   parlor store restore; parlor store check says which tables can still be read\n";
    assert!(list.ends_with(&format!("The tables of the server can't be listed: {trouble}")), "{list}");
    let store = tables(&home).display().to_string();
    assert_eq!(run_parlor(&home, &["journals", "--store", &store], ""), (2, format!("error: {trouble}")));
}

#[test]
fn games_are_exported_as_json_lines() {
    let home = Home::new();
    for (game, size) in [("canoga", "9"), ("congkak", "5"), ("kono", "5")] {
        let players = ["--players", "computer,computer", "--level", "novice,novice"];
        run_parlor(&home, &[&[game, "--size", size, "--seed", "3"], &players[..]].concat(), "");
    }
    let (_, lines) = run_parlor(&home, &["export", "--json"], "");
    let games: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 3, "{lines}");
    for game in &games {
        assert_eq!((&game["seed"], &game["players"]["human"]["name"]), (&3.into(), &"novice".into()), "{game}");
        let round = &game["rounds"][0];
        let (human, computer) =
            (game["totals"]["human"].as_i64().unwrap(), game["totals"]["computer"].as_i64().unwrap());
        assert_eq!(round["points"], human - computer, "{game}");
        let steps = round["steps"].as_array().unwrap();
        let decisions = steps.iter().filter(|step| step["position"].is_object());
        // Each position is one of the protocol, and its choices are made by the player who is next.
        for step in decisions.clone().filter(|step| step["position"]["next"].is_string()) {
            parlor_rpc::read_position(&step["position"].to_string()).unwrap();
            assert_eq!(step["position"]["next"], step["player"], "{step}");
            assert!(!step["choices"].as_array().unwrap().is_empty(), "{step}");
        }
        assert!(decisions.count() > 5, "{game}");
    }
    let name = games[1]["name"].as_str().unwrap();
    assert_eq!(run_parlor(&home, &["export", "--json", name], "").1.lines().count(), 1);
    let (code, text) = run_parlor(&home, &["export", "--json", name, "missing"], "");
    assert!(code == 2 && text.lines().count() == 2 && text.contains("error: missing: "), "{text}");
}
