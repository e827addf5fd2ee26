package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

@Tag("servers")
@Tag("mariadb")
class MariaDbRecountTest extends RecountContract {

    private static String url;

    @Override
    String url() {
        url = url == null ? TestServers.mariaDb("recount") : url;
        return url;
    }
}
