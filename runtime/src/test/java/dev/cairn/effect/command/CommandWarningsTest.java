package dev.cairn.effect.command;

import static dev.cairn.effect.command.CommandsUnderTest.call;
import static dev.cairn.effect.command.CommandsUnderTest.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failures of commands that no task waits for are in the log. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "The commands are those of Linux")
class CommandWarningsTest {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    @TempDir
    Path directory;

    private final CommandsUnderTest commands = new CommandsUnderTest();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Handler listener = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            Object[] parameters = entry.getParameters();
            warnings.add(parameters == null ? entry.getMessage() : entry.getMessage().formatted(parameters));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOG.addHandler(listener);
    }

    @AfterEach
    void stop() {
        LOG.removeHandler(listener);
        commands.close();
    }

    @ParameterizedTest
    @CsvSource({ "exec sleep 600, CAIRN-0722: Timed out", "cat /dev/zero, CAIRN-0723: Too much output",
            "echo s3cret >&2; exit 3, CAIRN-0724: The command failed" })
    void aFailureThatNoTaskWaitsForIsAWarning(String code, String warning) throws IOException {
        commands.use(true, Map.of(), 1_000, 10_000);

        assertThat(commands.run("{\"await\": false, \"code\": \"" + code + "\"}").isNull()).isTrue();

        until("a warning", () -> !warnings.isEmpty());
        assertThat(warnings).containsExactly(warning
                + " [workflow=test:case:1.0.0, instance=instance, task=/do/0/run]. The task has not waited for the command (await: false).");
    }

    @Test
    void anImageThatCannotBeHadIsAWarning() throws IOException {
        commands.use(new CommandPerformerSettings(true, Map.of("container", runtime("case $1 in run) exit 125;; esac")), 60_000,
                100_000, List.of(), StandardCharsets.UTF_8));

        commands.run(call("""
                {"interpreter": "container", "await": false, "code": "", "container": {"image": "missing", "pull": "never",
                 "removal": "never"}}"""));

        until("a warning", () -> !warnings.isEmpty());
        assertThat(warnings).singleElement().asString().startsWith("CAIRN-0841: Cannot run the container [workflow=test:case");
    }

    @Test
    void aFailureOfAnAwaitedCommandIsTheErrorOfItsTask() {
        assertThat(commands.error("{\"code\": \"exit 3\"}").detail()).startsWith("CAIRN-0724");
        assertThat(warnings).isEmpty();
    }

    @Test
    void aRemovalThatIsNotDoneInTimeIsAWarning() throws IOException {
        Path slow = Files.createFile(directory.resolve("slow"));
        ContainerRuntime runtime = new ContainerRuntime(runtime("while [ -e " + slow + " ]; do sleep 0.02; done"), List.of(),
                Runnable::run, (delay, action) -> {
                    action.run();
                    return () -> {};
                });
        runtime.ownerLabels();

        runtime.close(200);

        Files.delete(slow);
        assertThat(warnings).singleElement().asString()
                .startsWith("CAIRN-0842: Cannot remove a container [dev.cairn.process=" + ProcessIdentity.current()
                        + "]: not done within 200 ms. Remove it: ");
    }

    private String runtime(String script) throws IOException {
        Path executable = Files.writeString(directory.resolve("runtime"), "#!/bin/sh\n" + script + "\n");
        assertThat(executable.toFile().setExecutable(true)).isTrue();
        return executable.toString();
    }
}
