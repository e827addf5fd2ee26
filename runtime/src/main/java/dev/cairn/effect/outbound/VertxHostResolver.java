package dev.cairn.effect.outbound;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

import io.netty.resolver.DefaultAddressResolverGroup;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

/**
 * Resolves names as Vert.x is configured to. If that is the resolver of the JVM, which blocks, a worker thread asks it.
 */
public final class VertxHostResolver implements HostResolver {

    private static final long FULL_MILLIS = 50;

    private final VertxInternal vertx;
    private final boolean blocking;

    /** Resolves names for clients of a Vert.x. */
    public VertxHostResolver(Vertx vertx) {
        this.vertx = (VertxInternal) vertx;
        this.blocking = this.vertx.nettyAddressResolverGroup() == DefaultAddressResolverGroup.INSTANCE;
    }

    @Override
    public Uni<List<InetAddress>> resolve(String host) {
        return Uni.createFrom().emitter(emitter -> {
            if (blocking) {
                onWorker(host, emitter);
            } else {
                vertx.addressResolver().resolveHostnameAll(host, found -> {
                    if (found.succeeded()) {
                        emitter.complete(found.result().stream().map(InetSocketAddress::getAddress).toList());
                    } else {
                        emitter.fail(found.cause());
                    }
                });
            }
        });
    }

    private void onWorker(String host, UniEmitter<? super List<InetAddress>> emitter) {
        vertx.executeBlocking(() -> Arrays.asList(InetAddress.getAllByName(host)), false)
                .onSuccess(emitter::complete)
                .onFailure(failure -> {
                    if (failure instanceof RejectedExecutionException) {
                        // The queue of the application's threads may be bounded. The caller has a timeout.
                        vertx.setTimer(FULL_MILLIS, again -> onWorker(host, emitter));
                    } else {
                        emitter.fail(failure);
                    }
                });
    }
}
