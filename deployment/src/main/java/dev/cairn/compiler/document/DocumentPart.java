package dev.cairn.compiler.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

import dev.cairn.definition.SourceLocation;

/**
 * A part of a document.
 *
 * @param file the file that has it; null if the part is missing
 * @param pointer JSON pointer of the place where it is written
 * @param value the part; missing if it is not there
 */
public record DocumentPart(DocumentFile file, String pointer, JsonNode value) {

    /** The part that is not there. */
    public static final DocumentPart NOTHING = new DocumentPart(null, "", MissingNode.getInstance());

    /** The key of the part. */
    public String name() {
        return pointer.substring(pointer.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
    }

    /** True if the part is not there. */
    public boolean isMissing() {
        return value.isMissingNode();
    }

    /** The text of a member, or null. */
    public String text(String key) {
        return value.path(key).textValue();
    }

    /** Source location of the part. */
    public SourceLocation location() {
        return file.sources().at(pointer);
    }

    /** A member as it is written, which may be a reference; missing if it is not there. */
    public DocumentPart member(String key) {
        return value.has(key) ? new DocumentPart(file, pointer + "/" + SourceLocation.escape(key), value.get(key)) : NOTHING;
    }

    /** An element as it is written, which may be a reference. */
    DocumentPart element(int index) {
        return new DocumentPart(file, pointer + "/" + index, value.get(index));
    }
}
