package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.definition.CommandReturnMode;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.RunTarget;
import dev.cairn.definition.Task;

/** Resources that definitions refer to are read with them. */
class ResourceTest {

    private static final String DOCUMENT = "document: {dsl: 1.0.3, namespace: test, name: sample, version: 0.1.0}\n";

    private final ProblemCollector problems = new ProblemCollector();
    private final Map<String, byte[]> resources = Map.of(
            "workflows/shop/order.json", bytes("{\"type\": \"object\"}"),
            "schemas/order.yaml", bytes("type: string\n"),
            "schemas/tabs.json", bytes("{\n\t\"type\": \"string\"\n}\n"),
            "workflows/shop/text.json", bytes("just text"),
            "workflows/shop/broken.json", bytes("{\"type\":\n"),
            "workflows/shop/tabs.json", bytes("{\n\t\"type\": \"string\",,\n}\n"),
            "workflows/shop/binary", new byte[] { (byte) 0xff, 0 },
            "workflows/shop/sum.py", bytes("print(1)\n"));

    @ParameterizedTest
    @ValueSource(strings = { "order.json", "./order.json", "../shop/order.json", "file:order.json", "file:./order.json",
            "classpath:workflows/shop/order.json", "classpath:/workflows/shop/order.json", "/workflows/shop/order.json",
            "{uri: order.json}" })
    void aSchemaIsReadFromBesideTheDefinitionOrFromTheClassPath(String endpoint) {
        Definition definition = read("input: {schema: {resource: {name: order, endpoint: " + quoted(endpoint)
                + "}}}\ndo: [{a: {set: {b: 1}}}]");
        assertThat(problems.all()).isEmpty();
        assertThat(definition.input().schema().document()).hasToString("{\"type\":\"object\"}");
        assertThat(definition.input().schema().location().pointer()).isEqualTo("/input/schema/resource");
    }

    @Test
    void aSchemaMayBeYaml() {
        Definition definition = read("do: [{a: {set: {b: 1}, output: {schema: {resource: {endpoint: "
                + "'classpath:schemas/order.yaml'}}}}}]");
        assertThat(problems.all()).isEmpty();
        assertThat(definition.tasks().get(0).properties().data().output().schema().document())
                .hasToString("{\"type\":\"string\"}");
    }

    @Test
    void aSchemaInJsonMayHaveTabs() {
        Definition definition = read("input: {schema: {resource: {endpoint: 'classpath:schemas/tabs.json'}}}\n"
                + "do: [{a: {set: {b: 1}}}]");
        assertThat(problems.all()).isEmpty();
        assertThat(definition.input().schema().document()).hasToString("{\"type\":\"string\"}");
    }

    @Test
    void aScriptIsReadFromAResource() {
        Definition definition = read(
                "do: [{a: {run: {return: all, script: {language: python, source: {endpoint: sum.py}, arguments: [1]}}}}]");
        assertThat(problems.all()).isEmpty();
        RunTarget.Command command = (RunTarget.Command) ((Task.Run) definition.tasks().get(0)).target();
        assertThat(command.code()).isEqualTo("print(1)\n");
        assertThat(command.interpreter()).isEqualTo("python");
        assertThat(command.result()).isEqualTo(CommandReturnMode.ALL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://example.com/order.json | 0125 | /endpoint | A resource is read when the application is built, so it cannot come from "https://example.com/order.json"
            http://example.com/order.json  | 0125 | /endpoint | so it cannot come from "http://example.com/order.json"
            ftp://example.com/order.json   | 0125 | /endpoint | so it cannot come from "ftp://example.com/order.json"
            ${ .schema }                   | 0125 | /endpoint | so its place cannot be computed
            {name}.json                    | 0125 | /endpoint | so its place cannot be computed
            missing.json                   | 0125 | /endpoint | There is no resource "workflows/shop/missing.json" in the application
            classpath:missing.json         | 0125 | /endpoint | There is no resource "missing.json" in the application
            ../../../order.json            | 0125 | /endpoint | There is no resource "../../../order.json" in the application
            text.json                      | 0110 |           | The resource must be a JSON Schema: an object, true or false
            broken.json                    | 0103 |           | The schema of the resource cannot be read, line 2:
            tabs.json                      | 0103 |           | The schema of the resource cannot be read, line 2:
            binary                         | 0102 | /endpoint | The resource "binary" is no UTF-8 text
            """)
    void whatCannotBeReadIsTold(String endpoint, String code, String pointer, String message) {
        read("input: {schema: {resource: {endpoint: " + quoted(endpoint) + "}}}\ndo: [{a: {set: {b: 1}}}]");
        assertThat(problems.all()).hasSize(1);
        Problem problem = problems.all().get(0);
        assertThat(problem.code()).isEqualTo("CAIRN-" + code);
        assertThat(problem.location().pointer()).isEqualTo("/input/schema/resource" + (pointer == null ? "" : pointer));
        assertThat(problem.message()).contains(message);
    }

    private static String quoted(String endpoint) {
        return endpoint.startsWith("{uri") ? endpoint : "'" + endpoint + "'";
    }

    private Definition read(String text) {
        Optional<Definition> definition = DefinitionReader.read("workflows/shop/sample.yaml", bytes(DOCUMENT + text),
                path -> Optional.ofNullable(resources.get(path)), problems);
        return definition.orElseThrow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
