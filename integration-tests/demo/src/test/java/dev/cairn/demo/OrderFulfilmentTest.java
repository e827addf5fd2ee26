package dev.cairn.demo;

import static dev.cairn.demo.Orders.async;
import static dev.cairn.demo.Orders.json;
import static dev.cairn.demo.Orders.order;
import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;

@Tag("any-jdk")
@QuarkusTest
class OrderFulfilmentTest {

    @Inject
    Payments payments;

    private final String orderId = UUID.randomUUID().toString();

    @Test
    void aSmallOrderIsShippedAtOnce() {
        json(order(orderId, "c-1", "A-7", 2, 10.5)).post("/orders").then()
                .statusCode(200)
                .body("orderId", equalTo(orderId))
                .body("status", equalTo("SHIPPED"))
                .body("amount.toDouble()", equalTo(21.0))
                .body("payment", equalTo("p-" + orderId))
                .body("tracking", startsWith("t-"));
    }

    @Test
    void chargingIsTriedAgainUntilItWorks() {
        json(order(orderId, "c-1", "A-7", 1, 1)).post("/orders").then().statusCode(200);

        assertThat(payments.attempts(orderId)).as("two failures as configured, and a success").isEqualTo(3);
    }

    @Test
    void aLargeOrderIsReviewedFirst() {
        Response accepted = async(order(orderId, "c-1", "A-7", 3, 999)).post("/orders");
        String location = accepted.then().statusCode(202).extract().header("Location");

        List<String> seen = new ArrayList<>();
        await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(50)).until(() -> {
            seen.add(get(location).path("status"));
            return seen.get(seen.size() - 1).equals("completed");
        });

        assertThat(seen).contains("waiting").doesNotContain("faulted");
        get(location).then()
                .statusCode(200)
                .body("workflow", equalTo("shop:orders"))
                .body("id", equalTo(location.substring(location.lastIndexOf('/') + 1)))
                .body("output.status", equalTo("SHIPPED"))
                .body("output.amount.toDouble()", equalTo(2997.0));
    }

    @Test
    void anOrderThatCannotBeFulfilledFaults() {
        String location = async(order(orderId, "c-1", "X-1", 1, 1)).post("/orders").then().statusCode(202)
                .extract().header("Location");

        await().atMost(Duration.ofSeconds(30)).until(() -> get(location).path("status").equals("faulted"));

        get(location).then()
                .body("error.type", equalTo(Inventory.OUT_OF_STOCK))
                .body("error.status", equalTo(409))
                .body("error.detail", equalTo("X-1 is not available"))
                .body("error.instance", equalTo("/do/1/reserve"));
    }

    @Test
    void aDeclinedCardIsNotTriedAgain() {
        json(order(orderId, "c-declined", "A-7", 1, 1)).post("/orders").then()
                .contentType("application/problem+json")
                .body("type", equalTo(Payments.DECLINED));

        assertThat(payments.attempts(orderId)).isEqualTo(1);
    }

    @Test
    void aRiskyOrderIsRefusedAndNotCharged() {
        json(order(orderId, "c-risky", "A-7", 1, 1)).post("/orders").then()
                .body("type", equalTo(OrderFulfilment.REFUSED))
                .body("detail", containsString(orderId));

        assertThat(payments.attempts(orderId)).isZero();
    }

    @Test
    void theSameIdempotencyKeyStartsNothingNew() {
        String body = order(orderId, "c-1", "A-7", 2, 10.5);

        String first = async(body).header("Idempotency-Key", orderId).post("/orders").then().statusCode(202)
                .extract().header("Location");
        String second = async(body).header("Idempotency-Key", orderId).post("/orders").then().extract().header("Location");

        assertThat(second).isEqualTo(first);
        await().atMost(Duration.ofSeconds(30)).until(() -> get(first).path("status").equals("completed"));
        assertThat(payments.attempts(orderId)).isEqualTo(3);
    }
}
