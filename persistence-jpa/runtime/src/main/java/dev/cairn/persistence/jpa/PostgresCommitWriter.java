package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.cairn.persistence.jpa.CountChanges.Change;
import dev.cairn.persistence.jpa.CountSlotPool.Slot;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceWrite;

/**
 * Batches for PostgreSQL ({@link PostgresSingleWriteCommitter} has those of one write): one statement, one round trip, however many writes. A column of all rows is one array parameter; the rows
 * that pass the fence are changed, and only their entries are inserted. The statement is the transaction.
 *
 * <p>
 * The statement also counts. This class computes the changes of the counts from the {@link InstanceCountGroupCache known groups}, and the
 * statement writes only rows that are in these groups. {@link PortableCommitWriter} handles the rest: rows of unknown or other
 * groups, and refused writes.
 */
final class PostgresCommitWriter implements CommitWriter {

    private static final String CREATED = """
            created AS (
              INSERT INTO cairn_instance (id, workflow, version, status, created_at, updated_at, wake_at, owner, keep_until,
                business_key, attributes, epoch, entry_count, error_type)
              SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::int[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[],
                ?::bigint[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::text[])
              ON CONFLICT (id) DO NOTHING RETURNING id),
            """;
    private static final String FOUND = """
            found AS (
              INSERT INTO cairn_attribute (instance_id, name, content, created_at)
              SELECT a.* FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[]) AS a (instance_id, name, content, created_at)
              WHERE a.instance_id IN (SELECT id FROM created)),
            """;
    private static final String UPDATED = """
            updated AS (
              UPDATE cairn_instance i SET version = u.version, status = u.status, updated_at = u.updated_at, wake_at = u.wake_at, owner = u.owner,
                keep_until = u.keep_until, entry_count = u.entry_count, error_type = u.error_type
              FROM (SELECT * FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::text[], ?::int[], ?::bigint[], ?::bigint[], ?::text[],
                ?::bigint[], ?::bigint[], ?::text[], ?::int[])%s) AS u (id, epoch, position, version, status, updated_at, wake_at, owner, keep_until,
                entry_count, error_type, phase)
              WHERE i.id = u.id AND i.epoch = u.epoch AND i.entry_count = u.position
                AND i.version = u.version AND u.phase =\s""" + InstanceCountGroupKey.sqlPhase("i") + """

              RETURNING i.id),
            """;
    private static final String COUNTED = """
            counted AS (
              INSERT INTO cairn_count AS c (node_id, slot, group_id, workflow, version, phase, instances)
              SELECT ?::text, ?::int, g.* FROM
                (SELECT * FROM unnest(?::text[], ?::text[], ?::text[], ?::int[], ?::bigint[]) LIMIT ?::bigint)
                AS g (group_id, workflow, version, phase, instances)
              ON CONFLICT (node_id, slot, group_id) DO UPDATE SET instances = c.instances + excluded.instances),
            """;
    /** Fails, so that nothing is written, unless all rows have passed. The server can evaluate it only after the writes. */
    private static final String ALL_OR_NOTHING = "SELECT 1 / (CASE WHEN (SELECT count(*) FROM passed) = ?::bigint THEN 1 ELSE 0 END)";
    private static final String NOT_ALL = "22012";
    /**
     * A plan for any arrays assumes ten elements, a plan for these arrays their real number. So with fewer than ten the server
     * finds the latter cheaper and makes a plan for each execution, which takes twice as long as the execution. Of an unknown
     * limit it expects a tenth of the rows: one.
     */
    private static final String UNKNOWN_LIMIT = " LIMIT ?::bigint";
    private static final int GENERIC_PLAN_ROWS = 10;
    private static final String WRITTEN = """
            written AS (
              INSERT INTO cairn_entry (instance_id, position, entry_count, payload)
              SELECT e.* FROM %s AS e (instance_id, position, entry_count, payload)
              WHERE e.instance_id IN (SELECT id FROM passed))
            """;
    private static final String ENTRIES = "unnest(?::text[], ?::bigint[], ?::int[], ?::bytea[])";
    /** The driver would copy it twice as an element of an array. */
    private static final String LARGE_ENTRY = " UNION ALL SELECT ?::text, ?::bigint, ?::int, ?::bytea";

