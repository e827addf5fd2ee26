package dev.cairn.bench.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.LiveChangeSource;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.management.live.ChangeFilter;
import dev.cairn.management.live.ChangeHub;
import dev.cairn.management.live.ChangeViewer;
import dev.cairn.management.live.ViewerSink;
import dev.cairn.persistence.none.NullInstanceStore;
import io.vertx.core.Vertx;

/**
 * Measures how viewers of live changes slow down instances. Each instance has 100 {@code set} tasks; the store is none. One JVM measures
 * four cases in turn: no viewer, one viewer, 100 viewers of the workflow, and 100 viewers of one instance each. Viewers run on the event
 * loops of the engine, as in an application, and take changes without a socket. Prints one line per case and round.
 */
public final class LiveMeasurement {

    private static final int TASKS = 100;
    private static final int CONCURRENT = 128;
    private static final int ROUNDS = 5;
    private static final int MANY = 100;

    private final EngineHarness harness;
    private final VertxLoops loops;
    private final ChangeHub hub;
    private final JsonNode input = EngineHarness.order();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    private LiveMeasurement(EngineHarness harness, VertxLoops loops) {
        this.harness = harness;
        this.loops = loops;
        this.hub = new ChangeHub(new LiveChangeSource(harness.engine()), MANY);
    }

    /** @param arguments seconds per round */
    public static void main(String[] arguments) {
        int seconds = Integer.parseInt(arguments[0]);
        Vertx vertx = Vertx.vertx();
        try (VertxLoops loops = new VertxLoops(vertx);
                EngineHarness harness = new EngineHarness(new NullInstanceStore(), EngineHarness.setTasks(TASKS), loops,
                        loops)) {
            LiveMeasurement measurement = new LiveMeasurement(harness, loops);
            measurement.measure("warm-up", 1, null, 3 * seconds);
            for (int round = 1; round <= ROUNDS; round++) {
                measurement.measure("0 viewers", 0, null, seconds);
                measurement.measure("1 viewer", 1, null, seconds);
                measurement.measure("100 viewers", MANY, null, seconds);
                measurement.measure("100 of one instance each", MANY, "none", seconds);
            }
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private void measure(String name, int count, String instance, int seconds) {
        List<Viewer> viewers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Viewer viewer = new Viewer(
                    new ChangeFilter("bench:bench", instance == null ? null : instance + i, false, any -> true));
            viewer.open();
            viewers.add(viewer);
        }
        bytes.set(0);
        dropped.set(0);
        long began = System.nanoTime();
        long instances = run(began + seconds * 1_000_000_000L);
        double took = (System.nanoTime() - began) / 1e9;
        System.out.printf(Locale.ROOT, "%-26s %,8.0f instances/s, %,.1f MB/s to viewers, %d dropped%n", name, instances / took,
                bytes.get() / took / 1e6, dropped.get());
        viewers.forEach(Viewer::close);
        while (hub.isWatching()) {
            Thread.onSpinWait();
        }
    }

    private long run(long end) {
        List<CompletableFuture<Long>> lines = new ArrayList<>();
        for (int i = 0; i < CONCURRENT; i++) {
            CompletableFuture<Long> done = new CompletableFuture<>();
            lines.add(done);
            loops.eventLoop().run(() -> next(0, end, done));
        }
        return lines.stream().mapToLong(CompletableFuture::join).sum();
    }

    /** Runs one instance after another. Each starts on the event loop. */
    private void next(long count, long end, CompletableFuture<Long> done) {
        if (System.nanoTime() >= end) {
            done.complete(count);
            return;
        }
        harness.run(input).subscribe().with(output -> loops.after(0, () -> next(count + 1, end, done)),
                done::completeExceptionally);
    }

    private final class Viewer implements ViewerSink {
        private final EventLoopExecutor loop = loops.eventLoop();
        private final ChangeFilter filter;
        private ChangeViewer viewer;
        private boolean closed;

        Viewer(ChangeFilter filter) {
            this.filter = filter;
        }

        void open() {
            CompletableFuture<Void> opened = new CompletableFuture<>();
            hub.add(filter, null, this, made -> {
                viewer = made;
                opened.complete(null);
            });
            opened.join();
        }

        void close() {
            run(() -> closed = true);
            viewer.closeLater();
        }

        @Override
        public void run(Runnable action) {
            loops.after(0, () -> loop.run(action));
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void write(byte[] text) {
            bytes.addAndGet(text.length);
        }

        @Override
        public void onWritable(Runnable action) {
            throw new IllegalStateException("It is always writable");
        }

        @Override
        public void end() {
            if (!closed) {
                dropped.incrementAndGet();
            }
        }
    }
}
