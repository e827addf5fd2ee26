package dev.cairn.jq.value;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.JqValues;

/** Base 32 (RFC 4648). */
public final class Base32Codec {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BITS = 5;
    /** Characters of a full group of five bytes. */
    private static final int GROUP = 8;

    private Base32Codec() {}

    public static String encode(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        int buffer = 0;
        int bits = 0;
        for (byte b : bytes) {
            buffer = buffer << Byte.SIZE | b & 0xFF;
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                out.append(ALPHABET.charAt(buffer >> bits & 31));
            }
            buffer &= (1 << bits) - 1;
        }
        if (bits > 0) {
            out.append(ALPHABET.charAt(buffer << BITS - bits & 31));
        }
        while (out.length() % GROUP != 0) {
            out.append('=');
        }
        return out.toString();
    }

    public static String decode(EvaluationHost scope, JsonNode value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int buffer = 0;
        int bits = 0;
        for (char c : ValueTextConverter.of(scope, value).toCharArray()) {
            if (c == '=') {
                break;
            }
            int digit = ALPHABET.indexOf(c);
            if (digit < 0) {
                throw new ExpressionException(JqValues.describe(value) + " is not valid base32 data");
            }
            buffer = buffer << BITS | digit;
            bits += BITS;
            if (bits >= Byte.SIZE) {
                bits -= Byte.SIZE;
                out.write(buffer >> bits);
                buffer &= (1 << bits) - 1;
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
