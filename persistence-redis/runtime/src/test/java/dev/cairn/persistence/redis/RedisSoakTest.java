package dev.cairn.persistence.redis;

import org.junit.jupiter.api.Tag;

import dev.cairn.servers.RedisServer;

@Tag("long")
@Tag("soak")
class RedisSoakTest extends RedisScriptRunnerSoakContract {

    RedisSoakTest() {
        super(RedisServer::new);
    }
}
