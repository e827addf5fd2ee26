package dev.cairn.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** Calls are guarded by host, as application.properties says: 4 failures open a breaker, 4 calls are under way and 4 wait. */
@QuarkusTest
class HostGuardTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @TestHTTPResource
    String base;

    @Path("/guarded")
    public static class Guarded {

        static final AtomicInteger FAILED = new AtomicInteger();
        static final AtomicInteger RUNNING = new AtomicInteger();
        static final AtomicInteger PEAK = new AtomicInteger();
        static final Semaphore ENTERED = new Semaphore(0);
        static final CountDownLatch GATE = new CountDownLatch(1);

        @GET
        @Path("failing")
        public Response failing() {
            FAILED.incrementAndGet();
            return Response.status(500).build();
        }

        @GET
        @Path("wrong")
        public Response wrong() {
            return Response.status(404).build();
        }

        @GET
        @Path("slow")
        public String slow() throws InterruptedException {
            PEAK.accumulateAndGet(RUNNING.incrementAndGet(), Math::max);
            ENTERED.release();
            GATE.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            RUNNING.decrementAndGet();
            return "done";
        }
    }

    @Test
    void aBreakerOfAHostOpensAfterFailures() {
        String host = base.replace("localhost", "127.0.0.1");
        for (int i = 0; i < 6; i++) {
            assertThat(failure(host + "guarded/wrong").status()).as("the request is wrong, the host is well").isEqualTo(404);
        }
        for (int i = 0; i < 4; i++) {
            assertThat(failure(host + "guarded/failing").status()).isEqualTo(500);
        }

        WorkflowError refused = failure(host + "guarded/failing");

        assertThat(refused.type()).isEqualTo(WorkflowError.Standard.COMMUNICATION.type());
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.detail()).startsWith("CAIRN-0885: Nothing was sent to http://127.0.0.1:");
        assertThat(Guarded.FAILED).hasValue(4);
        assertThat(failure(base + "guarded/failing").status()).as("of another host").isEqualTo(500);
    }

    @Test
    void aBulkheadOfAHostLetsSomeWaitAndRefusesOthers() throws InterruptedException {
        List<InstanceHandle> accepted = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            accepted.add(start(base + "guarded/slow"));
        }
        assertThat(Guarded.ENTERED.tryAcquire(4, 20, TimeUnit.SECONDS)).isTrue();

        WorkflowError refused = failure(base + "guarded/slow");

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.detail()).startsWith("CAIRN-0886: Nothing was sent to http://localhost:");
        Guarded.GATE.countDown();
        accepted.forEach(instance -> assertThat(instance.result().await().atMost(LIMIT).textValue()).isEqualTo("done"));
        assertThat(Guarded.PEAK).hasValue(4);
    }

    private InstanceHandle start(String uri) {
        return cairn.start("guarded", Map.of("uri", uri)).await().atMost(LIMIT);
    }

    private WorkflowError failure(String uri) {
        return catchThrowableOfType(WorkflowException.class, () -> start(uri).result().await().atMost(LIMIT)).error();
    }
}
