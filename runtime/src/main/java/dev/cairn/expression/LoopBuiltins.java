package dev.cairn.expression;

import dev.cairn.expression.AccessCodes.Iterate;
import dev.cairn.expression.BasicCodes.Constant;
import dev.cairn.expression.BasicCodes.Input;
import dev.cairn.expression.LoopCodes.Range;
import dev.cairn.expression.LoopCodes.While;
import dev.cairn.value.Numbers;

/** Functions that evaluate their arguments again and again. */
final class LoopBuiltins {

    private static final Code ZERO = new Constant(Numbers.of(0));
    private static final Code FIRST = new Constant(Numbers.of(1));

    private LoopBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.add("range", 1, arguments -> new Range(ZERO, arguments[0], FIRST));
        table.add("range", 2, arguments -> new Range(arguments[0], arguments[1], FIRST));
        table.add("range", 3, arguments -> new Range(arguments[0], arguments[1], arguments[2]));
        table.add("map", 1, arguments -> map(Input.INSTANCE, arguments[0]));
        table.add("map_values", 1,
                arguments -> new AssignCodes.Update(new Iterate(Input.INSTANCE, false), arguments[0]));
        table.add("until", 2, arguments -> new LoopCodes.Until(arguments[0], arguments[1]));
        table.add("while", 2, arguments -> new While(arguments[0], arguments[1]));
        table.add("repeat", 1, arguments -> new LoopCodes.Repeat(arguments[0]));
        table.add("recurse", 0, arguments -> new LoopCodes.Descend());
        table.add("recurse", 1, arguments -> new While(null, arguments[0]));
        table.add("recurse", 2, arguments -> new While(null,
                new FlowCodes.Pipe(arguments[0], new FilterCodes.Select(arguments[1]))));
        table.add("walk", 1, arguments -> new TreeCodes.Walk(arguments[0]));
        table.add("combinations", 0, arguments -> new TreeCodes.Combinations(null));
        table.add("combinations", 1, arguments -> new TreeCodes.Combinations(arguments[0]));
        table.recurses("until", "while", "recurse");
    }

    /** {@code [target[] | body]}. */
    static Code map(Code target, Code body) {
        return target.results == Code.ONE && body.isDirect() ? new LoopCodes.MapElements(target, body)
                : new ConstructionCodes.Collect(new FlowCodes.Pipe(new Iterate(target, false), body));
    }
}
