package dev.cairn.value;

import java.util.Map;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NumericNode;

/** JSON text as jq writes it: compact, and numbers without a needless fraction. */
final class JqTextWriter {

    /** Bytes of UTF-8 in a short form. */
    private static final int SHORT_BYTES = 29;
    private static final JsonStringEncoder ENCODER = JsonStringEncoder.getInstance();

    /** The only character that jq escapes and the encoder does not. */
    private static final char DELETE = '\u007f';

    /** Characters that are written for one unit. */
    private static final int CHARS_PER_UNIT = 16;

    private final StringBuilder out;
    /** Writing stops soon after the text has more chars. */
    private final int limit;
    private final WorkMeter meter;

    private JqTextWriter(StringBuilder out, int limit, WorkMeter meter) {
        this.out = out;
        this.limit = limit;
        this.meter = meter;
    }

    static String write(JsonNode value, int maxChars, WorkMeter meter) {
        if (value instanceof NumericNode) {
            return JqNumberText.text(value);
        }
        StringBuilder out = new StringBuilder();
        new JqTextWriter(out, maxChars, meter).write(value, 0);
        return out.toString();
    }

    static String shortForm(JsonNode value) {
        StringBuilder out = new StringBuilder();
        new JqTextWriter(out, SHORT_BYTES + 1, WorkMeter.UNLIMITED).write(value, 0);
        if (utf8Bytes(out) <= SHORT_BYTES) {
            return out.toString();
        }
        String ending = value.isTextual() ? "...\"" : "...";
        int end = 0;
        int bytes = ending.length();
        while (true) {
            int codePoint = out.codePointAt(end);
            bytes += utf8Bytes(codePoint);
            if (bytes > SHORT_BYTES) {
                return out.substring(0, end) + ending;
            }
            end += Character.charCount(codePoint);
        }
    }

    private void write(JsonNode value, int depth) {
        if (out.length() > limit) {
            return;
        }
        switch (value.getNodeType()) {
            case STRING -> writeText(value.textValue());
            case NUMBER -> out.append(JqNumberText.text(value));
            case ARRAY -> writeArray(value, depth);
            case OBJECT -> writeObject(value, depth);
            default -> out.append(value.asText("null"));
        }
    }

    private void writeArray(JsonNode array, int depth) {
        checkDepth(depth);
        meter.charge(1 + array.size() / CHARS_PER_UNIT);
        out.append('[');
        for (int i = 0; i < array.size() && out.length() <= limit; i++) {
            if (i > 0) {
                out.append(',');
            }
            write(array.get(i), depth + 1);
        }
        out.append(']');
    }

    private void writeObject(JsonNode object, int depth) {
        checkDepth(depth);
        meter.charge(1 + object.size());
        out.append('{');
        boolean first = true;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (out.length() > limit) {
                break;
            }
            if (!first) {
                out.append(',');
            }
            first = false;
            writeText(field.getKey());
            out.append(':');
            write(field.getValue(), depth + 1);
        }
        out.append('}');
    }

    private void writeText(String text) {
        int length = Math.min(limit, text.length());
        if (length >= CHARS_PER_UNIT) {
            meter.charge(length / CHARS_PER_UNIT);
        }
        out.append('"');
        int from = 0;
        for (int at = text.indexOf(DELETE); at >= 0 && at < length; at = text.indexOf(DELETE, from)) {
            quote(text, from, at);
            out.append("\\u007f");
            from = at + 1;
        }
        quote(text, from, length);
        out.append('"');
    }

    private void quote(String text, int from, int to) {
        ENCODER.quoteAsString(text.substring(from, to), out);
    }

    private static int utf8Bytes(CharSequence text) {
        return text.codePoints().map(JqTextWriter::utf8Bytes).sum();
    }

    private static int utf8Bytes(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        return codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    private static void checkDepth(int depth) {
        if (depth >= ValueDepthLimits.MAX_DEPTH) {
            throw new ValueException("Value is nested more than " + ValueDepthLimits.MAX_DEPTH + " levels deep");
        }
    }
}
