package dev.cairn.value;

import java.math.BigDecimal;
import java.math.BigInteger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;

/**
 * Arithmetic of canonical numbers. Whole numbers are exact up to 1,000 digits, and more are an error; with a double on either side the result is a double.
 * A sum, difference, product or quotient of finite numbers that is too large for a double is the largest double.
 */
public final class CanonicalArithmetic {

    private static final IntNode[] SMALL = new IntNode[1_280];
    private static final String[] SMALL_TEXTS = new String[SMALL.length];
    private static final int SMALLEST = -256;
    /** The smallest whole number that has more digits than JSON texts may have. */
    private static final BigInteger TOO_LARGE = BigInteger.TEN.pow(1_000);

    static {
        for (int i = 0; i < SMALL.length; i++) {
            SMALL[i] = IntNode.valueOf(i + SMALLEST);
            SMALL_TEXTS[i] = Integer.toString(i + SMALLEST);
        }
    }

    private CanonicalArithmetic() {}

    /** The number as a canonical node. */
    public static JsonNode of(int value) {
        int index = value - SMALLEST;
        return index >= 0 && index < SMALL.length ? SMALL[index] : new IntNode(value);
    }

    /** The digits of a number; those of small ones, such as counters and keys, are not made again. */
    static String text(int value) {
        int index = value - SMALLEST;
        return index >= 0 && index < SMALL_TEXTS.length ? SMALL_TEXTS[index] : Integer.toString(value);
    }

    /** The number as a canonical node. */
    public static JsonNode of(long value) {
        int narrow = (int) value;
        return narrow == value ? of(narrow) : new LongNode(value);
    }

    /**
     * The number as a canonical node.
     *
     * @throws ValueException if it has more than 1,000 digits, which no JSON text may have
     */
    public static JsonNode of(BigInteger value) {
        if (value.bitLength() >= TOO_LARGE.bitLength() && value.abs().compareTo(TOO_LARGE) >= 0) {
            throw new ValueException("Whole number of more than 1000 digits");
        }
        return value.bitLength() < Long.SIZE ? of(value.longValue()) : new BigIntegerNode(value);
    }

    /** The double as it is, even if JSON has no text for it. */
    public static JsonNode of(double value) {
        return new DoubleNode(value);
    }

    /** The double as JSON can say it: null for not-a-number, the largest double for an infinity. */
    public static JsonNode finite(double value) {
        if (Double.isNaN(value)) {
            return NullNode.instance;
        }
        return of(Double.isInfinite(value) ? Math.copySign(Double.MAX_VALUE, value) : value);
    }

    /** A whole number if a long holds the double exactly, else the double. */
    public static JsonNode wholeIfExact(double value) {
        return value == Math.rint(value) && Math.abs(value) < 0x1p63 ? of((long) value) : of(value);
    }

    /** True if the number is no double. */
    public static boolean isWhole(JsonNode number) {
        return !(number instanceof DoubleNode);
    }

    /** True if the value is not-a-number. */
    public static boolean isNan(JsonNode value) {
        return value instanceof DoubleNode && Double.isNaN(value.doubleValue());
    }

    static boolean isLong(JsonNode number) {
        return number instanceof IntNode || number instanceof LongNode;
    }

    /** {@code left + right}. */
    public static JsonNode add(JsonNode left, JsonNode right) {
        if (left instanceof IntNode && right instanceof IntNode) {
            return of((long) left.intValue() + right.intValue());
        }
        if (isLong(left) && isLong(right)) {
            long l = left.longValue();
            long r = right.longValue();
            long sum = l + r;
            if (((l ^ sum) & (r ^ sum)) >= 0) {
                return of(sum);
            }
        }
        if (isWhole(left) && isWhole(right)) {
            return of(left.bigIntegerValue().add(right.bigIntegerValue()));
        }
        return of(sum(left.doubleValue(), right.doubleValue()));
    }

    /** {@code left + right} of doubles. */
    public static double sum(double left, double right) {
        return bounded(left + right, left, right);
    }

    /** {@code left - right}. */
    public static JsonNode subtract(JsonNode left, JsonNode right) {
        if (isLong(left) && isLong(right)) {
            long l = left.longValue();
            long r = right.longValue();
            long difference = l - r;
            if (((l ^ r) & (l ^ difference)) >= 0) {
                return of(difference);
            }
        }
        if (isWhole(left) && isWhole(right)) {
            return of(left.bigIntegerValue().subtract(right.bigIntegerValue()));
        }
        double l = left.doubleValue();
        double r = right.doubleValue();
        return of(bounded(l - r, l, r));
    }

