package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.spi.InstanceOperationRefusedException;

@Tag("servers")
@Tag("jpa")
class DamagedJournalTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void anInstanceThatLacksEntriesConcernsNoOther() {
        try (PersistenceUnit unit = new PersistenceUnit("jdbc:h2:mem:damaged;DB_CLOSE_DELAY=-1", 5, "none");
                JpaStore store = JpaStore.open(unit.sessions(), new JpaSettings(1, PATIENCE, true))) {
            store.commit(List.of(create(running("a"), "1"))).await().atMost(PATIENCE);
            unit.run("DELETE FROM cairn_entry");
            assertThat(catchThrowableOfType(InstanceOperationRefusedException.class,
                    () -> store.load("a").await().atMost(PATIENCE)))
                    .hasMessageStartingWith("CAIRN-0553");
        }
    }
}
