package dev.cairn.demo;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;

import org.jboss.logging.Logger;

import dev.cairn.api.CallContext;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import io.smallrye.mutiny.Uni;

/** The payment gateway. A method that returns a {@code Uni} is called on the event loop, and no thread waits for its result. */
@ApplicationScoped
public class Payments {

    static final String UNAVAILABLE = "https://shop.example/errors/gateway-unavailable";
    static final String DECLINED = "https://shop.example/errors/card-declined";

    private static final Logger LOG = Logger.getLogger(Payments.class);

    private final Shop shop;
    private final Map<String, AtomicInteger> attempts = new ConcurrentHashMap<>();
    private final Map<String, Payment> payments = new ConcurrentHashMap<>();

    Payments(Shop shop) {
        this.shop = shop;
    }

    /** Charges the amount of an order. The same idempotency key again charges nothing and gives the same payment. */
    public Uni<Payment> charge(Order order, CallContext call) {
        return Uni.createFrom().item(() -> payments.computeIfAbsent(call.idempotencyKey(), key -> attempt(order, key)))
                .onItem().delayIt().by(Duration.ofMillis(20));
    }

    /** Number of attempts to charge this order. */
    int attempts(String orderId) {
        AtomicInteger counted = attempts.get(orderId);
        return counted == null ? 0 : counted.get();
    }

    private Payment attempt(Order order, String idempotencyKey) {
        int attempt = attempts.computeIfAbsent(order.orderId(), id -> new AtomicInteger()).incrementAndGet();
        LOG.infof("Charging %s for %s, attempt %d [key=%s]", order.amount(), order.orderId(), attempt, idempotencyKey);
        if (order.customerId().equals("c-declined")) {
            throw new WorkflowException(WorkflowError.of(DECLINED, 402, "Card declined"));
        }
        if (attempt <= shop.payment().failures()) {
            throw new WorkflowException(new WorkflowError(UNAVAILABLE, 503, "Payment gateway unavailable",
                    "attempt " + attempt, null));
        }
        return new Payment("p-" + order.orderId(), order.amount());
    }

    /**
     * Money that was taken.
     *
     * @param paymentId names it
     * @param amount the sum
     */
    public record Payment(String paymentId, BigDecimal amount) {}
}
