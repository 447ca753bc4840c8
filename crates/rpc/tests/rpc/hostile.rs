//! Hostile requests that are JSON. `crates/fuzz-targets` tests lines of arbitrary bytes.

use parlor_fuzz_targets::request;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A request of each kind, to be damaged.
fn requests() -> Vec<Value> {
    let canoga = json!({
        "game": "canoga", "size": 9, "human": {"covered": [1, 5], "score": 3}, "computer": {"covered": [9], "score": 4},
        "first": "human", "next": "human", "advantage": {"player": "computer", "square": 9}, "over": null
    });
    let congkak = json!({
        "game": "congkak", "size": 5, "human": {"store": 3, "pits": [1, 0, 4, 2, 0], "rounds": 1},
        "computer": {"store": 9, "pits": [0, 3, 0, 1, 0], "rounds": 0}, "next": "computer"
    });
    let row = json!(["W", "O", "BB", "O", "W"]);
    let kono = json!({
        "game": "kono", "size": 5, "round": 2, "human": {"color": "white", "score": 1},
        "computer": {"color": "black", "score": 0},
        "board": [row, ["O", "O", "O", "O", "O"], ["O", "W", "O", "B", "O"], ["O", "O", "O", "O", "B"], ["B", "B", "WW", "O", "B"]],
        "next": "computer", "history": []
    });
    let call = |method: &str, params: Value| json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    vec![
        call("new", json!({"game": "kono", "size": 7, "first": "human", "color": "black"})),
        call("moves", json!({"position": canoga, "dice": [3, 4]})),
        call("play", json!({"position": canoga, "dice": [3, 4], "move": {"cover": [4, 3]}})),
        call("next_round", json!({"position": canoga, "size": 9, "first": "human"})),
        call("play", json!({"position": congkak, "move": {"pit": "B"}})),
        call("next_round", json!({"position": congkak})),
        call("moves", json!({"position": kono})),
        call("play", json!({"position": kono, "move": {"piece": [1, 3], "direction": "southwest"}})),
        call("next_round", json!({"position": kono, "size": 5, "color": "white", "first": "human"})),
    ]
}

/// Replaces the `at`th value in reading order; returns false if there is none.
fn replace(value: &mut Value, at: &mut usize, with: &Value) -> bool {
    if *at == 0 {
        *value = with.clone();
        return true;
    }
    *at -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| replace(item, at, with)),
        Value::Object(fields) => fields.values_mut().any(|field| replace(field, at, with)),
        _ => false,
    }
}

fn odd_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!(-1)),
        Just(json!(i64::MAX)),
        Just(json!(u64::MAX)),
        Just(json!(1.5)),
        Just(json!(true)),
        Just(json!("")),
        Just(json!("human")),
        Just(json!([])),
        Just(json!({})),
        Just(json!([[[[[]]]]])),
        any::<i64>().prop_map(|number| json!(number)),
        any::<u8>().prop_map(|number| json!(number)),
        any::<String>().prop_map(|text| json!(text)),
        prop::collection::vec(any::<i8>(), 0..30).prop_map(|list| json!(list)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn a_request_with_odd_values_is_answered(which in 0..9_usize, at in 0..90_usize, with in odd_value()) {
        let mut damaged = requests()[which].clone();
        replace(&mut damaged, &mut at.clone(), &with);
        request(damaged.to_string().as_bytes());
    }
}

#[test]
fn the_requests_to_be_damaged_are_whole() {
    for request in requests() {
        let answer: Value = serde_json::from_str(&parlor_rpc::answer(request.to_string().as_bytes()).unwrap()).unwrap();
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.is_empty() || message.contains("play it to its end first"), "{message}");
    }
}

/// Lists for objects and objects for words, which a lenient reader of JSON might accept.
#[test]
fn other_shapes_are_refused() {
    let play = &requests()[2];
    for (path, shape) in [
        ("/params/move", json!([[4, 3]])),
        ("/params/position/human", json!([[1], 0])),
        ("/params/position/advantage", json!(["computer", 9])),
        ("/params/position/first", json!({"human": null})),
        ("/params/position/next", json!(null)),
        ("/params/position/size", json!(9.5)),
        ("/params/position/size", json!("9")),
        ("/params/position/human/score", json!(u64::MAX)),
        ("/params/dice", json!(3)),
        ("/params/dice", json!([1, 2, 3])),
        ("/params", json!([])),
    ] {
        let mut request = play.clone();
        *request.pointer_mut(path).unwrap() = shape;
        let answer: Value = serde_json::from_str(&parlor_rpc::answer(request.to_string().as_bytes()).unwrap()).unwrap();
        assert_eq!(answer["error"]["code"], -32602, "{request}: {answer}");
    }
    for (path, shape) in [("/jsonrpc", json!({"2.0": null})), ("/jsonrpc", json!(2.0)), ("/method", json!(["version"]))]
    {
        let mut request = play.clone();
        *request.pointer_mut(path).unwrap() = shape;
        let answer: Value = serde_json::from_str(&parlor_rpc::answer(request.to_string().as_bytes()).unwrap()).unwrap();
        assert_eq!(answer["error"]["code"], -32600, "{request}: {answer}");
    }
}

#[test]
fn deep_nesting_neither_overflows_nor_hangs() {
    for open in ["[", "{\"a\":", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"new\",\"params\":{\"game\":[", "[{\"a\":"]
    {
        request(open.repeat(100_000).as_bytes());
    }
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"moves","params":{{"position":{}1{}}}}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    request(deep.as_bytes());
    request(format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)).as_bytes());
}

#[test]
fn a_position_with_endless_faults_gets_a_bounded_answer() {
    let covered = vec![77; 200_000];
    let position = json!({
        "game": "canoga", "size": 9, "human": {"covered": covered, "score": 0}, "computer": {"covered": [], "score": 0},
        "first": "human", "next": "human"
    });
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "moves", "params": {"position": position}});
    let answer = parlor_rpc::answer(request.to_string().as_bytes()).unwrap();
    assert!(answer.contains("and 199950 more"));
    assert!(answer.len() < 20_000, "{} bytes", answer.len());
}
