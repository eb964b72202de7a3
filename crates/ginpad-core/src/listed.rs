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

    /// Whether nothing is wrong.
    pub const fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The number of all faults.
    pub const fn total(&self) -> usize {
        self.items.len() + self.more
    }

    /// The same list with each kept fault in another form.
    pub fn map<U>(self, form: impl FnMut(T) -> U) -> Listed<U> {
        Listed { items: self.items.into_iter().map(form).collect(), more: self.more }
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
}
