package dev.cairn.effect.outbound;

import java.io.Closeable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.netty.resolver.DefaultAddressResolverGroup;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.impl.VertxInternal;

/**
 * Resolves names as Vert.x is configured to. If that is the resolver of the JVM, which blocks, threads of this class ask it: a name server
 * that does not answer keeps no worker of the application. A lookup that waits for a thread ends with its call.
 */
public final class VertxHostResolver implements HostResolver, Closeable {

    /** Maximum number of names that are looked up at a time. */
    private static final int MAX_LOOKUPS = 8;

    private final VertxInternal vertx;
    private final BlockingLookup lookup;
    /** Null if Vert.x resolves names itself. Its threads start with its first lookups. */
    private final WorkerExecutor workers;

    /** Resolves names for clients of a Vert.x. */
    public VertxHostResolver(Vertx vertx) {
        this(vertx, InetAddress::getAllByName);
    }

    VertxHostResolver(Vertx vertx, BlockingLookup lookup) {
        this.vertx = (VertxInternal) vertx;
        this.lookup = lookup;
        this.workers = this.vertx.nettyAddressResolverGroup() == DefaultAddressResolverGroup.INSTANCE
                ? vertx.createSharedWorkerExecutor("cairn-host-resolver", MAX_LOOKUPS)
                : null;
    }

    /** Looks up a name on the calling thread. */
    interface BlockingLookup {

        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    @Override
    public Uni<List<InetAddress>> resolve(String host) {
        return Uni.createFrom().emitter(emitter -> {
            if (workers != null) {
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
        AtomicBoolean over = new AtomicBoolean();
        emitter.onTermination(() -> over.set(true));
        workers.executeBlocking(() -> {
            if (over.get()) {
                throw new CancellationException();
            }
            return Arrays.asList(lookup.addresses(host));
        }, false).onSuccess(emitter::complete).onFailure(emitter::fail);
    }

    @Override
    public void close() {
        if (workers != null) {
            workers.close();
        }
    }
}
