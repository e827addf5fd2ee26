package dev.cairn.compiler.asyncapi;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;

/** Merges the traits of messages into them, in their order, as JSON Merge Patch (RFC 7396) does. */
final class MessageTraits {

    private final DocumentTree tree;
    private final boolean override;

    /**
     * Traits of one document.
     *
     * @param override true if a trait replaces what its message says itself (AsyncAPI 2, "Message Object"); false if the message
     *        has the last word (AsyncAPI 3, "Traits Merge Mechanism")
     */
    MessageTraits(DocumentTree tree, boolean override) {
        this.tree = tree;
        this.override = override;
    }

    /** Messages with all that their traits say. */
    List<DocumentPart> merged(List<DocumentPart> messages) {
        return messages.stream().map(this::merged).toList();
    }

    private DocumentPart merged(DocumentPart message) {
        List<DocumentPart> traits = tree.elements(tree.child(message, "traits"));
        if (traits.isEmpty()) {
            return message;
        }
        ObjectNode whole = override ? message.value().deepCopy() : JsonNodeFactory.instance.objectNode();
        traits.forEach(trait -> apply(whole, trait));
        if (!override) {
            apply(whole, message);
        }
        return new DocumentPart(message.file(), message.pointer(), whole);
    }

    /** Members that both have are merged behind their references. */
    private void apply(ObjectNode whole, DocumentPart patch) {
        patch.value().properties().forEach(member -> {
            String name = member.getKey();
            JsonNode present = whole.get(name);
            if (present == null) {
                merge(whole, name, member.getValue());
            } else {
                whole.set(name, tree.resolved(new DocumentPart(patch.file(), patch.pointer(), present)).value());
                merge(whole, name, tree.child(patch, name).value());
            }
        });
    }

    /** A null removes what is there. Elsewhere it is a value, such as the constant of a schema. */
    private static void merge(ObjectNode target, String name, JsonNode patch) {
        if (patch.isNull() && target.has(name)) {
            target.remove(name);
        } else if (patch.isObject()) {
            ObjectNode merged = target.path(name).isObject() ? target.get(name).deepCopy()
                    : JsonNodeFactory.instance.objectNode();
            patch.properties().forEach(member -> merge(merged, member.getKey(), member.getValue()));
            target.set(name, merged);
        } else if (!patch.isMissingNode()) {
            target.set(name, patch);
        }
    }
}
