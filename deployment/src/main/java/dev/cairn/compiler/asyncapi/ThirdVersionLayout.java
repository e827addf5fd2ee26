package dev.cairn.compiler.asyncapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;

/** AsyncAPI 3: operations refer to channels, which have an address. */
final class ThirdVersionLayout implements DocumentLayout {

    private final DocumentTree tree;
    private final MessageTraits traits;

    ThirdVersionLayout(DocumentTree tree) {
        this.tree = tree;
        this.traits = new MessageTraits(tree, false);
    }

    @Override
    public Map<String, DocumentPart> channels() {
        return tree.named("channels");
    }

    @Override
    public Map<String, DocumentOperation> operations() {
        Map<String, DocumentOperation> operations = new LinkedHashMap<>();
        Map<String, DocumentPart> channels = channels();
        tree.named("operations").forEach((name, operation) -> {
            DocumentPart channel = tree.child(operation, "channel");
            List<DocumentPart> own = tree.elements(tree.child(operation, "messages"));
            operations.put(name, new DocumentOperation(nameOf(channel, channels), channel,
                    own.isEmpty() ? messages(channel, true) : traits.merged(own)));
        });
        return operations;
    }

    /** The key of a part: an entry can itself be a reference to a component. */
    private static String nameOf(DocumentPart part, Map<String, DocumentPart> named) {
        return named.entrySet().stream().filter(entry -> entry.getValue().pointer().equals(part.pointer()))
                .map(Map.Entry::getKey).findFirst().orElse(part.name());
    }

    @Override
    public String address(String channel, DocumentPart part) {
        return part.text("address");
    }

    @Override
    public List<DocumentPart> messages(DocumentPart channel, boolean publishes) {
        return traits.merged(tree.members(tree.child(channel, "messages")));
    }

    @Override
    public Map<String, DocumentPart> servers(DocumentPart channel) {
        Map<String, DocumentPart> all = tree.named("servers");
        List<DocumentPart> own = tree.elements(tree.child(channel, "servers"));
        if (own.isEmpty()) {
            return all;
        }
        Map<String, DocumentPart> servers = new LinkedHashMap<>();
        own.forEach(server -> servers.put(nameOf(server, all), server));
        return servers;
    }
}
