package dev.cairn.bench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import dev.cairn.persistence.file.FileStore;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;

/**
 * Measures durable writes: of the disk alone, and through the store with one writer and with many. The writers wait for one another
 * as below the journal: whoever has an entry is in the next batch. Rounds of all kinds take turns, so that what else the machine
 * does hits them alike; look at the ratios.
 */
public final class FileStoreMeasurement {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int ROUNDS = 5;
    private static final int ENTRY_BYTES = 200;
    /** As many entries as an instance gets before the next is started. */
    private static final int ENTRIES = 50;

    private FileStoreMeasurement() {}

    /**
     * @param args a directory on the disk to measure, and seconds per round (2 if missing)
     */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory(Path.of(args[0]), "store-measurement");
        long nanos = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 2).toNanos();
        try (FileStore store = FileStore.open(directory.resolve("store"))) {
            for (int round = 0; round < ROUNDS; round++) {
                System.out.printf("round %d%n", round);
                sync(directory.resolve("growing-" + round), nanos, false);
                sync(directory.resolve("filled-" + round), nanos, true);
                write(store, round, 1, nanos);
                write(store, round, 128, nanos);
            }
        } finally {
            delete(directory);
        }
    }

    /** Appends blocks to a file and syncs each, without any store. */
    private static void sync(Path file, long nanos, boolean filled) throws IOException {
        Latencies latencies = new Latencies();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocateDirect(4 * 1024);
            int blocks = 8 * 1024;
            if (filled) {
                for (int i = 0; i < blocks; i++) {
                    channel.write(block.clear(), i * 4L * 1024);
                }
                channel.force(true);
            }
            long end = System.nanoTime() + nanos;
            for (int i = 0; System.nanoTime() < end; i++) {
                long start = System.nanoTime();
                channel.write(block.clear(), i % blocks * 4L * 1024);
                channel.force(false);
                latencies.add(System.nanoTime() - start);
                if (!filled && i % blocks == blocks - 1) {
                    channel.truncate(0);
                }
            }
        }
        latencies.print(filled ? "fdatasync of 4 KiB, filled file" : "fdatasync of 4 KiB, growing file", 1);
    }

    private static void write(InstanceStore store, int round, int writers, long nanos) {
        Latencies latencies = new Latencies();
        long[] positions = new long[writers];
        int[] instances = new int[writers];
        byte[] entry = new byte[ENTRY_BYTES];
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            List<InstanceWrite> batch = new ArrayList<>(writers);
            for (int writer = 0; writer < writers; writer++) {
                if (positions[writer] == ENTRIES) {
                    positions[writer] = 0;
                    instances[writer]++;
                }
                String id = "01J" + round + "-" + writers + "-" + instances[writer] + "-" + writer;
                InstanceRow row = new InstanceRow(id, "bench:orders", "1.0.0", InstanceStatus.RUNNING, 1, positions[writer],
                        InstanceRow.NEVER, "node-1");
                batch.add(new InstanceWrite(row, 1, positions[writer]++, List.of(entry)));
            }
            long start = System.nanoTime();
            List<CommitResult> results = store.commit(batch).await().atMost(PATIENCE);
            latencies.add(System.nanoTime() - start);
            if (results.contains(CommitResult.FENCED) || results.contains(CommitResult.EXISTS)) {
                throw new IllegalStateException("Nobody else writes, and yet: " + results);
            }
        }
        latencies.print("store, writers: " + writers, writers);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static final class Latencies {

        private long[] nanos = new long[1024];
        private int count;
        private long total;

        void add(long latencyNanos) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, count * 2);
            }
            nanos[count++] = latencyNanos;
            total += latencyNanos;
        }

        void print(String what, int entriesEach) {
            long[] sorted = Arrays.copyOf(nanos, count);
            Arrays.sort(sorted);
            System.out.printf("  %-34s median %.3f ms, 99 %% %.3f ms, longest %.1f ms, %,.0f entries/s%n", what,
                    sorted[count / 2] / 1e6, sorted[(int) (count * 0.99)] / 1e6, sorted[count - 1] / 1e6,
                    (double) count * entriesEach / total * 1e9);
        }
    }
}
