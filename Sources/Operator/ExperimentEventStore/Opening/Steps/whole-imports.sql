-- When an import was finished. The older ones are.
ALTER TABLE import ADD COLUMN finished_at INTEGER;
UPDATE import SET finished_at = at;
-- The places of a unit in later phases of its experiment, and how many units of a cell had been in an earlier one.
ALTER TABLE assignment ADD COLUMN stays BLOB;
ALTER TABLE users ADD COLUMN came_back INTEGER NOT NULL DEFAULT 0;
-- The totals of experiments from before an import that is not finished, which is what readers see. `since` is the time
-- of the oldest exposure or event that it added.
CREATE TABLE shown (experiment INTEGER PRIMARY KEY, first_at INTEGER, since INTEGER);
CREATE TABLE shown_users (experiment INTEGER NOT NULL, phase INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
    day INTEGER NOT NULL, count INTEGER NOT NULL, mixed INTEGER NOT NULL, came_back INTEGER NOT NULL);
CREATE TABLE shown_sums AS SELECT * FROM sums WHERE 0;
CREATE TABLE shown_cap (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, value REAL NOT NULL);
-- Experiments with several phases are counted again when the file is opened.
INSERT INTO meta SELECT 'phases_uncounted', 1 WHERE EXISTS (SELECT 1 FROM assignment);
