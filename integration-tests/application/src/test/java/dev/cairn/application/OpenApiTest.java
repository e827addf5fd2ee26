package dev.cairn.application;

import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.set;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.HttpTrigger;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;

/** The OpenAPI document has the paths of the triggers with the schemas of their workflows. */
@QuarkusTest
class OpenApiTest {

    @Workflow(name = "quotes", title = "Computes what items cost")
    @HttpTrigger(path = "/quotes")
    static class Quotes {
        static Flow define() {
            return flow(set("same", ".")).inputSchema("""
                    {"type": "object", "required": ["items"],
                     "properties": {"items": {"type": "array", "items": {"type": "object", "properties":
                       {"price": {"type": "number", "exclusiveMinimum": 0}}}}}}""")
                    .outputSchema("""
                            {"type": "object", "properties": {"items": {"$comment": "as given"}}}""");
        }
    }

    @Test
    void describesTriggersAndInstances() {
        JsonPath document = given().queryParam("format", "JSON").get("/q/openapi").then().statusCode(200).extract().jsonPath();

        String post = "paths.'/quotes'.post.";
        assertThat(document.getString(post + "summary")).isEqualTo("Computes what items cost");
        String body = post + "requestBody.content.'application/json'.schema.";
        assertThat(document.getList(body + "required")).isEqualTo(List.of("items"));
        assertThat(document.getInt(body + "properties.items.items.properties.price.exclusiveMinimum")).isZero();
        assertThat(document.getString(post + "responses.'200'.content.'application/json'.schema.properties.items.'$comment'"))
                .isEqualTo("as given");
        assertThat(document.getMap(post + "responses").keySet())
                .contains("200", "202", "400", "409", "413", "415", "422", "500", "503");
        assertThat(document.getList(post + "tags")).containsExactly("Workflows");
        assertThat(document.getMap(post + "responses.'400'.content").keySet()).containsOnly("application/problem+json");
        assertThat(document.getList(post + "parameters.name")).contains("Prefer", "Idempotency-Key");

        String get = "paths.'/cairn/instances/{id}'.get.";
        assertThat(document.getString(get + "summary")).isEqualTo("Shows an instance of a workflow");
        assertThat(document.getMap(get + "responses.'200'.content.'application/json'.schema.properties").keySet())
                .contains("id", "status", "output", "error");
        assertThat(document.getList(get + "parameters.name")).contains("id");
    }
}
