use std::time::SystemTime;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// A moment as `2026-11-15 20:07`, in local time.
pub fn local_time(moment: SystemTime) -> String {
    in_zone(moment, TimeZone::system())
}

fn in_zone(moment: SystemTime, zone: TimeZone) -> String {
    // A file's time can be set to anything. Times outside of the calendar are shown as 1970.
    let timestamp = Timestamp::try_from(moment).unwrap_or(Timestamp::UNIX_EPOCH);
    Zoned::new(timestamp, zone).strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn times_are_shown_in_local_time() {
        let moment = UNIX_EPOCH + Duration::from_secs(1_794_773_228);
        assert_eq!(in_zone(moment, TimeZone::UTC), "2026-11-15 20:07");
        let east = TimeZone::fixed(jiff::tz::offset(9));
        assert_eq!(in_zone(moment, east), "2026-11-16 05:07");
    }
}
