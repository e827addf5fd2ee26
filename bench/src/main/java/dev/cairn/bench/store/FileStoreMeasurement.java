package dev.cairn.bench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

import dev.cairn.persistence.file.FileStore;

/**
 * Measures durable writes: of the disk alone, and through the store with one writer and with many. The writers wait for one
 * another as below the journal: a writer with an entry is in the next batch. Rounds of all kinds take turns, so that what else
 * the machine does hits them alike; look at the ratios.
 */
public final class FileStoreMeasurement {

    private static final int ROUNDS = 5;

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
                StoreWriters.append(store, round, 1, nanos);
                StoreWriters.append(store, round, 128, nanos);
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

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
