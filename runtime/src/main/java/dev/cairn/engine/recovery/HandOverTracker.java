package dev.cairn.engine.recovery;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import org.jboss.logging.Logger;

import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.InstanceMessage;

/**
 * Tracks the instances between this node, which cannot run them, and the next one: from their claim here until the other node
 * has them in memory.
 *
 * <p>
 * An event that comes meanwhile finds such an instance on neither node, and the other node may have said before that it has taken the event. So this node
 * waits until the instances are where they go, and then has the event published again. Thread-safe.
 */
public final class HandOverTracker {

    /** Maximum number of messages that are read per node. Further ones are read after these are removed. */
    private static final int MAX_MESSAGES = 10_000;
    /** The next node hears of an instance with one heartbeat, and this one with another that it was taken up. */
    private static final int MAX_TAKE_HEARTBEATS = 3;

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final NodeContext context;
    private final InstanceHandOverMessenger mailbox;
    /**
     * Each claim of an instance separately: a claim that ends late must not end a later one, which may have begun meanwhile.
     */
    private final LoadingInstanceTracker betweenNodes = new LoadingInstanceTracker();
    /** The instances among them that have a new owner, by id. */
    private final ConcurrentMap<String, Given> handedOver = new ConcurrentHashMap<>();
    /** Nodes that are asked about at present. */
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong ended = new AtomicLong();
    /** Null until the node leaves. */
    private volatile CompletableFuture<Void> taken;

    public HandOverTracker(NodeContext context, InstanceHandOverMessenger mailbox) {
        this.context = context;
        this.mailbox = mailbox;
    }

    /**
     * An instance was claimed that cannot run here.
     *
     * @param epoch of the claim
     */
    public void begin(String instanceId, long epoch) {
        betweenNodes.add(key(instanceId, epoch));
        Given before = handedOver.remove(instanceId);
        if (before != null) {
            end(instanceId, before.epoch);
        }
    }

    /**
     * Another node owns an instance.
     *
     * @param epoch of the claim with which it was given
     * @param messageId of the message that says so to the node, which removes it once it has the instance
     */
    public void given(String instanceId, long epoch, String nodeId, String messageId) {
        handedOver.put(instanceId, new Given(epoch, nodeId, messageId));
    }

    /** An instance that was claimed with an epoch is parked here, or is claimed again, or another node has it. */
    public void end(String instanceId, long epoch) {
        // First: an event that waited for this alone has to see that it is to be published again.
        ended.incrementAndGet();
        betweenNodes.remove(key(instanceId, epoch), 0);
    }

    private static String key(String instanceId, long epoch) {
        return instanceId + '@' + epoch;
    }

    /** Number of instances that have arrived; an event that was heard before an arrival has to be published again. */
    public long ended() {
        return ended.get();
    }

    /** Runs something when each instance that is between nodes now has come where it goes; at once if there are none. */
    public void whenEnded(Runnable then) {
        betweenNodes.whenArrived(then);
    }

    /**
     * Blocks until other nodes have taken up the instances given to them, for three heartbeats at most. This node must not
     * leave before that: no other node would know that events wait for them. It hands over no further instances by then.
     */
    public void awaitTaken() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        taken = future;
        completeIfTaken();
        try {
            future.get(MAX_TAKE_HEARTBEATS * context.options().cluster().heartbeatMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException late) {
            LOG.debugf("Leaving before other nodes have taken up what they were given: %s", handedOver.keySet());
        }
    }

    private void completeIfTaken() {
        CompletableFuture<Void> future = taken;
        if (future != null && handedOver.isEmpty()) {
            future.complete(null);
        }
    }

    /** Looks which instances other nodes have taken up. */
    void look() {
        if (handedOver.isEmpty() || !asked.compareAndSet(0, 1)) {
            return;
        }
        Map<String, Map<String, Given>> byNode = handedOver.entrySet().stream().collect(Collectors.groupingBy(
                entry -> entry.getValue().nodeId, Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        asked.addAndGet(byNode.size());
        byNode.forEach((node, instances) -> mailbox.left(node, MAX_MESSAGES).subscribe()
                .with(messages -> {
                    if (messages.size() < MAX_MESSAGES) {
                        endUnless(messages.stream().map(InstanceMessage::id).collect(Collectors.toSet()), instances);
                    }
                    asked.decrementAndGet();
                }, failure -> asked.decrementAndGet()));
        asked.decrementAndGet();
    }

    private void endUnless(Set<String> left, Map<String, Given> instances) {
        instances.forEach((id, to) -> {
            if (!left.contains(to.messageId) && handedOver.remove(id, to)) {
                end(id, to.epoch);
            }
        });
        completeIfTaken();
    }

    /** @param nodeId the new owner */
    private record Given(long epoch, String nodeId, String messageId) {}
}
