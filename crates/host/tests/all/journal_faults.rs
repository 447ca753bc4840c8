//! Journals that several programs open at once, and journals on a disk that fills up. These tests start other programs,
//! which for a moment share the locks of this one, so they are in a separate file.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use parlor_host::Host;
use parlor_rules::{Game, Pair};
use parlor_store::conformance::next_entry;
use parlor_store::{FileStore, JournalName, Store};
use parlor_table::{Player, Setup};
use parlor_testkit::{effort, job, rerun};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tempfile::TempDir;

/// One test at a time: see above.
static ALONE: Mutex<()> = Mutex::new(());

fn two_people(game: Game) -> Setup {
    let person = |name: &str| Player::Human(name.to_owned());
    Setup { players: Pair { human: person("Ada"), computer: person("Bob") }, seed: 4.into(), ..Setup::new(game) }
}

#[test]
fn of_fifty_programs_one_gets_the_journal() {
    if let Some(job) = job() {
        let (folder, name) = job.rsplit_once(':').unwrap();
        // Keep the journal open until the other programs have tried to open it.
        let opened = Host::open(Arc::new(FileStore::at(folder)), &name.parse::<JournalName>().unwrap());
        println!("\nresult: {}", opened.as_ref().map_or_else(ToString::to_string, |_| "open".to_owned()));
        let _ = std::io::stdin().read(&mut [0]);
        return;
    }
    let _alone = ALONE.lock().unwrap();
    let folder = TempDir::new().unwrap();
    let place = folder.path().to_str().unwrap();
    let (mut host, _) = Host::begin(two_people(Game::Kono), Some(Arc::new(FileStore::at(place)))).unwrap();
    for _ in 0..10 {
        let entry = next_entry(host.table()).unwrap();
        host.apply(entry).unwrap();
    }
    let name = host.journal_name().unwrap().to_string();
    drop(host);
    let path = folder.path().join(format!("{name}.journal"));
    let bytes = fs::read(&path).unwrap();
    let mut children: Vec<_> = (0..50)
        .map(|_| {
            let mut command =
                rerun("journal_faults::of_fifty_programs_one_gets_the_journal", &format!("{place}:{name}"));
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    let results: Vec<String> = children
        .iter_mut()
        .map(|child| {
            let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines().map(Result::unwrap);
            lines.into_iter().find_map(|line| line.strip_prefix("result: ").map(str::to_owned)).unwrap()
        })
        .collect();
    for mut child in children {
        drop(child.stdin.take());
        child.wait().unwrap();
    }
    assert_eq!(results.iter().filter(|result| *result == "open").count(), 1, "{results:?}");
    assert_eq!(results.iter().filter(|result| **result == format!("{name} is open in another program")).count(), 49);
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

/// Wherever the disk fills up, acknowledged entries are in the journal, and the part that was written can be opened.
#[test]
fn every_write_error_leaves_a_beginning_that_opens() {
    if let Some(job) = job() {
        let (folder, limit) = job.rsplit_once(':').unwrap();
        let limit: u64 = limit.parse().unwrap();
        let maximum = getrlimit(Resource::Fsize).maximum;
        let store = Arc::new(FileStore::at(folder));
        let (mut host, _) = Host::begin(two_people(Game::Congkak), Some(store)).unwrap();
        // The signal that the system sends at the limit would end the process; Rust's runtime doesn't ignore it.
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default()).unwrap();
        setrlimit(Resource::Fsize, Rlimit { current: Some(limit), maximum }).unwrap();
        let before = loop {
            let entry = next_entry(host.table()).unwrap();
            let before = host.table().clone();
            match host.apply(entry) {
                Ok(_) => {}
                Err(error) => {
                    assert!(error.to_string().starts_with("the journal can't be written: "), "{error}");
                    assert_eq!(*host.table(), before, "what isn't kept hasn't happened");
                    break before;
                }
            }
        };
        println!("\nresult: {}", before.revision());
        return;
    }
    let _alone = ALONE.lock().unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for limit in (700..1100).step_by(effort(13, 1)) {
        let folder = TempDir::new().unwrap();
        let job = format!("{}:{limit}", folder.path().display());
        let output = rerun("journal_faults::every_write_error_leaves_a_beginning_that_opens", &job).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let acknowledged: u64 = text
            .lines()
            .find_map(|line| line.strip_prefix("result: "))
            .unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)))
            .parse()
            .unwrap();
        let store = Arc::new(FileStore::at(folder.path()));
        let name = store.list().unwrap().remove(0).name;
        let (host, notices) = Host::open(store, &name).unwrap();
        assert_eq!((host.table().revision(), notices.len()), (acknowledged, 0), "limit {limit}");
        seen.insert(acknowledged);
    }
    assert!(seen.len() > 5, "the limits cut at different entries: {seen:?}");
}

#[test]
fn a_fifo_called_journal_does_not_hang_the_list() {
    let _alone = ALONE.lock().unwrap();
    let folder = TempDir::new().unwrap();
    let store = FileStore::at(folder.path());
    let game = store.create(&two_people(Game::Kono)).unwrap();
    let fifo = folder.path().join("pipe-1.journal");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    fs::create_dir(folder.path().join("folder-1.journal")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero-1.journal")).unwrap();
    let list = store.list().unwrap();
    assert_eq!(list.len(), 4);
    for listed in list {
        if listed.name == game {
            assert!(listed.about.is_ok());
        } else {
            assert_eq!(listed.about.unwrap_err(), "it isn't a regular file");
        }
    }
    let name: JournalName = "pipe-1".parse().unwrap();
    assert!(matches!(store.open(&name), Err(parlor_store::StoreError::NotAJournal { .. })));
}
