package dev.cairn.bench.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;

/**
 * Measures how long the first page of a search takes among many instances: of 50 workflows, one in a thousand faulted, each with a
 * business key of its own, one of 1,000 customers, one of 2 regions and one of 2 halves. Arguments: a store (see
 * {@link BenchStores}) and how many.
 */
public final class SearchMeasurement {

    private static final int LIMIT = 100;
    private static final int BATCH = 1_000;
    private static final int UNDER_WAY = 4;
    private static final int ROUNDS = 21;
    private static final long FIRST_MILLIS = 1_700_000_000_000L;
    private static final long KEEP_MILLIS = 4_102_444_800_000L;

    private final InstanceStore store;
    private final int count;

    private SearchMeasurement(InstanceStore store, int count) {
        this.store = store;
        this.count = count;
    }

    /** See the class. */
    public static void main(String[] arguments) throws InterruptedException, SQLException {
        SearchMeasurement measurement = new SearchMeasurement(BenchStores.open(arguments[0]), Integer.parseInt(arguments[1]));
        measurement.fill();
        if (arguments[0].startsWith("jdbc:")) {
            analyze(arguments[0]);
        }
        measurement.search();
        System.exit(0);
    }

    /** Has the database count what its tables hold, as it does by itself a minute or so after much has changed. */
    private static void analyze(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            statement.execute("ANALYZE");
        }
    }

    private void fill() throws InterruptedException {
        long began = System.nanoTime();
        Semaphore places = new Semaphore(UNDER_WAY);
        for (int from = 0; from < count; from += BATCH) {
            List<InstanceWrite> batch = new ArrayList<>(BATCH);
            for (int i = from; i < Math.min(count, from + BATCH); i++) {
                batch.add(InstanceWrite.of(row(i), 1, 0, List.of(new byte[100])));
            }
            places.acquire();
            store.commit(batch).subscribe().with(done -> places.release(), failure -> {
                failure.printStackTrace();
                Runtime.getRuntime().halt(1);
            });
        }
        places.acquire(UNDER_WAY);
        System.out.printf("%d instances are stored after %d s%n", count, (System.nanoTime() - began) / 1_000_000_000);
    }

    private static InstanceRow row(int i) {
        InstanceStatus status = i % 1_000 == 0 ? InstanceStatus.FAULTED : InstanceStatus.COMPLETED;
        SearchKeys keys = new SearchKeys("o-" + i, Map.of("customer", "c-" + i % 1_000, "region", "r-" + i % 2,
                "half", "h-" + i % 2));
        return new InstanceRow(String.format("i-%09d", i), "shop:w" + i % 50, "1.0.0", status, FIRST_MILLIS + i,
                FIRST_MILLIS + i,
                InstanceRow.NEVER, null, KEEP_MILLIS, keys);
    }

    private void search() {
        SearchKeys region = new SearchKeys(null, Map.of("region", "r-1"));
        SearchKeys customer = new SearchKeys(null, Map.of("customer", "c-7"));
        time("all", query -> query);
        time("workflow", query -> query.withWorkflow("shop:w7"));
        time("frequent status", query -> query.withStatus(InstanceStatus.COMPLETED));
        time("rare status", query -> query.withStatus(InstanceStatus.FAULTED));
        time("status, none found", query -> query.withStatus(InstanceStatus.CANCELLED));
        time("workflow and status", query -> query.withWorkflow("shop:w0").withStatus(InstanceStatus.FAULTED));
        time("workflow and status, none found", query -> query.withWorkflow("shop:w1").withStatus(InstanceStatus.FAULTED));
        time("time", query -> query.withCreated(FIRST_MILLIS + count / 4, FIRST_MILLIS + count / 2));
        time("time, none found", query -> query.withCreated(1, FIRST_MILLIS));
        time("business key", query -> query.withKeys(new SearchKeys("o-77", Map.of())));
        time("business key, none found", query -> query.withKeys(new SearchKeys("none", Map.of())));
        time("attribute", query -> query.withKeys(customer));
        time("frequent attribute", query -> query.withKeys(region));
        time("two attributes", query -> query.withKeys(new SearchKeys(null, Map.of("customer", "c-7", "region", "r-1"))));
        time("two attributes, none found",
                query -> query.withKeys(new SearchKeys(null, Map.of("customer", "c-7", "region", "r-0"))));
        time("two frequent attributes, none found",
                query -> query.withKeys(new SearchKeys(null, Map.of("region", "r-1", "half", "h-0"))));
        time("frequent attribute and workflow", query -> query.withKeys(region).withWorkflow("shop:w7"));
        time("frequent attribute and workflow, none found", query -> query.withKeys(region).withWorkflow("shop:w0"));
        time("frequent attribute and status, none found",
                query -> query.withKeys(region).withStatus(InstanceStatus.CANCELLED));
        time("frequent attribute and rare status, none found",
                query -> query.withKeys(region).withStatus(InstanceStatus.FAULTED));
        time("frequent attribute, workflow and rare status, none found",
                query -> query.withKeys(region).withWorkflow("shop:w0").withStatus(InstanceStatus.FAULTED));
    }

    private void time(String what, UnaryOperator<InstanceQuery> criteria) {
        InstanceQuery query = criteria.apply(InstanceQuery.all(LIMIT));
        List<Long> nanos = new ArrayList<>();
        InstancePage page = null;
        for (int round = 0; round < ROUNDS; round++) {
            long began = System.nanoTime();
            page = store.find(query).await().indefinitely();
            nanos.add(System.nanoTime() - began);
        }
        double first = nanos.get(0) / 1e6;
        Collections.sort(nanos);
        System.out.printf("%-58s %4d found, first time %.1f ms, half of all within %.1f ms, all within %.1f ms%n", what,
                page.rows().size(), first, nanos.get(ROUNDS / 2) / 1e6, nanos.get(ROUNDS - 1) / 1e6);
    }
}
