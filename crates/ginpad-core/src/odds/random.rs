//! Random numbers from a seed: the same on every machine.

use rand_distr::weighted::WeightedAliasIndex;
use rand_distr::{Distribution, StandardUniform, Uniform};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// A stream of random numbers. Equal seeds give equal streams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of this seed.
    pub fn seeded(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// One of some values, each equally likely; `None` if there are none.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        let at = Uniform::new(0, u32::try_from(from.len()).ok()?).ok()?.sample(&mut self.0);
        from.get(usize::try_from(at).ok()?).copied()
    }

    /// A number from 0 up to but not 1.
    pub(super) fn unit(&mut self) -> f64 {
        StandardUniform.sample(&mut self.0)
    }

    /// The place of one of some weighted values.
    pub(super) fn weighted(&mut self, weights: &WeightedAliasIndex<f64>) -> usize {
        weights.sample(&mut self.0)
    }
}
