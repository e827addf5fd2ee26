package dev.cairn.management;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;

import org.junit.jupiter.api.Test;

/** The management API shows workflows and instances over HTTP, with the file store. */
class FileInstancesTest extends WatchInstancesContract {

    @Test
    void theStoreOfTheNodeIsItsOwn() {
        get(API + "/node").body("store.kind", equalTo("file"), "store.shared", equalTo(false),
                "store.guarantee", containsString("on the disk"), "$", not(hasKey("leaseMillis")));
    }
}
