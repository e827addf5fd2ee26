package dev.cairn.integrations.messaging.deployment;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.eclipse.microprofile.config.ConfigProvider;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.jq.JqParser;
import dev.cairn.compiler.jq.JqSyntaxException;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.integrations.messaging.config.MessagingBuildConfig;
import dev.cairn.integrations.messaging.mapping.EventMappingPlan;
import dev.cairn.jq.link.ExpressionVariableUse;
import dev.cairn.jq.tree.Expression;
import io.smallrye.config.SmallRyeConfig;

/** Compiles the mappings of channels. */
final class MappingCompiler {

    private static final String INCOMING = "quarkus.cairn.messaging.incoming.";
    private static final String OUTGOING = "quarkus.cairn.messaging.outgoing.";
    private static final Set<String> VARIABLES = Set.of(EventMappingPlan.MESSAGE_VARIABLE);

    /** With white space after the brace: otherwise it is the name of a property. */
    private static final Pattern WRITTEN_JQ = Pattern.compile("\\s*\\$\\{\\s.*}\\s*", Pattern.DOTALL);

    private final ProblemCollector problems;

    MappingCompiler(ProblemCollector problems) {
        this.problems = problems;
    }

    EventMappingPlan compile(String channel, MessagingBuildConfig.Incoming settings) {
        Map<String, String> compiled = new HashMap<>();
        settings(settings).forEach((name, expanded) -> {
            compile(INCOMING, channel, name, expanded, VARIABLES).ifPresent(text -> compiled.put(name, text));
        });
        return new EventMappingPlan(compiled);
    }

    /** The compiled expression for the keys of messages; empty if there is none. */
    Optional<String> compileKey(String channel, MessagingBuildConfig.Outgoing settings) {
        return compile(OUTGOING, channel, EventMappingPlan.KEY, settings.key(), Set.of());
    }

    private Optional<String> compile(String prefix, String channel, String name, Optional<String> expanded,
            Set<String> variables) {
        String property = prefix + "\"" + channel + "\"." + name;
        return template(property, prefix + channel + "." + name).or(() -> expanded)
                .map(template -> EventMappingPlan.encode(compile(property, template, variables)));
    }

    /** The value as it is written, if it is jq: the configuration takes <code>${ }</code> for the name of a property. */
    private static Optional<String> template(String... properties) {
        SmallRyeConfig config = ConfigProvider.getConfig().unwrap(SmallRyeConfig.class);
        return Stream.of(properties).map(property -> config.getConfigValue(property).getRawValue())
                .filter(raw -> raw != null && WRITTEN_JQ.matcher(raw).matches()).findFirst();
    }

    private static Map<String, Optional<String>> settings(MessagingBuildConfig.Incoming settings) {
        return Map.of("type", settings.type(), "source", settings.source(), "id", settings.id(), "subject", settings.subject(),
                EventMappingPlan.KEY, settings.key());
    }

    private Expression compile(String property, String template, Set<String> variables) {
        Expression constant = Expression.literal(TextNode.valueOf(template));
        if (!ValueTemplate.isWrapped(template)) {
            return constant;
        }
        String stripped = template.strip();
        try {
            Expression expression = JqParser.parse(stripped.substring(2, stripped.length() - 1));
            check(property, ExpressionVariableUse.of(expression), variables);
            return expression;
        } catch (JqSyntaxException wrong) {
            problem(property, "The expression of " + property + " cannot be read: " + wrong.getMessage() + ".",
                    "Write a jq expression in ${ }, or a constant.");
            return constant;
        }
    }

    private void check(String property, ExpressionVariableUse facts, Set<String> variables) {
        Set<String> unknown = new TreeSet<>(facts.variables());
        unknown.removeAll(variables);
        if (!unknown.isEmpty()) {
            problem(property, "The expression of " + property + " reads $" + String.join(", $", unknown)
                    + ", and there is no such variable.",
                    variables.isEmpty() ? "Read the event." : "Read the JSON of the message, or $message.");
        }
        if (facts.usesNow()) {
            problem(property, "The expression of " + property + " reads the clock.",
                    "An event that is delivered again has to be the same: leave out now.");
        }
    }

    private void problem(String property, String message, String advice) {
        problems.error(MessagingErrorCodes.EXPRESSION, new SourceLocation("application.properties", 0, 0, ""), message, advice);
    }
}
