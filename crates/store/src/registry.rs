//! What a server keeps besides journals: who holds which seat, the links to a table, a note, and which exercises a
//! browser has seen.

#[cfg(feature = "conformance")]
pub mod conformance;

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use hmac::{Hmac, KeyInit, Mac};
use parlor_rules::{Pair, Seat};
use parlor_table::{Entry, Setup, Summary};
use sha2::{Digest, Sha256};

use crate::jobs::{JobSettings, TaskQueue};
use crate::{JournalName, Listed, People, Store, StoreError, Tell, Watching};

/// A seat can have this many holders.
pub const MAX_HOLDERS: usize = 8;

/// The most bytes of what is kept about a browser's exercises.
pub const MAX_SEEN: usize = 64 << 10;

/// A table at which nothing has happened, and that nobody but its maker has come to, is removed after this time.
pub const EMPTY_AFTER: Duration = Duration::from_hours(24);

/// Who began tables, and from which addresses, is forgotten after this time.
pub const FORGET_AFTER: Duration = Duration::from_hours(1);

/// What each kind of store does in its own way for servers.
pub trait SharedStore {
    /// Calls `tell` each time a table has changed, for as long as what is returned is kept. Several changes may be told
    /// as one.
    fn watch(&self, name: &JournalName, tell: Tell) -> Result<Watching, StoreError>;

    /// Whether other programs may change tables, too, while this one has the store open.
    fn is_shared(&self) -> bool {
        false
    }

    /// Where questions about tables wait, if other programs can answer them, too.
    fn shared_jobs(&self, _: JobSettings) -> Result<Option<Arc<dyn TaskQueue>>, StoreError> {
        Ok(None)
    }

    /// Whether tables can be read and written now: the store is there and has the right schema.
    fn ready(&self) -> Result<(), StoreError>;
}

/// What a server keeps about tables besides their journals: who holds which seat, links, and notes.
///
/// All of it is removed with the journal, except which exercises a browser has seen. Every call about a journal that
/// doesn't exist says so with [`StoreError::Unknown`].
pub trait Registry: Store + SharedStore {
    /// Begins a journal with its links, note and first holders, all at once. The entries are those of an imported
    /// journal, or none; they must fit the setup, and the summary is that of the tournament after them.
    fn create_table(
        &self,
        setup: &Setup,
        entries: &[Entry],
        summary: Summary,
        new: &NewTable,
    ) -> Result<JournalName, StoreError>;

    /// The table that a link leads to, and what for.
    fn follow(&self, token: &Token) -> Result<Option<(JournalName, LinkKind)>, StoreError>;

    /// Who is at a table, how others get there, and the note about it.
    fn people(&self, name: &JournalName) -> Result<People, StoreError>;

    /// Takes a free seat; [`StoreError::SeatTaken`] if another holder was first. Taking one's own again is fine.
    fn take_free_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError>;

    /// Holds a seat together with those who hold it already (another device of the same person). A seat has at most
    /// [`MAX_HOLDERS`]; then it is [`StoreError::SeatFull`].
    fn share_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError>;

    /// The tables that a browser made or holds a seat of, the last played first, at most `limit`; with the link for
    /// watching and which seats are the browser's. Tables without that link are left out: nothing leads to them.
    fn tables_of(&self, holder: Holder, limit: usize) -> Result<Vec<(Listed, Token, Pair<bool>)>, StoreError>;

    /// How many there are without the limit. Archived tables are in neither.
    fn count_tables_of(&self, holder: Holder) -> Result<usize, StoreError>;

    /// Archives tables that were last played longer than `archive_after` ago (`None`: never), removes empty ones after
    /// [`EMPTY_AFTER`], and forgets after [`FORGET_AFTER`] who began tables. Several servers may do this at once.
    fn tidy(&self, now: SystemTime, archive_after: Option<Duration>) -> Result<Tidied, StoreError>;

    /// Brings an archived table back into lists, as if it had been played now. An append does that, too. A table that
    /// isn't archived stays as it is.
    fn bring_back(&self, name: &JournalName, now: SystemTime) -> Result<(), StoreError>;

