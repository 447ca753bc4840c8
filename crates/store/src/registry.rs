//! Server data about tables: seats, links, notes, and the exercises that each browser has seen.

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
use crate::{JournalName, Listed, OnChange, People, Store, StoreError, Watching};

/// The maximum number of browsers that can hold a seat.
pub const MAX_HOLDERS: usize = 8;

/// The maximum size of a browser's list of exercises, in bytes.
pub const MAX_SEEN: usize = 64 << 10;

/// The maximum size of a signal, in bytes.
pub const MAX_SIGNAL: usize = 120;

/// A table without moves that only its creator has visited is removed after this time.
pub const EMPTY_AFTER: Duration = Duration::from_hours(24);

/// Uploads are limited within this time; then the counts of new tables per browser and address are deleted.
pub const FORGET_AFTER: Duration = Duration::from_hours(1);

/// The parts of a registry that differ between databases.
pub trait SharedStore {
    /// Calls `on_change` after each change of the table, until the returned value is dropped. Several changes may
    /// be combined. Fails if the journal doesn't exist.
    fn watch(&self, name: &JournalName, on_change: OnChange) -> Result<Watching, StoreError>;

    /// True if other programs can use the store at the same time.
    fn is_shared(&self) -> bool {
        false
    }

    /// Sends a message about a table to its watchers in all programs that share the store, this one included. Nothing
    /// is stored: a message longer than [`MAX_SIGNAL`] is dropped, and any other one may be lost. A store that isn't
    /// shared sends none.
    fn signal(&self, _: &JournalName, _: &str) {}

    /// The job queue that other programs can work on, if the store has one.
    fn shared_jobs(&self, _: JobSettings) -> Result<Option<Arc<dyn TaskQueue>>, StoreError> {
        Ok(None)
    }

    /// The size of the store on disk, in bytes.
    fn size(&self) -> Result<u64, StoreError>;

    /// Checks that the store is reachable and has the right schema.
    fn ready(&self) -> Result<(), StoreError>;
}

/// A store of a server's tables: journals with seats, links and notes.
///
/// All of it is removed with the journal, except the lists of exercises. Every call about a journal that
/// doesn't exist fails with [`StoreError::Unknown`].
pub trait Registry: Store + SharedStore {
    /// Atomically creates a journal with its links, note and first seat holders. The entries are those of an imported
    /// journal, or none; they must fit the setup, and the summary is that of the tournament after them.
    fn create_table(
        &self,
        setup: &Setup,
        entries: &[Entry],
        summary: Summary,
        new: &NewTable,
    ) -> Result<JournalName, StoreError>;

    fn follow(&self, token: &Token) -> Result<Option<(JournalName, LinkKind)>, StoreError>;

    /// The seats, links and note of a table.
    fn people(&self, name: &JournalName) -> Result<People, StoreError>;

    /// Takes a free seat; [`StoreError::SeatTaken`] if another browser was first. Idempotent.
    fn take_free_seat(&self, name: &JournalName, seat: Seat, holder: BrowserId) -> Result<(), StoreError>;

    /// Adds a browser to a seat: another device of the same person. Fails with
    /// [`StoreError::SeatFull`] if the seat already has [`MAX_HOLDERS`].
    fn share_seat(&self, name: &JournalName, seat: Seat, holder: BrowserId) -> Result<(), StoreError>;

    /// The tables that a browser created or holds a seat at, most recently played first, at most `limit`; with the link
    /// for watching and the browser's seats. Tables without that link are left out, because no address leads
    /// to them.
    fn tables_of(&self, holder: BrowserId, limit: usize) -> Result<Vec<(Listed, Token, Pair<bool>)>, StoreError>;

    /// The number of tables that `tables_of` finds without the limit. Both leave out archived tables.
    fn count_tables_of(&self, holder: BrowserId) -> Result<usize, StoreError>;

    /// Archives tables that were last played longer than `archive_after` ago (`None`: never), removes empty ones after
    /// [`EMPTY_AFTER`], and deletes the counts of created tables after [`FORGET_AFTER`]. Several servers may do this at
    /// once.
    fn tidy(&self, now: SystemTime, archive_after: Option<Duration>) -> Result<Tidied, StoreError>;

    /// Lists an archived table again, as if it had just been played. Appending does that, too. A table that
    /// isn't archived stays as it is.
    fn unarchive(&self, name: &JournalName, now: SystemTime) -> Result<(), StoreError>;

