package dev.cairn.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int STANDSTILLS = 3;
    private static final int LOOKS = 1_000_000;

    /** Acts during the standstill would be mistaken for acts after it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void noThreadOfWhatStandsStillRuns(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("counters");
        MappedByteBuffer counters = BusyApplication.counters(file);
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), BusyApplication.class.getName(), file.toString());
        try (ChildJvm child = ChildJvm.start(command, directory.resolve("log"))) {
            child.awaitReady(PATIENCE);
            for (int i = 0; i < STANDSTILLS; i++) {
                long before = sum(counters);
                child.goOn();
                awaitOther(counters, before);
                child.standStill();
                long still = sum(counters);
                assertThat(IntStream.range(0, LOOKS).filter(look -> sum(counters) != still)).isEmpty();
            }
        }
    }

    private static void awaitOther(MappedByteBuffer counters, long before) {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (sum(counters) == before) {
            assertThat(System.nanoTime()).isLessThan(deadlineNanos);
        }
    }

    private static long sum(MappedByteBuffer counters) {
        long sum = 0;
        for (int at = 0; at < counters.capacity(); at += Long.BYTES) {
            sum += counters.getLong(at);
        }
        return sum;
    }
}
