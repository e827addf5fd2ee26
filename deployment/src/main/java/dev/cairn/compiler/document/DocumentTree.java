package dev.cairn.compiler.document;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonPointer;

import dev.cairn.definition.ProblemCollector;

/** The tree of a document, with its references resolved on the way. A broken reference is reported once it is met. */
public final class DocumentTree {

    /** Maximum number of references that lead to one another: more are a cycle or a mistake. */
    private static final int MAX_REFERENCES = 32;

    private final DocumentFile main;
    private final DocumentLoader loader;
    private final String code;
    private final ProblemCollector problems;

    /**
     * A tree.
     *
     * @param loader loads other files, or null if references must stay in the document
     * @param code code of the faults of the document
     * @param problems gets the faults
     */
    public DocumentTree(DocumentFile main, DocumentLoader loader, String code, ProblemCollector problems) {
        this.main = main;
        this.loader = loader;
        this.code = code;
        this.problems = problems;
    }

    /** The whole document. */
    public DocumentPart root() {
        return new DocumentPart(main, "", main.root());
    }

    /** A member, behind its reference; missing if it is not there. */
    public DocumentPart child(DocumentPart parent, String key) {
        return resolved(parent.member(key));
    }

    /** The members of a part of the document by name, behind their references. */
    public Map<String, DocumentPart> named(String key) {
        DocumentPart parent = child(root(), key);
        Map<String, DocumentPart> parts = new LinkedHashMap<>();
        if (parent.value().isObject()) {
            parent.value().fieldNames().forEachRemaining(name -> parts.put(name, child(parent, name)));
        }
        return parts;
    }

    /** The members of an object, behind their references. */
    public List<DocumentPart> members(DocumentPart parent) {
        List<DocumentPart> members = new ArrayList<>();
        if (parent.value().isObject()) {
            parent.value().fieldNames().forEachRemaining(name -> members.add(child(parent, name)));
        }
        return members;
    }

    /** The elements of a list, behind their references. */
    public List<DocumentPart> elements(DocumentPart parent) {
        List<DocumentPart> elements = new ArrayList<>();
        if (parent.value().isArray()) {
            for (int i = 0; i < parent.value().size(); i++) {
                elements.add(resolved(parent.element(i)));
            }
        }
        return elements;
    }

    /** The part that the references of a part lead to; missing after a problem was reported. */
    public DocumentPart resolved(DocumentPart part) {
        DocumentPart found = part;
        for (int i = 0; i < MAX_REFERENCES && found.value().path("$ref").isTextual(); i++) {
            DocumentPart next = target(found, found.value().get("$ref").textValue());
            if (next == null) {
                return DocumentPart.NOTHING;
            }
            found = next;
        }
        if (found.value().path("$ref").isTextual()) {
            problem(part, "The references of this part lead to one another without end.",
                    "Let one of them be the part itself.");
            return DocumentPart.NOTHING;
        }
        return found;
    }

    /** The part that a reference leads to; null after a problem was reported. */
    public DocumentPart target(DocumentPart from, String reference) {
        int hash = reference.indexOf('#');
        String uri = hash < 0 ? reference : reference.substring(0, hash);
        String fragment = hash < 0 ? "" : reference.substring(hash + 1);
        DocumentFile file = from.file();
        if (!uri.isEmpty()) {
            if (loader == null) {
                problem(from, "The reference \"" + reference + "\" leads out of the document.",
                        "Put the part into the document, and refer to it as #/components/….");
                return null;
            }
            file = loader.load(from, uri);
            if (file == null) {
                return null;
            }
        }
        DocumentPart next = part(file, fragment);
        if (next.isMissing()) {
            problem(from, "The reference \"" + reference + "\" leads nowhere.", "Correct it.");
            return null;
        }
        return next;
    }

    private static DocumentPart part(DocumentFile file, String fragment) {
        try {
            // A plus sign stands for itself in the fragment of a URI.
            String pointer = URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
            return new DocumentPart(file, pointer, file.root().at(JsonPointer.compile(pointer)));
        } catch (IllegalArgumentException noPointer) {
            return DocumentPart.NOTHING;
        }
    }

    /** Reports a fault of the document. */
    public void problem(DocumentPart part, String message, String suggestion) {
        problems.error(code, part.isMissing() ? root().location() : part.location(), message, suggestion);
    }
}
