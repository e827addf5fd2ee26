package dev.cairn.compiler.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Notes on properties for the page on what of the DSL works. Keys are {@code section: path}, for example
 * {@code call http: with.endpoint}.
 *
 * @param notes notes on properties that work
 * @param refusals reasons why a property of the specification does not work
 */
record DslSupportNotes(Map<String, String> notes, Map<String, String> refusals) {

    static DslSupportNotes read() {
        return new DslSupportNotes(table("dsl-support-notes.csv"), table("dsl-support-refusals.csv"));
    }

    /** The section and the path of a key. */
    static List<String> place(String key) {
        return List.of(key.split(": ", 2));
    }

    String note(String key) {
        return notes.getOrDefault(key, "");
    }

    /** True if the property, or an object that it is part of, is refused. */
    boolean isRefused(String key) {
        return refusals.keySet().stream()
                .anyMatch(refused -> key.equals(refused) || key.startsWith(refused + ".") || key.startsWith(refused + "["));
    }

    private static Map<String, String> table(String name) {
        Map<String, String> rows = new LinkedHashMap<>();
        try (InputStream resource = DslSupportNotes.class.getResourceAsStream(name)) {
            new String(resource.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\\|", 2)).forEach(row -> rows.put(row[0].strip(), row[1].strip()));
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + name, e);
        }
    }
}
