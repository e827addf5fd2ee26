package dev.cairn.crash.jpa;

import org.junit.jupiter.api.Tag;

import dev.cairn.crash.harness.ServerStoreCommandsContract;

/** Nodes that share a PostgreSQL server operate each other's instances. */
@Tag("servers")
@Tag("cluster")
@Tag("any-jdk")
class PostgresCommandsIT extends ServerStoreCommandsContract implements PostgresNodes {}
