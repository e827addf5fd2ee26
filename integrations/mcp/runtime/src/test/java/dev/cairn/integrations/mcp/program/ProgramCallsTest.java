package dev.cairn.integrations.mcp.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.command.CommandPerformer;
import dev.cairn.effect.command.CommandPerformerSettings;
import dev.cairn.effect.command.ConversedPrograms;
import dev.cairn.integrations.mcp.protocol.ClientIdentity;
import dev.cairn.integrations.mcp.protocol.McpCall;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.program.ProgramLine;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/** Calls of programs that are started for them. */
class ProgramCallsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    Path directory;

    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private CommandPerformer commands = commands(true);

    @AfterEach
    void close() {
        commands.close();
        timers.shutdownNow();
        workers.shutdownNow();
    }

    @Test
    void speaksWithAProgramByItsStandardInputAndOutput() {
        JsonNode result = call("echo", "2025-06-18", "ä").await().atMost(PATIENCE).path("result");

        assertThat(result.path("argument").textValue()).isEqualTo("ä");
        assertThat(result.path("variable").textValue()).isEqualTo("hello");
        assertThat(result.path("key").textValue()).isEqualTo("key-1");
        assertThat(result.path("home").textValue()).as("variables of this process stay here").isEqualTo("null");
        assertThat(result.path("reply").path("error").path("code").intValue()).isEqualTo(-32_601);
        assertThat(result.path("request").path("params")).isEqualTo(JsonCodec.read("{\"name\": \"echo\"}"));
    }

    @Test
    void reportsHowAProgramFails() {
        assertThat(call("fails", "2025-06-18", "").await().atMost(PATIENCE).path("result").path("content").path(0).path("text")
                .textValue()).isEqualTo("no ü");
        assertThat(shown(failure("ends", "2025-06-18")))
                .isEqualTo("communication 500 MCP server ended: The program ended with code"
                        + " 3 before it answered tools/call: out of paper");
        assertThat(shown(failure("big", "2025-06-18")))
                .startsWith("runtime 500 Too much output: CAIRN-0723: The command wrote more than a.setting, 10000 bytes.");
        assertThat(shown(failure("echo", "1999-01-01"))).startsWith("communication 500 MCP version is not supported");
    }

    @Test
    void answersAHundredRequestsOfAProgram() {
        assertThat(call("asks", "2025-06-18", "100").await().atMost(PATIENCE).path("result").textValue()).isEqualTo("asked");
        assertThat(shown(failure("asks", "2025-06-18", "101")))
                .isEqualTo("communication 500 Too many requests of the MCP server: The program made more than 100 requests"
                        + " before it answered tools/call");
    }

    @Test
    void makesTheCallOnceThoughAProgramRepeatsItsAnswerToTheBeginning() {
        assertThat(call("repeats", "2025-06-18").await().atMost(PATIENCE).path("result"))
                .isEqualTo(JsonCodec.read("{\"jsonrpc\": \"2.0\", \"id\": 7, \"result\": {}}"));
    }

    @Test
    void reportsAProgramThatIsNotThere() {
        WorkflowError error = failure(
                new ProgramLine("no-such-program", array(), JsonNodeFactory.instance.objectNode(), "key-1",
                        10_000, "a.setting"));

        assertThat(shown(error))
                .startsWith("configuration 400 Cannot start the command: CAIRN-0721: Cannot start no-such-program: ");
    }

    @Test
    void startsNothingIfCommandsAreSwitchedOff() {
        commands = commands(false);

        assertThat(shown(failure("echo", "2025-06-18"))).startsWith("authorization 403 Not allowed: CAIRN-0720");
    }

    @Test
    void endsTheProgramWithTheCall() throws IOException {
        Path pids = directory.resolve("cancelled");
        Cancellable running = call("hang", "2025-06-18", pids.toString()).subscribe().with(outcome -> {});
        List<ProcessHandle> processes = processes(pids);

        running.cancel();

        awaitTrue(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void endsTheProgramWithTheApplication() throws IOException {
        Path pids = directory.resolve("stopped");
        call("hang", "2025-06-18", pids.toString()).subscribe().with(outcome -> {});
        List<ProcessHandle> processes = processes(pids);

        commands.close();

        awaitTrue(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
    }

    private List<ProcessHandle> processes(Path pids) throws IOException {
        awaitTrue(() -> Files.exists(pids) && read(pids).matches("\\d+ \\d+"));
        return Stream.of(read(pids).split(" ")).map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow()).toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            return "";
        }
    }

    private Uni<JsonNode> call(String tool, String... arguments) {
        ArrayNode line = array("-cp", System.getProperty("java.class.path"), StdioServer.class.getName());
        Stream.of(arguments).forEach(line::add);
        return call(tool, new ProgramLine(JAVA, line, JsonNodeFactory.instance.objectNode().put("GREETING", "hello")
                .put("LC_ALL", "C.UTF-8"), "key-1", 10_000, "a.setting"));
    }

    private Uni<JsonNode> call(String tool, ProgramLine line) {
        McpCall call = new McpCall(new OutboundCaller("shop:ask", "1.0.0", "i", "/do/0/ask"), "tools/call",
                JsonNodeFactory.instance.objectNode().put("name", tool), new ClientIdentity("shop", "1.2", "2025-06-18"),
                "key-1",
                10_000);
        return new ProgramCalls(new ConversedPrograms(commands)).call(call, line);
    }

    private WorkflowError failure(String tool, String version) {
        return failure(tool, version, "");
    }

    private WorkflowError failure(String tool, String version, String argument) {
        return catchThrowableOfType(WorkflowException.class, () -> call(tool, version, argument).await().atMost(PATIENCE))
                .error();
    }

    private WorkflowError failure(ProgramLine line) {
        return catchThrowableOfType(WorkflowException.class, () -> call("echo", line).await().atMost(PATIENCE)).error();
    }

    private static String shown(WorkflowError error) {
        return error.type().substring(error.type().lastIndexOf('/') + 1) + " " + error.status() + " " + error.title() + ": "
                + error.detail();
    }

    private static ArrayNode array(String... texts) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        Stream.of(texts).forEach(array::add);
        return array;
    }

    private CommandPerformer commands(boolean enabled) {
        return new CommandPerformer(new CommandPerformerSettings(enabled, Map.of(), 60_000, 10_000, List.of(),
                StandardCharsets.UTF_8), workers,
                (delayMillis, action) -> {
                    var timer = timers.schedule(action, delayMillis, TimeUnit.MILLISECONDS);
                    return () -> timer.cancel(false);
                }, () -> false);
    }

    private static void awaitTrue(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("still false after " + PATIENCE).isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
