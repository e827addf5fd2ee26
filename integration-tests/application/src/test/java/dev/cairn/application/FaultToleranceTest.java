package dev.cairn.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.WorkflowException;
import dev.cairn.api.WorkflowFunction;
import io.quarkus.test.junit.QuarkusTest;

/** Annotations of Fault Tolerance work on methods that workflows call. */
@QuarkusTest
class FaultToleranceTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @ApplicationScoped
    static class Tolerant {

        static final AtomicInteger RETRIED = new AtomicInteger();
        static final AtomicInteger BROKEN = new AtomicInteger();
        static final CountDownLatch NEVER = new CountDownLatch(1);
        static final CountDownLatch ENTERED = new CountDownLatch(1);
        static final CountDownLatch LEFT = new CountDownLatch(1);

        @WorkflowFunction
        @Retry(maxRetries = 2, delay = 0, jitter = 0)
        String retriedCall(String how) {
            if (RETRIED.incrementAndGet() < 3) {
                throw new IllegalStateException("not yet");
            }
            return how;
        }

        @WorkflowFunction
        @Timeout(100)
        String limitedCall(String how) throws InterruptedException {
            NEVER.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return how;
        }

        @WorkflowFunction
        @CircuitBreaker(requestVolumeThreshold = 2, failureRatio = 1, delay = 3_600_000)
        String brokenCall(String how) {
            throw new IllegalStateException("attempt " + BROKEN.incrementAndGet());
        }

        @WorkflowFunction
        @Bulkhead(1)
        String narrowCall(String how) throws InterruptedException {
            ENTERED.countDown();
            LEFT.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return how;
        }

        @WorkflowFunction
        @Fallback(fallbackMethod = "instead")
        String replacedCall(String how) {
            throw new IllegalStateException("no " + how);
        }

        String instead(String how) {
            return "instead of " + how;
        }
    }

    @Test
    void aMethodIsRetried() {
        assertThat(result("retry")).isEqualTo("retry");
        assertThat(Tolerant.RETRIED).hasValue(3);
    }

    @Test
    void aMethodTimesOut() {
        assertThat(failure("timeout")).startsWith("TimeoutException");
    }

    @Test
    void aBreakerOpens() {
        assertThat(failure("breaker")).isEqualTo("IllegalStateException: attempt 1");
        assertThat(failure("breaker")).isEqualTo("IllegalStateException: attempt 2");
        assertThat(failure("breaker")).startsWith("CircuitBreakerOpenException");
        assertThat(Tolerant.BROKEN).hasValue(2);
    }

    @Test
    void aBulkheadIsFull() throws InterruptedException {
        InstanceHandle first = start("bulkhead");
        assertThat(Tolerant.ENTERED.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(failure("bulkhead")).startsWith("BulkheadException");
        Tolerant.LEFT.countDown();
        assertThat(first.result().await().atMost(LIMIT).textValue()).isEqualTo("bulkhead");
    }

    @Test
    void aMethodHasAFallback() {
        assertThat(result("fallback")).isEqualTo("instead of fallback");
    }

    private InstanceHandle start(String how) {
        return cairn.start("tolerant", Map.of("how", how)).await().atMost(LIMIT);
    }

    private String result(String how) {
        return start(how).result().await().atMost(LIMIT).textValue();
    }

    private String failure(String how) {
        String[] detail = new String[1];
        assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> result(how))
                .satisfies(failure -> detail[0] = failure.error().detail());
        return detail[0];
    }
}
