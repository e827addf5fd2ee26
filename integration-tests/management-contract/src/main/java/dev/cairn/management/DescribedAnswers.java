package dev.cairn.management;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.CompiledSchema;
import dev.cairn.value.JsonCodec;

/** The OpenAPI document of the application under test, against which answers are held. */
final class DescribedAnswers {

    private final JsonNode document = JsonCodec
            .read(given().basePath("").accept("application/json").get("/q/openapi?format=json")
                    .then().statusCode(200).extract().asByteArray());

    JsonNode document() {
        return document;
    }

    /** Fails if a JSON answer does not fulfil the schema that the document has for the path. */
    void check(String path, String answer) {
        String below = path.replaceAll("\\?.*", "");
        String template = document.path("paths").propertyStream().map(Map.Entry::getKey)
                .filter(known -> below.matches(known.replaceAll("\\{[a-z]+}", "[^/]+"))).findFirst().orElseThrow();
        JsonNode described = document.at("/paths").path(template).at("/get/responses/200/content/application~1json/schema");
        assertThat(described.isMissingNode()).as(template).isFalse();
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.setAll((ObjectNode) described);
        schema.set("components", document.path("components"));

        JsonNode value = JsonCodec.read(answer.getBytes(StandardCharsets.UTF_8));
        assertThat(CompiledSchema.of(schema).validate(value)).as(path).isEmpty();
    }
}
