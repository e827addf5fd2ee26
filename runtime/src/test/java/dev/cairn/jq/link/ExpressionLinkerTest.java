package dev.cairn.jq.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.tree.Expression;
import dev.cairn.value.JsonCodec;

class ExpressionLinkerTest {

    private static final Expression INPUT = new Expression.Identity();
    private static final Expression ELEMENTS = new Expression.Iterate(INPUT);

    /** The scope as the readers of variables see it. */
    private record TestScope(JsonNode context) implements EvaluationHost {
        @Override
        public long nowMillis() {
            return 0;
        }

        @Override
        public void charge(int units) {
            assertThat(units).isPositive();
        }

        @Override
        public long charged() {
            return 0;
        }

        @Override
        public void hold(long sizeBytes) {
            assertThat(sizeBytes).isNotNegative();
        }

        @Override
        public long held() {
            return 0;
        }
    }

    @Test
    void givesTheOneResult() {
        assertThat(evaluate(INPUT, "[1]")).isEqualTo(JsonCodec.read("[1]"));
        assertThat(evaluate(ELEMENTS, "[1]")).isEqualTo(JsonCodec.read("1"));
        assertThat(evaluate(ELEMENTS, "[]")).isSameAs(NullNode.instance);
    }

    @Test
    void refusesSeveralResults() {
        assertThatThrownBy(() -> evaluate(ELEMENTS, "[1,\"b\"]")).isInstanceOf(ExpressionException.class).hasMessage(
                "The expression gives several results, the first two being number (1) and string (\"b\");"
                        + " collect them with [...] or take first(...)");
    }

    @Test
    void stopsAtTheSecondResult() {
        Expression endless = new Expression.Builtin("repeat", List.of(INPUT));
        assertThatThrownBy(() -> evaluate(endless, "1")).isInstanceOf(ExpressionException.class)
                .hasMessageContaining("several results");
    }

    @Test
    void fillsTemplatesWithOneResultEach() {
        Map<String, Expression> fields = new LinkedHashMap<>();
        fields.put("fixed", Expression.literal(JsonCodec.read("7")));
        fields.put("first", new Expression.Field(INPUT, "a"));
        fields.put("none", new Expression.Iterate(new Expression.Field(INPUT, "empty")));
        fields.put("list",
                Expression.array(List.of(new Expression.Field(INPUT, "b"), Expression.literal(JsonCodec.read("1")))));
        JsonNode result = evaluate(Expression.object(fields), "{\"a\":1,\"b\":2,\"empty\":[]}");
        assertThat(result).hasToString("{\"fixed\":7,\"first\":1,\"none\":null,\"list\":[2,1]}");
        assertThatThrownBy(() -> evaluate(Expression.object(Map.of("x", ELEMENTS)), "[1,2]"))
                .isInstanceOf(ExpressionException.class).hasMessageContaining("several results");
    }

    @Test
    void foldsTemplatesOfLiterals() {
        Expression inner = Expression
                .array(List.of(Expression.literal(JsonCodec.read("1")), Expression.literal(JsonCodec.read("\"x\""))));
        Expression template = Expression.object(Map.of("a", inner));
        assertThat(template).isEqualTo(Expression.literal(JsonCodec.read("{\"a\":[1,\"x\"]}")));
        assertThat(evaluate(template, "null")).isSameAs(evaluate(template, "null"));
    }

    @Test
    void readsVariablesFromTheScopeThatWasGiven() {
        Expression expression = new Expression.Field(new Expression.Variable("context"), "a");
        CompiledExpression compiled = ExpressionLinker.link(expression,
                name -> name.equals("context") ? scope -> ((TestScope) scope).context() : null);
        assertThat(compiled.evaluate(new TestScope(JsonCodec.read("{\"a\":1}")), NullNode.instance))
                .isEqualTo(JsonCodec.read("1"));
        assertThat(compiled.evaluate(new TestScope(JsonCodec.read("{\"a\":2}")), NullNode.instance))
                .isEqualTo(JsonCodec.read("2"));
    }

    @Test
    void refusesWhatTheParserNeverMakes() {
        assertThatThrownBy(() -> link(new Expression.Variable("v"))).hasMessage("No reader for variable $v");
        assertThatThrownBy(() -> link(new Expression.Local(0))).hasMessageContaining("does not exist: 0");
        assertThatThrownBy(() -> link(new Expression.Builtin("nope", List.of()))).hasMessage("Unknown function nope/0");
        assertThatThrownBy(() -> link(new Expression.Interpolation("nope", List.of()))).hasMessage("Unknown format @nope");
        Expression call = new Expression.Define("f", 1, INPUT, new Expression.Call(0, List.of()));
        assertThatThrownBy(() -> link(call)).hasMessage("Call with 0 arguments where 1 are expected");
        Expression variable = new Expression.Define("f", 0, INPUT, new Expression.Local(0));
        assertThatThrownBy(() -> link(variable)).hasMessageContaining("function as a variable");
    }

    @Test
    void keepsTheErrorsOfTheScope() {
        IllegalStateException over = new IllegalStateException("budget");
        EvaluationHost scope = new EvaluationHost() {
            @Override
            public long nowMillis() {
                return 0;
            }

            @Override
            public void charge(int units) {
                throw over;
            }

            @Override
            public long charged() {
                return 0;
            }

            @Override
            public void hold(long sizeBytes) {
                throw over;
            }

            @Override
            public long held() {
                return 0;
            }
        };
        Expression caught = new Expression.Try(new Expression.Builtin("map", List.of(INPUT)), INPUT);
        assertThatThrownBy(() -> link(caught).evaluate(scope, JsonCodec.read("[1]"))).isSameAs(over);
    }

    private static JsonNode evaluate(Expression expression, String input) {
        return link(expression).evaluate(new TestScope(NullNode.instance), JsonCodec.read(input));
    }

    private static CompiledExpression link(Expression expression) {
        return ExpressionLinker.link(expression, name -> null);
    }
}