    /** {@code left * right}. */
    public static JsonNode multiply(JsonNode left, JsonNode right) {
        if (left instanceof IntNode && right instanceof IntNode) {
            return of((long) left.intValue() * right.intValue());
        }
        if (isWhole(left) && isWhole(right)) {
            return of(left.bigIntegerValue().multiply(right.bigIntegerValue()));
        }
        double l = left.doubleValue();
        double r = right.doubleValue();
        return of(bounded(l * r, l, r));
    }

    /** {@code left / right}: whole if both are and nothing remains, else a double. The divisor must not be zero. */
    public static JsonNode divide(JsonNode left, JsonNode right) {
        if (isLong(left) && isLong(right)) {
            long l = left.longValue();
            long r = right.longValue();
            if (r != -1 && l % r == 0) {
                return of(l / r);
            }
        }
        if (isWhole(left) && isWhole(right)) {
            BigInteger[] parts = left.bigIntegerValue().divideAndRemainder(right.bigIntegerValue());
            if (parts[1].signum() == 0) {
                return of(parts[0]);
            }
        }
        double l = left.doubleValue();
        double r = right.doubleValue();
        return of(bounded(l / r, l, r));
    }

    /**
     * The remainder after both numbers are cut to whole ones; it has the sign of the dividend. Not-a-number if either is.
     *
     * @return null if the divisor is zero after it was cut
     */
    public static JsonNode remainder(JsonNode left, JsonNode right) {
        if (isNan(left) || isNan(right)) {
            return of(Double.NaN);
        }
        if (left instanceof BigIntegerNode || right instanceof BigIntegerNode) {
            BigInteger divisor = cut(right);
            return divisor.signum() == 0 ? null : of(cut(left).remainder(divisor));
        }
        // A cast from double to long saturates, as jq does for infinities.
        long divisor = isLong(right) ? right.longValue() : (long) right.doubleValue();
        long dividend = isLong(left) ? left.longValue() : (long) left.doubleValue();
        return divisor == 0 ? null : of(divisor == -1 ? 0 : dividend % divisor);
    }

    private static BigInteger cut(JsonNode number) {
        return isWhole(number) ? number.bigIntegerValue() : BigInteger.valueOf((long) number.doubleValue());
    }

    /** {@code -number}. */
    public static JsonNode negate(JsonNode number) {
        if (number instanceof DoubleNode) {
            return of(-number.doubleValue());
        }
        return isLong(number) && number.longValue() != Long.MIN_VALUE ? of(-number.longValue())
                : of(number.bigIntegerValue().negate());
    }

    /** True if the number is less than zero. */
    public static boolean isNegative(JsonNode number) {
        return number instanceof BigIntegerNode ? number.bigIntegerValue().signum() < 0 : number.doubleValue() < 0;
    }

    /** True if the number is zero. */
    public static boolean isZero(JsonNode number) {
        return isLong(number) ? number.longValue() == 0 : number.doubleValue() == 0;
    }

    static boolean equal(JsonNode left, JsonNode right) {
        if (isLong(left) && isLong(right)) {
            return left.longValue() == right.longValue();
        }
        return !isNan(left) && !isNan(right) && compare(left, right) == 0;
    }

    static int compare(JsonNode left, JsonNode right) {
        if (left instanceof IntNode && right instanceof IntNode) {
            return Integer.compare(left.intValue(), right.intValue());
        }
        if (isLong(left) && isLong(right)) {
            return Long.compare(left.longValue(), right.longValue());
        }
        if (isWhole(left) && isWhole(right)) {
            return left.bigIntegerValue().compareTo(right.bigIntegerValue());
        }
        double l = left.doubleValue();
        double r = right.doubleValue();
        if (Double.isNaN(l) || Double.isNaN(r)) {
            return Boolean.compare(Double.isNaN(r), Double.isNaN(l));
        }
        if (l != r || left instanceof DoubleNode && right instanceof DoubleNode || Double.isInfinite(l)) {
            return l < r ? -1 : l == r ? 0 : 1;
        }
        // One is whole and may differ from the double it is nearest to.
        return exact(left).compareTo(exact(right));
    }

    private static BigDecimal exact(JsonNode number) {
        return isWhole(number) ? new BigDecimal(number.bigIntegerValue()) : new BigDecimal(number.doubleValue());
    }

    private static double bounded(double value, double left, double right) {
        return Double.isInfinite(value) && Double.isFinite(left) && Double.isFinite(right)
                ? Math.copySign(Double.MAX_VALUE, value)
                : value;
    }
}
