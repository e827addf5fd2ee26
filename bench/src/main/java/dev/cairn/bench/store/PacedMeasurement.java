package dev.cairn.bench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import dev.cairn.api.InstanceStatus;
import dev.cairn.persistence.file.FileStore;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

/**
 * Compares the file store at a steady rate with the disk alone: a plain loop that appends as many bytes to a file and syncs them. Both
 * take turns in one directory, so that what else the machine does hits them alike; look at the ratios.
 *
 * <p>
 * A write counts from the moment it was due, so waiting for others counts as well.
 */
public final class PacedMeasurement {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int ENTRY_BYTES = 600;
    /** Ended instances are removed after that time, so that the log is cleaned while it is measured. */
    private static final long KEPT_MILLIS = 5_000;
    private static final int REMOVE_LIMIT = 10_000;
    private static final int LARGE_BYTES = 20_000_000;
    private static final long LARGE_EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** Writes of this time are not counted, because the JVM still loads and compiles classes. */
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Path directory;
    private final long nanos;
    private final int rate;
    private final boolean large;

    private PacedMeasurement(Path directory, long nanos, int rate, boolean large) {
        this.directory = directory;
        this.nanos = nanos;
        this.rate = rate;
        this.large = large;
    }

    /** Something to do at given times. */
    private interface Paced {

        /**
         * Begins it, and may return before it is done.
         *
         * @param dueNanos when it was due
         * @param latencies receives the duration from then on
         */
        void begin(long dueNanos, Latencies latencies) throws IOException;
    }

