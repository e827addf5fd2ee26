package dev.cairn.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

import dev.cairn.api.InstanceStatus;
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
import dev.cairn.engine.option.TaskHistoryRules;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.testkit.ManualThreads;
import dev.cairn.testkit.ManualTime;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimeSource;
import dev.cairn.time.TimerService;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Nodes that share a store: each has threads and a clock of its own, the test moves the time of all. */
final class ClusterFixture {

    static final long NOON = 1_700_000_000_000L;
    static final long FAILOVER_MILLIS = 10_000;

    /** A call that reached the world. */
    record Effect(String node, String key, long beganAtMillis) {}

    final ManualTime time = new ManualTime(NOON);
    final MemoryStore store = MemoryStore.shared(time);
    final List<Effect> effects = new ArrayList<>();
    private final List<NodeUnderTest> nodes = new ArrayList<>();
    private List<Program> programs;
    /** True if the next nodes receive messages of others. */
    boolean hears = true;
    /** Time that the next nodes wait for calls when they stop, in real time. */
    long stopTimeoutMillis = 200;
    TaskHistoryRules history = TaskHistoryRules.NONE;
    RandomSource chance = RandomSource.system();
    /** The encoding of the next nodes. */
    JournalEncodingOptions encoding = JournalEncodingOptions.DEFAULTS;
    private int lives;
    /** Answers of the called services; null for none. */
    Function<EffectCall, Uni<JsonNode>> world = call -> answerAfter(0);

    ClusterFixture(String yaml) {
        nextNodesHave(yaml);
    }

    /** The definitions of the next nodes, of which they start the first. */
    void nextNodesHave(String... yamls) {
        programs = Stream.of(yamls).map(ClusterFixture::program).toList();
    }

    private static Program program(String yaml) {
        try {
            return TestPrograms.program((ObjectNode) new YAMLMapper().readTree(yaml));
        } catch (IOException broken) {
            throw new IllegalArgumentException(broken);
        }
    }

    NodeUnderTest node(String name) {
        return node(name, 0, session -> session);
    }

    /** A new life of a node whose clock is wrong by an offset, and that sees the store through something. */
    NodeUnderTest node(String name, long clockOffsetMillis, UnaryOperator<InstanceStore> through) {
        NodeUnderTest node = new NodeUnderTest(new Node(name, String.valueOf(++lives), hears), clockOffsetMillis,
                through.apply(store.open()));
        nodes.add(node);
        node.engine.start();
        run();
        return node;
    }

    /**
     * Nodes {@code a} and {@code b}, each of which sees the store through something.
     *
     * @param seen receives what the nodes see, in the same order
     */
    <S extends InstanceStore> List<NodeUnderTest> twoNodes(Function<InstanceStore, S> through, List<S> seen) {
        return Stream.of("a", "b").map(name -> node(name, 0, session -> {
            seen.add(through.apply(session));
            return seen.get(seen.size() - 1);
        })).toList();
    }

    /** Runs all there is to do on nodes that are not paused. */
    void run() {
        boolean more = true;
        while (more) {
            more = false;
            for (NodeUnderTest node : nodes) {
                more |= !node.paused && node.threads.runNext();
            }
        }
    }

    void advance(long millis) {
        long target = time.millis() + millis;
        long next = time.nextAlarmMillis();
        while (next >= 0 && next <= target) {
            time.advance(Math.max(0, next - time.millis()));
            run();
            next = time.nextAlarmMillis();
        }
        time.advance(target - time.millis());
        run();
    }

    /** The stored row of an instance that exists. */
    InstanceRow row(String id) {
        return store.get(id).row();
    }

    InstanceStatus status(String id) {
        return row(id).status();
    }

    Uni<JsonNode> answerAfter(long millis) {
        return Uni.createFrom().emitter(emitter -> time.after(millis, () -> emitter.complete(JsonCodec.read("1"))));
    }

    /** A node: an engine with all that is its own. */
    final class NodeUnderTest implements TimeSource, TimerService {
        final Node id;
        final ManualThreads threads = new ManualThreads();
        final Engine engine;
        private final long clockOffsetMillis;
        private final InstalledProgram installed;
        private final List<Runnable> missed = new ArrayList<>();
        private boolean paused;

        private NodeUnderTest(Node id, long clockOffsetMillis, InstanceStore seen) {
            this.id = id;
            this.clockOffsetMillis = clockOffsetMillis;
            List<InstalledProgram> all = programs.stream()
                    .map(program -> InstalledProgram.of(program, key -> this::perform, this::perform)).toList();
            this.installed = all.get(0);
            this.engine = new Engine(
                    new EngineOptions(new ClusterOptions(id, FAILOVER_MILLIS), MemoryOptions.shared(5_000, 100, 1 << 20),
                            PureWorkOptions.slices(20_000, 50_000_000),
                            new RetentionOptions(3_600_000, 5_000, RetentionRules.NONE),
                            encoding, InstanceRunOptions.stopping(stopTimeoutMillis)).with(history),
                    seen,
                    new ProgramRegistry(all),
                    threads, this, this, chance);
        }

        @Override
        public long millis() {
            return time.millis() + clockOffsetMillis;
        }

        @Override
        public long elapsedMillis() {
            return time.elapsedMillis() + clockOffsetMillis;
        }

        @Override
        public Runnable after(long delayMillis, Runnable action) {
            return time.after(delayMillis, () -> {
                if (paused) {
                    missed.add(action);
                } else {
                    action.run();
                }
            });
        }

        private Uni<JsonNode> perform(EffectCall call) {
            effects.add(new Effect(id.name(), call.idempotencyKey(), time.millis()));
            return world.apply(call);
        }

        UniAssertSubscriber<DurableStartResult> tryStart(String input) {
            return tryStart(input, null);
        }

        /** With an idempotency key, or null. */
        UniAssertSubscriber<DurableStartResult> tryStart(String input, String key) {
            UniAssertSubscriber<DurableStartResult> start = engine.start(installed, JsonPayload.of(JsonCodec.read(input)), key)
                    .subscribe()
                    .withSubscriber(UniAssertSubscriber.create());
            run();
            return start;
        }

        String start(String input) {
            return tryStart(input).assertCompleted().getItem().instanceId();
        }

        /** Starts a number of instances, without input. */
        List<String> start(int count) {
            return Stream.generate(() -> start("{}")).limit(count).toList();
        }

        UniAssertSubscriber<Ended> outcome(String instanceId) {
            UniAssertSubscriber<Ended> outcome = engine.outcome(instanceId).subscribe()
                    .withSubscriber(UniAssertSubscriber.create());
            run();
            return outcome;
        }

        /** As SIGSTOP: nothing of this node moves. For ever, that is a crash. */
        void pause() {
            paused = true;
        }

        /** As SIGCONT: all it has missed comes at once. */
        void resume() {
            paused = false;
            List<Runnable> all = List.copyOf(missed);
            missed.clear();
            all.forEach(Runnable::run);
            run();
        }

        void stop() {
            stop(() -> {});
        }

        /** Stops as an application does; something happens while it does. */
        void stop(Runnable meanwhile) {
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(engine::stop);
            while (!engine.stopping()) {
                Thread.onSpinWait();
            }
            meanwhile.run();
            while (!stopped.isDone()) {
                threads.runAll();
                Thread.onSpinWait();
            }
            stopped.join();
            // Threads end after the engine.
            threads.runAll();
            paused = true;
            run();
        }
    }
}
