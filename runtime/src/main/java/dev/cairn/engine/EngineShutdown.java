package dev.cairn.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jboss.logging.Logger;

import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.node.LeaseKeeper;
import dev.cairn.spi.ExceptionMessageFormatter;

/** Stops an engine: waits until no call is under way, and gives up the lease. Blocks. */
final class EngineShutdown {

    private static final long LEAVE_MILLIS = 2_000;

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private EngineShutdown() {}

    /** Waits until no call is under way. Calls that take longer are cancelled. */
    static void untilQuiet(InstanceRegistry instances, long timeoutMillis) {
        List<CompletableFuture<Void>> quiet = instances.live().map(instance -> {
            CompletableFuture<Void> future = new CompletableFuture<>();
            instance.quiesce(future);
            return future;
        }).toList();
        try {
            CompletableFuture.allOf(quiet.toArray(new CompletableFuture<?>[0])).get(timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            LOG.warnf(
                    "CAIRN-0421: Stopping with %d calls under way: they were not answered within %d ms. They are made again with"
                            + " the same idempotency keys at the next start.",
                    quiet.stream().filter(future -> !future.isDone()).count(), timeoutMillis);
            instances.live().forEach(InstanceActorReference::letGo);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("Nothing completes these futures with a failure", impossible);
        }
    }

    /** Hands unfinished instances over: other nodes need not wait for the lease to end. */
    static void leave(LeaseKeeper lease, String nodeId) {
        try {
            lease.leave().get(LEAVE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException failure) {
            LOG.warnf(
                    "CAIRN-0432: Cannot tell the store that this node leaves [node=%s]: %s. Other nodes take over when its lease"
                            + " ends.",
                    nodeId, ExceptionMessageFormatter.of(failure));
        }
    }
}
