use std::sync::LazyLock;

use parlor_rules::Game;

use super::looks::{Theme, colors};

/// Shapes, and the games whose pictures refer to them.
const SHAPES: [(&[Game], &str); 5] = [
    (&Game::ALL, include_str!("shapes/common.svg")),
    (&[Game::Canoga, Game::Kono], include_str!("shapes/dice.svg")),
    (&[Game::Canoga], include_str!("shapes/canoga.svg")),
    (&[Game::Congkak], include_str!("shapes/congkak.svg")),
    (&[Game::Kono], include_str!("shapes/kono.svg")),
];

/// The shapes and gradients that pictures of a game refer to. Include them once per page in a hidden svg.
pub fn defs(game: Game) -> &'static str {
    static DEFS: LazyLock<[String; 3]> = LazyLock::new(|| Game::ALL.map(|game| defs_of(&[game])));
    &DEFS[game as usize]
}

/// Like [`defs`], for a page with pictures of several games.
pub fn defs_of(games: &[Game]) -> String {
    let used = SHAPES.iter().filter(|(of, _)| of.iter().any(|game| games.contains(game)));
    let lines = used.flat_map(|(_, shapes)| shapes.lines()).filter(|line| !line.starts_with("<!--"));
    let shapes: String = lines.map(str::trim).collect();
    // Pictures in files have no custom properties, so gradients have the colours of the light theme.
    let colored = colors(Theme::Light).fold(shapes, |shapes, (name, light)| {
        let class = format!("class=\"g-{name}\"");
        shapes.replace(&class, &format!("{class} stop-color=\"{light}\""))
    });
    format!("<defs>{colored}</defs>")
}
