package dev.cairn.compiler.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Texts that editors show for kinds and properties. */
final class EditorSchemaDescriptions {

    private static final Properties TEXTS = load();

    private EditorSchemaDescriptions() {}

    /** Gives a schema its description, if there is one. */
    static ObjectNode describe(String name, ObjectNode schema) {
        String text = TEXTS.getProperty(name.replace(' ', '.'));
        if (text != null) {
            schema.put("description", text);
        }
        return schema;
    }

    private static Properties load() {
        Properties texts = new Properties();
        try (InputStream resource = EditorSchemaDescriptions.class.getResourceAsStream("descriptions.properties")) {
            texts.load(resource);
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the descriptions", e);
        }
    }
}
