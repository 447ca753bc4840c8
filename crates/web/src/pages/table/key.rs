use parlor_rules::Game;

/// What the marks on a game's board mean, as a list of small pictures. They are made of what the board is made of.
pub(super) fn key(game: Game) -> String {
    let marks: &[(&str, &str)] = match game {
        Game::Canoga => &CANOGA,
        Game::Congkak => &CONGKAK,
        Game::Kono => &KONO,
    };
    let (class, view) = match game {
        Game::Canoga => ("on-cloth", "-56 -14 112 168"),
        Game::Congkak => ("on-board", "-58 -98 116 196"),
        Game::Kono => ("on-ash", "-58 -58 116 116"),
    };
    let mark = |(picture, words): &(&str, &str)| {
        format!("<li><svg class=\"{class}\" viewBox=\"{view}\" aria-hidden=\"true\">{picture}</svg>{words}</li>")
    };
    format!("<ul>{}</ul>", marks.iter().map(mark).collect::<String>())
}

const CANOGA: [(&str, &str); 7] = [
    ("<use href=\"#up-w\"/><text class=\"n-up\" y=\"88\" font-size=\"60\">4</text>", "open"),
    ("<use href=\"#back-w\"/><text class=\"n-down\" y=\"110\" font-size=\"34\">4</text>", "covered"),
    (
        "<use href=\"#lock-w\"/><text class=\"n-down\" y=\"110\" font-size=\"34\">4</text>",
        "covered and locked: can\u{2019}t be uncovered yet",
    ),
    ("<use href=\"#up-w\"/><use href=\"#can-w\"/>", "can be chosen"),
    ("<use href=\"#up-w\"/><use href=\"#chosen-w\"/>", "chosen"),
    ("<use href=\"#back-w\"/><use href=\"#new-w\"/>", "just changed"),
    ("<use href=\"#up-w\"/><use href=\"#star\" transform=\"translate(28 12)scale(1.7)\"/>", "advised"),
];

const CONGKAK: [(&str, &str); 4] = [
    (
        "<use href=\"#pit-w\"/><use href=\"#s1\" x=\"-12\" y=\"10\"/><use href=\"#s4\" x=\"10\" y=\"-8\"/>",
        "a pit with two seeds",
    ),
    ("<use href=\"#pit-w\"/><use href=\"#rim-w\"/><use href=\"#dot-w\" y=\"84\"/>", "can be played"),
    ("<use href=\"#pit-w\"/><use href=\"#new-pit-w\"/>", "just changed"),
    ("<use href=\"#pit-w\"/><use href=\"#star\" transform=\"translate(28 -66)scale(1.6)\"/>", "advised"),
];

const KONO: [(&str, &str); 9] = [
    ("<use href=\"#st-W\"/>", "a white piece"),
    ("<use href=\"#st-WW\"/>", "a white piece that may capture: doubled, with a star"),
    ("<use href=\"#st-B\"/>", "a black piece"),
    ("<use href=\"#st-BB\"/>", "a black piece that may capture"),
    (
        "<circle class=\"home\" r=\"30\"/><text class=\"home-text middle\" y=\"12\" font-size=\"36\">5</text>",
        "a home point and what it is worth to the other",
    ),
    ("<use href=\"#st-W\"/><use href=\"#may\"/>", "can move"),
    ("<use href=\"#st-W\"/><use href=\"#pick\"/>", "chosen"),
    ("<use href=\"#target\"/>", "can go there"),
    ("<use href=\"#st-B\"/><use href=\"#capture\"/>", "can be captured"),
];
