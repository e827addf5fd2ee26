-- The type of the error that an instance ended with. Never changed once released; what is different later stands in a file of its own.
-- Each statement ends in a semicolon and an empty line. To add a column that may be null rewrites no row.

ALTER TABLE cairn_instance ADD COLUMN IF NOT EXISTS error_type varchar(1024) COLLATE "C";
