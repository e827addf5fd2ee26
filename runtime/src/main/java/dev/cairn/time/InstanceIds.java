package dev.cairn.time;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Makes ids of instances: 26 characters of Crockford's base 32, 48 bits of time before 80 bits of chance (the ULID layout), so that
 * ids sort by the time they were made.
 */
public final class InstanceIds {

    private static final byte[] DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".getBytes(StandardCharsets.US_ASCII);
    private static final int LENGTH = 26;
    private static final int TIME_DIGITS = 10;
    private static final int BITS = 5;

    private final TimeSource time;
    private final Chance chance;

    /** Takes time and chance from here. */
    public InstanceIds(TimeSource time, Chance chance) {
        this.time = time;
        this.chance = chance;
    }

    /** A new id: unique for all practical purposes. */
    public String next() {
        byte[] id = new byte[LENGTH];
        digits(id, 0, TIME_DIGITS, time.millis());
        digits(id, TIME_DIGITS, 8, chance.bits());
        digits(id, TIME_DIGITS + 8, 8, chance.bits());
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    /**
     * The id that belongs to an idempotency key: always the same for the same workflow and key, so that a store needs no index to
     * find what the first start began. Marked by a leading {@code K}; 125 bits of the SHA-256 of both.
     */
    public static String ofKey(String workflow, String key) {
        byte[] hash;
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(workflow.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            hash = digest.digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
        byte[] id = new byte[LENGTH];
        id[0] = 'K';
        for (int i = 1; i < LENGTH; i++) {
            id[i] = DIGITS[fiveBits(hash, (i - 1) * BITS)];
        }
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    private static void digits(byte[] id, int from, int count, long bits) {
        long rest = bits;
        for (int i = from + count - 1; i >= from; i--) {
            id[i] = DIGITS[(int) (rest & 31)];
            rest >>>= BITS;
        }
    }

    private static int fiveBits(byte[] bytes, int bit) {
        int pair = (bytes[bit >> 3] & 0xFF) << 8 | bytes[(bit >> 3) + 1] & 0xFF;
        return pair >> 11 - (bit & 7) & 31;
    }
}
