package dev.cairn.integrations.grpc.deployment;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.quarkus.grpc.GlobalInterceptor;
import io.vertx.core.Context;

/** Adds a header to calls of all clients, and notes their threads. It can fail. */
@GlobalInterceptor
@ApplicationScoped
class GlobalMarker implements ClientInterceptor {

    static final Metadata.Key<String> HEADER = Metadata.Key.of("marked", Metadata.ASCII_STRING_MARSHALLER);

    /** True for each call that began on an event loop. */
    static final List<Boolean> ON_EVENT_LOOP = new CopyOnWriteArrayList<>();

    /** The method that fails, or null. */
    static volatile String failing;

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        ON_EVENT_LOOP.add(Context.isOnEventLoopThread());
        fail("interceptCall");
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<A> answers, Metadata headers) {
                fail("start");
                headers.put(HEADER, "yes");
                super.start(answers, headers);
            }
        };
    }

    private static void fail(String method) {
        if (method.equals(failing)) {
            throw new IllegalStateException("a header is hush");
        }
    }
}
