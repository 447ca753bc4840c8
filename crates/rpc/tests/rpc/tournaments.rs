//! Whole tournaments through the protocol: a client without the rules plays listed moves and sends back the positions
//! that it was given.

use parlor_rules::{Pair, Seat, canoga, congkak, kono};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

fn call(method: &str, params: &Value) -> Result<Value, Value> {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let answer: Value = serde_json::from_str(&parlor_rpc::answer(request.to_string().as_bytes()).unwrap()).unwrap();
    match answer.get("result") {
        Some(result) => Ok(result.clone()),
        None => Err(answer["error"].clone()),
    }
}

fn pick(random: &mut ChaCha8Rng, list: &Value) -> Option<Value> {
    let list = list.as_array().unwrap();
    if list.is_empty() { None } else { Some(list[random.random_range(0..list.len())].clone()) }
}

/// A finished position allows only `next_round`.
fn refuses_all(position: &Value, play: &Value) {
    for method in ["moves", "play"] {
        let error = call(method, if method == "play" { play } else { position }).unwrap_err();
        assert_eq!(error["code"], -32602);
        assert!(error["message"].as_str().unwrap().contains("the round is over"), "{error}");
    }
}

const SEATS: [&str; 2] = ["human", "computer"];

#[test]
fn canoga() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut sizes = vec![];
    let mut now = call("new", &json!({"game": "canoga", "size": 9, "first": "human"})).unwrap()["position"].clone();
    let mut totals = [0, 0];
    for _ in 0..30 {
        while now["over"].is_null() {
            let throws = call("moves", &json!({"position": now})).unwrap();
            let count = pick(&mut random, &throws["throws"]).unwrap().as_u64().unwrap();
            let dice: Vec<u8> = (0..count).map(|_| random.random_range(1..=6)).collect();
            let moves = call("moves", &json!({"position": now, "dice": dice})).unwrap();
            let chosen = pick(&mut random, &moves["moves"]);
            now = call("play", &json!({"position": now, "dice": dice, "move": chosen})).unwrap()["position"].clone();
        }
        refuses_all(&json!({"position": now}), &json!({"position": now, "dice": [1, 1], "move": null}));
        let winner = SEATS.iter().position(|seat| now["over"]["winner"] == *seat).unwrap();
        totals[winner] += now["over"]["points"].as_i64().unwrap();
        assert_eq!(now["next"], SEATS[winner]);
        let size = random.random_range(9..=11);
        sizes.push(size);
        let first = SEATS[random.random_range(0..2)];
        now = call("next_round", &json!({"position": now, "size": size, "first": first})).unwrap()["position"].clone();
        assert_eq!([&now["human"]["score"], &now["computer"]["score"]], [&json!(totals[0]), &json!(totals[1])]);
        assert_eq!((&now["size"], &now["first"], &now["next"]), (&json!(size), &json!(first), &json!(first)));
    }
    assert!((9..=11).all(|size| sizes.contains(&size)));
}

#[test]
fn congkak() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for size in 5..=11 {
        let mut now =
            call("new", &json!({"game": "congkak", "size": size, "first": "computer"})).unwrap()["position"].clone();
        let mut rounds = [0, 0];
        for _ in 0..5 {
            while now["over"].is_null() {
                let moves = call("moves", &json!({"position": now})).unwrap();
                let chosen = pick(&mut random, &moves["moves"]).unwrap();
                let played = call("play", &json!({"position": now, "move": chosen})).unwrap();
                let laps = played["laps"].as_array().unwrap();
                assert_eq!(laps[0][0], chosen["pit"]);
                for (lap, next) in laps.iter().zip(&laps[1..]) {
                    assert_eq!(lap.as_array().unwrap().last(), Some(&next[0]));
                }
                now = played["position"].clone();
            }
            refuses_all(&json!({"position": now}), &json!({"position": now, "move": {"pit": "A"}}));
            let winner = SEATS.iter().position(|seat| now["over"]["winner"] == *seat).unwrap();
            rounds[winner] += 1;
            now = call("next_round", &json!({"position": now})).unwrap()["position"].clone();
            assert_eq!([&now["human"]["rounds"], &now["computer"]["rounds"]], [&json!(rounds[0]), &json!(rounds[1])]);
            assert_eq!(now["next"], SEATS[winner]);
        }
    }
}

