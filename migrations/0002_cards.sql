-- The cards that an entry told in place of a count.
--
-- They are what the table said, and so a fact; which of them are melded and laid off is computed. `own_cards` are those
-- of the player named, `other_cards` those across the table, as codes in one word: `AS2S3SKD`. Beside cards, `own` and
-- `other` are what those count by themselves, melded to the least and before any lay-off. A result of gin has no `own`;
-- its `own_cards` are the whole hand, ten cards, or eleven for big gin.

ALTER TABLE result ADD COLUMN own_cards TEXT CHECK (
    own_cards IS NULL
    OR own_cards NOT GLOB '*[^A23456789TJQKSHDC]*' AND length(own_cards) % 2 = 0 AND own_sum IS NULL
        AND (own IS NOT NULL AND length(own_cards) BETWEEN 2 AND 20
            OR kind = 'gin' AND length(own_cards) = 20
            OR kind = 'big-gin' AND length(own_cards) = 22));
ALTER TABLE result ADD COLUMN other_cards TEXT CHECK (
    other_cards IS NULL
    OR other_cards NOT GLOB '*[^A23456789TJQKSHDC]*' AND length(other_cards) % 2 = 0 AND other_sum IS NULL
        AND other IS NOT NULL AND length(other_cards) BETWEEN 2 AND 20);

PRAGMA user_version = 2;
