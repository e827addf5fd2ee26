package dev.cairn.effect.http;

import java.util.concurrent.TimeUnit;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.time.TimeSource;

/** Measures a call of several requests: each request has the time that those before it have left. */
final class CallStopwatch {

    private static final TimeSource CLOCK = TimeSource.system();

    private final HttpPerformer performer;
    private final long sinceNanos = CLOCK.elapsedNanos();

    /** The first request is about to be made. */
    CallStopwatch(HttpPerformer performer) {
        this.performer = performer;
    }

    /** The call, for a further request. */
    EffectCall rest(EffectCall call) {
        return performer.shortened(call, TimeUnit.NANOSECONDS.toMillis(CLOCK.elapsedNanos() - sinceNanos));
    }
}
