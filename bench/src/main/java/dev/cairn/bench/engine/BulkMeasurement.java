package dev.cairn.bench.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.BulkOperation;
import dev.cairn.api.CommandKind;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.bench.store.BenchStores;
import dev.cairn.engine.Engine;
import dev.cairn.engine.EngineClient;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.time.RandomSource;
import dev.cairn.time.TimeSource;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Measures starts while a bulk command runs. Arguments: {@code cancel} or {@code retry}, a store (see {@link BenchStores}), the number of
 * instances that the command finds, and the starts per second. Prints the latency of starts alone and beside the command, and the
 * duration of the command.
 */
public final class BulkMeasurement {

    private static final String CALL = "[{\"ask\":{\"call\":\"echo\",\"with\":{\"value\":\"${ . }\"}}}]";
    private static final int CONCURRENT = 512;
    private static final int ALONE_SECONDS = 10;
    private static final long TICK_MILLIS = 10;
    private static final long TICKS_PER_SECOND = 1_000 / TICK_MILLIS;
    private static final int NEW = 1;

    private final PlainThreads threads = new PlainThreads();
    private final TimeSource time = TimeSource.system();
    private final AtomicInteger failures = new AtomicInteger();
    private final boolean retry;
    private final int count;
    private final int perSecond;
    private final Engine engine;
    private final InstalledProgram program;
    private volatile boolean mended;

    private BulkMeasurement(boolean retry, String place, int count, int perSecond) {
        this.retry = retry;
        this.count = count;
        this.perSecond = perSecond;
        this.program = InstalledProgram.of(EngineHarness.compile(CALL), key -> this::called, this::called);
        this.engine = new Engine(EngineOptions.DEFAULTS, BenchStores.open(place), new ProgramRegistry(List.of(program)),
                threads, threads, time, RandomSource.system());
        engine.start();
    }

    /** See the class. */
    public static void main(String[] arguments) throws InterruptedException {
        new BulkMeasurement(arguments[0].equals("retry"), arguments[1], Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3])).run();
        System.exit(0);
    }

    private Uni<JsonNode> called(EffectCall call) {
        JsonNode value = call.arguments().get(0);
        if (value.intValue() == NEW || mended) {
            return Uni.createFrom().item(value);
        }
        return retry ? Uni.createFrom().failure(new WorkflowException(
                new WorkflowError("https://example.com/errors/down", 503, "Down", null, null))) : Uni.createFrom().nothing();
    }

    private void run() throws InterruptedException {
        fill();
        report("alone", starts(ALONE_SECONDS * TICKS_PER_SECOND, null));
        mended = true;
        EngineClient client = new EngineClient(engine, new ObjectMapper());
        InstanceStatus status = retry ? InstanceStatus.FAULTED : InstanceStatus.RUNNING;
        long began = time.elapsedMillis();
        BulkOperation begun = client.bulk().begin(retry ? CommandKind.RETRY : CommandKind.CANCEL,
                InstanceFilter.all().withStatus(status)).await().indefinitely();
        CompletableFuture<BulkOperation> outcome = client.bulk().outcome(begun.id()).subscribeAsCompletionStage();
        CompletableFuture<Long> took = outcome.thenApply(ended -> time.elapsedMillis() - began);
        report("beside", starts(Long.MAX_VALUE, outcome));
        System.out.printf("%s of %d: %d ms, done %d, failed %d, passes %d; starts that failed %d%n", begun.kind(), count,
                took.join(), outcome.join().done(), outcome.join().failed(), outcome.join().passes(), failures.get());
    }

    private void fill() throws InterruptedException {
        long began = time.elapsedMillis();
        Semaphore places = new Semaphore(CONCURRENT);
        for (int i = 0; i < count; i++) {
            places.acquire();
            engine.start(program, JsonPayload.of(JsonNodeFactory.instance.numberNode(0)), null).subscribe()
                    .with(start -> places.release(), failure -> {
                        failures.incrementAndGet();
                        places.release();
                    });
        }
        places.acquire(CONCURRENT);
        System.out.printf("%d instances in %d ms%n", count, time.elapsedMillis() - began);
    }

    /**
     * Starts instances at a fixed rate. Ends after a number of ticks, or when a future completes. Returns the latency of each start in
     * microseconds, measured from the time at which it was due.
     */
    private List<Long> starts(long ticks, CompletableFuture<?> until) {
        List<Long> micros = new ArrayList<>();
        Semaphore underWay = new Semaphore(0);
        int started = 0;
        long first = time.elapsedNanos();
        for (long tick = 0; tick < ticks && (until == null || !until.isDone()); tick++) {
            long due = first + TimeUnit.MILLISECONDS.toNanos(tick * TICK_MILLIS);
            long early = due - time.elapsedNanos();
            if (early > 0) {
                new CompletableFuture<Void>().completeOnTimeout(null, early, TimeUnit.NANOSECONDS).join();
            }
            for (long i = perSecond * tick / TICKS_PER_SECOND; i < perSecond * (tick + 1) / TICKS_PER_SECOND; i++) {
                started++;
                engine.start(program, JsonPayload.of(JsonNodeFactory.instance.numberNode(NEW)), null).subscribe()
                        .with(start -> {
                            synchronized (micros) {
                                micros.add(TimeUnit.NANOSECONDS.toMicros(time.elapsedNanos() - due));
                            }
                            underWay.release();
                        }, failure -> {
                            failures.incrementAndGet();
                            underWay.release();
                        });
            }
        }
        underWay.acquireUninterruptibly(started);
        return micros;
    }

    private static void report(String what, List<Long> micros) {
        micros.sort(null);
        System.out.printf("%s: %d starts, p50 %d us, p90 %d us, p99 %d us, p99.9 %d us, most %d us%n", what, micros.size(),
                at(micros, 0.5), at(micros, 0.9), at(micros, 0.99), at(micros, 0.999), at(micros, 1));
    }

    private static long at(List<Long> sorted, double part) {
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.min(sorted.size() - 1, part * sorted.size()));
    }
}
