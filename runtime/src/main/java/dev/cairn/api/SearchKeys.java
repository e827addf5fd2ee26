package dev.cairn.api;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keys by which people find an instance: set when it is created, never changed. A few short strings, not data. Stores write
 * them as UTF-8, so an unpaired surrogate becomes U+FFFD, in the stored keys and in the keys that are searched for. Of
 * attributes whose names become equal, one is kept.
 *
 * @param businessKey the application's key, such as the number of an order, or null; at most {@value #MAX_CHARACTERS}
 *        characters, none of them U+0000. Not necessarily unique
 * @param attributes values by name, at most {@value #MAX_ATTRIBUTES}; names and values have at most {@value #MAX_CHARACTERS}
 *        characters each; in the order of their names
 */
public record SearchKeys(String businessKey, Map<String, String> attributes) {

    /** Maximum length of a business key, and of the name or value of an attribute, in characters. */
    public static final int MAX_CHARACTERS = 255;
    /** Maximum number of attributes of an instance. */
    public static final int MAX_ATTRIBUTES = 16;
    /** Keys of an instance that is found by its columns alone. */
    public static final SearchKeys NONE = new SearchKeys(null, Map.of());

    public SearchKeys {
        Objects.requireNonNull(attributes, "attributes is required");
        if (attributes.size() > MAX_ATTRIBUTES) {
            throw new IllegalArgumentException(
                    "An instance has at most " + MAX_ATTRIBUTES + " attributes, not " + attributes.size());
        }
        businessKey = businessKey == null ? null : checked("The business key", businessKey);
        SortedMap<String, String> sorted = new TreeMap<>();
        attributes.forEach((name, value) -> sorted.put(checked("The name of an attribute", name),
                checked("The attribute " + name, value)));
        attributes = sorted.isEmpty() ? Map.of() : Collections.unmodifiableSortedMap(sorted);
    }

    /** True if these keys match a search for the given ones; null and absent keys match anything. */
    public boolean matches(SearchKeys wanted) {
        return (wanted.businessKey == null || wanted.businessKey.equals(businessKey))
                && attributes.entrySet().containsAll(wanted.attributes.entrySet());
    }

    private static String checked(String what, String value) {
        if (value == null) {
            throw new IllegalArgumentException(what + " may not be null; leave the attribute out");
        }
        // PostgreSQL's text cannot hold it, and a store may end strings with it.
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(what + " may not have the character U+0000");
        }
        if (value.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException(what + " may have at most " + MAX_CHARACTERS + " characters, not "
                    + value.length());
        }
        return whole(value);
    }

    /** Replaces each unpaired surrogate with U+FFFD. */
    private static String whole(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isSurrogate(value.charAt(i))) {
                // The encoder writes U+FFFD for characters that it cannot encode.
                return new String(value.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE);
            }
        }
        return value;
    }
}
