-- The tables of Cairn. Never changed once released; what is different later stands in a file of its own.
-- Each statement ends in a semicolon and an empty line.

CREATE TABLE IF NOT EXISTS cairn_instance (
    id varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    workflow varchar(512) NOT NULL,
    version varchar(255) NOT NULL,
    status integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    wake_at bigint NOT NULL,
    owner varchar(255),
    keep_until bigint NOT NULL,
    business_key varchar(255),
    attributes mediumtext,
    epoch bigint NOT NULL,
    entry_count bigint NOT NULL,
    PRIMARY KEY (id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE INDEX IF NOT EXISTS cairn_instance_listing ON cairn_instance (workflow, status, created_at, id);

CREATE INDEX IF NOT EXISTS cairn_instance_status ON cairn_instance (status, created_at, id);

CREATE INDEX IF NOT EXISTS cairn_instance_business_key ON cairn_instance (business_key, created_at, id);

CREATE INDEX IF NOT EXISTS cairn_instance_owner ON cairn_instance (owner, status, id);

CREATE INDEX IF NOT EXISTS cairn_instance_wake ON cairn_instance (wake_at, id);

CREATE INDEX IF NOT EXISTS cairn_instance_keep ON cairn_instance (keep_until, id);

CREATE TABLE IF NOT EXISTS cairn_entry (
    instance_id varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    position bigint NOT NULL,
    entry_count integer NOT NULL,
    payload longblob NOT NULL,
    PRIMARY KEY (instance_id, position)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS cairn_attribute (
    instance_id varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    name varchar(255) NOT NULL,
    content varchar(255) NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (instance_id, name)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE INDEX IF NOT EXISTS cairn_attribute_value ON cairn_attribute (name, content, created_at, instance_id);

CREATE TABLE IF NOT EXISTS cairn_node (
    id varchar(255) NOT NULL,
    name varchar(255) NOT NULL,
    alive_until bigint NOT NULL,
    superseded boolean NOT NULL,
    PRIMARY KEY (id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS cairn_message (
    sequence_number bigint AUTO_INCREMENT NOT NULL,
    message_id varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    instance_id varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    body longblob NOT NULL,
    PRIMARY KEY (sequence_number)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE UNIQUE INDEX IF NOT EXISTS cairn_message_id ON cairn_message (message_id);

CREATE INDEX IF NOT EXISTS cairn_message_instance ON cairn_message (instance_id);
