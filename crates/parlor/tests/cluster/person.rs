//! Simulated players who retry until they succeed, as the page's script does.

use std::io;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use parlor_table::{Entry, write_entry};

use parlor_testkit::page::Page;
use parlor_testkit::{FormBrowser, Random, TablePage};

use crate::cluster::browser_at;

/// The longest time without progress in a game, no matter which program has failed.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) browser: FormBrowser,
    /// The address of the table.
    pub(crate) table: String,
    /// The highest revision that was shown or acknowledged.
    pub(crate) known: u64,
    /// The acknowledged answers with their revisions.
    pub(crate) kept: Vec<AcceptedAnswer>,
}

/// An answer acknowledged by a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AcceptedAnswer {
    pub(crate) revision: u64,
    pub(crate) answer: (String, String),
}

/// The outcome of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answered {
    Accepted,
    /// A part of an answer was accepted, but not stored; the page at this address asks for the rest.
    Part(String),
    /// The table had changed in the meantime.
    Late,
}

/// The state of the game after an attempt to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayOutcome {
    /// An answer was accepted, sent from here or from elsewhere.
    Answered,
    /// Another player has to answer.
    Waiting,
    Over,
}

impl Person {
    /// Creates a table. `seats` is the value of the form field: computer, link or here.
    pub(crate) fn begin(address: SocketAddr, game: &str, size: &str, level: &str, seats: &str) -> Person {
        Person::try_begin(address, game, size, level, seats).expect("the server is there")
    }

    /// Like `begin`, but returns `None` if the server can't be reached.
    pub(crate) fn try_begin(address: SocketAddr, game: &str, size: &str, level: &str, seats: &str) -> Option<Person> {
        let mut browser = browser_at(address);
        let fields = [("game", game), ("size", size), ("level", level), ("seats", seats), ("name", "Ada")];
        let reply = browser.upload("/tables/options", &fields, None).ok()?;
        if [502, 503, 504].contains(&reply.status) {
            return None;
        }
        assert_eq!(reply.status, 303, "{}", reply.text());
        let table = reply.header("location").to_owned();
        Some(Person { browser, table, known: 0, kept: Vec::new() })
    }

    /// Two people at the same table, but at different servers.
    pub(crate) fn two(one: SocketAddr, other: SocketAddr, game: &str, size: &str) -> [Person; 2] {
        let mut ada = Person::begin(one, game, size, "novice", "link");
        let page = ada.browser.get(&ada.table).unwrap().text();
        let invitation = page.split("http://games.example.org").find(|text| text.starts_with("/join/")).unwrap();
        let invitation = invitation.split('"').next().unwrap();
        let mut browser = browser_at(other);
        let reply = browser.post(invitation, &[("name", "Ben")]).unwrap();
        assert_eq!((reply.status, reply.header("location")), (303, ada.table.as_str()), "{}", reply.text());
        let ben = Person { browser, table: ada.table.clone(), known: 0, kept: Vec::new() };
        [ada, ben]
    }

    /// The current table, or an error if it can't be shown at the moment. Checks that it includes everything that was
    /// shown or acknowledged earlier.
    pub(crate) fn look(&mut self) -> io::Result<TablePage> {
        let reply = self.browser.get(&self.table.clone())?;
        if reply.status != 200 {
            // Servers report an unavailable store with these codes, and nginx reports an unavailable server with them.
            assert!([502, 503, 504].contains(&reply.status), "{}: {}", reply.status, reply.text());
            return Err(io::Error::other(format!("the table can't be shown: {}", reply.status)));
        }
        let page = page_of(&reply);
        assert!(page.revision >= self.known, "the table went back from {} to {}", self.known, page.revision);
        self.known = page.revision;
        Ok(page)
    }

