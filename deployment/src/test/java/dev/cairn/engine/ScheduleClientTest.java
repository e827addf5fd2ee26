package dev.cairn.engine;

import static dev.cairn.engine.ScheduledStarts.series;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.api.ScheduleRequest;
import dev.cairn.api.ScheduleView;
import dev.cairn.api.StartRequest;
import dev.cairn.api.WorkflowSchedules;
import dev.cairn.api.WorkflowSchedules.BackfillResult;
import dev.cairn.api.WorkflowSchedules.SchedulePage;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** {@link WorkflowSchedules}. */
class ScheduleClientTest {

    private static final String PLAIN = """
            do:
              - last: {set: {done: true}}
            """;
    private static final ScheduleRequest EACH_MINUTE = ScheduleRequest.every("case", "mine", Duration.ofMinutes(1));

    @RegisterExtension
    private final EngineLog log = new EngineLog(Level.WARNING);

    private final EngineFixture fixture = new EngineFixture().workflow(PLAIN).start();
    private WorkflowSchedules schedules = client();

    private WorkflowSchedules client() {
        return new EngineClient(fixture.engine, new ObjectMapper()).as(CommandOrigin.of("ann")).schedules();
    }

    private <T> UniAssertSubscriber<T> ask(Supplier<Uni<T>> asked) {
        UniAssertSubscriber<T> answer = asked.get().subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return answer;
    }

    private <T> T run(Supplier<Uni<T>> asked) {
        return ask(asked).assertCompleted().getItem();
    }

    private void refused(Supplier<Uni<?>> asked, Reason reason, String... parts) {
        Throwable failure = ask(() -> asked.get().replaceWithVoid()).assertFailed().getFailure();
        assertThat(failure).isInstanceOfSatisfying(CairnException.class,
                refusal -> assertThat(refusal.reason()).isEqualTo(reason));
        assertThat(failure.getMessage()).contains(parts.length == 0 ? List.of("CAIRN-") : List.of(parts));
    }

    private List<Double> dues() {
        return ScheduledStarts.dues(fixture.store, fixture.engine);
    }

    private static Instant after(long seconds) {
        return Instant.ofEpochMilli(EngineFixture.NOON).plusSeconds(seconds);
    }

    @Test
    void aCreatedScheduleStartsInstancesAndIsSeen() {
        ScheduleRequest request = EACH_MINUTE.withOverlap(OverlapPolicy.SKIP).withMissed(MissedPolicy.FIRE_ALL).withMaxMissed(3)
                .withJitter(Duration.ofMillis(1)).withInput(Map.of("tenant", 7));
        ScheduleView created = run(() -> schedules.create(request));
        assertThat(created.workflow()).isEqualTo("test:case");
        assertThat(created.ofDefinition()).isFalse();
        assertThat(created.paused()).isFalse();
        assertThat(created.changedBy()).isEqualTo(CommandOrigin.of("ann"));
        assertThat(created.changedAt()).isEqualTo(after(0));
        assertThat(created.lastDue()).isNull();
        assertThat(created.nextDue()).isEqualTo(after(60));
        assertThat(created.statement().rule()).isEqualTo(request.rule());
        assertThat(created.statement().policies()).isEqualTo(request.policies());
        assertThat(created.statement().input()).hasToString("{\"tenant\":7}");

        fixture.advance(121_000);
        List<StoredInstance> started = fixture.store.all().stream().filter(stored -> !stored.row().workflow().startsWith("$"))
                .toList();
        assertThat(started).hasSize(2).allSatisfy(stored -> assertThat(ScheduledStarts.input(stored, fixture.engine))
                .hasToString("{\"tenant\":7}"));
        ScheduleView later = run(() -> schedules.get("test:case", "mine"));
        assertThat(later.lastDue()).isEqualTo(after(120));
        assertThat(later.nextDue()).isEqualTo(after(180));
    }

    /** The instances end while the schedule is being looked at, which does not matter to it. */
    @Test
    void anOccurrenceTakesOneClaim() {
        run(() -> schedules.create(EACH_MINUTE));
        String id = InstanceIdGenerator.ofSchedule("test:case", "mine");
        long before = fixture.store.get(id).epoch();
        fixture.advance(600_500);
        assertThat(dues()).hasSize(10);
        assertThat(fixture.store.get(id).epoch() - before).isEqualTo(10);
    }

