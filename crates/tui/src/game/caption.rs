//! The caption (the current event or question), and the notice below the choices.

/// The caption's texts.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Caption {
    pub(super) text: String,
    /// A refusal or note on a separate line, so that the question stays visible. It is shown until the next key press.
    pub(super) notice: Option<String>,
    /// A notice that will be shown with the next question.
    later: Option<String>,
}

impl Caption {
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.text = text.into();
    }

    pub(super) fn ask(&mut self, text: impl Into<String>) {
        self.say(text);
        self.notice = self.later.take();
    }

    /// Shows a notice until the next key press.
    pub(super) fn note(&mut self, notice: impl Into<String>) {
        self.notice = Some(notice.into());
    }

    /// Shows a notice with the next question.
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
        caption.say("Computer is thinking");
        assert_eq!(caption.notice, None);
        caption.ask("Which file?");
        assert_eq!((caption.text.as_str(), caption.notice.as_deref()), ("Which file?", Some("Not saved")));
        caption.notice = None;
        caption.ask("Which file?");
        assert_eq!(caption.notice, None);
    }
}