    /// Counts a new table, with the size of its upload, for each of these creators. If one of them has reached its
    /// limit, nothing is counted. Addresses are stored only as keyed hashes.
    fn count_new_table(
        &self,
        who: &[(Creator, CreationLimit)],
        bytes: u64,
        now: SystemTime,
    ) -> Result<CreationOutcome, StoreError>;

    /// The keys that authenticate cookies, which all servers of the store share.
    fn cookie_keys(&self) -> Result<CookieKeys, StoreError>;

    /// Creates a new key for cookies. Cookies signed with the previous key are still accepted, but older ones aren't.
    fn replace_cookie_key(&self) -> Result<(), StoreError>;

    /// Renames the person in a seat. The revision stays the same.
    fn rename(&self, name: &JournalName, seat: Seat, person: &str) -> Result<(), StoreError>;

    /// Changes the note under a lock and returns the new one, so that no server's change is lost.
    fn change_note(&self, name: &JournalName, change: NoteChange) -> Result<String, StoreError>;

    /// The exercises that a browser has seen, in the front end's format; empty at first.
    fn seen(&self, holder: BrowserId) -> Result<String, StoreError>;

    /// Replaces the exercises that a browser has seen; [`StoreError::SeenTooLong`] if the text has more than
    /// [`MAX_SEEN`] bytes.
    fn keep_seen(&self, holder: BrowserId, text: &str) -> Result<(), StoreError>;

    /// The current version of a table; `None` in a store that isn't shared.
    fn version(&self, name: &JournalName) -> Result<Option<TableVersion>, StoreError>;
}

/// Makes a new note from the current one.
pub type NoteChange = Box<dyn FnOnce(&str) -> String + Send>;

