package dev.cairn.compiler.asyncapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;

/** AsyncAPI 2: channels are named by their address, and have an operation for each direction. */
final class SecondVersionLayout implements DocumentLayout {

    private final DocumentTree tree;
    private final MessageTraits traits;

    SecondVersionLayout(DocumentTree tree) {
        this.tree = tree;
        this.traits = new MessageTraits(tree, true);
    }

    @Override
    public Map<String, DocumentPart> channels() {
        return tree.named("channels");
    }

    @Override
    public Map<String, DocumentOperation> operations() {
        Map<String, DocumentOperation> operations = new LinkedHashMap<>();
        channels().forEach((name, channel) -> {
            for (String direction : List.of("publish", "subscribe")) {
                DocumentPart operation = tree.child(channel, direction);
                if (operation.text("operationId") != null) {
                    operations.put(operation.text("operationId"), new DocumentOperation(name, channel, messages(operation)));
                }
            }
        });
        return operations;
    }

    @Override
    public String address(String channel, DocumentPart part) {
        return channel;
    }

    /** From the view of a client: it publishes by the operation {@code publish}. A channel with one operation has that alone. */
    @Override
    public List<DocumentPart> messages(DocumentPart channel, boolean publishes) {
        DocumentPart own = tree.child(channel, publishes ? "publish" : "subscribe");
        return messages(own.isMissing() ? tree.child(channel, publishes ? "subscribe" : "publish") : own);
    }

    private List<DocumentPart> messages(DocumentPart operation) {
        DocumentPart message = tree.child(operation, "message");
        if (message.value().path("oneOf").isArray()) {
            return traits.merged(tree.elements(tree.child(message, "oneOf")));
        }
        return message.isMissing() ? List.of() : traits.merged(List.of(message));
    }

    @Override
    public Map<String, DocumentPart> servers(DocumentPart channel) {
        Map<String, DocumentPart> all = tree.named("servers");
        List<String> names = new ArrayList<>();
        for (JsonNode name : channel.value().path("servers")) {
            names.add(name.asText());
        }
        if (!names.isEmpty()) {
            all.keySet().retainAll(names);
        }
        return all;
    }
}
