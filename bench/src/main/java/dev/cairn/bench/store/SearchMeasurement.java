package dev.cairn.bench.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.MillisRange;

/**
 * Measures how long the first page of a search takes among many instances, beside the same search among 1,000 in the same store. The
 * instances are of 50 workflows, one in a thousand faulted, each with a business key of its own, one of 1,000 customers, one of 2
 * regions and one of 2 halves. Arguments: a store (see {@link BenchStores}), how many, and {@code stored} if the store has them already:
 * the first time of each search is then that of a process that has read nothing yet.
 */
public final class SearchMeasurement {

    /** A tenth of the time within which a million instances are created. */
    private static final long LONG_DURATION_MILLIS = 100_000;
    private static final long SHORT_TIME_MILLIS = 1_000;
    private static final int SMALL_STORE = 1_000;
    private static final String ERROR = "https://example.com/errors/declined";
    /** Rows of a page, as the console asks for them. */
    private static final int LIMIT = 50;
    private static final int BATCH = 1_000;
    private static final int UNDER_WAY = 4;
    private static final int ROUNDS = 60;
    private static final long FIRST_MILLIS = 1_700_000_000_000L;
    private static final long KEEP_MILLIS = 4_102_444_800_000L;

    private final InstanceStore store;
    /** Half of the times of each search among few instances, in milliseconds. */
    private final Map<String, Double> fewMillis = new HashMap<>();
    private int count;

    private SearchMeasurement(InstanceStore store) {
        this.store = store;
    }

    /** See the class. */
    public static void main(String[] arguments) throws Exception {
        SearchMeasurement measurement = new SearchMeasurement(BenchStores.open(arguments[0]));
        int many = Integer.parseInt(arguments[1]);
        try {
            if (arguments.length > 2) {
                measurement.count = many;
            } else {
                measurement.grow(SMALL_STORE, arguments[0]);
                // The first pass is for the compiler of the JVM.
                measurement.search();
                measurement.search();
                measurement.grow(many, arguments[0]);
            }
            measurement.search();
        } catch (Exception e) {
            // Threads of clients would keep the process alive.
            e.printStackTrace();
            System.exit(1);
        }
        System.exit(0);
    }

    private void grow(int target, String place) throws InterruptedException, SQLException {
        fill(count, target);
        count = target;
        if (place.startsWith("jdbc:")) {
            analyze(place);
        }
    }

    /** Has the database count what its tables hold, as it does by itself a minute or so after much has changed. */
    private static void analyze(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
            statement.execute("ANALYZE");
        }
    }

    private void fill(int first, int end) throws InterruptedException {
        long began = System.nanoTime();
        Semaphore places = new Semaphore(UNDER_WAY);
        for (int from = first; from < end; from += BATCH) {
            List<InstanceWrite> batch = new ArrayList<>(BATCH);
            for (int i = from; i < Math.min(end, from + BATCH); i++) {
                batch.add(InstanceWrite.of(row(i), 1, 0, List.of(new byte[100])));
            }
            places.acquire();
            store.commit(batch).subscribe().with(done -> places.release(), failure -> {
                failure.printStackTrace();
                Runtime.getRuntime().halt(1);
            });
        }
        places.acquire(UNDER_WAY);
        System.out.printf("%d instances are stored after %d s%n", end, (System.nanoTime() - began) / 1_000_000_000);
    }

    private static InstanceRow row(int i) {
        InstanceStatus status = i % 1_000 == 0 ? InstanceStatus.FAULTED : InstanceStatus.COMPLETED;
        SearchKeys keys = new SearchKeys("o-" + i, Map.of("customer", "c-" + i % 1_000, "region", "r-" + i % 2,
                "half", "h-" + i % 2));
        return new InstanceRow(String.format("i-%09d", i), "shop:w" + i % 50, "1.0.0", status, FIRST_MILLIS + i,
                FIRST_MILLIS + i + durationMillis(i), InstanceRow.NEVER, null, KEEP_MILLIS, keys)
                .withErrorType(status == InstanceStatus.FAULTED ? ERROR : null);
    }

    /** Short, but for those that fault: a workflow with long durations has no narrow bound of creation. */
    private static long durationMillis(int i) {
        return i % 1_000 == 0 ? LONG_DURATION_MILLIS : i % 5_000;
    }

    private void search() throws Exception {
        System.out.printf(
                "Pages of %d among %d instances, %d times each; ratio to the median among %d%n%-64s %5s %8s %8s %8s %8s %8s %6s%n",
                LIMIT, count, ROUNDS, SMALL_STORE, "milliseconds", "found", "first", "min", "median", "p95", "max", "ratio");
        if (store.capabilities().keepsCounts()) {
            time("counts by workflow, version and phase",
                    () -> store.counts().await().indefinitely().map(List::size).orElse(0));
        }
        SearchKeys region = new SearchKeys(null, Map.of("region", "r-1"));
        SearchKeys customer = new SearchKeys(null, Map.of("customer", "c-7"));
        time("all", query -> query);
        time("workflow", query -> query.withWorkflow("shop:w7"));
        time("frequent status", query -> query.withStatus(InstanceStatus.COMPLETED));
        time("rare status", query -> query.withStatus(InstanceStatus.FAULTED));
        time("status, none found", query -> query.withStatus(InstanceStatus.CANCELLED));
        time("workflow and status", query -> query.withWorkflow("shop:w0").withStatus(InstanceStatus.FAULTED));
        time("workflow and status, none found", query -> query.withWorkflow("shop:w1").withStatus(InstanceStatus.FAULTED));
        time("error type", query -> query.withErrorType(ERROR));
        time("error type, none found", query -> query.withErrorType("https://example.com/errors/other"));
        time("parked, none found", query -> query.withParked(true));
        time("started by no other", query -> query.withRootsOnly(true));
        MillisRange shortTime = new MillisRange(FIRST_MILLIS + count / 4, FIRST_MILLIS + count / 4 + SHORT_TIME_MILLIS);
        time("ended in a time", query -> query.withEnded(new MillisRange(FIRST_MILLIS + count / 4, FIRST_MILLIS + count / 2)));
        time("ended in a short time", query -> query.withEnded(shortTime));
        time("ended in a short time, and workflow", query -> query.withEnded(shortTime).withWorkflow("shop:w7"));
        time("ended in a short time, and rare status",
                query -> query.withEnded(shortTime).withStatus(InstanceStatus.FAULTED));
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

    private void time(String what, UnaryOperator<InstanceQuery> criteria) throws Exception {
        InstanceQuery query = criteria.apply(InstanceQuery.all(LIMIT));
        time(what, () -> store.find(query).await().indefinitely().rows().size());
    }

    private void time(String what, Callable<Integer> request) throws Exception {
        List<Double> millis = new ArrayList<>();
        int found = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long began = System.nanoTime();
            found = request.call();
            millis.add((System.nanoTime() - began) / 1e6);
        }
        double first = millis.remove(0);
        Collections.sort(millis);
        double median = millis.get(millis.size() / 2);
        if (count == SMALL_STORE) {
            fewMillis.put(what, median);
        }
        System.out.printf("%-64s %5d %8.2f %8.2f %8.2f %8.2f %8.2f %6.1f%n", what, found, first, millis.get(0), median,
                millis.get(millis.size() * 95 / 100), millis.get(millis.size() - 1),
                median / fewMillis.getOrDefault(what, Double.NaN));
    }
}
