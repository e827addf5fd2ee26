package dev.cairn.persistence.jpa;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import org.hibernate.SessionFactory;

import dev.cairn.api.InstanceCount;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeMessages;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/**
 * Keeps instances in the tables of a relational database, in a persistence unit of the application. Acknowledged writes have
 * been committed; the database's settings decide if they survive a crash of the machine.
 *
 * <p>
 * A few threads wait for the database. Results come on these threads, so what is done with them must not block. Nodes that share a
 * database share its instances.
 */
public final class JpaStore implements InstanceStore {

    private static final int MAX_ENTRIES = 2_048;
    /** For what people look at and what is loaded; they do not hold up the writers. */
    private static final int READERS = 2;
    /** A heartbeat on a connection whose other side is gone does not delay the next ones. */
    private static final int HEARTBEATS = 3;
    private static final int MAX_WAITING = 10_000;

    private final StoreCapabilities capabilities;
    private final StoreTransactions transactions;
    private final DatabaseDialect database;
    private final CommitWriter commits;
    private final CountSlotPool slots = new CountSlotPool();
    private final InstanceCountGroupCache knownGroups = new InstanceCountGroupCache();
    private final JpaInstanceCounts recount;
    private final JpaInstanceClaimer claims;
    private final JpaNodeRegistry nodes;
    private final EndedInstanceRemoval removal;
    private final JpaInstanceMessages messages;
    private final NodeMessages toNodes;
    private final Duration timeout;
    private final DatabaseThreads writers;
    /** Heartbeats do not wait for the writers: this node would lose what it owns. */
    private final DatabaseThreads heartbeats;
    private final DatabaseThreads readers;
    /** A recount takes long, and has a connection of its own. */
    private final DatabaseThreads counters;
    private final AtomicBoolean closed = new AtomicBoolean();

    private JpaStore(StoreTransactions transactions, DatabaseDialect database, JpaSettings settings) {
        this.transactions = transactions;
        this.database = database;
        capabilities = new StoreCapabilities("jpa", true, true, settings.concurrentCommits(), MAX_ENTRIES, true);
        commits = new FailureClassifyingWriter(
                database == DatabaseDialect.POSTGRESQL ? new PostgresCommitWriter(transactions, slots, knownGroups)
                        : new PortableCommitWriter(transactions, database, slots),
                transactions, database);
        nodes = new JpaNodeRegistry(transactions, database);
        claims = new JpaInstanceClaimer(transactions, nodes, database);
        removal = new EndedInstanceRemoval(transactions, database, slots);
        messages = new JpaInstanceMessages(transactions, nodes);
        timeout = settings.timeout();
        writers = new DatabaseThreads("cairn-jpa-writer", settings.concurrentCommits(), MAX_WAITING);
        heartbeats = new DatabaseThreads("cairn-jpa-heartbeat", HEARTBEATS, MAX_WAITING);
        readers = new DatabaseThreads("cairn-jpa-reader", READERS, MAX_WAITING);
        counters = new DatabaseThreads("cairn-jpa-counter", 1, 1);
        recount = new JpaInstanceCounts(transactions, nodes, database, counters);
        toNodes = new JpaNodeMessages(transactions, nodes, database, writers, readers);
    }

    /**
     * Opens the store. Blocks until the database has answered.
     *
     * @param sessions of the persistence unit that has the store's entities; its owner closes it, after the store
     * @param settings settings for the database
     * @throws StoreException if the database does not answer, or has not the tables
     */
    public static JpaStore open(SessionFactory sessions, JpaSettings settings) {
        StoreTransactions transactions = new StoreTransactions(sessions, settings.timeout());
        DatabaseDialect database = transactions.database();
        DatabaseSchemaInitializer.prepare(transactions, database, settings.createTables());
        DurabilityReport.report(transactions, database);
        return new JpaStore(transactions, database, settings);
    }