    /// Counts a new table for all of these, if none of them has begun as many as its limit within that time. Returns
    /// whether it may be begun; if not, nothing is counted. Addresses are kept only as keyed hashes.
    fn count_beginning(&self, who: &[(Creator, u32)], within: Duration, now: SystemTime) -> Result<bool, StoreError>;

    /// Gives the person in a seat another name: who follows an invitation brings their own. It isn't a move.
    fn rename(&self, name: &JournalName, seat: Seat, person: &str) -> Result<(), StoreError>;

    /// Changes the note, and returns it as it is then. Changes at other servers wait, so none is lost.
    fn change_note(&self, name: &JournalName, change: NoteChange) -> Result<String, StoreError>;

    /// Which exercises a browser has seen, as a text of the front end's. It is empty at first.
    fn seen(&self, holder: Holder) -> Result<String, StoreError>;

    /// Replaces that text. With more than [`MAX_SEEN`] bytes it is refused with [`StoreError::SeenTooLong`].
    fn keep_seen(&self, holder: Holder, text: &str) -> Result<(), StoreError>;

    /// How a table stands now, where other programs may have changed it.
    fn version(&self, name: &JournalName) -> Result<Option<TableVersion>, StoreError>;
}

/// Makes a new note of the one before.
pub type NoteChange = Box<dyn FnOnce(&str) -> String + Send>;

/// How a table stands in a store that other programs use, too.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableVersion {
    /// The journal's revision.
    pub revision: u64,
    /// How often its holders, links, note or names have changed.
    pub people: u64,
    /// Whether it is archived.
    pub archived: bool,
}

/// What was tidied up.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tidied {
    /// The tables that are archived now and weren't before.
    pub archived: Vec<JournalName>,
    /// The empty tables that were removed.
    pub removed: Vec<JournalName>,
}

/// Who begins a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Creator {
    /// A browser.
    Browser(Holder),
    /// Everybody at an address.
    Address(IpAddr),
}

impl Creator {
    /// What is written down instead. Without the store's secret nobody can find out whether an address is in it.
    pub(crate) fn key(self, secret: &[u8]) -> [u8; 32] {
        match self {
            // It is a hash already.
            Creator::Browser(holder) => holder.0,
            Creator::Address(address) => {
                let octets = match address {
                    IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
                    IpAddr::V6(address) => address.octets(),
                };
                let mac = Hmac::<Sha256>::new_from_slice(secret).expect("a key can have any length");
                mac.chain_update(octets).finalize().into_bytes().into()
            }
        }
    }
}

/// What is kept about a table from its beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// The links to it, at most one for each purpose.
    pub links: Vec<(LinkKind, Token)>,
    /// Who holds which seat.
    pub holders: Vec<(Seat, Holder)>,
    /// The browser that made it.
    pub maker: Holder,
    /// The first note.
    pub note: String,
}

impl NewTable {
    /// The holders by seat, without repetitions.
    pub(crate) fn seats(&self) -> Result<Pair<Vec<Holder>>, StoreError> {
        let mut seats: Pair<Vec<Holder>> = Pair::default();
        for &(seat, holder) in &self.holders {
            add_holder(&mut seats[seat], holder)?;
        }
        Ok(seats)
    }
}

/// Refuses a text about exercises that is too long.
pub(crate) fn check_seen(text: &str) -> Result<(), StoreError> {
    if text.len() > MAX_SEEN { Err(StoreError::SeenTooLong) } else { Ok(()) }
}

/// Adds another holder, if that is still possible. Returns whether there was anything to add.
pub(crate) fn add_holder(holders: &mut Vec<Holder>, holder: Holder) -> Result<bool, StoreError> {
    if holders.contains(&holder) {
        return Ok(false);
    }
    if holders.len() >= MAX_HOLDERS {
        return Err(StoreError::SeatFull);
    }
    holders.push(holder);
    Ok(true)
}

/// Takes a seat if nobody else has it. Returns whether there was anything to take.
pub(crate) fn take_if_free(holders: &mut Vec<Holder>, holder: Holder) -> Result<bool, StoreError> {
    if !holders.is_empty() && !holders.contains(&holder) {
        return Err(StoreError::SeatTaken);
    }
    add_holder(holders, holder)
}

/// What a link is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LinkKind {
    /// To see the table.
    Watch,
    /// To take the seat while it is free.
    Invite(Seat),
    /// To hold the seat on another device too.
    Seat(Seat),
}

