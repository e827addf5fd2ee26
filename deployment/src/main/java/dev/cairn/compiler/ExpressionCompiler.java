package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.compiler.config.ConfigCatalog;
import dev.cairn.compiler.jq.AuthorizationUseCheck;
import dev.cairn.compiler.jq.JqParser;
import dev.cairn.compiler.jq.JqSyntaxException;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.jq.link.ExpressionVariableUse;
import dev.cairn.jq.tree.Expression;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.VariableBinding;
import dev.cairn.value.JqValues;

/** Compiles templates into expressions. Faults are reported, and compiling goes on. */
final class ExpressionCompiler {

    private static final int SHOWN_CHARS = 30;

    private final ProblemCollector problems;
    private final SourceMap sources;
    private final List<String> secrets;
    private final ConfigCatalog config;
    /** Variables that bind the parsed expressions, the innermost last. */
    private final List<String> bound;
    /** Parsed expressions that are not bound yet. */
    private final List<Parsed> parsed = new ArrayList<>();

    ExpressionCompiler(ProblemCollector problems, SourceMap sources, List<String> secrets, ConfigCatalog config) {
        this(problems, sources, secrets, config, List.of());
    }

    private ExpressionCompiler(ProblemCollector problems, SourceMap sources, List<String> secrets, ConfigCatalog config,
            List<String> bound) {
        this.problems = problems;
        this.secrets = secrets;
        this.sources = sources;
        this.config = config;
        this.bound = bound;
    }

    /** A compiler for expressions that become the body of a binding of a variable. */
    ExpressionCompiler binding(String variable) {
        return new ExpressionCompiler(problems, sources, secrets, config, List.of(variable));
    }

    /** A scope with the configuration that the application allows expressions to read. */
    VariableScope withConfig(VariableScope scope) {
        return scope.withConfig(config);
    }

    /** Compiles a template; null gives {@link CompiledTemplate#NONE}. */
    CompiledTemplate compile(ValueTemplate template, VariableScope scope) {
        return template == null ? CompiledTemplate.NONE : bind(expression(template), scope);
    }

    /** Finds the variables of an expression made of what {@link #expression} and {@link #parse} gave since the last one. */
    CompiledTemplate bind(Expression expression, VariableScope scope) {
        parsed.forEach(part -> check(part, scope));
        parsed.clear();
        ExpressionVariableUse facts = ExpressionVariableUse.of(expression);
        List<VariableBinding> bindings = new ArrayList<>();
        for (String name : facts.variables()) {
            VariableBinding binding = scope.bind(name, facts);
            if (binding != null) {
                bindings.add(binding);
            }
        }
        return new CompiledTemplate(new BoundExpression(expression, bindings), facts.usesNow());
    }

    private void check(Parsed part, VariableScope scope) {
        ExpressionVariableUse facts = ExpressionVariableUse.of(part.expression);
        for (String name : facts.variables()) {
            if (name.equals(VariableScope.SECRETS)) {
                secrets(facts, part, scope);
            } else if (name.equals(ConfigCatalog.CONFIG)) {
                config(facts, part, scope);
            } else if (name.equals(VariableScope.AUTHORIZATION)) {
                authorization(part, scope);
            } else if (scope.hides(name)) {
                problems.error(CompilerErrorCodes.SECRET, part.location,
                        "$" + name + " cannot be read here: it has $secrets, and what this gives would be stored.",
                        "Read $task.input, which is the input without them.");
            } else if (!scope.mayHave(name)) {
                problems.error(CompilerErrorCodes.UNKNOWN_VARIABLE, part.location, "There is no variable $" + name + " here.",
                        suggestion(name, scope));
            }
        }
        facts.reads().forEach(read -> key(read, part));
        if (!scope.isTaskDone() && facts.reads().contains(new ExpressionVariableUse.VariableRead("task", "output"))) {
            problems.error(CompilerErrorCodes.UNKNOWN_VARIABLE, part.location,
                    "There is no $task.output here: the task is not done yet.",
                    "Read it in output.as, export.as or the tasks after a task that an extension extends.");
        }
    }

    private void key(ExpressionVariableUse.VariableRead read, Parsed part) {
        Set<String> known = VariableScope.keys(read.variable());
        if (read.key() != null && !known.isEmpty() && !known.contains(read.key())) {
            String near = NameSuggestions.didYouMean(read.key(), known);
            problems.warning(CompilerErrorCodes.UNKNOWN_KEY, part.location,
                    "$" + read.variable() + "." + read.key() + " is always null.",
                    near != null ? near : "There are: " + String.join(", ", known) + ".");
        }
    }

    private void secrets(ExpressionVariableUse facts, Parsed part, VariableScope scope) {
        if (!scope.names().contains(VariableScope.SECRETS)) {
            problems.error(CompilerErrorCodes.SECRET, part.location,
                    "$secrets cannot be read here: what it gives would be stored.",
                    "Read it in the arguments of a call or a command, or in the input.from of such a task: they are never stored.");
            return;
        }
        for (ExpressionVariableUse.VariableRead read : facts.reads()) {
            if (read.variable().equals(VariableScope.SECRETS) && !(read.key() != null && secrets.contains(read.key()))) {
                problems.error(CompilerErrorCodes.SECRET, part.location, read.key() == null
                        ? "$secrets is read as a whole, so nobody can tell which secrets are needed."
                        : "There is no secret \"" + read.key() + "\".", suggestion(read.key()));
            }
        }
    }

