package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.InstanceStatus;

/** The clock is set while instances wait: timers in memory follow it as those in the store do. */
class ClockTest {

    private static final long HOUR_MILLIS = 3_600_000;
    /** A look at the clock, and a claim of what was in the store. */
    private static final long SOON_MILLIS = 1_100;

    private static final String WAIT = "do: [{pause: {wait: PT5S}}, {end: {set: '${ \"over\" }'}}]";
    private static final String TIMEOUT = """
            do:
              - careful:
                  try: [{slow: {timeout: {after: PT5S}, call: ping}}]
                  catch: {do: [{late: {set: '${ "over" }'}}]}
            """;
    private static final String RETRY = """
            do:
              - careful:
                  try: [{broken: {raise: {error: {type: 'https://example.com/broken', status: 500}}}}]
                  catch: {retry: {delay: PT5S, limit: {attempt: {count: 1}}}, do: [{late: {set: '${ "over" }'}}]}
            """;
    private static final String LISTEN = """
            do:
              - careful:
                  try: [{hear: {timeout: {after: PT5S}, listen: {to: {one: {with: {type: never}}}}}}]
                  catch: {do: [{late: {set: '${ "over" }'}}]}
            """;

    private final EngineFixture fixture = new EngineFixture();

    private String begin(String workflow) {
        String id = fixture.workflow(workflow).start().begin("{}").instanceId();
        fixture.advance(1_500);
        return id;
    }

    private void setBy(long millis) {
        fixture.time.setClock(fixture.time.millis() + millis);
    }

    private boolean isOver(String id) {
        return fixture.store.get(id).row().status().ended();
    }

    private void isOverSoon(String id) {
        fixture.advance(SOON_MILLIS);
        assertThat(isOver(id)).isTrue();
        assertThat(fixture.output(id)).isEqualTo("\"over\"");
    }

    @ParameterizedTest
    @ValueSource(strings = { WAIT, TIMEOUT, RETRY, LISTEN })
    void aClockThatIsSetBackAndCorrected(String workflow) {
        String id = begin(workflow);
        setBy(-30_000);
        fixture.advance(8_500);
        assertThat(isOver(id)).isFalse();
        setBy(30_000);
        isOverSoon(id);
    }

    @ParameterizedTest
    @ValueSource(strings = { WAIT, TIMEOUT, RETRY, LISTEN })
    void aClockThatIsSetBackAndThenFarForward(String workflow) {
        String id = begin(workflow);
        setBy(-HOUR_MILLIS);
        fixture.advance(60_000);
        assertThat(isOver(id)).isFalse();
        setBy(4 * HOUR_MILLIS);
        isOverSoon(id);
    }

    @ParameterizedTest
    @ValueSource(strings = { WAIT, TIMEOUT, RETRY, LISTEN })
    void aClockThatIsSetForward(String workflow) {
        String id = begin(workflow);
        setBy(HOUR_MILLIS);
        isOverSoon(id);
    }

    @ParameterizedTest
    @ValueSource(strings = { WAIT, TIMEOUT, RETRY, LISTEN })
    void aClockThatIsSetBackAndLeftThere(String workflow) {
        String id = begin(workflow);
        setBy(-60_000);
        fixture.advance(63_499);
        assertThat(isOver(id)).isFalse();
        isOverSoon(id);
    }

    @Test
    void aWaitInTheStore() {
        String id = begin("do: [{pause: {wait: PT1H}}, {end: {set: '${ \"over\" }'}}]");
        setBy(-HOUR_MILLIS);
        fixture.advance(60_000);
        setBy(2 * HOUR_MILLIS);
        isOverSoon(id);
    }

    /** The clock is set back shortly before the timer is claimed, so the instance waits in memory for more than an hour. */
    @ParameterizedTest
    @ValueSource(longs = { 50, 500 })
    void aWaitThatIsAboutToBeClaimed(long beforeMillis) {
        String id = begin("do: [{pause: {wait: PT1H}}, {end: {set: '${ \"over\" }'}}]");
        fixture.advance(HOUR_MILLIS - 1_500 - beforeMillis);
        setBy(-HOUR_MILLIS);
        fixture.advance(60_000);
        assertThat(isOver(id)).isFalse();
        setBy(HOUR_MILLIS);
        isOverSoon(id);
    }

    /** More than are read at once are due before the clock is set back, and others are due sooner behind that. */
    @Test
    void aWindowThatIsFullOfTimers() {
        fixture.workflow("do: [{pause: {wait: '${ .wait }'}}, {end: {set: '${ \"over\" }'}}]").start();
        for (int i = 0; i < 4_100; i++) {
            fixture.begin("{\"wait\": \"PT20S\"}", null);
        }
        fixture.threads.runAll();
        fixture.advance(19_000);
        setBy(-HOUR_MILLIS);
        String id = fixture.begin("{\"wait\": \"PT15S\"}").instanceId();
        fixture.advance(15_000);
        isOverSoon(id);
    }

    /** Which calls are made with what is known of their time: none is begun again because the clock was set. */
    @Test
    void aCallUnderWayIsNotDisturbed() {
        String id = begin("do: [{slow: {timeout: {after: PT1H}, call: ping}}]");
        List<Long> jumps = new ArrayList<>(List.of(-HOUR_MILLIS, 30 * 60_000L, 30 * 60_000L));
        jumps.forEach(jump -> {
            setBy(jump);
            fixture.advance(2_000);
        });
        fixture.answer("/do/0/slow", "\"over\"");
        assertThat(fixture.output(id)).isEqualTo("\"over\"");
        assertThat(fixture.calls).hasSize(1);
    }

    /** The clock is that of the store, of which nodes hear with their heartbeats. */
    @ParameterizedTest
    @ValueSource(longs = { HOUR_MILLIS, -HOUR_MILLIS })
    void aServerWhoseClockIsSetAndCorrected(long byMillis) {
        ClusterFixture cluster = new ClusterFixture("do: [{pause: {wait: PT4S}}]");
        ClusterFixture.NodeUnderTest a = cluster.node("a");
        cluster.node("b");
        List<String> ids = a.start(10);
        cluster.advance(1_000);
        cluster.time.setClock(cluster.time.millis() + byMillis);
        cluster.advance(1_500);
        cluster.time.setClock(cluster.time.millis() - byMillis);
        // With a heartbeat that tells of it.
        cluster.advance(1_500 + 1_000 + SOON_MILLIS);
        assertThat(ids).allSatisfy(id -> assertThat(cluster.status(id)).isEqualTo(InstanceStatus.COMPLETED));
    }
}
