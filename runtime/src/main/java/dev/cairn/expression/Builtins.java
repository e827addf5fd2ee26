package dev.cairn.expression;

import java.util.Set;
import java.util.TreeSet;

/** The functions of the language, by name and number of arguments. */
public final class Builtins {

    private static final BuiltinTable TABLE = new BuiltinTable();

    static {
        CoreBuiltins.addTo(TABLE);
        FilterBuiltins.addTo(TABLE);
        LoopBuiltins.addTo(TABLE);
        ArrayBuiltins.addTo(TABLE);
        GroupingBuiltins.addTo(TABLE);
        ObjectBuiltins.addTo(TABLE);
        PathBuiltins.addTo(TABLE);
        TextBuiltins.addTo(TABLE);
        ConversionBuiltins.addTo(TABLE);
        MathBuiltins.addTo(TABLE);
        GammaBuiltins.addTo(TABLE);
        BesselBuiltins.addTo(TABLE);
        RegexBuiltins.addTo(TABLE);
        StreamBuiltins.addTo(TABLE);
        TimeBuiltins.addTo(TABLE);
        Formats.addTo(TABLE);
    }

    private Builtins() {}

    /** Whether there is a function of the name that takes so many arguments. Formats are functions named {@code @name}. */
    public static boolean exists(String name, int arguments) {
        return TABLE.find(name, arguments) != null;
    }

    /** All functions as {@code name/arguments}, in the order of their names; unmodifiable. */
    public static Set<String> signatures() {
        return new TreeSet<>(TABLE.signatures());
    }

    static boolean readsClock(String name) {
        return name.equals("now");
    }

    /** Whether the function may give numbers that JSON has no text for. */
    static boolean mayBeInfinite(String name) {
        return TABLE.mayBeInfinite(name);
    }

    /** Whether the function counts its own calls. */
    static boolean recurses(String name) {
        return TABLE.recurses(name);
    }

    static Code create(String name, Code... arguments) {
        BuiltinTable.Factory factory = TABLE.find(name, arguments.length);
        if (factory == null) {
            throw new IllegalArgumentException("Unknown function " + BuiltinTable.signature(name, arguments.length));
        }
        return factory.create(arguments);
    }
}
