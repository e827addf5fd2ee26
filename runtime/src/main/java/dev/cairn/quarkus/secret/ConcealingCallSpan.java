package dev.cairn.quarkus.secret;

import java.util.function.BiConsumer;

import dev.cairn.engine.observer.CallSpan;
import dev.cairn.executor.TraceContext;

/** The span of a call that is made with secrets: none of them gets into it. */
record ConcealingCallSpan(CallSpan trace, SecretConcealer concealer) implements CallSpan {

    @Override
    public TraceContext mark() {
        return trace.mark();
    }

    @Override
    public void enter() {
        trace.enter();
    }

    @Override
    public void propagate(BiConsumer<String, String> carrier) {
        trace.propagate(carrier);
    }

    @Override
    public void name(String name) {
        trace.name(concealer.concealed(name));
    }

    @Override
    public void attribute(String name, String value) {
        trace.attribute(name, concealer.concealed(value));
    }

    @Override
    public void attribute(String name, long value) {
        trace.attribute(name, value);
    }
}
