package dev.cairn.engine;

import static dev.cairn.engine.ScheduledStarts.series;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.schedule.AfterRule;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/** Schedules of definitions in a store of one node, on simulated time. */
class ScheduleTest {

    private static final String EACH_MINUTE = """
            schedule: {every: PT1M}
            do:
              - last: {set: {done: true}}
            """;
    private static final String MINUTES_LONG = """
            schedule: {every: PT1M}
            do:
              - last: {wait: {seconds: 150}}
            """;

    @RegisterExtension
    private final EngineLog log = new EngineLog(Level.INFO);

    private final EngineFixture fixture = new EngineFixture();

    private static String metadata(String cairn) {
        return """
                document:
                  dsl: 1.0.3
                  namespace: test
                  name: case
                  version: 1.0.0
                  metadata: {cairn: {CAIRN}}
                """.replace("CAIRN", cairn);
    }

    private List<Double> dues() {
        return ScheduledStarts.dues(fixture.store, fixture.engine);
    }

    private List<Double> times() {
        return ScheduledStarts.times(fixture.store, fixture.engine);
    }

    private InstanceRow row(String name) {
        return ScheduledStarts.row(fixture.store, name);
    }

    @Test
    void everyStartsAnInstanceAtEachDueTime() {
        fixture.workflow(EACH_MINUTE).start();
        fixture.advance(59_999);
        assertThat(dues()).isEmpty();
        fixture.advance(1);
        assertThat(times()).containsExactly(60.0);
        fixture.advance(240_000);
        assertThat(dues()).isEqualTo(series(60, 60, 300));
        assertThat(times()).isEqualTo(dues());
    }

    @Test
    void itIsClaimedShortlyBeforeItIsDueAndHasNoOwnerOtherwise() {
        fixture.workflow(EACH_MINUTE).start();
        fixture.advance(59_000);
        assertThat(row("every").owner()).isNull();
        fixture.advance(950);
        assertThat(row("every").owner()).isNotNull();
        fixture.advance(50);
        assertThat(row("every").owner()).isNull();
        assertThat(row("every").wakeAtMillis()).isEqualTo(EngineFixture.NOON + 120_000);
        assertThat(row("every").updatedAtMillis()).isEqualTo(EngineFixture.NOON + 60_000);
        assertThat(fixture.engine.condition().load().recovering()).isZero();
    }

    @Test
    void theInputNamesTheOccurrence() {
        fixture.workflow(EACH_MINUTE).start();
        fixture.advance(120_000);
        List<StoredInstance> all = ScheduledStarts.all(fixture.store, fixture.engine);
        assertThat(ScheduledStarts.input(all.get(0), fixture.engine)).hasToString(
                "{\"due\":\"2023-11-14T22:14:20Z\",\"previous\":null,\"scheduled\":\"every\"}");
        assertThat(ScheduledStarts.input(all.get(1), fixture.engine)).hasToString(
                "{\"due\":\"2023-11-14T22:15:20Z\",\"previous\":\"2023-11-14T22:14:20Z\",\"scheduled\":\"every\"}");
    }

    /** As a crash after the start and before the row: the cursor is lost. */
    @Test
    void aRepeatedLookStartsNothingTwice() {
        fixture.workflow(EACH_MINUTE).start();
        fixture.advance(59_950);
        fixture.session.hold();
        fixture.advance(50);
        // The start is durable and its answer held: the row was not written.
        fixture.start();
        fixture.advance(0);
        assertThat(row("every").updatedAtMillis()).isEqualTo(EngineFixture.NOON + 60_000);
        fixture.advance(60_000);
        assertThat(dues()).containsExactly(60.0, 120.0);
    }

    @Test
    void aRestartLosesAndRepeatsNoOccurrence() {
        fixture.workflow(EACH_MINUTE).start();
        for (int i = 0; i < 20; i++) {
            fixture.advance(17_000);
            fixture.start();
        }
        fixture.advance(20_000);
        assertThat(dues()).isEqualTo(series(60, 60, 360));
    }

    @Test
    void ofOccurrencesOfAnOutageTheLastIsStarted() {
        fixture.workflow(EACH_MINUTE).start();
        fixture.time.jump(EngineFixture.NOON + 630_000);
        fixture.start();
        fixture.advance(60_000);
        assertThat(dues()).containsExactly(600.0, 660.0);
        assertThat(log.said()).anySatisfy(line -> assertThat(line).contains("CAIRN-0801", "Dropped 9 missed", "test:case"));
    }

    @Test
    void ofOccurrencesOfAnOutageAllAreStartedIfTheScheduleSaysSo() {
        fixture.workflow(metadata("schedule: {missed: fire-all, maxMissed: 4}") + EACH_MINUTE).start();
        fixture.time.jump(EngineFixture.NOON + 630_000);
        fixture.start();
        fixture.advance(60_000);
        assertThat(dues()).isEqualTo(series(420, 60, 660));
    }

