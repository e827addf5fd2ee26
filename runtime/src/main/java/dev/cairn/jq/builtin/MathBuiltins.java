package dev.cairn.jq.builtin;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/**
 * Functions of numbers. They give the same result on every machine, as replay demands: hence {@link StrictMath}. Results
 * that are whole are whole numbers.
 */
final class MathBuiltins {

    private static final double LOG_2 = StrictMath.log(2);

    private MathBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.value("abs", (scope, input) -> input.isNumber() ? abs(input) : input);
        table.value("infinite", (scope, input) -> CanonicalArithmetic.of(Double.POSITIVE_INFINITY));
        table.value("nan", (scope, input) -> CanonicalArithmetic.of(Double.NaN));
        test(table, "isinfinite", Double::isInfinite);
        test(table, "isfinite", value -> !Double.isInfinite(value));
        test(table, "isnan", value -> Double.isNaN(value));
        table.value("isnormal",
                (scope, input) -> BooleanNode.valueOf(input.isNumber() && ResultSelectionBuiltins.isNormal(input)));
        table.mayBeInfinite("infinite", "nan");
        addRounding(table);
        addPowers(table);
        addTrigonometry(table);
        addParts(table);
    }

    /** A value that is not a number passes no test. */
    private static void test(BuiltinTable table, String name, DoublePredicate passes) {
        table.value(name, (scope, input) -> BooleanNode.valueOf(input.isNumber() && passes.test(input.doubleValue())));
    }

    private static void addRounding(BuiltinTable table) {
        rounding(table, "floor", Math::floor);
        rounding(table, "ceil", Math::ceil);
        rounding(table, "round", value -> Math.copySign(Math.floor(Math.abs(value) + 0.5), value));
        rounding(table, "trunc", value -> value < 0 ? Math.ceil(value) : Math.floor(value));
        rounding(table, "rint", Math::rint);
        rounding(table, "nearbyint", Math::rint);
        rounding(table, "fabs", Math::abs);
    }

    private static void addPowers(BuiltinTable table) {
        unary(table, "sqrt", StrictMath::sqrt);
        unary(table, "cbrt", StrictMath::cbrt);
        unary(table, "exp", StrictMath::exp);
        unary(table, "exp2", value -> StrictMath.pow(2, value));
        unary(table, "exp10", value -> StrictMath.pow(10, value));
        unary(table, "pow10", value -> StrictMath.pow(10, value));
        unary(table, "expm1", StrictMath::expm1);
        unary(table, "log", StrictMath::log);
        unary(table, "log2", MathBuiltins::log2);
        unary(table, "log10", StrictMath::log10);
        unary(table, "log1p", StrictMath::log1p);
        binary(table, "pow", StrictMath::pow);
        binary(table, "fmin", (left, right) -> known(left, right, Math.min(left, right)));
        binary(table, "fmax", (left, right) -> known(left, right, Math.max(left, right)));
        binary(table, "fmod", (left, right) -> left % right);
        binary(table, "hypot", StrictMath::hypot);
        binary(table, "fdim", (left, right) -> left <= right ? 0 : left - right);
        table.value("fma", (scope, input, x, y, z) -> CanonicalArithmetic
                .wholeIfExact(Math.fma(number(x, "fma"), number(y, "fma"), number(z, "fma"))));
        table.mayBeInfinite("fma");
    }

    private static void addTrigonometry(BuiltinTable table) {
        unary(table, "sin", StrictMath::sin);
        unary(table, "cos", StrictMath::cos);
        unary(table, "tan", StrictMath::tan);
        unary(table, "asin", StrictMath::asin);
        unary(table, "acos", StrictMath::acos);
        unary(table, "atan", StrictMath::atan);
        unary(table, "sinh", StrictMath::sinh);
        unary(table, "cosh", StrictMath::cosh);
        unary(table, "tanh", StrictMath::tanh);
        unary(table, "asinh", value -> Math.copySign(
                StrictMath.log(Math.abs(value) + StrictMath.sqrt(value * value + 1)), value));
        unary(table, "acosh", value -> StrictMath.log(value + StrictMath.sqrt(value * value - 1)));
        unary(table, "atanh", value -> 0.5 * StrictMath.log((1 + value) / (1 - value)));
        binary(table, "atan2", StrictMath::atan2);
    }

    private static void addParts(BuiltinTable table) {
        unary(table, "significand", value -> value == 0 || !Double.isFinite(value) ? value
                : value / StrictMath.pow(2, Math.getExponent(value)));
        unary(table, "logb", value -> value == 0 ? Double.NEGATIVE_INFINITY
                : Double.isFinite(value) ? Math.getExponent(value) : Math.abs(value));
        binary(table, "copysign", Math::copySign);
        binary(table, "nextafter", Math::nextAfter);
        binary(table, "nexttoward", Math::nextAfter);
        binary(table, "drem", StrictMath::IEEEremainder);
        binary(table, "remainder", StrictMath::IEEEremainder);
        binary(table, "ldexp", MathBuiltins::scale);
        binary(table, "scalb", MathBuiltins::scale);
        binary(table, "scalbln", MathBuiltins::scale);
        table.value("frexp", (scope, input) -> fractionAndExponent(number(input, "frexp")));
        table.value("modf", (scope, input) -> fractionAndWhole(number(input, "modf")));
        table.mayBeInfinite("frexp", "modf");
    }

    private static void unary(BuiltinTable table, String name, DoubleUnaryOperator operator) {
        table.value(name, (scope, input) -> CanonicalArithmetic.wholeIfExact(operator.applyAsDouble(number(input, name))));
        table.mayBeInfinite(name);
    }

    private static void binary(BuiltinTable table, String name, DoubleBinaryOperator operator) {
        table.value(name, (scope, input, left, right) -> CanonicalArithmetic
                .wholeIfExact(operator.applyAsDouble(number(left, name), number(right, name))));
        table.mayBeInfinite(name);
    }

    /** Whole numbers stay as they are, of any size. */
    private static void rounding(BuiltinTable table, String name, DoubleUnaryOperator operator) {
        boolean isAbsolute = name.equals("fabs");
        table.value(name, (scope, input) -> {
            double value = number(input, name);
            if (CanonicalArithmetic.isWhole(input)) {
                return isAbsolute ? abs(input) : input;
            }
            return CanonicalArithmetic.wholeIfExact(operator.applyAsDouble(value));
        });
    }

    static JsonNode abs(JsonNode number) {
        if (CanonicalArithmetic.isWhole(number)) {
            return CanonicalArithmetic.isNegative(number) ? CanonicalArithmetic.negate(number) : number;
        }
        return number.doubleValue() > 0 || CanonicalArithmetic.isNan(number) ? number
                : CanonicalArithmetic.of(Math.abs(number.doubleValue()));
    }

    static double number(JsonNode value, String name) {
        if (!value.isNumber()) {
            throw new ExpressionException(JqValues.describe(value) + " number required");
        }
        return value.doubleValue();
    }

    /** The number, where the other is none, else what was chosen. */
    private static double known(double left, double right, double chosen) {
        if (Double.isNaN(left)) {
            return right;
        }
        return Double.isNaN(right) ? left : chosen;
    }

    /** Exact for powers of two. */
    private static double log2(double value) {
        int exponent = Math.getExponent(value);
        return value == Math.scalb(1.0, exponent) ? exponent : StrictMath.log(value) / LOG_2;
    }

    private static double scale(double value, double exponent) {
        return Math.scalb(value, (int) exponent);
    }

    private static JsonNode fractionAndExponent(double value) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode(2);
        if (value == 0 || !Double.isFinite(value)) {
            return result.add(CanonicalArithmetic.of(value)).add(CanonicalArithmetic.of(0));
        }
        // Subnormal numbers are scaled up first, since their exponent says nothing of their size.
        int shift = Math.abs(value) < Double.MIN_NORMAL ? 54 : 0;
        double scaled = Math.scalb(value, shift);
        int exponent = Math.getExponent(scaled) + 1;
        return result.add(CanonicalArithmetic.of(Math.scalb(scaled, -exponent))).add(CanonicalArithmetic.of(exponent - shift));
    }

    private static JsonNode fractionAndWhole(double value) {
        double whole = value < 0 ? Math.ceil(value) : Math.floor(value);
        double fraction = Double.isInfinite(value) ? Math.copySign(0, value) : value - whole;
        return JsonNodeFactory.instance.arrayNode(2).add(CanonicalArithmetic.of(fraction))
                .add(CanonicalArithmetic.wholeIfExact(whole));
    }
}
