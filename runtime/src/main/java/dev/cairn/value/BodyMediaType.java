package dev.cairn.value;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The part of a content type that decides how a body is read and written.
 *
 * @param name type and subtype in lower case; empty if there was no content type
 * @param charset of the text; UTF-8 if none was named, or an unknown one
 * @param unknownCharset the named charset if it is unknown, else null
 */
public record BodyMediaType(String name, Charset charset, String unknownCharset) {

    private static final String BYTE_ORDER_MARK = "\ufeff";
    private static final Pattern CHARSET = Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\\s;\"]+)", Pattern.CASE_INSENSITIVE);

    /** Reads a content type header; null is none. */
    public static BodyMediaType of(String contentType) {
        if (contentType == null) {
            return new BodyMediaType("", StandardCharsets.UTF_8, null);
        }
        int end = contentType.indexOf(';');
        String name = (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        Matcher matcher = CHARSET.matcher(contentType);
        String named = matcher.find() ? matcher.group(1) : "UTF-8";
        Charset charset = charset(named);
        return charset == null ? new BodyMediaType(name, StandardCharsets.UTF_8, named)
                : new BodyMediaType(name, charset, null);
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

    /**
     * The bytes of a text in the charset.
     *
     * @throws ValueException if they would not give the text again
     */
    public byte[] encode(String text) {
        if (unknownCharset != null || !charset.canEncode()) {
            throw new ValueException("The charset " + (unknownCharset == null ? charset.name() : unknownCharset)
                    + " cannot be written here. Name another one, such as UTF-8");
        }
        try {
            ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
            return Arrays.copyOf(bytes.array(), bytes.limit());
        } catch (CharacterCodingException lost) {
            throw new ValueException("The text has characters that the charset " + charset.name()
                    + " does not have. Name another one, such as UTF-8");
        }
    }

    /**
     * The bytes of a JSON value in the charset, with numbers as jq prints them.
     *
     * @throws ValueException if they would not give the value again
     */
    public byte[] encodeJson(JsonNode value) {
        byte[] utf8 = JsonCodec.writeAsJq(value);
        return isUtf8() ? utf8 : encode(new String(utf8, StandardCharsets.UTF_8));
    }

    /**
     * Reads one JSON value.
     *
     * @throws ValueException as {@link JsonCodec#read(byte[])}, and if the bytes are no text in the charset
     */
    public JsonNode decodeJson(byte[] bytes) {
        if (isUtf8()) {
            return JsonCodec.read(bytes);
        }
        try {
            String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return JsonCodec.read(text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text);
        } catch (CharacterCodingException malformed) {
            throw new ValueException("Not valid JSON: the text is not in the charset " + charset.name());
        }
    }

    /** True if the charset is UTF-8, and no other was named. */
    public boolean isUtf8() {
        return charset.equals(StandardCharsets.UTF_8) && unknownCharset == null;
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException unknown) {
            return null;
        }
    }
}
