use scraper::{ElementRef, Html, Selector};

/// A complete response of the server, usually a page.
#[derive(Clone, Default, Debug)]
pub struct Page {
    pub status: u16,
    /// Names are in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// The request that a form sends when a button is pressed.
pub struct Submission {
    pub method: &'static str,
    pub path: String,
    /// The content type of the body, if there is one.
    pub content_type: Option<String>,
    pub body: Vec<u8>,
}

/// The value of a form's field.
#[derive(Clone, Debug)]
pub enum Field {
    Text(String),
    File(String, Vec<u8>),
}

impl From<&str> for Field {
    fn from(text: &str) -> Field {
        Field::Text(text.to_owned())
    }
}

/// A file in a form.
pub fn file(name: &str, content: impl AsRef<[u8]>) -> Field {
    Field::File(name.to_owned(), content.as_ref().to_vec())
}

/// Separates the parts of an upload.
pub const BOUNDARY: &str = "a-line-between-parts";

/// Fields as encoded in an address or the body of a form.
pub fn encoded<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// Fields and files as the body of an upload.
pub fn parts(fields: &[(String, Field)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, field) in fields {
        body.extend(format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"").bytes());
        match field {
            Field::Text(text) => body.extend(format!("\r\n\r\n{text}\r\n").bytes()),
            Field::File(file, content) => {
                // Escaped as browsers do.
                let file = file.replace('"', "%22").replace('\n', "%0A");
                body.extend(format!("; filename=\"{file}\"\r\nContent-Type: text/plain\r\n\r\n").bytes());
                body.extend(content);
                body.extend(b"\r\n");
            }
        }
    }
    body.extend(format!("--{BOUNDARY}--\r\n").bytes());
    body
}

/// # Panics
/// If it isn't a CSS selector.
pub fn select(selector: &str) -> Selector {
    Selector::parse(selector).unwrap_or_else(|error| panic!("{selector}: {error}"))
}

/// The text of an element, with single spaces.
fn text_of(element: ElementRef<'_>) -> String {
    squeezed(&element.text().collect::<String>())
}

