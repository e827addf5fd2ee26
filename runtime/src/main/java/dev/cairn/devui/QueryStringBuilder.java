package dev.cairn.devui;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Builds the query string of a request to the management API. Null and empty arguments are left out. */
final class QueryStringBuilder {

    private final StringBuilder text = new StringBuilder();

    QueryStringBuilder with(String name, String value) {
        if (value != null && !value.isEmpty()) {
            text.append(text.isEmpty() ? "" : "&").append(name).append('=').append(encoded(value));
        }
        return this;
    }

    /** Encoded, without a question mark. */
    String text() {
        return text.toString();
    }

    /** A segment of a path. A missing segment (null) gives a path that does not exist. */
    static String segment(String value) {
        return value == null ? "" : encoded(value).replace("+", "%20");
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
