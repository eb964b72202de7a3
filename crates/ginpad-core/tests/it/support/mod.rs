//! What several tests share.

pub(crate) mod any_text;
pub(crate) mod dice;
pub(crate) mod evenings;
pub(crate) mod facts_devices;
pub(crate) mod games;
pub(crate) mod hands;
pub(crate) mod knobs;
pub(crate) mod many_games;
pub(crate) mod memory;
pub(crate) mod naive;
pub(crate) mod naive_many;
pub(crate) mod vectors;
