package dev.cairn.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;

import dev.cairn.value.CompiledSchema.Violation;

class CompiledSchemaTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException bad) {
            throw new IllegalArgumentException(bad);
        }
    }

    private static List<Violation> validate(String schema, String value) {
        return CompiledSchema.of(json(schema)).validate(json(value));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type": "integer"}                                           | 1
            {"type": "integer"}                                           | 1.0
            {"type": ["string", "null"]}                                  | null
            {"properties": {"a": {"minimum": 1}}}                         | {"a": 1, "b": 0}
            {"$defs": {"p": {"type": "string"}}, "$ref": "#/$defs/p"}     | "x"
            {"$id": "https://example.com/s", "$defs": {"p": {"$anchor": "q"}}, "$ref": "#q"} | 1
            {"properties": {"next": {"$ref": "#"}}, "type": "object"}     | {"next": {"next": {}}}
            {"format": "email"}                                           | "no mail"
            {"unevaluatedProperties": false, "allOf": [{"properties": {"a": true}}]} | {"a": 1}
            {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"p": {"type": "string"}}, "$ref": "#/definitions/p"} | "x"
            {"enum": [{"a": 3}]}                                          | {"a": 3.0}
            {"enum": [1e2]}                                               | 100
            {"const": {"a": [3]}}                                         | {"a": [3.0]}
            {"const": 0}                                                  | -0.0
            {"contains": {"const": [1]}}                                  | [[1.0]]
            {"uniqueItems": true}                                         | [1, "1", [1], {"a": 1}, {"a": 2}, null]
            {"uniqueItems": false}                                        | [1, 1]
            {"uniqueItems": true}                                         | "text"
            true                                                          | {"anything": "goes"}
            """)
    void whatFulfilsTheSchemaHasNoViolations(String schema, String value) {
        assertThat(validate(schema, value)).isEmpty();
        assertThat(CompiledSchema.faults(json(schema))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type": "integer"}                                       | 1.5                | ``     | number found, integer expected
            {"required": ["a"]}                                       | {}                 | ``     | required property 'a' not found
            {"properties": {"a/b": {"items": {"type": "string"}}}}    | {"a/b": ["x", 1]}  | /a~1b/1 | integer found, string expected
            {"additionalProperties": false}                           | {"z": 1}           | ``     | property 'z' is not defined in the schema and the schema does not allow additional properties
            {"prefixItems": [{"const": 1}]}                           | [2]                | /0     | must be the constant value '1'
            {"minLength": 2}                                          | "x"                | ``     | must be at least 2 characters long
            {"properties": {"next": {"$ref": "#"}}, "type": "object"} | {"next": {"next": 5}} | /next/next | integer found, object expected
            {"enum": ["a", "b"]}                                      | "secret"           | ``     | does not have a value in the enumeration ["a", "b"]
            {"pattern": "^a+$"}                                       | "secret"           | ``     | does not match the regex pattern ^a+$
            {"const": {"a": 3}}                                       | {"a": 3.5}         | ``     | must be the constant value '{"a":3}'
            {"const": "x"}                                            | "secret"           | ``     | must be the constant value 'x'
            {"enum": [9007199254740993]}                              | 9007199254740992.0 | ``     | does not have a value in the enumeration [9007199254740993]
            {"uniqueItems": true}                                     | [1, 1.0]           | ``     | must have only unique items in the array
            {"uniqueItems": true}                                     | [0, -0.0]          | ``     | must have only unique items in the array
            {"items": {"uniqueItems": true}}                          | [[{"a": 1, "b": [2]}, {"b": [2.0], "a": 1.0}]] | /0 | must have only unique items in the array
            """)
    void aViolationHasAPointerAndAMessageWithoutTheValue(String schema, String value, String pointer, String message) {
        assertThat(validate(schema, value)).containsExactly(new Violation(pointer, message));
    }

    @ParameterizedTest
    @ValueSource(strings = { "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#",
            "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema",
            "https://json-schema.org/draft/2020-12/schema" })
    void everyDraftComparesByValueAndTakesFormatAsAnAnnotation(String draft) {
        String schema = "{\"$schema\": \"" + draft + "\", \"uniqueItems\": true, \"enum\": [[1, 1.0], [2.0]], "
                + "\"items\": {\"format\": \"email\"}}";
        assertThat(CompiledSchema.faults(json(schema))).isEmpty();
        assertThat(validate(schema, "[2]")).isEmpty();
        assertThat(validate(schema, "[1, 1]")).extracting(Violation::message)
                .containsExactly("must have only unique items in the array");
        assertThat(validate(schema.replaceAll("\"enum.*], ", ""), "[\"no mail\"]")).isEmpty();
    }

    @Test
    void allViolationsAreListed() {
        assertThat(validate("{\"required\": [\"a\"], \"properties\": {\"b\": {\"type\": \"string\"}, \"c\": {\"minimum\": 5}}}",
                "{\"b\": 1, \"c\": 2}")).extracting(Violation::pointer).containsExactlyInAnyOrder("", "/b", "/c");
    }

    @Test
    void notMoreThanAHundredAreListed() {
        assertThat(validate("{\"items\": {\"type\": \"string\"}}", "[" + "1,".repeat(1_000) + "1]")).hasSize(100);
    }

    @Test
    void messagesAreEnglishEverywhere() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(validate("{\"type\": \"array\"}", "1").get(0).message()).isEqualTo("integer found, array expected");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"$ref": "#/$defs/missing"}                     | Reference /$defs/missing cannot be resolved
            {"properties": {"a": {"$ref": "#/$defs/b"}}}    | Reference /$defs/b cannot be resolved
            {"$ref": "other.json"}                          | other.json is outside of the schema and is never loaded
            {"$ref": "classpath:/application.properties"}   | classpath:/application.properties is outside of the schema and is never loaded
            {"$ref": "file:///etc/hostname"}                | file:///etc/hostname is outside of the schema and is never loaded
            {"$schema": "https://example.com/own"}          | https://example.com/own is outside of the schema and is never loaded
            {"pattern": "("}                                | "(" is no regular expression: Unclosed group
            """)
    void whatCannotBeUsedIsAFaultAndIsRefused(String schema, String message) {
        assertThat(CompiledSchema.faults(json(schema))).containsExactly(new Violation("", message));
        assertThatThrownBy(() -> CompiledSchema.of(json(schema))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type": "objekt"}                       | /type
            {"properties": {"a": {"minimum": "1"}}}  | /properties/a/minimum
            {"required": "a"}                        | /required
            {"$ref": 5}                              | /$ref
            5                                        | ``
            """)
    void whatTheMetaSchemaForbidsIsAFaultWithItsPlace(String schema, String pointer) {
        assertThat(CompiledSchema.faults(json(schema))).isNotEmpty().extracting(Violation::pointer).containsOnly(pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = { "{\"$ref\": \"#\"}", "{\"allOf\": [{\"$ref\": \"#\"}]}" })
    void aReferenceThatLeadsToItselfIsAFault(String schema) {
        assertThat(CompiledSchema.faults(json(schema)))
                .containsExactly(new Violation("", "A reference of the schema leads back to itself without end"));
    }

    @Test
    void aValueThatIsNestedTooDeeplyIsRefusedNotFatal() {
        ObjectNode value = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < 100_000; i++) {
            value = JsonNodeFactory.instance.objectNode().set("next", value);
        }
        CompiledSchema schema = CompiledSchema.of(json("{\"properties\": {\"next\": {\"$ref\": \"#\"}}}"));

        assertThat(schema.validate(value)).containsExactly(new Violation("", "is nested too deeply to be checked"));
    }

    @Test
    void theNetworkIsNeverAsked() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            String uri = "http://localhost:" + server.getAddress().getPort() + "/schema";
            for (String keyword : List.of("$ref", "$dynamicRef", "$schema")) {
                JsonNode schema = json("{\"" + keyword + "\": \"" + uri + "\"}");
                assertThat(CompiledSchema.faults(schema)).as(keyword).hasSize(1);
            }
            assertThat(CompiledSchema.of(json("{\"$id\": \"" + uri + "\"}")).validate(json("1"))).isEmpty();
        } finally {
            server.stop(0);
        }
        assertThat(requests).hasValue(0);
    }
}
