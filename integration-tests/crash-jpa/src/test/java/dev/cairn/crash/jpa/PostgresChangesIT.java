package dev.cairn.crash.jpa;

import org.junit.jupiter.api.Tag;

import dev.cairn.crash.harness.ServerStoreChangesContract;

/** Nodes that share a PostgreSQL server show each other's changes. */
@Tag("servers")
@Tag("cluster")
@Tag("any-jdk")
class PostgresChangesIT extends ServerStoreChangesContract implements PostgresNodes {}
