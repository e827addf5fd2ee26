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
import org.openjdk.jmh.annotations.Warmup;

import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.executor.ProgramExecutor;
import dev.cairn.executor.TransitionResult;
import dev.cairn.link.ProgramLinker;
import dev.cairn.program.Program;
import dev.cairn.value.JsonPayload;

/** The pure executor alone: 100 {@code set} tasks from the start to the end. The score is the time for one task. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ExecutorBenchmark {

    private static final int TASKS = 100;

    private LinkedProgram linked;
    private Started started;

    /** Compiles the workflow, and sees that it ends as it should. */
    @Setup
    public void setUp() {
        Program program = EngineHarness.compile(EngineHarness.setTasks(TASKS));
        linked = ProgramLinker.link(program);
        started = new Started(program.workflow(), program.version(), program.shape(), 0, JsonPayload.of(EngineHarness.order()));
        if (!(setTasks() instanceof TransitionResult.Finished finished)
                || !finished.output().path("status").asText().equals("COMPLETED_" + TASKS + "_STEPS")) {
            throw new IllegalStateException("The workflow did not end as it should");
        }
    }

    /** From the start to the end. */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public TransitionResult setTasks() {
        return ProgramExecutor.proceed(ProgramExecutor.begin("instance", linked, started), Integer.MAX_VALUE, true);
    }
}
