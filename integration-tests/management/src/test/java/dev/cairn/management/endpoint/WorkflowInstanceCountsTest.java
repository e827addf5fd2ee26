package dev.cairn.management.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import io.smallrye.mutiny.Uni;

/** Counts of instances in answers of the management API. */
class WorkflowInstanceCountsTest {

    private static ObjectNode json(String workflow, InstanceCount... counts) {
        CairnClient client = (CairnClient) Proxy.newProxyInstance(CairnClient.class.getClassLoader(),
                new Class<?>[] { CairnClient.class }, (proxy, method, arguments) -> Uni.createFrom().item(List.of(counts)));
        ObjectNode target = JsonNodeFactory.instance.objectNode();
        WorkflowInstanceCounts.of(client).await().indefinitely().put(target, workflow);
        return target;
    }

    private static InstanceCount count(String workflow, InstanceStatus status, long instances, boolean exact) {
        return new InstanceCount(workflow, "1.0.0", status, false, instances, exact);
    }

    @Test
    void aCappedCountIsNotShownAsExact() {
        assertThat(json("shop:orders", count("shop:orders", InstanceStatus.RUNNING, 3, true),
                count("shop:orders", InstanceStatus.FAULTED, 1_000, false)))
                .hasToString("{\"instances\":{\"faulted\":1000,\"running\":3},\"exactCounts\":false}");
    }

    @Test
    void anotherWorkflowWithACappedCountChangesNothing() {
        assertThat(json("shop:orders", count("shop:orders", InstanceStatus.RUNNING, 3, true),
                count("shop:carts", InstanceStatus.FAULTED, 1_000, false)))
                .hasToString("{\"instances\":{\"running\":3},\"exactCounts\":true}");
        assertThat(json("shop:none").path("exactCounts").asBoolean()).isTrue();
    }
}
