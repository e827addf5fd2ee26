package dev.cairn.engine.event.gather;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.InstanceWriter;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.journal.DamagedEntryException;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.ValueException;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Sets of events as rows of the store of instances:
 *
 * <ul>
 * <li>The id is {@link InstanceIdGenerator#ofEventSet}; no workflow has the name in the column. It was created at 0.</li>
 * <li>An attribute has the key of its events, and finds it. Another has its number among the sets with this key.</li>
 * <li>It waits; the wake time is the end of its time, or the next attempt to start its instance. The time of the last update is
 * that of its first event, or of its opening until then.</li>
 * <li>The journal has an entry for the opening, and one for each event. Each write names the entries before it and the epoch, and an
 * epoch is never used twice: so of two nodes that add an event, one is refused, and looks again.</li>
 * <li>A set that has ended stays until a later one is opened, or for an hour. So numbers are not used twice in that time.</li>
 * </ul>
 *
 * An event of a set that has ended is a row that has ended too, whose id follows from workflow, source and id. Results fail as the store
 * does.
 */
final class EventSetRows {

    static final String COLUMN = "$event-sets";
    static final String KEY = "cairn.event.set";
    /** The end of the retention of a set that is not needed any more: it is removed before any instance. */
    static final long REMOVED_AT_ONCE = 1;

    private static final String COUNTED_COLUMN = "$counted-events";
    private static final String NUMBER = "cairn.event.set.number";
    private static final String VERSION = "1";
    private static final byte[] NO_CONTENT = "0".getBytes(StandardCharsets.US_ASCII);
    /** As long as an instance that an event has started is retained at least. */
    private static final long COUNTED_MILLIS = TimeUnit.HOURS.toMillis(1);
    /** Until the instance of a complete set is started again: usually its publisher has done so by then. */
    static final long RETRY_MILLIS = 10_000;
    private static final int MAX_WRITES_AT_ONCE = 64;
    /** Bits of a random epoch: a claim has room to make it higher. */
    private static final int EPOCH_BITS = 50;

    private static final String WORKFLOW = "workflow";
    private static final String EVENT = "event";
    private static final String VALUE = "value";
    private static final String FILTER = "filter";
    private static final String ENDS = "ends";
    private static final String COMPLETES = "completes";

    private final NodeContext context;
    private final EventSetStore store;
    private final PayloadCodecChain seal;

    EventSetRows(NodeContext context, EventSetStore store) {
        this.context = context;
        this.store = store;
        this.seal = context.options().journal().seal();
    }

    /** Reads the sets with a key, on a worker thread. Fails with a runtime exception if one cannot be read. */
    Uni<EventSetPage> find(String key) {
        return store.find(key).chain(rows -> {
            int last = rows.stream().mapToInt(EventSetRows::number).max().orElse(-1);
            List<String> open = rows.stream().filter(row -> !row.status().ended()).map(InstanceRow::id).toList();
            List<String> ended = rows.stream().filter(row -> row.status().ended()).map(InstanceRow::id).toList();
            Uni<List<StoredInstance>> loaded = open.isEmpty() ? Uni.createFrom().item(List.of()) : store.load(open);
            return loaded.emitOn(context.threads()::worker).map(sets -> new EventSetPage(
                    sets.stream().filter(set -> !set.row().status().ended() && !isLate(set, last))
                            .sorted(Comparator.comparingInt(set -> number(set.row()))).map(this::read).toList(),
                    ended, last + 1));
        });
    }

    /**
     * True if a node has opened a set that it believed to be the last, and others have opened later ones since. No node uses it: a node
     * that has searched before would take its event into another set.
     */
    private static boolean isLate(StoredInstance set, int last) {
        return set.entries().size() == 1 && number(set.row()) < last;
    }

    private static int number(InstanceRow row) {
        return Integer.parseInt(row.keys().attributes().get(NUMBER));
    }

    /**
     * Reads a set.
     *
     * @throws DamagedEntryException if an entry is not what was written
     * @throws dev.cairn.spi.PayloadCodecException if a codec is missing, or something a codec needs
     */
    EventSetState read(StoredInstance stored) {
        JsonNode opened = entry(stored, 0);
        List<EventSetItem> items = new ArrayList<>();
        boolean closed = false;
        for (int i = 1; i < stored.entries().size(); i++) {
            JsonNode entry = entry(stored, i);
            items.add(new EventSetItem(entry.path(EVENT), entry.path(VALUE), entry.path(FILTER).intValue(),
                    entry.path(ENDS).booleanValue()));
            closed |= entry.path(COMPLETES).booleanValue();
        }
        return new EventSetState(new Claim(stored.row(), stored.epoch(), stored.entries().size()),
                stored.entries().stream().mapToLong(entry -> entry.length).sum(), opened.path(WORKFLOW).asText(),
                items, closed);
    }

    private JsonNode entry(StoredInstance stored, int position) {
        try {
            return JsonCodec.readWritten(
                    seal.open(stored.entries().get(position), new EntryPlace(stored.row().id(), position)));
        } catch (ValueException noJson) {
            throw new DamagedEntryException(noJson.getMessage());
        }
    }

    /** Opens a set without events; {@link CommitResult#EXISTS} if another node has. */
    Uni<CommitResult> open(InstalledProgram program, String key, int number) {
        long now = context.time().millis();
        InstanceRow row = new InstanceRow(InstanceIdGenerator.ofEventSet(key, number), COLUMN, VERSION, InstanceStatus.WAITING,
                0,
                now, now + context.options().run().eventSets().openMillis(), null)
                .withKeys(new SearchKeys(null, Map.of(KEY, key, NUMBER, Integer.toString(number))));
        ObjectNode opened = JsonNodeFactory.instance.objectNode().put(WORKFLOW, program.program().workflow());
        return commit(row, 1 + (context.random().bits() >>> Long.SIZE - EPOCH_BITS), 0, opened);
    }

    /** Adds an event to a set; {@link CommitResult#FENCED} if the set is no longer as it was. */
    Uni<CommitResult> add(EventSetState set, EventSetItem item, boolean completes) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode().put(FILTER, item.filter());
        if (item.ends()) {
            entry.put(ENDS, true);
        }
        if (completes) {
            entry.put(COMPLETES, true);
        }
        entry.set(EVENT, item.attributes());
        entry.set(VALUE, item.value());
        long now = context.time().millis();
        // A failure may have left the set without events for long.
        InstanceRow row = set.items().isEmpty() ? updated(set.row(), now) : set.row();
        return append(set, waiting(row, completes ? now + RETRY_MILLIS : expiresAtMillis(row)), entry);
    }

    /** Until when a set waits for events. */
    long expiresAtMillis(EventSetState set) {
        return expiresAtMillis(set.row());
    }

    /** As {@link #expiresAtMillis(EventSetState)}, of its row. */
    long expiresAtMillis(InstanceRow row) {
        return row.updatedAtMillis() + context.options().run().eventSets().openMillis();
    }

    /** Until when a set that is complete, or may be, waits for a node that can start its workflow: its events are acknowledged. */
    long abandonedAtMillis(InstanceRow row) {
        return expiresAtMillis(row) + Math.max(context.options().run().eventSets().openMillis(), COUNTED_MILLIS);
    }

    /** A set is looked at next at a time. */
    Uni<CommitResult> wait(EventSetState set, long untilMillis) {
        return change(set.position(), waiting(set.row(), untilMillis));
    }

    private static InstanceRow updated(InstanceRow row, long millis) {
        return new InstanceRow(row.id(), COLUMN, VERSION, row.status(), 0, millis, row.wakeAtMillis(), null)
                .withKeys(row.keys());
    }

    /** The row of a set that no node owns. */
    static InstanceRow waiting(InstanceRow row, long wakeAtMillis) {
        return row(row, InstanceStatus.WAITING, wakeAtMillis, InstanceRow.NEVER);
    }

    /** The row of a set that has ended. */
    InstanceRow ended(InstanceRow row, InstanceStatus status) {
        return row(row, status, InstanceRow.NEVER, context.time().millis() + COUNTED_MILLIS);
    }

    private static InstanceRow row(InstanceRow row, InstanceStatus status, long wakeAtMillis, long keepUntilMillis) {
        return new InstanceRow(row.id(), COLUMN, VERSION, status, 0, row.updatedAtMillis(), wakeAtMillis, null)
                .withKeepUntil(keepUntilMillis).withKeys(row.keys());
    }

    /** Ends a set whose instance is durable: no node adds an event to it. */
    Uni<CommitResult> end(EventSetState set) {
        return change(set.position(), ended(set.row(), InstanceStatus.COMPLETED));
    }

    /** Ends a set that has started nothing. The entry fences nodes that are adding an event. */
    Uni<CommitResult> expire(EventSetState set) {
        return append(set, ended(set.row(), InstanceStatus.CANCELLED), JsonNodeFactory.instance.objectNode());
    }

    /** Removes sets that have ended, once a later one is open. The removal of ended instances removes what is left over here. */
    Uni<Integer> remove(List<String> ended) {
        return ended.isEmpty() ? Uni.createFrom().item(0)
                : store.load(ended).chain(sets -> Multi.createFrom().iterable(sets).onItem()
                        .transformToUni(set -> change(new Claim(set.row(), set.epoch(), set.entries().size()),
                                set.row().withKeepUntil(REMOVED_AT_ONCE)))
                        .merge(MAX_WRITES_AT_ONCE).collect().last()).chain(store::removeEnded).onFailure().recoverWithItem(0);
    }

    /** True if an event was in a set of a workflow that has ended. */
    Uni<Boolean> isCounted(String workflow, String eventKey) {
        return store.row(countedId(workflow, eventKey)).emitOn(context.threads()::worker)
                .map(found -> found.isPresent() && found.get().keepUntilMillis() > context.time().millis());
    }

    /**
     * Remembers the events of a set that is about to end.
     *
     * @param untilMillis the end of the longest retention that its instance would have if it ended now, if it has one
     */
    Uni<Void> count(EventSetState set, long untilMillis) {
        long keepUntil = Math.max(untilMillis, context.time().millis() + COUNTED_MILLIS);
        return Multi.createFrom().iterable(set.items()).onItem()
                .transformToUni(item -> count(countedId(set.workflow(), item.key()), keepUntil)).merge(MAX_WRITES_AT_ONCE)
                .collect().last().replaceWithVoid();
    }

    private Uni<CommitResult> count(String id, long keepUntilMillis) {
        InstanceRow row = new InstanceRow(id, COUNTED_COLUMN, VERSION, InstanceStatus.COMPLETED, 0, context.time().millis(),
                InstanceRow.NEVER, null).withKeepUntil(keepUntilMillis);
        return store.commit(new InstanceWrite(row, InstanceWriter.FIRST_EPOCH, 0, List.of(EncodedEntry.of(NO_CONTENT))))
                .chain(created -> created == CommitResult.EXISTS ? countLonger(row) : Uni.createFrom().item(created));
    }

    /** Another node may remember the event for longer, with another version of the workflow. */
    private Uni<CommitResult> countLonger(InstanceRow row) {
        return store.row(row.id()).chain(
                found -> found.isPresent() && found.get().keepUntilMillis() >= row.keepUntilMillis()
                        ? Uni.createFrom().item(CommitResult.COMMITTED)
                        : store.commit(new InstanceWrite(row, InstanceWriter.FIRST_EPOCH, 1, List.of()))
                                // Removed in between.
                                .chain(changed -> changed == CommitResult.COMMITTED ? Uni.createFrom().item(changed)
                                        : count(row.id(), row.keepUntilMillis())));
    }

    private static String countedId(String workflow, String eventKey) {
        return InstanceIdGenerator.ofKeptEvent(COUNTED_COLUMN + ' ' + workflow + ' ' + eventKey);
    }

    /** Changes a row alone. */
    Uni<CommitResult> change(Claim position, InstanceRow row) {
        return store.commit(new InstanceWrite(row, position.epoch(), position.entries(), List.of()));
    }

    private Uni<CommitResult> append(EventSetState set, InstanceRow row, ObjectNode entry) {
        return commit(row, set.position().epoch(), set.position().entries(), entry);
    }

    private Uni<CommitResult> commit(InstanceRow row, long epoch, long position, ObjectNode entry) {
        return Uni.createFrom().deferred(() -> {
            byte[] sealed = seal.sealForStore(JsonCodec.write(entry), new EntryPlace(row.id(), position));
            return store.commit(new InstanceWrite(row, epoch, position, List.of(EncodedEntry.of(sealed))));
        });
    }
}
