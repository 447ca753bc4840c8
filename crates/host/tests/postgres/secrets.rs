//! Passwords stay secret, and connections can be encrypted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use parlor_store::{PostgresStore, Store, StoreAddress, open_registry};
use parlor_testkit::postgres::{Options, PASSWORD, Server};

/// The error on opening a store.
fn refused(address: &str) -> String {
    let address: StoreAddress = address.parse().unwrap();
    let error = open_registry(&address).err().unwrap();
    format!("{error} {error:?} {address} {address:?}")
}

#[test]
fn errors_do_not_contain_the_password() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let right = server.tcp_address(&database, PASSWORD, "");
    assert!(open_registry(&right.parse().unwrap()).unwrap().list().unwrap().is_empty());
    let port = server.port();
    for (address, why) in [
        (server.tcp_address(&database, "s3cret", ""), "password authentication failed for user \"postgres\""),
        (server.tcp_address(&database, "s3cret", "password=s3cret"), "password authentication failed"),
        (server.tcp_address("nothing", "s3cret", ""), "password authentication failed"),
        (server.tcp_address("nothing", PASSWORD, ""), "database \"nothing\" does not exist"),
        ("postgres://postgres:s3cret@127.0.0.1:1/x".to_owned(), "refused"),
        ("postgres://postgres:s3cret@nowhere.invalid/x".to_owned(), "nowhere.invalid:5432/x: "),
    ] {
        let message = refused(&address);
        assert!(message.contains(why), "{message}");
        assert!(
            !message.contains("s3cret") && !message.contains(PASSWORD) && !message.contains("correct%20horse"),
            "{message}"
        );
    }
    let message = refused(&server.tcp_address("nothing", PASSWORD, ""));
    assert!(message.starts_with(&format!("postgres://postgres@127.0.0.1:{port}/nothing: ")), "{message}");
}

/// Certificates for tests, made by openssl.
struct Authority(PathBuf);

impl Authority {
    fn new(folder: &Path, name: &str) -> Authority {
        let authority = Authority(folder.join(name));
        fs::create_dir(&authority.0).unwrap();
        authority.openssl(&format!(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ca.key -out ca.crt -days 2 \
             -subj /CN={name} -addext basicConstraints=critical,CA:TRUE"
        ));
        authority
    }

    fn openssl(&self, arguments: &str) {
        let done = Command::new("openssl").args(arguments.split_whitespace()).current_dir(&self.0).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// A certificate for a name, and its key.
    fn certificate(&self, host: &str) -> (String, String) {
        fs::write(self.0.join("names"), format!("subjectAltName=DNS:{host}\nbasicConstraints=CA:FALSE\n")).unwrap();
        self.openssl(&format!(
            "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout server.key -out server.csr -subj /CN={host}"
        ));
        self.openssl(
            "x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -out server.crt -days 2 -extfile names",
        );
        let read = |name: &str| fs::read_to_string(self.0.join(name)).unwrap();
        (read("server.crt"), read("server.key"))
    }

    fn root(&self) -> String {
        self.0.join("ca.crt").display().to_string()
    }
}

#[test]
fn connections_are_as_secure_as_the_address_says() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, other) = (Authority::new(folder.path(), "ours"), Authority::new(folder.path(), "other"));
    let server = Server::start(Options { certificate: Some(ours.certificate("localhost")), ..Options::default() });
    let address =
        |host: &str, parameters: &str| server.tcp_address("postgres", PASSWORD, parameters).replace("127.0.0.1", host);
    let is_secure = |host: &str, parameters: &str| {
        let store = PostgresStore::open(&address(host, parameters).parse().unwrap()).unwrap();
        store.list().unwrap();
        let sql = "SELECT count(*) FILTER (WHERE ssl), count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                   WHERE application_name = 'parlor'";
        let counts = server.sql("postgres", sql);
        drop(store);
        // The connection of an earlier store may not have ended yet; this store's connections have the requested mode.
        counts
    };
    assert_eq!(is_secure("localhost", "sslmode=disable").split('|').next(), Some("0"));
    for parameters in ["sslmode=require", "sslmode=prefer"] {
        assert_ne!(is_secure("127.0.0.1", parameters).split('|').next(), Some("0"), "{parameters}");
    }
    let (ours, other) = (ours.root(), other.root());
    is_secure("localhost", &format!("sslmode=verify-full&sslrootcert={ours}"));
    is_secure("127.0.0.1", &format!("sslmode=verify-ca&sslrootcert={ours}"));
    let unknown = [
        "sslmode=verify-full".to_owned(),
        format!("sslmode=verify-full&sslrootcert={other}"),
        format!("sslmode=verify-ca&sslrootcert={other}"),
        format!("sslmode=require&sslrootcert={other}"),
    ];
    for parameters in unknown {
        let message = refused(&address("localhost", &parameters));
        assert!(message.contains("certificate") && message.contains("UnknownIssuer"), "{parameters}: {message}");
    }
    let message = refused(&address("127.0.0.1", &format!("sslmode=verify-full&sslrootcert={ours}")));
    assert!(message.contains("certificate not valid for name"), "{message}");
}

#[test]
fn a_server_without_tls_is_refused_when_the_address_wants_it() {
    let server = parlor_testkit::postgres::shared();
    let message = refused(&server.tcp_address("postgres", PASSWORD, "sslmode=require"));
    assert!(message.contains("no secure connection: server does not support TLS"), "{message}");
}
