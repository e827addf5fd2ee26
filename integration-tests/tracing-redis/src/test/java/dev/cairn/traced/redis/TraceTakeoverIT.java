package dev.cairn.traced.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.crash.harness.HeldService;
import dev.cairn.crash.harness.TracedApplication;
import dev.cairn.servers.RedisServer;
import dev.cairn.testkit.crash.ChildJvm;

/** A trace goes on where another node takes an instance over. */
@Tag("crash")
@Tag("cluster")
@Tag("any-jdk")
class TraceTakeoverIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void whatANodeTakesOverIsLinkedToWhatTheOtherDid() throws Exception {
        try (RedisServer redis = new RedisServer(directory, "appendonly yes", "appendfsync everysec");
                HeldService service = new HeldService()) {
            TracedApplication application = new TracedApplication(directory,
                    "-Dquarkus.redis.cairn.hosts=redis://127.0.0.1:" + redis.port(), "-Dquarkus.cairn.cluster.enabled=true",
                    "-Dquarkus.cairn.cluster.failover-time=PT2S");
            try (ChildJvm second = application.live("second")) {
                try (ChildJvm first = application.live("first")) {
                    second.awaitReady(PATIENCE);
                    application.start(first, "asks", "{\"uri\": \"" + service.uri() + "\"}");
                    service.awaitFirst();
                }
                String lost = application.await(named("call CallCounter.countOnWorker")).get("parent").textValue();
                JsonNode resumed = application.await(named("run traced:asks"));
                assertThat(resumed.get("trace").textValue()).isEqualTo(TracedApplication.TRACE);
                assertThat(resumed.at("/links/0").textValue()).isEqualTo(lost);
                assertThat(resumed.at("/attributes/cairn.resumed").textValue()).isEqualTo("true");
                assertThat(resumed.at("/attributes/cairn.status").textValue()).isEqualTo("completed");
                // The engine's own commands to Redis are in no trace.
                assertThat(application.spans()).extracting(span -> span.get("name").textValue()).containsOnly("POST /asks",
                        "run traced:asks", "call CallCounter.countOnWorker", "worker", "GET");
            }
        }
    }

    private static Predicate<JsonNode> named(String name) {
        return span -> span.get("name").textValue().equals(name);
    }
}
