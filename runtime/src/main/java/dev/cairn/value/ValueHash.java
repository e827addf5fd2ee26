package dev.cairn.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A hash of values that is the same for values that are equal by the rules of jq. Numbers are hashed as doubles: a whole number equals
 * a double, and unequal numbers may have the same hash unless it is {@linkplain #exact exact}. Used once.
 */
public final class ValueHash {

    /** 128 bits: too many to find two values with the same hash. */
    private static final int BYTES = 16;

    private final MessageDigest digest;
    private final boolean exact;

    /** A hash of nothing yet. */
    public ValueHash() {
        this(false);
    }

    private ValueHash(boolean exact) {
        this.exact = exact;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    /** A hash of nothing yet that tells whole numbers from each other which no double has. */
    public static ValueHash exact() {
        return new ValueHash(true);
    }

    /** Adds a text, which has the hash of the same text as a value. */
    public ValueHash add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return size('s', bytes.length, bytes);
    }

    /** Adds a value. */
    public ValueHash add(JsonNode value) {
        switch (value.getNodeType()) {
            case STRING -> add(value.textValue());
            case NUMBER -> {
                double number = value.doubleValue();
                size('n', 0, ByteBuffer.allocate(Double.BYTES).putDouble(number == 0 ? 0 : number).array());
                if (exact && value.isIntegralNumber() && !isDouble(value.bigIntegerValue())) {
                    byte[] digits = value.bigIntegerValue().toByteArray();
                    size('i', digits.length, digits);
                }
            }
            case BOOLEAN -> size('b', value.booleanValue() ? 1 : 0);
            case ARRAY -> {
                size('a', value.size());
                value.forEach(this::add);
            }
            case OBJECT -> {
                size('o', value.size());
                TreeSet<String> names = new TreeSet<>();
                value.fieldNames().forEachRemaining(names::add);
                names.forEach(name -> add(name).add(value.get(name)));
            }
            default -> size('0', 0);
        }
        return this;
    }

    private static boolean isDouble(BigInteger number) {
        double nearest = number.doubleValue();
        return Double.isFinite(nearest) && new BigDecimal(nearest).compareTo(new BigDecimal(number)) == 0;
    }

    private ValueHash size(char kind, int size, byte... content) {
        digest.update(ByteBuffer.allocate(Byte.BYTES + Integer.BYTES).put((byte) kind).putInt(size).flip());
        digest.update(content);
        return this;
    }

    /** The hash of all that was added, in hexadecimal digits. Called once. */
    public String text() {
        return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), BYTES));
    }
}
