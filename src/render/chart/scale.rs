//! Scales: where a number lies on a picture, and which numbers are written beside it.

/// A line of numbers laid on a line of places. Either may run downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::render) struct Scale {
    /// The numbers at the two ends.
    pub numbers: [i64; 2],
    /// The places of the two ends.
    pub places: [f64; 2],
}

impl Scale {
    /// The place of a number, to a tenth. If there is only one number, it lies at the first end.
    #[expect(clippy::cast_precision_loss, reason = "no score has 52 bits")]
    pub(in crate::render) fn place(&self, number: i64) -> f64 {
        let [low, high] = self.numbers;
        let [start, end] = self.places;
        if low == high {
            return start;
        }
        tenth(start + (end - start) * ((number - low) as f64 / (high - low) as f64))
    }
}

/// A place to a tenth, which is finer than any screen.
pub(in crate::render) fn tenth(place: f64) -> f64 {
    (place * 10.0).round() / 10.0
}

/// Round numbers from `low` to `high`, both within: multiples of 1, 2 or 5 times a power of ten, at most `most` of
/// them. Fewer than two numbers are allowed only if `most` is less than two.
pub(in crate::render) fn ticks(low: i64, high: i64, most: usize) -> Vec<i64> {
    let most = i64::try_from(most).unwrap_or(i64::MAX).max(1);
    let mut power: i64 = 1;
    loop {
        for step in [1, 2, 5].map(|step| power.saturating_mul(step)) {
            let first = low.div_euclid(step) + i64::from(low.rem_euclid(step) != 0);
            let last = high.div_euclid(step);
            if last - first < most || step == i64::MAX {
                return (first..=last).map(|times| times * step).collect();
            }
        }
        power = power.saturating_mul(10);
    }
}

/// Places for labels near where they want to be: in their order, at least `gap` apart, between `low` and `high`. If
/// there is no room for all of them, they are as far apart as they can be.
pub(in crate::render) fn spread(wanted: [f64; 2], gap: f64, low: f64, high: f64) -> [f64; 2] {
    let [one, two] = wanted;
    if (two - one).abs() >= gap {
        return [one.clamp(low, high), two.clamp(low, high)].map(tenth);
    }
    let gap = gap.min(high - low);
    let middle = f64::midpoint(one, two).clamp(low + gap / 2.0, high - gap / 2.0);
    let (upper, lower) = (middle - gap / 2.0, middle + gap / 2.0);
    let places = if one <= two { [upper, lower] } else { [lower, upper] };
    places.map(tenth)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_lie_in_proportion() {
        let scale = Scale { numbers: [0, 100], places: [200.0, 0.0] };
        assert_eq!([0, 25, 100, 110].map(|number| scale.place(number)), [200.0, 150.0, 0.0, -20.0]);
        assert_eq!(Scale { numbers: [3, 3], places: [1.0, 9.0] }.place(3), 1.0);
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(ticks(0, 110, 6), [0, 20, 40, 60, 80, 100]);
        assert_eq!(ticks(0, 110, 3), [0, 50, 100]);
        assert_eq!(ticks(0, 3, 6), [0, 1, 2, 3]);
        assert_eq!(ticks(-340, 1270, 5), [0, 500, 1000]);
        assert_eq!(ticks(-340, 1270, 6), [0, 500, 1000]);
        assert_eq!(ticks(7, 7, 4), [7]);
        assert_eq!(ticks(0, 9, 1), [0]);
    }

    #[test]
    fn labels_that_would_touch_move_apart() {
        assert_eq!(spread([50.0, 52.0], 10.0, 0.0, 100.0), [46.0, 56.0]);
        assert_eq!(spread([52.0, 50.0], 10.0, 0.0, 100.0), [56.0, 46.0]);
        assert_eq!(spread([1.0, 2.0], 10.0, 0.0, 100.0), [0.0, 10.0]);
        assert_eq!(spread([99.0, 99.0], 10.0, 0.0, 100.0), [90.0, 100.0]);
        assert_eq!(spread([10.0, 80.0], 10.0, 0.0, 100.0), [10.0, 80.0]);
    }

    proptest! {
        #[test]
        fn ticks_stay_within_and_are_few(low in -1_000_000_i64..1_000_000, more in 0_i64..2_000_000, most in 1_usize..12) {
            let ticks = ticks(low, low + more, most);
            prop_assert!(ticks.len() <= most, "{:?}", ticks);
            prop_assert!(ticks.iter().all(|tick| (low..=low + more).contains(tick)));
            prop_assert!(ticks.windows(3).all(|three| three[1] - three[0] == three[2] - three[1]));
        }

        #[test]
        fn labels_never_touch_where_there_is_room(one in -20.0..120.0_f64, two in -20.0..120.0_f64) {
            let [a, b] = spread([one, two], 10.0, 0.0, 100.0);
            prop_assert!((a - b).abs() >= 9.8 || (one - two).abs() >= 10.0);
            prop_assert!((0.0..=100.0).contains(&a) && (0.0..=100.0).contains(&b));
        }
    }
}
