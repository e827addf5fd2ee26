package dev.cairn.crash.jpa;

import org.junit.jupiter.api.Tag;

import dev.cairn.crash.harness.ServerStoreClusterContract;

/** Nodes that share a PostgreSQL server. */
@Tag("crash")
@Tag("cluster")
@Tag("any-jdk")
class PostgresClusterIT extends ServerStoreClusterContract implements PostgresNodes {}
