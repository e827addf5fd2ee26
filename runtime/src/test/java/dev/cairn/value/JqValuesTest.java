package dev.cairn.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.FloatNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.node.ShortNode;

class JqValuesTest {

    @Test
    void keepsTheInstanceOfWhatIsCanonical() {
        JsonNode value = JsonCodec.read("{\"a\":[1,2.5,12345678901,12345678901234567890,null,true,\"x\"],\"b\":{}}");
        assertThat(JqValues.canonical(value)).isSameAs(value);
        assertThat(finite(value)).isSameAs(value);
    }

    @Test
    void makesTreesCanonicalAndSharesTheRest() {
        JsonNodeFactory factory = JsonNodeFactory.instance;
        JsonNode untouched = JsonCodec.read("{\"deep\":[1]}");
        ArrayNode array = factory.arrayNode().add(ShortNode.valueOf((short) 1)).add(LongNode.valueOf(2))
                .add(LongNode.valueOf(1L << 40)).add(BigIntegerNode.valueOf(BigInteger.TEN)).add(FloatNode.valueOf(1.1f))
                .add(DecimalNode.valueOf(new BigDecimal("2.50"))).add(DecimalNode.valueOf(new BigDecimal("7")))
                .add(DecimalNode.valueOf(new BigDecimal("1E+3"))).add(BinaryNode.valueOf(new byte[] { 1, 2 }))
                .add(MissingNode.getInstance()).add(DoubleNode.valueOf(Double.NaN))
                .add(DoubleNode.valueOf(Double.NEGATIVE_INFINITY)).add(new POJONode(Map.of("p", List.of(1L))))
                .add(new POJONode(null)).add(untouched);
        JsonNode canonical = JqValues.canonical(factory.objectNode().set("v", array));
        assertThat(canonical).isEqualTo(JsonCodec.read("{\"v\":[1,2,1099511627776,10,1.1,2.5,7,1000.0,\"AQI=\",null,null,"
                + "-1.7976931348623157E308,{\"p\":[1]},null,{\"deep\":[1]}]}"));
        assertThat(canonical.get("v").get(14)).isSameAs(untouched);
        assertThat(array.get(0)).isInstanceOf(ShortNode.class);
    }

    @Test
    void takesNoWholeNumberThatCouldNotBeReadAgain() {
        BigInteger tooLarge = BigInteger.TEN.pow(1_000);
        for (BigInteger most : List.of(tooLarge.subtract(BigInteger.ONE), BigInteger.ONE.subtract(tooLarge))) {
            JsonNode canonical = JqValues.canonical(BigIntegerNode.valueOf(most));
            assertThat(JsonCodec.read(JsonCodec.write(canonical)).bigIntegerValue()).isEqualTo(most);
        }
        for (JsonNode number : List.of(BigIntegerNode.valueOf(tooLarge), BigIntegerNode.valueOf(tooLarge.negate()),
                DecimalNode.valueOf(new BigDecimal(tooLarge)))) {
            assertThatThrownBy(() -> JqValues.canonical(number)).isInstanceOf(ValueException.class)
                    .hasMessageContaining("1000 digits");
        }
        assertThat(JqValues.canonical(DecimalNode.valueOf(new BigDecimal("1E+1000000000"))).doubleValue())
                .isEqualTo(Double.MAX_VALUE);
        assertThat(JqValues.canonical(DecimalNode.valueOf(new BigDecimal("-1E-1000000000"))).doubleValue()).isZero();
    }

