package dev.cairn.demo;

import static dev.cairn.demo.Orders.json;
import static io.restassured.RestAssured.get;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;

import org.hamcrest.Matchers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkus.test.junit.QuarkusTest;

@Tag("any-jdk")
@QuarkusTest
class BadRequestTest {

    @ParameterizedTest
    @ValueSource(strings = { "{", "", "{\"orderId\": \"o\"} x", "nonsense" })
    void whatIsNoJsonIsRefused(String body) {
        json(body).post("/orders").then()
                .statusCode(400)
                .contentType("application/problem+json")
                .body("status", equalTo(400))
                .body("title", notNullValue())
                .header("Location", Matchers.nullValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{}",
            "[]",
            "{\"orderId\": \"o\", \"customerId\": \"c\", \"items\": []}",
            "{\"orderId\": \"o\", \"customerId\": \"c\", \"items\": [{\"sku\": \"A\", \"quantity\": 0, \"price\": 1}]}",
            "{\"orderId\": \"o\", \"customerId\": \"c\", \"items\": [{\"sku\": \"A\", \"quantity\": 1, \"price\": \"1\"}]}" })
    void whatBreaksTheSchemaIsRefused(String body) {
        json(body).post("/orders").then()
                .statusCode(Matchers.allOf(Matchers.greaterThanOrEqualTo(400), Matchers.lessThan(500)))
                .contentType("application/problem+json")
                .body("detail", not(Matchers.containsString("dev.cairn")));
    }

    @Test
    void anUnknownInstanceIsNotFound() {
        String location = Orders.async(Orders.order("o-unknown", "c-1", "A-7", 1, 1)).post("/orders").header("Location");

        get(location.substring(0, location.lastIndexOf('/')) + "/nothing").then()
                .statusCode(404)
                .contentType("application/problem+json");
    }
}
