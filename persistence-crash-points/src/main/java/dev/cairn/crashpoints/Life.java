package dev.cairn.crashpoints;

import java.util.List;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.driver.ClusterOptions;
import dev.cairn.driver.EffectCall;
import dev.cairn.driver.Engine;
import dev.cairn.driver.EngineClient;
import dev.cairn.driver.EngineOptions;
import dev.cairn.driver.InstalledProgram;
import dev.cairn.driver.Performer;
import dev.cairn.driver.Programs;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.testkit.FaultyStore;
import dev.cairn.testkit.ManualThreads;
import dev.cairn.time.Chance;
import dev.cairn.value.Json;
import dev.cairn.value.Payload;
import io.smallrye.mutiny.Uni;

/** An engine from its start until it crashes, or until the client knows what it waits for. */
final class Life {

    private static final String KEY = "the-only-one";
    private static final long ASK_AGAIN_MILLIS = 500;
    private static final long FAILOVER_MILLIS = 60_000;
    /** Far more than the longest workflow takes: who has not ended by then never does. */
    private static final long LONGEST_MILLIS = 300_000;

    private final World world;
    private final FaultyStore store;
    private final ManualThreads threads = new ManualThreads();
    private final InstalledProgram program;
    private final Engine engine;
    private boolean created;
    private boolean told;

    Life(World world, Workflow workflow, FaultyStore store, UnaryOperator<InstanceStore> engineStore) {
        this.world = world;
        this.store = store;
        Performer performer = this::perform;
        this.program = InstalledProgram.of(workflow.program(), function -> performer, performer);
        this.engine = new Engine(options(world.lives() + 1), engineStore.apply(store), new Programs(List.of(program)), threads,
                world.time, world.time,
                Chance.system());
    }

    /** The effect {@code cancel} has no answer: somebody cancels the instance then, and has it undo what it did. */
    private Uni<JsonNode> perform(EffectCall call) {
        Uni<JsonNode> answer = world.perform(call);
        if (!call.arguments().get(0).asText().equals("cancel")) {
            return answer;
        }
        cancel(call.instanceId());
        return Uni.createFrom().nothing();
    }

    private void cancel(String instance) {
        new EngineClient(engine, new ObjectMapper()).instance(instance).cancelAndCompensate().subscribe()
                .with(done -> {}, failure -> disappointed(failure, () -> cancel(instance)));
    }

    /** The defaults for the same node in another life, with fewer heartbeats, so that there are fewer calls to crash at. */
    private static EngineOptions options(int life) {
        EngineOptions usual = EngineOptions.DEFAULTS;
        ClusterOptions cluster = new ClusterOptions(new Node("node", String.valueOf(life)), FAILOVER_MILLIS);
        return new EngineOptions(cluster, usual.memoryWaitMillis(), usual.eventLoopBudget(), usual.workerBudget(),
                usual.retentionMillis(), usual.retentionIntervalMillis(), usual.stopTimeoutMillis(), usual.endedInstances(),
                usual.endedBytes(), usual.journal());
    }

    /** Lives to the end, whichever it is. A start that was not acknowledged is repeated, one that was is asked for. */
    void live() {
        world.lifeBegins();
        engine.start();
        if (world.acknowledged() == null) {
            start();
        } else {
            follow();
        }
        run();
    }

    /** Lives once more after the end was told: the client starts again with the same key. */
    void liveAgain() {
        world.lifeBegins();
        engine.start();
        start();
        run();
    }

    FaultyStore store() {
        return store;
    }

    /** True if a start of this life brought the instance into being. */
    boolean created() {
        return created;
    }

    private void start() {
        engine.start(program, Payload.of(Json.read("{}")), KEY).subscribe().with(start -> {
            world.acknowledge(start.instanceId());
            created |= start.created();
            follow();
        }, failure -> disappointed(failure, this::start));
    }

    private void follow() {
        engine.outcome(world.acknowledged()).subscribe().with(ended -> {
            world.end(ended);
            told = true;
        }, failure -> disappointed(failure, this::follow));
    }

    private void disappointed(Throwable failure, Runnable again) {
        world.disappoint(failure);
        world.time.after(ASK_AGAIN_MILLIS, again);
    }

    private void run() {
        long lastMillis = world.time.millis() + LONGEST_MILLIS;
        while (!told && !store.crashed() && world.time.millis() < lastMillis) {
            if (!threads.runNext()) {
                long next = world.time.nextAlarmMillis();
                if (next < 0) {
                    return;
                }
                world.time.advance(Math.max(0, next - world.time.millis()));
            }
        }
    }
}
