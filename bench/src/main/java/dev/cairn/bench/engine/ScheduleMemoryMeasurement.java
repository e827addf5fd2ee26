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
 * Measures the heap of an application with schedules that wait. Arguments: a store (see {@link BenchStores}), and {@code stored} or
 * {@code create COUNT}.
 *
 * <p>{@code stored} opens the store and prints the heap in use after garbage collections. {@code create} prints it before and after it
 * creates schedules, and the classes that have at least one object more for each tenth schedule.
 */
public final class ScheduleMemoryMeasurement {

    private static final int CONCURRENT = 512;
    private static final int COLLECTIONS = 5;
    /** Schedules that are created first: classes are loaded and caches filled then. */
    private static final int WARM_UP = 1_000;

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
            measureCreation(schedules, workflow, Integer.parseInt(arguments[2]));
        }
        System.exit(0);
    }

    private static void measureCreation(WorkflowSchedules schedules, String workflow, int count)
            throws InterruptedException, JMException {
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
