//! Addresses of databases.

use std::fmt;
use std::str::FromStr;

use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use url::Url;

use crate::address::BadAddress;

/// The address of a PostgreSQL database, as libpq reads it. Its `Debug` and `Display` output leave out the password.
///
/// Missing parts come from the variables `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD`, `PGSSLMODE` and
/// `PGSSLROOTCERT`, and the password from `~/.pgpass`.
///
/// ```
/// use parlor_store::PostgresAddress;
/// let address: PostgresAddress = "postgres://ada:secret@db.example:5433/tables?sslmode=verify-full".parse().unwrap();
/// assert_eq!(address.to_string(), "postgres://ada@db.example:5433/tables");
/// assert!(!format!("{address:?}").contains("secret"));
/// ```
#[derive(Clone)]
pub struct PostgresAddress {
    options: Box<PgConnectOptions>,
    has_password: bool,
}

/// The parameters after the question mark.
const PARAMETERS: [&str; 11] = [
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
];

/// The TLS modes, from none to full verification.
const SSL_MODES: [&str; 5] = ["disable", "prefer", "require", "verify-ca", "verify-full"];

impl PostgresAddress {
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    pub fn has_password(&self) -> bool {
        self.has_password
    }
}

impl FromStr for PostgresAddress {
    type Err = BadAddress;
    fn from_str(text: &str) -> Result<PostgresAddress, BadAddress> {
        let text = &with_host(text);
        let url = Url::parse(text).map_err(|error| BadAddress::NotAUrl(error.to_string()))?;
        for (key, value) in url.query_pairs() {
            if !PARAMETERS.contains(&&*key) {
                return Err(BadAddress::UnknownParameter {
                    key: key.chars().take(60).collect(),
                    known: PARAMETERS.join(", "),
                });
            }
            if key == "sslmode" && !SSL_MODES.contains(&&*value) {
                return Err(BadAddress::UnknownSslMode(SSL_MODES.join(", ")));
            }
        }
        let options: PgConnectOptions = text.parse().map_err(|error: sqlx::Error| {
            BadAddress::NotAUrl(match error {
                sqlx::Error::Configuration(why) => why.to_string(),
                other => other.to_string(),
            })
        })?;
        let has_root = url.query_pairs().any(|(key, _)| key == "sslrootcert");
        // As in libpq: a root certificate implies verification.
        let options = match options.get_ssl_mode() {
            PgSslMode::Require if has_root => options.ssl_mode(PgSslMode::VerifyCa),
            _ => options,
        };
        let options = options.application_name("parlor").disable_statement_logging();
        let has_password = url.password().is_some() || url.query_pairs().any(|(key, _)| key == "password");
        Ok(PostgresAddress { options: Box::new(options), has_password })
    }
}

/// libpq reads `postgres://ada@/tables?host=/run/postgresql`, but in a URL a user must be followed by a host.
fn with_host(text: &str) -> String {
    let authority = text.find("://").map_or(0, |scheme| scheme + 3);
    let end = text[authority..].find(['/', '?', '#']).map_or(text.len(), |end| authority + end);
    let host = if text[authority..end].ends_with('@') { "localhost" } else { "" };
    format!("{}{host}{}", &text[..end], &text[end..])
}

/// Without the password, and without the parameters, which may contain it as well.
impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = &self.options;
        write!(f, "postgres://{}@", options.get_username())?;
        match options.get_socket() {
            Some(socket) => write!(f, "{}", socket.display())?,
            None => write!(f, "{}:{}", options.get_host(), options.get_port())?,
        }
        write!(f, "/{}", options.get_database().unwrap_or(options.get_username()))
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresAddress({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Result<PostgresAddress, String> {
        text.parse().map_err(|error: BadAddress| error.to_string())
    }

    #[test]
    fn passwords_are_never_shown() {
        for text in [
            "postgres://ada:s3cret@db.example/tables",
            "postgresql://ada@db.example/tables?password=s3cret",
            "postgres://ada:s3cret@db.example/tables?password=s3cret&sslmode=require",
            "postgres://ada:s3cret@%2Frun%2Fpostgresql/tables",
        ] {
            let address = address(text).unwrap();
            assert!(address.has_password(), "{text}");
            assert!(!format!("{address} {address:?}").contains("s3cret"), "{address}");
        }
        assert!(!address("postgres://ada@db.example/tables").unwrap().has_password());
        assert_eq!(address("postgres://a:b@/t?host=/run/pg").unwrap().to_string(), "postgres://a@/run/pg/t");
    }

    #[test]
    fn errors_do_not_repeat_the_address() {
        for (text, why) in [
            ("postgres://ada:s3cret@db:x/tables", "invalid port number"),
            (
                "postgres://ada:s3cret@db/tables?sslmode=s3cret",
                "sslmode can be disable, prefer, require, verify-ca, verify-full",
            ),
            ("postgres://ada:s3cret@db/tables?pasword=s3cret", "pasword is not a parameter"),
            ("postgres://ada:s3cret@db/tables?port=s3cret", "invalid digit"),
        ] {
            let error = address(text).err().unwrap();
            assert!(error.contains(why) && !error.contains("s3cret"), "{error}");
        }
    }

    #[test]
    fn a_root_certificate_implies_verification() {
        let mode = |text: &str| address(text).unwrap().options.get_ssl_mode();
        assert!(matches!(mode("postgres://db/t?sslmode=require"), PgSslMode::Require));
        assert!(matches!(mode("postgres://db/t?sslmode=require&sslrootcert=/ca.pem"), PgSslMode::VerifyCa));
        assert!(matches!(mode("postgres://db/t?sslmode=verify-full&sslrootcert=/ca.pem"), PgSslMode::VerifyFull));
    }
}
