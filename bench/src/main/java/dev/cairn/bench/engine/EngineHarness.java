package dev.cairn.bench.engine;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.CallableFunction;
import dev.cairn.compiler.CallableMethodCatalog;
import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.engine.Engine;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.engine.port.EngineThreads;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimeSource;
import dev.cairn.time.TimerService;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/** An engine with one workflow, without Quarkus around it. */
public final class EngineHarness implements AutoCloseable {

    private static final EffectPerformer ECHO = call -> Uni.createFrom()
            .item(call.arguments().isEmpty() ? (JsonNode) call.arguments() : call.arguments().get(0));

    private final InstanceStore store;
    private final Runnable closing;
    private final InstalledProgram program;
    private final Engine engine;

    /** Compiles the tasks (a JSON array, as {@code do} has it) and starts an engine over the store. */
    public EngineHarness(InstanceStore store, String tasks) {
        this(store, tasks, new PlainThreads());
    }

    private EngineHarness(InstanceStore store, String tasks, PlainThreads threads) {
        this(store, tasks, threads, threads, threads::close);
    }

    /** As the other one, on threads that are not closed with it. */
    public EngineHarness(InstanceStore store, String tasks, EngineThreads threads, TimerService timers) {
        this(store, tasks, threads, timers, () -> {});
    }

    private EngineHarness(InstanceStore store, String tasks, EngineThreads threads, TimerService timers, Runnable closing) {
        this.store = store;
        this.closing = closing;
        this.program = InstalledProgram.of(compile(tasks), key -> ECHO, ECHO);
        this.engine = new Engine(EngineOptions.DEFAULTS, store, new ProgramRegistry(List.of(program)), threads, timers,
                TimeSource.system(), RandomSource.system());
        engine.start();
    }

    /** Runs an instance to its end. */
    public Uni<JsonNode> run(JsonNode input) {
        return engine.start(program, JsonPayload.of(input), null).chain(engine.gateway()::outcome).map(ended -> {
            if (ended.output() == null) {
                throw new IllegalStateException("The instance faulted: " + ended.error());
            }
            return ended.output().tree();
        });
    }

    /** Starts an instance; completes when that is durable. */
    public Uni<String> start(JsonNode input) {
        return engine.start(program, JsonPayload.of(input), null).map(DurableStartResult::instanceId);
    }

    /** The engine. */
    public Engine engine() {
        return engine;
    }

    @Override
    public void close() {
        engine.stop();
        store.close();
        closing.run();
    }

    /** Compiles tasks; problems are an exception. */
    public static Program compile(String tasks) {
        String text = "{\"document\":{\"dsl\":\"1.0.3\",\"namespace\":\"bench\",\"name\":\"bench\",\"version\":\"1.0.0\"},\"do\":"
                + tasks + "}";
        ProblemCollector problems = new ProblemCollector();
        Optional<Program> program = DefinitionReader.read("bench.json", text.getBytes(StandardCharsets.UTF_8), problems)
                .flatMap(
                        definition -> new DefinitionCompiler(
                                CallableMethodCatalog.of(new CallableFunction("echo", List.of("value"))), "bench")
                                .compile(definition, problems));
        return program.orElseThrow(() -> new IllegalArgumentException("Problems: " + problems.all()));
    }

    /** {@code count} tasks {@code set} with four fields each, as order workflows have them. */
    public static String setTasks(int count) {
        StringBuilder tasks = new StringBuilder("[");
        for (int i = 1; i <= count; i++) {
            String status = i == count ? "COMPLETED_" + count + "_STEPS" : "STEP_" + i;
            tasks.append(i == 1 ? "" : ",").append("{\"step%d\":{\"set\":{".formatted(i))
                    .append("\"orderId\":\"${ .orderId }\",\"amount\":\"${ .amount }\",\"customerId\":\"${ .customerId }\",")
                    .append("\"status\":\"").append(status).append("\"}}}");
        }
        return tasks.append(']').toString();
    }

    /** An order, as the benchmark posts it. */
    public static JsonNode order() {
        return JsonCodec.read("{\"orderId\":\"o-1\",\"amount\":149.5,\"customerId\":\"c-7\"}".getBytes(StandardCharsets.UTF_8));
    }
}
