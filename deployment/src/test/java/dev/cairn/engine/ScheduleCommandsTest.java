package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.api.ScheduleRequest;
import dev.cairn.api.ScheduleRequest.DueRule;
import dev.cairn.api.ScheduleRequest.OccurrencePolicies;
import dev.cairn.api.ScheduleView.LostOccurrences;
import dev.cairn.api.WorkflowSchedules;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.engine.option.ScheduleRules;
import dev.cairn.engine.schedule.ScheduleDetails;
import dev.cairn.engine.schedule.ScheduleInspector;
import dev.cairn.engine.schedule.ScheduleObstacle;
import dev.cairn.schedule.EveryRule;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Commands to schedules, and their sight for people. */
class ScheduleCommandsTest {

    private static final String PLAIN = """
            do:
              - last: {set: {done: true}}
            """;
    private static final String LONG = """
            do:
              - last: {wait: {minutes: 10}}
            """;
    private static final ScheduleRequest EACH_MINUTE = ScheduleRequest.every("case", "mine", Duration.ofMinutes(1));
    private static final ScheduleRequest AFTER_TWO_HOURS = ScheduleRequest.after("case", "mine", Duration.ofHours(2));

    @RegisterExtension
    private final EngineLog log = new EngineLog(Level.INFO);

    private final EngineFixture fixture = new EngineFixture().workflow(PLAIN).start();

    private WorkflowSchedules schedules() {
        return new EngineClient(fixture.engine, new ObjectMapper()).as(new CommandOrigin("ann", "Ticket 42")).schedules();
    }

    private ScheduleInspector inspector() {
        return fixture.engine.schedules().inspector();
    }

    private ScheduleDetails details() {
        return run(() -> inspector().details("test:case", "mine"));
    }

    private <T> UniAssertSubscriber<T> ask(Supplier<Uni<T>> asked) {
        UniAssertSubscriber<T> answer = asked.get().subscribe().withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        return answer;
    }

    private <T> T run(Supplier<Uni<T>> asked) {
        return ask(asked).assertCompleted().getItem();
    }

    private List<Double> dues() {
        return ScheduledStarts.dues(fixture.store, fixture.engine);
    }

    private static Instant after(long seconds) {
        return Instant.ofEpochMilli(EngineFixture.NOON).plusSeconds(seconds);
    }

    @Test
    void theLastDueTimeIsKnownAfterAResume() {
        run(() -> schedules().create(EACH_MINUTE));
        fixture.advance(61_000);
        run(() -> schedules().pause("case", "mine"));
        assertThat(run(() -> schedules().get("case", "mine")).lastDue()).isEqualTo(after(60));
        fixture.advance(150_000);
        assertThat(run(() -> schedules().resume("case", "mine")).lastDue()).isEqualTo(after(180));
    }

    @Test
    void noDueTimeFromBeforeItsCreationIsTheLastOne() {
        run(() -> schedules().create(ScheduleRequest.cron("case", "mine", "* * * * *")));
        run(() -> schedules().pause("case", "mine"));
        assertThat(run(() -> schedules().resume("case", "mine")).lastDue()).isNull();
    }

    /** Of 60 to 240, one occurrence runs and the others wait; what is due during the pause is dropped. */
    @Test
    void bufferedOccurrencesOutliveAPause() {
        fixture.workflow(LONG).start();
        run(() -> schedules().create(EACH_MINUTE.withOverlap(OverlapPolicy.BUFFER_ALL)));
        fixture.advance(241_000);
        run(() -> schedules().pause("case", "mine"));
        fixture.advance(1_800_000);
        assertThat(dues()).containsExactly(60.0);
        assertThat(run(() -> schedules().resume("case", "mine")).nextDue()).isEqualTo(after(120));
        fixture.advance(1_000);
        assertThat(dues()).containsExactly(60.0, 120.0);
        // Each runs for ten minutes; the next due time after the pause is 2,100.
        fixture.advance(1_801_000);
        assertThat(dues()).containsExactly(60.0, 120.0, 180.0, 240.0, 2_100.0);
    }

