package dev.cairn.jq.builtin;

import dev.cairn.jq.node.BuiltinTable;

/**
 * The functions of the language in groups; those that most expressions use come first. Each function costs the linking of a lambda, some
 * tenths of a millisecond, when an application starts. So a group is filled only if a function is looked for that is in none before it.
 */
public enum LazyBuiltinGroup {
    CORE,
    LOOP,
    CONVERSION,
    FILTER,
    ARRAY,
    TEXT,
    OBJECT,
    TIME,
    GROUPING,
    PATH,
    REGEX,
    FORMAT,
    MATH,
    STREAM,
    GAMMA,
    BESSEL;

    private static final LazyBuiltinGroup[] ALL = values();

    private BuiltinTable table;

    /** The functions of the group that has this name and number of arguments, or null. */
    static BuiltinTable with(String name, int arguments) {
        String signature = BuiltinTable.signature(name, arguments);
        for (LazyBuiltinGroup group : ALL) {
            BuiltinTable table = group.table();
            if (table.signatures().contains(signature)) {
                return table;
            }
        }
        return null;
    }

    /** The functions of the group. */
    synchronized BuiltinTable table() {
        if (table == null) {
            BuiltinTable filled = new BuiltinTable();
            fill(filled);
            table = filled;
        }
        return table;
    }

    private void fill(BuiltinTable empty) {
        switch (this) {
            case CORE -> CoreBuiltins.addTo(empty);
            case LOOP -> LoopBuiltins.addTo(empty);
            case CONVERSION -> ConversionBuiltins.addTo(empty);
            case FILTER -> ResultSelectionBuiltins.addTo(empty);
            case ARRAY -> ArrayBuiltins.addTo(empty);
            case TEXT -> TextBuiltins.addTo(empty);
            case OBJECT -> ObjectBuiltins.addTo(empty);
            case TIME -> TimeBuiltins.addTo(empty);
            case GROUPING -> GroupingBuiltins.addTo(empty);
            case PATH -> PathBuiltins.addTo(empty);
            case REGEX -> RegexBuiltins.addTo(empty);
            case FORMAT -> FormatBuiltins.addTo(empty);
            case MATH -> MathBuiltins.addTo(empty);
            case STREAM -> StreamingFormBuiltins.addTo(empty);
            case GAMMA -> GammaBuiltins.addTo(empty);
            case BESSEL -> BesselBuiltins.addTo(empty);
        }
    }
}
