package dev.cairn.extension;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;

/** An application may bound the queue of its threads: what finds no room there has not failed. */
class FullWorkerPoolTest {

    private static final int INSTANCES = 20;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Doubles.class, Doubling.class))
            .overrideConfigKey("quarkus.thread-pool.core-threads", "2")
            .overrideConfigKey("quarkus.thread-pool.max-threads", "2")
            .overrideConfigKey("quarkus.thread-pool.queue-size", "2");

    @Inject
    CairnClient cairn;

    @ApplicationScoped
    static class Doubling {
        static final CountDownLatch GATE = new CountDownLatch(1);

        int twice(int number) throws InterruptedException {
            assertThat(GATE.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return 2 * number;
        }
    }

    @Workflow(name = "doubles")
    static class Doubles {
        static Flow define() {
            return flow(call("twice", Doubling::twice));
        }
    }

    @Test
    void callsWaitUntilThereIsRoom() {
        List<InstanceHandle> instances = IntStream.range(0, INSTANCES)
                .mapToObj(number -> cairn.start("doubles", number).await().atMost(LIMIT)).toList();
        Doubling.GATE.countDown();
        for (int number = 0; number < INSTANCES; number++) {
            assertThat(instances.get(number).result(Integer.class).await().atMost(LIMIT)).isEqualTo(2 * number);
        }
    }
}
