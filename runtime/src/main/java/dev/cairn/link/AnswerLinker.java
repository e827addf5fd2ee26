package dev.cairn.link;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.AnswerExpression;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.VariableReader;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.Program;
import dev.cairn.program.VariableBinding;
import dev.cairn.program.VariableBinding.Source;

/** Links the expressions of a program that answer callers. */
public final class AnswerLinker {

    private static final Supplier<JsonNode> NO_SECRETS = () -> {
        throw new IllegalStateException("The compiler lets no answer read secrets");
    };

    private AnswerLinker() {}

    /** The queries of a program, by name. */
    public static Map<String, AnswerExpression> queries(Program program) {
        Map<String, AnswerExpression> linked = new TreeMap<>();
        program.header().answers().queries().forEach((name, query) -> linked.put(name, link(query,
                binding -> binding.source() == Source.CONTEXT ? AnswerExpression.outerContext() : reader(binding))));
        return linked;
    }

    /** The replies of a program, by the index of the task. */
    static Map<Integer, AnswerExpression> replies(Program program) {
        Map<Integer, AnswerExpression> linked = new TreeMap<>();
        program.header().answers().replies().forEach((task, reply) -> linked.put(task, link(reply, AnswerLinker::reader)));
        return linked;
    }

    private static VariableReader reader(VariableBinding binding) {
        return VariableReaderFactory.reader(binding, NO_SECRETS);
    }

    private static AnswerExpression link(BoundExpression bound, Function<VariableBinding, VariableReader> readers) {
        List<String> names = bound.bindings().stream().map(VariableBinding::name).toList();
        CompiledExpression expression = ExpressionLinker.link(bound.expression(),
                name -> AnswerExpression.captured(names.indexOf(name)));
        return new AnswerExpression(expression, bound.bindings().stream().map(readers).toList());
    }
}
