package dev.cairn.bench.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.bench.store.CpuTime;
import dev.cairn.bench.store.Latencies;
import dev.cairn.bench.store.OpenStore;
import io.vertx.core.Vertx;

/**
 * Instances that make one call, which is an effect, and end: a fixed number at a time, each followed by the next. Within one
 * JVM, without HTTP, on the event loops of a Vert.x as in an application; the server of the store is beside. Prints a line for
 * each round.
 */
public final class EngineMeasurement {

    private static final String TASKS = "[{\"ask\":{\"call\":\"echo\",\"with\":{\"value\":\"${ . }\"}}}]";
    private static final int ROUNDS = 5;
    /** Number of rounds in one: until then the compiler uses most of the processors. */
    private static final int WARM_UP_ROUNDS = 4;
    private static final int CONCURRENT = 128;

    private final EngineHarness harness;
    private final JsonNode input = EngineHarness.order();
    private final int concurrent;

    private EngineMeasurement(EngineHarness harness, int concurrent) {
        this.harness = harness;
        this.concurrent = concurrent;
    }

    /**
     * @param arguments a kind of {@link OpenStore}; a directory on the disk to measure; seconds per round (5 if missing); how many
     *        instances at a time (128 if missing)
     */
    public static void main(String[] arguments) throws IOException, SQLException {
        Path directory = Files.createTempDirectory(Path.of(arguments[1]), "engine-measurement");
        Duration round = Duration.ofSeconds(arguments.length > 2 ? Long.parseLong(arguments[2]) : 5);
        int concurrent = arguments.length > 3 ? Integer.parseInt(arguments[3]) : CONCURRENT;
        Vertx vertx = Vertx.vertx();
        try (OpenStore opened = OpenStore.of(arguments[0], directory.resolve("store"), vertx);
                VertxLoops loops = new VertxLoops(vertx);
                EngineHarness harness = new EngineHarness(opened.store(), TASKS, loops, loops)) {
            EngineMeasurement measurement = new EngineMeasurement(harness, concurrent);
            measurement.measure("warm-up", round.multipliedBy(WARM_UP_ROUNDS));
            for (int number = 1; number <= ROUNDS; number++) {
                measurement.measure("round " + number, round);
            }
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private void measure(String name, Duration duration) {
        long writesBefore = harness.engine().journal().writes();
        long groupsBefore = harness.engine().journal().groups();
        CpuTime cpuBefore = CpuTime.now();
        long began = System.nanoTime();
        Latencies latencies = run(began + duration.toNanos());
        double seconds = (System.nanoTime() - began) / 1e9;
        CpuTime cpu = CpuTime.now().since(cpuBefore);
        double instances = latencies.count();
        System.out.printf(Locale.ROOT, "%-8s %,8.0f instances/s, %.2f durable writes each, %,.0f writes/s in groups of %.1f;"
                + " median %.2f ms, 99 %% %.2f ms; CPU: this JVM %.2f s (%.1f us an instance), server %.2f s (%.1f us)%n",
                name, instances / seconds, (harness.engine().journal().writes() - writesBefore) / instances,
                (harness.engine().journal().writes() - writesBefore) / seconds,
                (double) (harness.engine().journal().writes() - writesBefore)
                        / (harness.engine().journal().groups() - groupsBefore),
                latencies.millis(0.5), latencies.millis(0.99), cpu.clientNanos() / 1e9, cpu.clientNanos() / 1e3 / instances,
                cpu.serverNanos() / 1e9, cpu.serverNanos() / 1e3 / instances);
    }

    private Latencies run(long end) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < concurrent; i++) {
            Line line = new Line(end);
            lines.add(line);
            line.next();
        }
        Latencies all = new Latencies();
        for (Line line : lines) {
            line.done.join();
            all.addAll(line.latencies);
        }
        return all;
    }

    /** One instance after another. */
    private final class Line {
        private final Latencies latencies = new Latencies();
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private final long end;

        Line(long end) {
            this.end = end;
        }

        void next() {
            long began = System.nanoTime();
            if (began >= end) {
                done.complete(null);
                return;
            }
            harness.run(input).subscribe().with(output -> {
                if (!output.equals(input)) {
                    done.completeExceptionally(new IllegalStateException("An instance answered " + output));
                    return;
                }
                latencies.add(System.nanoTime() - began);
                next();
            }, done::completeExceptionally);
        }
    }
}