impl LinkKind {
    /// Every purpose that a link can have, in the order in which links are listed.
    pub const ALL: [LinkKind; 5] = [
        LinkKind::Watch,
        LinkKind::Invite(Seat::Human),
        LinkKind::Invite(Seat::Computer),
        LinkKind::Seat(Seat::Human),
        LinkKind::Seat(Seat::Computer),
    ];
}

/// A secret: 128 random bits, written as 32 hexadecimal digits.
///
/// ```
/// use parlor_store::Token;
/// let token = Token::random();
/// assert_eq!(token.to_string().parse(), Ok(token));
/// assert_eq!(format!("{token:?}"), "Token(\u{2026})");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Token([u8; 16]);

/// The text is not a token. It isn't repeated, because most of a secret may be in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a token has 32 hexadecimal digits in lower case")]
pub struct BadToken;

impl Token {
    /// A new one.
    ///
    /// # Panics
    /// If the operating system has no randomness to give: there would be no secrets.
    pub fn random() -> Token {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the operating system gives random numbers");
        Token(bytes)
    }

    pub(crate) fn from_bytes(bytes: [u8; 16]) -> Token {
        Token(bytes)
    }

    /// Its 128 bits.
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Tokens get into logs by way of other values, so this doesn't show the secret.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(\u{2026})")
    }
}

impl FromStr for Token {
    type Err = BadToken;
    fn from_str(text: &str) -> Result<Token, BadToken> {
        let digit = |letter: u8| match letter {
            b'0'..=b'9' => Ok(letter - b'0'),
            b'a'..=b'f' => Ok(letter - b'a' + 10),
            _ => Err(BadToken),
        };
        // A second way to write a token would be a second address of the same page.
        let digits: &[u8; 32] = text.as_bytes().try_into().map_err(|_| BadToken)?;
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Token(bytes))
    }
}

/// Who holds a seat: a hash of a browser's secret, so that reading the store is not enough to play for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Holder(pub [u8; 32]);

impl Holder {
    /// The holder whose secret this is.
    pub fn of(token: &Token) -> Holder {
        Holder(Sha256::digest(token.0).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_as_they_are_written_and_in_no_other_way() {
        let token: Token = "00ff10a09bcdef0123456789abcdef7f".parse().unwrap();
        assert_eq!(token.0[..5], [0x00, 0xff, 0x10, 0xa0, 0x9b]);
        assert_eq!(token.to_string(), "00ff10a09bcdef0123456789abcdef7f");
        let wrong = [
            "",
            "00ff10a09bcdef0123456789abcdef7",
            "00ff10a09bcdef0123456789abcdef7f0",
            "00FF10a09bcdef0123456789abcdef7f",
            "+0ff10a09bcdef0123456789abcdef7f",
            " 0ff10a09bcdef0123456789abcdef7f",
            "g0ff10a09bcdef0123456789abcdef7f",
            "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}",
        ];
        for text in wrong {
            assert_eq!(text.parse::<Token>(), Err(BadToken), "{text:?}");
        }
        assert_ne!(Token::random(), Token::random());
    }

    #[test]
    fn addresses_are_written_as_keyed_hashes() {
        let key = |text: &str, secret: &[u8]| Creator::Address(text.parse().unwrap()).key(secret);
        // From `printf '\x20\x01\x0d\xb8…\x01' | openssl dgst -sha256 -hmac secret`.
        assert_eq!(key("2001:db8::1", b"secret")[..4], [0x87, 0x07, 0xbc, 0xed]);
        assert_eq!(key("192.0.2.7", b"secret"), key("::ffff:192.0.2.7", b"secret"), "one address, written twice");
        assert_ne!(key("192.0.2.7", b"secret"), key("192.0.2.8", b"secret"));
        assert_ne!(key("192.0.2.7", b"secret"), key("192.0.2.7", b"another"));
    }

    #[test]
    fn a_holder_is_the_sha_256_of_the_secret() {
        // From `printf '\0...\0' | sha256sum` with 16 zero bytes.
        let holder = Holder::of(&Token([0; 16]));
        assert_eq!(holder.0[..8], [0x37, 0x47, 0x08, 0xff, 0xf7, 0x71, 0x9d, 0xd5]);
    }
}
