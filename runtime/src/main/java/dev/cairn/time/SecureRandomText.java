package dev.cairn.time;

import java.util.HexFormat;

/** Texts that cannot be guessed. Thread-safe. */
public final class SecureRandomText {

    /** 128 bits, which cannot be guessed. */
    private static final int SIZE_BYTES = 16;

    private SecureRandomText() {}

    /** Another 32 hexadecimal digits each time. */
    public static String draw() {
        byte[] bytes = new byte[SIZE_BYTES];
        // Made when it is needed: the state of a generator must not be a part of a native image.
        EncryptionNonceSource.secure().fill(bytes, 0, bytes.length);
        return HexFormat.of().formatHex(bytes);
    }
}
