package dev.cairn.crashpoints;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.crashpoints.SimulatedOperator.Errand;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.testkit.ManualTime;
import io.smallrye.mutiny.Uni;

/**
 * The environment that survives the application: time, the services it calls, and the client that waits for a result. Not
 * thread-safe.
 */
final class OutsideWorld {

    static final long NOON_MILLIS = 1_800_000_000_000L;
    /** Number of times that {@code flaky} fails, each time with another idempotency key. */
    private static final int FLAKY_FAILURES = 2;

    /**
     * An effect, as the world sees it.
     *
     * @param key idempotency key
     * @param life in which it was asked for, from 1
     * @param atMillis when
     * @param commits number of writes of the instance that were durable before
     */
    record Effect(String key, int life, long atMillis, int commits) {}

    final ManualTime time = new ManualTime(NOON_MILLIS);
    final SimulatedOperator operator = new SimulatedOperator();
    private final List<Effect> effects = new ArrayList<>();
    private final Map<String, Set<String>> keysOfLabel = new TreeMap<>();
    private int lives;
    private int commits;
    private String acknowledged;
    private String forked;
    private Ended ended;
    private Throwable lastFailure;

    void lifeBegins() {
        time.forgetTimers();
        lives++;
    }

    int lives() {
        return lives;
    }

    /**
     * Does what a workflow wants done; the same key always has the same answer. {@code broken} always fails, {@code flaky} twice,
     * {@code mend} once.
     */
    Uni<JsonNode> perform(EffectCall call) {
        String key = call.idempotencyKey();
        String label = call.arguments().get(0).asText();
        effects.add(new Effect(key, lives, time.millis(), commits));
        Set<String> keys = keysOfLabel.computeIfAbsent(label, any -> new LinkedHashSet<>());
        keys.add(key);
        int attempt = List.copyOf(keys).indexOf(key) + 1;
        boolean fails = label.equals("broken") || label.equals("mend") && attempt == 1;
        if (fails || label.equals("flaky") && attempt <= FLAKY_FAILURES) {
            return Uni.createFrom().failure(new WorkflowException(new WorkflowError("https://example.com/errors/" + label,
                    fails ? 500 : 503, label, null, null)));
        }
        return Uni.createFrom().item(JsonNodeFactory.instance.objectNode().put("done", label));
    }

    /** The operator's request after an instance's end, or null for none: {@code mend} and {@code fork} ask for it. */
    Errand errandAfter(Ended how) {
        boolean retry = how.status() == InstanceStatus.FAULTED && keysOfLabel.containsKey("mend");
        boolean fork = how.status() == InstanceStatus.COMPLETED && keysOfLabel.containsKey("fork");
        Errand errand = retry ? Errand.RETRY : fork ? Errand.FORK : null;
        return errand == null || operator.isDone(errand) ? null : errand;
    }

    /** A write of the instance has become durable, acknowledged or not. */
    void committed() {
        commits++;
    }

    /** The client is told that its start is durable. */
    void acknowledge(String instance) {
        acknowledged = instance;
    }

    /** The client is told that a fork of the instance is durable; it waits for its end from now on. */
    void fork(String instance) {
        forked = instance;
    }

    /** The client is told how the instance, or its fork, ended. */
    void end(Ended how) {
        ended = how;
    }

    /** The client is told that something did not work, and asks again later. */
    void disappoint(Throwable failure) {
        lastFailure = failure;
    }

    List<Effect> effects() {
        return List.copyOf(effects);
    }

    int commits() {
        return commits;
    }

    /** The instance whose start was acknowledged, or null. */
    String acknowledged() {
        return acknowledged;
    }

    /** The instance whose end the client waits for: the fork if there is one. */
    String followed() {
        return forked == null ? acknowledged : forked;
    }

    /** Number of instances. */
    int instances() {
        return forked == null ? 1 : 2;
    }

    /** Its end, or null as long as the client has not received it. */
    Ended ended() {
        return ended;
    }

    Throwable lastFailure() {
        return lastFailure;
    }
}
