use askama::Template;
use parlor_rules::Game;
use parlor_view::svg::{Shape, defs, paint};
use parlor_view::{Names, Scene, rules_page, sample_board};

use super::lobby::{Card, all_defs, cards, slug};
use super::{Place, Shell, Site, render};

#[derive(Template)]
#[template(path = "how-to-play.html")]
struct HowView<'a> {
    shell: Shell<'a>,
    games: Vec<Card>,
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesView<'a> {
    shell: Shell<'a>,
    game: String,
    slug: String,
    picture: String,
    paragraphs: Vec<String>,
    others: Vec<Card>,
}

/// All three games, each with a line and a link to its rules.
pub fn how_to_play_page(site: Site<'_>) -> String {
    let shell = Shell::new(site, "How to play \u{2013} Parlor", Place::HowToPlay);
    render(&HowView { shell: Shell { defs: all_defs(), ..shell }, games: cards() })
}

/// The rules of a game on one page, with pictures.
pub fn rules_of_game_page(site: Site<'_>, game: Game) -> String {
    let rules = rules_page(game);
    let shell = Shell::new(site, format!("How to play {game} \u{2013} Parlor"), Place::HowToPlay);
    let picture = paint(&Scene::of(sample_board(game)), &Names::plain(), &[], Shape::Wide).inline("pic");
    render(&RulesView {
        shell: Shell { defs: defs(game), ..shell },
        game: rules.title.clone(),
        slug: slug(game),
        picture,
        paragraphs: rules.paragraphs().map(str::to_owned).collect(),
        others: cards().into_iter().filter(|card| card.game != game).collect(),
    })
}
