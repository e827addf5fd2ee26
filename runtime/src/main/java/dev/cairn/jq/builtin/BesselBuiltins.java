package dev.cairn.jq.builtin;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.value.CanonicalArithmetic;

/**
 * The Bessel functions of the first and second kind, of orders 0 and 1; equations are those of Abramowitz and Stegun, "Handbook of
 * Mathematical Functions". About 14 digits are right, fewer where a value is close to 0.
 */
final class BesselBuiltins {

    private static final double EULER = 0.57721566490153286061;
    /** Below, the first terms of the series are all there is. */
    private static final double SMALL = 1e-8;
    /** Above, the asymptotic expansion has all digits. */
    private static final double LARGE = 25;
    /** Number of orders above the argument at which a value has no weight any more. */
    private static final int ORDERS_ABOVE = 40;
    private static final int ORDERS_PER_UNIT = 64;
    /** Orders that are so far above twice the argument have values below the smallest double. */
    private static final int NO_VALUE_ABOVE = 2_000;
    private static final double RESCALED_ABOVE = 1e200;
    private static final double NO_WEIGHT = 1e-18;

    private BesselBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.value("j0", (scope, input) -> CanonicalArithmetic.wholeIfExact(first(0, MathBuiltins.number(input, "j0"))));
        table.value("j1", (scope, input) -> CanonicalArithmetic.wholeIfExact(first(1, MathBuiltins.number(input, "j1"))));
        table.value("y0", (scope, input) -> CanonicalArithmetic.wholeIfExact(second(0, MathBuiltins.number(input, "y0"))));
        table.value("y1", (scope, input) -> CanonicalArithmetic.wholeIfExact(second(1, MathBuiltins.number(input, "y1"))));
        table.value("jn", (scope, input, order, value) -> CanonicalArithmetic.wholeIfExact(ofOrder(scope, order, value, true)));
        table.value("yn",
                (scope, input, order, value) -> CanonicalArithmetic.wholeIfExact(ofOrder(scope, order, value, false)));
        table.mayBeInfinite("j0", "j1", "y0", "y1", "jn", "yn");
    }

    /** Of a whole order of any size and sign (9.1.5); a fraction of it is cut off. */
    private static double ofOrder(EvaluationHost scope, JsonNode orderNode, JsonNode valueNode, boolean first) {
        String name = first ? "jn" : "yn";
        int order = (int) MathBuiltins.number(orderNode, name);
        double value = MathBuiltins.number(valueNode, name);
        int magnitude = Math.abs(Math.max(order, -Integer.MAX_VALUE));
        double sign = order < 0 && magnitude % 2 == 1 ? -1 : 1;
        if (magnitude < 2) {
            return sign * (first ? first(magnitude, value) : second(magnitude, value));
        }
        if (!first) {
            return sign * upwards(scope, magnitude, value, second(0, value), second(1, value));
        }
        sign *= value < 0 && magnitude % 2 == 1 ? -1 : 1;
        double x = Math.abs(value);
        if (x == 0 || Double.isInfinite(x) || magnitude > 2 * x + NO_VALUE_ABOVE) {
            return 0;
        }
        return sign * (x > magnitude ? upwards(scope, magnitude, x, first(0, x), first(1, x)) : downwards(scope, magnitude, x));
    }

    /** The recurrence (9.1.27) from orders 0 and 1, which is stable below the argument, and always for the second kind. */
    private static double upwards(EvaluationHost scope, int order, double x, double zero, double one) {
        double before = zero;
        double current = one;
        for (int n = 1; n < order && Double.isFinite(current); n++) {
            if (n % ORDERS_PER_UNIT == 0) {
                scope.charge(1);
            }
            double next = 2.0 * n / x * current - before;
            before = current;
            current = next;
        }
        return current;
    }

    /** As {@link #orders}, of one order above the argument, and without keeping the others. */
    private static double downwards(EvaluationHost scope, int order, double x) {
        double above = 0;
        double current = Double.MIN_NORMAL;
        double wanted = 0;
        double sum = 0;
        for (int n = order + ORDERS_ABOVE; n >= 0; n--) {
            if (n % ORDERS_PER_UNIT == 0) {
                scope.charge(1);
            }
            wanted = n == order ? current : wanted;
            sum += n == 0 ? current : n % 2 == 0 ? 2 * current : 0;
            double below = 2.0 * n / x * current - above;
            above = current;
            current = below;
            if (Math.abs(current) > RESCALED_ABOVE) {
                current /= RESCALED_ABOVE;
                above /= RESCALED_ABOVE;
                wanted /= RESCALED_ABOVE;
                sum /= RESCALED_ABOVE;
            }
        }
        return wanted / sum;
    }

    private static double first(int order, double value) {
        double x = Math.abs(value);
        double sign = order == 1 ? Math.signum(value) : 1;
        if (Double.isInfinite(x)) {
            return 0;
        }
        if (x < SMALL) {
            return order == 0 ? 1 : value / 2;
        }
        return sign * (x > LARGE ? asymptotic(order, x, true) : orders(x)[order]);
    }

    private static double second(int order, double x) {
        if (x == Double.POSITIVE_INFINITY) {
            return 0;
        }
        if (Double.isNaN(x) || x < 0) {
            return Double.NaN;
        }
        if (x == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (x > LARGE) {
            return asymptotic(order, x, false);
        }
        if (x < SMALL) {
            return order == 0 ? 2 / Math.PI * (StrictMath.log(x / 2) + EULER) : -2 / (Math.PI * x);
        }
        return order == 0 ? neumann0(x) : neumann1(x);
    }

    /** 9.1.88 with n = 0. */
    private static double neumann0(double x) {
        double[] j = orders(x);
        double sum = 0;
        for (int k = 1; 2 * k < j.length; k++) {
            sum += (k % 2 == 0 ? 1 : -1) * j[2 * k] / k;
        }
        return 2 / Math.PI * ((StrictMath.log(x / 2) + EULER) * j[0] - 2 * sum);
    }

    /** 9.1.88 with n = 1. */
    private static double neumann1(double x) {
        double[] j = orders(x);
        double sum = 0;
        for (int k = 1; 2 * k + 1 < j.length; k++) {
            sum += (k % 2 == 0 ? 1 : -1) * (1 + 2 * k) * j[2 * k + 1] / (k * (k + 1.0));
        }
        return 2 / Math.PI * (-j[0] / x + (StrictMath.log(x / 2) + EULER - 1) * j[1] - sum);
    }

    /** Functions of the first kind, of order 0 and up, by Miller's recurrence from above (9.1.27); their sum is 1 (9.1.46). */
    private static double[] orders(double x) {
        double[] j = new double[(int) x + ORDERS_ABOVE];
        j[j.length - 1] = Double.MIN_NORMAL;
        double above = 0;
        for (int n = j.length - 1; n > 0; n--) {
            j[n - 1] = 2 * n / x * j[n] - above;
            above = j[n];
            if (Math.abs(j[n - 1]) > RESCALED_ABOVE) {
                for (int i = n - 1; i < j.length; i++) {
                    j[i] /= RESCALED_ABOVE;
                }
                above = j[n];
            }
        }
        double sum = j[0];
        for (int n = 2; n < j.length; n += 2) {
            sum += 2 * j[n];
        }
        for (int n = 0; n < j.length; n++) {
            j[n] /= sum;
        }
        return j;
    }

    /** 9.2.5 and 9.2.6, with 9.2.9 and 9.2.10. */
    private static double asymptotic(int order, double x, boolean first) {
        double p = 0;
        double q = 0;
        double term = 1;
        for (int k = 0; Math.abs(term) > NO_WEIGHT && k < x; k++) {
            double signed = k / 2 % 2 == 0 ? term : -term;
            if (k % 2 == 0) {
                p += signed;
            } else {
                q += signed;
            }
            double odd = 2 * k + 1;
            term *= (4.0 * order * order - odd * odd) / ((k + 1) * 8 * x);
        }
        // The phase x - (order / 2 + 1 / 4) * PI without what subtracting would cost.
        double sum = StrictMath.sin(x) + StrictMath.cos(x);
        double difference = StrictMath.sin(x) - StrictMath.cos(x);
        double cos = order == 0 ? sum : difference;
        double sin = order == 0 ? difference : -sum;
        return (first ? p * cos - q * sin : p * sin + q * cos) / StrictMath.sqrt(Math.PI * x);
    }
}
