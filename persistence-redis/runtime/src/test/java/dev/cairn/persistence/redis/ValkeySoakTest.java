package dev.cairn.persistence.redis;

import dev.cairn.servers.ValkeyServer;

class ValkeySoakTest extends ServerSoakContract {

    ValkeySoakTest() {
        super(ValkeyServer::new);
    }
}
