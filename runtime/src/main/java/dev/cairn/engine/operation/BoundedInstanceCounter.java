package dev.cairn.engine.operation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.spi.InstanceCountTally;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Counts instances by searches of bounded length, for a store that keeps no counts or does not know them yet. Examines a
 * bounded number of instances of each workflow, and marks numbers that may be too low. One count runs at a time. Callers who
 * ask during a count, or within five seconds of its end, get its answer. Thread-safe.
 */
final class BoundedInstanceCounter {

    private static final int PAGE = 1_000;
    /** Callers care most about instances under way. */
    private static final int MAX_NOT_ENDED_PAGES = 2;
    private static final int MAX_ENDED_PAGES = 1;
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Set<InstanceStatus> NOT_ENDED = EnumSet.range(InstanceStatus.PENDING, InstanceStatus.SUSPENDED);
    private static final Set<InstanceStatus> ENDED = EnumSet.complementOf(EnumSet.range(InstanceStatus.PENDING,
            InstanceStatus.SUSPENDED));

    private final ProgramRegistry programs;
    private final InstanceStore store;
    private final TimeSource time;
    /** Null, or the last count, which may still run. Guarded by this. */
    private Uni<List<InstanceCount>> last;
    /** Guarded by this. */
    private boolean running;
    /** Guarded by this. */
    private long endedAtNanos;

    BoundedInstanceCounter(ProgramRegistry programs, InstanceStore store, TimeSource time) {
        this.programs = programs;
        this.store = store;
        this.time = time;
    }

    Uni<List<InstanceCount>> counts() {
        return Uni.createFrom().deferred(this::recent);
    }

    private synchronized Uni<List<InstanceCount>> recent() {
        if (last == null || !running && time.elapsedNanos() - endedAtNanos >= FRESH_NANOS) {
            running = true;
            // Memoized: a caller that gives up does not cancel the count for the others.
            last = count().onItem().invoke(this::ended).onFailure().invoke(this::failed).memoize().indefinitely();
        }
        return last;
    }

    private synchronized void ended() {
        running = false;
        endedAtNanos = time.elapsedNanos();
    }

    /** The next caller starts a new count. */
    private synchronized void failed() {
        running = false;
        last = null;
    }

    private Uni<List<InstanceCount>> count() {
        List<String> workflows = programs.all().stream().map(installed -> installed.program().workflow()).distinct().toList();
        return Multi.createFrom().iterable(workflows).onItem().transformToUniAndConcatenate(workflow -> {
            InstanceQuery query = InstanceQuery.all(PAGE).withWorkflow(workflow);
            return count(query.withStatuses(NOT_ENDED), MAX_NOT_ENDED_PAGES, new ArrayList<>())
                    .chain(some -> count(query.withStatuses(ENDED), MAX_ENDED_PAGES, new ArrayList<>()).map(more -> {
                        List<InstanceCount> all = new ArrayList<>(some);
                        all.addAll(more);
                        return all;
                    }));
        }).collect().in(ArrayList<InstanceCount>::new, List::addAll).map(List::copyOf);
    }

    private Uni<List<InstanceCount>> count(InstanceQuery query, int remainingPages, List<InstanceRow> before) {
        return Uni.createFrom().deferred(() -> store.find(query)).chain((InstancePage page) -> {
            before.addAll(page.rows());
            return page.next() == null || remainingPages == 1 ? Uni.createFrom().item(tally(before, page.next() == null))
                    : count(query.withCursor(page.next()), remainingPages - 1, before);
        });
    }

    private static List<InstanceCount> tally(List<InstanceRow> rows, boolean exact) {
        return InstanceCountTally.of(rows.stream()).stream().map(count -> new InstanceCount(count.workflow(), count.version(),
                count.status(), count.parked(), count.instances(), exact)).toList();
    }
}
