package dev.cairn.compiler.outbound;

import java.util.regex.Pattern;

import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.tree.Expression;

/**
 * Finds whether input can influence the host that an endpoint names. The application decides literals, {@code $secrets},
 * {@code $config} and {@code $runtime}; anything else counts as input. A URI whose beginning the application decides, up to the end of its authority, has
 * a constant target: its path and query may have any values.
 */
public final class EndpointTargetAnalysis {

    /** Stands for a text that the application decides and the build does not know: no character of a URI. */
    private static final char UNKNOWN = '\uFFFC';

    /**
     * Scheme and authority, with the character that ends the authority. If the beginning is unknown it is taken for a base URI, which
     * a port, a part of a name or a path may follow.
     */
    private static final Pattern FIXED = Pattern.compile(
            "(?i)(?:https?://[^/?#]+[/?#]|" + UNKNOWN + "[^/?#:]*(?::\\d+)?(?:[?#]|/(?!/)))");

    private static final String HTTP = "http";

    private final StringBuilder beginning = new StringBuilder();

    private EndpointTargetAnalysis() {}

    /** True unless the application alone decides scheme, host and port. */
    public static boolean isDynamic(Expression uri) {
        return !isFixed(uri);
    }

    /**
     * True unless the application alone decides the host of a URI reference: of a URI, or a path below an authority. A reference is a
     * URI if it begins with {@code http}.
     */
    public static boolean isDynamicReference(Expression reference) {
        if (isFixed(reference)) {
            return false;
        }
        if (reference instanceof Expression.If choice) {
            return isDynamicReference(choice.consequent()) || isDynamicReference(choice.otherwise());
        }
        if (reference instanceof Expression.Alternative choice) {
            return isDynamicReference(choice.left()) || isDynamicReference(choice.right());
        }
        EndpointTargetAnalysis analysis = new EndpointTargetAnalysis();
        analysis.read(reference);
        return !analysis.isPath();
    }

    /** True if the text can no longer begin with {@code http}. */
    private boolean isPath() {
        int unknown = beginning.indexOf(String.valueOf(UNKNOWN));
        String known = unknown < 0 ? beginning.toString() : beginning.substring(0, unknown);
        return !known.startsWith(HTTP) && !HTTP.startsWith(known);
    }

    private static boolean isFixed(Expression uri) {
        if (OwnValueAnalysis.isOwn(uri)) {
            return true;
        }
        if (uri instanceof Expression.If choice) {
            return isFixed(choice.consequent()) && isFixed(choice.otherwise());
        }
        if (uri instanceof Expression.Alternative choice) {
            return isFixed(choice.left()) && isFixed(choice.right());
        }
        EndpointTargetAnalysis analysis = new EndpointTargetAnalysis();
        analysis.read(uri);
        return FIXED.matcher(analysis.beginning).lookingAt();
    }

    /**
     * Gathers the beginning of a text.
     *
     * @return false at the first part that input can influence
     */
    private boolean read(Expression part) {
        if (part instanceof Expression.Literal literal && literal.value().isTextual()) {
            beginning.append(literal.value().textValue());
            return true;
        }
        if (part instanceof Expression.Binary sum && sum.operator() == BinaryOperator.ADD) {
            return read(sum.left()) && read(sum.right());
        }
        if (part instanceof Expression.Interpolation text) {
            return text.parts().stream().allMatch(this::read);
        }
        if (isOwnChoice(part)) {
            beginning.append(UNKNOWN);
            return true;
        }
        return false;
    }

    /** True if a part is one of several texts of the application, even if input chooses among them. */
    private static boolean isOwnChoice(Expression part) {
        return part instanceof Expression.If choice
                ? isOwnChoice(choice.consequent()) && isOwnChoice(choice.otherwise())
                : OwnValueAnalysis.isOwn(part);
    }
}
