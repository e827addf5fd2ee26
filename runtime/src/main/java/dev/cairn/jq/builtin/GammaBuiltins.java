package dev.cairn.jq.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/** The gamma function and its logarithm, by the approximation of Lanczos: about 14 digits are right. */
final class GammaBuiltins {

    private static final double G = 7;
    private static final double[] COEFFICIENTS = { 0.99999999999980993, 676.5203681218851, -1259.1392167224028,
            771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
            1.5056327351493116e-7 };
    /** Whole numbers up to here have factorials that doubles can hold. */
    private static final int MAX_FACTORIAL = 171;

    private GammaBuiltins() {}

    static void addTo(BuiltinTable table) {
        for (String name : new String[] { "gamma", "lgamma" }) {
            table.value(name, (scope, input) -> CanonicalArithmetic.wholeIfExact(logarithm(number(input))));
        }
        table.value("tgamma", (scope, input) -> CanonicalArithmetic.wholeIfExact(gamma(number(input))));
        table.value("lgamma_r", (scope, input) -> {
            double value = number(input);
            int sign = value < 0 && value != Math.rint(value) && gamma(value) < 0 ? -1 : 1;
            return JsonNodeFactory.instance.arrayNode(2).add(CanonicalArithmetic.wholeIfExact(logarithm(value)))
                    .add(CanonicalArithmetic.of(sign));
        });
        table.mayBeInfinite("gamma", "lgamma", "tgamma", "lgamma_r");
    }

    private static double number(JsonNode value) {
        if (!value.isNumber()) {
            throw new ExpressionException(JqValues.describe(value) + " number required");
        }
        return value.doubleValue();
    }

    private static double gamma(double x) {
        if (x == Double.POSITIVE_INFINITY) {
            return x;
        }
        if (x > 0 && x <= MAX_FACTORIAL && x == Math.rint(x)) {
            double product = 1;
            for (int i = 2; i < x; i++) {
                product *= i;
            }
            return product;
        }
        if (x == 0) {
            return 1 / x;
        }
        if (x < 0 && x == Math.rint(x)) {
            return Double.NaN;
        }
        if (x < 0.5) {
            return Math.PI / (StrictMath.sin(Math.PI * x) * gamma(1 - x));
        }
        double base = x - 1 + G + 0.5;
        double half = StrictMath.pow(base, (x - 0.5) / 2);
        return StrictMath.sqrt(2 * Math.PI) * half * StrictMath.exp(-base) * half * series(x - 1);
    }

    private static double logarithm(double x) {
        if (x <= 0 && x == Math.rint(x) || Double.isInfinite(x)) {
            return Double.POSITIVE_INFINITY;
        }
        if (x == 1 || x == 2) {
            return 0;
        }
        if (x < 0.5) {
            return StrictMath.log(Math.PI / Math.abs(StrictMath.sin(Math.PI * x))) - logarithm(1 - x);
        }
        double base = x - 1 + G + 0.5;
        return 0.5 * StrictMath.log(2 * Math.PI) + (x - 0.5) * StrictMath.log(base) - base + StrictMath.log(series(x - 1));
    }

    private static double series(double x) {
        double sum = COEFFICIENTS[0];
        for (int i = 1; i < COEFFICIENTS.length; i++) {
            sum += COEFFICIENTS[i] / (x + i);
        }
        return sum;
    }
}
