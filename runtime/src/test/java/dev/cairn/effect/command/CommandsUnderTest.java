package dev.cairn.effect.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.value.JsonCodec;

/** Runs commands of this machine, on threads and timers of its own. */
final class CommandsUnderTest implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
    private CommandPerformer performer;

    CommandsUnderTest() {
        use(true, Map.of(), 60_000, 100_000);
    }

    void use(boolean enabled, Map<String, String> interpreters, long limitMillis, long outputBytes) {
        use(new CommandPerformerSettings(enabled, interpreters, limitMillis, outputBytes, List.of(), StandardCharsets.UTF_8));
    }

    void encodeIn(Charset encoding) {
        use(new CommandPerformerSettings(true, Map.of(), 60_000, 100_000, List.of(), encoding));
    }

    void use(CommandPerformerSettings settings) {
        performer = new CommandPerformer(settings, workers, (delay, action) -> {
            Future<?> alarm = alarms.schedule(action, delay, TimeUnit.MILLISECONDS);
            return () -> alarm.cancel(false);
        }, () -> false);
    }

    CommandPerformer performer() {
        return performer;
    }

    static EffectCall call(String arguments) {
        return call((ObjectNode) JsonCodec.read(arguments));
    }

    static EffectCall call(ObjectNode arguments) {
        ObjectNode all = (ObjectNode) JsonCodec.read("{\"interpreter\": \"shell\", \"return\": \"stdout\", \"await\": true}");
        all.setAll(arguments);
        return new EffectCall("instance", "test:case", "1.0.0", "/do/0/run", "instance:/do/0/run", all);
    }

    JsonNode run(String arguments) {
        return run(call(arguments));
    }

    JsonNode run(EffectCall call) {
        return performer.perform(call).await().atMost(LIMIT);
    }

    WorkflowError error(String arguments) {
        return error(call(arguments));
    }

    WorkflowError error(EffectCall call) {
        WorkflowError[] error = new WorkflowError[1];
        assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> run(call))
                .satisfies(failure -> error[0] = failure.error());
        return error[0];
    }

    /** Waits until a command has written a file. */
    static void written(Path file) throws IOException {
        until(file + " is written", () -> Files.exists(file) && !Files.readString(file).isBlank());
    }

    /** Waits until a condition holds, for a bounded time. */
    static void until(String condition, FileCondition file) throws IOException {
        long endNanos = System.nanoTime() + LIMIT.toNanos();
        while (!file.holds()) {
            assertThat(System.nanoTime()).describedAs("Not within " + LIMIT + ": " + condition).isLessThan(endNanos);
            Thread.onSpinWait();
        }
    }

    /** A condition of files. */
    interface FileCondition {

        boolean holds() throws IOException;
    }

    static long pid(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return Long.parseLong(lines.findFirst().orElseThrow().strip());
        }
    }

    /** Waits until the process ends whose number is in a file. */
    static void gone(Path file) throws IOException {
        ProcessHandle.of(pid(file)).map(ProcessHandle::onExit).ifPresent(end -> end.orTimeout(30, TimeUnit.SECONDS).join());
    }

    @Override
    public void close() {
        performer.close();
        workers.shutdownNow();
        alarms.shutdownNow();
    }
}
