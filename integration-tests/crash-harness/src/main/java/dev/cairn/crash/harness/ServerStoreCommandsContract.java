package dev.cairn.crash.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.servers.LocalServer;
import dev.cairn.testkit.crash.CrashRunObservations;

/** Two JVMs with their instances in one server: a client of one of them operates the instances of the other over HTTP. */
public abstract class ServerStoreCommandsContract implements SharedServer {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** An instance that waits for an event stays in the memory of its node for longer than a test takes. */
    private static final String STAYS_IN_MEMORY = "-Dquarkus.cairn.memory-wait=10M";
    private static final int MANY = 5;

    private final ManagementCalls calls = new ManagementCalls();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void instancesOfAnotherNodeAreOperated() throws Exception {
        try (LocalServer server = serve(directory.resolve("server"));
                ClusterNodes nodes = new ClusterNodes(directory, new CrashRunObservations(),
                        List.of(STAYS_IN_MEMORY, setting(server.port())))) {
            nodes.start("a");
            nodes.start("b");
            nodes.awaitReady();
            URI asked = nodes.preferred("a");
            URI owner = nodes.preferred("b");

            singleInstances(asked, owner);
            anEvent(asked, owner);
            manyInstances(asked, owner);
        }
    }

    private void singleInstances(URI asked, URI owner) {
        String suspended = started(owner, "single");
        command(asked, suspended, "suspend", 200);
        assertThat(phase(owner, suspended)).isEqualTo("suspended");
        command(asked, suspended, "resume", 200);
        assertThat(phase(owner, suspended)).isEqualTo("waiting");

        String cancelled = started(owner, "single");
        command(asked, cancelled, "cancel", 200);
        assertThat(phase(owner, cancelled)).isEqualTo("cancelled");
        JsonNode commands = calls.get(owner, "/instances/" + cancelled + "/commands").path("commands");
        assertThat(commands.findValuesAsText("command")).containsExactly("start", "cancel");
        assertThat(commands.findValuesAsText("reason")).containsExactly("Asked on the other node");

        String compensated = started(owner, "single");
        command(asked, compensated, "compensate", 202);
        await().atMost(PATIENCE).until(() -> phase(owner, compensated).equals("cancelled"));
        command(asked, compensated, "suspend", 409);
    }

    /** No service listens where the instance tells of the event, so it faults. */
    private void anEvent(URI asked, URI owner) {
        String id = started(owner, "event");
        calls.post(asked, "/instances/" + id + "/events",
                "{\"event\":{\"id\":\"1\",\"source\":\"/desk\",\"type\":\"crash.word\",\"data\":{\"start\":\"event\",\"number\":1}}}",
                200);
        assertThat(calls.get(owner, "/instances/" + id + "/journal").path("entries").findValuesAsText("kind"))
                .contains("received");
        await().atMost(PATIENCE).until(() -> phase(asked, id).equals("faulted"));
        assertThat(calls.get(asked, "/instances/" + id + "/history").path("tasks").findValuesAsText("name"))
                .contains("listens", "tell");
        command(asked, id, "retry", 202);
        String fork = calls.post(asked, "/instances/" + id + "/fork", "{\"task\":\"/do/0/listens\"}", 201).path("instance")
                .asText();
        await().atMost(PATIENCE).until(() -> phase(owner, fork).equals("waiting"));
    }

    private void manyInstances(URI asked, URI owner) {
        for (int i = 0; i < MANY; i++) {
            started(owner, "many");
        }
        String id = calls.post(asked, "/operations",
                "{\"command\":\"cancel\",\"filter\":{\"workflow\":\"hears\",\"businessKey\":\"many\"},\"reason\":\"Clean up\"}",
                202).path("id").asText();
        await().atMost(PATIENCE)
                .until(() -> calls.get(asked, "/operations/" + id).path("state").asText().equals("completed"));
        assertThat(calls.get(asked, "/operations/" + id).path("done").asInt()).isEqualTo(MANY);
        JsonNode elsewhere = calls.get(owner, "/operations/" + id);
        assertThat(elsewhere).isEqualTo(calls.get(asked, "/operations/" + id));
        assertThat(elsewhere.path("reason").asText()).isEqualTo("Clean up");
        assertThat(calls.delete(owner, "/operations/" + id).path("state").asText()).isEqualTo("completed");
        assertThat(calls.get(owner, "/operations/" + id.replaceFirst("-.*", "-gone"), 404).path("code").asText())
                .isEqualTo("CAIRN-0756");
        assertThat(calls.get(owner, "/instances?businessKey=many&status=cancelled").path("instances")).hasSize(MANY);
    }

    /** Starts an instance that waits for events in the memory of a node. */
    private String started(URI node, String key) {
        String id = calls.post(node, "/workflows/hears/instances",
                "{\"input\":{\"start\":\"" + key + "\",\"effects\":\"http://127.0.0.1:9/\"},\"businessKey\":\"" + key + "\"}",
                201)
                .path("instance").asText();
        assertThat(calls.get(node, "/instances/" + id).path("node").asText()).startsWith("b");
        return id;
    }

    private void command(URI node, String id, String command, int status) {
        calls.post(node, "/instances/" + id + "/" + command, "{\"reason\":\"Asked on the other node\"}", status);
    }

    private String phase(URI node, String id) {
        return calls.get(node, "/instances/" + id).path("status").asText();
    }
}
