use parlor_rules::Game;

use crate::browser::{Browser, Failed};

/// The parts of a table's page that the script reads, and the possible answers.
pub(crate) struct Page {
    pub(crate) path: String,
    /// The address of the page.
    pub(crate) location: String,
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
    pub(crate) fn read(location: &str, text: String) -> Result<Page, Failed> {
        let main = text.split("<main").nth(1).and_then(|main| main.split('>').next()).unwrap_or_default();
        let value = |name| attribute(main, name);
        let (Some(path), Some(revision)) = (value("data-table"), value("data-revision").and_then(|it| it.parse().ok()))
        else {
            return Err(Failed(format!("{location} is not a table")));
        };
        let (path, waits) = (path.to_owned(), value("data-wait") == Some("1"));
        Ok(Page { path, location: location.to_owned(), revision, waits, text })
    }

    /// The fields of one of the forms for answers, including one of its buttons. Complete answers are preferred to
    /// parts, and no answer ends the game.
    pub(crate) fn choice(&self, number: usize) -> Option<Vec<(String, String)>> {
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

    pub(crate) fn takes_help(&self) -> bool {
        self.text.contains("data-key=\"help\">")
    }
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let after = tag.split(&format!(" {name}=\"")).nth(1)?;
    after.split('"').next()
}