    private void authorization(Parsed part, VariableScope scope) {
        if (!scope.names().contains(VariableScope.AUTHORIZATION)) {
            problems.error(CompilerErrorCodes.AUTHORIZATION, part.location,
                    "$authorization cannot be read here: only the arguments of an HTTP call have it, and only with an"
                            + " authentication other than digest.",
                    "Read it in the headers, query or body of the call. Elsewhere it would be stored.");
        } else if (!AuthorizationUseCheck.isMovedOnly(part.expression)) {
            problems.error(CompilerErrorCodes.AUTHORIZATION, part.location,
                    "The expression computes with $authorization.parameter, which is known only when the request is made.",
                    "Put it into a text as it is, such as ${ \"Token \\($authorization.parameter)\" }.");
        }
    }

    private void config(ExpressionVariableUse facts, Parsed part, VariableScope scope) {
        if (!scope.names().contains(ConfigCatalog.CONFIG)) {
            problems.error(CompilerErrorCodes.CONFIG, part.location,
                    "$config cannot be read here: a replay with another configuration would give something else.",
                    "Read it in the arguments of a call or a command, or alone as the duration of a wait, a timeout or the delay of"
                            + " a retry. In other places, read what a call returns.");
            return;
        }
        for (ExpressionVariableUse.VariableRead read : facts.reads()) {
            if (!read.variable().equals(ConfigCatalog.CONFIG)) {
                continue;
            }
            if (read.key() == null) {
                problems.error(CompilerErrorCodes.CONFIG, part.location,
                        "$config is read as a whole, so the build cannot tell which properties are needed.",
                        "Name one: $config[\"orders.url\"].");
            } else if (!config.allows(read.key())) {
                problems.error(CompilerErrorCodes.CONFIG_NAME, part.location,
                        "Expressions may not read the property \"" + read.key() + "\" of the configuration.",
                        config.advice(read.key()));
            }
        }
    }

    private String suggestion(String secret) {
        String near = secret == null ? null : NameSuggestions.didYouMean(secret, secrets);
        return near != null ? near
                : secret == null ? "Name one: $secrets.name." : "Name it in use.secrets.";
    }

    /** Compiles an expression for a length of time; a known one, and null, give {@link CompiledTemplate#NONE}. */
    CompiledTemplate compile(DurationSpec spec, VariableScope scope) {
        return spec == null ? CompiledTemplate.NONE : compile(spec.expression(), scope);
    }

    /**
     * As {@link #compile(DurationSpec, VariableScope)}, for a length of time that a replay does not need, since the journal has what
     * follows from it. It may be the value of a property of the configuration.
     */
    CompiledTemplate compileConfigurable(DurationSpec spec, VariableScope scope) {
        if (spec == null || spec.expression() == null) {
            return CompiledTemplate.NONE;
        }
        Expression expression = expression(spec.expression());
        return bind(expression, ConfigCatalog.isValue(expression) ? withConfig(scope) : scope);
    }

    /** Finds whether a template can be read. */
    void parse(ValueTemplate template) {
        expression(template);
        parsed.clear();
    }

    /** The expression of a template, its variables not yet bound. */
    Expression expression(ValueTemplate template) {
        JsonNode value = template.value();
        if (value.isTextual() && template.expression() && !ValueTemplate.isWrapped(value.textValue())) {
            return parse(value.textValue(), template.location());
        }
        return expression(value, template.location());
    }

    /** Parses jq text. A text that cannot be parsed is reported and gives null. */
    Expression parse(String text, SourceLocation location) {
        try {
            Expression expression = JqParser.parse(text, bound);
            parsed.add(new Parsed(expression, location));
            return expression;
        } catch (JqSyntaxException wrong) {
            problems.error(CompilerErrorCodes.SYNTAX, location, "The expression \"" + text.strip() + "\" cannot be read: "
                    + wrong.getMessage() + ".", suggestion(text, wrong.offset()));
            return Expression.literal(NullNode.getInstance());
        }
    }

    private static String suggestion(String text, int offset) {
        return offset >= text.stripTrailing().length() ? "Look at its end."
                : "Look at \"" + text.substring(offset, Math.min(text.length(), offset + SHOWN_CHARS)).strip() + "\".";
    }

    private Expression expression(JsonNode value, SourceLocation location) {
        if (value.isTextual() && ValueTemplate.isWrapped(value.textValue())) {
            return parse(unwrapped(value.textValue()), location);
        }
        if (ValueTemplate.isConstant(value)) {
            return Expression.literal(JqValues.canonical(value));
        }
        if (value.isArray()) {
            List<Expression> elements = new ArrayList<>();
            for (int i = 0; i < value.size(); i++) {
                elements.add(expression(value.get(i), child(location, Integer.toString(i))));
            }
            return Expression.array(elements);
        }
        Map<String, Expression> fields = new LinkedHashMap<>();
        value.forEachEntry((key, field) -> fields.put(key, expression(field, child(location, key))));
        return Expression.object(fields);
    }

    private SourceLocation child(SourceLocation location, String token) {
        return sources.at(location.pointer() + "/" + SourceLocation.escape(token));
    }

    private static String unwrapped(String text) {
        String stripped = text.strip();
        return stripped.substring(2, stripped.length() - 1);
    }

    private static String suggestion(String name, VariableScope scope) {
        String near = NameSuggestions.didYouMean(name, scope.names());
        if (scope.names().isEmpty()) {
            return "There are no variables here.";
        }
        return near != null ? near : "There are: $" + String.join(", $", scope.names()) + ".";
    }

    private record Parsed(Expression expression, SourceLocation location) {}
}
