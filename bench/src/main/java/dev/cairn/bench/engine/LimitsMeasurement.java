package dev.cairn.bench.engine;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.persistence.none.NullInstanceStore;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/**
 * Measures the growth of memory: a loop of a million turns, a definition of ten thousand tasks, ten thousand instances that
 * wait in memory. Prints one line each. Run with a small stack ({@code -Xss512k}) and heap to see that it is enough.
 */
public final class LimitsMeasurement {

    private static final PrintStream OUT = System.out;
    private static final int TURNS = 1_000_000;
    private static final int TASKS = 10_000;
    private static final int WAITING = 10_000;

    private LimitsMeasurement() {}

    /** Runs all three. */
    public static void main(String[] arguments) {
        loop();
        manyTasks();
        waiting();
    }

    private static void loop() {
        String tasks = "[{\"loop\":{\"for\":{\"each\":\"i\",\"in\":\"${ [range(0; " + TURNS + ")] }\"},\"do\":["
                + "{\"add\":{\"set\":{\"sum\":\"${ .sum + $i }\"}}}]}}]";
        try (EngineHarness harness = new EngineHarness(new NullInstanceStore(), tasks)) {
            long before = System.nanoTime();
            JsonNode output = harness.run(JsonCodec.read("{\"sum\":0}")).await().indefinitely();
            check(output.get("sum").longValue() == (TURNS - 1L) * TURNS / 2, output);
            OUT.printf(Locale.ROOT, "loop of %,d turns: %,d ms%n", TURNS, (System.nanoTime() - before) / 1_000_000);
        }
    }

    private static void manyTasks() {
        StringBuilder tasks = new StringBuilder("[");
        for (int i = 0; i < TASKS; i++) {
            tasks.append(i == 0 ? "" : ",").append("{\"t").append(i).append("\":{\"set\":\"${ . + 1 }\"}}");
        }
        try (EngineHarness harness = new EngineHarness(new NullInstanceStore(), tasks.append(']').toString())) {
            long before = System.nanoTime();
            JsonNode output = harness.run(IntNode.valueOf(0)).await().indefinitely();
            check(output.intValue() == TASKS, output);
            OUT.printf(Locale.ROOT, "definition of %,d tasks: %,d ms%n", TASKS, (System.nanoTime() - before) / 1_000_000);
        }
    }

    private static void waiting() {
        String tasks = "[{\"prepare\":{\"set\":{\"orderId\":\"${ .orderId }\",\"amount\":\"${ .amount }\"}}},"
                + "{\"pause\":{\"wait\":{\"hours\":1}}},{\"last\":{\"set\":{\"done\":\"${ .orderId }\"}}}]";
        try (EngineHarness harness = new EngineHarness(new NullInstanceStore(), tasks)) {
            List<Uni<String>> warmUp = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                warmUp.add(harness.start(EngineHarness.order()));
            }
            warmUp.forEach(start -> start.await().indefinitely());
            long before = usedBytes();
            for (int i = 0; i < WAITING; i++) {
                harness.start(EngineHarness.order()).await().indefinitely();
            }
            OUT.printf(Locale.ROOT, "%,d instances in wait, in memory: %,d bytes of heap each%n", WAITING,
                    (usedBytes() - before) / WAITING);
        }
    }

    private static long usedBytes() {
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void check(boolean holds, Object actual) {
        if (!holds) {
            throw new IllegalStateException("Wrong result: " + actual);
        }
    }
}
