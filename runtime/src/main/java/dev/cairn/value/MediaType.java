package dev.cairn.value;

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
public record MediaType(String name, Charset charset) {

    private static final Pattern CHARSET = Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\\s;\"]+)", Pattern.CASE_INSENSITIVE);

    /** Reads a content type header; null is none. */
    public static MediaType of(String contentType) {
        if (contentType == null) {
            return new MediaType("", StandardCharsets.UTF_8);
        }
        int end = contentType.indexOf(';');
        String name = (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        Matcher matcher = CHARSET.matcher(contentType);
        return new MediaType(name, matcher.find() ? charset(matcher.group(1)) : StandardCharsets.UTF_8);
    }

    /** True if the subtype is {@code json}, or a kind of it. */
    public boolean isJson() {
        return name.endsWith("/json") || name.endsWith("+json");
    }

    /** True for text that is not JSON. */
    public boolean isText() {
        return name.startsWith("text/") && !isJson() || name.endsWith("/xml") || name.endsWith("+xml")
                || name.equals("application/yaml") || name.equals("application/x-www-form-urlencoded");
    }

    private static Charset charset(String name) {
        try {
            Charset charset = Charset.forName(name);
            // Some can only be read.
            return charset.canEncode() ? charset : StandardCharsets.UTF_8;
        } catch (IllegalArgumentException unknown) {
            return StandardCharsets.UTF_8;
        }
    }
}