    @Test
    void theBufferedOccurrenceOutlivesAPause() {
        fixture.workflow(LONG).start();
        run(() -> schedules().create(EACH_MINUTE.withOverlap(OverlapPolicy.BUFFER_ONE)));
        fixture.advance(130_000);
        run(() -> schedules().pause("case", "mine"));
        fixture.advance(1_800_000);
        run(() -> schedules().resume("case", "mine"));
        fixture.advance(1_000);
        assertThat(dues()).containsExactly(60.0, 120.0);
    }

    /** In seconds. An occurrence is due at 600, and jitter starts it between 730 and 770. */
    @ParameterizedTest
    @CsvSource({ "660, 720, true", "540, 600, false", "660, 860, false", "660, 1560, false" })
    void anOccurrenceThatWasDueBeforeAPauseStartsAtItsTimeByJitter(int paused, int resumed, boolean starts) {
        String name = IntStream.range(0, 1_000).mapToObj(Integer::toString)
                .filter(candidate -> Math.abs(jitterMillis(candidate) - 150_000) < 20_000).findFirst().orElseThrow();
        run(() -> schedules().create(ScheduleRequest.every("case", name, Duration.ofMinutes(10))
                .withJitter(Duration.ofMinutes(5))));
        fixture.advance(paused * 1_000L);
        run(() -> schedules().pause("case", name));
        fixture.advance((resumed - paused) * 1_000L);
        run(() -> schedules().resume("case", name));
        fixture.advance(((resumed < 1_200 ? 1_199 : 1_799) - resumed) * 1_000L);
        assertThat(ScheduledStarts.times(fixture.store, fixture.engine))
                .isEqualTo(starts ? List.of((600_000 + jitterMillis(name)) / 1_000.0) : List.of());
        assertThat(run(() -> schedules().get("case", name)).lost()).isEqualTo(new LostOccurrences(0, 0, 0));
    }

    private static long jitterMillis(String name) {
        return new ScheduleSpec(name, new EveryRule(600_000), OverlapPolicy.ALLOW, MissedPolicy.FIRE_ONCE, 100, 300_000, null)
                .delayMillis(InstanceIdGenerator.ofSchedule("test:case", name), EngineFixture.NOON + 600_000);
    }

    /** Instances are kept for an hour: nothing but the row knows when the last one ended. */
    @ParameterizedTest
    @CsvSource({ "120, 7200", "100, 6000", "45, 5400", "240, 7200" })
    void aChangeKeepsTheDueTimeOfAfterIfTheLastInstanceIsGone(int minutes, double due) {
        run(() -> schedules().create(AFTER_TWO_HOURS));
        fixture.advance(5_400_000);
        assertThat(dues()).isEmpty();
        run(() -> schedules().replace(ScheduleRequest.after("case", "mine", Duration.ofMinutes(minutes))
                .withMissed(MissedPolicy.FIRE_ALL)));
        fixture.advance(2_000_000);
        assertThat(dues()).containsExactly(due);
    }

    @Test
    void aNewVersionKeepsTheDueTimeOfAfterIfTheLastInstanceIsGone() {
        String head = "document: {dsl: 1.0.3, namespace: test, name: case, version: VERSION}\nschedule: {after: PT2H}\n"
                + PLAIN;
        fixture.workflow(head.replace("VERSION", "1.0.0")).start();
        fixture.advance(5_400_000);
        fixture.workflow(head.replace("VERSION", "1.1.0")).start();
        fixture.advance(1_700_000);
        assertThat(dues()).isEmpty();
        fixture.advance(101_000);
        assertThat(dues()).containsExactly(7_200.0);
    }

    @ParameterizedTest
    @CsvSource({ "5400, 7200", "9000, 9000" })
    void aResumedAfterIsNotDueBeforeItsTimeIfTheLastInstanceIsGone(int resumed, double due) {
        run(() -> schedules().create(AFTER_TWO_HOURS));
        fixture.advance(600_000);
        run(() -> schedules().pause("case", "mine"));
        fixture.advance((resumed - 600) * 1_000L);
        run(() -> schedules().resume("case", "mine"));
        fixture.advance(1_810_000);
        assertThat(dues()).containsExactly(due);
    }

