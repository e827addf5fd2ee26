package dev.cairn.management;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Operators give commands to instances over HTTP, with PostgreSQL. */
@Tag("servers")
@Tag("jpa")
@ExtendWith(PostgresExtension.class)
class PostgresCommandsTest extends CommandInstancesContract {}