    @Test
    void ofOccurrencesOfAnOutageNoneIsStartedIfTheScheduleSaysSo() {
        fixture.workflow(metadata("schedule: {missed: skip}") + EACH_MINUTE).start();
        fixture.time.jump(EngineFixture.NOON + 661_000);
        fixture.start();
        fixture.advance(60_000);
        assertThat(dues()).containsExactly(660.0, 720.0);
    }

    @Test
    void afterCountsFromTheLossOfAMissedOccurrenceIfTheScheduleSkipsIt() {
        fixture.workflow(metadata("schedule: {missed: skip}") + EACH_MINUTE.replace("every: PT1M", "after: PT20M")).start();
        fixture.time.jump(EngineFixture.NOON + 1_800_000);
        fixture.start();
        fixture.advance(1_199_000);
        assertThat(dues()).containsExactly(0.0);
        fixture.advance(2_000);
        assertThat(dues()).containsExactly(0.0, 3_000.0);
    }

    @Test
    void aLookDuringAnOutageOfTheStoreIsRepeated() {
        fixture.workflow(EACH_MINUTE).start();
        fixture.advance(55_000);
        fixture.session.fail(new StoreException("planted", false, null), false);
        fixture.advance(30_000);
        assertThat(dues()).isEmpty();
        fixture.session.fail(null, false);
        fixture.advance(10_000);
        assertThat(dues()).containsExactly(60.0);
        fixture.advance(30_000);
        assertThat(dues()).containsExactly(60.0, 120.0);
    }

    /** The store does what it is asked for, and its answers are lost. */
    @Test
    void lostAnswersStartNothingTwice() {
        fixture.workflow(EACH_MINUTE).start();
        fixture.advance(55_000);
        fixture.session.fail(new StoreException("planted", false, null), true);
        fixture.advance(70_000);
        fixture.session.fail(null, false);
        fixture.advance(65_000);
        assertThat(dues()).containsExactly(60.0, 120.0, 180.0);
    }

    @Test
    void aClockThatIsSetForwardMissesOccurrencesAndOneThatIsSetBackRepeatsNone() {
        fixture.workflow(EACH_MINUTE).start();
        fixture.advance(65_000);
        fixture.time.setClock(EngineFixture.NOON + 305_000);
        fixture.advance(2_000);
        assertThat(dues()).containsExactly(60.0, 300.0);
        fixture.time.setClock(EngineFixture.NOON + 100_000);
        fixture.advance(200_000);
        assertThat(dues()).containsExactly(60.0, 300.0);
        fixture.advance(65_000);
        assertThat(dues()).containsExactly(60.0, 300.0, 360.0);
    }

    @Test
    void skipDropsWhatIsDueMeanwhile() {
        fixture.workflow(metadata("schedule: {overlap: skip}") + MINUTES_LONG).start();
        fixture.advance(480_000);
        assertThat(dues()).containsExactly(60.0, 240.0, 420.0);
    }

    @Test
    void allowStartsThemSideBySide() {
        fixture.workflow(metadata("schedule: {overlap: allow}") + MINUTES_LONG).start();
        fixture.advance(240_000);
        assertThat(dues()).isEqualTo(series(60, 60, 240));
        assertThat(times()).isEqualTo(dues());
    }

    @Test
    void bufferOneStartsTheFirstOfThemOnceTheInstanceHasEnded() {
        fixture.workflow(metadata("schedule: {overlap: buffer-one}") + MINUTES_LONG).start();
        fixture.advance(480_000);
        assertThat(dues()).containsExactly(60.0, 120.0, 240.0);
        assertThat(times()).containsExactly(60.0, 210.0, 360.0);
    }

    @Test
    void bufferAllStartsThemOneAfterTheOther() {
        fixture.workflow(metadata("schedule: {overlap: buffer-all}") + MINUTES_LONG).start();
        fixture.advance(600_000);
        assertThat(dues()).containsExactly(60.0, 120.0, 180.0, 240.0);
        assertThat(times()).containsExactly(60.0, 210.0, 360.0, 510.0);
    }

    @Test
    void cancelOtherEndsTheInstanceBefore() {
        fixture.workflow(metadata("schedule: {overlap: cancel-other}") + MINUTES_LONG).start();
        fixture.advance(185_000);
        assertThat(dues()).containsExactly(60.0, 120.0, 180.0);
        assertThat(ScheduledStarts.all(fixture.store, fixture.engine)).extracting(stored -> stored.row().status())
                .containsExactly(InstanceStatus.CANCELLED, InstanceStatus.CANCELLED, InstanceStatus.WAITING);
    }

