package dev.cairn.http.client;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a content type says about how to read a body.
 *
 * @param name type and subtype in lower case; empty if there was no content type
 * @param charset of the text; UTF-8 if none was named, or one that is unknown here
 */
record MediaType(String name, Charset charset) {

    private static final Pattern CHARSET = Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\\s;\"]+)", Pattern.CASE_INSENSITIVE);

    /** Reads a content type header; null is none. */
    static MediaType of(String contentType) {
        if (contentType == null) {
            return new MediaType("", StandardCharsets.UTF_8);
        }
        int end = contentType.indexOf(';');
        String name = (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        Matcher matcher = CHARSET.matcher(contentType);
        return new MediaType(name, matcher.find() ? charset(matcher.group(1)) : StandardCharsets.UTF_8);
    }

    boolean isAbsent() {
        return name.isEmpty();
    }

    boolean isJson() {
        return name.equals("application/json") || name.endsWith("+json");
    }

    /** True for text that is not JSON. */
    boolean isText() {
        return name.startsWith("text/") || name.equals("application/xml") || name.endsWith("+xml")
                || name.equals("application/yaml") || name.equals("application/x-www-form-urlencoded");
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException unknown) {
            return StandardCharsets.UTF_8;
        }
    }
}
