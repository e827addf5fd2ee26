package dev.cairn.bench.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.bench.store.BenchStores;
import dev.cairn.engine.Engine;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimeSource;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Instances that are not done, in great number. Arguments: {@code fill}, a store (see {@link BenchStores}) and a number: starts
 * that number of instances with a call under way, and dies. {@code resume}: takes them up, and says how long it took to the
 * first and to the last call. {@code wait}: starts instances that wait for an hour, and then, for some seconds, others that
 * wait briefly; reports the delay of those.
 */
public final class WaitingMeasurement {

    private static final String CALL = "[{\"ask\":{\"call\":\"echo\",\"with\":{\"value\":\"${ . }\"}}}]";
    private static final int BRIEF_PER_SECOND = 500;
    private static final int SECONDS = 20;
    private static final String WAIT = "[{\"hour\":{\"if\":\"${ . != 0 }\",\"wait\":{\"seconds\":3600}}},"
            + "{\"brief\":{\"wait\":{\"seconds\":15}}},{\"ask\":{\"call\":\"echo\",\"with\":{\"value\":\"${ . }\"}}}]";
    private static final int CONCURRENT = 512;
    private static final long BRIEF_MILLIS = 15_000;

    private final PlainThreads threads = new PlainThreads();
    private final TimeSource time = TimeSource.system();
    private final String place;
    private final int count;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong firstMillis = new AtomicLong();
    private final CountDownLatch all;
    private final List<Long> lateMillis = new ArrayList<>();

    private WaitingMeasurement(String place, int count, int expectedCalls) {
        this.place = place;
        this.count = count;
        this.all = new CountDownLatch(expectedCalls);
    }

    /** See the class. */
    public static void main(String[] arguments) throws InterruptedException {
        int count = Integer.parseInt(arguments[2]);
        int expectedCalls = arguments[0].equals("wait") ? BRIEF_PER_SECOND * SECONDS : count;
        WaitingMeasurement measurement = new WaitingMeasurement(arguments[1], count, expectedCalls);
        switch (arguments[0]) {
            case "fill" -> measurement.fill();
            case "resume" -> measurement.resume();
            case "wait" -> measurement.sleepers();
            default -> throw new IllegalArgumentException("fill, resume or wait, not " + arguments[0]);
        }
        System.exit(0);
    }

    private void fill() throws InterruptedException {
        InstalledProgram program = InstalledProgram.of(EngineHarness.compile(CALL), key -> this::called, this::called);
        begin(engine(program), program, 0, count);
        all.await();
        System.out.printf("%d instances have a call under way%n", calls.get());
        // Shutdown hooks must not run: the next life finds the state after a crash.
        Runtime.getRuntime().halt(0);
    }

    private void resume() throws InterruptedException {
        InstalledProgram program = InstalledProgram.of(EngineHarness.compile(CALL), key -> this::called, this::called);
        long began = time.elapsedMillis();
        engine(program);
        all.await();
        System.out.printf("first call after %d ms, all %d after %d ms, heap %d MiB%n", firstMillis.get() - began, calls.get(),
                time.elapsedMillis() - began, heapMiB());
    }

    private void sleepers() throws InterruptedException {
        InstalledProgram program = InstalledProgram.of(EngineHarness.compile(WAIT), key -> this::woken, this::woken);
        Engine engine = engine(program);
        begin(engine, program, 1, count);
        System.out.printf("%d instances were started, heap %d MiB%n", count, heapMiB());
        for (int tenth = 0; tenth < 10 * SECONDS; tenth++) {
            new CompletableFuture<Void>().completeOnTimeout(null, 100, TimeUnit.MILLISECONDS).join();
            begin(engine, program, 0, BRIEF_PER_SECOND / 10);
        }
        all.await();
        lateMillis.sort(null);
        System.out.printf("%d woke: half within %d ms, 99 %% within %d ms, all within %d ms; heap %d MiB%n", lateMillis.size(),
                lateMillis.get(lateMillis.size() / 2), lateMillis.get(lateMillis.size() * 99 / 100),
                lateMillis.get(lateMillis.size() - 1), heapMiB());
    }

    private Uni<JsonNode> called(EffectCall call) {
        firstMillis.compareAndSet(0, time.elapsedMillis());
        calls.incrementAndGet();
        all.countDown();
        return Uni.createFrom().nothing();
    }

    private Uni<JsonNode> woken(EffectCall call) {
        long startedMillis = startedMillis(call.instanceId());
        synchronized (lateMillis) {
            lateMillis.add(time.millis() - startedMillis - BRIEF_MILLIS);
        }
        all.countDown();
        return Uni.createFrom().item(call.arguments().get(0));
    }

    /** The first ten digits of an id are the time it was made, a millisecond or so before the wait began. */
    private static long startedMillis(String id) {
        long millis = 0;
        for (int i = 0; i < 10; i++) {
            millis = millis * 32 + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(id.charAt(i));
        }
        return millis;
    }

    private static long heapMiB() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory() >> 20;
    }

    private Engine engine(InstalledProgram... programs) {
        long began = time.elapsedMillis();
        InstanceStore store = BenchStores.open(place);
        System.out.printf("the store was opened in %d ms%n", time.elapsedMillis() - began);
        EngineOptions usual = EngineOptions.DEFAULTS;
        String life = Long.toString(time.millis(), Character.MAX_RADIX);
        EngineOptions options = new EngineOptions(new ClusterOptions(new Node("node", life), usual.cluster().failoverMillis()),
                usual.memory(), usual.work(), usual.retention(), usual.journal(), usual.run());
        Engine engine = new Engine(options, store, new ProgramRegistry(List.of(programs)), threads,
                threads, time, RandomSource.system());
        engine.start();
        return engine;
    }

    private static void begin(Engine engine, InstalledProgram program, int input, int howMany) throws InterruptedException {
        Semaphore places = new Semaphore(CONCURRENT);
        for (int i = 0; i < howMany; i++) {
            places.acquire();
            engine.start(program, JsonPayload.of(JsonNodeFactory.instance.numberNode(input)), null).subscribe()
                    .with(start -> places.release(), failure -> {
                        throw new IllegalStateException(failure);
                    });
        }
        places.acquire(CONCURRENT);
    }
}
