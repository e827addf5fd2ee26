package dev.cairn.jq.value;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.JqValues;

/** Percent-encoding of URIs (RFC 3986): all but unreserved characters is encoded. */
public final class PercentCodec {

    private static final String HEX = "0123456789ABCDEF";

    private PercentCodec() {}

    public static String encode(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (isUnreserved(b)) {
                out.append((char) b);
            } else {
                out.append('%').append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
            }
        }
        return out.toString();
    }

    private static boolean isUnreserved(byte b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_' || b == '.'
                || b == '~';
    }

    public static String decode(EvaluationHost scope, JsonNode value) {
        byte[] in = ValueTextConverter.of(scope, value).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
        for (int i = 0; i < in.length; i++) {
            if (in[i] != '%') {
                out.write(in[i]);
                continue;
            }
            int high = i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(in[i + 2], 16);
            if (low < 0) {
                throw invalid(value);
            }
            out.write(high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(out.toByteArray())).toString();
        } catch (CharacterCodingException e) {
            throw invalid(value);
        }
    }

    private static ExpressionException invalid(JsonNode value) {
        return new ExpressionException(JqValues.describe(value) + " is not a valid uri encoding");
    }
}
