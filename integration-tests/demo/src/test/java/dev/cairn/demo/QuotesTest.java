package dev.cairn.demo;

import static dev.cairn.demo.Orders.json;
import static org.hamcrest.Matchers.equalTo;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.quarkus.test.junit.QuarkusTest;

@Tag("any-jdk")
@QuarkusTest
class QuotesTest {

    @Test
    void aSmallCartIsDeliveredForMoney() {
        json("""
                {"items": [{"sku": "A-7", "quantity": 2, "price": 10.5}, {"sku": "B-1", "quantity": 3, "price": 0.1}]}""")
                .post("/quotes").then()
                .statusCode(200)
                .body("total.toDouble()", equalTo(21.3))
                .body("delivery.toDouble()", equalTo(4.9));
    }

    @Test
    void aLargeCartIsDeliveredForFree() {
        json("{\"items\": [{\"sku\": \"A-7\", \"quantity\": 1, \"price\": 100.01}]}").post("/quotes").then()
                .statusCode(200)
                .body("total.toDouble()", equalTo(100.01))
                .body("delivery.toDouble()", equalTo(0.0));
    }

    @Test
    void anEmptyCartHasNoQuote() {
        json("{\"items\": []}").post("/quotes").then()
                .statusCode(400)
                .contentType("application/problem+json");
    }
}
