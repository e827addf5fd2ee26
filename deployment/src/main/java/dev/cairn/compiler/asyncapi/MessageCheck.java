package dev.cairn.compiler.asyncapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.asyncapi.ChannelRequest.OutgoingMessage;
import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.value.CompiledSchema;

/** Checks messages against what the document says of them. */
final class MessageCheck {

    /** Schemas of AsyncAPI are a superset of this draft. */
    private static final String DRAFT = "http://json-schema.org/draft-07/schema#";
    private static final String PAYLOAD = "payload";
    private static final String FORMAT = "schemaFormat";
    private static final Pattern JSON_SCHEMA_FORMAT = Pattern
            .compile("application/(vnd\\.aai\\.asyncapi|schema)(\\+(json|yaml))?(;.*)?");
    private static final Pattern READABLE = Pattern.compile("application/json|[a-z]+/[^;/ ]+\\+json|text/[^;/ ]+");
    /** The parts of a document that references of schemas lead to. */
    private static final List<String> REFERRED = List.of("components", "channels", "operations");

    private final DocumentTree tree;
    private final List<DocumentPart> messages;
    private final ProblemCollector problems;

    MessageCheck(DocumentTree tree, List<DocumentPart> messages, ProblemCollector problems) {
        this.tree = tree;
        this.messages = messages;
        this.problems = problems;
    }

    /** The media type of the messages, without parameters. An unreadable type is reported. */
    String contentType(String byDefault) {
        String first = null;
        for (DocumentPart message : messages) {
            String written = message.text("contentType") == null ? byDefault : message.text("contentType");
            String mediaType = written.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
            if (!READABLE.matcher(mediaType).matches()) {
                tree.problem(message, "Messages of the content type \"" + mediaType + "\" cannot be read and written.",
                        "JSON and text can. Use another channel, or send and receive the messages in a bean.");
            } else if (first != null && !first.equals(mediaType)) {
                tree.problem(message,
                        "The messages of the channel have several content types: " + first + ", " + mediaType + ".",
                        "Name an operation whose messages have one.");
            }
            first = first == null ? mediaType : first;
        }
        return first == null ? byDefault : first;
    }

    /** Checks the constant parts of a message: it has to fit one of the messages of the document. */
    void outgoing(OutgoingMessage message) {
        check(PAYLOAD, message.payload());
        check("headers", message.headers());
    }

    private void check(String part, ValueTemplate written) {
        List<String> faults = new ArrayList<>();
        for (DocumentPart message : messages) {
            DocumentPart schema = schema(message, part);
            if (schema == null) {
                return;
            }
            CompiledSchema compiled = compiled(schema);
            if (compiled == null || written == null || !written.isConstant()) {
                continue;
            }
            List<CompiledSchema.Violation> violations = compiled.validate(written.value());
            if (violations.isEmpty()) {
                return;
            }
            violations.forEach(violation -> faults.add(
                    (violation.pointer().isEmpty() ? "" : violation.pointer() + " ") + violation.message()));
        }
        if (!faults.isEmpty()) {
            problems.error(AsyncApiErrorCodes.MESSAGE, written.location(),
                    "The schema of the AsyncAPI document forbids the " + part + ": " + String.join("; ", faults) + ".",
                    messages.size() == 1 ? "Correct it, or the document."
                            : "It has to fit one of the " + messages.size()
                                    + " messages of the channel.");
        }
    }

    /** The JSON Schema of a payload or of headers; null if it is in another language or not there, so that everything fits. */
    private DocumentPart schema(DocumentPart message, String part) {
        // In version 2 the message has the format. The payload can then refer to a file of that language, so it is not read.
        if (part.equals(PAYLOAD) && isOfAnotherLanguage(message.text(FORMAT))) {
            return null;
        }
        DocumentPart schema = tree.child(message, part);
        String format = schema.text(FORMAT);
        if (schema.isMissing() || isOfAnotherLanguage(format)) {
            return null;
        }
        return format == null ? schema : tree.child(schema, "schema");
    }

    /** @param format format of a schema, or null for JSON Schema */
    private static boolean isOfAnotherLanguage(String format) {
        return format != null && !JSON_SCHEMA_FORMAT.matcher(format).matches();
    }

    private CompiledSchema compiled(DocumentPart schema) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.put("$schema", DRAFT);
        whole.putArray("allOf").add(schema.value());
        REFERRED.forEach(name -> {
            if (tree.root().value().has(name)) {
                whole.set(name, tree.root().value().get(name));
            }
        });
        try {
            return CompiledSchema.of(whole);
        } catch (IllegalArgumentException unusable) {
            tree.problem(schema, "The schema cannot be used: " + unusable.getMessage() + ".",
                    "Correct it: schemas of AsyncAPI are JSON Schemas, and refer to parts of their document.");
            return null;
        }
    }
}
