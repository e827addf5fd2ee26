package dev.cairn.compiler;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.program.BoundExpression;

/**
 * Compiles the queries of a definition. A query is asked at any time between two operations, so it sees what exists then: the
 * context and the workflow, but no task.
 */
final class QueryCompiler {

    /** The name is part of a path of the management API. */
    private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9_-]{0,62}");
    private static final int MAX_QUERIES = 64;

    private QueryCompiler() {}

    /** @param scope the variables that each query sees */
    static Map<String, BoundExpression> compile(CompilerContext context, VariableScope scope) {
        Map<String, ValueTemplate> queries = context.definition().metadata().queries();
        Map<String, BoundExpression> compiled = new TreeMap<>();
        queries.forEach((name, template) -> {
            if (!NAME.matcher(name).matches()) {
                problem(context, template.location(), "\"" + name + "\" is no name of a query.",
                        "Use 1 to 63 letters, digits, hyphens and underscores, and begin with a letter.");
            }
            if (template.value().isTextual() && !ValueTemplate.isWrapped(template.value().textValue())) {
                problem(context, template.location(), "The query \"" + name + "\" is literal text.",
                        "Write it as ${ … }, such as ${ $context.step }.");
            }
            compiled.put(name, context.expressions().compile(template, scope).expression());
        });
        if (queries.size() > MAX_QUERIES) {
            problem(context, queries.values().iterator().next().location(), "A workflow has at most " + MAX_QUERIES
                    + " queries, not " + queries.size() + ".",
                    "Merge some: a query has an argument, and may answer with an object.");
        }
        return compiled;
    }

    private static void problem(CompilerContext context, SourceLocation location, String message, String suggestion) {
        context.problems().error(CompilerErrorCodes.QUERY, location, message, suggestion);
    }
}
