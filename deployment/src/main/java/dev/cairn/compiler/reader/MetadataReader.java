package dev.cairn.compiler.reader;

import dev.cairn.definition.HttpTriggerSpec;

/**
 * Reads {@code document.metadata}. It belongs to the author, except for {@code cairn}, where nothing unknown may stand.
 */
final class MetadataReader {

    private MetadataReader() {}

    /** The HTTP trigger that the metadata ask for, or null. */
    static HttpTriggerSpec http(Element metadata) {
        if (metadata == null) {
            return null;
        }
        if (!metadata.isObject()) {
            metadata.wrongType("an object");
            return null;
        }
        if (!metadata.value().has("cairn")) {
            return null;
        }
        try (Fields cairn = Fields.of(metadata.at("cairn"))) {
            Element http = cairn.optional("http");
            if (http == null) {
                return null;
            }
            try (Fields fields = Fields.of(http)) {
                Element path = fields.required("path");
                String text = path == null ? null : path.text();
                return text == null ? null : new HttpTriggerSpec(text, path.location());
            }
        }
    }
}
