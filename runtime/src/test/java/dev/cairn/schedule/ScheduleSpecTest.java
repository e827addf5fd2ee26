package dev.cairn.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;

class ScheduleSpecTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Stored schedules of earlier releases are read as they were meant: these texts never change. */
    @ParameterizedTest
    @ValueSource(strings = {
            """
            {"name":"cron","rule":{"cron":"0 8 * * MON-FRI","zone":"Europe/Berlin"},"overlap":"buffer-one","missed":"fire-once",\
            "maxMissed":100,"jitterMillis":60000}""",
            """
            {"name":"every","rule":{"everyMillis":900000},"overlap":"allow","missed":"fire-all","maxMissed":10000,\
            "jitterMillis":0,"input":{"tenant":"a"}}""",
            """
            {"name":"after","rule":{"afterMillis":0},"overlap":"cancel-other","missed":"skip","maxMissed":1,"jitterMillis":0,\
            "input":null}""" })
    void theStoredFormIsStable(String stored) throws Exception {
        ScheduleSpec spec = ScheduleJsonCodec.read(JSON.readTree(stored));
        assertThat(ScheduleJsonCodec.write(spec).toString()).isEqualTo(stored);
        assertThat(ScheduleJsonCodec.read(ScheduleJsonCodec.write(spec))).isEqualTo(spec);
    }

    @Test
    void unknownPropertiesAreToleratedAndMissingOnesHaveDefaults() throws Exception {
        ScheduleSpec spec = ScheduleJsonCodec.read(JSON.readTree("""
                {"name":"nightly","rule":{"cron":"@daily","calendar":"x"},"until":"2030-01-01"}"""));
        assertThat(spec).isEqualTo(new ScheduleSpec("nightly", new CronRule(CronExpression.of("@daily"), CronRule.DEFAULT_ZONE),
                OverlapPolicy.ALLOW, MissedPolicy.FIRE_ONCE, 100, 0, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"rule":{"everyMillis":900000}}                                      | The stored schedule has no name
            {"name":"x","rule":{"lunar":"full"}}                                 | no rule that is known here
            {"name":"x","rule":{"everyMillis":900000},"overlap":"queue"}         | The overlap "queue" is unknown
            {"name":"x","rule":{"everyMillis":900000},"missed":"fire"}           | missed occurrences "fire" is unknown
            {"name":"x","rule":{"everyMillis":900000},"maxMissed":0}             | cannot start 0 missed occurrences
            {"name":"x","rule":{"everyMillis":900000},"maxMissed":10001}         | cannot start 10001 missed occurrences
            {"name":"x","rule":{"everyMillis":900000},"jitterMillis":-1}         | A jitter of -1 ms is negative
            """)
    void otherStoredFormsAreRefused(String stored, String message) throws Exception {
        assertThatThrownBy(() -> ScheduleJsonCodec.read(JSON.readTree(stored))).isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining(message);
    }

    @Test
    void wordsOfPoliciesAreTheirNames() {
        for (OverlapPolicy policy : OverlapPolicy.values()) {
            assertThat(ScheduleSpec.overlap(policy.word())).isEqualTo(policy);
        }
        for (MissedPolicy policy : MissedPolicy.values()) {
            assertThat(ScheduleSpec.missed(policy.word())).isEqualTo(policy);
        }
    }

    @Test
    void jitterIsAtMostHalfOfTheShortestInterval() {
        ScheduleSpec.checkJitter(30_000, new EveryRule(60_000));
        ScheduleSpec.checkJitter(0, new AfterRule(0));
        assertThatThrownBy(() -> ScheduleSpec.checkJitter(30_001, new EveryRule(60_000)))
                .hasMessage("A jitter of 30001 ms is longer than half of the shortest interval between two due times."
                        + " The jitter of this schedule is at most 30000 ms.");
    }

    @Test
    void missedHasNoMeaningForOccurrencesThatWait() {
        ScheduleSpec.checkPolicies(OverlapPolicy.BUFFER_ALL, null);
        ScheduleSpec.checkPolicies(OverlapPolicy.SKIP, MissedPolicy.SKIP);
        assertThatThrownBy(() -> ScheduleSpec.checkPolicies(OverlapPolicy.BUFFER_ONE, MissedPolicy.SKIP))
                .hasMessageContaining("no effect beside the overlap \"buffer-one\"");
    }

    @Test
    void jitterSpreadsOccurrencesAndSchedules() {
        ScheduleSpec spec = new ScheduleSpec("x", new EveryRule(60_000), OverlapPolicy.ALLOW, MissedPolicy.SKIP, 1, 1_000,
                null);
        Set<Long> delays = LongStream.range(0, 10_000).map(k -> spec.delayMillis("S1", k * 60_000)).boxed()
                .collect(Collectors.toSet());
        assertThat(delays).allMatch(delay -> delay >= 0 && delay < 1_000).hasSizeGreaterThan(990);
        // The delay of an occurrence is the same on every node and in every release.
        assertThat(spec.delayMillis("S1", 60_000)).isEqualTo(701);
        assertThat(LongStream.range(0, 100).map(k -> spec.delayMillis("S" + k, 60_000)).distinct().count()).isGreaterThan(80);
        assertThat(ScheduleSpec.of(new EveryRule(60_000)).delayMillis("S1", 60_000)).isZero();
    }

    /** The start of an application reads its programs: the parser would take a part of its time. */
    @Test
    void aCompiledScheduleIsParsedWhenItsTimesAreAskedFor() throws Exception {
        JsonNode stored = JSON.readTree("{\"name\":\"cron\",\"rule\":{\"cron\":\"0 25 * * *\",\"zone\":\"Z\"}}");
        ScheduleSpec compiled = ScheduleJsonCodec.readCompiled(stored);
        assertThatThrownBy(() -> compiled.rule().next(0, 0)).isInstanceOf(InvalidScheduleException.class);
        assertThatThrownBy(() -> ScheduleJsonCodec.read(stored)).isInstanceOf(InvalidScheduleException.class);
    }
}
