package dev.cairn.persistence.jpa.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;

/** Operations of the extension's tests on the store of the application. */
final class Commits {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private Commits() {}

    /** Creates an instance that has ended, so that the engine leaves it alone; fails if there is one with this id. */
    static void create(InstanceStore store, String id) {
        InstanceRow row = new InstanceRow(id, "shop:orders", "1.0.0", InstanceStatus.COMPLETED, 1, 1,
                InstanceRow.NEVER, null).withKeepUntil(Long.MAX_VALUE);
        assertThat(store.commit(List.of(InstanceWrite.of(row, 1, 0, List.of(new byte[] { 1 })))).await().atMost(PATIENCE))
                .containsExactly(CommitResult.COMMITTED);
    }
}
