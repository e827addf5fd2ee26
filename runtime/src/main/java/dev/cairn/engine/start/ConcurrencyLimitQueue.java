package dev.cairn.engine.start;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.QueuedStartRowFormat;
import dev.cairn.engine.instance.QueuedStartRowFormat.Beginning;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.MemoryBudget;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.engine.operation.UnloadedInstanceWriter;
import dev.cairn.engine.recovery.InstanceClaimer;
import dev.cairn.program.Program;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoredInstance;
import dev.cairn.value.HeapSizeEstimator;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Holds the limits of instances under way. A start of a workflow that has one is written to the queue in the store, and this node lets
 * the oldest begin as long as the store has fewer under way: nothing of it is in memory, and no count can differ from the store. A node
 * looks after starts and ends of its own, and after each heartbeat. Thread-safe.
 */
public final class ConcurrencyLimitQueue {

    private static final int PAGE = 64;
    private static final int MAX_COUNTED_PAGE = 1_000;
    /** Behind all ids of a time. */
    private static final String LAST_ID = "~";
    /** The statuses that count as under way besides suspended. A pending instance in the store is always a queued one. */
    private static final Set<InstanceStatus> UNDER_WAY = Set.of(InstanceStatus.RUNNING, InstanceStatus.WAITING);

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceRegistry instances;
    private final InstanceClaimer recovery;
    private final UnloadedInstanceWriter unloadedWriter;
    /** By qualified name. */
    private final Map<String, Line> lines = new HashMap<>();
    private final Set<Long> limitedRegions;
    private final Look unlimited = new Look(this::beginUnlimited);
    private volatile boolean searchedUnlimited;
    private volatile int departures;

    /**
     * @throws IllegalStateException if a workflow has a limit and the store keeps nothing
     */
    public ConcurrencyLimitQueue(NodeContext context, InstanceStore store, InstanceRegistry instances, InstanceClaimer recovery,
            UnloadedInstanceWriter unloadedWriter) {
        this.context = context;
        this.store = store;
        this.instances = instances;
        this.recovery = recovery;
        this.unloadedWriter = unloadedWriter;
        for (InstalledProgram installed : context.programs().newest()) {
            // The newest version says it for all.
            Program newest = installed.program();
            int most = context.options().run().concurrency().most(newest);
            if (most > 0) {
                lines.put(newest.workflow(), new Line(newest.workflow(), most));
            }
        }
        this.limitedRegions = lines.keySet().stream().map(QueuedStartRowFormat::region).collect(Collectors.toSet());
        if (!lines.isEmpty() && !store.capabilities().keepsState()) {
            throw new IllegalStateException("CAIRN-0713: The store " + store.capabilities().name()
                    + " keeps nothing, so no start can wait in it [concurrency of " + String.join(", ", lines.keySet())
                    + "]. Use a store that keeps state, or remove the limit.");
        }
    }

    /** Begins to poll for waiting starts. */
    public void begin() {
        context.lease().afterHeartbeat(this::beat);
        lines.values().forEach(line -> line.look.ask());
        // Also where there is no limit: there may have been one in an earlier life.
        unlimited.ask();
    }

    private void beat() {
        lines.values().forEach(line -> line.look.ask());
        if (departures != recovery.nodeOrder().departures()) {
            // The node that left may have had limits that this one does not have.
            departures = recovery.nodeOrder().departures();
            searchedUnlimited = false;
        }
        if (!searchedUnlimited) {
            unlimited.ask();
        }
    }

    /** True if starts of a workflow go into the queue. */
    boolean limits(String workflow) {
        return !lines.isEmpty() && lines.containsKey(workflow);
    }

    /** Starts an instance, unless there is one with the id already. Completes once that is durable. */
    Promise<DurableStartResult> add(InstalledProgram program, JsonPayload input, String id, StartMetadata details) {
        long bytes = MemoryBudget.MIN_INSTANCE_BYTES + Math.max(0, input.knownTextBytes())
                + HeapSizeEstimator.of(input.tree(), MemoryBudget.MAX_VALUE_BYTES);
        context.memory().hold(bytes);
        Promise<DurableStartResult> added = new Promise<>();
        // Not subscribed by the caller, who may leave before it is durable: the instance has to be looked after all the same.
        unloadedWriter.enqueue(program.program(), input, id, details).onItemOrFailure().invoke((start, failure) -> {
            context.memory().hold(-bytes);
            // Also after a failure: it may be in the queue.
            ended(program.program().workflow());
        }).subscribe().with(added::complete, added::fail);
        return added;
    }

