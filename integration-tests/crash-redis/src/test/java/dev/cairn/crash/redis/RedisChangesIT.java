package dev.cairn.crash.redis;

import org.junit.jupiter.api.Tag;

import dev.cairn.crash.harness.ServerStoreChangesContract;

/** Nodes that share a Redis server show each other's changes. */
@Tag("servers")
@Tag("cluster")
@Tag("any-jdk")
class RedisChangesIT extends ServerStoreChangesContract implements RedisNodes {}
