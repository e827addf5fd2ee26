package dev.cairn.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

import dev.cairn.compiler.TestPrograms;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EngineThreads;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.LinkedProgram;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.testkit.ManualThreads;
import dev.cairn.testkit.ManualTime;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimerService;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;

/** An engine whose time, threads and store a test holds in its hands. */
final class EngineFixture {

    static final long NOON = 1_700_000_000_000L;

    final MemoryStore store = new MemoryStore();
    final ManualTime time = new ManualTime(NOON);
    final ManualThreads threads = new ManualThreads();
    /** The threads as engines see them. */
    EngineThreads seenThreads = threads;
    TimerService seenTimers = time;
    RandomSource chance = RandomSource.system();
    final List<EffectCall> calls = new ArrayList<>();
    final Map<String, UniEmitter<? super JsonNode>> pending = new ConcurrentHashMap<>();
    final Map<String, Function<EffectCall, Uni<JsonNode>>> functions = new ConcurrentHashMap<>();
    JsonNode secrets = JsonCodec.read("{}");
    private final List<InstalledProgram> programs = new ArrayList<>();
    EngineOptions options = new EngineOptions(new ClusterOptions(new Node("node", "1"), 10_000),
            MemoryOptions.shared(10_000, 100, 1 << 20), PureWorkOptions.slices(20_000, 50_000_000),
            new RetentionOptions(3_600_000, 5_000, RetentionRules.NONE), JournalEncodingOptions.DEFAULTS,
            InstanceRunOptions.stopping(200));
    MemoryStore.Session session;
    Engine engine;

    /** Installs a workflow called {@code test:case}, of version 1.0.0, instead of any other. */
    EngineFixture workflow(String yaml) {
        programs.clear();
        programs.add(install(yaml, "case"));
        return this;
    }

    private InstalledProgram install(String yaml, String name) {
        try {
            return InstalledProgram.of(TestPrograms.program((ObjectNode) new YAMLMapper().readTree(yaml), name),
                    key -> call -> perform(key, call), call -> perform("http", call), call -> perform("command", call),
                    call -> perform("integration", call),
                    () -> JsonNodeFactory.instance.objectNode().set("secrets", secrets),
                    () -> LinkedProgram.USUAL_OUTPUT_BYTES);
        } catch (IOException broken) {
            throw new IllegalArgumentException(broken);
        }
    }

    /** Installs one more workflow, with its document. */
    EngineFixture alsoWorkflow(String yaml) {
        programs.add(InstalledProgram.of(TestPrograms.program("also.yaml", yaml), key -> call -> perform(key, call),
                call -> perform("http", call)));
        return this;
    }

    /** The installed program. */
    Program program() {
        return installed().program();
    }

    /** As {@link #program}, linked. */
    InstalledProgram installed() {
        return programs.get(0);
    }

    /** Begins a life of the application. The memory of an earlier life is lost. */
    EngineFixture start() {
        session = store.open();
        return start(session);
    }

    EngineFixture start(InstanceStore with) {
        time.forgetTimers();
        restart(with);
        threads.runAll();
        return this;
    }

    /** Begins a life of the application in the session that is open; nothing queued is run yet. */
    void restart() {
        restart(session);
    }

    private void restart(InstanceStore with) {
        engine = new Engine(options, with, new ProgramRegistry(programs), seenThreads, seenTimers, time, chance);
        engine.start();
    }

    /** Starts an instance; nothing queued is run yet. */
    UniAssertSubscriber<DurableStartResult> begin(String input, String key) {
        return engine.start(programs.get(0), JsonPayload.of(JsonCodec.read(input)), key).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }

    /** Starts an instance and runs what can be run. */
    DurableStartResult begin(String input) {
        UniAssertSubscriber<DurableStartResult> start = begin(input, null);
        threads.runAll();
        return start.assertCompleted().getItem();
    }

    /** Starts an instance of another workflow, {@code test:also}, which no later life of the application has. */
    DurableStartResult beginAlso(String yaml, String input) {
        UniAssertSubscriber<DurableStartResult> start = engine
                .start(install(yaml, "also"), JsonPayload.of(JsonCodec.read(input)), null).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        threads.runAll();
        return start.assertCompleted().getItem();
    }

    UniAssertSubscriber<Ended> outcome(String id) {
        UniAssertSubscriber<Ended> outcome = engine.outcome(id).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        threads.runAll();
        return outcome;
    }

    String output(String id) {
        return outcome(id).assertCompleted().getItem().output().toString();
    }

    /** Answers a call that is under way. */
    void answer(String task, String json) {
        pending.remove(task).complete(JsonCodec.read(json));
        threads.runAll();
    }

    void fail(String task, RuntimeException failure) {
        pending.remove(task).fail(failure);
        threads.runAll();
    }

    void advance(long millis) {
        long target = time.millis() + millis;
        long next = time.nextAlarmMillis();
        while (next >= 0 && next <= target) {
            time.advance(Math.max(0, next - time.millis()));
            threads.runAll();
            next = time.nextAlarmMillis();
        }
        time.advance(target - time.millis());
        threads.runAll();
    }

    List<String> keys() {
        return calls.stream().map(EffectCall::idempotencyKey).toList();
    }

    private Uni<JsonNode> perform(String key, EffectCall call) {
        calls.add(call);
        Function<EffectCall, Uni<JsonNode>> function = functions.get(key);
        return function != null ? function.apply(call)
                : Uni.createFrom().emitter(emitter -> pending.put(call.task(), emitter));
    }
}
