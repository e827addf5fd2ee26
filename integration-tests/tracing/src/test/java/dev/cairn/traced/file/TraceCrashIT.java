package dev.cairn.traced.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.crash.harness.HeldService;
import dev.cairn.crash.harness.TracedApplication;
import dev.cairn.testkit.crash.ChildJvm;

/** A trace goes on after a SIGKILL: later spans are linked to earlier ones. */
@Tag("crash")
@Tag("crash-file")
@Tag("smoke")
@Tag("any-jdk")
class TraceCrashIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private TracedApplication application;

    @BeforeEach
    void configure() {
        application = new TracedApplication(directory, "-Dquarkus.cairn.file.path=" + directory.resolve("data"));
    }

    @Test
    void aCallThatIsMadeAgainIsInASpanThatIsLinkedToTheLostOne() throws Exception {
        try (HeldService service = new HeldService()) {
            try (ChildJvm first = application.live("first")) {
                application.start(first, "asks", "{\"uri\": \"" + service.uri() + "\"}");
                service.awaitFirst();
            }
            // It never ended, so it was not exported. The spans of its work have it as parent.
            String lost = application.await(named("call CallCounter.countOnWorker")).get("parent").textValue();
            assertThat(application.spans()).noneMatch(named("run traced:asks"));
            try (ChildJvm second = application.live("second")) {
                JsonNode resumed = application.await(named("run traced:asks"));
                assertThat(resumed.get("trace").textValue()).isEqualTo(TracedApplication.TRACE);
                assertThat(resumed.at("/links/0").textValue()).isEqualTo(lost);
                assertThat(resumed.at("/attributes/cairn.status").textValue()).isEqualTo("completed");
                JsonNode call = application.await(named("GET"));
                assertThat(call.get("parent")).isEqualTo(resumed.get("span"));
                assertThat(service.parents()).hasSize(2)
                        .allMatch(parent -> parent.startsWith("00-" + TracedApplication.TRACE + "-"))
                        .last().asString().contains(call.get("span").textValue());
            }
        }
    }

    @Test
    void aWaitThatIsOverAfterwardsIsLinkedToItsBeginning() throws Exception {
        JsonNode before;
        try (ChildJvm first = application.live("first")) {
            application.start(first, "naps", "{\"milliseconds\": 3000}");
            before = application.await(named("run traced:naps"));
            assertThat(before.at("/attributes/cairn.status").textValue()).isEqualTo("waiting");
        }
        try (ChildJvm second = application.live("second")) {
            JsonNode after = application.await(named("run traced:naps").and(span -> span.get("links").size() > 0));
            assertThat(after.get("trace")).isEqualTo(before.get("trace"));
            assertThat(after.get("parent")).isEqualTo(before.get("parent"));
            assertThat(after.get("links").get(0)).isEqualTo(before.get("span"));
            assertThat(after.at("/attributes/cairn.status").textValue()).isEqualTo("completed");
        }
    }

    @Test
    void anApplicationThatStopsEndsItsSpans() throws Exception {
        try (HeldService service = new HeldService()) {
            JsonNode before;
            try (ChildJvm first = application.live("first", "-Dquarkus.cairn.stop-timeout=PT0.1S")) {
                application.start(first, "asks", "{\"uri\": \"" + service.uri() + "\"}");
                service.awaitFirst();
                first.stop();
                before = application.await(named("run traced:asks"));
                assertThat(application.await(named("GET")).at("/attributes/cairn.outcome").textValue()).isEqualTo("abandoned");
                assertThat(first.awaitEnd(PATIENCE)).isTrue();
            }
            try (ChildJvm second = application.live("second")) {
                JsonNode after = application.await(named("run traced:asks").and(span -> span.get("links").size() > 0));
                assertThat(after.at("/links/0")).isEqualTo(before.get("span"));
            }
        }
    }

    @Test
    void whatWasStartedWithoutTracesHasATraceOfItsOwnLater() throws Exception {
        try (HeldService service = new HeldService()) {
            try (ChildJvm first = application.live("first", "-Dquarkus.otel.sdk.disabled=true")) {
                application.start(first, "asks", "{\"uri\": \"" + service.uri() + "\"}");
                service.awaitFirst();
                assertThat(service.parents()).containsExactly("null");
            }
            assertThat(application.spans()).isEmpty();
            try (ChildJvm second = application.live("second")) {
                JsonNode resumed = application.await(named("run traced:asks"));
                assertThat(resumed.get("parent").textValue()).isEqualTo("0000000000000000");
                assertThat(resumed.get("links")).isEmpty();
                assertThat(resumed.at("/attributes/cairn.status").textValue()).isEqualTo("completed");
            }
        }
    }

    @Test
    void whatWasStartedWithTracesGoesOnWithout() throws Exception {
        try (HeldService service = new HeldService()) {
            try (ChildJvm first = application.live("first")) {
                application.start(first, "asks", "{\"uri\": \"" + service.uri() + "\"}");
                service.awaitFirst();
            }
            int spans = application.spans().size();
            try (ChildJvm second = application.live("second", "-Dquarkus.otel.sdk.disabled=true")) {
                service.awaitSecond();
            }
            assertThat(application.spans()).hasSize(spans);
        }
    }

    private static Predicate<JsonNode> named(String name) {
        return span -> span.get("name").textValue().equals(name);
    }
}
