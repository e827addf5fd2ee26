package dev.cairn.jq.builtin;

import java.util.Set;
import java.util.TreeSet;

import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.tree.Expression;

/** The functions of the language, by name and number of arguments. Thread-safe. */
public final class BuiltinFunctions {

    private BuiltinFunctions() {}

    /** True if a function of the name takes this number of arguments. Formats are functions named {@code @name}. */
    public static boolean exists(String name, int arguments) {
        return LazyBuiltinGroup.with(name, arguments) != null;
    }

    /** All functions as {@code name/arguments}, in the order of their names. */
    public static Set<String> signatures() {
        Set<String> all = new TreeSet<>();
        for (LazyBuiltinGroup group : LazyBuiltinGroup.values()) {
            for (String signature : group.table().signatures()) {
                if (!all.add(signature)) {
                    throw new IllegalStateException("Defined in two groups: " + signature);
                }
            }
        }
        return all;
    }

    public static boolean readsClock(String name) {
        return name.equals("now");
    }

    /** True if the function may give numbers that JSON has no text for. */
    public static boolean mayBeInfinite(Expression.Builtin call) {
        return tableOf(call).mayBeInfinite(call.name());
    }

    /** True if the function counts its own calls. */
    public static boolean recurses(Expression.Builtin call) {
        return tableOf(call).recurses(call.name());
    }

    /** The code of a call, whose arguments are code already. */
    public static EvaluationNode create(Expression.Builtin call, EvaluationNode[] arguments) {
        return tableOf(call).find(call.name(), arguments.length).create(arguments);
    }

    private static BuiltinTable tableOf(Expression.Builtin call) {
        BuiltinTable table = LazyBuiltinGroup.with(call.name(), call.arguments().size());
        if (table == null) {
            throw new IllegalArgumentException(
                    "Unknown function " + BuiltinTable.signature(call.name(), call.arguments().size()));
        }
        return table;
    }
}
