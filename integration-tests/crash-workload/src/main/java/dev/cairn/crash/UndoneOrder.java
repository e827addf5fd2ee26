package dev.cairn.crash;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CallContext;
import dev.cairn.api.CompensatedBy;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.api.WorkflowTask;
import io.smallrye.mutiny.Uni;

/** An order that is never shipped: its last task fails, or is cancelled, so that what the tasks before it did is undone. */
@ApplicationScoped
@Workflow(namespace = "crash", name = "undone-order")
public class UndoneOrder {

    private static final String OUT_OF_STOCK = "https://cairn.dev/crash/out-of-stock";
    private static final int CONFLICT = 409;
    private static final Duration AGAIN = Duration.ofMillis(100);

    private final AuditLog audit;
    private final CairnClient cairn;

    UndoneOrder(AuditLog audit, CairnClient cairn) {
        this.audit = audit;
        this.cairn = cairn;
    }

    /**
     * The order.
     *
     * @param start reported by all effects
     * @param cancels true if the last task has the instance cancelled, false if it fails
     */
    public record Order(String start, boolean cancels) {}

    @WorkflowTask(order = 1)
    @CompensatedBy("release")
    Order reserve(Order order, CallContext call) {
        return seen(order, "reserve", call);
    }

    @WorkflowTask(order = 2)
    @CompensatedBy("refund")
    Order charge(Order order, CallContext call) {
        return seen(order, "charge", call);
    }

    @WorkflowTask(order = 3)
    @CompensatedBy("unpack")
    Order pack(Order order, CallContext call) {
        return seen(order, "pack", call);
    }

    @WorkflowTask(order = 4)
    Uni<Order> ship(Order order, CallContext call) {
        seen(order, "ship", call);
        if (!order.cancels()) {
            throw new WorkflowException(new WorkflowError(OUT_OF_STOCK, CONFLICT, null, null, null));
        }
        // Never answered: the call is cancelled as soon as the instance has begun to undo what it did.
        return cairn.instance(call.instanceId()).cancelAndCompensate().onFailure().retry()
                .withBackOff(AGAIN).indefinitely()
                .chain(() -> Uni.createFrom().nothing());
    }

    void unpack(Order order, CallContext call) {
        seen(order, "unpack", call);
    }

    void refund(Order order, CallContext call) {
        seen(order, "refund", call);
    }

    void release(Order order, CallContext call) {
        seen(order, "release", call);
    }

    private Order seen(Order order, String label, CallContext call) {
        // The names of generated tasks have spaces, which stand between the parts of an audit line.
        String key = call.idempotencyKey().replace(' ', '-');
        audit.audit(order.start(), label,
                new CallContext(call.instanceId(), call.workflow(), call.version(), call.task(), key));
        return order;
    }
}
