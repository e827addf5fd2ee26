package dev.cairn.management;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The management API shows workflows and instances over HTTP, with PostgreSQL. */
@Tag("servers")
@Tag("jpa")
@ExtendWith(PostgresExtension.class)
class PostgresInstancesTest extends WatchInstancesContract {}
