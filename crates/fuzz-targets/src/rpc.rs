use serde::Deserialize;
use serde_json::value::RawValue;

/// A request that always gets an answer, to check that the server still works after any other request.
const VERSION: &[u8] = b"\n{\"jsonrpc\":\"2.0\",\"id\":\"after\",\"method\":\"version\"}\n";

/// A response. Its id is repeated as it was sent, and can be a number that no other type here could hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Response<'a> {
    jsonrpc: &'a str,
    #[serde(borrow)]
    id: &'a RawValue,
    result: Option<&'a RawValue>,
    error: Option<Error>,
}

/// The fields that every error has.
#[derive(Deserialize)]
struct Error {
    code: i32,
    message: String,
}

/// The protocol's server: a line gets at most one answer, which is a response or a batch of them, and the next request
/// gets its usual answer.
pub fn request(bytes: &[u8]) {
    let line: Vec<u8> = bytes.iter().map(|&byte| if byte == b'\n' { b' ' } else { byte }).collect();
    if asks_to_think(&line) {
        return;
    }
    let mut output = Vec::new();
    parlor_rpc::serve(&*[&line, VERSION].concat(), &mut output).expect("memory can be written");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    let mut answers: Vec<&str> = output.lines().collect();
    let after = check(answers.pop().expect("the last request is answered"));
    assert_eq!(after.id.get(), "\"after\"");
    assert!(after.result.is_some(), "{output}");
    match *answers {
        [] => {}
        [answer] if answer.starts_with('[') => {
            let batch: Vec<&RawValue> = serde_json::from_str(answer).expect("a batch is JSON");
            assert!(!batch.is_empty(), "an empty batch is not an answer");
            for answer in batch {
                check(answer.get());
            }
        }
        [answer] => drop(check(answer)),
        _ => panic!("more than one answer to a line: {output}"),
    }
}

fn check(response: &str) -> Response<'_> {
    let read: Response = serde_json::from_str(response).unwrap_or_else(|error| panic!("{error}: {response}"));
    assert_eq!(read.jsonrpc, "2.0");
    assert!(read.result.is_some() != read.error.is_some(), "{response}");
    if let Some(Error { code, message }) = &read.error {
        assert!(*code < 0 && !message.is_empty(), "{response}");
    }
    read
}

/// True if the line may ask for a search. A search takes seconds, and the engine has its own tests.
fn asks_to_think(line: &[u8]) -> bool {
    ["best", "rank"].iter().any(|method| line.windows(method.len()).any(|window| window == method.as_bytes()))
}
