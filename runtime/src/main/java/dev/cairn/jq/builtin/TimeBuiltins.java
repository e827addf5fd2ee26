package dev.cairn.jq.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.number.BrokenDownTime;
import dev.cairn.jq.number.Rfc3339Format;
import dev.cairn.jq.number.TimeFormatter;
import dev.cairn.jq.number.TimeParser;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ValueOperators;
import dev.cairn.jq.value.ValueTextConverter;
import dev.cairn.value.CanonicalArithmetic;

/** Functions of time. All of it is UTC, local time as well: a result must not depend on the machine. */
final class TimeBuiltins {

    private static final String ISO_8601 = "%Y-%m-%dT%H:%M:%SZ";

    private TimeBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.value("now", (scope, input) -> CanonicalArithmetic.of(scope.nowMillis() / 1000.0));
        table.value("gmtime", (scope, input) -> {
            if (!input.isNumber()) {
                throw new ExpressionException("gmtime() requires a number");
            }
            return BrokenDownTime.ofSeconds(input).toValue();
        });
        table.value("localtime", (scope, input) -> {
            if (!input.isNumber()) {
                throw new ExpressionException("localtime() requires a number");
            }
            return BrokenDownTime.ofSeconds(input).toValue();
        });
        table.value("mktime", (scope, input) -> seconds(scope, input));
        for (String name : new String[] { "strftime", "strflocaltime" }) {
            table.value(name, (scope, input, format) -> text(scope, input, format, name + "/1"));
        }
        table.value("strptime", (scope, input, format) -> parts(input, format));
        JsonNode iso = TextNode.valueOf(ISO_8601);
        for (String name : new String[] { "todate", "todateiso8601", "date" }) {
            table.value(name, (scope, input) -> text(scope, input, iso, "strftime/1"));
        }
        for (String name : new String[] { "fromdate", "fromdateiso8601" }) {
            table.value(name, (scope, input) -> seconds(scope, parts(input, iso)));
        }
        table.value("fromrfc3339", (scope, input) -> Rfc3339Format.toSeconds(input));
        table.value("torfc3339", (scope, input) -> Rfc3339Format.ofSeconds(input));
        table.value("dateadd", (scope, input, unit, number) -> ValueOperators.add(scope, input, number));
        table.value("datesub", (scope, input, unit, number) -> ValueOperators.subtract(scope, input, number));
    }

    private static JsonNode seconds(EvaluationHost scope, JsonNode parts) {
        EvaluationCharges.chargeSize(scope, parts);
        if (!parts.isArray()) {
            throw new ExpressionException("mktime requires array inputs");
        }
        return CanonicalArithmetic.of(BrokenDownTime.ofParts(parts, "mktime").epochSeconds());
    }

    private static JsonNode text(EvaluationHost scope, JsonNode input, JsonNode format, String name) {
        EvaluationCharges.chargeSize(scope, input);
        BrokenDownTime time = input.isNumber() ? BrokenDownTime.ofSeconds(input) : BrokenDownTime.ofParts(input, name);
        String directives = ValueTextConverter.require(format, name + " requires a string format");
        scope.charge(1 + directives.length());
        return TextNode.valueOf(TimeFormatter.write(time, directives));
    }

    private static JsonNode parts(JsonNode input, JsonNode format) {
        String failure = "strptime/1 requires string inputs and arguments";
        return TimeParser.read(ValueTextConverter.require(input, failure), ValueTextConverter.require(format, failure))
                .toValue();
    }
}