    @Override
    public StoreCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        List<InstanceWrite> writes = List.copyOf(batch);
        return writers.submit(() -> commits.commit(writes));
    }

    @Override
    public Uni<Optional<StoredInstance>> load(String instanceId) {
        return read("the instance " + instanceId, connection -> JpaInstanceReader.load(connection, instanceId));
    }

    @Override
    public Uni<List<StoredInstance>> loadAll(List<String> instanceIds) {
        List<String> ids = List.copyOf(instanceIds);
        return readers.submit(() -> transactions.write(ids.size() + " instances", connection -> {
            database.findByIndex(connection);
            return JpaInstanceReader.loadAll(connection, ids);
        }));
    }

    @Override
    public Uni<Optional<InstanceRow>> row(String instanceId) {
        return read("the instance " + instanceId, connection -> JpaInstanceReader.row(connection, instanceId));
    }

    @Override
    public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
        List<String> ids = List.copyOf(instanceIds);
        long untilMillis = nodes.takesOverUntilMillis(nodeId);
        return writers.submit(() -> known(claims.claim(nodeId, ids, untilMillis)));
    }

    @Override
    public Uni<List<Claim>> claimOrphans(String nodeId, int limit) {
        long untilMillis = nodes.takesOverUntilMillis(nodeId);
        return writers.submit(() -> known(claims.claimOrphans(nodeId, limit, untilMillis)));
    }

    private List<Claim> known(List<Claim> taken) {
        taken.forEach(claim -> knownGroups.put(claim.row()));
        return taken;
    }

    @Override
    public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
        return read("due times", connection -> JpaInstanceReader.dueTimers(connection, untilMillis, after, limit));
    }

    @Override
    public Uni<InstancePage> find(InstanceQuery query) {
        if (query.keys().attributes().isEmpty()) {
            return read("a page of instances", connection -> JpaInstanceFinder.find(connection, query));
        }
        return readers.submit(() -> transactions.write("a page of instances", connection -> {
            database.planForValues(connection);
            return JpaInstanceFinder.find(connection, query);
        }));
    }

    @Override
    public Uni<InstancePage> findOwned(String nodeId, String cursor, int limit) {
        return read("what a node owns", connection -> JpaInstanceFinder.findOwned(connection, nodeId, cursor, limit));
    }

    @Override
    public Uni<Optional<List<InstanceCount>>> counts() {
        return readers.submit(recount::counts);
    }

    @Override
    public Uni<Integer> removeEnded(long nowMillis, int limit) {
        return readers.submit(() -> removal.removeEnded(nowMillis, limit));
    }

    @Override
    public Uni<Long> heartbeat(Node node, long aliveForMillis) {
        return heartbeats.submit(() -> {
            long nowMillis = nodes.heartbeat(node, aliveForMillis);
            slots.belongTo(node.id());
            recount.heard(aliveForMillis);
            return nowMillis;
        });
    }

    @Override
    public Uni<Void> post(InstanceMessage message) {
        return writers.submit(() -> {
            messages.post(message);
            return null;
        });
    }

    @Override
    public Uni<List<InstanceMessage>> messages(String nodeId, int limit) {
        return readers.submit(() -> messages.messages(nodeId, limit));
    }

    @Override
    public Uni<Boolean> isPosted(InstanceMessage message) {
        return readers.submit(() -> messages.isPosted(message));
    }

    @Override
    public Uni<Void> handled(List<InstanceMessage> handled) {
        List<InstanceMessage> all = List.copyOf(handled);
        return writers.submit(() -> {
            messages.handled(all);
            return null;
        });
    }

    @Override
    public Optional<NodeMessages> nodeMessages() {
        return Optional.of(toNodes);
    }

    private <T> Uni<T> read(String what, TransactionWork<T> work) {
        return readers.submit(() -> transactions.single(what, work));
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            DatabaseThreads.close(timeout, writers, heartbeats, readers, counters);
        }
    }
}
