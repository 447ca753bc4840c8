//! A table's page as a person sees it, and a player who uses it.

use std::io;

use scraper::ElementRef;

use crate::Random;
use crate::http::{FormBrowser, Stream};
use crate::page::{Page, select};

#[derive(Clone, Debug)]
pub struct TablePage {
    pub revision: u64,
    /// It is another player's turn.
    pub waits: bool,
    pub is_over: bool,
    /// The entries of the log, each with the revision at which it appeared.
    pub log: Vec<(u64, String)>,
    /// The buttons that answer the question: field and value.
    pub answers: Vec<(String, String)>,
    pub picks: Vec<String>,
}

impl TablePage {
    /// # Panics
    /// If it isn't a table's page.
    pub fn of(page: &Page) -> TablePage {
        let dom = page.dom();
        let find = |selector: &str| dom.select(&select(selector)).collect::<Vec<_>>();
        let text = |element: &ElementRef<'_>, name: &str| element.attr(name).unwrap_or_default().to_owned();
        let main = *find("main[data-revision]")
            .first()
            .unwrap_or_else(|| panic!("not a table: {} {}", page.status, page.text()));
        let is_answer =
            |button: &&ElementRef<'_>| ["spot", "answer", "coin", "throw"].contains(&text(button, "name").as_str());
        let buttons = find("main form[action$='/answer'] button[name][value]:not([disabled])");
        let entries = find("main ol.log > li[data-revision]");
        TablePage {
            revision: text(&main, "data-revision").parse().expect("revisions are numbers"),
            waits: main.attr("data-wait") == Some("1"),
            is_over: !find("main #result").is_empty(),
            log: entries.iter().map(|item| (text(item, "data-revision").parse().unwrap(), item.inner_html())).collect(),
            answers: buttons
                .iter()
                .filter(is_answer)
                .map(|button| (text(button, "name"), text(button, "value")))
                .collect(),
            picks: find("main input[name=pick]").iter().map(|input| text(input, "value")).collect(),
        }
    }
}

pub struct Player {
    pub browser: FormBrowser,
    /// The address of the table.
    pub table: String,
}

/// The outcome of an attempt to play.
pub enum Turn {
    Answered,
    /// It is another player's turn.
    Waiting,
    Over,
}

impl Player {
    /// Creates a table against the computer at novice level.
    pub fn begin(mut browser: FormBrowser, game: &str, size: &str) -> io::Result<Player> {
        let fields = [("game", game), ("size", size), ("level", "novice"), ("seats", "computer"), ("name", "Ada")];
        let reply = browser.upload("/tables/options", &fields, None)?;
        assert_eq!(reply.status, 303, "{}", reply.text());
        let table = reply.header("location").to_owned();
        Ok(Player { browser, table })
    }

    /// The current page of the table.
    pub fn look(&mut self) -> io::Result<TablePage> {
        let reply = self.browser.get(&self.table)?;
        assert_eq!(reply.status, 200, "{}", reply.text());
        Ok(TablePage::of(&reply))
    }

    /// Answers the page's question with one of its buttons. Every page is passed to `seen`.
    pub fn play(&mut self, random: &mut Random, mut seen: impl FnMut(&TablePage)) -> io::Result<Turn> {
        let mut page = self.look()?;
        loop {
            seen(&page);
            if page.is_over {
                return Ok(Turn::Over);
            }
            if page.waits {
                return Ok(Turn::Waiting);
            }
            let (field, value) = page.answers[random.below(page.answers.len())].clone();
            let revision = page.revision.to_string();
            let mut fields = vec![("revision", revision.as_str()), (field.as_str(), value.as_str())];
            fields.extend(page.picks.iter().map(|pick| ("pick", pick.as_str())));
            let reply = self.browser.post(&format!("{}/answer", self.table), &fields)?;
            assert_eq!(reply.status, 303, "{field} {value}: {}", reply.text());
            let next = reply.header("location").to_owned();
            let reply = self.browser.get(&next)?;
            let after = TablePage::of(&reply);
            if after.revision > page.revision {
                seen(&after);
                return Ok(Turn::Answered);
            }
            // One part of a choice is made; the page asks for the next.
            page = after;
        }
    }

    /// Plays until the tournament is over.
    pub fn play_to_the_end(&mut self, random: &mut Random) -> io::Result<()> {
        let mut stream = self.browser.follow(&self.table)?;
        loop {
            match self.play(random, |_| ())? {
                Turn::Over => return Ok(()),
                Turn::Answered => {}
                Turn::Waiting => {
                    let revision = self.look()?.revision;
                    self.wait_for_more(&mut stream, revision)?;
                }
            }
        }
    }

    /// Waits until there is a new revision, or something to answer.
    fn wait_for_more(&mut self, stream: &mut Stream, revision: u64) -> io::Result<()> {
        loop {
            let page = self.look()?;
            if page.revision > revision || !page.waits {
                return Ok(());
            }
            stream.next_event()?.ok_or_else(|| io::Error::other("the stream has ended"))?;
        }
    }
}
