-- The names of units, where the project asks for them.
CREATE TABLE unit (id BLOB PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
