package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.OverlapPolicy;
import dev.cairn.api.ScheduleRequest;
import dev.cairn.api.ScheduleView.LostOccurrences;
import dev.cairn.api.WorkflowSchedules;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Schedules keep the numbers of their occurrences that started nothing. */
class ScheduleLossTest {

    private static final String LONG = """
            do:
              - last: {wait: {hours: 5}}
            """;
    private static final ScheduleRequest SKIPPING = ScheduleRequest.every("case", "mine", Duration.ofMinutes(1))
            .withOverlap(OverlapPolicy.SKIP);
    private static final String ID = InstanceIdGenerator.ofSchedule("test:case", "mine");

    private final EngineFixture fixture = new EngineFixture();

    private WorkflowSchedules schedules() {
        return new EngineClient(fixture.engine, new ObjectMapper()).schedules();
    }

    private <T> T run(Supplier<Uni<T>> asked) {
        UniAssertSubscriber<T> answer = asked.get().subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return answer.assertCompleted().getItem();
    }

    private LostOccurrences lost(String name) {
        return run(() -> schedules().get("test:case", name)).lost();
    }

    private List<Double> dues() {
        return ScheduledStarts.dues(fixture.store, fixture.engine);
    }

    @Test
    void theNumbersOutliveTheNode() {
        fixture.workflow(LONG).start();
        run(() -> schedules().create(SKIPPING));
        assertThat(lost("mine")).isEqualTo(new LostOccurrences(0, 0, 0));
        fixture.advance(181_000);
        assertThat(lost("mine")).isEqualTo(new LostOccurrences(2, 0, 0));
        fixture.start();
        assertThat(lost("mine")).isEqualTo(new LostOccurrences(2, 0, 0));
        fixture.advance(120_000);
        assertThat(lost("mine")).isEqualTo(new LostOccurrences(4, 0, 0));
        assertThat(run(() -> schedules().find("case", 10, null)).schedules()).extracting(view -> view.lost().skipped())
                .containsExactly(4L);
    }

    @Test
    void commandsKeepTheNumbersAndANewScheduleBeginsAtNone() {
        fixture.workflow(LONG).start();
        run(() -> schedules().create(SKIPPING));
        fixture.advance(121_000);
        run(() -> schedules().pause("case", "mine"));
        fixture.advance(300_000);
        run(() -> schedules().resume("case", "mine"));
        run(() -> schedules().replace(SKIPPING.withJitter(Duration.ofMillis(1))));
        assertThat(lost("mine")).isEqualTo(new LostOccurrences(1, 0, 0));
        run(() -> schedules().delete("case", "mine"));
        run(() -> schedules().create(SKIPPING));
        assertThat(lost("mine")).isEqualTo(new LostOccurrences(0, 0, 0));
    }

    @Test
    void anOccurrenceThatTheWorkflowRefusesIsCounted() {
        fixture.workflow("""
                input: {schema: {format: json, document: {type: object, required: [absent]}}}
                do:
                  - last: {set: {done: true}}
                """).start();
        run(() -> schedules().create(ScheduleRequest.every("case", "mine", Duration.ofMinutes(1))));
        run(() -> schedules().create(ScheduleRequest.after("case", "next", Duration.ofMinutes(2))));
        fixture.advance(121_000);
        assertThat(lost("mine")).isEqualTo(new LostOccurrences(0, 0, 2));
        assertThat(lost("next")).isEqualTo(new LostOccurrences(0, 0, 2));
        assertThat(dues()).isEmpty();
    }

    /** One write of the row for each occurrence, as without losses. */
    @Test
    void theNumbersCostNoWrite() {
        fixture.workflow(LONG).start();
        run(() -> schedules().create(SKIPPING));
        List<InstanceWrite> writes = new ArrayList<>();
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                batch.stream().filter(write -> write.row().id().equals(ID)).forEach(writes::add);
                return super.commit(batch);
            }
        });
        fixture.advance(301_000);
        assertThat(lost("mine")).isEqualTo(new LostOccurrences(4, 0, 0));
        assertThat(writes).hasSize(5).allSatisfy(write -> assertThat(write.entries()).isEmpty());
    }

    /** Of ten missed occurrences three are started. The start of the second fails for a while. */
    @Test
    void occurrencesBeforeAStartThatIsPostponedAreCountedOnce() {
        fixture.workflow("""
                document:
                  dsl: 1.0.3
                  namespace: test
                  name: case
                  version: 1.0.0
                  metadata: {cairn: {schedule: {missed: fire-all, maxMissed: 3}}}
                schedule: {every: PT1M}
                do:
                  - last: {set: {done: true}}
                """).start();
        fixture.time.jump(EngineFixture.NOON + 630_000);
        AtomicBoolean fails = new AtomicBoolean(true);
        String second = InstanceIdGenerator.ofKey(ScheduleRowMarkers.column("test:case"),
                "schedule/every/" + (EngineFixture.NOON + 540_000));
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                return fails.get() && batch.stream().anyMatch(write -> write.row().id().equals(second))
                        ? Uni.createFrom().failure(new StoreException("planted", false, null))
                        : super.commit(batch);
            }
        });
        fixture.advance(1_000);
        assertThat(dues()).containsExactly(480.0);
        assertThat(lost("every")).isEqualTo(new LostOccurrences(0, 7, 0));
        fails.set(false);
        fixture.advance(60_000);
        assertThat(dues()).containsExactly(480.0, 540.0, 600.0, 660.0);
        assertThat(lost("every")).isEqualTo(new LostOccurrences(0, 7, 0));
    }

    /** The node decides again once the store takes the row. */
    @Test
    void occurrencesThatAreDecidedAboutTwiceAreCountedOnce() {
        RecordingObserver observer = new RecordingObserver();
        fixture.options = fixture.options.with(EngineObserver.of(List.of(observer)));
        fixture.workflow(LONG).start();
        run(() -> schedules().create(SKIPPING));
        fixture.advance(61_000);
        AtomicInteger failures = new AtomicInteger();
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                boolean ofSchedule = batch.stream().anyMatch(write -> write.row().id().equals(ID));
                return ofSchedule && failures.incrementAndGet() <= 3
                        ? Uni.createFrom().failure(new StoreException("planted", false, null))
                        : super.commit(batch);
            }
        });
        fixture.advance(80_000);
        assertThat(failures).hasValueGreaterThan(3);
        assertThat(lost("mine")).isEqualTo(new LostOccurrences(1, 0, 0));
        assertThat(observer.take()).filteredOn(line -> line.startsWith("dropped "))
                .containsExactly("dropped test:case SKIPPED 1");
    }
}
