package dev.cairn.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.TextNode;

class OccurrenceInputTest {

    @Test
    void timesHaveTheOffsetsOfTheZone() {
        ScheduleSpec spec = ScheduleSpec.of(new CronRule(CronExpression.of("0 8 * * *"), CronRule.zone("Europe/Berlin")));
        long due = Instant.parse("2026-03-29T06:00:00Z").toEpochMilli();
        assertThat(OccurrenceInput.of(spec, due, spec.rule().previous(due, 0)).toString()).isEqualTo("""
                {"due":"2026-03-29T08:00:00+02:00","previous":"2026-03-28T08:00:00+01:00","scheduled":"cron"}""");
    }

    @Test
    void aFirstOccurrenceHasNoPrevious() {
        ScheduleSpec spec = ScheduleSpec.of(new EveryRule(100));
        assertThat(OccurrenceInput.of(spec, 100, OptionalLong.empty()).toString()).isEqualTo("""
                {"due":"1970-01-01T00:00:00.1Z","previous":null,"scheduled":"every"}""");
    }

    @Test
    void theInputOfAScheduleIsTakenAsItIs() {
        ScheduleSpec spec = ScheduleSpec.of(new AfterRule(100));
        ScheduleSpec given = new ScheduleSpec("x", spec.rule(), spec.overlap(), spec.missed(), 1, 0, TextNode.valueOf("a"));
        assertThat(OccurrenceInput.of(given, 100, OptionalLong.of(50))).isEqualTo(TextNode.valueOf("a"));
    }
}
