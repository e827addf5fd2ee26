package dev.cairn.jq.builtin;

import dev.cairn.jq.node.AccessNodes.Iterate;
import dev.cairn.jq.node.AssignNodes;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.node.ConstructionNodes;
import dev.cairn.jq.node.ControlFlowNodes;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.LeafNodes.Constant;
import dev.cairn.jq.node.LeafNodes.Input;
import dev.cairn.jq.node.LoopBuiltinNodes;
import dev.cairn.jq.node.LoopBuiltinNodes.Range;
import dev.cairn.jq.node.LoopBuiltinNodes.While;
import dev.cairn.jq.node.ResultFilterNodes;
import dev.cairn.jq.node.TreeWalkNodes;
import dev.cairn.value.CanonicalArithmetic;

/** Functions that evaluate their arguments again and again. */
final class LoopBuiltins {

    private static final EvaluationNode ZERO = new Constant(CanonicalArithmetic.of(0));
    private static final EvaluationNode FIRST = new Constant(CanonicalArithmetic.of(1));

    private LoopBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.add("range", 1, arguments -> new Range(ZERO, arguments[0], FIRST));
        table.add("range", 2, arguments -> new Range(arguments[0], arguments[1], FIRST));
        table.add("range", 3, arguments -> new Range(arguments[0], arguments[1], arguments[2]));
        table.add("map", 1, arguments -> map(Input.INSTANCE, arguments[0]));
        table.add("map_values", 1,
                arguments -> new AssignNodes.Update(new Iterate(Input.INSTANCE, false), arguments[0]));
        table.add("until", 2, arguments -> new LoopBuiltinNodes.Until(arguments[0], arguments[1]));
        table.add("while", 2, arguments -> new While(arguments[0], arguments[1]));
        table.add("repeat", 1, arguments -> new LoopBuiltinNodes.Repeat(arguments[0]));
        table.add("recurse", 0, arguments -> new LoopBuiltinNodes.Descend());
        table.add("recurse", 1, arguments -> new While(null, arguments[0]));
        table.add("recurse", 2, arguments -> new While(null,
                new ControlFlowNodes.Pipe(arguments[0], new ResultFilterNodes.Select(arguments[1]))));
        table.add("walk", 1, arguments -> new TreeWalkNodes.Walk(arguments[0]));
        table.add("combinations", 0, arguments -> new TreeWalkNodes.Combinations(null));
        table.add("combinations", 1, arguments -> new TreeWalkNodes.Combinations(arguments[0]));
        table.recurses("until", "while", "recurse");
    }

    /** {@code [target[] | body]}. */
    static EvaluationNode map(EvaluationNode target, EvaluationNode body) {
        return target.results == EvaluationNode.ONE && body.isDirect() ? new LoopBuiltinNodes.MapElements(target, body)
                : new ConstructionNodes.Collect(new ControlFlowNodes.Pipe(new Iterate(target, false), body));
    }
}