#[test]
fn kono() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for size in [5, 7, 9] {
        let new = json!({"game": "kono", "size": size, "first": "computer", "color": "black"});
        let mut now = call("new", &new).unwrap()["position"].clone();
        let mut reasons = vec![];
        for round in 1..=6 {
            assert_eq!(now["round"], round);
            while now["over"].is_null() {
                let moves = call("moves", &json!({"position": now})).unwrap();
                let quit = round == 3 && random.random_bool(0.05);
                let chosen = if quit { json!("quit") } else { pick(&mut random, &moves["moves"]).unwrap() };
                now = call("play", &json!({"position": now, "move": chosen})).unwrap()["position"].clone();
            }
            refuses_all(&json!({"position": now}), &json!({"position": now, "move": "quit"}));
            reasons.push(now["over"]["reason"].as_str().unwrap().to_owned());
            let mut next = json!({"position": now, "size": size, "color": "white"});
            let winner = &now["over"]["winner"];
            assert_eq!(&now["next"], winner);
            let first = if winner.is_null() { json!("human") } else { winner.clone() };
            if winner.is_null() {
                assert!(call("next_round", &next).unwrap_err()["message"].as_str().unwrap().contains("first"));
                next["first"] = first.clone();
            }
            now = call("next_round", &next).unwrap()["position"].clone();
            assert_eq!((&now["next"], &now["history"]), (&first, &json!([])));
            assert_eq!(now[first.as_str().unwrap()]["color"], "white");
        }
        assert!(reasons.contains(&"quit".to_owned()), "{reasons:?}");
    }
}

/// The protocol adds nothing and loses nothing: every position that the rules reach goes through unchanged.
#[test]
fn positions_pass_through_unchanged() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let start = call("new", &json!({"game": "canoga", "size": 10, "first": "computer"})).unwrap();
    let standing = canoga::Standing::new(canoga::Size::new(10).unwrap(), Seat::Computer);
    assert_eq!(start["position"]["first"], "computer");
    assert_eq!(standing.scores, Pair { human: 0, computer: 0 });
    for (params, moves) in [
        (json!({"game": "congkak", "size": 7, "first": "human"}), {
            let size = congkak::Size::new(7).unwrap();
            let start = congkak::Position::start(size, Seat::Human);
            start.legal_moves().map(|pit| json!({"pit": pit.to_string()})).collect::<Vec<_>>()
        }),
        (json!({"game": "kono", "size": 9, "first": "human", "color": "white"}), {
            let size = kono::Size::new(9).unwrap();
            let start = kono::Position::start(size, Seat::Human, kono::Color::White);
            let step = |chosen: kono::Move| match chosen {
                kono::Move::Step(kono::Point { row, column }, direction) => {
                    json!({"piece": [row, column], "direction": direction.to_string()})
                }
                kono::Move::Pass => json!("pass"),
            };
            start.legal_moves().map(step).collect()
        }),
    ] {
        let position = call("new", &params).unwrap()["position"].clone();
        let listed = call("moves", &json!({"position": position})).unwrap();
        assert_eq!(listed["moves"], json!(moves));
        let chosen = pick(&mut random, &listed["moves"]).unwrap();
        let played = call("play", &json!({"position": position, "move": chosen})).unwrap();
        // Only null fields are left out.
        let mut spare = position.clone();
        for field in ["over", "history", "advantage"] {
            spare.as_object_mut().unwrap().remove(field);
        }
        assert_eq!(call("play", &json!({"position": spare, "move": chosen})).unwrap(), played);
    }
}
