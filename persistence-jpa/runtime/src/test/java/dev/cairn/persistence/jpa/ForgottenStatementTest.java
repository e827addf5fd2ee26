package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;

/** The effect of a pooler between the store and the server: prepared statements are gone. */
@Tag("servers")
@Tag("jpa")
class ForgottenStatementTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /**
     * Number of writes. The last six of them have the same statement, and the driver gives a statement a name after five
     * executions.
     */
    private static final int ENOUGH = 12;

    @Test
    void aLargeEntryIsWrittenAllTheSame() {
        try (PersistenceUnit unit = new PersistenceUnit(TestServers.postgres("forgotten_statement"), 1, "none");
                InstanceStore store = JpaStore.open(unit.sessions(), new JpaSettings(1, PATIENCE, true))) {
            assertThat(commit(store, create(running("a"), "1"))).isEqualTo(CommitResult.COMMITTED);
            for (int position = 1; position <= ENOUGH; position++) {
                assertThat(commit(store, large(position))).isEqualTo(CommitResult.COMMITTED);
            }
            // The driver notices if it is told to do it.
            unit.run("DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$");
            assertThat(commit(store, large(ENOUGH + 1))).isEqualTo(CommitResult.COMMITTED);
            List<byte[]> entries = store.load("a").await().atMost(PATIENCE).orElseThrow().entries();
            assertThat(entries).hasSize(ENOUGH + 2);
            assertThat(entries.get(ENOUGH + 1)).isEqualTo(large(ENOUGH + 1).entries().get(0).bytes());
        }
    }

    private static CommitResult commit(InstanceStore store, InstanceWrite write) {
        return store.commit(List.of(write)).await().atMost(PATIENCE).get(0);
    }

    private static InstanceWrite large(int position) {
        byte[] piece = new byte[100_000];
        piece[position] = (byte) position;
        return new InstanceWrite(running("a"), 1, position,
                List.of(new EncodedEntry(Collections.nCopies(4, ByteBuffer.wrap(piece)))));
    }
}