    private static final Comparator<Foreseen> BY_ID = Comparator.comparing(foreseen -> foreseen.write.row().id());

    private final StoreTransactions transactions;
    private final CountSlotPool slots;
    private final InstanceCountGroupCache knownGroups;
    private final PortableCommitWriter portableWriter;
    private final AtomicLong writes = new AtomicLong();

    PostgresCommitWriter(StoreTransactions transactions, CountSlotPool slots, InstanceCountGroupCache knownGroups) {
        this.transactions = transactions;
        this.slots = slots;
        this.knownGroups = knownGroups;
        portableWriter = new PortableCommitWriter(transactions, DatabaseDialect.POSTGRESQL, slots);
    }

    /**
     * A write, and the group in which its instance is counted before it.
     *
     * @param before null for a new instance
     */
    record Foreseen(InstanceWrite write, InstanceCountGroupKey before) {

        InstanceCountGroupKey after() {
            return InstanceCountGroupKey.of(write.row());
        }

        boolean moves() {
            return !after().equals(before);
        }
    }

    @Override
    public List<CommitResult> commit(List<InstanceWrite> batch) {
        Set<String> passed = slots.with(slot -> passed(batch, slot));
        return batch.stream().map(write -> CommitWriter.result(write, passed.contains(write.row().id()))).toList();
    }

    private Set<String> passed(List<InstanceWrite> batch, Slot slot) {
        List<Foreseen> foreseen = new ArrayList<>(batch.size());
        List<InstanceWrite> left = new ArrayList<>();
        for (InstanceWrite write : batch) {
            InstanceCountGroupKey before = write.creates() ? null : knownGroups.of(write.row().id());
            // An instance rarely goes on with another version.
            if (write.creates() || before != null && before.version().equals(write.row().version())) {
                foreseen.add(new Foreseen(write, before));
            } else {
                left.add(write);
            }
        }
        Set<String> passed = new HashSet<>(foreseen.isEmpty() ? Set.of()
                : foreseen.size() == 1 ? passed(foreseen.get(0), slot) : write(foreseen, slot));
        foreseen.stream().map(Foreseen::write).filter(write -> !passed.contains(write.row().id())).forEach(left::add);
        if (!left.isEmpty()) {
            passed.addAll(portableWriter.write(left, slot));
        }
        batch.stream().map(InstanceWrite::row).filter(row -> passed.contains(row.id())).forEach(knownGroups::put);
        return passed;
    }

    private Set<String> passed(Foreseen foreseen, Slot slot) {
        List<EntryBundle> bundles = EntryBundle.of(foreseen.write);
        if (!PostgresSingleWriteCommitter.fits(foreseen.write, bundles)) {
            return write(List.of(foreseen), slot);
        }
        int generation = generation(1);
        boolean passed = transactions.single("a write",
                connection -> PostgresSingleWriteCommitter.write(connection, foreseen, bundles.get(0), slot, generation));
        return passed ? Set.of(foreseen.write.row().id()) : Set.of();
    }

    /** The ids of the written instances. If the counts change, one row that does not pass prevents all writes. */
    private Set<String> write(List<Foreseen> batch, Slot slot) {
        // In the order of their ids, so that two batches that meet the same rows do not wait for each other in a circle.
        List<Foreseen> sorted = batch.stream().sorted(BY_ID).toList();
        CountChanges changes = new CountChanges();
        sorted.forEach(foreseen -> changes.move(foreseen.before, foreseen.after()));
        boolean moves = sorted.stream().anyMatch(Foreseen::moves);
        int generation = generation(batch.size());
        return transactions.single("a batch of " + batch.size(), connection -> {
            try {
                return write(connection, sorted, moves ? changes : null, slot, generation);
            } catch (SQLException e) {
                if (NOT_ALL.equals(e.getSQLState())) {
                    return Set.of();
                }
                throw e;
            }
        });
    }

