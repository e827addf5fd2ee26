package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.InstanceWrite;

/** A value that is larger than the server takes. */
@Tag("servers")
@Tag("mariadb")
@Tag("any-jdk")
class MariaDbLimitTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** The servers of the tests take 64 MiB. */
    private static final int TOO_LARGE = 80 << 20;

    private PersistenceUnit unit;
    private JpaStore store;

    @BeforeEach
    void open() {
        unit = new PersistenceUnit(TestServers.mariaDb("limits"), 5, "none");
        store = JpaStore.open(unit.sessions(), new JpaSettings(1, PATIENCE, true));
    }

    @AfterEach
    void close() {
        store.close();
        unit.close();
    }

    private List<CommitResult> commit(InstanceWrite... writes) {
        return store.commit(List.of(writes)).await().atMost(PATIENCE);
    }

    private void refuses(InstanceWrite... writes) {
        assertThat(catchThrowableOfType(InstanceOperationRefusedException.class, () -> commit(writes)))
                .hasMessageStartingWith("CAIRN-0556").hasMessageContaining("instance=")
                .hasMessageContaining("max_allowed_packet");
    }

    @Test
    void onlyTheWriteThatIsTooLargeIsRefused() {
        commit(create(running("large"), "1"), create(running("a"), "1"));
        InstanceWrite large = InstanceWrite.of(running("large"), 1, 1, List.of(new byte[TOO_LARGE]));
        InstanceWrite other = next(running("a"), 1, 1, "2");

        refuses(other, large);
        refuses(large);

        assertThat(commit(other, next(running("large"), 1, 1, "2"))).containsExactly(CommitResult.COMMITTED,
                CommitResult.COMMITTED);
    }
}
