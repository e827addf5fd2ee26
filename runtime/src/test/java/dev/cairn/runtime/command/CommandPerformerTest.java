package dev.cairn.runtime.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.driver.EffectCall;
import dev.cairn.driver.MovedException;
import dev.cairn.value.Json;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.Cancellable;

/** Commands of this machine's shell, really run. */
class CommandPerformerTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
    private CommandPerformer performer = performer(true, Map.of(), 60_000, 100_000);

    @AfterEach
    void stop() {
        performer.close();
        workers.shutdownNow();
        alarms.shutdownNow();
    }

    @Test
    void argumentsAreNeverReadAsCommands() {
        JsonNode output = run("""
                {"code": "printf '%s|' \\"$@\\"; printf %s \\"$NAME\\"; cat", "arguments": ["$(id)", "a b; echo c", 3, true],
                 "environment": {"NAME": "`id`"}, "stdin": " $(id)"}""");
        assertThat(output.textValue()).isEqualTo("$(id)|a b; echo c|3|true|`id` $(id)");
    }

    @Test
    void aCommandSeesNothingOfThisProcess() {
        assertThat(System.getenv()).containsKey("HOME");
        assertThat(run("{\"code\": \"env | cut -d= -f1 | sort; ls -A | wc -l\"}").textValue()).doesNotContain("HOME")
                .contains("PATH").contains("CAIRN_IDEMPOTENCY_KEY").endsWith("0\n");
        assertThat(run("{\"code\": \"printf %s $CAIRN_IDEMPOTENCY_KEY\"}").textValue()).isEqualTo("instance:/do/0/run");
    }

    @Test
    void givesWhatIsAskedFor() {
        String code = "{\"code\": \"echo out; echo err >&2; exit 3\", \"return\": \"%s\"}";
        assertThat(run(String.format(code, "code")).intValue()).isEqualTo(3);
        assertThat(run(String.format(code, "all"))).hasToString("{\"code\":3,\"stdout\":\"out\\n\",\"stderr\":\"err\\n\"}");
        String good = code.replace("exit 3", "exit 0");
        assertThat(run(String.format(good, "stdout")).textValue()).isEqualTo("out\n");
        assertThat(run(String.format(good, "stderr")).textValue()).isEqualTo("err\n");
        assertThat(run(String.format(good, "none")).isNull()).isTrue();
    }

    @Test
    void aCodeThatIsNotZeroIsARuntimeErrorWithTheEndOfWhatWasSaid() {
        WorkflowError error = error("{\"code\": \"echo first; echo broken >&2; exit 4\"}");
        assertThat(error.type()).isEqualTo(Standard.RUNTIME.type());
        assertThat(error.detail()).isEqualTo("CAIRN-0724: The command ended with code 4: broken");
    }

    @Test
    void runsScripts() {
        assertThat(run("""
                {"interpreter": "python", "code": "import json, sys\\nprint(sum(json.load(sys.stdin)), sys.argv[1])",
                 "stdin": [1, 2], "arguments": ["x"]}""").textValue()).isEqualTo("3 x\n");
    }

    @Test
    void anInterpreterThatIsNotThereIsAConfigurationError() {
        performer = performer(true, Map.of("python", "/nowhere/python"), 60_000, 100_000);
        WorkflowError error = error("{\"interpreter\": \"python\", \"code\": \"print(1)\"}");
        assertThat(error.type()).isEqualTo(Standard.CONFIGURATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0721: Cannot start /nowhere/python")
                .contains("quarkus.cairn.run.interpreter");
    }

    @Test
    void nothingIsRunWhereItIsSwitchedOff() {
        performer = performer(false, Map.of(), 60_000, 100_000);
        Path witness = directory.resolve("witness");
        WorkflowError error = error("{\"code\": \"touch " + witness + "\"}");
        assertThat(error.type()).isEqualTo(Standard.AUTHORIZATION.type());
        assertThat(error.detail()).contains("CAIRN-0720").contains("quarkus.cairn.run.enabled");
        assertThat(witness).doesNotExist();
    }

    @Test
    void whatRunsTooLongIsKilledWithAllItHasStarted() throws Exception {
        performer = performer(true, Map.of(), 1_500, 100_000);
        Path grandchild = directory.resolve("pid");
        WorkflowError error = error("{\"code\": \"sh -c 'echo $$ > " + grandchild + "; exec sleep 600'; true\"}");
        assertThat(error.type()).isEqualTo(Standard.TIMEOUT.type());
        assertThat(error.detail()).contains("CAIRN-0722").contains("1500 ms");
        gone(grandchild);
    }

    @Test
    void whatWritesTooMuchIsKilled() {
        performer = performer(true, Map.of(), 60_000, 10_000);
        WorkflowError error = error("{\"code\": \"yes\"}");
        assertThat(error.type()).isEqualTo(Standard.RUNTIME.type());
        assertThat(error.detail()).contains("CAIRN-0723").contains("10000 bytes");
        assertThat(error("{\"code\": \"head -c 10001 /dev/zero\"}").detail()).contains("CAIRN-0723");
        assertThat(run("{\"code\": \"head -c 10000 /dev/zero\"}").textValue()).hasSize(10_000);
    }

    @Test
    void cancellingKillsIt() throws Exception {
        Path child = directory.resolve("pid");
        Cancellable underWay = performer.perform(call("{\"code\": \"echo $$ > " + child + "; exec sleep 600\"}")).subscribe()
                .with(output -> {}, failure -> {});
        written(child);
        underWay.cancel();
        gone(child);
    }

    /** Whoever stops the machine, or presses Ctrl-C, tells commands and this process at the same moment. */
    @ParameterizedTest
    @ValueSource(strings = { "none", "code" })
    void whatIsKilledWithTheApplicationIsLeftToItsNextLife(String returned) {
        killed(returned, true).assertFailedWith(MovedException.class);
    }

    @Test
    void whatIsKilledAloneIsToldAfterAPause() {
        assertThat(killed("none", false).assertFailedWith(WorkflowException.class).getFailure())
                .hasMessageContaining("CAIRN-0724").hasMessageContaining("143");
        assertThat(killed("code", false).assertCompleted().getItem().intValue()).isEqualTo(143);
    }

    /** What a command tells that was killed by somebody else, when the pause after that is over. */
    private UniAssertSubscriber<JsonNode> killed(String returned, boolean stops) {
        AtomicBoolean stopping = new AtomicBoolean();
        Map<Long, Runnable> timers = new ConcurrentHashMap<>();
        performer = new CommandPerformer(new CommandSettings(true, Map.of(), 60_000, 100_000), Runnable::run,
                (delay, action) -> {
                    timers.put(delay, action);
                    return () -> timers.remove(delay);
                }, stopping::get);
        UniAssertSubscriber<JsonNode> told = performer
                .perform(call("{\"code\": \"kill $$\", \"return\": \"" + returned + "\"}"))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        while (!timers.containsKey(Command.STOP_MILLIS)) {
            Thread.onSpinWait();
        }
        told.assertNotTerminated();
        stopping.set(stops);
        timers.get(Command.STOP_MILLIS).run();
        return told;
    }

    @Test
    void closingKillsWhatIsNotAwaitedToo() throws Exception {
        Path child = directory.resolve("pid");
        assertThat(run("{\"await\": false, \"code\": \"echo $$ > " + child + "; exec sleep 600\"}").isNull()).isTrue();
        written(child);
        assertThat(ProcessHandle.of(pid(child))).isPresent();
        performer.close();
        gone(child);
    }

    @Test
    void leavesNoFilesBehind() throws Exception {
        String place = run("{\"code\": \"touch left; pwd\"}").textValue().strip();
        while (Files.exists(Path.of(place).getParent())) {
            Thread.onSpinWait();
        }
        assertThat(Path.of(place).getParent().getFileName().toString()).startsWith("cairn-run");
        assertThatThrownBy(() -> new CommandSettings(true, Map.of(), 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private CommandPerformer performer(boolean enabled, Map<String, String> interpreters, long limitMillis, long outputBytes) {
        return new CommandPerformer(new CommandSettings(enabled, interpreters, limitMillis, outputBytes), workers,
                (delay, action) -> {
                    Future<?> alarm = alarms.schedule(action, delay, TimeUnit.MILLISECONDS);
                    return () -> alarm.cancel(false);
                }, () -> false);
    }

    private static EffectCall call(String arguments) {
        ObjectNode all = (ObjectNode) Json.read("{\"interpreter\": \"shell\", \"return\": \"stdout\", \"await\": true}");
        all.setAll((ObjectNode) Json.read(arguments));
        return new EffectCall("instance", "test:case", "1.0.0", "/do/0/run", "instance:/do/0/run", all);
    }

    private JsonNode run(String arguments) {
        Uni<JsonNode> output = performer.perform(call(arguments));
        return output.await().atMost(LIMIT);
    }

    private WorkflowError error(String arguments) {
        WorkflowError[] error = new WorkflowError[1];
        assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> run(arguments))
                .satisfies(failure -> error[0] = failure.error());
        return error[0];
    }

    private static void written(Path file) throws IOException {
        while (!Files.exists(file) || Files.readString(file).isBlank()) {
            Thread.onSpinWait();
        }
    }

    private static long pid(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return Long.parseLong(lines.findFirst().orElseThrow().strip());
        }
    }

    private static void gone(Path file) throws Exception {
        ProcessHandle.of(pid(file)).map(ProcessHandle::onExit).ifPresent(end -> end.orTimeout(30, TimeUnit.SECONDS).join());
    }
}
