package dev.cairn.bench.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.jq.JqParser;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.value.JsonCodec;
import net.thisptr.jackson.jq.BuiltinFunctionLoader;
import net.thisptr.jackson.jq.JsonQuery;
import net.thisptr.jackson.jq.Versions;
import net.thisptr.jackson.jq.exception.JsonQueryException;

/** One evaluation of typical expressions, by closures and by the usual interpreter, both parsed beforehand. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class ExpressionBenchmark {

    /** The expressions. */
    public enum Program {
        PATH(".customer.address.city"),
        COMPARISON(".amount > 1000 and .status == \"NEW\""),
        OBJECT("{orderId: .orderId, amount: .amount, customerId: .customerId, status: \"X\"}"),
        INTERPOLATION("\"order \\(.orderId) of \\(.customerId)\""),
        MAP_ADD(".items | map(.price * .qty) | add"),
        SELECT("[.items[] | select(.qty > 5) | .sku]"),
        RANGE_100("[range(0; 100) | {id: ., value: (\"val-\" + (. | tostring))}]"),
        ADD_FIELD("[.items[] | . + {seen: true}]"),
        ASSIGN_FIELD(".items | map(.seen = true)"),
        NESTED_RANGES("[range(0; 20) as $i | [range(0; 20) as $j | {i: $i, j: $j, text: \"m-\\($j)\"}]]"),
        UPDATE(".items |= map(.qty += 1)"),
        FUNCTION("def total: .price * .qty; reduce .items[] as $i (0; . + ($i | total))");

        private final String text;

        Program(String text) {
            this.text = text;
        }
    }

    @Param
    public Program program;

    private final EvaluationHost scope = new Unlimited();
    private JsonNode input;
    private CompiledExpression compiled;
    private JsonQuery interpreted;
    private net.thisptr.jackson.jq.Scope root;

    @Setup
    public void prepare() throws JsonQueryException {
        StringBuilder items = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            items.append(i == 0 ? "" : ",").append("{\"sku\":\"A-").append(i).append("\",\"qty\":").append(i % 10)
                    .append(",\"price\":").append(10.5 + i).append('}');
        }
        input = JsonCodec.read("{\"orderId\":\"o-1\",\"customerId\":\"c-1\",\"amount\":1200,\"status\":\"NEW\","
                + "\"customer\":{\"name\":\"N\",\"address\":{\"city\":\"Z\",\"zip\":\"8000\"}},\"items\":[" + items + "]}");
        compiled = ExpressionLinker.link(JqParser.parse(program.text), name -> null);
        interpreted = JsonQuery.compile(program.text, Versions.JQ_1_7);
        root = net.thisptr.jackson.jq.Scope.newEmptyScope();
        BuiltinFunctionLoader.getInstance().loadFunctions(Versions.JQ_1_7, root);
    }

    @Benchmark
    public JsonNode cairn() {
        return compiled.evaluate(scope, input);
    }

    @Benchmark
    public List<JsonNode> jacksonJq() throws JsonQueryException {
        List<JsonNode> results = new ArrayList<>();
        interpreted.apply(net.thisptr.jackson.jq.Scope.newChildScope(root), input, results::add);
        return results;
    }

    /** A budget that is counted, but never ends. */
    private static final class Unlimited implements EvaluationHost {
        private long charged;

        @Override
        public long nowMillis() {
            return 0;
        }

        @Override
        public void charge(int units) {
            charged += units;
        }

        @Override
        public long charged() {
            return charged;
        }

        @Override
        public void hold(long sizeBytes) {
            charged += sizeBytes;
        }

        @Override
        public long held() {
            return 0;
        }
    }
}
