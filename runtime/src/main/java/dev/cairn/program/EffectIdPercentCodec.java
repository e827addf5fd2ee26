package dev.cairn.program;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Encodes the texts in an effect id as ASCII, percent-encoded as in RFC 3986. Characters that a path and a fragment of a URI
 * may have stay as they are. Different texts have different encodings.
 */
public final class EffectIdPercentCodec {

    /** RFC 3986: unreserved, sub-delims, ":" and "@", then what separates the parts of an identity. */
    private static final String PUNCTUATION = "-._~" + "!$&'()*+,;=" + ":@" + "/#";
    private static final int RADIX = 16;

    private EffectIdPercentCodec() {}

    /** Encodes a text. */
    public static String encode(String text) {
        StringBuilder encoded = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (staysAsIs(character)) {
                encoded.append((char) character);
            } else {
                for (byte octet : utf8(character)) {
                    encoded.append('%').append(digit(octet >> 4)).append(digit(octet));
                }
            }
        });
        return encoded.toString();
    }

    /** The text that has this encoding; half a surrogate pair becomes a replacement character. */
    public static String decode(String encoded) {
        if (encoded.indexOf('%') < 0) {
            return encoded;
        }
        ByteArrayOutputStream octets = new ByteArrayOutputStream(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char character = encoded.charAt(i);
            if (character == '%') {
                octets.write(Integer.parseInt(encoded, i + 1, i + 3, RADIX));
                i += 2;
            } else {
                octets.write(character);
            }
        }
        return octets.toString(StandardCharsets.UTF_8);
    }

    private static boolean staysAsIs(int character) {
        return character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z'
                || character >= '0' && character <= '9' || PUNCTUATION.indexOf(character) >= 0;
    }

    /** Half a surrogate pair has no UTF-8. It gets the three bytes that its number would have, which no other text has. */
    private static byte[] utf8(int character) {
        if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
            return new byte[] { (byte) (0xE0 | character >> 12), (byte) (0x80 | character >> 6 & 0x3F),
                    (byte) (0x80 | character & 0x3F) };
        }
        return Character.toString(character).getBytes(StandardCharsets.UTF_8);
    }

    private static char digit(int bits) {
        return Character.toUpperCase(Character.forDigit(bits & 0xF, RADIX));
    }
}