    @Test
    void readsBackWhatItWrites() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            JsonNode value = JqValues.canonical(randomValue(random, 4));
            JsonNode read = JsonCodec.read(JsonCodec.write(value));
            assertThat(read).as("seed %d", seed).isEqualTo(value);
            assertThat(JqValues.equal(read, value)).as("seed %d", seed).isTrue();
            assertThat(compare(read, value)).as("seed %d", seed).isZero();
        }
    }

    @Test
    void ordersValuesConsistently() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            JsonNode a = randomValue(random, 2);
            JsonNode b = randomValue(random, 2);
            JsonNode c = randomValue(random, 2);
            String message = "seed " + seed + ": " + a + " " + b + " " + c;
            assertThat(Integer.signum(compare(a, b))).as(message).isEqualTo(-Integer.signum(compare(b, a)));
            if (compare(a, b) <= 0 && compare(b, c) <= 0) {
                assertThat(compare(a, c)).as(message).isLessThanOrEqualTo(0);
            }
            if (JqValues.equal(a, b)) {
                assertThat(compare(a, b)).as(message).isZero();
            }
        }
    }

    @Test
    void citesValuesInShort() {
        assertThat(JqValues.describe(JsonCodec.read("\"short\""))).isEqualTo("string (\"short\")");
        assertThat(JqValues.shortForm(JsonCodec.read("\"very-long-long-long-long-string\"")))
                .isEqualTo("\"very-long-long-long-long...\"");
        assertThat(JqValues.shortForm(JsonCodec.read("[1,2,3,4,5,6,7,8,9,10,11,12,13,14]")))
                .isEqualTo("[1,2,3,4,5,6,7,8,9,10,11,1...")
                .satisfies(text -> assertThat(text.length()).isLessThanOrEqualTo(29));
        assertThat(
                JqValues.shortForm(JsonCodec.read("\"\u2606\u2606\u2606\u2606\u2606\u2606\u2606\u2606\u2606\u2606\"")))
                .isEqualTo("\"\u2606\u2606\u2606\u2606\u2606\u2606\u2606\u2606...\"");
        assertThat(JqValues.typeName(NullNode.instance)).isEqualTo("null");
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        JsonNode deep = nested(5_000);
        JsonNode twin = nested(5_000);
        assertThatThrownBy(() -> JqValues.canonical(deep)).isInstanceOf(ValueException.class)
                .hasMessageContaining("1000 levels");
        assertThatThrownBy(() -> JqValues.equal(deep, twin)).isInstanceOf(ValueException.class)
                .hasMessageContaining("too deep");
        assertThatThrownBy(() -> compare(deep, twin)).isInstanceOf(ValueException.class)
                .hasMessageContaining("too deep");
        assertThatThrownBy(() -> text(deep)).isInstanceOf(ValueException.class).hasMessageContaining("1000 levels");
        assertThatThrownBy(() -> JsonCodec.write(deep)).isInstanceOf(ValueException.class);
        assertThatThrownBy(() -> JsonCodec.read("[".repeat(5_000))).isInstanceOf(ValueException.class);
    }

    @Test
    void readsWhatItWroteAroundTheDeepestValue() {
        byte[] value = JsonCodec.write(nested(ValueDepthLimits.MAX_DEPTH - 1));
        assertThat(JsonCodec.read(value)).isEqualTo(nested(ValueDepthLimits.MAX_DEPTH - 1));
        byte[] written = JsonCodec.write(nested(ValueDepthLimits.MAX_WRITTEN_DEPTH - 1));
        assertThat(JsonCodec.readWritten(written)).isEqualTo(nested(ValueDepthLimits.MAX_WRITTEN_DEPTH - 1));
        assertThatThrownBy(() -> JsonCodec.read(JsonCodec.write(nested(ValueDepthLimits.MAX_DEPTH))))
                .isInstanceOf(ValueException.class);
        assertThatThrownBy(() -> JsonCodec.write(nested(ValueDepthLimits.MAX_WRITTEN_DEPTH)))
                .isInstanceOf(ValueException.class);
    }

    private static JsonNode nested(int levels) {
        JsonNode value = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < levels; i++) {
            value = JsonNodeFactory.instance.arrayNode().add(value);
        }
        return value;
    }

    @Test
    void refusesWhatIsNoJson() {
        for (String text : List.of("", "  ", "{", "[1,]", "1 2", "nan", "{'a':1}", "\"a", "{\"secret\":1}x")) {
            assertThatThrownBy(() -> JsonCodec.read(text)).as(text).isInstanceOf(ValueException.class)
                    .hasMessageStartingWith("Not valid JSON").hasMessageNotContaining("secret");
        }
        assertThatThrownBy(() -> JsonCodec.read("{\n \"a\": ?}")).hasMessage("Not valid JSON at line 2, column 7");
        assertThat(JsonCodec.read("1e999")).isEqualTo(DoubleNode.valueOf(Double.MAX_VALUE));
        assertThat(JsonCodec.read("null")).isSameAs(NullNode.instance);
    }

    @Test
    void calculatesExactlyWithWholeNumbers() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            BigInteger left = randomWhole(random);
            BigInteger right = randomWhole(random);
            assertThat(CanonicalArithmetic.add(CanonicalArithmetic.of(left), CanonicalArithmetic.of(right)))
                    .isEqualTo(CanonicalArithmetic.of(left.add(right)));
            assertThat(CanonicalArithmetic.subtract(CanonicalArithmetic.of(left), CanonicalArithmetic.of(right)))
                    .isEqualTo(CanonicalArithmetic.of(left.subtract(right)));
            assertThat(CanonicalArithmetic.multiply(CanonicalArithmetic.of(left), CanonicalArithmetic.of(right)))
                    .isEqualTo(CanonicalArithmetic.of(left.multiply(right)));
            assertThat(Integer.signum(compare(CanonicalArithmetic.of(left), CanonicalArithmetic.of(right))))
                    .isEqualTo(left.compareTo(right));
            if (right.signum() != 0) {
                assertThat(CanonicalArithmetic.remainder(CanonicalArithmetic.of(left), CanonicalArithmetic.of(right)))
                        .isEqualTo(CanonicalArithmetic.of(left.remainder(right)));
                BigInteger[] parts = left.divideAndRemainder(right);
                JsonNode quotient = CanonicalArithmetic.divide(CanonicalArithmetic.of(left), CanonicalArithmetic.of(right));
                assertThat(quotient).isEqualTo(parts[1].signum() == 0 ? CanonicalArithmetic.of(parts[0])
                        : DoubleNode.valueOf(left.doubleValue() / right.doubleValue()));
            }
        }
    }

    private static BigInteger randomWhole(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> BigInteger.valueOf(random.nextInt(7) - 3L);
            case 1 -> BigInteger.valueOf(random.nextInt());
            case 2 -> BigInteger.valueOf(random.nextLong());
            case 3 -> BigInteger.valueOf(random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE);
            default -> new BigInteger(90, random);
        };
    }

    private static JsonNode randomValue(Random random, int depth) {
        JsonNodeFactory factory = JsonNodeFactory.instance;
        switch (random.nextInt(depth == 0 ? 7 : 9)) {
            case 0:
                return NullNode.instance;
            case 1:
                return factory.booleanNode(random.nextBoolean());
            case 2:
                return CanonicalArithmetic.of(random.nextInt(5));
            case 3:
                return CanonicalArithmetic.of(randomWhole(random));
            case 4:
                return DoubleNode.valueOf(random.nextInt(9) / 2.0 - 2);
            case 5:
                return DoubleNode.valueOf(Double.longBitsToDouble(random.nextLong()));
            case 6:
                return factory.textNode(random.nextBoolean() ? "\ud83d\ude00\uE000".substring(0, 2 + random.nextInt(2))
                        : "a\"\u00e9".substring(0, random.nextInt(4)));
            case 7:
                ArrayNode array = factory.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(randomValue(random, depth - 1));
                }
                return array;
            default:
                var object = factory.objectNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    object.set("k" + random.nextInt(4), randomValue(random, depth - 1));
                }
                return object;
        }
    }

    private static int compare(JsonNode left, JsonNode right) {
        return JqValues.compare(left, right, WorkMeter.UNLIMITED);
    }

    private static String text(JsonNode value) {
        return JqValues.toText(value, Integer.MAX_VALUE, WorkMeter.UNLIMITED);
    }

    private static JsonNode finite(JsonNode value) {
        return JqValues.finite(value, WorkMeter.UNLIMITED);
    }
}