    /** An instance has ended, durably. */
    public void ended(InstanceActorReference instance) {
        if (!lines.isEmpty()) {
            ended(instance.view().workflow());
        }
    }

    /** There may be room for instances of a workflow. */
    public void ended(String workflow) {
        Line line = lines.get(workflow);
        if (line != null) {
            line.look.ask();
        }
    }

    /** A queued start was claimed by a node that did not know that it is queued: it keeps waiting. */
    public void putBack(StoredInstance stored) {
        unloadedWriter.putBack(stored).subscribe().with(written -> {
            Line line = lines.get(stored.row().workflow());
            (line == null ? unlimited : line.look).ask();
        }, failure -> recovery.later(Work.CLAIMS, "put an instance back into its queue", failure,
                () -> putBack(stored)));
    }

    private boolean mayBegin() {
        return !context.stopping() && context.lease().mayTakeOver();
    }

    /** Lets those begin whose workflow has no limit, or has none any more. */
    private Uni<Void> beginUnlimited() {
        searchedUnlimited = true;
        return beginUnlimited(new DueTimer(QueuedStartRowFormat.BEFORE_ALL, LAST_ID));
    }

    private Uni<Void> beginUnlimited(DueTimer after) {
        if (!mayBegin()) {
            searchedUnlimited = false;
            return Uni.createFrom().voidItem();
        }
        return page(after, QueuedStartRowFormat.AFTER_ALL).chain(page -> {
            if (page.isEmpty()) {
                return Uni.createFrom().voidItem();
            }
            long region = QueuedStartRowFormat.regionOf(page.get(0).dueAtMillis());
            if (limitedRegions.contains(region)) {
                return beginUnlimited(new DueTimer(QueuedStartRowFormat.endOf(region), LAST_ID));
            }
            List<DueTimer> some = page.stream()
                    .takeWhile(timer -> !limitedRegions.contains(QueuedStartRowFormat.regionOf(timer.dueAtMillis()))).toList();
            return begin(some, this::isUnlimited).chain(any -> beginUnlimited(some.get(some.size() - 1)));
        });
    }

    /** Nodes of a cluster may have other definitions: unknown ones are theirs. */
    private boolean isUnlimited(String workflow) {
        return !lines.containsKey(workflow) && (!store.capabilities().shared() || context.programs().all().stream()
                .anyMatch(installed -> installed.program().workflow().equals(workflow)));
    }

    private Uni<List<DueTimer>> page(DueTimer after, long untilMillis) {
        // A store may answer at once: many pages must not grow the stack.
        return store.dueTimers(untilMillis, after, PAGE).emitOn(context.threads()::worker);
    }

    /** Lets some begin, in their order; gives the outcome of each. */
    private Uni<List<Beginning>> begin(List<DueTimer> some, Predicate<String> mine) {
        return Multi.createFrom().iterable(some).onItem().transformToUni(timer -> begin(timer.instanceId(), mine))
                .merge(PAGE).collect().asList().chain(all -> {
                    Set<String> begun = all.stream().filter(one -> one.beginning == Beginning.BEGUN).map(One::id)
                            .collect(Collectors.toSet());
                    List<String> inOrder = new ArrayList<>(some.stream().map(DueTimer::instanceId).toList());
                    inOrder.retainAll(begun);
                    recovery.claim(inOrder);
                    Throwable failure = all.stream().map(One::failure).filter(Objects::nonNull).findFirst().orElse(null);
                    return failure == null ? Uni.createFrom().item(all.stream().map(One::beginning).toList())
                            : Uni.createFrom().failure(failure);
                });
    }

    private Uni<One> begin(String id, Predicate<String> mine) {
        if (instances.isParked(id)) {
            return Uni.createFrom().item(new One(id, Beginning.OTHER, null));
        }
        return unloadedWriter.begin(id, mine).map(beginning -> new One(id, beginning, null))
                // It may have begun, or be unreadable: the node that loads it finds out, and lets it go on, parks it or puts it
                // back.
                .onFailure().invoke(failure -> claimUnlessParked(id))
                .onFailure().recoverWithItem(
                        failure -> new One(id, Beginning.OTHER, concernsInstance(failure) ? null : failure));
    }

