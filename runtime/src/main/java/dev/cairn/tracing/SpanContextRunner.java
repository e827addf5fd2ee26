package dev.cairn.tracing;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.quarkus.opentelemetry.runtime.QuarkusContextStorage;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;

/** Runs code within a span, on the thread that asks for it. */
final class SpanContextRunner {

    private SpanContextRunner() {}

    /** Runs an action while the span of a context is the current one. */
    static void run(Context context, Runnable action) {
        ContextInternal here = (ContextInternal) Vertx.currentContext();
        if (here == null || VertxContext.isDuplicatedContext(here)) {
            try (Scope scope = context.makeCurrent()) {
                action.run();
            }
            return;
        }
        // Quarkus keeps no span on a context that is shared, such as that of an event loop.
        ContextInternal own = here.duplicate();
        ContextInternal before = own.beginDispatch();
        try (Scope scope = QuarkusContextStorage.INSTANCE.attach(own, context)) {
            action.run();
        } finally {
            own.endDispatch(before);
        }
    }
}
