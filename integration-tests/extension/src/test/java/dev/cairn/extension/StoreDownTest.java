package dev.cairn.extension;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.LogRecord;

import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.response.Response;
import io.smallrye.mutiny.Uni;

/** While the store does not answer, nothing is started, and clients are told to try again. */
class StoreDownTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(StoreThatIsDown.class, Echo.class))
            .setLogRecordPredicate(entry -> entry.getLoggerName().startsWith("dev.cairn"))
            .assertLogRecords(entries -> assertThat(entries).extracting(StoreDownTest::text)
                    .anySatisfy(
                            text -> assertThat(text).contains("db.internal:5432. See to the server. It is tried again soon."))
                    .noneSatisfy(text -> assertThat(text).contains("..")));

    private static String text(LogRecord entry) {
        return entry.getParameters() == null ? entry.getMessage() : String.format(entry.getMessage(), entry.getParameters());
    }

    @Workflow(name = "echo")
    @HttpTrigger(path = "/echo")
    static class Echo {
        static Flow define() {
            return flow(set("same", "."));
        }
    }

    @Test
    void refusesToStart() {
        Response response = given().contentType("application/json").body("{}").post("/echo");

        isUnavailable(response);
    }

    @Test
    void cannotShowInstances() {
        isUnavailable(given().get("/cairn/instances/01ARZ3NDEKTSV4RRFFQ69G5FAV"));
    }

    @Test
    void isNotReady() {
        Response response = given().get("/q/health/ready");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.jsonPath().getString("checks.find { it.name == 'Cairn' }.status")).isEqualTo("DOWN");
        assertThat(response.jsonPath().getMap("checks.find { it.name == 'Cairn' }.data")).containsKeys("node", "instances",
                "recovering", "parked", "waitingWrites", "failing").containsEntry("store", "down");
        assertThat(response.asString()).doesNotContain("db.internal");
    }

    private static void isUnavailable(Response response) {
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.contentType()).isEqualTo("application/problem+json");
        assertThat(response.header("Retry-After")).isEqualTo("5");
        assertThat(response.asString()).doesNotContain("db.internal");
    }

    /** Fails as a store does whose server is gone. */
    @Singleton
    @Alternative
    @Priority(1)
    static class StoreThatIsDown implements InstanceStore {
        @Override
        public StoreCapabilities capabilities() {
            return new StoreCapabilities("down", true, false, 1, 1);
        }

        @Override
        public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
            return down();
        }

        @Override
        public Uni<Optional<StoredInstance>> load(String instanceId) {
            return down();
        }

        @Override
        public Uni<Optional<InstanceRow>> row(String instanceId) {
            return down();
        }

        @Override
        public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
            return down();
        }

        @Override
        public Uni<List<Claim>> claimOrphans(String nodeId, int limit) {
            return down();
        }

        @Override
        public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
            return down();
        }

        @Override
        public Uni<InstancePage> find(InstanceQuery query) {
            return down();
        }

        @Override
        public Uni<Integer> removeEnded(long nowMillis, int limit) {
            return down();
        }

        @Override
        public Uni<Long> heartbeat(Node node, long aliveForMillis) {
            return down();
        }

        @Override
        public void close() {}

        private static <T> Uni<T> down() {
            Supplier<Throwable> failure = () -> new StoreException("Cannot connect to db.internal:5432. See to the server.",
                    false, null);
            return Uni.createFrom().failure(failure);
        }
    }
}
