-- By which import an event came, and whether it may be in a tally of earlier ones.
ALTER TABLE event ADD COLUMN import INTEGER;
ALTER TABLE event ADD COLUMN is_earlier INTEGER;
-- The exposures of a unit, where there are several, or where an import brought them.
ALTER TABLE assignment ADD COLUMN exposures BLOB;
-- The digits for which two columns have no room.
ALTER TABLE sums ADD COLUMN tails BLOB;
CREATE TABLE import (number INTEGER PRIMARY KEY AUTOINCREMENT, file TEXT NOT NULL, at INTEGER NOT NULL);
CREATE TABLE import_outcome (import INTEGER NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (import, name)) WITHOUT ROWID;
-- Events that are there no more, with the number of their name: 0 for those of which only sums were kept.
CREATE TABLE missing_event (id INTEGER PRIMARY KEY, name INTEGER NOT NULL, at INTEGER NOT NULL, unit BLOB,
    import INTEGER);
CREATE TABLE earlier_tally (unit BLOB NOT NULL, experiment INTEGER NOT NULL, tallies BLOB NOT NULL,
    PRIMARY KEY (unit, experiment)) WITHOUT ROWID;
INSERT INTO missing_event (id, name, at)
    SELECT id, 0, coalesce((SELECT value FROM meta WHERE name = 'pruned_until'), 0) FROM seen
    WHERE id NOT IN (SELECT id FROM event);
DELETE FROM seen WHERE id IN (SELECT id FROM missing_event);
INSERT INTO meta SELECT 'former_ids', 1 WHERE EXISTS (SELECT 1 FROM event)
    OR EXISTS (SELECT 1 FROM missing_event);
-- Everything is counted again when the file is opened.
INSERT INTO meta SELECT 'uncounted', 1 WHERE EXISTS (SELECT 1 FROM assignment);
