package dev.cairn.engine.operation;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.cairn.api.BulkOperation;
import dev.cairn.api.BulkOperations;
import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceFilter;
import dev.cairn.engine.audit.BulkAuditLog;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.Node;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/** The registry of the bulk commands that this node runs, and of the last that have ended. Thread-safe. */
public final class BulkCommandRegistry {

    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]");
    private static final char SEPARATOR = '-';

    private final NodeContext context;
    private final InstanceSearch finder;
    private final CommandRouter operations;
    private final IntSupplier loadingInstances;
    private final InstanceIdGenerator ids;
    /** The end of the ids of this node's operations: it tells another node which node to name. */
    private final String suffix;
    private final Map<String, BulkCommandRun> running = new TreeMap<>();
    private final Deque<BulkOperation> ended = new ArrayDeque<>();

    /** @param loadingInstances number of instances that are being brought into memory */
    public BulkCommandRegistry(NodeContext context, InstanceSearch finder, CommandRouter operations,
            IntSupplier loadingInstances) {
        this.context = context;
        this.finder = finder;
        this.operations = operations;
        this.loadingInstances = loadingInstances;
        this.ids = new InstanceIdGenerator(context.time(), context.random());
        this.suffix = suffix(context.options().cluster().node().name());
    }

    private static String suffix(String nodeName) {
        return SEPARATOR + UNSAFE.matcher(nodeName).replaceAll("_");
    }

    /** True for the id of an operation that another node began. */
    boolean isOfAnotherNode(String id) {
        return id.indexOf(SEPARATOR) >= 0 && !id.endsWith(suffix);
    }

    /** True if the node with this id began the operation. */
    boolean isOf(String nodeId, String id) {
        int end = id.indexOf(SEPARATOR);
        return end >= 0 && id.substring(end).equals(suffix(Node.nameOf(nodeId)));
    }

    /**
     * Begins an operation.
     *
     * @throws CairnException if too many run, or the application stops
     */
    BulkCommandRun begin(CommandKind kind, InstanceFilter filter, CommandOrigin origin) {
        if (context.stopping()) {
            throw EngineFailureTranslator.ofStop();
        }
        BulkCommandRun run;
        synchronized (this) {
            if (running.size() >= BulkOperations.MAX_RUNNING) {
                throw new CairnException(Reason.OVERLOADED, "CAIRN-0755: Cannot begin a bulk command: " + running.size()
                        + " run on this node, the maximum. Wait until one has ended, or stop one.", null);
            }
            String id = ids.next() + suffix;
            run = new BulkCommandRun(context, finder, operations, new BulkRequest(id, kind, filter, origin),
                    new AdaptiveBulkThrottle(context, loadingInstances));
            running.put(id, run);
        }
        run.begun().listen((begun, failure) -> {
            if (failure == null) {
                BulkAuditLog.began(begun);
            }
        });
        run.outcome().listen((outcome, failure) -> ended(run, outcome));
        run.begin();
        return run;
    }

    /** An operation whose first search failed is not remembered: its caller was told. */
    private void ended(BulkCommandRun run, BulkOperation outcome) {
        boolean began = run.begun().value() != null;
        synchronized (this) {
            running.remove(outcome.id());
            if (began) {
                ended.addFirst(outcome);
                if (ended.size() > BulkOperations.MAX_REMEMBERED) {
                    ended.removeLast();
                }
            }
        }
        if (began) {
            BulkAuditLog.ended(outcome);
        }
    }

    synchronized List<BulkOperation> all() {
        return Stream.concat(running.values().stream().map(BulkCommandRun::view), ended.stream())
                .sorted(Comparator.comparing(BulkOperation::id).reversed()).toList();
    }

    /** Asks no more instances; the operation once those that were asked have answered. Fails as {@link #find}. */
    Uni<BulkOperation> stop(String id, CommandOrigin origin) {
        BulkCommandRun run = running(id);
        if (run != null) {
            BulkAuditLog.stopping(run.view(), origin);
            run.stop();
        }
        return outcome(id);
    }

    /** An operation once it has ended. Fails as {@link #find}. */
    Uni<BulkOperation> outcome(String id) {
        BulkCommandRun run = running(id);
        return run != null ? run.outcome().uni() : find(id);
    }

    /** An operation, or null if it does not run. */
    private synchronized BulkCommandRun running(String id) {
        return running.get(id);
    }

    /** As it is now; fails if it is not known. */
    Uni<BulkOperation> find(String id) {
        BulkOperation found = found(id);
        return found != null ? Uni.createFrom().item(found) : Uni.createFrom().failure(unknown(id));
    }

    private synchronized BulkOperation found(String id) {
        BulkCommandRun run = running.get(id);
        return run != null ? run.view()
                : ended.stream().filter(operation -> operation.id().equals(id)).findFirst().orElse(null);
    }

    private CairnException unknown(String id) {
        int end = id.indexOf(SEPARATOR);
        String node = end < 0 || id.endsWith(suffix) ? null : id.substring(end + 1);
        return new CairnException(Reason.UNKNOWN_OPERATION, "CAIRN-0756: There is no bulk operation " + id + " on node "
                + context.options().cluster().node().name()
                + (node == null ? ", or it has been forgotten, or the node was restarted."
                        : ", and node " + node + ", which has begun it, is not alive or cannot be asked from here.")
                + " To do what is left, begin another one with the same filter.", null);
    }
}
