-- Events stand beside the others of their unit; all IDs, also of events that are kept no more, in one table.
INSERT OR IGNORE INTO seen SELECT id FROM event;
ALTER TABLE event RENAME TO event_by_id;
CREATE TABLE event (unit BLOB NOT NULL, id INTEGER NOT NULL, name INTEGER NOT NULL, at INTEGER NOT NULL,
    value REAL, came_at INTEGER NOT NULL, PRIMARY KEY (unit, id)) WITHOUT ROWID;
INSERT INTO event SELECT unit, id, name, at, value, came_at FROM event_by_id ORDER BY unit, id;
DROP TABLE event_by_id;
