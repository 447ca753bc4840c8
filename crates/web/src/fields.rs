//! Fields of forms and queries.

use axum::body::Bytes;
use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use parlor_host::check_name;
use parlor_rules::Game;
use std::str::FromStr;

use crate::fault::WebError;
use crate::prefs;

/// The limit in bytes for a form without files.
pub(crate) const MAX_FORM: usize = 64 << 10;

/// The limit in bytes for a file. The surrounding form has its own limit.
pub(crate) const MAX_UPLOAD: usize = 1 << 20;

/// A game's name in addresses and forms.
pub(crate) fn slug(game: Game) -> String {
    game.to_string().to_lowercase()
}

const MAX_FIELDS: usize = 32;

#[derive(Clone, Default, Debug)]
pub(crate) struct FormFields(Vec<(String, String)>);

impl FormFields {
    pub(crate) fn of_query(query: &str) -> FormFields {
        FormFields::parse(query.as_bytes())
    }

    fn parse(text: &[u8]) -> FormFields {
        let fields = form_urlencoded::parse(text).take(MAX_FIELDS);
        FormFields(fields.map(|(key, value)| (key.into(), value.into())).collect())
    }

    /// A field without surrounding spaces; `None` if it is missing or empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(key, _)| key == name)?;
        Some(value.trim()).filter(|value| !value.is_empty())
    }

    /// A field including its leading and trailing spaces and line breaks.
    pub(crate) fn raw(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Parses a field. The error says what is expected.
    pub(crate) fn read<T: FromStr>(&self, name: &str, wanted: &str) -> Result<Option<T>, WebError> {
        let unclear = |_| WebError::Unclear(format!("The field \u{201c}{name}\u{201d} has to be {wanted}."));
        self.get(name).map(|text| text.parse().map_err(unclear)).transpose()
    }

    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.trim()).collect()
    }

    /// A player's name, if one was entered.
    pub(crate) fn person(&self, field: &str) -> Result<Option<String>, WebError> {
        let name = self.get(field).map(prefs::name).filter(|name| !name.is_empty());
        if let Some(name) = &name {
            check_name(name).map_err(|error| WebError::unclear(&error))?;
        }
        Ok(name)
    }

    /// The revision that was on the page with the form.
    pub(crate) fn revision(&self) -> Result<u64, WebError> {
        let revision = self.read("revision", "the number of the revision on the page")?;
        revision.ok_or_else(|| WebError::Unclear("The field \u{201c}revision\u{201d} is missing.".to_owned()))
    }
}

impl<S: Send + Sync> FromRequest<S> for FormFields {
    type Rejection = WebError;

    async fn from_request(request: Request, state: &S) -> Result<FormFields, WebError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return Err(WebError::WrongKind);
        }
        let body = Bytes::from_request(request, state).await.map_err(|_| WebError::TooLong)?;
        Ok(FormFields::parse(&body))
    }
}

/// The fields of a form with a file.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub(crate) fields: FormFields,
    /// Name and content of the file, if one was chosen.
    pub(crate) file: Option<(String, Vec<u8>)>,
}

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = WebError;

    async fn from_request(request: Request, state: &S) -> Result<Upload, WebError> {
        let mut parts = Multipart::from_request(request, state).await.map_err(|_| WebError::WrongKind)?;
        let mut upload = Upload { fields: FormFields::default(), file: None };
        for _ in 0..MAX_FIELDS {
            let Some(part) = parts.next_field().await.map_err(|error| bad_upload(&error))? else { return Ok(upload) };
            let name = part.name().unwrap_or_default().to_owned();
            let file = part.file_name().map(str::to_owned);
            let bytes = part.bytes().await.map_err(|error| bad_upload(&error))?;
            if bytes.len() > MAX_UPLOAD {
                return Err(WebError::TooLong);
            }
            match file {
                // Without a chosen file, browsers send an empty one without a name.
                Some(file) if bytes.is_empty() && file.is_empty() => {}
                Some(file) => upload.file = Some((file, bytes.to_vec())),
                None => upload.fields.0.push((name, String::from_utf8_lossy(&bytes).into_owned())),
            }
        }
        Err(WebError::Unclear(format!("A form can have at most {MAX_FIELDS} fields.")))
    }
}

fn bad_upload(error: &MultipartError) -> WebError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        WebError::TooLong
    } else {
        WebError::Unclear("The upload was interrupted. Send the form again.".to_owned())
    }
}
