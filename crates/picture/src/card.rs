//! The content of a picture: a board, the players, and a caption.

use std::collections::BTreeMap;

use parlor_rules::kono::Color;
use parlor_rules::{Game, Pair, Seat};
use parlor_table::Table;
use parlor_view::{
    BoardLayout, BoardView, LineKind, Moment, Names, Replay, ResultCard, Scene, game_line, is_between_rounds,
    round_in_words, sample_board, size_in_words, turn_of,
};

/// A picture of a game at one moment, or of a game in general. It shows nothing that a spectator can't see.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    pub(crate) game: Game,
    /// The game, and perhaps size and round.
    pub(crate) title: String,
    pub(crate) caption: String,
    pub(crate) scene: Scene,
    pub(crate) names: Names,
    /// The player whose side of the board is at the bottom.
    pub(crate) side: Seat,
    /// `None` for a picture without players.
    pub(crate) players: Option<Pair<PlayerCard>>,
}

/// A player and the player's score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayerCard {
    pub(crate) points: i64,
    pub(crate) words: String,
    /// The colour of the player's stones in Kono.
    pub(crate) color: Option<Color>,
    pub(crate) is_turn: bool,
}

impl Card {
    /// A table as it is now.
    pub fn of_table(table: &Table, side: Seat) -> Card {
        let names = Names::of(&table.setup().players);
        let board = BoardView::at_rest(table);
        let next = table.next();
        let between = table.is_over() || next.question().is_some_and(|question| is_between_rounds(&question.ask));
        let result = ResultCard::of(table, &names);
        let turn = turn_of(&next);
        let caption = match (&result, turn) {
            (Some(result), _) => result.title.clone(),
            (None, Some(seat)) => format!("{} to play", names.label(seat)),
            (None, None) => String::new(),
        };
        let won = result.and_then(|result| result.winner);
        let scene = Scene::of(board.unwrap_or_else(|| bare_board(table)));
        let players = players(table, &scene.board, between, turn, won);
        Card { game: table.game(), title: title(table), caption, scene, names, side, players: Some(players) }
    }

    /// A moment of a replay.
    fn of_moment(table: &Table, moment: &Moment, board: &BoardView, turn: Option<Seat>, side: Seat) -> Card {
        let game = table.game();
        let scene = moment.scene.clone().unwrap_or_else(|| Scene::of(board.clone()));
        let lines = moment.lines.iter().filter(|line| matches!(line.kind, LineKind::Sentence | LineKind::Result));
        let caption = lines.map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
        // Each round can have another size.
        let size = size_in_words(game, scene.board.size());
        let title = format!("{game} \u{b7} {size} \u{b7} round {}", moment.round);
        let players = players(table, &scene.board, false, turn, None);
        let names = Names::of(&table.setup().players);
        Card { game, title, caption, scene, names, side, players: Some(players) }
    }

    /// An invitation to take this seat at a table.
    pub fn invitation(table: &Table, seat: Seat) -> Card {
        let game = table.game();
        let caption = match inviter(table, seat) {
            Some(name) => format!("{name} invites you to play {game}"),
            None => format!("You\u{2019}re invited to play {game}"),
        };
        let size = table.size().map(|size| size_in_words(game, size)).unwrap_or_default();
        Card::general(game, size, caption, bare_board(table))
    }

    /// A game in general.
    pub fn of_game(game: Game) -> Card {
        Card::general(game, game_line(game).to_owned(), format!("How to play {game}"), sample_board(game))
    }

    fn general(game: Game, title: String, caption: String, board: BoardView) -> Card {
        let board = BoardView { dice: None, can_choose: Vec::new(), changed: Vec::new(), ..board };
        Card { game, title, caption, scene: Scene::of(board), names: Names::plain(), side: Seat::Human, players: None }
    }

    /// The picture in words: the game, the scores, and the caption.
    pub fn description(&self) -> String {
        let score = |seat: Seat| {
            let players = self.players.as_ref()?;
            Some(format!("{} {}", self.names.label(seat), players[seat].points))
        };
        let scores: Vec<String> = Seat::BOTH.into_iter().filter_map(score).collect();
        let parts = [self.title.clone(), scores.join(", "), self.caption.clone()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(". ") + "."
    }
}

/// The name of the player who invites a friend to this seat; `None` until they have entered one.
pub fn inviter(table: &Table, seat: Seat) -> Option<String> {
    let names = Names::of(&table.setup().players);
    let from = names.label(seat.other());
    (from != seat.other().to_string()).then(|| from.to_owned())
}

/// Every moment of a replay as a card.
pub fn cards(table: &Table, replay: &Replay, side: Seat) -> Vec<Card> {
    let mut turns = BTreeMap::new();
    table.replay_all(|table, made, _| {
        turns.insert(made.map_or(0, |record| record.revision), turn_of(&table.next()));
    });
    let mut replay = replay.clone();
    let mut board = bare_board(table);
    let mut cards = Vec::new();
    for number in 1..=replay.place().1 {
        replay.go_to(number);
        let moment = replay.moment();
        if let Some(scene) = &moment.scene {
            board = scene.board.clone();
        }
        let turn = turns.get(&moment.revision).copied().flatten();
        cards.push(Card::of_moment(table, moment, &board, turn, side));
    }
    cards
}

/// The board of a table on which nothing has happened yet.
fn bare_board(table: &Table) -> BoardView {
    let game = table.game();
    let laid_out = BoardView::laid_out(game, table.size().unwrap_or_else(|| game.usual_size()));
    laid_out.unwrap_or_else(|| sample_board(game))
}

fn title(table: &Table) -> String {
    let mut parts = vec![table.game().to_string()];
    parts.extend(table.size().map(|size| size_in_words(table.game(), size)));
    parts.push(round_in_words(table));
    parts.join(" \u{b7} ")
}

fn players(table: &Table, board: &BoardView, between: bool, turn: Option<Seat>, won: Option<Seat>) -> Pair<PlayerCard> {
    let points = board.shown_points(between);
    Pair::from_fn(|seat| {
        let mut words: Vec<String> = Vec::new();
        let mut color = None;
        if won == Some(seat) {
            words.push("won".to_owned());
        } else if turn == Some(seat) {
            words.push("to play".to_owned());
        }
        // Above a wide board there is little room, so it has only the most important of these.
        match &board.layout {
            BoardLayout::Congkak(view) if view.rounds != Pair::default() && words.is_empty() => {
                let won = view.rounds[seat];
                words.push(format!("{won} {} won", if won == 1 { "round" } else { "rounds" }));
            }
            BoardLayout::Kono(view) => {
                color = view.colors[seat];
                words.extend(color.map(|color| color.to_string()));
                if view.now.is_some() && !between && view.scores != Pair::default() {
                    words.push(format!("{} before", view.scores[seat]));
                }
            }
            BoardLayout::Canoga(_) | BoardLayout::Congkak(_) => {}
        }
        if words.is_empty() || table.game() == Game::Kono {
            words.extend(table.player(seat).level().map(|level| format!("level {level}")));
        }
        PlayerCard { points: points[seat], words: words.join(" \u{b7} "), color, is_turn: turn == Some(seat) }
    })
}
