//! Each rule of the rule book (`docs/play/rules.md`) with a worked example, under the rule's own name.

mod canoga;
mod congkak;
mod kono;
