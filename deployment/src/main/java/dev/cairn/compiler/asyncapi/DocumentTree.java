package dev.cairn.compiler.asyncapi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;

/** The tree of an AsyncAPI document, with its references resolved on the way. A broken reference is reported once it is met. */
final class DocumentTree {

    /** Maximum number of references that lead to one another: more are a cycle or a mistake. */
    private static final int MAX_REFERENCES = 32;

    private static final DocumentPart NOTHING = new DocumentPart("", MissingNode.getInstance());

    private final JsonNode root;
    private final SourceMap sources;
    private final ProblemCollector problems;

    DocumentTree(JsonNode root, SourceMap sources, ProblemCollector problems) {
        this.root = root;
        this.sources = sources;
        this.problems = problems;
    }

    DocumentPart root() {
        return new DocumentPart("", root);
    }

    /** A member, behind its reference; missing if it is not there. */
    DocumentPart child(DocumentPart parent, String key) {
        return parent.value.has(key) ? resolved(parent.member(key)) : NOTHING;
    }

    /** The members of a part of the document by name, behind their references. */
    Map<String, DocumentPart> named(String key) {
        DocumentPart parent = child(root(), key);
        Map<String, DocumentPart> parts = new LinkedHashMap<>();
        if (parent.value.isObject()) {
            parent.value.fieldNames().forEachRemaining(name -> parts.put(name, child(parent, name)));
        }
        return parts;
    }

    /** The members of an object, behind their references. */
    List<DocumentPart> members(DocumentPart parent) {
        List<DocumentPart> members = new ArrayList<>();
        if (parent.value.isObject()) {
            parent.value.fieldNames().forEachRemaining(name -> members.add(resolved(parent.member(name))));
        }
        return members;
    }

    /** The elements of a list, behind their references. */
    List<DocumentPart> elements(DocumentPart parent) {
        List<DocumentPart> elements = new ArrayList<>();
        if (parent.value.isArray()) {
            for (int i = 0; i < parent.value.size(); i++) {
                elements.add(resolved(new DocumentPart(parent.pointer + "/" + i, parent.value.get(i))));
            }
        }
        return elements;
    }

    private DocumentPart resolved(DocumentPart part) {
        DocumentPart found = part;
        for (int i = 0; i < MAX_REFERENCES && found.value.path("$ref").isTextual(); i++) {
            String reference = found.value.get("$ref").textValue();
            if (!reference.startsWith("#/")) {
                problem(found, "The reference \"" + reference + "\" leads out of the document.",
                        "Put the part into the document, and refer to it as #/components/….");
                return NOTHING;
            }
            DocumentPart next = target(reference);
            if (next.isMissing()) {
                problem(found, "The reference \"" + reference + "\" leads nowhere.", "Correct it.");
                return NOTHING;
            }
            found = next;
        }
        if (found.value.path("$ref").isTextual()) {
            problem(part, "The references of this part lead to one another without end.",
                    "Let one of them be the part itself.");
            return NOTHING;
        }
        return found;
    }

    private DocumentPart target(String reference) {
        try {
            // A plus sign stands for itself in the fragment of a URI.
            String pointer = URLDecoder.decode(reference.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
            return new DocumentPart(pointer, root.at(JsonPointer.compile(pointer)));
        } catch (IllegalArgumentException noPointer) {
            return NOTHING;
        }
    }

    /** Reports a fault of the document. */
    void problem(DocumentPart part, String message, String suggestion) {
        problems.error(AsyncApiErrorCodes.DOCUMENT, sources.at(part.pointer), message, suggestion);
    }

    /**
     * A part of the document.
     *
     * @param pointer JSON pointer of the place where it is written
     * @param value the part; missing if it is not there
     */
    record DocumentPart(String pointer, JsonNode value) {

        /** The key of the part. */
        String name() {
            return pointer.substring(pointer.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
        }

        boolean isMissing() {
            return value.isMissingNode();
        }

        /** The text of a member, or null. */
        String text(String key) {
            return value.path(key).textValue();
        }

        private DocumentPart member(String key) {
            return new DocumentPart(pointer + "/" + SourceLocation.escape(key), value.get(key));
        }
    }
}
