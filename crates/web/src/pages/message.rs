use askama::Template;

use super::{Place, Shell, Site, render};

/// A link that a message ends with.
#[derive(Clone, Copy, Debug)]
pub struct PageLink<'a> {
    /// Where it leads.
    pub url: &'a str,
    /// What it says.
    pub words: &'a str,
}

#[derive(Template)]
#[template(path = "message.html")]
struct MessageView<'a> {
    shell: Shell<'a>,
    status: u16,
    title: &'a str,
    sentence: &'a str,
    link: Option<PageLink<'a>>,
}

/// A page that only says something: that there is no such table, that too much was sent, that this isn't allowed.
pub fn message_page(site: Site<'_>, status: u16, title: &str, sentence: &str, link: Option<PageLink<'_>>) -> String {
    let shell = Shell::new(site, format!("{title} \u{2013} Parlor"), Place::Elsewhere);
    render(&MessageView { shell, status, title, sentence, link })
}
