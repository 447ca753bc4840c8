//! The games for other programs: JSON-RPC 2.0, one request and one answer per line.
//!
//! Every request contains its whole position, so the server keeps no state between requests. The protocol is
//! documented in `docs/bots/protocol.md`.
//!
//! - [`serve`] reads lines of bounded length and writes answers;
//! - [`answer`] turns one line into its answer: envelopes, batches, notifications, errors;
//! - each game has a file with the shapes of its positions and moves, and its methods.
//!
//! ```
//! let request = r#"{"jsonrpc":"2.0","id":1,"method":"version"}"#;
//! let answer = parlor_rpc::answer(request.as_bytes()).unwrap();
//! assert!(answer.starts_with(r#"{"jsonrpc":"2.0","id":1,"result":{"name":"parlor","version":"#));
//! ```

mod canoga;
mod congkak;
mod draft;
mod envelope;
mod error;
mod evaluate;
mod json;
mod kono;
mod methods;
mod saves;
mod serve;
mod shapes;
mod values;

pub use envelope::{RequestBounds, answer, answer_within, split_batch};
pub use serve::{MAX_LINE, serve, serve_within};
pub use values::{best_request, choice_value, game_word, position_value, read_choice, read_position};
