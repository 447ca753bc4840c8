use std::env;

/// True if `cargo xtask prove` runs the tests.
pub fn proving() -> bool {
    env::var_os("PARLOR_PROVE").is_some()
}

/// The first value in ordinary tests, the second in `cargo xtask prove`.
pub fn effort<T>(test: T, prove: T) -> T {
    if proving() { prove } else { test }
}
