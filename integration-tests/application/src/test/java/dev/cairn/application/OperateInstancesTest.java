package dev.cairn.application;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceSummary;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;

/** An application finds its instances and cancels one whose method blocks. */
@QuarkusTest
class OperateInstancesTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @Workflow(name = "orders")
    static class Orders {
        static Flow define() {
            return flow(call("pack", Warehouse::pack)).businessKey("${ .order }").attribute("customer", "${ .customer }");
        }
    }

    @ApplicationScoped
    static class Warehouse {
        static final CountDownLatch PACKING = new CountDownLatch(1);
        static final CompletableFuture<Boolean> INTERRUPTED = new CompletableFuture<>();

        Map<String, String> pack(Map<String, String> order) {
            PACKING.countDown();
            try {
                INTERRUPTED.complete(new CountDownLatch(1).await(20, TimeUnit.SECONDS));
            } catch (InterruptedException interrupted) {
                INTERRUPTED.complete(true);
            }
            return order;
        }
    }

    @Test
    void aCancelledInstanceInterruptsTheMethodThatBlocks() throws Exception {
        InstanceHandle order = cairn.start("orders", Map.of("order", "4711", "customer", "acme")).await().atMost(LIMIT);
        assertThat(Warehouse.PACKING.await(20, TimeUnit.SECONDS)).isTrue();
        List<InstanceSummary> found = cairn.findAll(InstanceFilter.ofWorkflow("orders").withBusinessKey("4711")
                .withAttribute("customer", "acme")).collect().asList().await().atMost(LIMIT);
        assertThat(found).extracting(InstanceSummary::id).containsExactly(order.id());

        order.cancel().await().atMost(LIMIT);

        assertThat(Warehouse.INTERRUPTED.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(order.view().await().atMost(LIMIT).status()).isEqualTo(InstanceStatus.CANCELLED);
        assertThatThrownBy(() -> order.result().await().atMost(LIMIT)).isInstanceOf(CairnException.class)
                .hasMessageContaining("CAIRN-0440");
    }
}
