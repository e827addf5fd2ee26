package dev.cairn.snippets.around;

import java.util.Arrays;

/** Declarations around the snippets in Java, which name them without showing them. */
public final class Around {

    private Around() {}

    /** Some compression of another library. */
    public static byte[] compress(byte[] data) {
        return Arrays.copyOf(data, data.length);
    }

    /** Takes it back. */
    public static byte[] decompress(byte[] data) {
        return Arrays.copyOf(data, data.length);
    }
}
