package dev.cairn.time;

import java.security.SecureRandom;

/** Unpredictable numbers that are used once: for encryption. Thread-safe. */
public interface EncryptionNonceSource {

    /** Fills a part of the array with random bytes. */
    void fill(byte[] bytes, int offset, int length);

    /** The machine's cryptographic random numbers. */
    static EncryptionNonceSource secure() {
        SecureRandom random = new SecureRandom();
        return (bytes, offset, length) -> {
            byte[] nonce = new byte[length];
            random.nextBytes(nonce);
            System.arraycopy(nonce, 0, bytes, offset, length);
        };
    }
}
