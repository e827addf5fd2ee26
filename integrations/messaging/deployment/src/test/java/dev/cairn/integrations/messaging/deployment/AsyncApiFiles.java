package dev.cairn.integrations.messaging.deployment;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/** An AsyncAPI document, and workflows that call it. */
final class AsyncApiFiles {

    private static final String DOCUMENT = """
            asyncapi: 3.0.0
            info: {title: Shop, version: 1.0.0}
            servers:
              broker: {host: "broker.example:9092", protocol: kafka}
            channels:
              orders:
                address: shop.orders
                messages:
                  placed:
                    payload: {type: object, required: [order]}
              tracks:
                address: shop.tracks
                messages:
                  track:
                    payload: {type: object}
                    correlationId: {location: "$message.payload#/order"}
              notes:
                messages:
                  text: {contentType: text/plain}
                  form: {contentType: application/json}
              replies:
                messages:
                  accepted: {correlationId: {location: "$message.payload#/order"}}
                  refused: {correlationId: {location: "$message.header#/order"}}
            operations:
              place: {action: send, channel: {$ref: "#/channels/orders"}}
              follow: {action: receive, channel: {$ref: "#/channels/tracks"}}
              write:
                action: send
                channel: {$ref: "#/channels/notes"}
                messages: [{$ref: "#/channels/notes/messages/text"}]
              fill:
                action: send
                channel: {$ref: "#/channels/notes"}
                messages: [{$ref: "#/channels/notes/messages/form"}]
              accept:
                action: receive
                channel: {$ref: "#/channels/replies"}
                messages: [{$ref: "#/channels/replies/messages/accepted"}]
              refuse:
                action: receive
                channel: {$ref: "#/channels/replies"}
                messages: [{$ref: "#/channels/replies/messages/refused"}]
            """;

    private AsyncApiFiles() {}

    /** Adds the document, and a workflow with one task that calls it. */
    static void add(JavaArchive root, String workflow, String arguments) {
        add(root, workflow, arguments, "");
    }

    /** As the other one, with more properties of the task, in the style of JSON. */
    static void add(JavaArchive root, String workflow, String arguments, String more) {
        if (!root.contains("asyncapi/shop.yaml")) {
            root.addAsResource(new StringAsset(DOCUMENT), "asyncapi/shop.yaml");
        }
        root.addAsResource(new StringAsset("""
                document: {dsl: "1.0.3", namespace: test, name: %s, version: "1.0.0"}
                do:
                  - act: {call: asyncapi, with: {document: {endpoint: "classpath:asyncapi/shop.yaml"}, %s}%s}
                """.formatted(workflow, arguments, more)), "workflows/" + workflow + ".yaml");
    }
}