    /**
     * The server keeps the plan of a statement until it has looked at the statistics again, which may take a minute, and the plan
     * for an empty table is to read all of it. So the statement is another one whenever twice as much has been written.
     */
    private int generation(int more) {
        return Long.SIZE - Long.numberOfLeadingZeros(writes.addAndGet(more));
    }

    /** @param changes null if no write moves its instance to another group; then each write passes or fails independently */
    private static Set<String> write(Connection connection, List<Foreseen> batch, CountChanges changes, Slot slot,
            int generation) throws SQLException {
        List<InstanceWrite> creates = batch.stream().map(Foreseen::write).filter(InstanceWrite::creates).toList();
        List<Foreseen> updates = batch.stream().filter(foreseen -> !foreseen.write.creates()).toList();
        Map<Boolean, List<EntryRow>> entries = Stream.concat(creates.stream(), updates.stream().map(Foreseen::write))
                .flatMap(EntryRow::of).collect(Collectors.partitioningBy(EntryRow::isLarge));
        List<EntryRow> large = entries.get(true);
        boolean few = updates.size() < GENERIC_PLAN_ROWS;
        boolean keyed = creates.stream().anyMatch(write -> !write.row().keys().attributes().isEmpty());
        boolean counts = changes != null && !changes.isEmpty();
        String sql = "WITH " + (creates.isEmpty() ? "" : CREATED) + (keyed ? FOUND : "")
                + (updates.isEmpty() ? "" : UPDATED.formatted(few ? UNKNOWN_LIMIT : ""))
                + "passed AS (" + (creates.isEmpty() ? "" : "SELECT id FROM created")
                + (creates.isEmpty() || updates.isEmpty() ? "" : " UNION ALL ")
                + (updates.isEmpty() ? "" : "SELECT id FROM updated") + "),\n" + (counts ? COUNTED : "")
                + WRITTEN.formatted(source(large.size()))
                + (changes == null ? "SELECT id FROM passed" : ALL_OR_NOTHING) + " -- " + generation;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            Parameters parameters = new Parameters(connection, statement);
            if (!creates.isEmpty()) {
                bindCreates(parameters, creates);
            }
            if (keyed) {
                bindAttributes(parameters, creates);
            }
            if (!updates.isEmpty()) {
                bindUpdates(parameters, updates);
                if (few) {
                    parameters.number(updates.size());
                }
            }
            if (counts) {
                bindCounts(parameters, slot, changes.inOrder());
            }
            bindEntries(parameters, entries.get(false));
            for (EntryRow row : large) {
                bindLarge(parameters, row);
            }
            if (changes != null) {
                parameters.number(batch.size());
            }
            return passed(statement, batch, changes != null);
        }
    }

    private static Set<String> passed(PreparedStatement statement, List<Foreseen> batch, boolean all) throws SQLException {
        Set<String> passed = new HashSet<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next() && !all) {
                passed.add(result.getString(1));
            }
        }
        if (all) {
            batch.forEach(foreseen -> passed.add(foreseen.write.row().id()));
        }
        return passed;
    }

    private static void bindCounts(Parameters to, Slot slot, List<Change> changes) throws SQLException {
        to.text(slot.nodeId());
        to.number(slot.number());
        to.texts(changes, Change::groupId);
        to.texts(changes, change -> change.group().workflow());
        to.texts(changes, change -> change.group().version());
        to.integers(changes, change -> change.group().phase());
        to.longs(changes, Change::instances);
        // See UNKNOWN_LIMIT: the number of changes is always small.
        to.number(changes.size());
    }

    private static void bindCreates(Parameters to, List<InstanceWrite> writes) throws SQLException {
        to.texts(writes, write -> write.row().id());
        to.texts(writes, write -> write.row().workflow());
        to.texts(writes, write -> write.row().version());
        to.integers(writes, write -> write.row().status().code());
        to.longs(writes, write -> write.row().createdAtMillis());
        to.longs(writes, write -> write.row().updatedAtMillis());
        to.longs(writes, write -> write.row().wakeAtMillis());
        to.texts(writes, write -> write.row().owner());
        to.longs(writes, write -> write.row().keepUntilMillis());
        to.texts(writes, write -> write.row().keys().businessKey());
        to.texts(writes, write -> AttributesJsonCodec.encode(write.row().keys().attributes()));
        to.longs(writes, InstanceWrite::epoch);
        to.longs(writes, write -> (long) write.entries().size());
        to.texts(writes, write -> write.row().errorType());
    }

    private static void bindAttributes(Parameters to, List<InstanceWrite> writes) throws SQLException {
        record Attribute(InstanceWrite write, Map.Entry<String, String> named) {}
        List<Attribute> attributes = writes.stream().flatMap(write -> write.row().keys().attributes().entrySet().stream()
                .map(named -> new Attribute(write, named))).toList();
        to.texts(attributes, attribute -> attribute.write.row().id());
        to.texts(attributes, attribute -> attribute.named.getKey());
        to.texts(attributes, attribute -> attribute.named.getValue());
        to.longs(attributes, attribute -> attribute.write.row().createdAtMillis());
    }

    private static void bindUpdates(Parameters to, List<Foreseen> updates) throws SQLException {
        List<InstanceWrite> writes = updates.stream().map(Foreseen::write).toList();
        to.texts(writes, write -> write.row().id());
        to.longs(writes, InstanceWrite::epoch);
        to.longs(writes, InstanceWrite::position);
        to.texts(writes, write -> write.row().version());
        to.integers(writes, write -> write.row().status().code());
        to.longs(writes, write -> write.row().updatedAtMillis());
        to.longs(writes, write -> write.row().wakeAtMillis());
        to.texts(writes, write -> write.row().owner());
        to.longs(writes, write -> write.row().keepUntilMillis());
        to.longs(writes, write -> write.position() + write.entries().size());
        to.texts(writes, write -> write.row().errorType());
        to.integers(updates, foreseen -> foreseen.before.phase());
    }

    private static String source(int large) {
        return large == 0 ? ENTRIES : "(SELECT * FROM " + ENTRIES + LARGE_ENTRY.repeat(large) + ")";
    }

    /** A row of entries. */
    private record EntryRow(String instanceId, EntryBundle bundle) {

        static Stream<EntryRow> of(InstanceWrite write) {
            return EntryBundle.of(write).stream().map(bundle -> new EntryRow(write.row().id(), bundle));
        }

        boolean isLarge() {
            return bundle.isLarge();
        }
    }

    private static void bindEntries(Parameters to, List<EntryRow> entries) throws SQLException {
        to.texts(entries, EntryRow::instanceId);
        to.longs(entries, row -> row.bundle.position());
        to.integers(entries, row -> row.bundle.entryCount());
        to.array("bytea", entries.stream().map(row -> row.bundle.payload().bytes()).toArray(byte[][]::new));
    }

    private static void bindLarge(Parameters to, EntryRow row) throws SQLException {
        to.text(row.instanceId);
        to.number(row.bundle.position());
        to.number(row.bundle.entryCount());
        to.payload(row.bundle);
    }

    /** The parameters of a statement, from the first on. */
    private static final class Parameters {

        private final Connection connection;
        private final PreparedStatement statement;
        private int last;

        Parameters(Connection connection, PreparedStatement statement) {
            this.connection = connection;
            this.statement = statement;
        }

        <T> void texts(List<T> all, Function<T, String> text) throws SQLException {
            array("text", all.stream().map(text).toArray(String[]::new));
        }

        <T> void longs(List<T> all, Function<T, Long> number) throws SQLException {
            array("int8", all.stream().map(number).toArray(Long[]::new));
        }

        <T> void integers(List<T> all, Function<T, Integer> number) throws SQLException {
            array("int4", all.stream().map(number).toArray(Integer[]::new));
        }

        void text(String text) throws SQLException {
            statement.setString(++last, text);
        }

        void payload(EntryBundle bundle) throws SQLException {
            bundle.bindPayload(statement, ++last);
        }

        void number(long number) throws SQLException {
            statement.setLong(++last, number);
        }

        /** The driver sends arrays of these types in their binary form. */
        void array(String type, Object[] elements) throws SQLException {
            statement.setArray(++last, connection.createArrayOf(type, elements));
        }
    }
}
