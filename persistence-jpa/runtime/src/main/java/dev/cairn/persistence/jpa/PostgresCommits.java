package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceWrite;

/**
 * Batches for PostgreSQL ({@link PostgresSingle} has those of one write): one statement, one round trip, however many writes. A column of all rows is one array parameter; the rows
 * that pass the fence are changed, and only their entries are inserted. The statement is the transaction.
 */
final class PostgresCommits implements Commits {

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
                ?::bigint[], ?::bigint[], ?::text[])%s) AS u (id, epoch, position, version, status, updated_at, wake_at, owner, keep_until, entry_count,
                error_type)
              WHERE i.id = u.id AND i.epoch = u.epoch AND i.entry_count = u.position RETURNING i.id),
            """;
    /**
     * A plan for any arrays is reckoned for ten elements, one for these arrays for as many as they have. So with fewer than ten the server
     * finds the latter cheaper and makes a plan for each execution, which takes twice as long as the execution. Of an unknown limit it
     * expects a tenth of the rows: one.
     */
    private static final String FEW_ROWS = " LIMIT ?::bigint";
    private static final int FEW = 10;
    private static final String WRITTEN = """
            written AS (
              INSERT INTO cairn_entry (instance_id, position, entry_count, payload)
              SELECT e.* FROM %s AS e (instance_id, position, entry_count, payload)
              WHERE e.instance_id IN (SELECT id FROM passed))
            """;
    private static final String ENTRIES = "unnest(?::text[], ?::bigint[], ?::int[], ?::bytea[])";
    /** The driver would copy it twice as an element of an array. */
    private static final String LARGE_ENTRY = " UNION ALL SELECT ?::text, ?::bigint, ?::int, ?::bytea";

    private static final Comparator<InstanceWrite> BY_ID = Comparator.comparing(write -> write.row().id());

    private final Transactions transactions;
    private final AtomicLong writes = new AtomicLong();

    PostgresCommits(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public List<CommitResult> commit(List<InstanceWrite> batch) {
        if (batch.size() == 1) {
            InstanceWrite write = batch.get(0);
            List<Bundle> bundles = Bundle.of(write);
            if (PostgresSingle.fits(write, bundles)) {
                int generation = generation(1);
                return List.of(Commits.result(write, transactions.single("a write",
                        connection -> PostgresSingle.write(connection, write, bundles.get(0), generation))));
            }
        }
        // In the order of their ids, so that two batches that meet the same rows do not wait for each other in a circle.
        List<InstanceWrite> creates = batch.stream().filter(InstanceWrite::creates).sorted(BY_ID).toList();
        List<InstanceWrite> updates = batch.stream().filter(write -> !write.creates()).sorted(BY_ID).toList();
        Set<String> passed = transactions.single("a batch of " + batch.size(),
                connection -> write(connection, creates, updates, generation(batch.size())));
        return batch.stream().map(write -> Commits.result(write, passed.contains(write.row().id()))).toList();
    }

    /**
     * The server keeps the plan of a statement until it has looked at the statistics again, which may take a minute, and the plan
     * for an empty table is to read all of it. So the statement is another one whenever twice as much has been written.
     */
    private int generation(int more) {
        return Long.SIZE - Long.numberOfLeadingZeros(writes.addAndGet(more));
    }

    private static Set<String> write(Connection connection, List<InstanceWrite> creates, List<InstanceWrite> updates,
            int generation) throws SQLException {
        Map<Boolean, List<EntryRow>> entries = Stream.of(creates, updates).flatMap(List::stream).flatMap(EntryRow::of)
                .collect(Collectors.partitioningBy(EntryRow::isLarge));
        List<EntryRow> large = entries.get(true);
        boolean few = updates.size() < FEW;
        boolean keyed = creates.stream().anyMatch(write -> !write.row().keys().attributes().isEmpty());
        String sql = "WITH " + (creates.isEmpty() ? "" : CREATED) + (keyed ? FOUND : "")
                + (updates.isEmpty() ? "" : UPDATED.formatted(few ? FEW_ROWS : ""))
                + "passed AS (" + (creates.isEmpty() ? "" : "SELECT id FROM created")
                + (creates.isEmpty() || updates.isEmpty() ? "" : " UNION ALL ")
                + (updates.isEmpty() ? "" : "SELECT id FROM updated") + "),\n" + WRITTEN.formatted(source(large.size()))
                + "SELECT id FROM passed -- " + generation;
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
            bindEntries(parameters, entries.get(false));
            for (EntryRow row : large) {
                bindLarge(parameters, row);
            }
            try (ResultSet result = statement.executeQuery()) {
                Set<String> passed = new HashSet<>();
                while (result.next()) {
                    passed.add(result.getString(1));
                }
                return passed;
            }
        }
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
        to.texts(writes, write -> Attributes.encode(write.row().keys().attributes()));
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

    private static void bindUpdates(Parameters to, List<InstanceWrite> writes) throws SQLException {
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
    }

    private static String source(int large) {
        return large == 0 ? ENTRIES : "(SELECT * FROM " + ENTRIES + LARGE_ENTRY.repeat(large) + ")";
    }

    /** A row of entries. */
    private record EntryRow(String instanceId, Bundle bundle) {

        static Stream<EntryRow> of(InstanceWrite write) {
            return Bundle.of(write).stream().map(bundle -> new EntryRow(write.row().id(), bundle));
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

        void payload(Bundle bundle) throws SQLException {
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
