package dev.cairn.compiler.jq;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.cairn.jq.builtin.BuiltinFunctions;
import dev.cairn.jq.tree.Expression;

/** Finds the functions that are called, or says why there is none. */
final class FunctionResolver {

    static final String ENVIRONMENT = "Reading the environment is not supported: a result must not depend on the machine";
    private static final String INPUT = "Reading further inputs is not supported: an expression has one input";
    private static final String HALT = "Halting is not supported; error(...) fails, and empty gives no result";
    private static final String MODULE = "Modules are not supported: an expression stands for itself";

    private static final Map<String, String> REFUSED = Map.ofEntries(Map.entry("env", ENVIRONMENT),
            Map.entry("input", INPUT), Map.entry("inputs", INPUT), Map.entry("input_filename", INPUT),
            Map.entry("input_line_number", INPUT), Map.entry("halt", HALT), Map.entry("halt_error", HALT),
            Map.entry("modulemeta", MODULE), Map.entry("get_search_list", MODULE));

    private final TokenStream tokens;
    private final JqNameScope bindings;

    FunctionResolver(TokenStream tokens, JqNameScope bindings) {
        this.tokens = tokens;
        this.bindings = bindings;
    }

    /** @param index of the function that the expression defines, or -1 */
    Expression call(JqToken name, int index, List<Expression> arguments) {
        if (index >= 0) {
            return new Expression.Call(index, arguments);
        }
        if (BuiltinFunctions.exists(name.text(), arguments.size())) {
            return new Expression.Builtin(name.text(), arguments);
        }
        if (name.text().contains("::")) {
            throw tokens.error(name, MODULE);
        }
        if (REFUSED.containsKey(name.text())) {
            throw tokens.error(name, name.text() + ": " + REFUSED.get(name.text()));
        }
        throw tokens.error(name, "There is no function " + name.text() + "/" + arguments.size()
                + suggestion(name.text()));
    }

    private String suggestion(String name) {
        List<String> known = new ArrayList<>(BuiltinFunctions.signatures());
        known.addAll(bindings.functions());
        String sameName = known.stream().filter(signature -> nameOf(signature).equals(name)).sorted()
                .collect(Collectors.joining(", "));
        if (!sameName.isEmpty()) {
            return "; there is " + sameName;
        }
        int limit = 1 + name.length() / 4;
        String nearest = null;
        int best = limit + 1;
        for (String signature : known) {
            int distance = distance(name, nameOf(signature));
            if (distance < best) {
                best = distance;
                nearest = signature;
            }
        }
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }

    private static String nameOf(String signature) {
        return signature.substring(0, signature.lastIndexOf('/'));
    }

    /** The number of characters to insert, delete or replace. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[right.length()];
    }
}
