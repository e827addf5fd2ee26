package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.validation.EventPattern;
import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventFilter;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.tree.Expression;
import dev.cairn.program.ListenPlan.AttributePlan;
import dev.cairn.program.ListenPlan.CorrelationPlan;
import dev.cairn.program.ListenPlan.FilterPlan;

/** Compiles filters of events. */
final class EventFilterCompiler {

    private static final FilterPlan EVERY_EVENT = new FilterPlan(List.of(), List.of());

    private final ExpressionCompiler expressions;
    private final VariableScope ofEvent;
    private final VariableScope ofExpected;
    private final List<CompiledTemplate> evaluated;

    /**
     * @param ofEvent variables of expressions that see an event
     * @param ofExpected variables of expressions that give an expected value
     * @param evaluated receives the compiled expressions
     */
    EventFilterCompiler(ExpressionCompiler expressions, VariableScope ofEvent, VariableScope ofExpected,
            List<CompiledTemplate> evaluated) {
        this.expressions = expressions;
        this.ofEvent = ofEvent;
        this.ofExpected = ofExpected;
        this.evaluated = evaluated;
    }

    /** The filters; for every event, one without conditions. */
    List<FilterPlan> filters(EventConsumption consumption) {
        return consumption.filters().isEmpty() ? List.of(EVERY_EVENT)
                : consumption.filters().stream().map(this::filter).toList();
    }

    private FilterPlan filter(EventFilter filter) {
        List<AttributePlan> attributes = new ArrayList<>();
        filter.with().forEach((name, template) -> attributes.add(attribute(name, template)));
        List<CorrelationPlan> correlations = new ArrayList<>();
        for (Map.Entry<String, EventFilter.Correlation> each : filter.correlate().entrySet()) {
            CompiledTemplate from = expressions.compile(each.getValue().from(), ofEvent);
            CompiledTemplate expect = expressions.compile(each.getValue().expect(), ofExpected);
            evaluated.add(from);
            evaluated.add(expect);
            correlations.add(new CorrelationPlan(each.getKey(), from.expression(), expect.expression()));
        }
        return new FilterPlan(attributes, correlations);
    }

    private AttributePlan attribute(String name, ValueTemplate template) {
        JsonNode value = template.value();
        boolean text = value.isTextual();
        if (text && !ValueTemplate.isWrapped(value.textValue())) {
            if (!EventPattern.isIn(value.textValue())) {
                return new AttributePlan(name, value.textValue(), null);
            }
            String whole = TextNode.valueOf(EventPattern.whole(value.textValue())).toString();
            Expression matches = expressions.parse(". == " + TextNode.valueOf(value.textValue())
                    + " or (type == \"string\" and test(" + whole + "))", template.location());
            return new AttributePlan(name, null, expressions.bind(matches, ofEvent).expression());
        }
        Expression given = expressions.expression(template);
        Expression fits = text ? given : new Expression.Binary(BinaryOperator.EQUAL, new Expression.Identity(), given);
        CompiledTemplate compiled = expressions.bind(fits, ofEvent);
        evaluated.add(compiled);
        return new AttributePlan(name, null, compiled.expression());
    }
}
