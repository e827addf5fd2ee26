package dev.cairn.fluent;

import java.time.Duration;

import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.fluent.source.DefinitionFragment;

/**
 * When and how often to try again: {@link Flows#exponential(Duration)}, {@link Flows#linear(Duration)} or
 * {@link Flows#constant(Duration)}. Immutable. Without {@link #attempts(int)} or {@link #limit(Duration)} it never gives up.
 */
public final class Retry {

    private final DefinitionFragment part;

    Retry(DefinitionFragment part) {
        this.part = part;
    }

    /**
     * Gives up after a number of retries.
     *
     * <pre>{@code
     * exponential(Duration.ofSeconds(1)).attempts(5)
     * }</pre>
     *
     * @param count retries, the first try not counted
     */
    public Retry attempts(int count) {
        return new Retry(part.with(IntNode.valueOf(count), "limit", "attempt", "count"));
    }

    /** Fails an attempt that takes longer, with a timeout error that may be retried as well. */
    public Retry attemptTimeout(Duration duration) {
        return new Retry(part.duration(duration, "limit", "attempt", "duration"));
    }

    /**
     * Gives up when all attempts together have taken so long.
     *
     * <pre>{@code
     * constant(Duration.ofSeconds(10)).limit(Duration.ofMinutes(5))
     * }</pre>
     */
    public Retry limit(Duration duration) {
        return new Retry(part.duration(duration, "limit", "duration"));
    }

    /** Adds a random time of up to {@code most} to each delay, so that many instances do not retry at the same moment. */
    public Retry jitter(Duration most) {
        return jitter(Duration.ZERO, most);
    }

    /** Adds a random time between two durations to each delay. */
    public Retry jitter(Duration least, Duration most) {
        return new Retry(part.duration(least, "jitter", "from").duration(most, "jitter", "to"));
    }

    /**
     * Tries again only if a condition holds.
     *
     * <pre>{@code
     * exponential(Duration.ofSeconds(1)).attempts(5).when("$error.status >= 500")
     * }</pre>
     *
     * @param condition a jq expression
     */
    public Retry when(String condition) {
        return new Retry(part.text(condition, "when"));
    }

    /** Does not try again if a condition holds. */
    public Retry exceptWhen(String condition) {
        return new Retry(part.text(condition, "exceptWhen"));
    }

    DefinitionFragment part() {
        return part;
    }
}
