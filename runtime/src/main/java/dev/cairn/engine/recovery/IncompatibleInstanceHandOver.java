package dev.cairn.engine.recovery;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import org.jboss.logging.Logger;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.InstanceViewMapper;
import dev.cairn.engine.instance.ParkedRowWriter;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.RendezvousNodeOrder;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.engine.port.MissingDefinitionException;
import dev.cairn.executor.JournalMismatchException;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/**
 * Instances that this node has claimed and cannot run, while another node may: this node lacks the definition, or the journal
 * does not fit it. This happens while nodes have different versions of the application.
 *
 * <p>
 * Each is handed over: this node leaves a message for the owner, which names the nodes that cannot run the instance, and makes
 * another node the owner. The new owner receives the message with its next heartbeat. It takes the instance up, or hands it on
 * to a node that is not named. If no such node is left, the instance is parked until another node joins. Thread-safe.
 */
public final class IncompatibleInstanceHandOver {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final int UNDER_WAY = 64;
    /** Usually more than the messages for the instances of a node. */
    private static final int MAX_MESSAGES = 10_000;

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceRegistry instances;
    private final InstanceClaimOperations recovery;
    private final RendezvousNodeOrder nodeOrder;
    private final InstanceHandOverMessenger mailbox;
    private final HandOverTracker handOvers;
    /** Epochs of those that are being handed over, by id. */
    private final ConcurrentMap<String, Long> departingEpochs = new ConcurrentHashMap<>();
    private final Queue<Stranger> waiting = new ConcurrentLinkedQueue<>();
    /** The instances that wait until the other nodes are listed again. */
    private final Queue<Stranger> postponed = new ConcurrentLinkedQueue<>();
    /** New owners since the other nodes were listed: an instance that comes back at once was given to a dead node. */
    private final ConcurrentMap<String, Set<String>> newOwners = new ConcurrentHashMap<>();
    private final AtomicBoolean busy = new AtomicBoolean();
    /** The instances that are parked here because no other node can run them. */
    private final Set<String> parkedLocally = ConcurrentHashMap.newKeySet();
    /** Definitions whose absence was logged since another node has joined. */
    private final Set<String> toldOf = ConcurrentHashMap.newKeySet();

    IncompatibleInstanceHandOver(NodeContext context, InstanceStore store, InstanceRegistry instances,
            InstanceClaimOperations recovery,
            RendezvousNodeOrder nodeOrder) {
        this.context = context;
        this.store = store;
        this.instances = instances;
        this.recovery = recovery;
        this.nodeOrder = nodeOrder;
        this.mailbox = new InstanceHandOverMessenger(context, store);
        this.handOvers = new HandOverTracker(context, mailbox);
        nodeOrder.whenSeen(this::othersSeen);
    }

    /** An instance cannot go on here for a reason: it is handed over, or parked. */
    public void stop(ClaimedInstance claimed, StoredInstance stored, Throwable reason) {
        Stranger stranger = new Stranger(claimed.claim().row(), claimed.epoch(), stored.entries().size(), reason);
        if (!stranger.mayRunElsewhere()) {
            parkedLocally.remove(stranger.id());
            instances.park(null, InstanceViewMapper.of(stranger.row, null, null), stranger.parking(), reason);
        } else if (context.stopping()) {
            // Until this node has stopped: then another one takes the instance over.
            handOvers.begin(stranger.id(), stranger.epoch);
            park(stranger, Set.of());
        } else if (nodeOrder.inOrder(Set.of(), stranger.id()).isEmpty()) {
            park(stranger, Set.of());
        } else {
            handOvers.begin(stranger.id(), stranger.epoch);
            departingEpochs.put(stranger.id(), stranger.epoch);
            waiting.add(stranger);
            handOverNext();
        }
    }

    /** True while an instance is handed over: it must not be brought into memory, and has no new owner yet. */
    boolean isLeaving(String instanceId) {
        return departingEpochs.containsKey(instanceId);
    }

    /** True for an instance that is parked here and that no other node can run either. */
    public boolean stays(String instanceId) {
        return parkedLocally.contains(instanceId) && instances.isParked(instanceId);
    }

