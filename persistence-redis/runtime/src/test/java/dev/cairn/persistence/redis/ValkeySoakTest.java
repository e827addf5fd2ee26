package dev.cairn.persistence.redis;

import org.junit.jupiter.api.Tag;

import dev.cairn.servers.ValkeyServer;

@Tag("long")
@Tag("soak")
@Tag("any-jdk")
class ValkeySoakTest extends RedisScriptRunnerSoakContract {

    ValkeySoakTest() {
        super(ValkeyServer::new);
    }
}
