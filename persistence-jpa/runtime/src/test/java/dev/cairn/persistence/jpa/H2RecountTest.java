package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

@Tag("servers")
@Tag("jpa")
class H2RecountTest extends RecountContract {

    private static String url;

    @Override
    String url() {
        url = url == null ? "jdbc:h2:mem:recount;DB_CLOSE_DELAY=-1" : url;
        return url;
    }
}
