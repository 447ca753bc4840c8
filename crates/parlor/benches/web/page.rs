use parlor_rules::Game;

use crate::browser::{Browser, Failed};

/// The parts of a table's page that the script reads, and the possible answers.
pub(crate) struct Page {
    pub(crate) path: String,
    pub(crate) revision: u64,
    /// This browser can't answer at the moment.
    pub(crate) waits: bool,
    pub(crate) text: String,
}

/// Opens a table against the computer player at its lowest level.
pub(crate) async fn begin(browser: &mut Browser, game: Game, size: i64) -> Result<Page, Failed> {
    let (game, size) = (game.to_string().to_lowercase(), size.to_string());
    let fields = [("game", game.as_str()), ("size", &size), ("level", "novice"), ("seats", "computer")];
    browser.post_parts("/tables/options", &fields).await
}

/// The revision at the end of these frames.
pub(crate) fn frames_end(frames: &str) -> u64 {
    let to = frames.split("\"to\":").nth(1).unwrap_or_default();
    to.split(|letter: char| !letter.is_ascii_digit()).next().and_then(|to| to.parse().ok()).unwrap_or(0)
}

impl Page {
    pub(crate) fn read(address: &str, text: String) -> Result<Page, Failed> {
        let main = text.split("<main").nth(1).and_then(|main| main.split('>').next()).unwrap_or_default();
        let value = |name| attribute(main, name);
        let (Some(path), Some(revision)) = (value("data-table"), value("data-revision").and_then(|it| it.parse().ok()))
        else {
            return Err(Failed(format!("{address} is not a table")));
        };
        let (path, waits) = (path.to_owned(), value("data-wait") == Some("1"));
        Ok(Page { path, revision, waits, text })
    }

    /// The fields of one of the possible answers. The script takes answers from a list in the page, if there is one.
    pub(crate) fn choice(&self, number: usize) -> Option<Vec<(String, String)>> {
        let revision = ("revision".to_owned(), self.revision.to_string());
        let answers: Vec<&str> = self
            .text
            .split(" data-answers=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default()
            .lines()
            .collect();
        match answers.get(number % answers.len().max(1)).and_then(|line| line.split(';').next()) {
            Some(answer) => Some(vec![revision, ("answer".to_owned(), answer.to_owned())]),
            None => self.button(number),
        }
    }

    /// The fields of one of the forms for answers, including one of its buttons. Complete answers are preferred to
    /// parts, and no answer ends the game.
    fn button(&self, number: usize) -> Option<Vec<(String, String)>> {
        let action = format!("action=\"{}/answer\"", self.path);
        let forms = self.text.split("<form").skip(1).filter_map(|form| form.split("</form>").next());
        let mut choices: Vec<(&str, &str, &str)> = Vec::new();
        for form in forms.filter(|form| form.contains(&action)) {
            for button in form.split("<button").skip(1).filter_map(|button| button.split('>').next()) {
                let (Some(name), Some(value)) = (attribute(button, "name"), attribute(button, "value")) else {
                    continue;
                };
                let ends = ["give_up"].contains(&name) || ["quit", "save", "help", "no more"].contains(&value);
                if !ends && attribute(button, "aria-pressed").is_none() {
                    choices.push((form, name, value));
                }
            }
        }
        if choices.iter().any(|(_, name, _)| *name != "spot") {
            choices.retain(|(_, name, _)| *name != "spot");
        }
        let (form, name, value) = *choices.get(number % choices.len().max(1))?;
        let hidden = form.split("<input type=\"hidden\"").skip(1).filter_map(|input| input.split('>').next());
        let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let given = hidden.filter_map(|input| Some(field(attribute(input, "name")?, attribute(input, "value")?)));
        Some(given.chain([field(name, value)]).collect())
    }

    /// The files linked by the page: its style sheet and its script.
    pub(crate) fn files(&self) -> Vec<&str> {
        let head = self.text.split("</head>").next().unwrap_or_default();
        let tags =
            head.split('<').filter(|tag| tag.starts_with("link rel=\"stylesheet\"") || tag.starts_with("script"));
        tags.filter_map(|tag| attribute(tag, "href").or(attribute(tag, "src"))).collect()
    }

    /// True if the computer player has made an offer, which waits for a reply.
    pub(crate) fn has_offer(&self) -> bool {
        self.text.contains(&format!("action=\"{}/decline\"", self.path))
    }

    /// True if the page includes the animation of the last change.
    pub(crate) fn has_film(&self) -> bool {
        self.text.contains(" id=\"film\">")
    }

    pub(crate) fn takes_help(&self) -> bool {
        self.text.contains("data-key=\"help\">")
    }
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let after = tag.split(&format!(" {name}=\"")).nth(1)?;
    after.split('"').next()
}
