package dev.cairn.time;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Makes ids of instances: 26 characters of Crockford's base 32, 48 bits of time before 80 bits of chance (the ULID layout), so that
 * ids sort by the time they were made.
 */
public final class InstanceIdGenerator {

    /** The deepest that an instance can stand in others. */
    public static final int MAX_DEPTH = 1_023;

    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final byte[] DIGITS = ALPHABET.getBytes(StandardCharsets.US_ASCII);
    private static final int DEPTH_DIGITS = 2;
    private static final int LENGTH = 26;
    private static final char SCHEDULE_MARK = 'S';
    private static final char EVENT_MARK = 'E';
    private static final char KEPT_MARK = 'V';
    private static final char EVENT_SET_MARK = 'G';
    /** The rest of such an id is 40 bits for the workflow and 85 bits for the event. */
    private static final int EVENT_WORKFLOW_DIGITS = 8;
    private static final int TIME_DIGITS = 10;
    private static final int POSITION_DIGITS = 10;
    private static final int BITS = 5;

    private final TimeSource time;
    private final RandomSource random;

    /** Takes time and chance from here. */
    public InstanceIdGenerator(TimeSource time, RandomSource random) {
        this.time = time;
        this.random = random;
    }

    /** A new id: unique for all practical purposes. */
    public String next() {
        byte[] id = new byte[LENGTH];
        digits(id, 0, TIME_DIGITS, time.millis());
        digits(id, TIME_DIGITS, 8, random.bits());
        digits(id, TIME_DIGITS + 8, 8, random.bits());
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    /**
     * The id that belongs to an idempotency key: always the same for the same workflow and key, so that a store needs no index to
     * find what the first start began. Marked by a leading {@code K}; 125 bits of the SHA-256 of both.
     */
    public static String ofKey(String workflow, String key) {
        byte[] hash = sha256(workflow, key);
        byte[] id = new byte[LENGTH];
        id[0] = 'K';
        for (int i = 1; i < LENGTH; i++) {
            id[i] = DIGITS[fiveBits(hash, (i - 1) * BITS)];
        }
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    /**
     * The id of a schedule, which is a row beside those of instances: always the same for the same workflow and name. Marked by a
     * leading {@code S}; then 125 bits of the SHA-256 of both.
     */
    public static String ofSchedule(String workflow, String name) {
        return SCHEDULE_MARK + ofKey(workflow, name).substring(1);
    }

    /** True for the id of a schedule; no instance has such an id. */
    public static boolean isSchedule(String id) {
        return id.length() == LENGTH && id.charAt(0) == SCHEDULE_MARK;
    }

    private static byte[] sha256(String context, String key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(context.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            return digest.digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    /**
     * The id of an instance that an event starts: always the same for the same workflow and event. Marked by a leading {@code E};
     * then a hash of the workflow, and the {@linkplain #eventHash hash of the event}.
     *
     * @param key source and id of the event
     */
    public static String ofEvent(String workflow, String key) {
        return EVENT_MARK + ofKey("started by events", workflow).substring(1, 1 + EVENT_WORKFLOW_DIGITS) + eventHash(key);
    }

    /** The end of the ids of all instances that an event starts: 85 bits of the SHA-256 of its source and id. */
    public static String eventHash(String key) {
        return ofKey("event", key).substring(1 + EVENT_WORKFLOW_DIGITS);
    }

    /** True for the id of an instance that an event has started. */
    public static boolean isOfEvent(String id) {
        return id.length() == LENGTH && id.charAt(0) == EVENT_MARK;
    }

    /**
     * The id of a kept event, which is a row beside those of instances: always the same for the same key of an event. Marked by
     * a leading {@code V}; then 125 bits of the SHA-256 of the key.
     */
    public static String ofKeptEvent(String key) {
        return KEPT_MARK + ofKey("", key).substring(1);
    }

    /**
     * The id of a subscription, which is a row beside those of instances. Marked as kept events are; then 75 bits of the SHA-256 of the
     * key, and a position.
     *
     * @param position less than 2^50
     */
    public static String ofSubscription(String key, long position) {
        byte[] id = ofKey("subscription", key).getBytes(StandardCharsets.ISO_8859_1);
        id[0] = KEPT_MARK;
        digits(id, LENGTH - POSITION_DIGITS, POSITION_DIGITS, position);
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    /** The position in the id of a subscription. */
    public static long positionOf(String subscriptionId) {
        long position = 0;
        for (int i = LENGTH - POSITION_DIGITS; i < LENGTH; i++) {
            position = position << BITS | Math.max(0, ALPHABET.indexOf(subscriptionId.charAt(i)));
        }
        return position;
    }

    /**
     * The id of a set of events, which is a row beside those of instances: always the same for the same key and number. Marked by a
     * leading {@code G}; then 125 bits of the SHA-256 of both.
     */
    public static String ofEventSet(String key, int number) {
        return EVENT_SET_MARK + ofKey("set of events " + number, key).substring(1);
    }

    /** True for the id of a set of events; no instance has such an id. */
    public static boolean isEventSet(String id) {
        return id.length() == LENGTH && id.charAt(0) == EVENT_SET_MARK;
    }

    /** True for the id of a row that is no instance, and that a node looks at when it is due. */
    public static boolean isLookedAt(String id) {
        return isSchedule(id) || isEventSet(id);
    }

    /** True for the id of a row that is no instance. */
    public static boolean isBesideInstances(String id) {
        return isLookedAt(id) || id.length() == LENGTH && id.charAt(0) == KEPT_MARK;
    }

    /**
     * The id of an instance that another one runs: always the same for the same effect, so that a resumed parent finds the
     * child that it began. Marked by a leading {@code C}; then its depth, and 115 bits of the SHA-256 of the effect.
     *
     * @param effect the idempotency key of the effect
     * @param depth number of instances around it, 1 to {@value #MAX_DEPTH}
     */
    public static String ofParent(String effect, int depth) {
        if (depth < 1 || depth > MAX_DEPTH) {
            throw new IllegalArgumentException("An instance stands 1 to " + MAX_DEPTH + " deep, not " + depth);
        }
        byte[] id = ofKey("run", effect).getBytes(StandardCharsets.ISO_8859_1);
        id[0] = 'C';
        digits(id, 1, DEPTH_DIGITS, depth);
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    /**
     * The id of the child that an effect begins. Never deeper than an id can say: such a child is refused before it has one.
     *
     * @param effect the idempotency key: the id of the parent, a colon, and the effect
     */
    public static String ofChild(String effect) {
        int parentDepth = depth(effect.substring(0, effect.indexOf(':')));
        return ofParent(effect, Math.min(parentDepth + 1, MAX_DEPTH));
    }

    /** Number of instances around the one of this id: 0 for a root. */
    public static int depth(String id) {
        if (id.length() != LENGTH || id.charAt(0) != 'C') {
            return 0;
        }
        int depth = 0;
        for (int i = 1; i <= DEPTH_DIGITS; i++) {
            depth = depth << BITS | Math.max(0, ALPHABET.indexOf(id.charAt(i)));
        }
        return depth;
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
