package dev.cairn.compiler.jq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.value.JsonCodec;

/** An expression that contains only variables is computed once per evaluation. Only the elapsed time shows this. */
class KeptResultsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '@', textBlock = """
            [.[] | [range(0; 2)]]                                                       @ [1,2]   @ [[0,1],[0,1]]
            [.[] | [range(0; .)]]                                                       @ [1,2]   @ [[0],[0,1]]
            [.[] as $n | [range(0; $n)]]                                                @ [1,2,1] @ [[0],[0,1],[0]]
            [.[] as $n | [range(0; 2) | . + $n]]                                        @ [1,5,1] @ [[1,2],[5,6],[1,2]]
            2 as $m | [.[] as $n | [range(0; $m) | "\\($m)-\\($n)-\\(.)"]]              @ [7,8]   @ [["2-7-0","2-7-1"],["2-8-0","2-8-1"]]
            [.[] as $n | [range(0; 2) as $i | $i * $n]]                                 @ [3,4]   @ [[0,3],[0,4]]
            [.[] as $n | [range(0; 2) | . as $i | [range(0; $i + 1) | . + $n]]]         @ [3,4]   @ [[[3],[3,4]],[[4],[4,5]]]
            [.[] as $n | [reduce range(0; 3) as $i (0; . + $i * $n)] + [range(0; 1)]]   @ [1,2]   @ [[3,0],[6,0]]
            [.[] as $n | [[range(0; 2) | $n][]]]                                        @ [1,2]   @ [[1,1],[2,2]]
            [.[] as {a: $n} | [range(0; $n)]]                                           @ [{"a":1},{"a":2}] @ [[0],[0,1]]
            [.[] as [$m, $n] | [range($m; $n)]]                                         @ [[0,1],[1,3]] @ [[0],[1,2]]
            [.[] | [range(0; 2) as $i | . + $i]]                                        @ [1,5]   @ [[1,2],[5,6]]
            [.[] | [.[] | . + 1]]                                                       @ [[1],[2]] @ [[2],[3]]
            def f($n): [range(0; $n)]; [f(1), f(2), f(1)]                               @ null    @ [[0],[0,1],[0]]
            def f(g): [range(0; 2) | g]; [.[] as $n | f(. + $n)]                        @ [1,2]   @ [[1,2],[2,3]]
            def f($n): if $n > 2 then [] else [[range(0; $n)]] + f($n + 1) end; f(0)    @ null    @ [[],[0],[0,1]]
            [.[] as $n | try [range(0; 2) | error($n)] catch .]                         @ [1,2]   @ [1,2]
            [label $out | .[] as $n | [range(0; $n)], (if $n > 1 then break $out else empty end)] @ [1,2,3] @ [[0],[0,1]]
            [.[] as $n | [$n[] | . + 1] | length]                                       @ [[1],[2,3]] @ [1,2]
            [.[] as $n | [limit($n; range(0; 9))]]                                      @ [1,2]   @ [[0],[0,1]]
            [[.[] | [range(0; 2)]] | .[0][0] = 5 | .[], first]                          @ [1,2]   @ [[5,1],[0,1],[5,1]]
            [.[] | [range(0; 2)] | .[. [1]] |= 9]                                       @ [1,2]   @ [[0,9],[0,9]]
            [.[] | [range(0; 2)] + [.]]                                                 @ [1,2]   @ [[0,1,1],[0,1,2]]
            """)
    void theResultsAreWhatTheyWereComputedEachTime(String program, String input, String expected) {
        assertThat(Evaluation.one(program, input)).isEqualTo(JsonCodec.read(expected));
    }

    @Test
    void oneResultStandsWhereverItIsUsed() {
        JsonNode result = Evaluation.one("3 as $n | [.[] | {id: ., all: [range(0; $n) | \"m-\\(.)\"]}]", "[1, 2]");
        assertThat(result.get(1).get("all")).isSameAs(result.get(0).get("all"))
                .isEqualTo(JsonCodec.read("[\"m-0\",\"m-1\",\"m-2\"]"));
    }

    @Test
    void theWorkCountsOnce() {
        JsonNode result = Evaluation.one("[range(0; 1000) | [range(0; 1000)]] | length", Map.of(), 10_000);
        assertThat(result).isEqualTo(IntNode.valueOf(1000));
        assertThatThrownBy(() -> Evaluation.one("[range(0; 1000) | [range(0; 1000 + .)]] | length", Map.of(), 10_000))
                .isInstanceOf(Evaluation.BudgetException.class);
    }

    /** It is written as often as it stands in the result. */
    @Test
    void theSizeCountsEachTime() {
        assertThatThrownBy(() -> Evaluation.one("[range(0; 10000) | [range(0; 10000)]] | length", Map.of(), 2_000_000))
                .isInstanceOf(Evaluation.SizeException.class);
    }

    @Test
    void nothingIsKeptFromOneEvaluationToTheNext() {
        Map<String, JsonNode> variables = Map.of();
        CompiledExpression expression = ExpressionLinker
                .link(JqParser.parse("[range(0; 3)]"), name -> null);
        JsonNode first = expression.evaluate(Evaluation.scope(variables), IntNode.valueOf(1));
        assertThat(expression.evaluate(Evaluation.scope(variables), IntNode.valueOf(1))).isEqualTo(first).isNotSameAs(first);
    }
}
