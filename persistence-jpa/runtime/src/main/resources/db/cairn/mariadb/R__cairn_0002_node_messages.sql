-- Messages between nodes. This file does not change once it is released; later changes have files of their own.
-- Each statement ends in a semicolon and an empty line.

CREATE TABLE IF NOT EXISTS cairn_node_message (
    sequence_number bigint AUTO_INCREMENT NOT NULL,
    node_id varchar(255) NOT NULL,
    message_id varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    told_at bigint NOT NULL,
    body longblob NOT NULL,
    PRIMARY KEY (sequence_number)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE UNIQUE INDEX IF NOT EXISTS cairn_node_message_id ON cairn_node_message (message_id, node_id);

CREATE INDEX IF NOT EXISTS cairn_node_message_node ON cairn_node_message (node_id, sequence_number);
