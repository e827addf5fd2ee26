package dev.cairn.compiler.asyncapi;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.asyncapi.ChannelRequest.NamedPart;
import dev.cairn.compiler.asyncapi.ChannelRequest.ServerRequest;
import dev.cairn.compiler.asyncapi.DocumentLayout.DocumentOperation;
import dev.cairn.compiler.document.DocumentFile;
import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.asyncapi.AsyncApiChannel;

/** Finds the channel that a call uses in its AsyncAPI document, and checks the call against the document. */
public final class ChannelFinder {

    private static final Pattern SECOND_VERSION = Pattern.compile("2\\.[0-6]\\.\\d+");
    private static final Pattern THIRD_VERSION = Pattern.compile("3\\.0\\.\\d+");
    private static final Pattern CORRELATION_ID = Pattern.compile("\\$message\\.(header|payload)#/(?:[^~]|~[01])+");
    private static final String JSON = "application/json";

    private final DocumentTree tree;
    private final DocumentLayout layout;
    private final ChannelRequest request;
    private final ProblemCollector problems;

    private ChannelFinder(DocumentTree tree, DocumentLayout layout, ChannelRequest request, ProblemCollector problems) {
        this.tree = tree;
        this.layout = layout;
        this.request = request;
        this.problems = problems;
    }

    /**
     * Finds the channel.
     *
     * @param file path of the document
     * @param document the document
     * @param sources places in the document
     * @param problems gets the faults of document and call
     * @return null after an error was reported
     */
    public static AsyncApiChannel find(String file, JsonNode document, SourceMap sources, ChannelRequest request,
            ProblemCollector problems) {
        ProblemCollector found = new ProblemCollector();
        DocumentTree tree = new DocumentTree(new DocumentFile(file, document, sources), null, AsyncApiErrorCodes.DOCUMENT,
                found);
        DocumentLayout layout = layout(tree);
        AsyncApiChannel channel = layout == null ? null : new ChannelFinder(tree, layout, request, found).find(file);
        found.all().forEach(problems::add);
        return found.hasErrors() ? null : channel;
    }

    /** Null after a problem was reported. */
    private static DocumentLayout layout(DocumentTree tree) {
        String version = tree.root().text("asyncapi");
        if (version != null && SECOND_VERSION.matcher(version).matches()) {
            return new SecondVersionLayout(tree);
        }
        if (version != null && THIRD_VERSION.matcher(version).matches()) {
            return new ThirdVersionLayout(tree);
        }
        tree.problem(tree.root(), version == null ? "This is not an AsyncAPI document: it has no version in \"asyncapi\"."
                : "The version \"" + version + "\" of AsyncAPI is not supported.",
                "Use a document of version 2.0 to 2.6 or 3.0.");
        return null;
    }

    private AsyncApiChannel find(String file) {
        DocumentOperation place = request.operation() == null ? channel() : operation();
        if (place == null || !hasChannel(place)) {
            return null;
        }
        String protocol = protocol(place.channelPart());
        MessageCheck check = new MessageCheck(tree, place.messages(), problems);
        String contentType = check.contentType(tree.root().text("defaultContentType") == null ? JSON
                : tree.root().text("defaultContentType"));
        if (request.publishes()) {
            check.outgoing(request.message());
        }
        String address = layout.address(place.channel(), place.channelPart());
        return new AsyncApiChannel(request.document(), file, place.channel(),
                address == null || address.indexOf('{') >= 0 ? null : address, protocol, contentType, correlationId(place));
    }

    /** False after a problem was reported. Operations of version 3 refer to their channel. */
    private boolean hasChannel(DocumentOperation place) {
        if (request.operation() == null) {
            return !place.channelPart().isMissing();
        }
        boolean found = place.channelPart().value().isObject();
        if (!found && !problems.hasErrors()) {
            tree.problem(tree.named("operations").get(request.operation().name()),
                    "The operation \"" + request.operation().name() + "\" has no channel.",
                    "Refer to one: channel: {$ref: '#/channels/…'}.");
        }
        return found;
    }

    private DocumentOperation operation() {
        Map<String, DocumentOperation> operations = layout.operations();
        DocumentOperation found = operations.get(request.operation().name());
        if (found == null) {
            unknown("operation", request.operation(), operations.keySet());
        }
        return found;
    }

    private DocumentOperation channel() {
        Map<String, DocumentPart> channels = layout.channels();
        DocumentPart found = channels.get(request.channel().name());
        if (found == null) {
            unknown("channel", request.channel(), channels.keySet());
            return null;
        }
        return new DocumentOperation(request.channel().name(), found, layout.messages(found, request.publishes()));
    }

    /** The protocol of the chosen server; null if the document has no servers. */
    private String protocol(DocumentPart channel) {
        Map<String, DocumentPart> servers = new LinkedHashMap<>(layout.servers(channel));
        ServerRequest server = request.server();
        if (server != null) {
            if (!servers.containsKey(server.name().name())) {
                unknown("server of this channel", server.name(), servers.keySet());
                return null;
            }
            servers.keySet().retainAll(List.of(server.name().name()));
            variables(server, servers.get(server.name().name()));
        }
        Collection<String> protocols = protocols(servers.values());
        NamedPart wanted = request.protocol();
        if (wanted != null) {
            if (!protocols.isEmpty() && !protocols.contains(wanted.name())) {
                unknown("server with the protocol", wanted, protocols);
            }
            return wanted.name();
        }
        if (protocols.size() > 1) {
            problems.error(AsyncApiErrorCodes.UNKNOWN_PART, request.location(),
                    "The channel has servers of several protocols: " + String.join(", ", protocols) + ".",
                    "Choose by \"protocol\", or by \"server\": {name: …}.");
        }
        return protocols.isEmpty() ? null : protocols.iterator().next();
    }

    private Collection<String> protocols(Collection<DocumentPart> servers) {
        Collection<String> protocols = new TreeSet<>();
        for (DocumentPart server : servers) {
            String protocol = server.text("protocol");
            if (protocol != null) {
                protocols.add(protocol.toLowerCase(Locale.ROOT));
            } else if (!server.isMissing()) {
                tree.problem(server, "The server \"" + server.name() + "\" has no protocol.", "Add \"protocol\".");
            }
        }
        return protocols;
    }

    private void variables(ServerRequest server, DocumentPart part) {
        DocumentPart variables = tree.child(part, "variables");
        for (NamedPart variable : server.variables()) {
            if (!variables.value().has(variable.name())) {
                TreeSet<String> names = new TreeSet<>();
                variables.value().fieldNames().forEachRemaining(names::add);
                unknown("variable of this server", variable, names);
            }
        }
    }

    private void unknown(String what, NamedPart part, Collection<String> known) {
        String near = NameSuggestions.didYouMean(part.name(), known);
        problems.error(AsyncApiErrorCodes.UNKNOWN_PART, part.location(),
                "The AsyncAPI document \"" + request.document() + "\" has no " + what + " \"" + part.name() + "\".",
                near != null ? near : known.isEmpty() ? "It has none at all." : "It has: " + String.join(", ", known) + ".");
    }

    /** Null if the messages have none. */
    private String correlationId(DocumentOperation place) {
        for (DocumentPart message : place.messages()) {
            DocumentPart id = tree.child(message, "correlationId");
            String location = id.text("location");
            if (location != null && !CORRELATION_ID.matcher(location).matches()) {
                tree.problem(id, "The location \"" + location + "\" of the correlation id cannot be read.",
                        "Write it as $message.header#/id or $message.payload#/id.");
            } else if (location != null) {
                return location;
            }
        }
        return null;
    }
}