    /// Sends an answer to a page.
    pub(crate) fn send(&mut self, page: &TablePage, answer: &(String, String)) -> io::Result<Answered> {
        let revision = page.revision.to_string();
        let mut fields = vec![("revision", revision.as_str()), (answer.0.as_str(), answer.1.as_str())];
        fields.extend(page.picks.iter().map(|pick| ("pick", pick.as_str())));
        let reply = self.browser.post(&format!("{}/answer", self.table), &fields)?;
        match reply.status {
            303 if reply.header("location").contains("pick=") => {
                Ok(Answered::Part(reply.header("location").to_owned()))
            }
            303 => {
                self.known = self.known.max(page.revision + 1);
                self.kept.push(AcceptedAnswer { revision: page.revision, answer: answer.clone() });
                Ok(Answered::Accepted)
            }
            409 => Ok(Answered::Late),
            status => {
                assert!([502, 503, 504].contains(&status), "{answer:?}: {status} {}", reply.text());
                Err(io::Error::other(format!("an answer isn't taken: {status}")))
            }
        }
    }

    /// Tries to play once.
    pub(crate) fn play(&mut self, numbers: &mut Random) -> io::Result<PlayOutcome> {
        let mut page = self.look()?;
        loop {
            if page.is_over {
                return Ok(PlayOutcome::Over);
            }
            if page.waits || page.answers.is_empty() {
                return Ok(PlayOutcome::Waiting);
            }
            let answer = page.answers[numbers.below(page.answers.len())].clone();
            match self.send(&page, &answer)? {
                Answered::Accepted | Answered::Late => return Ok(PlayOutcome::Answered),
                Answered::Part(rest) => {
                    let reply = self.browser.get(&rest)?;
                    if reply.status != 200 {
                        return Err(io::Error::other(format!("the table can't be shown: {}", reply.status)));
                    }
                    page = page_of(&reply);
                }
            }
        }
    }

    /// Plays as soon as possible, no matter how often an attempt fails. Returns the time that this took.
    pub(crate) fn play_until_accepted(&mut self, numbers: &mut Random) -> (PlayOutcome, Duration) {
        let begun = Instant::now();
        loop {
            let last = match self.play(numbers) {
                Ok(PlayOutcome::Waiting) => None,
                Ok(went) => return (went, begun.elapsed()),
                Err(error) => Some(error),
            };
            assert!(begun.elapsed() < PATIENCE, "the game has stopped: {last:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The page without the button that is disabled until the choice is complete.
fn page_of(reply: &Page) -> TablePage {
    let mut page = TablePage::of(reply);
    page.answers.retain(|(_, value)| !value.is_empty());
    page
}

/// Two people play to the end of a round: to the question about another round, or to the end of the tournament.
pub(crate) fn play_a_round(people: &mut [Person; 2], numbers: &mut Random) {
    let begun = Instant::now();
    loop {
        for person in &mut *people {
            let page = person.look().unwrap();
            let asked = page.answers.iter().any(|(_, value)| value == "another round");
            if page.is_over || asked {
                return;
            }
            person.play(numbers).unwrap();
        }
        assert!(begun.elapsed() < PATIENCE * 3, "the round doesn't end");
    }
}

/// Checks that every acknowledged answer is in the journal at its revision. So it is there only once, and no other
/// entry is there instead.
pub(crate) fn check_kept(journal: &[Entry], kept: &[AcceptedAnswer]) {
    for AcceptedAnswer { revision, answer: (field, value) } in kept {
        let entry = journal.get(usize::try_from(*revision).unwrap());
        let entry = entry.unwrap_or_else(|| panic!("{field} {value} at {revision} is lost"));
        let line = write_entry(entry);
        let words = line.split_once(' ').map_or("", |(_, words)| words);
        let exact = field == "answer" || value.starts_with("pit ");
        let is_it = if exact { words == value } else { !matches!(entry, Entry::Undo | Entry::Redo) };
        assert!(is_it, "{field} {value} was acknowledged at {revision}, where the journal says {line}");
        // Computer players give reasons for their decisions; people don't.
        assert!(!matches!(entry, Entry::Decision { rationale: Some(_), .. }), "{line}");
    }
}
