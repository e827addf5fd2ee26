package dev.cairn.bench.engine;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.bench.store.BenchStores;
import dev.cairn.bench.store.Latencies;
import dev.cairn.engine.Engine;
import dev.cairn.engine.EngineCloudEventBus;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.spi.Node;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimeSource;
import dev.cairn.value.JsonPayload;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;

/**
 * Measures instances that listen, each for the event of its order. Arguments: a store (see {@link BenchStores}) and a number. Starts that
 * number of instances, waits until they have left the memory, and prints the heap in use after garbage collections. Then publishes the
 * events of some of them, one after another, and prints the time from the publication until the journal of the instance has its event.
 */
public final class ListeningMeasurement {

    private static final String LISTEN = "[{\"paid\":{\"listen\":{\"to\":{\"one\":{\"with\":{\"type\":\"paid\"},"
            + "\"correlate\":{\"order\":{\"from\":\".data.order\",\"expect\":\"${ . }\"}}}}}}}]";
    private static final int CONCURRENT = 512;
    private static final int COLLECTIONS = 5;
    private static final int EVENTS = 200;
    /** Instances that are started first, and their events: classes are loaded and caches filled then. */
    private static final int WARM_UP = 2_000;
    private static final long WAIT_MILLIS = 1_000;
    private static final long PAUSE_MILLIS = 500;

    private final TimeSource time = TimeSource.system();
    private final InstalledProgram program = InstalledProgram.of(EngineHarness.compile(LISTEN),
            key -> call -> Uni.createFrom().nothing(), call -> Uni.createFrom().nothing());
    private final Engine engine;
    private final int count;

    private ListeningMeasurement(String place, int count) {
        this.count = count;
        PlainThreads threads = new PlainThreads();
        EngineOptions usual = EngineOptions.DEFAULTS;
        String life = Long.toString(time.millis(), Character.MAX_RADIX);
        MemoryOptions memory = MemoryOptions.shared(WAIT_MILLIS, usual.memory().endedInstances(), usual.memory().endedBytes());
        EngineOptions options = new EngineOptions(new ClusterOptions(new Node("node", life), usual.cluster().failoverMillis()),
                memory, usual.work(), usual.retention(), usual.journal(), usual.run());
        this.engine = new Engine(options, BenchStores.open(place), new ProgramRegistry(List.of(program)), threads, threads,
                time,
                RandomSource.system());
        engine.start();
    }

    /** See the class. */
    public static void main(String[] arguments) throws InterruptedException {
        new ListeningMeasurement(arguments[0], Integer.parseInt(arguments[1])).measure();
        System.exit(0);
    }

    private void measure() throws InterruptedException {
        begin(0, WARM_UP);
        Random random = new Random(1);
        publish(random.ints(0, WARM_UP).distinct().limit(WARM_UP / 2).toArray());
        long before = heapBytes();
        long began = time.elapsedMillis();
        begin(WARM_UP, count);
        long outMillis = time.elapsedMillis() - began;
        long after = heapBytes();
        System.out.printf(
                "%d instances listen outside of memory after %d ms; heap %d KiB before, %d KiB after: %.1f bytes each%n", count,
                outMillis, before >> 10, after >> 10, (after - before) / (double) count);
        // The index of a store may be behind its log.
        Latencies first = publish(new int[] { WARM_UP });
        System.out.printf("the first event: %.2f ms%n", first.millis(1));
        Latencies latencies = publish(random.ints(WARM_UP + 1, WARM_UP + count).distinct().limit(EVENTS).toArray());
        print("events that an instance takes", latencies);
        print("events that none takes", publish(random.ints(2 * (WARM_UP + count), Integer.MAX_VALUE).limit(EVENTS).toArray()));
    }

    private static void print(String what, Latencies latencies) {
        System.out.printf("%d %s: median %.2f ms, 95 %% %.2f ms, 99 %% %.2f ms, longest %.2f ms%n", latencies.count(), what,
                latencies.millis(0.5), latencies.millis(0.95), latencies.millis(0.99), latencies.millis(1));
    }

    /** Starts instances with the orders of a range, and waits until none is in memory. */
    private void begin(int first, int count) throws InterruptedException {
        Semaphore places = new Semaphore(CONCURRENT);
        for (int i = 0; i < count; i++) {
            places.acquire();
            begin(first + i, places);
        }
        places.acquire(CONCURRENT);
        while (engine.condition().load().instances() > 0) {
            pause();
        }
    }

    /** Starts are refused while the memory is full. */
    private void begin(int order, Semaphore places) {
        engine.start(program, JsonPayload.of(JsonNodeFactory.instance.numberNode(order)), null).subscribe()
                .with(start -> places.release(), refused -> CompletableFuture
                        .delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS).execute(() -> begin(order, places)));
    }

    private static void pause() {
        new CompletableFuture<Void>().completeOnTimeout(null, PAUSE_MILLIS, TimeUnit.MILLISECONDS).join();
    }

    private Latencies publish(int[] orders) {
        EngineCloudEventBus bus = new EngineCloudEventBus(engine);
        Latencies latencies = new Latencies();
        for (int order : orders) {
            long began = System.nanoTime();
            PublishResult result = bus.publish(CloudEventBuilder.v1().withId(Integer.toString(order))
                    .withSource(URI.create("/bench")).withType("paid")
                    .withData("application/json", ("{\"order\":" + order + "}").getBytes(StandardCharsets.UTF_8)).build())
                    .await().indefinitely();
            latencies.add(System.nanoTime() - began);
            if (result.instances() != (order < WARM_UP + count ? 1 : 0)) {
                throw new IllegalStateException("The event of order " + order + ": " + result);
            }
        }
        return latencies;
    }

    private static long heapBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