    private void claimUnlessParked(String id) {
        if (!instances.isParked(id)) {
            recovery.claim(id);
        }
    }

    private static boolean concernsInstance(Throwable failure) {
        return EngineFailureTranslator.concernsInstance(failure)
                || EngineFailureTranslator.concernsInstance(failure.getCause());
    }

    /** Outcome of one start; with the failure of the store, or null. */
    private record One(String id, Beginning beginning, Throwable failure) {}

    /** The queue of a workflow that has a limit. */
    private final class Line {
        private final String workflow;
        private final int most;
        private final Look look = new Look(this::round);

        Line(String workflow, int most) {
            this.workflow = workflow;
            this.most = most;
        }

        private boolean isMine(String other) {
            return workflow.equals(other) || isUnlimited(other);
        }

        private Uni<Void> round() {
            return mayBegin() ? round(new DueTimer(QueuedStartRowFormat.region(workflow) - 1, LAST_ID), -1)
                    : Uni.createFrom().voidItem();
        }

        /**
         * Reads the waiting starts before it counts the instances under way: a start that another node begins in between is at
         * the head of this page, and takes up room here too.
         *
         * @param room number of starts that may begin, or -1 if it is not known yet
         */
        private Uni<Void> round(DueTimer after, int room) {
            return page(after, QueuedStartRowFormat.endOf(QueuedStartRowFormat.region(workflow))).chain(page -> {
                if (page.isEmpty()) {
                    return Uni.createFrom().voidItem();
                }
                return (room < 0 ? room(QueuedStartRowFormat.createdAtMillis(page.get(0).dueAtMillis()))
                        : Uni.createFrom().item(room)).chain(free -> fill(page, 0, free));
            });
        }

        private Uni<Void> fill(List<DueTimer> page, int from, int room) {
            if (room <= 0 || from == page.size() && page.size() < PAGE) {
                return Uni.createFrom().voidItem();
            }
            if (from == page.size()) {
                return round(page.get(from - 1), room);
            }
            List<DueTimer> some = page.subList(from, Math.min(page.size(), from + room));
            return begin(some, this::isMine).chain(all -> {
                int taken = (int) all.stream().filter(one -> one != Beginning.OTHER).count();
                return fill(page, from + some.size(), room - taken);
            });
        }

        /** Number of further instances that may be under way, as far as the store knows. */
        private Uni<Integer> room(long oldestMillis) {
            InstanceQuery all = InstanceQuery.all(Math.min(MAX_COUNTED_PAGE, most)).withWorkflow(workflow);
            // In one search: an instance may go from one phase to the other meanwhile.
            Uni<Integer> count = count(all.withStatuses(UNDER_WAY), 0);
            // Suspended instances were begun before the oldest that waits was started. All others wait in the queue too.
            InstanceQuery suspended = all.withStatus(InstanceStatus.SUSPENDED).withCreated(Long.MIN_VALUE, oldestMillis + 1);
            return count.chain(before -> count(suspended, before)).map(underWay -> most - underWay);
        }

        private Uni<Integer> count(InstanceQuery query, int before) {
            if (before >= most) {
                return Uni.createFrom().item(before);
            }
            return store.find(query).emitOn(context.threads()::worker).chain(page -> {
                int sum = before + page.rows().size();
                return page.next() == null ? Uni.createFrom().item(sum) : count(query.withCursor(page.next()), sum);
            });
        }
    }

    /** Something that is done once more if it is asked for while it is done, and never twice at once. */
    private final class Look {
        private final Supplier<Uni<? extends Void>> round;
        private final AtomicInteger asked = new AtomicInteger();

        Look(Supplier<Uni<? extends Void>> round) {
            this.round = round;
        }

        void ask() {
            if (asked.getAndIncrement() == 0) {
                context.threads().worker(this::run);
            }
        }

        private void run() {
            int seen = asked.get();
            boolean asksStore = mayBegin();
            Uni.createFrom().<Void>deferred(round).subscribe().with(any -> {
                if (asksStore) {
                    context.health().good(Work.CLAIMS);
                }
                done(seen);
            }, failure -> {
                done(seen);
                searchedUnlimited = false;
                recovery.later(Work.CLAIMS, "let instances begin that wait", failure, this::ask);
            });
        }

        private void done(int seen) {
            if (asked.addAndGet(-seen) > 0) {
                context.threads().worker(this::run);
            }
        }
    }
}
