//! What goes on or is asked, and below the choice what was just refused or noted.

/// The words of these lines.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Caption {
    /// What goes on, or is asked.
    pub(super) text: String,
    /// What was just refused or noted, until the next key. It has a line of its own, so the question stays.
    pub(super) notice: Option<String>,
    /// What is to be noted when the next question is asked.
    later: Option<String>,
}

impl Caption {
    /// Says what goes on.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.text = text.into();
    }

    /// Asks something.
    pub(super) fn ask(&mut self, text: impl Into<String>) {
        self.say(text);
        self.notice = self.later.take();
    }

    /// Notes something until the next key.
    pub(super) fn note(&mut self, notice: impl Into<String>) {
        self.notice = Some(notice.into());
    }

    /// Notes something once the next question is asked.
    pub(super) fn note_later(&mut self, notice: impl Into<String>) {
        self.later = Some(notice.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_for_the_next_question_waits_for_it() {
        let mut caption = Caption::default();
        caption.note_later("Not saved");
        caption.say("Computer thinks");
        assert_eq!(caption.notice, None);
        caption.ask("Which file?");
        assert_eq!((caption.text.as_str(), caption.notice.as_deref()), ("Which file?", Some("Not saved")));
        caption.notice = None;
        caption.ask("Which file?");
        assert_eq!(caption.notice, None);
    }
}
