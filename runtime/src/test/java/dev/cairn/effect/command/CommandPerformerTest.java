package dev.cairn.effect.command;

import static dev.cairn.effect.command.CommandsUnderTest.call;
import static dev.cairn.effect.command.CommandsUnderTest.gone;
import static dev.cairn.effect.command.CommandsUnderTest.pid;
import static dev.cairn.effect.command.CommandsUnderTest.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.InstanceUnloadedException;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.Cancellable;

/** Commands of this machine's shell, really run. */
class CommandPerformerTest {

    @TempDir
    Path directory;

    private final CommandsUnderTest commands = new CommandsUnderTest();

    @AfterEach
    void stop() {
        commands.close();
    }

    @Test
    void numbersArePassedAsJqPrintsThem() {
        assertThat(commands.run("""
                {"code": "printf '%s|' \\"$@\\"; printf '%s|' \\"$N\\"; cat",
                 "arguments": [20000010.0, 5.0, 1e-05, [5.0], 12345678901234567890123],
                 "environment": {"N": 20000010.0}, "stdin": {"n": 5.0}}""").textValue())
                .isEqualTo("20000010|5|1e-05|[5]|12345678901234567890123|20000010|{\"n\":5}");
    }

    @Test
    void argumentsAreNeverReadAsCommands() {
        JsonNode output = commands.run("""
                {"code": "printf '%s|' \\"$@\\"; printf %s \\"$NAME\\"; cat", "arguments": ["$(id)", "a b; echo c", 3, true],
                 "environment": {"NAME": "`id`"}, "stdin": " $(id)"}""");
        assertThat(output.textValue()).isEqualTo("$(id)|a b; echo c|3|true|`id` $(id)");
    }

    @Test
    void aCommandSeesNothingOfThisProcess() {
        assertThat(System.getenv()).containsKey("HOME");
        assertThat(commands.run("{\"code\": \"env | cut -d= -f1 | sort; ls -A | wc -l\"}").textValue()).doesNotContain("HOME")
                .contains("PATH").contains("CAIRN_IDEMPOTENCY_KEY").endsWith("0\n");
        assertThat(commands.run("{\"code\": \"printf %s $CAIRN_IDEMPOTENCY_KEY\"}").textValue())
                .isEqualTo("instance:/do/0/run");
    }

    @Test
    void givesWhatIsAskedFor() {
        String code = "{\"code\": \"echo out; echo err >&2; exit 3\", \"return\": \"%s\"}";
        assertThat(commands.run(String.format(code, "code")).intValue()).isEqualTo(3);
        assertThat(commands.run(String.format(code, "all")))
                .hasToString("{\"code\":3,\"stdout\":\"out\\n\",\"stderr\":\"err\\n\"}");
        String good = code.replace("exit 3", "exit 0");
        assertThat(commands.run(String.format(good, "stdout")).textValue()).isEqualTo("out\n");
        assertThat(commands.run(String.format(good, "stderr")).textValue()).isEqualTo("err\n");
        assertThat(commands.run(String.format(good, "none")).isNull()).isTrue();
    }

    @Test
    void aCodeThatIsNotZeroIsARuntimeErrorWithTheEndOfWhatWasSaid() {
        WorkflowError error = commands.error("{\"code\": \"echo first; echo broken >&2; exit 4\"}");
        assertThat(error.type()).isEqualTo(Standard.RUNTIME.type());
        assertThat(error.detail()).isEqualTo("CAIRN-0724: The command ended with code 4: broken");
    }

    @Test
    void runsScripts() {
        assertThat(commands.run("""
                {"interpreter": "python", "code": "import json, sys\\nprint(sum(json.load(sys.stdin)), sys.argv[1])",
                 "stdin": [1, 2], "arguments": ["x"]}""").textValue()).isEqualTo("3 x\n");
    }

