package dev.cairn.compiler.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.jq.JqParser;
import dev.cairn.definition.openapi.OperationParameter;
import dev.cairn.definition.openapi.ParameterEncoding;
import dev.cairn.definition.openapi.ParameterPlace;
import dev.cairn.definition.openapi.ParameterStyle;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonCodec;

/** Encodings of parameters: the table "Style Examples" of the OpenAPI specification, and the edges that it leaves open. */
class ParameterStyleTest {

    /** Place, style, explode and value of the parameter {@code color}, and its encoding; an exclamation mark begins an error. */
    @ParameterizedTest
    @CsvFileSource(resources = "styles.csv", delimiter = '|', quoteCharacter = '\u0001')
    void encodesByStyle(String place, String style, boolean explode, String value, String expected) {
        ParameterPlace in = ParameterPlace.valueOf(place.toUpperCase(Locale.ROOT));
        OperationParameter parameter = new OperationParameter("color", in, encoding(style, explode),
                in == ParameterPlace.PATH);

        assertThat(evaluated(ParameterExpressionText.of(parameter), value)).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void leavesOutAHeaderThatIsNull() {
        OperationParameter header = new OperationParameter("color", ParameterPlace.HEADER,
                ParameterEncoding.of(ParameterStyle.SIMPLE, false), false);

        assertThat(ConstantEvaluationHost.evaluate(JqParser.parse(ParameterExpressionText.of(header)), json("null")).isNull())
                .isTrue();
    }

    @Test
    void delimitsAListInAHeaderByAPipe() {
        OperationParameter header = new OperationParameter("color", ParameterPlace.HEADER,
                ParameterEncoding.of(ParameterStyle.PIPE_DELIMITED, false), false);

        assertThat(evaluated(ParameterExpressionText.of(header), "[\"blue\",\"b|c\"]")).isEqualTo("blue|b|c");
    }

    @Test
    void encodesTheNamesOfParameters() {
        OperationParameter filter = new OperationParameter("filter[\"a&b\"]", ParameterPlace.QUERY,
                ParameterEncoding.of(ParameterStyle.FORM, true), false);

        assertThat(evaluated(ParameterExpressionText.of(filter), "1")).isEqualTo("filter%5B%22a%26b%22%5D=1");
    }

    @Test
    void encodesAFormThatIsOneObject() {
        String form = ParameterExpressionText.ofForm(Map.of("tags", ParameterEncoding.of(ParameterStyle.PIPE_DELIMITED, false),
                "list", ParameterEncoding.of(ParameterStyle.FORM, false)));

        assertThat(
                evaluated(form, "{\"a b\":\"c&d\",\"tags\":[1,2],\"list\":[3,4],\"more\":[5,6],\"none\":null,\"o\":{\"x\":1}}"))
                .isEqualTo("a%20b=c%26d&tags=1%7C2&list=3,4&more=5&more=6&o=%7B%22x%22%3A1%7D");
        assertThat(evaluated(form, "[1]")).isEqualTo("! a form needs an object, not array");
    }

    @Test
    void acceptsPlainValuesOfServerVariables() {
        String region = ParameterExpressionText.ofVariable("region", List.of());

        assertThat(evaluated(region, "\"eu-1\"")).isEqualTo("eu-1");
        assertThat(evaluated(region, "\"evil.example/\""))
                .isEqualTo("! the variable \"region\" of the server cannot have the value \"evil.example/\"");
        assertThat(evaluated(region, "\"a@b\"")).startsWith("! ");
        assertThat(evaluated(region, "\"..\"")).startsWith("! ");
        assertThat(evaluated(region, "null")).startsWith("! ");
        String stage = ParameterExpressionText.ofVariable("stage", List.of("test", "live"));
        assertThat(evaluated(stage, "\"live\"")).isEqualTo("live");
        assertThat(evaluated(stage, "\"life\"")).startsWith("! ");
    }

    private static ParameterEncoding encoding(String style, boolean explode) {
        return switch (style) {
            case "json" -> new ParameterEncoding(ParameterStyle.FORM, false, false, "application/json");
            case "default" -> BodyPlanner.DEFAULT_FIELD;
            case "form reserved" -> new ParameterEncoding(ParameterStyle.FORM, explode, true, null);
            default -> ParameterEncoding.of(
                    ParameterStyle.valueOf(style.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT)), explode);
        };
    }

    private static String evaluated(String text, String value) {
        try {
            return ConstantEvaluationHost.evaluate(JqParser.parse(text), json(value)).asText();
        } catch (ExpressionException failure) {
            return "! " + failure.getMessage();
        }
    }

    private static JsonNode json(String text) {
        return JqValues.canonical(JsonCodec.readExact(text.getBytes(StandardCharsets.UTF_8)));
    }
}
