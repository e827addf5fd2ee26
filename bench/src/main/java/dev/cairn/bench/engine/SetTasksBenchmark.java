package dev.cairn.bench.engine;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.persistence.none.NullInstanceStore;

/** 100 {@code set} tasks of four fields, in process, store none. An operation is a task: the score is tasks per second. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 2, jvmArgs = { "-Xms1g", "-Xmx1g", "-XX:+UseParallelGC" })
public class SetTasksBenchmark {

    private static final int TASKS = 100;

    private EngineHarness harness;
    private JsonNode order;

    /** Compiles the workflow. */
    @Setup
    public void setUp() {
        harness = new EngineHarness(new NullInstanceStore(), EngineHarness.setTasks(TASKS));
        order = EngineHarness.order();
        // Alone: outside Quarkus, two threads that first meet Mutiny's context propagation at once can fail each other.
        oneThread();
    }

    /** Stops the engine. */
    @TearDown
    public void tearDown() {
        harness.close();
    }

    /** One thread. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public JsonNode oneThread() {
        return harness.run(order).await().indefinitely();
    }

    /** Two threads: the score is their sum. */
    @Benchmark
    @Threads(2)
    @OperationsPerInvocation(TASKS)
    public JsonNode twoThreads() {
        return harness.run(order).await().indefinitely();
    }
}
