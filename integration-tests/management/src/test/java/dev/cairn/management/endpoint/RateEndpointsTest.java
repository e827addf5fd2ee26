package dev.cairn.management.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.rate.InstanceRates;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.QueryParameters;

/** Rates of instances in answers of the management API. */
class RateEndpointsTest {

    /** Counts are copied for each workflow of the application, which would hold up the other requests of an event loop. */
    @Test
    void aWorkerReadsTheCounts() {
        Set<Thread> readers = ConcurrentHashMap.newKeySet();
        InstanceRates rates = new InstanceRates(() -> {
            readers.add(Thread.currentThread());
            return 0;
        });
        ManagementOperation operation = ManagementOperation.SHOW_RATES;
        ManagementRequest request = new ManagementRequest(operation, CallerAccess.ofDeveloper(), Map.of(),
                new QueryParameters(operation, null), null, header -> List.of());

        new RateEndpoints(null, rates).endpoints().get(operation).answer(request).await().atMost(Duration.ofSeconds(30));

        assertThat(readers).isNotEmpty().doesNotContain(Thread.currentThread());
    }
}
