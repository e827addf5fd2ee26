package dev.cairn.engine.operation;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.InstanceViewMapper;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.ScheduleRowMarkers;
import dev.cairn.spi.InstanceCountTally;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.MillisRange;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;

/** Searches for instances by filters. If the store keeps nothing, among those in memory. */
public final class InstanceSearch {

    /** After this many empty pages, the caller gets another empty one, with a cursor. */
    private static final int MAX_EMPTY_PAGES = 16;

    private final ProgramRegistry programs;
    private final InstanceStore store;
    private final InstanceRegistry instances;
    private final BoundedInstanceCounter countSearch;

    public InstanceSearch(ProgramRegistry programs, InstanceStore store, InstanceRegistry instances, TimeSource time) {
        this.countSearch = new BoundedInstanceCounter(programs, store, time);
        this.programs = programs;
        this.store = store;
        this.instances = instances;
    }

    /**
     * A page, newest first.
     *
     * @throws dev.cairn.api.CairnException if there is no such workflow
     * @throws IllegalArgumentException if limit or cursor are none
     */
    public Uni<InstancePage> find(InstanceFilter filter, int limit, String cursor) {
        return find(query(filter, limit).withCursor(cursor));
    }

    /**
     * As {@link #find(InstanceFilter, int, String)}, among some workflows.
     *
     * @param workflows qualified names, at least one; they take the place of the workflow of the filter
     */
    public Uni<InstancePage> find(InstanceFilter filter, Set<String> workflows, int limit, String cursor) {
        return find(query(filter, limit).withWorkflows(workflows).withCursor(cursor));
    }

    private Uni<InstancePage> find(InstanceQuery query) {
        return store.capabilities().keepsState() ? NonEmptyPageSearch.find(store, query, MAX_EMPTY_PAGES)
                : Uni.createFrom().item(() -> inMemory(query));
    }

    private InstanceQuery query(InstanceFilter filter, int limit) {
        SearchKeys keys = filter.keys();
        if (filter.parentId() != null) {
            Map<String, String> attributes = new HashMap<>(keys.attributes());
            attributes.put(InstanceRow.PARENT_ATTRIBUTE, filter.parentId());
            keys = new SearchKeys(keys.businessKey(), attributes);
        }
        return InstanceQuery.all(limit).withWorkflow(workflow(filter.workflow())).withVersion(filter.version())
                .withStatuses(filter.statuses()).withParked(filter.parked())
                .withCreated(created(filter.createdFrom(), filter.createdTo()))
                .withEnded(range(filter.endedFrom(), filter.endedTo())).withErrorType(filter.errorType())
                .withRootsOnly(filter.rootsOnly()).withKeys(keys);
    }

    /** Schedules are rows that were created at 0: no search for instances finds them. */
    private static MillisRange created(Instant from, Instant to) {
        MillisRange range = range(from, to);
        return new MillisRange(Math.max(1, range.fromMillis()), range.toMillis());
    }

    private static MillisRange range(Instant from, Instant to) {
        return new MillisRange(from == null ? Long.MIN_VALUE : millis(from), to == null ? Long.MAX_VALUE : millis(to));
    }

    /** Milliseconds since the epoch, or the nearest that a long can hold. */
    private static long millis(Instant time) {
        try {
            return time.toEpochMilli();
        } catch (ArithmeticException beyond) {
            return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** Number of instances; see {@link dev.cairn.api.CairnClient#counts()}. */
    public Uni<List<InstanceCount>> counts() {
        if (!store.capabilities().keepsState()) {
            return Uni.createFrom().item(() -> InstanceCountTally.of(rowsInMemory()));
        }
        return store.capabilities().keepsCounts()
                ? Uni.createFrom().deferred(store::counts)
                        .chain(kept -> kept.map(InstanceSearch::ofInstances).orElseGet(countSearch::counts))
                : countSearch.counts();
    }

    /** The store counts schedules too, whose workflow no name of a workflow is like. */
    private static Uni<List<InstanceCount>> ofInstances(List<InstanceCount> counts) {
        return Uni.createFrom().item(counts.stream().filter(count -> !ScheduleRowMarkers.isColumn(count.workflow())).toList());
    }

    private Stream<InstanceRow> rowsInMemory() {
        return Stream.of(instances.live().map(InstanceActorReference::view), instances.parkedViews(), instances.remembered())
                .flatMap(views -> views)
                .map(InstanceViewMapper::row);
    }

    private String workflow(String name) {
        return name == null ? null : programs.qualifiedName(name);
    }

    private InstancePage inMemory(InstanceQuery query) {
        List<InstanceRow> rows = rowsInMemory()
                .filter(query::matches)
                .filter(row -> query.cursor() == null || key(row).compareTo(query.cursor()) < 0)
                .sorted(Comparator.comparing(InstanceSearch::key).reversed()).distinct().limit(query.limit() + 1L).toList();
        boolean more = rows.size() > query.limit();
        List<InstanceRow> page = more ? rows.subList(0, query.limit()) : rows;
        return new InstancePage(page, more ? key(page.get(page.size() - 1)) : null);
    }

    private static String key(InstanceRow row) {
        return "%019d%s".formatted(row.createdAtMillis(), row.id());
    }
}
