//! A list of faults that stays short enough to read: it keeps the first hundred and counts the rest.

/// The faults of a text with many lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    /// The first faults, at most [`Listed::MOST`].
    pub items: Vec<T>,
    /// The number of further faults.
    pub more: usize,
}

impl<T> Listed<T> {
    /// The most faults it keeps.
    pub const MOST: usize = 100;

    /// Adds a fault at the end. Once the list is full, it only counts the fault.
    pub fn push(&mut self, item: T) {
        if self.items.len() < Self::MOST {
            self.items.push(item);
        } else {
            self.more += 1;
        }
    }

    /// Inserts a fault before the kept faults whose key is greater.
    pub fn insert_by_key<K: Ord>(&mut self, item: T, key: impl Fn(&T) -> K) {
        let at = self.items.partition_point(|kept| key(kept) <= key(&item));
        self.items.insert(at, item);
        if self.items.len() > Self::MOST {
            self.items.pop();
            self.more += 1;
        }
    }

    /// Whether nothing is wrong.
    pub const fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The number of all faults.
    pub const fn total(&self) -> usize {
        self.items.len() + self.more
    }

    /// The line below a shortened list: `and 312 more`.
    pub fn rest(&self) -> Option<String> {
        (self.more > 0).then(|| format!("and {} more", self.more))
    }
}

impl<T: ToString> Listed<T> {
    /// The kept faults as text, and the line that counts the rest.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.items.iter().map(ToString::to_string).chain(self.rest())
    }
}

impl<T> Default for Listed<T> {
    /// A list without faults.
    fn default() -> Self {
        Listed { items: Vec::new(), more: 0 }
    }
}

impl<T> FromIterator<T> for Listed<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut listed = Listed::default();
        items.into_iter().for_each(|item| listed.push(item));
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_hundred_the_rest_are_counted() {
        let lines = |count: usize| (1..=count).collect::<Listed<_>>().lines().collect::<Vec<_>>();
        assert_eq!(lines(0), [""; 0]);
        assert_eq!(lines(2), ["1", "2"]);
        assert_eq!(lines(100).len(), 100);
        assert_eq!(lines(101).last().unwrap(), "and 1 more");
        let many = lines(412);
        assert_eq!((many.len(), many.last().unwrap().as_str()), (101, "and 312 more"));
        assert_eq!((1..=412).collect::<Listed<_>>().total(), 412);
    }

    #[test]
    fn a_fault_that_is_found_late_has_its_place() {
        let mut listed: Listed<usize> = [1, 3, 3, 5].into_iter().collect();
        listed.insert_by_key(3, |line| *line);
        listed.insert_by_key(0, |line| *line);
        listed.insert_by_key(9, |line| *line);
        assert_eq!(listed.items, [0, 1, 3, 3, 3, 5, 9]);
        let mut full: Listed<usize> = (1..=100).collect();
        full.insert_by_key(0, |line| *line);
        assert_eq!((full.items.len(), full.items[1], full.items[99], full.more), (100, 1, 99, 1));
    }
}
