package dev.cairn.effect.command;

import static dev.cairn.effect.command.CommandsUnderTest.call;
import static dev.cairn.effect.command.CommandsUnderTest.gone;
import static dev.cairn.effect.command.CommandsUnderTest.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.subscription.Cancellable;

/** Containers, by an executable that takes the options of Docker and runs processes of this machine. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "The stub runs commands of Linux")
class ContainerRunnerTest {

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
                "--label=dev.cairn.effect=instance:/do/0/run", "--label=dev.cairn.instance=instance",
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
    void aVariableThatTheCommandLineReadsItselfIsNotChanged() throws IOException {
        assertThat(commands.run(container("{\"code\": \"echo $DOCKER_HOST $CAIRN_COMMAND\", \"environment\":"
                + " {\"DOCKER_HOST\": \"tcp://there\", \"CAIRN_COMMAND\": \"mine\"}}", "{}")).textValue())
                .isEqualTo("tcp://there mine\n");
        assertThat(started()).contains("--env=DOCKER_HOST=tcp://there", "--env=CAIRN_COMMAND=mine");
    }

    @Test
    void theCommandLineGetsNoOtherVariablesOfTheApplication() throws IOException {
        commands.run(container("{\"code\": \"true\"}", "{}"));
        // Shells between here and the stub set these anew.
        List<String> hidden = System.getenv().keySet().stream().filter(name -> !ContainerRuntime.needs(name)
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
    void aContainerThatCannotBeStartedIsRemoved() throws IOException {
        assertThat(commands.error(container("{\"code\": \"\"}", "{\"image\": \"unstartable\"}")).detail())
                .contains("no such file");
        untilContainers(0);
    }

    @Test
    void aRuntimeThatDoesNotAnswerIsAnError() throws IOException {
        commands.run(container("{\"code\": \"true\"}", "{}"));
        Files.createFile(directory.resolve("containers/broken"));
        WorkflowError error = commands.error(container("{\"code\": \"true\"}", "{}"));
        assertThat(error.detail()).startsWith("CAIRN-0721").contains("cannot connect to the server");
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
    void itIsKilledAndRemovedAfterTheTimeLimit() throws IOException {
        use(1_500, List.of());
        Path pid = directory.resolve("pid");
        assertThat(commands.error(container(running(pid), "{\"removal\": \"never\"}")).detail()).contains("CAIRN-0722");
        gone(pid);
        untilContainers(0);
    }

    @Test
    void itIsKilledAndRemovedWhenTheApplicationCloses() throws IOException {
        Path pid = directory.resolve("pid");
        commands.performer().perform(container(running(pid), "{}")).subscribe().with(output -> {}, failure -> {});
        written(pid);
        commands.performer().close();
        gone(pid);
        assertThat(containers()).isEmpty();
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
    void anotherLifeRemovesTheContainersOfAProcessThatIsGone() throws Exception {
        Process owner = new ProcessBuilder("sleep", "333").start();
        String alive = owner.pid() + "-" + owner.info().startInstant().orElseThrow().toEpochMilli();
        commands.run(container("{\"code\": \"true\"}", "{}"));
        String host = started().stream().filter(option -> option.startsWith("--label=dev.cairn.host=")).findFirst()
                .orElseThrow()
                .substring("--label=dev.cairn.host=".length());
        List<Path> kept = List.of(stored("alive", host, alive, "running"), stored("other", "elsewhere", "1-1", "running"),
                stored("done", host, "1-1", "exited"));
        stored("dead", host, owner.pid() + "-1", "running");
        stored("created", host, "999999999-1", "created");
        stored("later", host, "1-1", "exited", "dev.cairn.remove-after", "200");
        try {
            CompletableFuture<Void> swept = new ContainerRuntime(directory.resolve("docker").toString(), List.of(),
                    Runnable::run,
                    (delay, action) -> {
                        action.run();
                        return () -> {};
                    }).sweep();
            swept.join();
            untilContainers(kept.size() + 1);
            assertThat(containers()).containsAll(kept);
        } finally {
            owner.destroyForcibly();
        }
    }

    private Path stored(String id, String host, String process, String status, String... more) throws IOException {
        ObjectNode container = (ObjectNode) JsonCodec.read("{}");
        container.put("id", id).put("name", "").put("status", status).put("image", "x").putObject("labels")
                .put("dev.cairn.host", host)
                .put("dev.cairn.process", process).put("dev.cairn.effect", "effect-of-" + id);
        if (more.length > 0) {
            ((ObjectNode) container.get("labels")).put(more[0], more[1]);
        }
        return Files.writeString(directory.resolve("containers").resolve(id + ".json"), container.toString());
    }

    private static String running(Path pid) {
        return "{\"code\": \"echo $$ > " + pid + "; exec sleep 331\"}";
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

    private List<Path> containers() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("containers"))) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    private void untilContainers(int number) throws IOException {
        while (containers().size() != number) {
            Thread.onSpinWait();
        }
    }
}
