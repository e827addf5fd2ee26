package dev.cairn.bench.engine;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

import javax.management.JMException;
import javax.management.ObjectName;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.ScheduleRequest;
import dev.cairn.api.WorkflowSchedules;
import dev.cairn.bench.store.BenchStores;
import dev.cairn.engine.Engine;
import dev.cairn.engine.EngineClient;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.spi.Node;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;

/**
 * Measures the heap of an application with schedules that wait. Arguments: a store (see {@link BenchStores}), the number of schedules to
 * create, and {@code again} to create none and measure a later life of the same store. Prints the heap in use after garbage collections, before
 * and after, and the classes with at least one object more for each tenth schedule.
 */
public final class ScheduleMemoryMeasurement {

    private static final int CONCURRENT = 512;
    private static final int COLLECTIONS = 5;
    /** Schedules that are created first: classes are loaded and caches filled then. */
    private static final int WARM_UP = 1_000;

    private ScheduleMemoryMeasurement() {}

    /** See the class. */
    public static void main(String[] arguments) throws InterruptedException, JMException {
        int count = Integer.parseInt(arguments[1]);
        InstalledProgram program = InstalledProgram.of(EngineHarness.compile("[{\"done\":{\"set\":{\"done\":true}}}]"),
                key -> call -> Uni.createFrom().nothing(), call -> Uni.createFrom().nothing());
        PlainThreads threads = new PlainThreads();
        TimeSource time = TimeSource.system();
        EngineOptions usual = EngineOptions.DEFAULTS;
        String life = Long.toString(time.millis(), Character.MAX_RADIX);
        EngineOptions options = new EngineOptions(new ClusterOptions(new Node("node", life), usual.cluster().failoverMillis()),
                usual.memory(), usual.work(), usual.retention(), usual.journal(), usual.run());
        Engine engine = new Engine(options, BenchStores.open(arguments[0]), new ProgramRegistry(List.of(program)), threads,
                threads, time, RandomSource.system());
        engine.start();
        WorkflowSchedules schedules = new EngineClient(engine, new ObjectMapper()).schedules();
        String workflow = program.program().workflow();
        if (arguments.length > 2) {
            schedules.find(workflow, 1, null).await().indefinitely();
            System.out.printf("a later life of %d schedules: %d KiB%n", count, heapBytes() >> 10);
            System.exit(0);
        }
        create(schedules, workflow, "warm-", WARM_UP);
        long before = heapBytes();
        Map<String, Long> objects = objects();
        create(schedules, workflow, "tenant-", count);
        long after = heapBytes();
        System.out.printf("heap with %d schedules: %d KiB, with %d: %d KiB; %.1f bytes for each%n", WARM_UP, before >> 10,
                WARM_UP + count, after >> 10, (after - before) / (double) count);
        objects().forEach((type, number) -> {
            long more = number - objects.getOrDefault(type, 0L);
            if (more >= count / 10) {
                System.out.printf("%d more objects of %s%n", more, type);
            }
        });
        System.exit(0);
    }

    /** Due in a year at the earliest: none of them is claimed meanwhile. */
    private static void create(WorkflowSchedules schedules, String workflow, String names, int count)
            throws InterruptedException {
        Semaphore places = new Semaphore(CONCURRENT);
        long began = System.nanoTime();
        for (int i = 0; i < count; i++) {
            places.acquire();
            schedules.create(ScheduleRequest.cron(workflow, names + i, "0 0 29 2 *")).subscribe()
                    .with(view -> places.release(), failure -> {
                        failure.printStackTrace();
                        Runtime.getRuntime().halt(1);
                    });
        }
        places.acquire(CONCURRENT);
        System.out.printf("%d schedules were created in %d ms%n", count, (System.nanoTime() - began) / 1_000_000);
    }

    private static long heapBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Numbers of live objects by their class. */
    private static Map<String, Long> objects() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
                new Object[] { new String[0] }, new String[] { String[].class.getName() });
        Map<String, Long> counts = new HashMap<>();
        histogram.lines().map(line -> line.strip().split("\\s+")).filter(parts -> parts.length >= 4 && parts[0].endsWith(":"))
                .forEach(parts -> counts.put(parts[3], Long.parseLong(parts[1])));
        return counts;
    }
}
