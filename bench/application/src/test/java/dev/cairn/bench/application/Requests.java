package dev.cairn.bench.application;

import static io.restassured.RestAssured.given;

import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;

/** Requests as the scenarios send them. */
final class Requests {

    static final String ORDER = "{\"orderId\":\"order-7\",\"amount\":110.5,\"customerId\":\"cust-1\"}";

    private Requests() {}

    /** The answer to a request, which is a success. */
    static ValidatableResponse post(String path, String body) {
        return given().contentType(ContentType.JSON).body(body).post(path).then().statusCode(200).contentType(ContentType.JSON);
    }
}
