package dev.cairn.crash.redis;

import org.junit.jupiter.api.Tag;

import dev.cairn.crash.harness.ServerStoreCommandsContract;

/** Nodes that share a Redis server operate each other's instances. */
@Tag("servers")
@Tag("cluster")
@Tag("any-jdk")
class RedisCommandsIT extends ServerStoreCommandsContract implements RedisNodes {}
