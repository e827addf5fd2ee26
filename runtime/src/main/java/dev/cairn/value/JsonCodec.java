package dev.cairn.value;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** JSON text of canonical values. Thread-safe; independent of how an application configures its own mapper. */
public final class JsonCodec {

    private static final JsonMapper MAPPER = JsonMapper.builder(factory(ValueDepthLimits.MAX_WRITTEN_DEPTH))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .nodeFactory(new CanonicalNodeFactory())
            .build();
    private static final ObjectReader WRITTEN_READER = MAPPER.readerFor(JsonNode.class);
    private static final ObjectReader READER = WRITTEN_READER.with(factory(ValueDepthLimits.MAX_DEPTH));
    private static final ObjectReader NAN_READER = READER.with(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS);
    private static final ObjectReader EXACT_READER = READER.with(new OverflowRejectingNodeFactory())
            .with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    private static final ObjectWriter WRITER = MAPPER.writer();
    private static final ObjectWriter JQ_WRITER = JsonMapper
            .builder(new JqGeneratorFactory(settings(ValueDepthLimits.MAX_WRITTEN_DEPTH)))
            .build().writer();

    private JsonCodec() {}

    private static JsonFactory factory(int maxDepth) {
        return settings(maxDepth).build();
    }

    private static JsonFactoryBuilder settings(int maxDepth) {
        return (JsonFactoryBuilder) JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(maxDepth)
                        // Written texts have to be readable again: limits on incoming texts apply at their entrance.
                        .maxStringLength(Integer.MAX_VALUE).maxNameLength(Integer.MAX_VALUE).build())
                .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(maxDepth).build())
                // As escapes they could not be read again in names, see below.
                .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8);
    }

    /**
     * The compact UTF-8 text of a canonical value, which reads back as an equal value: for stored values. A double keeps its
     * fraction.
     *
     * @throws ValueException if it is nested deeper than {@link ValueDepthLimits#MAX_WRITTEN_DEPTH}
     */
    public static byte[] write(JsonNode value) {
        return write(WRITER, value);
    }

    /** As {@link #write(JsonNode)}, with numbers as jq prints them, so that 5.0 is 5: for values that leave the application. */
    public static byte[] writeAsJq(JsonNode value) {
        return write(JQ_WRITER, value);
    }

    private static byte[] write(ObjectWriter writer, JsonNode value) {
        try {
            return writer.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new ValueException("Cannot write as JSON: " + e.getOriginalMessage());
        }
    }

    /**
     * Reads one value, which is canonical.
     *
     * @param text UTF-8, with nothing but white space around the value
     * @throws ValueException if the text is not JSON in UTF-8, is followed by more, or is nested deeper than {@link ValueDepthLimits#MAX_DEPTH};
     *         the message says where and does not repeat the text
     */
    public static JsonNode read(byte[] text) {
        checkUtf8(text);
        return read(READER, text, 0, text.length);
    }

    /** As {@link #read(byte[])}, for texts of Cairn: nested at most as deep as {@link ValueDepthLimits#MAX_WRITTEN_DEPTH}. */
    public static JsonNode readWritten(byte[] text) {
        return readWritten(text, 0, text.length);
    }

    /** As {@link #readWritten(byte[])}, of a part of the bytes. */
    static JsonNode readWritten(byte[] text, int offset, int length) {
        return read(WRITTEN_READER, text, offset, length);
    }

    /**
     * As {@link #read(byte[])}, without a loss: for texts of clients, which can still be refused.
     *
     * @throws JsonLossException if an object has a field twice, or a number is too large for a double
     */
    public static JsonNode readExact(byte[] text) {
        checkUtf8(text);
        return read(EXACT_READER, text, 0, text.length);
    }

    /**
     * Texts that Cairn has written are not checked: journals have the text of inputs as it came in, also before this check
     * existed.
     */
    private static void checkUtf8(byte[] text) {
        int malformed = Utf8Check.firstMalformed(text, 0, text.length);
        if (malformed >= 0) {
            throw new ValueException("Not valid JSON: byte " + malformed + " (from 0) begins no character of UTF-8");
        }
    }

    /**
     * The parser of bytes refuses names with escaped surrogates (RFC 8259, section 8.2), some versions of it even those of a pair; that
     * of characters does not, and is slower.
     */
    private static JsonNode read(ObjectReader reader, byte[] text, int offset, int length) {
        try {
            return read(reader, reader.createParser(text, offset, length));
        } catch (IOException e) {
            if (!hasEscapedSurrogate(text, offset, length)) {
                throw malformed(e);
            }
        }
        try {
            String characters = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text, offset, length)).toString();
            return read(reader, reader.createParser(characters));
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    private static JsonNode read(ObjectReader reader, JsonParser source) throws IOException {
        try (JsonParser parser = source) {
            return present(reader.readValue(parser));
        } catch (OverflowRejectingNodeFactory.LargeNumberException large) {
            throw loss(source, "The number is too large for a 64-bit floating point number");
        } catch (MismatchedInputException mismatch) {
            if (mismatch.getOriginalMessage().startsWith("Duplicate field")) {
                throw loss(source, "The object has this field more than once");
            }
            throw mismatch;
        }
    }

    /** A parser that was closed stands where it stopped. */
    private static JsonLossException loss(JsonParser parser, String message) {
        return new JsonLossException(parser.getParsingContext().pathAsPointer().toString(), message);
    }

    private static boolean hasEscapedSurrogate(byte[] text, int offset, int length) {
        for (int at = offset; at + 3 < offset + length; at++) {
            if (text[at] == '\\' && text[at + 1] == 'u' && (text[at + 2] | 0x20) == 'd' && text[at + 3] >= '8') {
                return true;
            }
        }
        return false;
    }

    /** As {@link #read(byte[])}. */
    public static JsonNode read(String text) {
        try {
            return present(READER.readValue(text));
        } catch (JsonProcessingException e) {
            throw malformed(e);
        }
    }

    /** As {@link #read(String)}, of a text that may also have {@code NaN} as a value. */
    public static JsonNode readWithNan(String text) {
        try {
            return present(NAN_READER.readValue(text));
        } catch (JsonProcessingException e) {
            throw malformed(e);
        }
    }

    static JsonNode toTree(Object pojo) {
        return MAPPER.valueToTree(pojo);
    }

    /** Writes the parts of a value, one after the other. */
    static JsonGenerator generator(OutputStream target) throws IOException {
        return WRITER.createGenerator(target);
    }

    private static JsonNode present(JsonNode value) {
        if (value == null || value.isMissingNode()) {
            throw new ValueException("Not valid JSON: the text is empty");
        }
        return value;
    }

    /** An error that a parser has wrapped says nothing about the text: it is thrown as it was. */
    private static ValueException malformed(IOException e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof Error error) {
                throw error;
            }
        }
        JsonLocation location = e instanceof JsonProcessingException json ? json.getLocation() : null;
        return new ValueException(location == null ? "Not valid JSON"
                : "Not valid JSON at line " + location.getLineNr() + ", column " + location.getColumnNr());
    }
}
