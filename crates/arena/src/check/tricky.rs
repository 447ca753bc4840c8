use parlor_rules::kono::{Color, Move, Position, Size, Standing as KonoStanding};
use parlor_rules::{Decision, Game, Seat, Standing, Throw, congkak};

/// A position that bots often get wrong.
pub struct Tricky {
    pub game: Game,
    pub size: i64,
    pub what: String,
    pub decision: Decision,
}

/// Positions in the format of `docs/bots/protocol.md`, with dice for Canoga.
const POSITIONS: [(&str, &str, &[i64]); 13] = [
    (
        "the start of a round",
        r#"{"game":"canoga","size":9,"human":{"covered":[],"score":0},"computer":{"covered":[],"score":0},"first":"human","next":"human"}"#,
        &[6, 3],
    ),
    (
        "a locked square, which can't be uncovered",
        r#"{"game":"canoga","size":9,"human":{"covered":[],"score":0},"computer":{"covered":[7],"score":11},"first":"human","next":"human","advantage":{"player":"computer","square":7}}"#,
        &[3, 4],
    ),
    (
        "one die or two",
        r#"{"game":"canoga","size":9,"human":{"covered":[7,8,9],"score":0},"computer":{"covered":[2],"score":0},"first":"human","next":"human"}"#,
        &[],
    ),
    (
        "a single die",
        r#"{"game":"canoga","size":10,"human":{"covered":[2],"score":0},"computer":{"covered":[7,8,9,10],"score":0},"first":"human","next":"computer"}"#,
        &[5],
    ),
    (
        "a throw that only uncovers",
        r#"{"game":"canoga","size":9,"human":{"covered":[3,4,5,6,7,8,9],"score":0},"computer":{"covered":[2,9],"score":0},"first":"human","next":"human"}"#,
        &[6, 5],
    ),
    (
        "a throw that wins",
        r#"{"game":"canoga","size":11,"human":{"covered":[1,2,3,5,6,7,8,9,10,11],"score":0},"computer":{"covered":[1],"score":0},"first":"computer","next":"human"}"#,
        &[4],
    ),
    (
        "the start of a round",
        r#"{"game":"congkak","size":7,"human":{"store":0,"pits":[7,7,7,7,7,7,7],"rounds":0},"computer":{"store":0,"pits":[7,7,7,7,7,7,7],"rounds":0},"next":"human"}"#,
        &[],
    ),
    (
        "free plays, seen from the other seat",
        r#"{"game":"congkak","size":5,"human":{"store":10,"pits":[1,1,1,1,1],"rounds":0},"computer":{"store":10,"pits":[5,4,3,2,1],"rounds":0},"next":"computer"}"#,
        &[],
    ),
    (
        "a single pit that can be played",
        r#"{"game":"congkak","size":5,"human":{"store":20,"pits":[0,0,0,0,1],"rounds":0},"computer":{"store":24,"pits":[1,1,1,1,1],"rounds":0},"next":"human"}"#,
        &[],
    ),
    (
        "more seeds in a pit than there are holes",
        r#"{"game":"congkak","size":5,"human":{"store":1,"pits":[0,30,0,2,0],"rounds":1},"computer":{"store":1,"pits":[3,3,3,3,4],"rounds":0},"next":"human"}"#,
        &[],
    ),
    (
        "the start of a round",
        r#"{"game":"kono","size":5,"round":1,"human":{"color":"black","score":0},"computer":{"color":"white","score":0},"board":[["W","W","W","W","W"],["W","O","O","O","W"],["O","O","O","O","O"],["B","O","O","O","B"],["B","B","B","B","B"]],"next":"human"}"#,
        &[],
    ),
    (
        "no piece can move, so the only move is a pass",
        r#"{"game":"kono","size":5,"round":1,"human":{"color":"white","score":0},"computer":{"color":"black","score":0},"board":[["W","O","O","O","O"],["O","B","O","O","O"],["O","O","O","O","O"],["O","O","O","O","O"],["O","O","O","O","O"]],"next":"human"}"#,
        &[],
    ),
    (
        "a piece that may capture, and one that may not",
        r#"{"game":"kono","size":5,"round":2,"human":{"color":"white","score":3},"computer":{"color":"black","score":0},"board":[["O","O","O","O","O"],["O","O","O","O","O"],["B","O","B","O","O"],["O","W","O","WW","O"],["O","O","O","O","O"]],"next":"human"}"#,
        &[],
    ),
];

