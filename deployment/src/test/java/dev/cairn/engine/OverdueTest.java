package dev.cairn.engine;

import static dev.cairn.engine.EngineFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times that passed while no node was running. */
class OverdueTest {

    private static final long HOUR_MILLIS = 3_600_000;

    private final EngineFixture fixture = new EngineFixture();

    @ParameterizedTest
    @ValueSource(strings = { "", "timeout: {after: PT2H}" })
    void whatWasDueFirstIsFirst(String timeout) {
        fixture.workflow("""
                do:
                  - race:
                      %s
                      fork:
                        compete: true
                        branches:
                          - slow: {do: [{pause: {wait: {hours: 24}}}, {end: {set: '${ "slow" }'}}]}
                          - fast: {do: [{pause: {wait: {hours: 1}}}, {end: {set: '${ "fast" }'}}]}
                          - never: {do: [{pause: {wait: {hours: 72}}}, {end: {set: '${ "never" }'}}]}
                """.formatted(timeout)).start();
        String id = fixture.begin("{}").instanceId();

        fixture.time.jump(NOON + 48 * HOUR_MILLIS);
        fixture.start();
        fixture.advance(1_000);

        assertThat(fixture.output(id)).isEqualTo("\"fast\"");
    }

    @Test
    void aCallWhoseDeadlineHasPassedIsNotMade() {
        fixture.workflow("""
                do:
                  - careful:
                      try:
                        - limited:
                            timeout: {after: PT1M}
                            do:
                              - pause: {wait: PT30S}
                              - pay: {call: ping}
                      catch: {do: [{late: {set: '${ "late" }'}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();

        fixture.time.jump(NOON + HOUR_MILLIS);
        fixture.start();
        fixture.advance(1_000);

        assertThat(fixture.output(id)).isEqualTo("\"late\"");
        assertThat(fixture.calls).isEmpty();
    }

    @Test
    void aCallThatWasUnderWayIsNotMadeAgainBehindItsDeadline() {
        fixture.workflow("""
                do:
                  - careful:
                      try: [{pay: {timeout: {after: PT1M}, call: ping}}]
                      catch: {do: [{late: {set: '${ "late" }'}}]}
                """).start();
        String id = fixture.begin("{}").instanceId();
        assertThat(fixture.calls).hasSize(1);

        fixture.time.jump(NOON + HOUR_MILLIS);
        fixture.start();
        fixture.advance(1_000);

        assertThat(fixture.output(id)).isEqualTo("\"late\"");
        assertThat(fixture.calls).hasSize(1);
    }
}
