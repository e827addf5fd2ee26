package dev.cairn.management;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The management API shows workflows and instances over HTTP, with PostgreSQL. */
@Tag("servers")
@Tag("jpa")
@ExtendWith(PostgresExtension.class)
class PostgresInstancesTest extends WatchInstancesContract {

    @Test
    void theStoreOfTheNodeIsShared() {
        get(API + "/node").body("store.kind", equalTo("jpa"), "store.shared", equalTo(true),
                "store.guarantee", containsString("committed by the database"), "leaseMillis", greaterThan(0));
    }
}
