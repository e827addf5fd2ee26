package dev.cairn.demo;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.choose;
import static dev.cairn.fluent.Flows.error;
import static dev.cairn.fluent.Flows.exponential;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.http;
import static dev.cairn.fluent.Flows.onError;
import static dev.cairn.fluent.Flows.otherwise;
import static dev.cairn.fluent.Flows.raise;
import static dev.cairn.fluent.Flows.set;
import static dev.cairn.fluent.Flows.tryTo;
import static dev.cairn.fluent.Flows.waitFor;
import static dev.cairn.fluent.Flows.when;

import java.time.Duration;
import java.util.Map;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/** From an order to a parcel on its way. Evaluated while the application is built; the methods named here are called when it runs. */
@Workflow(namespace = "shop", name = "orders", title = "Order fulfilment")
@HttpTrigger(path = "/orders")
public class OrderFulfilment {

    static final String REFUSED = "https://shop.example/errors/order-refused";

    static Flow define() {
        return flow(
                set("computeAmount", "${ . + {amount: (([.items[] | .price * .quantity] | add) * 100 | round / 100)} }"),
                call("reserve", Inventory::reserve).outputAs("$input + {reservation: .reservationId}"),
                call("findRiskService", Services::risk).outputAs("$input + {riskService: .}"),
                tryTo("assessRisk",
                        http("askRiskService", "POST", "${ .riskService }")
                                .body(Map.of("orderId", "${ .orderId }", "customerId", "${ .customerId }",
                                        "amount", "${ .amount }"))
                                .outputAs("$input + {risk: .level}"))
                        .catching(onError().when("$error.status >= 500")
                                .retry(exponential(Duration.ofMillis(200)).attempts(6))),
                choose("decide",
                        when(".risk == \"high\"").then("refuse"),
                        when(".amount > 1000").then("review"),
                        otherwise().then("charge")),
                raise("refuse",
                        error(REFUSED, 403).title("Order refused").detail("${ \"The risk of \\(.orderId) is too high\" }")),
                waitFor("review", Duration.ofSeconds(4)),
                tryTo("charge", call("pay", Payments::charge).outputAs("$input + {payment: .paymentId}"))
                        .catching(onError().type(Payments.UNAVAILABLE)
                                .retry(exponential(Duration.ofMillis(100)).attempts(5))),
                call("ship", Shipping::ship).outputAs("$input + {tracking: .tracking}"),
                set("finish")
                        .to("orderId", "${ .orderId }")
                        .to("status", "SHIPPED")
                        .to("amount", "${ .amount }")
                        .to("payment", "${ .payment }")
                        .to("tracking", "${ .tracking }"))
                .businessKey("${ .orderId }")
                .attribute("customer", "${ .customerId }")
                .inputSchema("""
                        {
                          "type": "object",
                          "required": ["orderId", "customerId", "items"],
                          "properties": {
                            "orderId": {"type": "string", "pattern": "^[A-Za-z0-9-]{1,40}$"},
                            "customerId": {"type": "string", "pattern": "^[A-Za-z0-9-]{1,40}$"},
                            "items": {
                              "type": "array",
                              "minItems": 1,
                              "items": {
                                "type": "object",
                                "required": ["sku", "quantity", "price"],
                                "properties": {
                                  "sku": {"type": "string", "pattern": "^[A-Za-z0-9-]{1,40}$"},
                                  "quantity": {"type": "integer", "minimum": 1},
                                  "price": {"type": "number", "minimum": 0}
                                }
                              }
                            }
                          }
                        }""");
    }
}