    @Test
    void anInterpreterThatIsNotThereIsAConfigurationError() {
        commands.use(true, Map.of("python", "/nowhere/python"), 60_000, 100_000);
        WorkflowError error = commands.error("{\"interpreter\": \"python\", \"code\": \"print(1)\"}");
        assertThat(error.type()).isEqualTo(Standard.CONFIGURATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0721: Cannot start /nowhere/python")
                .contains("quarkus.cairn.run.interpreter");
    }

    @Test
    void nothingIsRunWhereItIsSwitchedOff() {
        commands.use(false, Map.of(), 60_000, 100_000);
        Path witness = directory.resolve("witness");
        WorkflowError error = commands.error("{\"code\": \"touch " + witness + "\"}");
        assertThat(error.type()).isEqualTo(Standard.AUTHORIZATION.type());
        assertThat(error.detail()).contains("CAIRN-0720").contains("quarkus.cairn.run.enabled");
        assertThat(witness).doesNotExist();
    }

    @Test
    void whatRunsTooLongIsKilledWithAllItHasStarted() throws Exception {
        commands.use(true, Map.of(), 1_500, 100_000);
        Path grandchild = directory.resolve("pid");
        WorkflowError error = commands.error("{\"code\": \"sh -c 'echo $$ > " + grandchild + "; exec sleep 600'; true\"}");
        assertThat(error.type()).isEqualTo(Standard.TIMEOUT.type());
        assertThat(error.detail()).contains("CAIRN-0722").contains("1500 ms");
        gone(grandchild);
    }

    @Test
    void whatWritesTooMuchIsKilled() {
        commands.use(true, Map.of(), 60_000, 10_000);
        WorkflowError error = commands.error("{\"code\": \"yes\"}");
        assertThat(error.type()).isEqualTo(Standard.RUNTIME.type());
        assertThat(error.detail()).contains("CAIRN-0723").contains("10000 bytes");
        assertThat(commands.error("{\"code\": \"head -c 10001 /dev/zero\"}").detail()).contains("CAIRN-0723");
        assertThat(commands.run("{\"code\": \"head -c 10000 /dev/zero\"}").textValue()).hasSize(10_000);
    }

    /** They may have begun or not, and each waits for what its instance has given up. */
    @Test
    void aCommandThatWasGivenUpBeforeItBeganIsNotWaitedFor() {
        List<Runnable> held = new ArrayList<>();
        AtomicBoolean holds = new AtomicBoolean(true);
        ExecutorService workers = Executors.newCachedThreadPool();
        try (CommandPerformer performer = new CommandPerformer(
                new CommandPerformerSettings(true, Map.of(), 60_000, 100_000, List.of(), StandardCharsets.UTF_8),
                task -> {
                    if (!holds.get() || !held.add(task)) {
                        workers.execute(task);
                    }
                }, (delay, action) -> () -> {}, () -> false)) {
            for (int i = 0; i < 2; i++) {
                performer.perform(call("{\"code\": \"true\"}")).subscribe().with(output -> {}, failure -> {}).cancel();
            }
            holds.set(false);
            held.forEach(Runnable::run);

            assertThat(performer.perform(call("{\"code\": \"echo next\"}")).await().atMost(Duration.ofSeconds(30)).textValue())
                    .isEqualTo("next\n");
        } finally {
            workers.shutdownNow();
        }
    }

    @Test
    void cancellingKillsIt() throws Exception {
        Path child = directory.resolve("pid");
        Cancellable underWay = commands.performer().perform(call("{\"code\": \"echo $$ > " + child + "; exec sleep 600\"}"))
                .subscribe()
                .with(output -> {}, failure -> {});
        written(child);
        underWay.cancel();
        gone(child);
    }

    /** An operator who stops the machine, or presses Ctrl-C, signals commands and this process at the same moment. */
    @ParameterizedTest
    @ValueSource(strings = { "none", "code" })
    void whatIsKilledWithTheApplicationIsLeftToItsNextLife(String returned) {
        killed(returned, true).assertFailedWith(InstanceUnloadedException.class);
    }

    @Test
    void whatIsKilledAloneIsToldAfterAPause() {
        assertThat(killed("none", false).assertFailedWith(WorkflowException.class).getFailure())
                .hasMessageContaining("CAIRN-0724").hasMessageContaining("143");
        assertThat(killed("code", false).assertCompleted().getItem().intValue()).isEqualTo(143);
    }

    /** The outcome of a command that another process killed, when the pause after that is over. */
    private UniAssertSubscriber<JsonNode> killed(String returned, boolean stops) {
        AtomicBoolean stopping = new AtomicBoolean();
        Map<Long, Runnable> timers = new ConcurrentHashMap<>();
        CommandPerformer performer = new CommandPerformer(
                new CommandPerformerSettings(true, Map.of(), 60_000, 100_000, List.of()),
                Runnable::run,
                (delay, action) -> {
                    timers.put(delay, action);
                    return () -> timers.remove(delay);
                }, stopping::get);
        UniAssertSubscriber<JsonNode> told = performer
                .perform(call("{\"code\": \"kill $$\", \"return\": \"" + returned + "\"}"))
                .subscribe().withSubscriber(UniAssertSubscriber.create());
        while (!timers.containsKey(CommandProcess.STOP_MILLIS)) {
            Thread.onSpinWait();
        }
        told.assertNotTerminated();
        stopping.set(stops);
        timers.get(CommandProcess.STOP_MILLIS).run();
        return told;
    }

    @Test
    void closingKillsWhatIsNotAwaitedToo() throws Exception {
        Path child = directory.resolve("pid");
        assertThat(commands.run("{\"await\": false, \"code\": \"echo $$ > " + child + "; exec sleep 600\"}").isNull()).isTrue();
        written(child);
        assertThat(ProcessHandle.of(pid(child))).isPresent();
        commands.performer().close();
        gone(child);
    }

    @Test
    void anOutputThatIsOpenedOnceMoreIsAppendedTo() {
        assertThat(commands.run("{\"code\": \"echo first; echo second >> /dev/stdout; echo third\"}").textValue())
                .isEqualTo("first\nsecond\nthird\n");
        assertThat(commands.run("""
                {"code": "echo first >&2; sh -c 'echo second >> /dev/stderr'; echo third >&2", "return": "stderr"}""")
                .textValue())
                .isEqualTo("first\nsecond\nthird\n");
        assertThat(commands.run("{\"code\": \"echo lost; echo second > /dev/stdout; echo third\"}").textValue())
                .isEqualTo("second\nthird\n");
    }

    @Test
    void anErrorOutputThatAScriptOpensOnceMoreIsAppendedTo() {
        assertThat(commands
                .run("""
                {"interpreter": "python", "return": "stderr", "code":
                "import os, sys\\nos.write(2, b'first,')\\nopen('/dev/stderr', 'a').write('second,')\\nos.write(2, b'third')"}""")
                .textValue()).isEqualTo("first,second,third");
    }

    @Test
    void leavesNoFilesBehind() throws Exception {
        String place = commands.run("{\"code\": \"touch left; pwd\"}").textValue().strip();
        while (Files.exists(Path.of(place).getParent())) {
            Thread.onSpinWait();
        }
        assertThat(Path.of(place).getParent().getFileName().toString()).startsWith("cairn-run");
        assertThatThrownBy(() -> new CommandPerformerSettings(true, Map.of(), 0, 1, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
