//! Positions, moves and dice as JSON values for other documents, and reading them back from other programs.

use parlor_rules::{Choice, Decision, DiceCount, Game, Pair, Standing};
use serde_json::Value;

use crate::draft::{choice as write_choice, position, standing};
use crate::envelope::plain;
use crate::json::{Json, PathValue, Problems, object};
use crate::methods::game;
use crate::{canoga, congkak, kono};

/// Reads a position. An error lists everything that is wrong with the position, and where.
///
/// ```
/// use parlor_rpc::read_position;
/// let text = r#"{"game":"congkak","size":5,"human":{"store":0,"pits":[5,5,5,5,5],"rounds":0},"computer":{"store":0,"pits":[5,5,5,5,5],"rounds":0},"next":"human"}"#;
/// assert_eq!(read_position(text).unwrap().to_string(), "Congkak, 5 pits a side, Human is next");
/// assert_eq!(read_position("{}").unwrap_err(), "position.game: is missing");
/// ```
pub fn read_position(text: &str) -> Result<Standing, String> {
    let position: Json = serde_json::from_str(text).map_err(|error| plain(&error))?;
    let params = Json::Object(vec![("position".into(), position)]);
    let problems = Problems::default();
    let params = PathValue::root(&params, &problems);
    let read = game(params, true)
        .and_then(|game| params.read(&["position"], |fields| fields.must("position", |at| standing(at, game)))?);
    read.map_err(|error| error.problem().to_owned())
}

/// Reads another program's choice: `throw` or `move` of its answer to `best`. Doesn't check that a move is legal.
///
/// ```
/// use parlor_rpc::read_choice;
/// use parlor_rules::{Choice, Decision, Seat, congkak::{Position, Size}};
/// let decision = Decision::Congkak(Position::start(Size::USUAL, Seat::Human));
/// assert_eq!(read_choice(&decision, r#"{"pit":"Q"}"#).unwrap().to_string(), "pit Q");
/// assert_eq!(read_choice(&decision, r#"{"hole":"Q"}"#).unwrap_err(),
///     "move: unknown field \u{201c}hole\u{201d} (known: pit); move.pit: is missing");
/// ```
pub fn read_choice(decision: &Decision, text: &str) -> Result<Choice, String> {
    let json: Json = serde_json::from_str(text).map_err(|error| plain(&error))?;
    let problems = Problems::default();
    let at = PathValue::field(&json, if matches!(decision, Decision::Dice(_)) { "throw" } else { "move" }, &problems);
    let read = match decision {
        Decision::Call | Decision::Color(_) => at.fault("programs are never asked to call a coin or choose a colour"),
        Decision::Dice(_) => match at.json {
            Json::Whole(1) => Some(Choice::Dice(DiceCount::One)),
            Json::Whole(2) => Some(Choice::Dice(DiceCount::Two)),
            _ => at.refuse("1 or 2"),
        },
        Decision::Canoga(_) => canoga::chosen(at).map(Choice::Canoga),
        Decision::Congkak(_) => congkak::chosen(at).map(Choice::Congkak),
        Decision::Kono(_) => kono::chosen(at).and_then(|chosen| match chosen {
            kono::TurnAction::Move(chosen) => Some(Choice::Kono(chosen)),
            kono::TurnAction::Quit => at.fault("a computer player can't quit: it must play to the end of the round"),
        }),
    };
    problems.or(read).map_err(|error| error.problem().to_owned())
}

/// The request line that asks another program for its choice, with its line end. It leaves out the results of earlier
/// rounds if the decision doesn't include them. `None` for a call or a colour, which no request asks for.
pub fn best_request(id: u64, decision: &Decision, millis: Option<u64>) -> Option<String> {
    let tournament = |position| parlor_rules::canoga::Standing { position, scores: Pair::default() };
    let (position, dice) = match decision {
        Decision::Call | Decision::Color(_) => return None,
        Decision::Dice(position) => (canoga::position(&tournament(*position)), None),
        Decision::Canoga(thrown) => {
            let dice = thrown.throw().dice().to_vec();
            (canoga::position(&tournament(*thrown.position())), Some(dice))
        }
        Decision::Congkak(position) => {
            let standing = parlor_rules::congkak::Standing { position: *position, rounds: Pair::default() };
            (congkak::position(&standing), None)
        }
        Decision::Kono(standing) => (kono::position(standing), None),
    };
    let mut params = vec![("position".into(), position)];
    params.extend(dice.map(|dice| ("dice".into(), dice.into())));
    params.extend(millis.map(|millis| ("millis".into(), i64::try_from(millis).unwrap_or(i64::MAX).into())));
    let id = i64::try_from(id).unwrap_or(i64::MAX);
    let request = object! { "jsonrpc": "2.0", "id": id, "method": "best", "params": Json::Object(params) };
    Some(serde_json::to_string(&request).expect("strings and numbers always serialise") + "\n")
}

/// The name of a game in requests.
pub fn game_word(game: Game) -> String {
    game.to_string().to_lowercase()
}

fn value(of: &Json) -> Value {
    serde_json::to_value(of).expect("strings and numbers always serialise")
}

pub fn position_value(standing: &Standing) -> Value {
    value(&position(standing))
}

/// A choice as JSON: one die or two as 1 or 2, a call or a colour as a string, and a move in its game's format.
pub fn choice_value(choice: Choice) -> Value {
    value(&write_choice(choice))
}
