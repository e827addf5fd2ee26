package dev.cairn.persistence.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.InstanceStatus;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.SampleInstances;
import io.smallrye.mutiny.Uni;

/** An operation has one time limit, of however many round trips it consists. */
@Tag("servers")
@Tag("redis")
class TimeLimitTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    /** One round trip takes less than the time limit, two take more. */
    private static final Duration DELAY = Duration.ofMillis(600);

    @TempDir
    static Path directory;
    static StoreOpener opener;

    private final WatchedClient client = new WatchedClient(opener.client(), opener.vertx());
    private final String prefix = UUID.randomUUID().toString();
    private final RedisStore store = open(TIMEOUT);

    @BeforeAll
    static void start() {
        opener = new StoreOpener(ValkeyServer::new, directory, 6);
    }

    @AfterAll
    static void stop() throws Exception {
        opener.close();
    }

    private RedisStore open(Duration timeout) {
        return RedisStore.open(client.redis(), opener.vertx(),
                new RedisSettings(prefix, 1, RedisDurabilityMode.BATCHED, 0, timeout));
    }

    /** A busy machine may need more than one try. */
    private void answers() {
        assertThat(store.row("a").onFailure(StoreException.class).retry().atMost(100).await().atMost(PATIENCE)).isEmpty();
    }

    private static void timesOut(Uni<?> operation) {
        assertThat(catchThrowableOfType(StoreException.class, () -> operation.await().atMost(PATIENCE)))
                .hasMessageStartingWith("CAIRN-0531").hasMessageContaining("timeout=" + TIMEOUT);
    }

    @Test
    void roundTripsShareIt() {
        // So that the next call looks at the server first.
        client.delay(PATIENCE);
        timesOut(store.row("a"));
        client.delay(DELAY);

        timesOut(store.row("a"));
        client.delay(Duration.ZERO);
        answers();
        store.close();
    }

    @Test
    void theCallsOfASearchShareIt() {
        RedisStore patient = open(PATIENCE);
        patient.commit(
                IntStream.range(0, 100).mapToObj(i -> SampleInstances.create(SampleInstances.running("i-" + i), "1")).toList())
                .await()
                .atMost(PATIENCE);
        InstanceQuery query = InstanceQuery.all(10).withStatus(InstanceStatus.PENDING);
        long before = client.connected();
        assertThat(patient.find(query).await().atMost(PATIENCE).rows()).isEmpty();
        assertThat(client.connected() - before).isGreaterThan(2);
        patient.close();

        // So that the server has been looked at.
        answers();
        client.delay(DELAY);
        timesOut(store.find(query));
        client.delay(Duration.ZERO);
        store.close();
    }

    /** From when it is asked for, not from when it was made, and anew for each time. */
    @Test
    void aHeartbeatThatIsRepeatedHasItAgain() {
        answers();
        Uni<Long> heartbeat = store.heartbeat(SampleInstances.A, SampleInstances.LONG_MILLIS);
        client.delay(PATIENCE);
        timesOut(heartbeat);
        client.delay(Duration.ZERO);
        assertThat(heartbeat.onFailure(StoreException.class).retry().withBackOff(Duration.ofMillis(50)).atMost(100).await()
                .atMost(PATIENCE)).isPositive();
        store.close();
    }
}