    @Test
    void creatingTheSameAgainChangesNothing() {
        run(() -> schedules.create(EACH_MINUTE));
        fixture.advance(30_000);
        run(() -> schedules.create(EACH_MINUTE));
        refused(() -> schedules.create(EACH_MINUTE.withOverlap(OverlapPolicy.SKIP)), Reason.SCHEDULE_CONFLICT, "CAIRN-0808",
                "mine");
        fixture.advance(60_000);
        assertThat(dues()).containsExactly(60.0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 25 * * *  |               | mine  | "25" is no hour
            0 8 * * *   | Europe/Berlim | mine  | "Europe/Berlim" is unknown
            0 8 * * *   |               | every | Schedules of definitions have this name
            """)
    void mistakesAreRefused(String cron, String zone, String name, String part) {
        ScheduleRequest request = ScheduleRequest.cron("case", name, cron).withZone(zone);
        refused(() -> schedules.create(request), Reason.INVALID_SCHEDULE, "CAIRN-0806", part, "test:case");
        assertThat(fixture.store.all()).isEmpty();
    }

    @Test
    void boundsAreRefused() {
        refused(() -> schedules.create(ScheduleRequest.every("case", "mine", Duration.ofMillis(99))), Reason.INVALID_SCHEDULE,
                "too short");
        refused(() -> schedules.create(ScheduleRequest.after("case", "mine", Duration.ofSeconds(Long.MAX_VALUE))),
                Reason.INVALID_SCHEDULE, "too long");
        refused(() -> schedules.create(EACH_MINUTE.withJitter(Duration.ofSeconds(31))), Reason.INVALID_SCHEDULE, "jitter");
        refused(() -> schedules.create(EACH_MINUTE.withOverlap(OverlapPolicy.BUFFER_ALL).withMissed(MissedPolicy.SKIP)),
                Reason.INVALID_SCHEDULE, "missed");
        refused(() -> schedules.create(EACH_MINUTE.withMaxMissed(0)), Reason.INVALID_SCHEDULE, "missed occurrences");
        refused(() -> schedules.create(ScheduleRequest.every("nothing", "mine", Duration.ofMinutes(1))),
                Reason.UNKNOWN_WORKFLOW);
    }

    @Test
    void aPausedScheduleStartsNothingAndMakesUpForNothing() {
        run(() -> schedules.create(EACH_MINUTE));
        fixture.advance(61_000);
        ScheduleView paused = run(() -> schedules.pause("case", "mine"));
        assertThat(paused.paused()).isTrue();
        assertThat(paused.nextDue()).isNull();
        fixture.advance(600_000);
        fixture.start();
        schedules = client();
        assertThat(run(() -> schedules.pause("case", "mine")).changedAt()).isEqualTo(after(61));
        assertThat(run(() -> schedules.resume("case", "mine")).nextDue()).isEqualTo(after(720));
        fixture.advance(60_000);
        assertThat(dues()).containsExactly(60.0, 720.0);
    }

    @Test
    void aScheduleIsPausedWhileItIsClaimed() {
        run(() -> schedules.create(EACH_MINUTE));
        fixture.advance(59_950);
        assertThat(fixture.store.all().get(0).row().owner()).isNotNull();
        run(() -> schedules.pause("case", "mine"));
        fixture.advance(120_000);
        assertThat(dues()).hasSizeLessThanOrEqualTo(1);
        assertThat(run(() -> schedules.get("case", "mine")).paused()).isTrue();
    }

    @Test
    void anInstanceIsStartedNow() {
        run(() -> schedules.create(EACH_MINUTE));
        fixture.advance(10_000);
        InstanceHandle first = run(() -> schedules.runNow("case", "mine"));
        InstanceHandle second = run(() -> schedules.runNow("case", "mine"));
        assertThat(first.id()).isNotEqualTo(second.id());
        fixture.advance(60_000);
        assertThat(dues()).containsExactly(10.0, 10.0, 60.0);
    }

    @Test
    void aBackfillStartsWhatWasNotStarted() {
        run(() -> schedules.create(EACH_MINUTE));
        fixture.advance(61_000);
        run(() -> schedules.pause("case", "mine"));
        fixture.advance(299_000);
        assertThat(run(() -> schedules.backfill("case", "mine", after(60), after(999)))).isEqualTo(new BackfillResult(5, 1));
        assertThat(dues()).isEqualTo(series(60, 60, 360));
        assertThat(run(() -> schedules.backfill("case", "mine", after(60), after(999)))).isEqualTo(new BackfillResult(0, 6));
        assertThat(run(() -> schedules.backfill("case", "mine", after(120), after(240)))).isEqualTo(new BackfillResult(0, 2));
    }

    @Test
    void policiesForOverlapsPayNoAttentionToABackfill() {
        fixture.workflow("do:\n  - last: {wait: {hours: 1}}\n").start();
        schedules = client();
        run(() -> schedules.create(EACH_MINUTE.withOverlap(OverlapPolicy.CANCEL_OTHER)));
        run(() -> schedules.pause("case", "mine"));
        fixture.advance(301_000);
        assertThat(run(() -> schedules.backfill("case", "mine", Instant.MIN, Instant.MAX)).started()).isEqualTo(5);
        run(() -> schedules.runNow("case", "mine"));
        run(() -> schedules.resume("case", "mine"));
        fixture.advance(121_000);
        assertThat(dues()).containsExactly(60.0, 120.0, 180.0, 240.0, 300.0, 301.0, 360.0, 420.0);
        assertThat(ScheduledStarts.all(fixture.store, fixture.engine)).extracting(stored -> stored.row().status())
                .containsOnlyOnce(InstanceStatus.CANCELLED);
    }

    /** A caller could suppress an occurrence otherwise. */
    @Test
    void noKeyOfACallerNamesAnOccurrence() {
        run(() -> schedules.create(EACH_MINUTE));
        String key = "schedule/mine/" + after(60).toEpochMilli();
        run(() -> new EngineClient(fixture.engine, new ObjectMapper())
                .start(StartRequest.of("case").withIdempotencyKey(key)));
        fixture.advance(61_000);
        assertThat(dues()).containsExactly(60.0);
    }

    /** The schedule's own attribute would be missing, and policies for overlaps would find nothing. */
    @Test
    void aWorkflowWithoutAnAttributeLeftTakesNoSchedule() {
        String all = IntStream.range(0, 16).mapToObj(i -> "a" + i + ": x").collect(Collectors.joining(", "));
        fixture.workflow("document: {dsl: 1.0.3, namespace: test, name: case, version: 1.0.0, metadata: {cairn: {attributes: {"
                + all + "}}}}\n" + PLAIN).start();
        schedules = client();
        refused(() -> schedules.create(EACH_MINUTE), Reason.INVALID_SCHEDULE, "16 attributes");
    }

    @Test
    void aBackfillHasABound() {
        run(() -> schedules
                .create(ScheduleRequest.every("case", "mine", Duration.ofMillis(100)).withMissed(MissedPolicy.SKIP)));
        run(() -> schedules.pause("case", "mine"));
        fixture.time.jump(EngineFixture.NOON + 1_001_000);
        refused(() -> schedules.backfill("case", "mine", after(0), after(1_001)), Reason.INVALID_SCHEDULE, "CAIRN-0813",
                "10000 occurrences");
        run(() -> schedules.create(ScheduleRequest.after("case", "later", Duration.ofMinutes(1))));
        refused(() -> schedules.backfill("case", "later", after(0), after(1)), Reason.INVALID_SCHEDULE, "\"after\"");
    }

    @Test
    void aReplacedScheduleCountsFromNow() {
        run(() -> schedules.create(EACH_MINUTE));
        fixture.advance(90_000);
        ScheduleRequest slower = ScheduleRequest.every("case", "mine", Duration.ofMinutes(2));
        assertThat(run(() -> schedules.replace(slower)).nextDue()).isEqualTo(after(210));
        fixture.advance(121_000);
        assertThat(run(() -> schedules.replace(slower.withOverlap(OverlapPolicy.SKIP))).nextDue()).isEqualTo(after(330));
        fixture.advance(120_000);
        assertThat(dues()).containsExactly(60.0, 210.0, 330.0);
        refused(() -> schedules.replace(ScheduleRequest.every("case", "other", Duration.ofMinutes(2))), Reason.UNKNOWN_SCHEDULE,
                "CAIRN-0805", "other");
    }

    @Test
    void aDeletedScheduleIsGoneAndMayBeCreatedAgain() {
        run(() -> schedules.create(EACH_MINUTE));
        fixture.advance(61_000);
        run(() -> schedules.delete("case", "mine"));
        refused(() -> schedules.get("case", "mine"), Reason.UNKNOWN_SCHEDULE);
        refused(() -> schedules.resume("case", "mine"), Reason.UNKNOWN_SCHEDULE);
        assertThat(run(() -> schedules.find(null, 10, null)).schedules()).isEmpty();
        run(() -> schedules.delete("case", "mine"));
        fixture.advance(1_000);
        // Its row is still there, or has been removed: both are possible for a caller.
        run(() -> schedules.create(EACH_MINUTE));
        fixture.advance(20_000);
        run(() -> schedules.delete("case", "mine"));
        fixture.advance(20_000);
        assertThat(fixture.store.all()).filteredOn(stored -> stored.row().workflow().startsWith("$")).isEmpty();
        run(() -> schedules.create(EACH_MINUTE));
        fixture.advance(60_000);
        assertThat(dues()).containsExactly(60.0, 162.0);
    }

    @Test
    void schedulesAreFoundInPages() {
        fixture.alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: other, version: 1.0.0}
                schedule: {cron: "@daily"}
                do:
                  - last: {set: {done: true}}
                """).start();
        schedules = client();
        for (int i = 0; i < 7; i++) {
            String name = "mine-" + i;
            run(() -> schedules.create(ScheduleRequest.every("case", name, Duration.ofMinutes(1))));
        }
        List<String> names = new ArrayList<>();
        String cursor = null;
        do {
            String from = cursor;
            SchedulePage page = run(() -> schedules.find(null, 3, from));
            assertThat(page.schedules()).hasSizeLessThanOrEqualTo(3);
            page.schedules().forEach(view -> names.add(view.name()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(names).containsExactlyInAnyOrder("cron", "mine-0", "mine-1", "mine-2", "mine-3", "mine-4", "mine-5",
                "mine-6");
        assertThat(run(() -> schedules.find("case", 10, null)).schedules()).hasSize(7);
        assertThat(run(() -> schedules.find("other", 10, null)).schedules()).extracting(ScheduleView::ofDefinition)
                .containsExactly(true);
    }

    @Test
    void schedulesOfDefinitionsArePausedAndNotChanged() {
        fixture.workflow("schedule: {every: PT1M}\n" + PLAIN).start();
        schedules = client();
        run(() -> schedules.pause("case", "every"));
        refused(() -> schedules.delete("case", "every"), Reason.SCHEDULE_CONFLICT, "CAIRN-0809", "every");
        refused(() -> schedules.replace(ScheduleRequest.every("case", "every", Duration.ofMinutes(2))),
                Reason.SCHEDULE_CONFLICT);
        fixture.advance(150_000);
        // Not resumed by the next start of the application.
        fixture.start();
        schedules = client();
        fixture.advance(150_000);
        assertThat(dues()).isEmpty();
        run(() -> schedules.resume("case", "every"));
        fixture.advance(60_000);
        assertThat(dues()).containsExactly(360.0);
    }

    @Test
    void afterGoesOnWhenItIsResumed() {
        run(() -> schedules.create(ScheduleRequest.after("case", "mine", Duration.ofMinutes(1))));
        fixture.advance(65_000);
        run(() -> schedules.pause("case", "mine"));
        fixture.advance(400_000);
        assertThat(dues()).containsExactly(0.0, 60.0);
        run(() -> schedules.resume("case", "mine"));
        fixture.advance(500);
        assertThat(dues()).containsExactly(0.0, 60.0, 120.0);
    }

    @Test
    void aFailingStoreIsToldOf() {
        fixture.session.fail(new StoreException("planted", false, null), false);
        refused(() -> schedules.create(EACH_MINUTE), Reason.STORE_UNAVAILABLE, "CAIRN-0810", "planted");
        fixture.session.fail(null, false);
        run(() -> schedules.create(EACH_MINUTE));
    }

    @Test
    void aBackfillIsThatOfItsCaller() {
        run(() -> schedules.create(EACH_MINUTE));
        run(() -> schedules.pause("case", "mine"));
        fixture.advance(121_000);
        run(() -> schedules.backfill("case", "mine", after(0), after(121)));
        assertThat(ScheduledStarts.all(fixture.store, fixture.engine)).hasSize(2)
                .allSatisfy(stored -> assertThat(fixture.engine.journal().decoder(stored).read(0).origin())
                        .isEqualTo(CommandOrigin.of("ann")));
    }

    /** The store may answer on an event loop, where no due times are computed. */
    @Test
    void aWorkerComputesTheRangeOfABackfill() {
        run(() -> schedules.create(ScheduleRequest.every("case", "mine", Duration.ofMillis(100))));
        run(() -> schedules.pause("case", "mine"));
        fixture.time.jump(EngineFixture.NOON + 1_001_000);
        UniAssertSubscriber<BackfillResult> answer = schedules.backfill("case", "mine", after(0), after(1_001)).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        answer.assertNotTerminated();
        fixture.threads.runAll();
        assertThat(answer.assertFailed().getFailure()).hasMessageStartingWith("CAIRN-0813: Cannot backfill a schedule")
                .hasMessageEndingWith("Nothing was started.");
    }

    private String damage(String name) {
        String id = InstanceIdGenerator.ofSchedule("test:case", name);
        fixture.store.get(id).entries().get(0)[5] ^= 1;
        return id;
    }

    @Test
    void aDamagedScheduleIsLeftOutOfASearchWithAReport() {
        List.of("a", "b", "c").forEach(name -> run(() -> schedules
                .create(ScheduleRequest.every("case", name, Duration.ofMinutes(1)))));
        String damaged = damage("b");
        assertThat(run(() -> schedules.find("case", 10, null)).schedules()).extracting(ScheduleView::name)
                .containsExactlyInAnyOrder("a", "c");
        assertThat(log.said()).singleElement().asString().contains("CAIRN-0804", damaged);
        refused(() -> schedules.get("case", "b"), Reason.STORE_UNAVAILABLE, "CAIRN-0812", "checksum");
    }

    @Test
    void aDamagedScheduleIsDeleted() {
        run(() -> schedules.create(EACH_MINUTE));
        String damaged = damage("mine");
        run(() -> schedules.delete("case", "mine"));
        assertThat(fixture.store.get(damaged).row().status()).isEqualTo(InstanceStatus.CANCELLED);
        assertThat(run(() -> schedules.find("case", 10, null)).schedules()).isEmpty();
    }

    /** As a file whose records are damaged: the store itself cannot give the journal. */
    @Test
    void aScheduleThatTheStoreCannotReadIsLeftOutAndDeleted() {
        run(() -> schedules.create(EACH_MINUTE));
        run(() -> schedules.create(ScheduleRequest.every("case", "other", Duration.ofMinutes(1))));
        String damaged = InstanceIdGenerator.ofSchedule("test:case", "mine");
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<Optional<StoredInstance>> load(String id) {
                return id.equals(damaged) ? Uni.createFrom().failure(new StoreException("planted", true, null))
                        : super.load(id);
            }

            @Override
            public Uni<List<StoredInstance>> loadAll(List<String> ids) {
                return ids.contains(damaged) ? Uni.createFrom().failure(new StoreException("planted", true, null))
                        : super.loadAll(ids);
            }
        });
        schedules = client();
        assertThat(run(() -> schedules.find("case", 10, null)).schedules()).extracting(ScheduleView::name)
                .containsExactly("other");
        run(() -> schedules.delete("case", "mine"));
        assertThat(fixture.store.get(damaged).row().status()).isEqualTo(InstanceStatus.CANCELLED);
    }

    @Test
    void aPageIsLoadedInBatches() {
        for (int i = 0; i < 130; i++) {
            String name = "mine-" + i;
            run(() -> schedules.create(ScheduleRequest.every("case", name, Duration.ofMinutes(1))));
        }
        List<String> calls = new ArrayList<>();
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
                calls.add(name);
                return super.call(name, forward);
            }
        });
        schedules = client();
        calls.clear();
        assertThat(run(() -> schedules.find("case", 1_000, null)).schedules()).hasSize(130);
        assertThat(calls).containsExactly("find", "loadAll", "loadAll", "loadAll");
    }

    /** Otherwise nothing could end the schedules of a workflow that was removed. */
    @Test
    void schedulesOfAWorkflowThatIsGoneAreSeenPausedAndDeleted() {
        run(() -> schedules.create(EACH_MINUTE));
        fixture.workflow("document: {dsl: 1.0.3, namespace: test, name: other, version: 1.0.0}\n" + PLAIN).start();
        schedules = client();
        refused(() -> schedules.get("case", "mine"), Reason.UNKNOWN_WORKFLOW);
        assertThat(run(() -> schedules.get("test:case", "mine")).workflow()).isEqualTo("test:case");
        assertThat(run(() -> schedules.find("test:case", 10, null)).schedules()).hasSize(1);
        assertThat(run(() -> schedules.pause("test:case", "mine")).paused()).isTrue();
        run(() -> schedules.delete("test:case", "mine"));
        assertThat(run(() -> schedules.find("test:case", 10, null)).schedules()).isEmpty();
        refused(() -> schedules.create(ScheduleRequest.every("test:case", "mine", Duration.ofMinutes(1))),
                Reason.UNKNOWN_WORKFLOW);
    }
}
