package dev.cairn.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.ListenPlan.FilterPlan;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** The signatures of the listening tasks of a program that an index can find. Immutable. */
public final class ListenSignatures {

    /** For each filter of an operation, in its order. */
    private final Map<Integer, List<CorrelationSignature>> byOperation = new HashMap<>();
    private final List<LinkedCorrelationSignature> all = new ArrayList<>();

    ListenSignatures(Program program, Predicate<String> leftOut, Function<BoundExpression, CompiledExpression> linker) {
        List<Operation> operations = program.operations();
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) instanceof Operation.Listen listen) {
                List<CorrelationSignature> found = of(listen.plan().all(), leftOut);
                if (!found.isEmpty()) {
                    byOperation.put(i, found);
                    found.forEach(signature -> all.add(new LinkedCorrelationSignature(signature,
                            signature.expressions().stream().map(linker).toList())));
                }
            }
        }
    }

    /** Empty if a filter has no signature. */
    private static List<CorrelationSignature> of(List<FilterPlan> filters, Predicate<String> leftOut) {
        List<CorrelationSignature> found = filters.stream().map(CorrelationSignature::of).flatMap(Optional::stream)
                .filter(signature -> !leftOut.test(signature.type())).toList();
        return found.size() == filters.size() ? found : List.of();
    }

    /** The signatures of the filters of an operation that listens, in their order; empty if an index cannot find all of its events. */
    public List<CorrelationSignature> of(int operation) {
        return byOperation.getOrDefault(operation, List.of());
    }

    /** All signatures, some perhaps twice. */
    public List<LinkedCorrelationSignature> all() {
        return all;
    }
}
