package dev.cairn.effect.http;

import java.util.concurrent.TimeUnit;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.time.TimeSource;

/** Measures a call of several steps: each step has the time that those before it have left. */
final class CallStopwatch {

    private static final TimeSource CLOCK = TimeSource.system();

    private final HttpPerformer performer;
    private final long sinceNanos = CLOCK.elapsedNanos();

    /** The first step is about to begin. */
    CallStopwatch(HttpPerformer performer) {
        this.performer = performer;
    }

    /** The call, for a further request. */
    EffectCall rest(EffectCall call) {
        return performer.shortened(call, usedMillis());
    }

    /** The time that the call has left, at least 1 ms. */
    long restMillis(EffectCall call) {
        return Math.max(1, performer.timeoutMillis(call) - usedMillis());
    }

    private long usedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(CLOCK.elapsedNanos() - sinceNanos);
    }
}