    /**
     * @param args a directory on the disk to measure, seconds for each of the two (60 if missing), writes a second (150), rounds (3), and
     *        {@code large} to write 20 MB beside every two seconds
     */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory(Path.of(args[0]), "paced-measurement");
        long seconds = args.length > 1 ? Long.parseLong(args[1]) : 60;
        int rate = args.length > 2 ? Integer.parseInt(args[2]) : 150;
        int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 3;
        boolean large = args.length > 4 && args[4].equals("large");
        try {
            PacedMeasurement measurement = new PacedMeasurement(directory, TimeUnit.SECONDS.toNanos(seconds), rate, large);
            System.out.printf("%d writes of %d bytes a second, %d s each%s%n", rate, ENTRY_BYTES, seconds,
                    large ? ", 20 MB beside every 2 s" : "");
            Latencies plainOfAll = new Latencies();
            Latencies storeOfAll = new Latencies();
            for (int round = 0; round < rounds; round++) {
                Latencies plain = measurement.plain(round);
                Latencies store = measurement.store(round);
                plainOfAll.addAll(plain);
                storeOfAll.addAll(store);
                compare("round " + round, plain, store);
            }
            // Disks have good and bad minutes: many short rounds give both the same share of them.
            compare("all rounds", plainOfAll, storeOfAll);
        } finally {
            FileStoreMeasurement.delete(directory);
        }
    }

    private static void compare(String when, Latencies plain, Latencies store) {
        System.out.println(when);
        print("plain loop", plain);
        print("file store", store);
        System.out.printf("  %-12s %9.1f %9.1f %9.1f %9.1f%n", "ratio", ratio(store, plain, 0.5), ratio(store, plain, 0.99),
                ratio(store, plain, 0.999), ratio(store, plain, 1));
    }

    private static void print(String what, Latencies latencies) {
        System.out.printf("  %-12s %9.2f %9.2f %9.2f %9.2f ms (median, 99 %%, 99.9 %%, longest of %d)%n", what,
                latencies.millis(0.5), latencies.millis(0.99), latencies.millis(0.999), latencies.millis(1), latencies.count());
    }

    private static double ratio(Latencies store, Latencies plain, double part) {
        return store.millis(part) / plain.millis(part);
    }

    private Latencies plain(int round) throws IOException {
        Latencies latencies;
        Path besideFile = directory.resolve("plain-large-" + round);
        Path file = directory.resolve("plain-" + round);
        try (FileChannel channel = create(file); FileChannel beside = create(besideFile)) {
            ByteBuffer entry = ByteBuffer.allocateDirect(ENTRY_BYTES);
            ByteBuffer largeEntry = ByteBuffer.allocateDirect(large ? LARGE_BYTES : 0);
            latencies = run((due, target) -> {
                channel.write(entry.clear());
                channel.force(false);
                target.add(System.nanoTime() - due);
            }, () -> {
                beside.write(largeEntry.clear());
                beside.force(false);
            });
        }
        Files.delete(file);
        Files.delete(besideFile);
        return latencies;
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private Latencies store(int round) throws IOException {
        Latencies latencies;
        List<CompletableFuture<?>> answers = new ArrayList<>();
        byte[] entry = new byte[ENTRY_BYTES];
        byte[] largeEntry = new byte[large ? LARGE_BYTES : 0];
        try (FileStore store = FileStore.open(directory.resolve("store-" + round))) {
            // Context propagation is not safe for two threads whose first use of it is at the same time.
            expectCommitted(store.commit(List.of(ended(System.nanoTime(), entry))).await().atMost(PATIENCE));
            long[] removedAtMillis = { System.currentTimeMillis() };
            latencies = run((due, target) -> {
                answers.add(store.commit(List.of(ended(due, entry))).invoke(results -> {
                    // All answers come on the thread that writes.
                    target.add(System.nanoTime() - due);
                    expectCommitted(results);
                }).subscribeAsCompletionStage());
                long now = System.currentTimeMillis();
                if (now - removedAtMillis[0] > 1_000) {
                    removedAtMillis[0] = now;
                    answers.add(store.removeEnded(now, REMOVE_LIMIT).subscribeAsCompletionStage());
                    answers.removeIf(answer -> answer.isDone() && !answer.isCompletedExceptionally());
                }
            }, () -> expectCommitted(store.commit(List.of(ended(System.nanoTime(), largeEntry))).await().atMost(PATIENCE)));
            CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
        }
        return latencies;
    }

    private static void expectCommitted(List<CommitResult> results) {
        if (!results.equals(List.of(CommitResult.COMMITTED))) {
            throw new IllegalStateException("Nobody else writes, and yet: " + results);
        }
    }

    private static InstanceWrite ended(long number, byte[] entry) {
        long now = System.currentTimeMillis();
        InstanceRow row = new InstanceRow(String.format("01J%020d", number), "bench:paced", "1.0.0", InstanceStatus.COMPLETED,
                now, now, InstanceRow.NEVER, null).withKeepUntil(now + KEPT_MILLIS);
        return InstanceWrite.of(row, 1, 0, List.of(entry));
    }

    /** A write that is due at a time. */
    private interface Write {
        void begin(long dueNanos) throws IOException;
    }

    /** A large value that is written during the measurement. */
    private interface Large {
        void write() throws IOException;
    }

    private Latencies run(Paced paced, Large beside) throws IOException {
        Latencies counted = new Latencies();
        Latencies uncounted = new Latencies();
        long all = nanos + WARM_UP_NANOS;
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
        try {
            long start = System.nanoTime();
            CompletableFuture<?> largeWrites = large
                    ? every(LARGE_EVERY_NANOS, all / LARGE_EVERY_NANOS, threads, due -> beside.write())
                    : CompletableFuture.completedFuture(null);
            every(TimeUnit.SECONDS.toNanos(1) / rate, all / TimeUnit.SECONDS.toNanos(1) * rate, threads,
                    due -> paced.begin(due, due - start < WARM_UP_NANOS ? uncounted : counted)).join();
            largeWrites.join();
        } finally {
            threads.shutdownNow();
        }
        return counted;
    }

    /** Writes at a steady rate; a write that is late is begun as soon as the one before has returned. */
    private static CompletableFuture<Void> every(long periodNanos, long count, ScheduledExecutorService threads, Write write) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        AtomicLong begun = new AtomicLong();
        long start = System.nanoTime();
        threads.scheduleAtFixedRate(() -> {
            try {
                if (begun.get() < count) {
                    write.begin(start + begun.getAndIncrement() * periodNanos);
                } else {
                    done.complete(null);
                }
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        }, 0, periodNanos, TimeUnit.NANOSECONDS);
        return done;
    }
}
