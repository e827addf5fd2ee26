package dev.cairn.management;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Operators see and steer schedules over HTTP, with PostgreSQL. */
@Tag("servers")
@Tag("jpa")
@ExtendWith(PostgresExtension.class)
class PostgresSchedulesTest extends ScheduleOperationsContract {}
