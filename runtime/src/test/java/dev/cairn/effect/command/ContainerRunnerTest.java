package dev.cairn.effect.command;

import static dev.cairn.effect.command.CommandsUnderTest.call;
import static dev.cairn.effect.command.CommandsUnderTest.gone;
import static dev.cairn.effect.command.CommandsUnderTest.until;
import static dev.cairn.effect.command.CommandsUnderTest.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.time.TimerService;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.subscription.Cancellable;

/** Containers, by an executable that takes the options of Docker and runs processes of this machine. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "The stub runs commands of Linux")
class ContainerRunnerTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final TimerService AT_ONCE = (delay, action) -> {
        action.run();
        return () -> {};
    };

    @TempDir
    Path directory;

    private final CommandsUnderTest commands = new CommandsUnderTest();

    @BeforeEach
    void install() throws IOException {
        Path stub = directory.resolve("docker");
        try (InputStream script = getClass().getResourceAsStream("/container/container-runtime.py")) {
            Files.copy(script, stub);
        }
        assertThat(stub.toFile().setExecutable(true)).isTrue();
        use(60_000, List.of());
    }

    private void use(long limitMillis, List<String> options) {
        commands.use(
                new CommandPerformerSettings(true, Map.of("container", directory.resolve("docker").toString()), limitMillis,
                        100_000, options, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stop() {
        commands.close();
    }

    @Test
    void theContainerGetsWhatTheDefinitionSays() throws IOException {
        use(60_000, List.of("--network=none"));
        JsonNode output = commands.run(container("""
                {"code": "echo $1:$2:$COLOUR:$(cat)", "arguments": ["a b", "$(id)"], "environment": {"COLOUR": "red"}, "stdin": {"n": 1}}
                """, """
                {"name": "report-1", "ports": ["127.0.0.1:8080:80/tcp"], "volumes": ["/srv:/data:ro"], "pull": "always",
                 "removal": "always"}"""));
        assertThat(output.textValue()).isEqualTo("a b:$(id):red:{\"n\":1}\n");
        List<String> options = started();
        assertThat(options).contains("--pull=always", "--name=report-1", "--rm", "--interactive",
                "--publish=127.0.0.1:8080:80/tcp",
                "--volume=/srv:/data:ro", "--env=COLOUR", "--env=CAIRN_IDEMPOTENCY_KEY", "--network=none",
                "--label=dev.cairn.effect=instance%3A%2Fdo%2F0%2Frun", "--label=dev.cairn.instance=instance",
                "--label=dev.cairn.workflow=test:case:1.0.0");
        assertThat(options).endsWith("shop/image:1", "sh", "-c", "echo $1:$2:$COLOUR:$(cat)", "sh", "a b", "$(id)");
        assertThat(containers()).isEmpty();
    }

    @Test
    void withoutACommandTheArgumentsAreThoseOfTheImage() throws IOException {
        assertThat(commands.run(container("{\"code\": \"\", \"arguments\": [\"echo\", \"hello\"]}", "{}")).textValue())
                .isEqualTo("hello\n");
        assertThat(started()).endsWith("shop/image:1", "echo", "hello").doesNotContain("--interactive", "--rm")
                .contains("--pull=missing");
    }

    @Test
    void aVariableThatWouldSteerTheCommandLineIsPassedByAFile() throws IOException {
        Map<String, String> steering = new HashMap<>(
                Map.of("DOCKER_HOST", "tcp://there", "CAIRN_COMMAND", "mine", "CONTAINERS_X", "1",
                        "ssl_cert_file", "2", "all_proxy", "3", "LD_AUDIT", "4", "BASH_ENV", "5", "GODEBUG", "6"));
        steering.putAll(Map.of("AWS_PROFILE", "7", "GOOGLE_APPLICATION_CREDENTIALS", "8", "CLOUDSDK_CONFIG", "9",
                "azure_config_dir", "10"));
        ObjectNode arguments = (ObjectNode) JsonCodec.read(
                "{\"code\": \"env\", \"environment\": {\"COLOURS\": \"red\", \"GOODS_KEY\": \"k\", \"COLOUR*\": \"7\"}}");
        steering.forEach(((ObjectNode) arguments.get("environment"))::put);
        assertThat(commands.run(container(arguments.toString(), "{}")).textValue().lines())
                .contains("COLOURS=red", "GOODS_KEY=k")
                .containsAll(steering.entrySet().stream().map(Map.Entry::toString).toList());
        assertThat(started()).contains("--env=COLOURS", "--env=GOODS_KEY");
        String file = started().stream().filter(option -> option.startsWith("--env-file=")).findFirst().orElseThrow();
        assertThat(Path.of(file.substring("--env-file=".length())).getParent()).doesNotExist();
        assertThat(calls().get(1).get("modes")).hasToString("[\"0o700\"]");
        for (JsonNode call : calls()) {
            List<String> got = new ArrayList<>();
            call.get("environment").forEach(variable -> got.add(variable.textValue()));
            assertThat(got).doesNotContainAnyElementsOf(
                    steering.keySet().stream().filter(name -> !RuntimeEnvironment.needs(name)).toList());
        }
    }

    @Test
    void noValueOfAVariableIsAnArgumentOfTheCommandLine() throws IOException {
        commands.run(container("""
                {"code": "true", "environment": {"KEY": "hush-1", "AWS_SECRET_ACCESS_KEY": "hush-2"}}""", "{}"));
        assertThat(calls()).noneMatch(call -> call.get("arguments").toString().contains("hush"));
    }

    @Test
    void aVariableOfAFileArrivesAsItIsOrNotAtAll() throws IOException {
        List<String> values = List.of("", " #a b ", "\"", "\"a", "'a'b", "ä$(id)`\\", "x".repeat(60_000));
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        ObjectNode environment = arguments.putObject("environment");
        StringBuilder code = new StringBuilder("printf '%s\\n'");
        for (int i = 0; i < values.size(); i++) {
            environment.put("SSH_" + i, values.get(i));
            code.append(" \"$SSH_").append(i).append('"');
        }
        arguments.put("code", code.toString());
        assertThat(commands.run(container(arguments.toString(), "{}")).textValue())
                .isEqualTo(String.join("\n", values) + "\n");
        environment.put("SSH_KEY", "a\nb");
        WorkflowError error = commands.error(container(arguments.toString(), "{}"));
        assertThat(error.type()).isEqualTo(Standard.VALIDATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0726: The command cannot be given environment variable SSH_KEY: ");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '|', value = { "SSH_KEY, |a\r|", "SSH_KEY, |\n|", "SSH_KEY, \"a\"", "SSH_KEY, ''",
            "SSH_KEY, |'a\u2028b'|", "#A*, a", "DOCKER_A B, a", "|DOCKER_\nPATH|, a", "DOCKER_ä, a", "\ufeff*, a", "| *|, a" })
    void aFileThatACommandLineWouldReadOtherwiseIsNotWritten(String name, String value) throws IOException {
        assertRefused(name, value);
    }

    @Test
    void aFileHasNoLongLine() throws IOException {
        assertRefused("SSH_KEY", "ä".repeat(33_000));
    }

    private static void assertRefused(String name, String value) throws IOException {
        CommandLauncher files = CommandLauncher.create();
        try {
            assertThatExceptionOfType(WorkflowException.class)
                    .isThrownBy(() -> EnvironmentFile.write(files, Map.of(name, value)))
                    .satisfies(refused -> assertThat(refused.error().detail()).contains("Give it another name"));
        } finally {
            files.remove();
        }
    }

    @Test
    void aContainerWithoutANameGetsNone() throws IOException {
        commands.run(container("{\"code\": \"true\"}", "{\"name\": null}"));
        assertThat(started()).noneMatch(option -> option.startsWith("--name"));
        commands.run(container("{\"code\": \"true\"}", "{\"name\": 17}"));
        assertThat(started()).contains("--name=17");
        assertThat(commands.error(container("{\"code\": \"true\"}", "{\"name\": \"a\\u0000b\"}")).detail())
                .startsWith("CAIRN-0726").contains("the name of its container");
    }

    @Test
    void theCommandLineGetsNoOtherVariablesOfTheApplication() throws IOException {
        commands.run(container("{\"code\": \"true\"}", "{}"));
        // Shells between here and the stub set these anew.
        List<String> hidden = System.getenv().keySet().stream().filter(name -> !RuntimeEnvironment.needs(name)
                && !List.of("PWD", "OLDPWD", "SHLVL", "_").contains(name) && !name.startsWith("PYENV")).toList();
        assertThat(hidden).isNotEmpty();
        for (JsonNode call : calls()) {
            call.get("environment").forEach(variable -> assertThat(hidden).doesNotContain(variable.textValue()));
        }
    }

    @Test
    void itsCodeCanBeTheResult() {
        assertThat(commands.run(container("{\"code\": \"exit 3\", \"return\": \"code\"}", "{}")).intValue()).isEqualTo(3);
        WorkflowError error = commands.error(container("{\"code\": \"echo no >&2; exit 3\"}", "{}"));
        assertThat(error.detail()).isEqualTo("CAIRN-0724: The command ended with code 3: no");
    }

    @Test
    void anImageThatCannotBeHadIsACommunicationError() {
        WorkflowError error = commands.error(container("{\"code\": \"\", \"return\": \"all\"}", "{\"image\": \"missing\"}"));
        assertThat(error.type()).isEqualTo(Standard.COMMUNICATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0841: ")
                .contains("cannot run the image missing: stub: pull access denied");
    }

    @Test
    void aContainerThatCannotBeStartedIsRemovedBeforeTheTaskFails() throws IOException {
        removalsTakeAWhile();
        assertThat(commands.error(container("{\"code\": \"\"}", "{\"image\": \"unstartable\"}")).detail())
                .contains("no such file");
        assertThat(containers()).isEmpty();
    }

    @Test
    void aRuntimeWhoseServerDoesNotAnswerIsACommunicationError() throws IOException {
        commands.run(container("{\"code\": \"true\"}", "{}"));
        Files.createFile(directory.resolve("containers/broken"));
        WorkflowError error = commands.error(container("{\"code\": \"true\"}", "{}"));
        assertThat(error.type()).isEqualTo(Standard.COMMUNICATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0841").contains("cannot connect to the server");
    }

    @Test
    void aRuntimeThatIsNotInstalledIsAConfigurationError() throws IOException {
        Files.delete(directory.resolve("docker"));
        WorkflowError error = commands.error(container("{\"code\": \"true\"}", "{}"));
        assertThat(error.type()).isEqualTo(Standard.CONFIGURATION.type());
        assertThat(error.detail()).startsWith("CAIRN-0721");
    }

    @Test
    void itIsKilledAndRemovedWhenTheTaskIsCancelled() throws IOException {
        Path pid = directory.resolve("pid");
        Cancellable underWay = commands.performer().perform(container(running(pid), "{}")).subscribe().with(output -> {});
        written(pid);
        underWay.cancel();
        gone(pid);
        untilContainers(0);
    }

    @Test
    void itIsKilledAndRemovedBeforeTheTaskFailsByTheTimeLimit() throws IOException {
        use(1_500, List.of());
        removalsTakeAWhile();
        Path pid = directory.resolve("pid");
        assertThat(commands.error(container(running(pid), "{\"removal\": \"never\"}")).detail()).contains("CAIRN-0722");
        assertThat(containers()).isEmpty();
        gone(pid);
    }

    @Test
    void aContainerWhoseCommandLineIsKilledIsRemoved() throws IOException {
        Path pid = directory.resolve("pid");
        CompletableFuture<JsonNode> answer = commands.performer().perform(container(running(pid), "{\"removal\": \"never\"}"))
                .subscribeAsCompletionStage();
        written(pid);
        ProcessHandle.current().children()
                .filter(child -> child.info().arguments().map(Arrays::asList).orElse(List.of()).contains("run"))
                .forEach(ProcessHandle::destroyForcibly);
        assertThat(answer).failsWithin(LIMIT).withThrowableThat().withMessageContaining("CAIRN-0724");
        assertThat(containers()).isEmpty();
        gone(pid);
    }

    /** Each attempt at a task has a key of its own, so it does not find the container of the last one by that. */
    @Test
    void theNextCommandOfTheInstanceBeginsWhenOneThatWasGivenUpIsGone() throws IOException {
        removalsTakeAWhile();
        Path pid = directory.resolve("pid");
        Cancellable underWay = commands.performer().perform(container(running(pid), "{\"name\": \"worker\"}", 1))
                .subscribe().with(output -> {}, failure -> {});
        written(pid);
        underWay.cancel();
        assertThat(commands.run(container("{\"code\": \"echo again\"}", "{\"name\": \"worker\"}", 2)).textValue())
                .isEqualTo("again\n");
    }

    @Test
    void itIsKilledAndRemovedWhenTheApplicationCloses() throws IOException {
        Path pid = directory.resolve("pid");
        commands.run(container("{\"code\": \"true\"}", "{}", "ended"));
        commands.run(container("{\"code\": \"true\"}", "{\"removal\": \"eventually\", \"removalMillis\": 600000}", "waits"));
        List<Path> ended = containers();
        commands.performer().perform(container(running(pid), "{}")).subscribe().with(output -> {}, failure -> {});
        written(pid);
        commands.performer().close();
        gone(pid);
        assertThat(containers()).describedAs("those that run are removed, and no others").hasSize(2)
                .containsExactlyInAnyOrderElementsOf(ended);
    }

    @Test
    void noContainerStartsAfterTheApplicationBeganToClose() throws IOException {
        Files.createFile(Files.createDirectories(directory.resolve("containers")).resolve("slow"));
        EffectCall call = container("{\"code\": \"true\"}", "{}");
        CompletableFuture<JsonNode> preparing = commands.performer().perform(call).subscribeAsCompletionStage();
        until("a look for earlier attempts", () -> Files.exists(directory.resolve("containers/calls")));
        commands.performer().close();
        Files.delete(directory.resolve("containers/slow"));
        assertThat(preparing).failsWithin(LIMIT).withThrowableThat().withCauseInstanceOf(InstanceUnloadedException.class);
        assertThat(commands.performer().perform(call).subscribeAsCompletionStage()).failsWithin(LIMIT).withThrowableThat()
                .withCauseInstanceOf(InstanceUnloadedException.class);
        assertThat(calls()).hasSize(1);
    }

    @Test
    void theNextAttemptRemovesWhatAKilledApplicationHasLeft() throws IOException {
        Path pid = directory.resolve("pid");
        commands.performer().perform(container(running(pid), "{\"name\": \"one\"}")).subscribe().with(output -> {},
                failure -> {});
        written(pid);
        // A second life of the application: the first one is gone without a word.
        use(60_000, List.of());
        assertThat(commands.run(container("{\"code\": \"echo again\"}", "{\"name\": \"one\"}")).textValue())
                .isEqualTo("again\n");
        gone(pid);
    }

    @Test
    void aContainerThatHasEndedStaysOrIsRemovedLater() throws IOException {
        commands.run(container("{\"code\": \"true\"}", "{\"removal\": \"never\"}"));
        assertThat(containers()).hasSize(1);
        commands.run(container("{\"code\": \"true\"}", "{\"removal\": \"eventually\", \"removalMillis\": 300}"));
        // The attempt before had the same effect.
        untilContainers(0);
        assertThat(started()).contains("--label=dev.cairn.remove-after=300");
    }

    @Test
    void aDelayedRemovalLeavesTheNextAttemptAlone() throws IOException {
        Map<Long, Runnable> timers = new ConcurrentHashMap<>();
        ContainerRuntime runtime = runtime((delay, action) -> {
            timers.put(delay, action);
            return () -> {};
        });
        EffectCall call = container("{}", "{\"removal\": \"eventually\", \"removalMillis\": 7777}");
        new ContainerRunner(runtime, call).ended(false, 0);
        Path pid = directory.resolve("pid");
        commands.performer().perform(container(running(pid), "{}")).subscribe().with(output -> {}, failure -> {});
        written(pid);
        timers.get(7777L).run();
        until("a look for the first attempt", () -> calls().size() == 3);
        String attempt = started().stream().filter(option -> option.startsWith("--label=dev.cairn.attempt=")).findFirst()
                .orElseThrow().substring("--".length());
        assertThat(calls().get(2).toString()).contains("--filter=label=dev.cairn.attempt=").doesNotContain(attempt);
    }

    @Test
    void aRemovalThatIsUnderWayIsWaitedFor() throws IOException {
        commands.run(container("{\"code\": \"true\"}", "{}"));
        Files.writeString(directory.resolve("containers/busy"), "3");
        assertThat(commands.run(container("{\"code\": \"echo again\"}", "{}")).textValue()).isEqualTo("again\n");
        assertThat(containers()).hasSize(1);
        Files.writeString(directory.resolve("containers/busy"), "1000");
        assertThat(runtime(AT_ONCE).remove("dev.cairn.instance=instance")).failsWithin(LIMIT).withThrowableThat()
                .withMessageContaining("already in progress");
        assertThat(Files.readString(directory.resolve("containers/busy"))).isEqualTo("990");
    }

    @Test
    void anEffectIsFoundWhateverItsInstanceIsCalled() throws IOException {
        commands.run(container("{\"code\": \"true\"}", "{}", "a, b*"));
        commands.run(container("{\"code\": \"true\"}", "{}", "a, bc"));
        assertThat(containers()).hasSize(2);
        commands.run(container("{\"code\": \"true\"}", "{}", "a, b*"));
        assertThat(containers()).hasSize(2);
        assertThat(started()).contains("--label=dev.cairn.effect=a%2C+b%2A%3A%2Fdo%2F0%2Frun");
    }

    @Test
    void anotherLifeRemovesTheContainersOfAProcessThatIsGone() throws Exception {
        Process owner = new ProcessBuilder("sleep", "333").start();
        commands.run(container("{\"code\": \"true\"}", "{}"));
        String host = started().stream().filter(option -> option.startsWith("--label=dev.cairn.host=")).findFirst()
                .orElseThrow()
                .substring("--label=dev.cairn.host=".length());
        long clock = ProcessIdentity.MAX_CLOCK_DIFFERENCE_MILLIS - 1000;
        List<Path> kept = List.of(stored("alive", host, started(owner.toHandle(), 0), "running"),
                stored("early", host, started(owner.toHandle(), -clock), "running"),
                stored("late", host, started(owner.toHandle(), clock), "running"),
                stored("mine", host, started(ProcessHandle.current(), 0), "running"),
                stored("other", "elsewhere", "1-1", "running"), stored("done", host, "1-1", "exited"));
        stored("dead", host, owner.pid() + "-1", "running");
        stored("before", host, started(ProcessHandle.current(), -clock), "running");
        stored("created", host, "999999999-1", "created");
        stored("later", host, "1-1", "exited", "dev.cairn.remove-after", "200");
        Files.writeString(directory.resolve("containers/busy"), "2");
        try {
            runtime(AT_ONCE).sweep().join();
            untilContainers(kept.size() + 1);
            assertThat(containers()).containsAll(kept);
        } finally {
            owner.destroyForcibly();
        }
    }

    private static String started(ProcessHandle process, long movedMillis) {
        return process.pid() + "-" + (process.info().startInstant().orElseThrow().toEpochMilli() + movedMillis);
    }

    private ContainerRuntime runtime(TimerService timers) {
        return new ContainerRuntime(directory.resolve("docker").toString(), List.of(), Runnable::run, timers);
    }

    private Path stored(String id, String host, String process, String status, String... more) throws IOException {
        ObjectNode container = (ObjectNode) JsonCodec.read("{}");
        container.put("id", id).put("name", "").put("status", status).put("image", "x").putObject("labels")
                .put("dev.cairn.host", host)
                .put("dev.cairn.process", process).put("dev.cairn.attempt", "attempt-of-" + id);
        if (more.length > 0) {
            ((ObjectNode) container.get("labels")).put(more[0], more[1]);
        }
        return Files.writeString(directory.resolve("containers").resolve(id + ".json"), container.toString());
    }

    private static String running(Path pid) {
        return "{\"code\": \"echo $$ > " + pid + "; exec sleep 331\"}";
    }

    private static EffectCall container(String arguments, String container, String instance) {
        EffectCall call = container(arguments, container);
        return new EffectCall(instance, call.workflow(), call.version(), call.task(), instance + ":/do/0/run",
                call.arguments());
    }

    private static EffectCall container(String arguments, String container, int attempt) {
        EffectCall call = container(arguments, container);
        return new EffectCall(call.instanceId(), call.workflow(), call.version(), call.task(), call.idempotencyKey() + attempt,
                call.arguments());
    }

    private static EffectCall container(String arguments, String container) {
        ObjectNode all = (ObjectNode) JsonCodec.read(arguments);
        ObjectNode spec = (ObjectNode) JsonCodec.read("{\"image\": \"shop/image:1\", \"ports\": [], \"volumes\": [],"
                + " \"pull\": \"if_not_present\", \"removal\": \"never\", \"removalMillis\": 0}");
        spec.setAll((ObjectNode) JsonCodec.read(container));
        all.put("interpreter", "container").set("container", spec);
        return call(all);
    }

    /** Arguments of the last container that was started. */
    private List<String> started() throws IOException {
        List<String> arguments = new ArrayList<>();
        for (JsonNode call : calls()) {
            if (call.at("/arguments/0").textValue().equals("run")) {
                arguments.clear();
                call.get("arguments").forEach(argument -> arguments.add(argument.textValue()));
            }
        }
        return arguments;
    }

    private List<JsonNode> calls() throws IOException {
        return Files.readAllLines(directory.resolve("containers/calls")).stream().map(JsonCodec::read).toList();
    }

    private void removalsTakeAWhile() throws IOException {
        Files.writeString(Files.createDirectories(directory.resolve("containers")).resolve("busy"), "2");
    }

    private List<Path> containers() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("containers"))) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    private void untilContainers(int number) throws IOException {
        until(number + " containers", () -> containers().size() == number);
    }
}