pub fn tricky() -> Vec<Tricky> {
    let written = POSITIONS.iter().map(|(what, position, dice)| {
        let standing = parlor_rpc::read_position(position).expect("the positions above are right; a test reads them");
        let (game, size) = (standing.game(), standing.size());
        Tricky { game, size, what: (*what).to_owned(), decision: decision(standing, dice) }
    });
    let kono = |what: &str, standing: KonoStanding| {
        let size = standing.board().size().points().into();
        Tricky { game: Game::Kono, size, what: what.to_owned(), decision: Decision::Kono(standing) }
    };
    let called = [
        kono("a position that has come up twice; a third time calls the round", repeated()),
        kono("almost enough quiet moves to call the round", quiet()),
    ];
    let mut all: Vec<Tricky> = written.chain(called).collect();
    // All sizes of the other two games; Canoga's positions are above.
    for size in congkak::Size::ALL {
        let decision = Decision::Congkak(congkak::Position::start(size, Seat::Computer));
        all.push(start(Game::Congkak, size.pits() as i64, decision));
    }
    for size in Size::ALL {
        let decision = Decision::Kono(KonoStanding::new(size).choose(Seat::Computer, Color::White));
        all.push(start(Game::Kono, size.points().into(), decision));
    }
    all
}

fn start(game: Game, size: i64, decision: Decision) -> Tricky {
    Tricky { game, size, what: format!("the start of a round of size {size}, Computer first"), decision }
}

fn decision(standing: Standing, dice: &[i64]) -> Decision {
    match (standing, Throw::new(dice)) {
        (Standing::Canoga(standing), Ok(throw)) => {
            Decision::Canoga(standing.position.throw(throw).expect("a test throws these dice"))
        }
        (standing, _) => standing.into(),
    }
}

fn kono_start() -> KonoStanding {
    KonoStanding::new(Size::ALL[0]).choose(Seat::Human, Color::White)
}

/// A position after both players have stepped forward and back.
fn repeated() -> KonoStanding {
    let mut standing = kono_start();
    for word in ["2 1 southeast", "4 5 northwest", "3 2 northwest", "3 4 southeast"] {
        standing.play(word.parse().expect("a step")).expect("a test plays these");
    }
    standing
}

/// A position one quiet move short of a called round.
fn quiet() -> KonoStanding {
    let mut standing = kono_start();
    let limit = standing.board().size().quiet_limit();
    // A fixed walk of legal quiet moves that never repeats a position.
    for count in 0..limit - 1 {
        let moves: Vec<Move> = standing.position.iter().flat_map(Position::legal_moves).collect();
        let quietly = (0..moves.len()).find_map(|index| {
            let mut tried = standing.clone();
            tried.play(moves[(index + 5 * count) % moves.len()]).ok()?;
            let position = tried.position?;
            (position.turn().is_some() && tried.history().len() == count + 1 && tried.repetitions() == 1)
                .then_some(tried)
        });
        let Some(next) = quietly else { break };
        standing = next;
    }
    standing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_match_their_descriptions() {
        let all = tricky();
        assert_eq!(all.len(), 25);
        for (game, size) in
            Game::ALL.into_iter().flat_map(|game| game.sizes().into_iter().map(move |size| (game, size)))
        {
            assert!(all.iter().any(|tricky| (tricky.game, tricky.size) == (game, size)), "{game} of size {size}");
        }
        let of = |what: &str| &all.iter().find(|tricky| tricky.what.contains(what)).expect(what).decision;
        for Tricky { what, decision, .. } in &all {
            assert!(!decision.choices().is_empty(), "{what}");
        }
        let words = |what: &str| of(what).choices().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(!words("locked").contains(&"uncover 7".to_owned()));
        assert_eq!(words("one die or two"), ["one die", "two dice"]);
        assert!(words("only uncovers").iter().all(|word| word.starts_with("uncover")));
        assert_eq!(words("the only move is a pass"), ["pass"]);
        assert_eq!(words("a single pit"), ["pit T"]);
        let Decision::Kono(repeated) = of("come up twice") else { panic!() };
        assert_eq!(repeated.repetitions(), 2);
        let Decision::Kono(quiet) = of("quiet moves") else { panic!() };
        assert_eq!(quiet.history().len(), quiet.board().size().quiet_limit() - 1);
    }
}
