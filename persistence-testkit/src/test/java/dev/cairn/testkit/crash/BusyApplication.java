package dev.cairn.testkit.crash;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Many threads that each count in a file as fast as they can. */
final class BusyApplication {

    static final int THREADS = 64;

    private BusyApplication() {}

    public static void main(String[] arguments) throws IOException {
        MappedByteBuffer counters = counters(Path.of(arguments[0]));
        for (int i = 0; i < THREADS; i++) {
            int at = i * Long.BYTES;
            new Thread(() -> count(counters, at)).start();
        }
        System.out.println("Listening on: http://127.0.0.1:1");
    }

    static MappedByteBuffer counters(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, THREADS * Long.BYTES);
        }
    }

    private static void count(MappedByteBuffer counters, int at) {
        while (true) {
            counters.putLong(at, counters.getLong(at) + 1);
        }
    }
}
