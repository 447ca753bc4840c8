//! What every registry must keep to.
