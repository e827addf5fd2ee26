package dev.cairn.crash.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.crash.harness.KilledApplication;
import dev.cairn.testkit.crash.ChildJvm;
import dev.cairn.testkit.crash.CrashSettings;

/**
 * An application that runs containers one after another, killed with SIGKILL while one of them runs. The container outlives the
 * application, and the next life removes it. An executable that runs processes stands in for the container runtime.
 * {@code -Dcrash.kills} says how often the application is killed.
 */
@Tag("crash")
@Tag("crash-calls")
@Tag("any-jdk")
@EnabledOnOs(value = OS.LINUX, disabledReason = "The executable runs commands of Linux")
class ContainerCrashIT {

    private static final Path STUB = Path.of("..", "..", "runtime", "src", "test", "resources", "container",
            "container-runtime.py");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int CONTAINERS_A_LIFE = 3;

    /** A container that ran when the application was killed. */
    private record OrphanedContainer(String number, String id, ProcessHandle process) {}

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @BeforeEach
    void install() throws IOException {
        Path executable = Files.copy(STUB, directory.resolve("docker"));
        assertThat(executable.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void removesTheContainerInFlightAndRunsItAgainAndNoOther() throws Exception {
        CrashSettings settings = CrashSettings.ofSystemProperties(3);
        Random random = new Random(settings.seed());
        int all = CONTAINERS_A_LIFE * (settings.kills() + 1);
        KilledApplication application = new KilledApplication(directory, "/renderings",
                Map.of("containers", all, "directory", directory.toString()),
                Map.of("quarkus.cairn.run.interpreter.container", directory.resolve("docker").toString()));
        List<OrphanedContainer> orphans = new ArrayList<>();
        for (int kill = 0; kill < settings.kills(); kill++) {
            int number = kill * CONTAINERS_A_LIFE + random.nextInt(CONTAINERS_A_LIFE);
            orphans.add(killDuring(application, String.valueOf(number)));
        }

        assertThat(application.finish()).extracting(JsonNode::asInt)
                .containsExactlyElementsOf(IntStream.range(0, all).boxed().toList());
        List<String> runs = new ArrayList<>(IntStream.range(0, all).mapToObj(String::valueOf).toList());
        for (OrphanedContainer orphan : orphans) {
            assertThat(orphan.process().onExit()).succeedsWithin(KilledApplication.PATIENCE);
            assertThat(calls("rm")).anyMatch(arguments -> arguments.contains(orphan.id()));
            runs.add(orphan.number());
        }
        assertThat(calls("run")).extracting(arguments -> arguments.get(arguments.size() - 1))
                .containsExactlyInAnyOrderElementsOf(runs);
        assertThat(containers()).as("those that have ended stay").hasSize(all)
                .allMatch(container -> container.path("status").textValue().equals("exited"));
    }

    private OrphanedContainer killDuring(KilledApplication application, String number) throws Exception {
        Path hold = Files.createFile(directory.resolve("hold-" + number));
        Path pid = directory.resolve("pid-" + number);
        try (ChildJvm life = application.live()) {
            await().atMost(KilledApplication.PATIENCE).until(() -> Files.exists(pid) && Files.size(pid) > 0);
            life.kill();
        }
        ProcessHandle process = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        Files.delete(hold);
        List<JsonNode> running = containers().stream()
                .filter(container -> container.path("status").textValue().equals("running")).toList();
        assertThat(running).hasSize(1);
        return new OrphanedContainer(number, running.get(0).path("id").textValue(), process);
    }

    /** The arguments of the calls of a command of the container runtime. */
    private List<List<String>> calls(String command) throws IOException {
        List<List<String>> calls = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve("containers/calls"))) {
            List<String> arguments = new ArrayList<>();
            MAPPER.readTree(line).path("arguments").forEach(argument -> arguments.add(argument.textValue()));
            if (arguments.get(0).equals(command)) {
                calls.add(arguments);
            }
        }
        return calls;
    }

    private List<JsonNode> containers() throws IOException {
        List<JsonNode> containers = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("containers"))) {
            for (Path file : files.filter(file -> file.toString().endsWith(".json")).toList()) {
                containers.add(MAPPER.readTree(file.toFile()));
            }
        }
        return containers;
    }
}
