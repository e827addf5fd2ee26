package dev.cairn.engine;

import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.InstanceIdGenerator;

/** The instances in a store that schedules have started. */
final class ScheduledStarts {

    private static final long NOON = EngineFixture.NOON;

    private ScheduledStarts() {}

    /** In the order of their due times. */
    static List<StoredInstance> all(MemoryStore store, Engine reader) {
        return store.all().stream()
                .filter(stored -> stored.row().keys().attributes().containsKey(ScheduleRowMarkers.SCHEDULE_ATTRIBUTE))
                .sorted(Comparator.comparing(stored -> dueMillis(input(stored, reader)))).toList();
    }

    /** Due times in seconds after noon. */
    static List<Double> dues(MemoryStore store, Engine reader) {
        return all(store, reader).stream().map(stored -> (dueMillis(input(stored, reader)) - NOON) / 1_000.0).toList();
    }

    /** Times of the starts in seconds after noon, in the order of the due times. */
    static List<Double> times(MemoryStore store, Engine reader) {
        return all(store, reader).stream().map(stored -> (stored.row().createdAtMillis() - NOON) / 1_000.0).toList();
    }

    static JsonNode input(StoredInstance stored, Engine reader) {
        return ((Started) reader.journal().decoder(stored).read(0).event()).input().tree();
    }

    private static long dueMillis(JsonNode input) {
        return OffsetDateTime.parse(input.path("due").asText()).toInstant().toEpochMilli();
    }

    /** The row of a schedule of the workflow {@code test:case}. */
    static InstanceRow row(MemoryStore store, String name) {
        return store.get(InstanceIdGenerator.ofSchedule("test:case", name)).row();
    }

    /** From one number to another in steps, both included. */
    static List<Double> series(double from, double step, double to) {
        return Stream.iterate(from, value -> value <= to + step / 1_000, value -> value + step)
                .map(value -> Math.round(value * 1_000) / 1_000.0).toList();
    }
}
