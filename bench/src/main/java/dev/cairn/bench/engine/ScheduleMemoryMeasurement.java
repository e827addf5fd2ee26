package dev.cairn.bench.engine;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

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
 * Measures the heap of an application with schedules that wait. Arguments: a store (see {@link BenchStores}), and {@code stored} or
 * {@code create} with the numbers of schedules to create in turn, such as {@code 50000,100000,200000}.
 *
 * <p>{@code stored} opens the store and prints the heap in use after garbage collections. {@code create} prints how much more it is with each
 * number of schedules, at once and after the store had time to write what it keeps in memory, with the classes whose objects take the
 * most memory more.
 */
public final class ScheduleMemoryMeasurement {

    private static final int CONCURRENT = 512;
    private static final int COLLECTIONS = 5;
    /** Schedules that are created first: classes are loaded then. */
    private static final int WARM_UP = 1_000;
    private static final int SETTLE_SECONDS = 5;
    /** Number of classes that are printed. */
    private static final int CLASSES = 12;

    private ScheduleMemoryMeasurement() {}

    /** See the class. */
    public static void main(String[] arguments) throws InterruptedException, JMException {
        InstalledProgram program = InstalledProgram.of(EngineHarness.compile("[{\"done\":{\"set\":{\"done\":true}}}]"),
                key -> call -> Uni.createFrom().nothing(), call -> Uni.createFrom().nothing());
        PlainThreads threads = new PlainThreads();
        TimeSource time = TimeSource.system();
        EngineOptions defaults = EngineOptions.DEFAULTS;
        String life = Long.toString(time.millis(), Character.MAX_RADIX);
        EngineOptions options = new EngineOptions(
                new ClusterOptions(new Node("node", life), defaults.cluster().failoverMillis()),
                defaults.memory(), defaults.work(), defaults.retention(), defaults.journal(), defaults.run());
        Engine engine = new Engine(options, BenchStores.open(arguments[0]), new ProgramRegistry(List.of(program)), threads,
                threads, time, RandomSource.system());
        engine.start();
        WorkflowSchedules schedules = new EngineClient(engine, new ObjectMapper()).schedules();
        String workflow = program.program().workflow();
        if (arguments[1].equals("stored")) {
            schedules.find(workflow, 1, null).await().indefinitely();
            System.out.printf("heap with the stored schedules: %d KiB%n", heapBytes() >> 10);
        } else {
            measureCreation(schedules, workflow, arguments[2]);
        }
        System.exit(0);
    }

    private static void measureCreation(WorkflowSchedules schedules, String workflow, String totals)
            throws InterruptedException, JMException {
        create(schedules, workflow, "warm-", WARM_UP);
        settle();
        long before = heapBytes();
        Map<String, Long> sizes = sizes();
        System.out.printf("heap with %d schedules: %d KiB%n", WARM_UP, before >> 10);
        int created = 0;
        for (String total : totals.split(",")) {
            create(schedules, workflow, "tenant-" + total + "-", Integer.parseInt(total) - created);
            created = Integer.parseInt(total);
            System.out.printf("heap with %d schedules more: %d KiB more at once%n", created, heapBytes() - before >> 10);
            print(sizes);
            settle();
            System.out.printf("heap with %d schedules more: %d KiB more later%n", created, heapBytes() - before >> 10);
            print(sizes);
        }
    }

    private static void print(Map<String, Long> before) throws JMException {
        sizes().entrySet().stream()
                .map(size -> Map.entry(size.getKey(), size.getValue() - before.getOrDefault(size.getKey(), 0L)))
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(CLASSES)
                .forEach(size -> System.out.printf("%,12d bytes more of %s%n", size.getValue(), size.getKey()));
    }

    /** Creates schedules that are due on the next 29 February, so that no node claims one during the measurement. */
    private static void create(WorkflowSchedules schedules, String workflow, String names, int count)
            throws InterruptedException {
        Semaphore permits = new Semaphore(CONCURRENT);
        long began = System.nanoTime();
        for (int i = 0; i < count; i++) {
            permits.acquire();
            schedules.create(ScheduleRequest.cron(workflow, names + i, "0 0 29 2 *")).subscribe()
                    .with(view -> permits.release(), failure -> {
                        failure.printStackTrace();
                        Runtime.getRuntime().halt(1);
                    });
        }
        permits.acquire(CONCURRENT);
        System.out.printf("%d schedules were created in %d ms%n", count, (System.nanoTime() - began) / 1_000_000);
    }

    /** The store {@code file} writes its index after a second without a write. */
    private static void settle() throws InterruptedException {
        new Semaphore(0).tryAcquire(SETTLE_SECONDS, TimeUnit.SECONDS);
    }

    private static long heapBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Sizes of the live objects of each class in bytes. */
    private static Map<String, Long> sizes() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
                new Object[] { new String[0] }, new String[] { String[].class.getName() });
        Map<String, Long> sizes = new HashMap<>();
        histogram.lines().map(line -> line.strip().split("\\s+")).filter(parts -> parts.length >= 4 && parts[0].endsWith(":"))
                .forEach(parts -> sizes.put(parts[3], Long.parseLong(parts[2])));
        return sizes;
    }
}
