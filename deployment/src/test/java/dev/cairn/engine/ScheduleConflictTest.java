package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowSchedules;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/** Another node pauses a schedule between the start of an instance and the write of the row. */
class ScheduleConflictTest {

    private static final String AFTER_TWO_HOURS = """
            schedule: {after: PT2H}
            do:
              - last: {set: {done: true}}
            """;
    private static final String ID = InstanceIdGenerator.ofSchedule("test:case", "after");

    private final EngineFixture fixture = new EngineFixture().workflow(AFTER_TWO_HOURS).start();

    private static WorkflowSchedules schedules(EngineFixture of) {
        return new EngineClient(of.engine, new ObjectMapper()).schedules();
    }

    /** The schedule as it is if it is paused shortly before its second occurrence. */
    private static StoredInstance paused() {
        EngineFixture other = new EngineFixture().workflow(AFTER_TWO_HOURS).start();
        other.advance(7_100_000);
        schedules(other).pause("test:case", "after").subscribe().with(done -> {});
        other.threads.runAll();
        return other.store.get(ID);
    }

    private List<Double> dues() {
        return ScheduledStarts.dues(fixture.store, fixture.engine);
    }

    /** The schedule is resumed once the instance is gone. */
    @Test
    void theOccurrenceThatWasStartedDoesNotStartAgain() {
        fixture.advance(7_100_000);
        StoredInstance paused = paused();
        MemoryStore.Session session = fixture.store.open();
        AtomicBoolean pauses = new AtomicBoolean(true);
        fixture.start(new ForwardingStore(session) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                Uni<List<CommitResult>> committed = super.commit(batch);
                return batch.stream().anyMatch(InstanceWrite::creates) && pauses.compareAndSet(true, false)
                        ? committed.call(() -> session.commit(List.of(InstanceWrite.of(paused.row(),
                                fixture.store.get(ID).epoch(), 1, paused.entries().subList(1, 2)))))
                        : committed;
            }
        });
        fixture.advance(110_000);
        assertThat(dues()).containsExactly(7_200.0);
        InstanceRow row = ScheduledStarts.row(fixture.store, "after");
        assertThat(row.status()).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(row.updatedAtMillis()).isEqualTo(EngineFixture.NOON + 7_200_000);
        fixture.advance(3_700_000);
        schedules(fixture).resume("test:case", "after").subscribe().with(done -> {});
        fixture.advance(3_480_000);
        assertThat(dues()).isEmpty();
        fixture.advance(20_000);
        assertThat(dues()).containsExactly(14_400.0);
    }
}
