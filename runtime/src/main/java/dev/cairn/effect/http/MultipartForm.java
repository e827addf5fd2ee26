package dev.cairn.effect.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.time.RandomSource;
import dev.cairn.value.BodyMediaType;
import dev.cairn.value.http.FormPartShape;
import io.vertx.core.buffer.Buffer;

/**
 * A body of type {@code multipart/form-data} (RFC 7578).
 *
 * @param boundary separates the parts, and is in none of them
 * @param parts number of parts
 * @param content the parts
 */
record MultipartForm(String boundary, int parts, Buffer content) {

    private static final String MISFIT = "CAIRN-0883: ";
    /** A header value without line breaks. */
    private static final Pattern CONTENT_TYPE = Pattern.compile("[!-~]+/[!-~]+(?:;[ -~]*)?");

    /**
     * The form of an object: a scalar is a text part; {@code {text|json|base64, fileName, contentType}} is a part with that content; an
     * array gives several parts of one name.
     *
     * @throws IllegalArgumentException with a message for the author
     * @throws dev.cairn.value.ValueException if the charset of a part lacks a character
     */
    static MultipartForm of(JsonNode fields) {
        // A part that has the boundary would end early, and its sender could add parts of his own.
        MultipartForm form = with(fields, newBoundary());
        while (form.isAmbiguous()) {
            form = with(fields, newBoundary());
        }
        return form;
    }

    String contentType() {
        return FormFields.MULTIPART + "; boundary=" + boundary;
    }

    private static String newBoundary() {
        RandomSource random = RandomSource.system();
        return "cairn-" + Long.toHexString(random.bits()) + Long.toHexString(random.bits());
    }

    private static MultipartForm with(JsonNode fields, String boundary) {
        Buffer content = Buffer.buffer();
        AtomicInteger parts = new AtomicInteger();
        FormFields.each(fields, (name, value) -> {
            parts.incrementAndGet();
            RequestValues.whole(name, "The name of a part");
            content.appendString("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + quoted(name) + '"');
            if (value.isObject()) {
                append(content, name, value);
            } else {
                content.appendString("\r\n\r\n").appendString(RequestValues.scalar(value, "The part \"" + name + "\""));
            }
            content.appendString("\r\n");
        });
        return new MultipartForm(boundary, parts.get(), content.appendString("--" + boundary + "--\r\n"));
    }

    boolean isAmbiguous() {
        String all = new String(content.getBytes(), StandardCharsets.ISO_8859_1);
        int found = 0;
        for (int at = all.indexOf(boundary); at >= 0; at = all.indexOf(boundary, at + 1)) {
            found++;
        }
        return found != parts + 1;
    }

    private static void append(Buffer content, String name, JsonNode part) {
        String kind = FormPartShape.content(part);
        if (kind == null) {
            Set<String> given = new TreeSet<>();
            part.fieldNames().forEachRemaining(given::add);
            throw new IllegalArgumentException(MISFIT + "The part \"" + name + "\" of the form has " + String.join(", ", given)
                    + ". " + FormPartShape.RULE);
        }
        JsonNode fileName = part.path("fileName");
        if (!fileName.isMissingNode() && !fileName.isNull()) {
            content.appendString("; filename=\"" + quoted(text(name, "fileName", fileName)) + '"');
        }
        String type = contentType(name, kind, part.path("contentType"));
        content.appendString("\r\nContent-Type: " + type + "\r\n\r\n");
        content.appendBytes(bytes(name, kind, part.get(kind), BodyMediaType.of(type)));
    }

    private static String contentType(String name, String kind, JsonNode given) {
        if (given.isMissingNode() || given.isNull()) {
            return switch (kind) {
                case "json" -> "application/json";
                case "text" -> "text/plain; charset=utf-8";
                default -> "application/octet-stream";
            };
        }
        String type = text(name, "contentType", given);
        if (!CONTENT_TYPE.matcher(type).matches()) {
            throw new IllegalArgumentException(MISFIT + "The contentType of the part \"" + name
                    + "\" of the form is none. Write it such as application/pdf");
        }
        return type;
    }

    private static byte[] bytes(String name, String kind, JsonNode content, BodyMediaType type) {
        if (kind.equals("json")) {
            return type.encodeJson(content);
        }
        String text = text(name, kind, content);
        if (kind.equals("text")) {
            return type.encode(text);
        }
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException none) {
            throw new IllegalArgumentException(MISFIT + "The base64 of the part \"" + name
                    + "\" of the form is none. Encode the content of the file with the alphabet of RFC 4648, section 4", none);
        }
    }

    private static String text(String name, String property, JsonNode value) {
        return RequestValues.scalar(value, "The " + property + " of the part \"" + name + "\"");
    }

    /** As the URL and HTML standards have it. */
    private static String quoted(String name) {
        return name.replace("\r", "%0D").replace("\n", "%0A").replace("\"", "%22");
    }
}
