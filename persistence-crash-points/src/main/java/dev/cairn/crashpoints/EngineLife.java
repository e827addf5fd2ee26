package dev.cairn.crashpoints;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceHandle;
import dev.cairn.crashpoints.SimulatedOperator.Errand;
import dev.cairn.crashpoints.SimulatedOperator.Wish;
import dev.cairn.engine.Engine;
import dev.cairn.engine.EngineClient;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EffectPerformer;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.testkit.FaultyStore;
import dev.cairn.testkit.ManualThreads;
import dev.cairn.time.RandomSource;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/** An engine from its start until it crashes, or until the client knows what it waits for. */
final class EngineLife {

    private static final String KEY = "the-only-one";
    private static final ForkRequest FORK = ForkRequest.of("/do/1/second", Map.of("done", "other"))
            .withIdempotencyKey("the-only-fork");
    private static final long ASK_AGAIN_MILLIS = 500;
    private static final long FAILOVER_MILLIS = 60_000;
    /** Far more than the longest workflow takes: who has not ended by then never does. */
    private static final long LONGEST_MILLIS = 300_000;

    private final OutsideWorld world;
    private final FaultyStore store;
    private final ManualThreads threads = new ManualThreads();
    private final InstalledProgram program;
    private final Engine engine;
    private final EngineClient client;
    private boolean created;
    private boolean told;

    EngineLife(OutsideWorld world, TrialWorkflow workflow, FaultyStore store, UnaryOperator<InstanceStore> engineStore) {
        this.world = world;
        this.store = store;
        EffectPerformer performer = this::perform;
        this.program = InstalledProgram.of(workflow.program(), function -> performer, performer);
        this.engine = new Engine(options(world.lives() + 1), engineStore.apply(store), new ProgramRegistry(List.of(program)),
                threads, world.time, world.time, RandomSource.system());
        this.client = new EngineClient(engine, new ObjectMapper());
    }

    /**
     * Some effects bring in the operator: {@code suspend}, which is done by the time that the instance is suspended, and
     * {@code cancel}, which has no answer, since the instance is to undo what it did, and {@code hurry}, which has the timer that follows
     * fire.
     */
    private Uni<JsonNode> perform(EffectCall call) {
        Uni<JsonNode> answer = world.perform(call);
        String label = call.arguments().get(0).asText();
        long now = world.time.millis();
        if (label.equals("cancel")) {
            want(Errand.CANCEL, call.instanceId(), now);
            return Uni.createFrom().nothing();
        }
        if (label.equals("suspend")) {
            want(Errand.SUSPEND, call.instanceId(), now + SimulatedOperator.SUSPENDS_AFTER_MILLIS);
            want(Errand.RESUME, call.instanceId(), now + SimulatedOperator.RESUMES_AFTER_MILLIS);
        }
        if (label.equals("hurry")) {
            want(Errand.FIRE, call.instanceId(), now + SimulatedOperator.FIRES_AFTER_MILLIS);
        }
        return answer;
    }

    private void want(Errand errand, String instance, long fromMillis) {
        if (world.operator.wants(errand, instance, fromMillis)) {
            ask(errand);
        }
    }

    /** Asks when it is time to, and again until it is done: at once in each life. */
    private void ask(Errand errand) {
        Wish wish = world.operator.wish(errand);
        long waitMillis = wish.fromMillis() - world.time.millis();
        if (waitMillis > 0) {
            world.time.after(waitMillis, () -> ask(errand));
            return;
        }
        InstanceHandle instance = client.instance(wish.instance());
        Uni<?> asked = switch (errand) {
            case CANCEL -> instance.cancelAndCompensate();
            case SUSPEND -> instance.suspend();
            case RESUME -> instance.resume();
            case RETRY -> instance.retry();
            case FIRE -> instance.fireTimer("/do/1/idle");
            case FORK -> instance.fork(FORK).invoke(fork -> world.fork(fork.id()));
        };
        asked.subscribe().with(done -> told(errand), failure -> {
            if (failure instanceof CairnException refused && refused.reason() == Reason.WRONG_PHASE) {
                // It was done before, without an acknowledgement.
                told(errand);
            } else {
                disappointed(failure, () -> ask(errand));
            }
        });
    }

    private void told(Errand errand) {
        world.operator.isTold(errand);
        if (errand == Errand.RETRY || errand == Errand.FORK) {
            follow();
        }
    }

    /** The defaults for the same node in another life, with fewer heartbeats, so that there are fewer calls to crash at. */
    private static EngineOptions options(int life) {
        EngineOptions usual = EngineOptions.DEFAULTS;
        ClusterOptions cluster = new ClusterOptions(new Node("node", String.valueOf(life)), FAILOVER_MILLIS);
        return new EngineOptions(cluster,
                usual.memory(), usual.work(), usual.retention(), usual.journal(), usual.run());
    }

    /**
     * Lives to its end, clean or by a crash. A start without an acknowledgement is repeated; an acknowledged one is looked up.
     */
    void live() {
        world.lifeBegins();
        engine.start();
        world.operator.open().forEach(this::ask);
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
        engine.start(program, JsonPayload.of(JsonCodec.read("{}")), KEY).subscribe().with(start -> {
            world.acknowledge(start.instanceId());
            created |= start.created();
            follow();
        }, failure -> disappointed(failure, this::start));
    }

    private void follow() {
        engine.outcome(world.followed()).subscribe().with(this::ended, failure -> disappointed(failure, this::follow));
    }

    private void ended(Ended ended) {
        Errand next = world.errandAfter(ended);
        if (next == null) {
            world.end(ended);
            told = true;
        } else {
            want(next, world.acknowledged(), world.time.millis());
        }
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
