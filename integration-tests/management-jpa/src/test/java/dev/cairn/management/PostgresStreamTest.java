package dev.cairn.management;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The stream of changes over HTTP shows a caller the changes of instances as they happen, with PostgreSQL. */
@Tag("servers")
@Tag("jpa")
@ExtendWith(PostgresExtension.class)
class PostgresStreamTest extends WatchChangesContract {}