    /** Tracks the instances between this node and others. */
    public HandOverTracker handOvers() {
        return handOvers;
    }

    private void park(Stranger stranger, Set<String> unableNodes) {
        parkedLocally.add(stranger.id());
        instances.park(null, InstanceViewMapper.of(stranger.row, null, null), stranger.parking(), stranger.reason);
        if (!context.stopping() && !nodeOrder.inOrder(unableNodes, stranger.id()).isEmpty()
                && parkedLocally.remove(stranger.id())) {
            // Another node has joined in between.
            instances.tryAgain(stranger.id());
            recovery.claim(stranger.id());
        }
    }

    private void othersSeen(boolean joined) {
        newOwners.clear();
        parkedLocally.removeIf(id -> !instances.isParked(id));
        handOvers.look();
        for (Stranger next = postponed.poll(); next != null; next = postponed.poll()) {
            waiting.add(next);
        }
        handOverNext();
        if (joined) {
            tryAgain();
        }
    }

    /** Another node has joined, which may run them. */
    private void tryAgain() {
        toldOf.clear();
        List<String> parked = List.copyOf(parkedLocally);
        parked.forEach(id -> {
            parkedLocally.remove(id);
            instances.tryAgain(id);
        });
        recovery.claim(parked);
    }

    /** Takes the next waiting instances, reads the messages of other nodes about them, and hands each over. */
    private void handOverNext() {
        if (waiting.isEmpty() || !busy.compareAndSet(false, true)) {
            return;
        }
        List<Stranger> batch = new ArrayList<>();
        for (Stranger next = waiting.poll(); next != null; next = batch.size() < UNDER_WAY ? waiting.poll() : null) {
            batch.add(next);
        }
        AtomicInteger left = new AtomicInteger(batch.size() + 1);
        Runnable done = () -> {
            if (left.decrementAndGet() == 0) {
                busy.set(false);
                context.threads().worker(this::handOverNext);
            }
        };
        mailbox.left(MAX_MESSAGES).subscribe().with(messages -> {
            Map<String, List<InstanceMessage>> byInstance = messages.stream()
                    .filter(message -> handOver(message) != null).collect(Collectors.groupingBy(InstanceMessage::instanceId));
            batch.forEach(stranger -> handOver(stranger, byInstance.getOrDefault(stranger.id(), List.of()), done));
            done.run();
        }, failure -> {
            batch.forEach(stranger -> failed(stranger, failure, done));
            done.run();
        });
    }

    private static HandOverMessage handOver(InstanceMessage message) {
        return HandOverMessage.of(new String(message.body(), StandardCharsets.UTF_8));
    }

    /** @param earlierMessages the messages that other nodes have left for it */
    private void handOver(Stranger stranger, List<InstanceMessage> earlierMessages, Runnable done) {
        Set<String> unableNodes = new TreeSet<>(Set.of(context.nodeId()));
        earlierMessages.forEach(message -> unableNodes.addAll(handOver(message).cannot()));
        List<String> others = nodeOrder.inOrder(unableNodes, stranger.id());
        Set<String> before = newOwners.computeIfAbsent(stranger.id(), any -> ConcurrentHashMap.newKeySet());
        String newOwner = others.stream().filter(node -> !before.contains(node)).findFirst().orElse(null);
        if (others.isEmpty() || context.stopping()) {
            departingEpochs.remove(stranger.id(), stranger.epoch);
            park(stranger, unableNodes);
            if (!context.stopping()) {
                handOvers.end(stranger.id(), stranger.epoch);
            }
            done.run();
        } else if (newOwner == null) {
            postponed.add(stranger);
            done.run();
        } else {
            before.add(newOwner);
            // The message to the owner comes first: a new owner without it would never look for the instance.
            mailbox.tell(stranger.id(), new HandOverMessage(stranger.epoch, unableNodes)).subscribe()
                    .with(message -> give(stranger, newOwner, message, earlierMessages, done),
                            failure -> failed(stranger, failure, done));
        }
    }