    @Test
    void afterBeginsAtOnceAndCountsFromTheEndOfEachInstance() {
        fixture.workflow("""
                schedule: {after: PT30S}
                do:
                  - last: {wait: {seconds: 100}}
                """).start();
        fixture.advance(400_000);
        assertThat(dues()).containsExactly(0.0, 130.0, 260.0, 390.0);
        assertThat(times()).isEqualTo(dues());
    }

    @Test
    void afterGoesOnBehindAnInstanceThatEndedWhileNobodyLooked() {
        fixture.workflow("""
                schedule: {after: PT30S}
                do:
                  - last: {call: ping}
                """).start();
        String first = ScheduledStarts.all(fixture.store, fixture.engine).get(0).row().id();
        fixture.answer("/do/0/last", "1");
        assertThat(fixture.store.get(first).row().status()).isEqualTo(InstanceStatus.COMPLETED);
        fixture.time.jump(EngineFixture.NOON + 20_000);
        fixture.start();
        fixture.advance(10_500);
        assertThat(dues()).containsExactly(0.0, 30.0);
    }

    @Test
    void anInputThatTheWorkflowRefusesStartsNothingAndStopsNothing() {
        fixture.workflow("""
                schedule: {every: PT1M}
                input: {schema: {format: json, document: {type: object, required: [absent]}}}
                do:
                  - last: {set: {done: true}}
                """).start();
        fixture.advance(121_000);
        assertThat(dues()).isEmpty();
        assertThat(row("every").updatedAtMillis()).isEqualTo(EngineFixture.NOON + 120_000);
        assertThat(log.said()).filteredOn(line -> line.startsWith("CAIRN-0802")).hasSize(2);
    }

