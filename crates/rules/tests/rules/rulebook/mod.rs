//! Each rule of the rule book (`docs/rules.md`) with an example written out, under the rule's own name.

mod canoga;
mod congkak;
mod kono;
