package dev.cairn.persistence.file.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.HttpTrigger;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowTask;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** The annotation of a bean bounds the concurrent instances of its workflow; the configuration overrides the annotation. */
class ConcurrencySettingsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Gate.class, Annotated.class, Configured.class))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.cairn.file.path", "target/concurrency-" + UUID.randomUUID())
            .overrideConfigKey("quarkus.cairn.workflow.\"configured\".concurrency", "2");

    @Inject
    CairnClient cairn;
    @Inject
    Gate gate;
    @ConfigProperty(name = "quarkus.http.test-port")
    int port;

    /** Callers that enter wait until the test opens the gate. */
    @Singleton
    static class Gate {
        private final List<UniEmitter<? super String>> inside = new ArrayList<>();

        synchronized void enter(UniEmitter<? super String> who) {
            inside.add(who);
            notifyAll();
        }

        synchronized int awaitInside(int count) throws InterruptedException {
            while (inside.size() < count) {
                wait();
            }
            return inside.size();
        }

        void open() {
            List<UniEmitter<? super String>> all;
            synchronized (this) {
                all = List.copyOf(inside);
                inside.clear();
            }
            all.forEach(who -> who.complete("passed"));
        }
    }

    @Singleton
    @HttpTrigger(path = "/annotated")
    @Workflow(name = "annotated", concurrency = 1)
    static class Annotated {
        @Inject
        Gate gate;

        @WorkflowTask(order = 1)
        Uni<String> pass(Map<String, Object> input) {
            return Uni.createFrom().<String>emitter(gate::enter);
        }
    }

    @Singleton
    @Workflow(name = "configured", concurrency = 1)
    static class Configured {
        @Inject
        Gate gate;

        @WorkflowTask(order = 1)
        Uni<String> pass(Map<String, Object> input) {
            return Uni.createFrom().<String>emitter(gate::enter);
        }
    }

    private HttpResponse<String> post(String preference) throws Exception {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/annotated"))
                .header("Content-Type", "application/json").header("Prefer", preference).POST(BodyPublishers.ofString("{}"))
                .build(), BodyHandlers.ofString());
    }

    private InstanceStatus status(InstanceHandle instance) {
        return instance.view().await().atMost(LIMIT).status();
    }

    @Test
    void aClientThatWaitsForOneThatWaitsGets202() throws Exception {
        InstanceHandle first = cairn.start("annotated", Map.of()).await().atMost(LIMIT);
        gate.awaitInside(1);
        HttpResponse<String> waited = post("wait=1");
        assertThat(waited.statusCode()).isEqualTo(202);
        HttpResponse<String> async = post("respond-async");
        assertThat(async.statusCode()).isEqualTo(202);
        HttpResponse<String> view = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(
                "http://localhost:" + port).resolve(URI.create(async.headers().firstValue("Location").orElseThrow()).getPath()))
                .build(), BodyHandlers.ofString());
        assertThat(view.body()).contains("\"status\":\"pending\"");
        assertThat(gate.awaitInside(1)).isEqualTo(1);
        for (int i = 0; i < 3; i++) {
            gate.awaitInside(1);
            gate.open();
        }
        assertThat(first.result(String.class).await().atMost(LIMIT)).isEqualTo("passed");
        String id = view.uri().getPath().replaceFirst(".*/", "");
        assertThat(cairn.instance(id).result(String.class).await().atMost(LIMIT)).isEqualTo("passed");
    }

    @Test
    void theConfigurationComesBeforeTheDefinition() throws Exception {
        List<InstanceHandle> instances = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            instances.add(cairn.start("configured", Map.of()).await().atMost(LIMIT));
        }
        gate.awaitInside(2);
        assertThat(instances).extracting(this::status).containsOnlyOnce(InstanceStatus.PENDING)
                .filteredOn(InstanceStatus.RUNNING::equals).hasSize(2);
        gate.open();
        gate.awaitInside(1);
        gate.open();
        instances.forEach(instance -> assertThat(instance.result(String.class).await().atMost(LIMIT)).isEqualTo("passed"));
    }
}
