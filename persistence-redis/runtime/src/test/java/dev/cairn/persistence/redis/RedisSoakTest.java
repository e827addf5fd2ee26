package dev.cairn.persistence.redis;

import dev.cairn.servers.RedisServer;

class RedisSoakTest extends ServerSoakContract {

    RedisSoakTest() {
        super(RedisServer::new);
    }
}
