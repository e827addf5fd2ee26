package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

@Tag("servers")
@Tag("jpa")
class PostgresRecountTest extends RecountContract {

    private static String url;

    @Override
    String url() {
        url = url == null ? TestServers.postgres("recount") : url;
        return url;
    }
}