    /** The last instance ends at 600. The schedule is paused and perhaps changed, and resumed when that instance is gone. */
    @ParameterizedTest
    @CsvSource({ "0, 7800", "120, 7800", "100, 6600" })
    void aPauseKeepsTheDueTimeOfAfterIfTheLastInstanceIsGone(int changedToMinutes, double due) {
        fixture.workflow(LONG).start();
        run(() -> schedules().create(AFTER_TWO_HOURS));
        fixture.advance(1_000_000);
        run(() -> schedules().pause("case", "mine"));
        if (changedToMinutes > 0) {
            run(() -> schedules().replace(ScheduleRequest.after("case", "mine", Duration.ofMinutes(changedToMinutes))
                    .withMissed(MissedPolicy.FIRE_ALL)));
        }
        fixture.advance(4_400_000);
        assertThat(dues()).isEmpty();
        run(() -> schedules().resume("case", "mine"));
        fixture.advance(2_500_000);
        assertThat(dues()).containsExactly(due);
    }

    @Test
    void aSlowNodeDropsNothing() {
        run(() -> schedules().create(EACH_MINUTE.withOverlap(OverlapPolicy.ALLOW)));
        run(() -> schedules().create(ScheduleRequest.every("case", "often", Duration.ofSeconds(10))));
        fixture.advance(1_000);
        fixture.time.jump(EngineFixture.NOON + 45_000);
        fixture.advance(1_000);
        assertThat(dues()).containsExactly(10.0, 20.0, 30.0, 40.0);
        assertThat(log.said()).noneMatch(line -> line.startsWith("CAIRN-0801"));
    }

    @Test
    void anOrderlyStopIsNoReasonToWarn() {
        run(() -> schedules().create(EACH_MINUTE.withOverlap(OverlapPolicy.SKIP)));
        AtomicInteger searches = new AtomicInteger();
        fixture.start(new ForwardingStore(fixture.store.open()) {
            @Override
            public Uni<InstancePage> find(InstanceQuery query) {
                if (query.keys().attributes().containsKey(ScheduleRowMarkers.SCHEDULE_ATTRIBUTE)) {
                    searches.incrementAndGet();
                    fixture.engine.stop();
                }
                return super.find(query);
            }
        });
        fixture.advance(61_000);
        assertThat(searches).hasValue(1);
        assertThat(log.said()).noneMatch(line -> line.startsWith("CAIRN-0803"));
        fixture.start();
        fixture.advance(1_000);
        assertThat(dues()).containsExactly(60.0);
    }

    @Test
    void schedulesAreNoInstancesThatRecover() {
        RecordingObserver observer = new RecordingObserver();
        run(() -> schedules().create(EACH_MINUTE));
        fixture.advance(59_950);
        assertThat(fixture.store.all().get(0).row().owner()).isNotNull();
        assertThat(fixture.engine.condition().load().recovering()).isZero();
        fixture.options = fixture.options.with(EngineObserver.of(List.of(observer)));
        // The node is gone without a word, and leaves the claimed schedule behind.
        fixture.start();
        fixture.advance(20_000);
        assertThat(dues()).containsExactly(60.0);
        assertThat(observer.take()).noneMatch(line -> line.startsWith("claimed"));
        assertThat(log.said()).noneMatch(line -> line.startsWith("CAIRN-0424"));
    }

