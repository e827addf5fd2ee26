-- Counts of instances. This file does not change once it is released; later changes have files of their own.
-- Each statement ends in a semicolon and an empty line. To add a column that may be null rewrites no row.
-- A row is changed with each commit that changes its number, so there is room beside it for its next versions.

CREATE TABLE IF NOT EXISTS cairn_count (
    node_id varchar(255) COLLATE "C" NOT NULL,
    slot integer NOT NULL,
    group_id varchar(64) COLLATE "C" NOT NULL,
    workflow varchar(512) COLLATE "C" NOT NULL,
    version varchar(255) COLLATE "C" NOT NULL,
    phase integer NOT NULL,
    instances bigint NOT NULL,
    PRIMARY KEY (node_id, slot, group_id)
) WITH (fillfactor = 20, vacuum_truncate = false);

ALTER TABLE cairn_node ADD COLUMN IF NOT EXISTS covered_until bigint;
