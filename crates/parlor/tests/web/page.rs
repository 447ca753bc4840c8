//! What a person sees of a table's page, and somebody who plays by it.

use std::io;

use crate::browser::{Browser, Reply};
use crate::numbers::Numbers;

/// A table's page.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) revision: u64,
    /// It is somebody else's turn.
    pub(crate) waits: bool,
    /// The tournament is over.
    pub(crate) is_over: bool,
    /// What the log says, entry by entry, each with the revision that it came with.
    pub(crate) log: Vec<(u64, String)>,
    /// The buttons that answer: field and value.
    pub(crate) answers: Vec<(String, String)>,
    /// What was chosen already.
    pub(crate) picks: Vec<String>,
}

impl Page {
    pub(crate) fn of(reply: &Reply) -> Page {
        let html = reply.text();
        let main = html.split("<main ").nth(1).unwrap_or_else(|| panic!("not a page: {} {html}", reply.status));
        let number = |name| attribute(main, name).and_then(|number| number.parse().ok());
        let mut answers = Vec::new();
        for form in main.split("<form ").skip(1).map(|form| form.split("</form>").next().unwrap()) {
            if !attribute(form, "action").is_some_and(|action| action.ends_with("/answer")) {
                continue;
            }
            for button in form.split("<button ").skip(1) {
                let (name, value) = (attribute(button, "name"), attribute(button, "value"));
                if let (Some(name @ ("spot" | "answer" | "coin" | "throw")), Some(value)) = (name, value) {
                    answers.push((name.to_owned(), value.to_owned()));
                }
            }
        }
        let log = main.split("<ol class=\"log\">").nth(1).and_then(|log| log.split("</ol>").next()).unwrap_or_default();
        let entry = |item: &str| {
            let text = item.split("</li>").next().unwrap().split_once('>').unwrap().1;
            Some((attribute(item, "data-revision")?.parse().unwrap(), text.to_owned()))
        };
        Page {
            revision: number("data-revision").unwrap_or_else(|| panic!("not a table: {} {html}", reply.status)),
            waits: number("data-wait") == Some(1),
            is_over: main.contains("id=\"result\""),
            log: log.split("<li ").skip(1).filter_map(entry).collect(),
            answers,
            picks: main.split("<input ").skip(1).filter_map(pick).collect(),
        }
    }
}

fn pick(input: &str) -> Option<String> {
    (attribute(input, "name") == Some("pick")).then(|| attribute(input, "value").unwrap().to_owned())
}

/// An attribute of the tag that the text begins within. Values here have nothing in them that needs to be decoded.
fn attribute<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let tag = text.split('>').next()?;
    let value = tag.split(&format!("{name}=\"")).nth(1)?;
    value.split('"').next()
}

/// Somebody at a table.
pub(crate) struct Player {
    pub(crate) browser: Browser,
    /// The address of the table.
    pub(crate) table: String,
}

/// What became of a try to play.
pub(crate) enum Turn {
    /// Something was answered.
    Answered,
    /// It is somebody else's turn.
    Waiting,
    /// The tournament is over.
    Over,
}

impl Player {
    /// Begins a table against the computer at novice level.
    pub(crate) fn begin(mut browser: Browser, game: &str, size: &str) -> io::Result<Player> {
        let fields = [("game", game), ("size", size), ("level", "novice"), ("seats", "computer"), ("name", "Ada")];
        let reply = browser.upload("/tables/options", &fields, None)?;
        assert_eq!(reply.status, 303, "{}", reply.text());
        let table = reply.header("location").unwrap().to_owned();
        Ok(Player { browser, table })
    }

    /// The table as it is.
    pub(crate) fn look(&mut self) -> io::Result<Page> {
        let reply = self.browser.get(&self.table)?;
        assert_eq!(reply.status, 200, "{}", reply.text());
        Ok(Page::of(&reply))
    }

    /// Answers what the page asks, with one of its buttons. `seen` is told of every page.
    pub(crate) fn play(&mut self, numbers: &mut Numbers, mut seen: impl FnMut(&Page)) -> io::Result<Turn> {
        let mut page = self.look()?;
        loop {
            seen(&page);
            if page.is_over {
                return Ok(Turn::Over);
            }
            if page.waits {
                return Ok(Turn::Waiting);
            }
            let (field, value) = page.answers[numbers.below(page.answers.len())].clone();
            let revision = page.revision.to_string();
            let mut fields = vec![("revision", revision.as_str()), (field.as_str(), value.as_str())];
            fields.extend(page.picks.iter().map(|pick| ("pick", pick.as_str())));
            let reply = self.browser.post(&format!("{}/answer", self.table), &fields)?;
            assert_eq!(reply.status, 303, "{field} {value}: {}", reply.text());
            let next = reply.header("location").unwrap().to_owned();
            let reply = self.browser.get(&next)?;
            let after = Page::of(&reply);
            if after.revision > page.revision {
                seen(&after);
                return Ok(Turn::Answered);
            }
            // One part of a choice is made; the page asks for the next.
            page = after;
        }
    }

    /// Plays until the tournament is over.
    pub(crate) fn play_to_the_end(&mut self, numbers: &mut Numbers) -> io::Result<()> {
        let mut stream = self.browser.follow(&self.table)?;
        loop {
            match self.play(numbers, |_| ())? {
                Turn::Over => return Ok(()),
                Turn::Answered => {}
                Turn::Waiting => {
                    let revision = self.look()?.revision;
                    self.wait_for_more(&mut stream, revision)?;
                }
            }
        }
    }

    /// Waits until there is something new, or something to answer.
    fn wait_for_more(&mut self, stream: &mut crate::browser::Stream, revision: u64) -> io::Result<()> {
        loop {
            let page = self.look()?;
            if page.revision > revision || !page.waits {
                return Ok(());
            }
            stream.next()?.ok_or_else(|| io::Error::other("the stream has ended"))?;
        }
    }
}