    @Test
    void whatIsMissingIsNamed() {
        WorkflowSchedules schedules = schedules();
        Instant now = Instant.EPOCH;
        missing("request", () -> schedules.create(null));
        missing("request", () -> schedules.replace(null));
        List<Function<String[], Uni<?>>> commands = List.of(of -> schedules.get(of[0], of[1]),
                of -> schedules.pause(of[0], of[1]), of -> schedules.resume(of[0], of[1]),
                of -> schedules.runNow(of[0], of[1]), of -> schedules.delete(of[0], of[1]),
                of -> schedules.backfill(of[0], of[1], now, now));
        for (Function<String[], Uni<?>> command : commands) {
            missing("workflow", () -> command.apply(new String[] { null, "mine" }));
            missing("name", () -> command.apply(new String[] { "case", null }));
        }
        missing("from", () -> schedules.backfill("case", "mine", null, now));
        missing("to", () -> schedules.backfill("case", "mine", now, null));
        assertThat(fixture.store.all()).isEmpty();
    }

    private void missing(String parameter, Supplier<Uni<?>> asked) {
        assertThat(ask(() -> asked.get().replaceWithVoid()).assertFailed().getFailure())
                .isInstanceOfSatisfying(CairnException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.INVALID_SCHEDULE))
                .hasMessageStartingWith("CAIRN-0815:").hasMessageContaining("[parameter=" + parameter + "]");
    }

    @Test
    void whatARequestLacksIsNamed() {
        DueRule rule = EACH_MINUTE.rule();
        OccurrencePolicies policies = EACH_MINUTE.policies();
        lacks("workflow", () -> ScheduleRequest.every(null, "mine", Duration.ofMinutes(1)));
        lacks("name", () -> ScheduleRequest.every("case", null, Duration.ofMinutes(1)));
        lacks("period", () -> ScheduleRequest.every("case", "mine", null));
        lacks("delay", () -> ScheduleRequest.after("case", "mine", null));
        lacks("expression", () -> ScheduleRequest.cron("case", "mine", null));
        lacks("rule", () -> new ScheduleRequest("case", "mine", null, policies, null));
        lacks("policies", () -> new ScheduleRequest("case", "mine", rule, null, null));
    }

    /** It would have no effect. */
    @Test
    void aZoneNeedsACronExpression() {
        assertThatThrownBy(() -> EACH_MINUTE.withZone("Europe/Berlin")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Only a cron expression has a time zone");
        assertThat(ScheduleRequest.cron("case", "mine", "@daily").withZone("Europe/Berlin").rule().zone())
                .isEqualTo("Europe/Berlin");
        assertThat(EACH_MINUTE.withZone(null)).isEqualTo(EACH_MINUTE);
    }

    private static void lacks(String parameter, Supplier<ScheduleRequest> made) {
        assertThatThrownBy(made::get)
                .isInstanceOfSatisfying(CairnException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.INVALID_SCHEDULE))
                .hasMessageStartingWith("CAIRN-0814:").hasMessageContaining("[parameter=" + parameter + "]");
    }

    @Test
    void aRangeThatEndsBeforeItBeginsIsRefused() {
        run(() -> schedules().create(EACH_MINUTE));
        assertThat(ask(() -> schedules().backfill("case", "mine", after(2), after(1))).assertFailed().getFailure())
                .hasMessageContaining("CAIRN-0813").hasMessageContaining("ends before it begins");
    }

    @Test
    void theAuditLogHasCommandsOfCallers() {
        run(() -> schedules().create(EACH_MINUTE));
        run(() -> schedules().pause("case", "mine"));
        run(() -> schedules().resume("case", "mine"));
        InstanceHandle made = run(() -> schedules().runNow("case", "mine"));
        run(() -> schedules().backfill("case", "mine", after(0), after(1)));
        ask(() -> schedules().create(EACH_MINUTE.withOverlap(OverlapPolicy.SKIP))).assertFailed();
        run(() -> schedules().delete("case", "mine"));
        run(() -> new EngineClient(fixture.engine, new ObjectMapper()).schedules().create(EACH_MINUTE));
        String of = "_schedule, workflow=test:case, schedule=mine";
        assertThat(log.said()).filteredOn(line -> line.contains(" Command ")).containsExactly(
                "CAIRN-0752: Command done [command=create" + of + ", principal=ann]: Ticket 42",
                "CAIRN-0752: Command done [command=pause" + of + ", principal=ann]: Ticket 42",
                "CAIRN-0752: Command done [command=resume" + of + ", principal=ann]: Ticket 42",
                "CAIRN-0752: Command done [command=run" + of + ", instance=" + made.id() + ", principal=ann]: Ticket 42",
                "CAIRN-0752: Command done [command=backfill" + of + ", range=" + after(0) + "/" + after(1)
                        + ", principal=ann]: Ticket 42",
                "CAIRN-0753: Command refused [command=create" + of + ", principal=ann]: CAIRN-0808: The workflow has another"
                        + " schedule of this name [workflow=test:case, schedule=mine]. Nothing was changed: replace it, or use"
                        + " another name: Ticket 42",
                "CAIRN-0752: Command done [command=delete" + of + ", principal=ann]: Ticket 42");
    }

    @Test
    void peopleSeeDueTimesAndInstances() {
        run(() -> schedules().create(EACH_MINUTE));
        fixture.advance(150_000);
        run(() -> schedules().runNow("case", "mine"));
        ScheduleDetails details = details();
        assertThat(details.description()).isEqualTo("Every minute");
        assertThat(details.nextDues()).containsExactly(after(180), after(240), after(300), after(360), after(420));
        assertThat(details.occurrences()).extracting(started -> started.instance().createdAt(), started -> started.byCommand())
                .containsExactly(tuple(after(150), true), tuple(after(120), false), tuple(after(60), false));
        assertThat(details.view().lost()).isEqualTo(new LostOccurrences(0, 0, 0));
        assertThat(details.obstacle()).isNull();
        run(() -> schedules().pause("case", "mine"));
        assertThat(details().nextDues()).isEmpty();
        assertThat(run(() -> inspector().page(Set.of("test:case", "test:other"), 10, null)).schedules()).hasSize(1);
        assertThat(run(() -> inspector().page(Set.of("test:other"), 10, null)).schedules()).isEmpty();
    }

    @Test
    void peopleSeeTheNumberOfLostOccurrences() {
        fixture.workflow(LONG).start();
        run(() -> schedules().create(EACH_MINUTE.withOverlap(OverlapPolicy.SKIP)));
        fixture.advance(181_000);
        assertThat(details().view().lost()).isEqualTo(new LostOccurrences(2, 0, 0));
        fixture.time.jump(EngineFixture.NOON + 3_600_000);
        fixture.advance(1_000);
        LostOccurrences lost = details().view().lost();
        assertThat(lost.skipped() + lost.missed()).isGreaterThan(50);
    }

    @ParameterizedTest
    @EnumSource(ScheduleObstacle.class)
    void peopleSeeWhyNothingIsStarted(ScheduleObstacle obstacle) {
        RecordingObserver observer = new RecordingObserver();
        fixture.options = fixture.options.with(EngineObserver.of(List.of(observer)));
        String head = "document: {dsl: 1.0.3, namespace: test, name: case, version: VERSION}\nschedule: {every: PT1M}\n"
                + PLAIN;
        fixture.workflow(head.replace("VERSION", "2.0.0")).start();
        assertThat(run(() -> inspector().details("test:case", "every")).obstacle()).isNull();
        switch (obstacle) {
            case MISSING_WORKFLOW -> fixture.workflow(head.replace("VERSION", "2.0.0").replace("case", "other")
                    .replace("schedule: {every: PT1M}\n", "")).start();
            case NEWER_VERSION -> fixture.workflow(head.replace("VERSION", "1.9.0")).start();
            case CONFIGURATION -> {
                fixture.options = fixture.options.with(new ScheduleRules(Map.of(), Map.of("case", false)));
                fixture.start();
            }
        }
        ScheduleDetails details = run(() -> inspector().details("test:case", "every"));
        assertThat(details.obstacle()).isEqualTo(obstacle);
        assertThat(details.version()).isEqualTo("2.0.0");
        assertThat(observer.take().stream().filter("held test:case"::equals).count())
                .isEqualTo(obstacle == ScheduleObstacle.NEWER_VERSION ? 1 : 0);
        fixture.advance(61_000);
        assertThat(dues()).isEmpty();
    }
}
