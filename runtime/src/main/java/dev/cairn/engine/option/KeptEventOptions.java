package dev.cairn.engine.option;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/**
 * Settings of events that are kept for instances that do not listen yet.
 *
 * @param keptMillis time for which events are kept, by their type; overrides the definitions
 * @param maxEvents maximum number of kept events
 * @param maxBytes maximum size of all kept events
 */
public record KeptEventOptions(Map<String, Long> keptMillis, int maxEvents, long maxBytes) {

    /** The documented defaults. */
    public static final KeptEventOptions DEFAULTS = new KeptEventOptions(Map.of(), 10_000, 64L << 20);

    public KeptEventOptions {
        keptMillis = Map.copyOf(keptMillis);
        if (maxEvents < 1 || maxBytes < 1 || keptMillis.values().stream().anyMatch(millis -> millis < 0)) {
            throw new IllegalArgumentException(
                    "Settings of kept events are out of range: " + maxEvents + ", " + maxBytes + ", " + keptMillis);
        }
    }

    /** The types that the listening tasks of a program name. */
    public static Stream<String> types(Program program) {
        return program.operations().stream().filter(Operation.Listen.class::isInstance)
                .flatMap(listen -> ((Operation.Listen) listen).plan().types().stream());
    }

    /** The time for which events are kept by their type, with those of programs: the longest, unless the configuration has one. */
    public Map<String, Long> with(Iterable<Program> programs) {
        Map<String, Long> all = new HashMap<>();
        programs.forEach(program -> {
            long millis = program.header().instances().keptEventMillis();
            if (millis > 0) {
                types(program).forEach(type -> all.merge(type, millis, Math::max));
            }
        });
        all.putAll(keptMillis);
        all.values().removeIf(millis -> millis == 0);
        return all;
    }
}