    /** A failure that no code explains is no refusal of the input: the occurrence is not lost. */
    @Test
    void aStartThatFailsForAnUnknownReasonIsRepeated() {
        MemoryStore.Session session = fixture.store.open();
        AtomicBoolean failing = new AtomicBoolean(true);
        AtomicInteger failed = new AtomicInteger();
        fixture.workflow(EACH_MINUTE).start(new ForwardingStore(session) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                // Repetitions without a delay would be more than these, and have no end in simulated time.
                return failing.get() && batch.stream().anyMatch(write -> write.row().workflow().equals("test:case"))
                        && failed.incrementAndGet() < 10
                                ? Uni.createFrom().failure(new IllegalStateException("planted mistake"))
                                : super.commit(batch);
            }
        });
        fixture.advance(61_000);
        assertThat(dues()).isEmpty();
        failing.set(false);
        fixture.advance(1_000);
        assertThat(dues()).containsExactly(60.0);
    }

    /** Otherwise an occurrence that is started again would start a second time. */
    @Test
    void instancesAreKeptForAnHourAtLeast() {
        fixture.workflow(metadata("retention: {completed: PT1S}") + EACH_MINUTE).start();
        fixture.advance(60_000);
        assertThat(ScheduledStarts.all(fixture.store, fixture.engine)).extracting(stored -> stored.row().keepUntilMillis())
                .containsExactly(EngineFixture.NOON + 3_660_000);
    }

    @Test
    void observersLearnOfStartsAndLosses() {
        RecordingObserver first = new RecordingObserver();
        RecordingObserver second = new RecordingObserver();
        fixture.options = fixture.options.with(EngineObserver.of(List.of(first, second)));
        fixture.workflow(metadata("schedule: {overlap: skip}") + MINUTES_LONG).start();
        fixture.advance(121_000);
        fixture.time.jump(EngineFixture.NOON + 605_500);
        fixture.start();
        fixture.advance(2_000);
        List<String> told = first.take().stream().filter(line -> line.matches("(occurrence|dropped) .*")).toList();
        assertThat(told).containsExactly("occurrence test:case 0", "dropped test:case SKIPPED 1",
                "dropped test:case SKIPPED 8");
        assertThat(second.take()).containsAll(told);
    }

    @Test
    void afterNoTimeGoesOn() {
        fixture.workflow("""
                schedule: {after: PT0S}
                do:
                  - last: {set: {done: true}}
                """).start();
        fixture.advance(1_000);
        assertThat(dues()).hasSizeGreaterThan(3).doesNotHaveDuplicates();
    }

    /** The instance ends before its due time, by the clock. The next occurrence is due after the last one all the same. */
    @Test
    void afterGoesOnIfTheClockWasSetBack() {
        fixture.workflow("""
                schedule: {after: PT30S}
                do:
                  - last: {call: ping}
                """).start();
        fixture.time.setClock(EngineFixture.NOON - 600_000);
        fixture.answer("/do/0/last", "1");
        fixture.advance(599_000);
        assertThat(dues()).containsExactly(0.0);
        fixture.advance(2_000);
        assertThat(dues()).containsExactly(0.0, 0.001);
    }

    /** No occurrence is due before the last one, so nothing is asked until then. */
    @Test
    void afterAsksNothingWhileTheClockIsBehind() {
        AtomicInteger questions = new AtomicInteger();
        fixture.workflow("""
                schedule: {after: PT30S}
                do:
                  - last: {call: ping}
                """).start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<Optional<InstanceRow>> row(String id) {
                questions.incrementAndGet();
                return super.row(id);
            }
        });
        assertThat(row("after").owner()).isNotNull();
        fixture.time.setClock(EngineFixture.NOON - 600_000);
        fixture.advance(1_000);
        assertThat(row("after").owner()).isNull();
        assertThat(questions).hasPositiveValue();
        questions.set(0);
        fixture.advance(598_000);
        assertThat(questions).hasValue(0);
        fixture.answer("/do/0/last", "1");
        fixture.advance(31_000);
        assertThat(dues()).containsExactly(0.0, 29.0);
    }

    /** The start is durable, and its answer is lost. The time of the next try must not become the due time. */
    @Test
    void afterStartsNothingTwiceIfTheLastInstanceIsGone() {
        fixture.workflow(EACH_MINUTE.replace("every: PT1M", "after: PT2H")).start();
        fixture.advance(7_199_000);
        assertThat(dues()).isEmpty();
        fixture.session.fail(new StoreException("planted", false, null), true);
        fixture.advance(5_000);
        fixture.session.fail(null, false);
        fixture.advance(60_000);
        assertThat(dues()).containsExactly(7_200.0);
        assertThat(row("after").owner()).isNull();
    }

    /** The instance is retained for an hour. Without it, the due time follows from the wake time, which has the jitter. */
    @Test
    void jitterOfAfterIsThatOfTheOccurrenceAlsoIfTheLastInstanceIsGone() {
        fixture.workflow(metadata("schedule: {jitter: PT50M}") + EACH_MINUTE.replace("every: PT1M", "after: PT2H")).start();
        String id = InstanceIdGenerator.ofSchedule("test:case", "after");
        ScheduleSpec spec = new ScheduleSpec("after", new AfterRule(7_200_000), OverlapPolicy.ALLOW, MissedPolicy.FIRE_ONCE,
                100, 3_000_000, null);
        long due = EngineFixture.NOON;
        long start = due + spec.delayMillis(id, due - 1);
        for (int i = 0; i < 5; i++) {
            fixture.advance(start - fixture.time.millis());
            assertThat(row("after").updatedAtMillis()).isEqualTo(due);
            long cursor = due;
            due = start + 7_200_000;
            start = due + spec.delayMillis(id, cursor);
            fixture.advance(7_000_000);
            assertThat(dues()).isEmpty();
            fixture.start();
        }
    }

    @Test
    void theEndOfAnInstanceThatIsNotInMemoryIsNoticedAtOnce() {
        fixture.workflow("""
                schedule: {after: PT30S}
                do:
                  - last: {wait: {hours: 5}}
                """).start();
        String first = ScheduledStarts.all(fixture.store, fixture.engine).get(0).row().id();
        CairnClient client = new EngineClient(fixture.engine, new ObjectMapper());
        client.instance(first).suspend().subscribe().with(done -> {});
        fixture.advance(3_600_000);
        assertThat(fixture.store.get(first).row().status()).isEqualTo(InstanceStatus.SUSPENDED);
        assertThat(fixture.engine.condition().load().instances()).isZero();
        client.instance(first).cancel().subscribe().with(done -> {});
        fixture.advance(30_500);
        assertThat(times()).containsExactly(0.0, 3_630.0);
    }

    /** Another node creates the schedule, with another period, after this one has not found it. */
    @Test
    void aScheduleThatAnotherNodeCreatesMeanwhileIsBroughtInLine() {
        EngineFixture other = new EngineFixture().workflow(EACH_MINUTE.replace("PT1M", "PT7M")).start();
        StoredInstance theirs = other.store.get(InstanceIdGenerator.ofSchedule("test:case", "every"));
        MemoryStore.Session session = fixture.store.open();
        AtomicBoolean created = new AtomicBoolean();
        fixture.workflow(EACH_MINUTE).start(new ForwardingStore(session) {
            @Override
            public Uni<Optional<StoredInstance>> load(String id) {
                Uni<Optional<StoredInstance>> before = super.load(id);
                return id.equals(theirs.row().id()) && created.compareAndSet(false, true)
                        ? before.call(() -> session.commit(List.of(
                                InstanceWrite.of(theirs.row(), theirs.epoch(), 0, theirs.entries()))))
                        : before;
            }
        });
        fixture.advance(121_000);
        assertThat(created).isTrue();
        assertThat(dues()).containsExactly(60.0, 120.0);
    }
}