/// The version of a table in a shared store.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableVersion {
    pub revision: u64,
    /// The number of changes of its seats, links, note or names.
    pub people: u64,
    pub archived: bool,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tidied {
    /// The tables that were archived this time.
    pub archived: Vec<JournalName>,
    /// The empty tables that were removed this time.
    pub removed: Vec<JournalName>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Creator {
    Browser(BrowserId),
    Address(IpAddr),
}

impl Creator {
    /// The stored key. Without the store's secret, an address can't be recovered from it.
    pub(crate) fn key(self, secret: &[u8]) -> [u8; 32] {
        match self {
            // Already a hash.
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

/// The limits on new tables for one browser or address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CreationLimit {
    pub tables_per_minute: u32,
    /// Bytes of uploaded files within [`FORGET_AFTER`].
    pub bytes_per_hour: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CreationOutcome {
    Allowed,
    /// Too many tables within a minute.
    TooMany,
    /// Too many bytes within an hour.
    TooMuch,
}

/// Keys that authenticate cookies. A browser whose cookie wasn't signed by this store counts as new.
#[derive(Clone, PartialEq, Eq)]
pub struct CookieKeys {
    current: Vec<u8>,
    /// Still accepted, so that browsers don't lose their seats when the key is replaced.
    before: Option<Vec<u8>>,
}

/// Doesn't show the keys.
impl fmt::Debug for CookieKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieKeys(\u{2026})")
    }
}

impl CookieKeys {
    pub(crate) fn new(current: Vec<u8>, before: Option<Vec<u8>>) -> CookieKeys {
        CookieKeys { current, before }
    }

    fn mac(key: &[u8], token: &Token) -> Hmac<Sha256> {
        let mac = Hmac::<Sha256>::new_from_slice(key).expect("a key can have any length");
        mac.chain_update(b"browser").chain_update(token.0)
    }

    /// The value of a browser's cookie: the token and its signature.
    pub fn sign(&self, token: &Token) -> String {
        let mac: [u8; 32] = Self::mac(&self.current, token).finalize().into_bytes().into();
        let half = Token(std::array::from_fn(|place| mac[place]));
        format!("{token}{half}")
    }

    /// The token of a cookie with a valid signature.
    pub fn read(&self, cookie: &str) -> Option<Token> {
        let (token, signature) = cookie.split_at_checked(32)?;
        let (token, signature): (Token, Token) = (token.parse().ok()?, signature.parse().ok()?);
        let keys = std::iter::once(&self.current).chain(&self.before);
        keys.into_iter().any(|key| Self::mac(key, &token).verify_truncated_left(&signature.0).is_ok()).then_some(token)
    }

    /// Hashes an address so that it can't be recognised without the key.
    pub fn hash_address(&self, address: IpAddr) -> [u8; 32] {
        Creator::Address(address).key(&self.current)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// The links to it, at most one for each purpose.
    pub links: Vec<(LinkKind, Token)>,
    pub holders: Vec<(Seat, BrowserId)>,
    /// The browser that created the table.
    pub maker: BrowserId,
    pub note: String,
}

impl NewTable {
    /// The holders by seat, without duplicates.
    pub(crate) fn seats(&self) -> Result<Pair<Vec<BrowserId>>, StoreError> {
        let mut seats: Pair<Vec<BrowserId>> = Pair::default();
        for &(seat, holder) in &self.holders {
            add_holder(&mut seats[seat], holder)?;
        }
        Ok(seats)
    }
}

/// Refuses a list of exercises that is too long.
pub(crate) fn check_seen(text: &str) -> Result<(), StoreError> {
    if text.len() > MAX_SEEN { Err(StoreError::SeenTooLong) } else { Ok(()) }
}

/// Adds a browser to a seat; false if it held the seat already.
pub(crate) fn add_holder(holders: &mut Vec<BrowserId>, holder: BrowserId) -> Result<bool, StoreError> {
    if holders.contains(&holder) {
        return Ok(false);
    }
    if holders.len() >= MAX_HOLDERS {
        return Err(StoreError::SeatFull);
    }
    holders.push(holder);
    Ok(true)
}

/// Takes a free seat; false if the browser holds it already.
pub(crate) fn take_if_free(holders: &mut Vec<BrowserId>, holder: BrowserId) -> Result<bool, StoreError> {
    if !holders.is_empty() && !holders.contains(&holder) {
        return Err(StoreError::SeatTaken);
    }
    add_holder(holders, holder)
}

/// The purpose of a link.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LinkKind {
    Watch,
    /// To take the seat while it is free.
    Invite(Seat),
    /// To hold the seat on another device as well.
    Seat(Seat),
}

impl LinkKind {
    /// All purposes, in the order in which links are listed.
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

/// The text is not a token. The error doesn't repeat it, because it may contain most of a secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a token has 32 hexadecimal digits in lower case")]
pub struct BadToken;

impl Token {
    /// A new random token.
    ///
    /// # Panics
    /// If the operating system provides no randomness, without which there are no secrets.
    pub fn random() -> Token {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the operating system gives random numbers");
        Token(bytes)
    }

    pub(crate) fn from_bytes(bytes: [u8; 16]) -> Token {
        Token(bytes)
    }

    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Tokens may be logged as parts of other values, so this doesn't show the secret.
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
        // If a token could be written in two ways, a page would have two addresses.
        let digits: &[u8; 32] = text.as_bytes().try_into().map_err(|_| BadToken)?;
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Token(bytes))
    }
}

/// A hash of a browser's secret cookie, so that reading the store isn't enough to impersonate a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BrowserId(pub [u8; 32]);

impl BrowserId {
    pub fn of(token: &Token) -> BrowserId {
        BrowserId(Sha256::digest(token.0).into())
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
    fn only_cookies_signed_by_the_store_are_read() {
        let keys = CookieKeys::new(vec![1; 32], None);
        let token = Token::random();
        let cookie = keys.sign(&token);
        assert_eq!(keys.read(&cookie), Some(token));
        for at in 0..cookie.len() {
            let mut forged = cookie.clone().into_bytes();
            forged[at] = if forged[at] == b'0' { b'1' } else { b'0' };
            assert_eq!(keys.read(std::str::from_utf8(&forged).unwrap()), None, "digit {at}");
        }
        for invented in ["", &cookie[..32], &cookie[..63], &format!("{cookie}0"), &format!("{token}{token}"), "\u{e9}"]
        {
            assert_eq!(keys.read(invented), None, "{invented}");
        }
        let replaced = CookieKeys::new(vec![2; 32], Some(vec![1; 32]));
        assert_eq!(replaced.read(&cookie), Some(token), "the key before is still accepted");
        assert_ne!(replaced.sign(&token), cookie);
        assert_eq!(CookieKeys::new(vec![3; 32], Some(vec![2; 32])).read(&cookie), None);
        assert_eq!(format!("{keys:?}"), "CookieKeys(\u{2026})");
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
        let holder = BrowserId::of(&Token([0; 16]));
        assert_eq!(holder.0[..8], [0x37, 0x47, 0x08, 0xff, 0xf7, 0x71, 0x9d, 0xd5]);
    }
}