    /** @param ownMessage the message that this node has left for the new owner */
    private void give(Stranger stranger, String newOwner, InstanceMessage ownMessage, List<InstanceMessage> earlierMessages,
            Runnable done) {
        InstanceWrite write = new InstanceWrite(stranger.row.withOwner(newOwner), stranger.epoch, stranger.entries, List.of());
        context.journal().commit(write, new GroupCommitJournal.Listener() {
            @Override
            public void done(InstanceWrite written, CommitResult result) {
                if (result == CommitResult.COMMITTED) {
                    handOvers.given(stranger.id(), stranger.epoch, newOwner, ownMessage.id());
                }
                departingEpochs.remove(stranger.id(), stranger.epoch);
                if (result == CommitResult.COMMITTED) {
                    tell(stranger, newOwner);
                    mailbox.drop(earlierMessages);
                    instances.look(stranger.id());
                } else {
                    claimAgain(stranger);
                }
                done.run();
            }

            @Override
            public void failed(InstanceWrite written, Throwable cause) {
                IncompatibleInstanceHandOver.this.failed(stranger, cause, done);
            }
        });
    }

    /** If it is still this node's it is claimed once more, and handed over then. */
    private void failed(Stranger stranger, Throwable failure, Runnable done) {
        LOG.debugf(failure, "Could not leave instance %s to another node", stranger.id());
        context.timers().after(StoreBackoff.after(failure), () -> {
            departingEpochs.remove(stranger.id(), stranger.epoch);
            claimAgain(stranger);
            done.run();
        });
    }

    private void claimAgain(Stranger stranger) {
        recovery.claim(stranger.id());
        // On its way again by now.
        handOvers.end(stranger.id(), stranger.epoch);
    }

    /**
     * Takes up an instance that another node has handed to this one, or to a dead one; does nothing if it was taken up since.
     *
     * @return fails with {@link InstanceUnloadedException} if it is to be heard again
     */
    public Promise<Void> take(String id, HandOverMessage handOver) {
        Promise<Void> done = new Promise<>();
        Uni.createFrom().deferred(() -> store.row(id)).subscribe().with(found -> {
            InstanceRow row = found.orElse(null);
            InstanceActorReference live = instances.live(id);
            if (row == null || row.status().ended() || row.owner() == null || live != null && live.epoch() > handOver.epoch()
                    || stays(id)) {
                done.complete(null);
            } else if (isLeaving(id) || context.stopping()) {
                done.fail(new InstanceUnloadedException());
            } else if (live != null) {
                // From before others had it.
                live.letGo(() -> takeUp(id, done));
            } else {
                takeUp(id, done);
            }
        }, done::fail);
        return done;
    }

    private void takeUp(String id, Promise<Void> done) {
        instances.tryAgain(id);
        if (recovery.claim(id)) {
            recovery.whenArrived(() -> Uni.createFrom().deferred(() -> store.row(id)).subscribe()
                    .with(found -> tookUp(id, found.orElse(null), done), done::fail));
        } else {
            // A claim that is under way may have been made before it was handed over, and be refused.
            done.fail(new InstanceUnloadedException());
        }
    }

    private void tookUp(String id, InstanceRow row, Promise<Void> done) {
        boolean over = row == null || row.status().ended();
        if (over || context.nodeId().equals(row.owner()) && !isLeaving(id)) {
            done.complete(null);
        } else {
            // This message was passed on with the instance, or the next reading of the message shows the new owner.
            done.fail(new InstanceUnloadedException());
        }
    }

    private void tell(Stranger stranger, String newOwner) {
        InstanceRow row = stranger.row;
        boolean first = toldOf.add(row.workflow() + ":" + row.version());
        LOG.logf(first ? Logger.Level.WARN : Logger.Level.DEBUG,
                "CAIRN-0464: Handed instance over to another node [workflow=%s, version=%s, instance=%s, node=%s]: %s."
                        + " A node with its version of the application goes on with it; if there is none, start one.",
                row.workflow(), row.version(), row.id(), newOwner, ExceptionMessageFormatter.of(stranger.reason));
    }

    private record Stranger(InstanceRow row, long epoch, long entries, Throwable reason) {

        String id() {
            return row.id();
        }

        InstanceWrite parking() {
            return ParkedRowWriter.parking(row, epoch, entries);
        }

        boolean mayRunElsewhere() {
            return reason instanceof MissingDefinitionException || reason instanceof JournalMismatchException;
        }
    }
}
