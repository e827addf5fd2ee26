package dev.cairn.crash.redis;

import org.junit.jupiter.api.Tag;

import dev.cairn.crash.harness.ServerStoreClusterContract;

/** Nodes that share a Redis server. */
@Tag("crash")
@Tag("cluster")
@Tag("any-jdk")
class RedisClusterIT extends ServerStoreClusterContract implements RedisNodes {}
