package dev.cairn.quarkus.secret;

import java.util.function.BiConsumer;

import dev.cairn.engine.observer.CallTrace;
import dev.cairn.executor.TraceMark;

/** The span of a call that is made with secrets: none of them gets into it. */
record ConcealingTrace(CallTrace trace, SecretConcealer concealer) implements CallTrace {

    @Override
    public TraceMark mark() {
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
