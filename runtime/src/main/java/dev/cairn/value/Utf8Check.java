package dev.cairn.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Checks that bytes are UTF-8 as RFC 3629 has it. Parsers of JSON are more lenient: a character in more bytes than it needs, half of a
 * surrogate pair or a number beyond Unicode would come in as another character than checks before them have seen.
 */
final class Utf8Check {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NOT_ASCII = 0x8080808080808080L;

    private Utf8Check() {}

    /** Index of the first byte that belongs to no character; -1 if all do. */
    static int firstMalformed(byte[] text, int offset, int length) {
        int end = offset + length;
        int at = offset;
        while (true) {
            at = skipAscii(text, at, end);
            if (at == end) {
                return -1;
            }
            int bytes = characterBytes(text, at, end);
            if (bytes == 0) {
                return at;
            }
            at += bytes;
        }
    }

    private static int skipAscii(byte[] text, int from, int end) {
        int at = from;
        while (end - at >= Long.BYTES && ((long) LONGS.get(text, at) & NOT_ASCII) == 0) {
            at += Long.BYTES;
        }
        while (at < end && text[at] >= 0) {
            at++;
        }
        return at;
    }

    /** Size in bytes of the character that begins here and is not ASCII; 0 if none does. */
    private static int characterBytes(byte[] text, int at, int end) {
        int first = text[at] & 0xFF;
        int second = at + 1 < end ? text[at + 1] & 0xFF : 0;
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        if (first < 0xE0) {
            return follows(second) ? 2 : 0;
        }
        // The first byte narrows the second down: the lower bound excludes longer forms than needed, the upper one surrogates and the end.
        int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        int bytes = first < 0xF0 ? 3 : 4;
        if (second < least || second > most || end - at < bytes || !follows(text[at + 2] & 0xFF)) {
            return 0;
        }
        return bytes == 3 || follows(text[at + 3] & 0xFF) ? bytes : 0;
    }

    private static boolean follows(int value) {
        return (value & 0xC0) == 0x80;
    }
}
