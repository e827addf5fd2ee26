package dev.cairn.demo;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.ServiceUnavailableException;

import org.jboss.logging.Logger;

import io.smallrye.mutiny.Uni;

/** Stands in for another company's service. Can be slow and can fail: {@link Shop.Risk}. */
@Path("/stub/risk")
public class RiskStub {

    private static final Logger LOG = Logger.getLogger(RiskStub.class);

    private final Shop shop;
    private final Map<String, AtomicInteger> attempts = new ConcurrentHashMap<>();

    RiskStub(Shop shop) {
        this.shop = shop;
    }

    /** Says how risky an order is. */
    @POST
    public Uni<Assessment> assess(Question question, @HeaderParam("Idempotency-Key") String idempotencyKey) {
        LOG.infof("How risky is %s? [key=%s]", question.orderId(), idempotencyKey);
        if (attempts.computeIfAbsent(question.orderId(), id -> new AtomicInteger()).incrementAndGet() <= shop.risk()
                .failures()) {
            throw new ServiceUnavailableException();
        }
        String level = question.customerId().equals("c-risky") ? "high" : "low";
        return Uni.createFrom().item(new Assessment(level, idempotencyKey)).onItem().delayIt().by(shop.risk().delay());
    }

    /**
     * The question to the service.
     *
     * @param orderId the order
     * @param customerId the paying customer
     * @param amount the sum
     */
    public record Question(String orderId, String customerId, BigDecimal amount) {}

    /**
     * The answer of the service.
     *
     * @param level low or high
     * @param reference the key the question came with
     */
    public record Assessment(String level, String reference) {}
}