/// The visible text of an element.
fn visible(element: ElementRef<'_>) -> String {
    fn gather(element: ElementRef<'_>, all: &mut String) {
        for child in element.children() {
            if let Some(text) = child.value().as_text() {
                all.push_str(text);
            } else if let Some(child) = ElementRef::wrap(child)
                && !child.value().classes().any(|class| class == "hidden-visually")
            {
                gather(child, all);
            }
        }
    }
    let mut all = String::new();
    gather(element, &mut all);
    squeezed(&all)
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Page {
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("everything that is sent is UTF-8")
    }

    /// The header with this name; empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub fn dom(&self) -> Html {
        assert_eq!(self.header("content-type"), "text/html; charset=utf-8", "{}", self.text());
        Html::parse_document(&self.text())
    }

    /// The texts of all elements that match.
    pub fn all(&self, selector: &str) -> Vec<String> {
        self.dom().select(&select(selector)).map(text_of).collect()
    }

    /// The text of the one element that matches.
    pub fn one(&self, selector: &str) -> String {
        let all = self.all(selector);
        assert_eq!(all.len(), 1, "{selector} in {}", self.text());
        all.into_iter().next().unwrap()
    }

    pub fn has(&self, selector: &str) -> bool {
        self.dom().select(&select(selector)).next().is_some()
    }

    /// An attribute of the first element that matches.
    pub fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        let dom = self.dom();
        dom.select(&select(selector)).next()?.attr(name).map(str::to_owned)
    }

    /// The value of the one field that matches.
    pub fn value(&self, selector: &str) -> String {
        self.attribute(selector, "value").unwrap_or_else(|| panic!("{selector} in {}", self.text()))
    }

    /// An attribute of all elements that match.
    pub fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        self.dom().select(&select(selector)).filter_map(|found| found.attr(name).map(str::to_owned)).collect()
    }

    pub fn revision(&self) -> u64 {
        self.attribute("main", "data-revision").expect("the page shows a table").parse().unwrap()
    }

    /// True if it is another player's turn.
    pub fn waits(&self) -> bool {
        self.attribute("main", "data-wait").as_deref() == Some("1")
    }

    /// The question; empty if there is none.
    pub fn question(&self) -> String {
        self.all("#ask").pop().unwrap_or_default()
    }

    /// The sentence about the last answer.
    pub fn notice(&self) -> String {
        self.one("#message")
    }

    /// Every sentence of the log.
    pub fn log(&self) -> Vec<String> {
        self.all("ol.log p")
    }

    pub fn says(&self, words: &str) -> bool {
        text_of(self.dom().root_element()).contains(words)
    }

    /// The buttons that answer the question, as field and value. Two dice entered by hand are one answer.
    pub fn answers(&self) -> Vec<(String, String)> {
        let mut answers = self.buttons_of(".ask form.moves button, .ask form.dice button[name=typed]");
        if self.has(".ask form.dice [name=die2]") {
            let throw = |one: u8, two: u8| ("typed".to_owned(), format!("{one} {two}"));
            answers.extend((1..=6).flat_map(|one| (one..=6).map(move |two| throw(one, two))));
        }
        answers
    }

    /// The buttons on the board.
    pub fn hits(&self) -> Vec<String> {
        self.buttons_of("form.hits button:not([hidden])").into_iter().map(|(_, spot)| spot).collect()
    }

    fn buttons_of(&self, selector: &str) -> Vec<(String, String)> {
        let attribute = |button: ElementRef<'_>, name| button.attr(name).unwrap_or_default().to_owned();
        let dom = self.dom();
        dom.select(&select(selector)).map(|button| (attribute(button, "name"), attribute(button, "value"))).collect()
    }

    /// True if the question is about a move.
    pub fn is_move(&self) -> bool {
        !self.hits().is_empty()
    }

    /// True if the tournament is over, or the question is about another round.
    pub fn round_is_over(&self) -> bool {
        self.has("#result") || self.answers().iter().any(|(_, value)| value == "another round")
    }

    /// True if a button can be pressed; `None` if it is missing.
    pub fn can_press(&self, wanted: &str) -> Option<bool> {
        let dom = self.dom();
        let all: Vec<bool> = dom
            .select(&select("form button"))
            .filter(|button| is_called(*button, wanted))
            .map(|button| button.attr("disabled").is_none())
            .collect();
        if all.is_empty() { None } else { Some(all.contains(&true)) }
    }

    /// The request after filling in the form that `fits` accepts and pressing one of its buttons, by its key or name.
    pub fn submission(
        &self,
        fits: impl Fn(ElementRef<'_>) -> bool,
        filled: &[(&str, Field)],
        wanted: &str,
    ) -> Submission {
        let dom = self.dom();
        let (forms, buttons) = (select("form"), select("button"));
        let mut found = dom.select(&forms).filter(|form| fits(*form)).flat_map(|form| {
            form.select(&buttons).filter(|button| is_called(*button, wanted)).map(move |button| (form, button))
        });
        let (form, button) = found.next().unwrap_or_else(|| panic!("there is no button {wanted} in {}", self.text()));
        assert!(button.attr("disabled").is_none(), "{wanted} can't be pressed: {}", text_of(button));
        let mut fields = fields_of(form);
        for (name, value) in filled {
            let field = fields.iter_mut().find(|(known, _)| known == name);
            field.unwrap_or_else(|| panic!("the form has no field {name}")).1 = value.clone();
        }
        fields
            .extend(button.attr("name").map(|name| (name.to_owned(), Field::from(button.attr("value").unwrap_or("")))));
        let action = form.attr("action").expect("every form says where it leads").to_owned();
        if form.attr("method") != Some("post") {
            let path = format!("{action}?{}", texts(&fields));
            return Submission { method: "GET", path, content_type: None, body: Vec::new() };
        }
        let (kind, body) = if form.attr("enctype") == Some("multipart/form-data") {
            (format!("multipart/form-data; boundary={BOUNDARY}"), parts(&fields))
        } else {
            ("application/x-www-form-urlencoded".to_owned(), texts(&fields).into_bytes())
        };
        Submission { method: "POST", path: action, content_type: Some(kind), body }
    }
}

fn texts(fields: &[(String, Field)]) -> String {
    encoded(fields.iter().map(|(name, field)| match field {
        Field::Text(text) => (name.as_str(), text.as_str()),
        Field::File(file, _) => (name.as_str(), file.as_str()),
    }))
}

/// By its key, its visible text, or its full name.
fn is_called(button: ElementRef<'_>, wanted: &str) -> bool {
    button.attr("data-key") == Some(wanted) || visible(button) == wanted || text_of(button) == wanted
}

/// The fields of a form with their current values, without its buttons.
fn fields_of(form: ElementRef<'_>) -> Vec<(String, Field)> {
    let mut fields = Vec::new();
    for field in form.select(&select("input, select, textarea")) {
        let Some(name) = field.attr("name") else { continue };
        let value = match (field.value().name(), field.attr("type").unwrap_or("text")) {
            ("select", _) => {
                let options: Vec<ElementRef<'_>> = field.select(&select("option")).collect();
                let chosen = options.iter().find(|option| option.attr("selected").is_some()).or(options.first());
                Field::from(chosen.and_then(|option| option.attr("value")).unwrap_or_default())
            }
            ("textarea", _) => Field::Text(field.text().collect()),
            ("input", "file") => Field::File(String::new(), Vec::new()),
            ("input", "radio" | "checkbox") if field.attr("checked").is_none() => continue,
            _ => Field::from(field.attr("value").unwrap_or_default()),
        };
        fields.push((name.to_owned(), value));
    }
    fields
}
