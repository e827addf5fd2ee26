package dev.cairn.bench.application;

import static dev.cairn.fluent.Flows.events;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.on;
import static dev.cairn.fluent.Flows.one;
import static dev.cairn.fluent.Flows.set;

import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;

/**
 * A record of Kafka starts an instance of two tasks: one transforms its JSON, the other gives the output. The number of the record and the
 * time at which it was due are in the output, for the observer of ends.
 */
@Workflow(name = KafkaJson.NAME, namespace = "bench")
public class KafkaJson {

    /** The name of the workflow. */
    public static final String NAME = "kafka-json";
    /** The type that the channel gives to records. */
    public static final String EVENT_TYPE = "bench.order.placed";

    static Flow define() {
        return flow(
                set("transform", """
                        .[0] | {
                          order_id: .order_id,
                          customer_name: (.first_name + " " + .last_name),
                          address: (.address.city + ", " + .address.country),
                          total_price: ([.items[] | .quantity * .price_per_unit] | add),
                          number: .number,
                          due_micros: .due_micros
                        }"""),
                set("output", "{value: ., number: .number, due_micros: .due_micros}"))
                .schedule(on(one(events(EVENT_TYPE))));
    }
}
