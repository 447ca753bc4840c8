use askama::Template;
use parlor_rules::Game;
use parlor_view::svg::{Shape, defs, paint};
use parlor_view::{Names, RulesPicture, RulesSection, rules_page};

use super::lobby::{Card, all_defs, cards, slug};
use super::table::BoardHtml;
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
    square: bool,
    sections: Vec<SectionView>,
    others: Vec<Card>,
}

struct SectionView {
    heading: String,
    paragraphs: Vec<String>,
    pictures: Vec<PictureView>,
}

struct PictureView {
    board: BoardHtml,
    caption: String,
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
    let names = Names::plain();
    let picture = |picture: RulesPicture| {
        let painted = |shape| paint(&picture.scene, &names, &[], shape);
        let board = BoardHtml::new(game, &painted(Shape::Wide), &painted(Shape::Narrow), Vec::new(), String::new());
        PictureView { board, caption: picture.caption }
    };
    let section = |section: RulesSection| SectionView {
        heading: section.heading,
        paragraphs: section.paragraphs,
        pictures: section.pictures.into_iter().map(picture).collect(),
    };
    render(&RulesView {
        shell: Shell { defs: defs(game), ..shell },
        game: rules.title,
        slug: slug(game),
        square: game == Game::Kono,
        sections: rules.sections.into_iter().map(section).collect(),
        others: cards().into_iter().filter(|card| card.game != game).collect(),
    })
}
