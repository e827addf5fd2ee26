package dev.cairn.demo;

import static io.restassured.RestAssured.given;

import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;

/** Requests that the tests make. */
final class Orders {

    private Orders() {}

    /** An order of one item. */
    static String order(String orderId, String customerId, String sku, int quantity, double price) {
        return """
                {"orderId": "%s", "customerId": "%s", "items": [{"sku": "%s", "quantity": %d, "price": %s}]}"""
                .formatted(orderId, customerId, sku, quantity, price);
    }

    /** A request with this body. */
    static RequestSpecification json(String body) {
        return given().contentType(ContentType.JSON).body(body);
    }

    /** A request whose answer is not to be waited for. */
    static RequestSpecification async(String body) {
        return json(body).header("Prefer", "respond-async");
    }
}
