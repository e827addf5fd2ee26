package dev.cairn.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** Workflows call a server of the extension quarkus-mcp-server-http. */
@QuarkusTest
class McpServerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    CairnClient cairn;

    @TestHTTPResource("mcp")
    URI server;

    @Test
    void callsToolsPromptsAndResources() throws Exception {
        JsonNode expected = new ObjectMapper().readTree("""
                {"tools": ["price", "secondTime", "soldOut"], "price": "tea costs 14", "prompts": ["advise"],
                 "prompt": "Is tea any good?", "resources": ["shop://opening-hours"], "templates": ["shop://items/{sku}"],
                 "hours": "9 to 5"}""");

        assertThat(result("advice", Map.of("sku", "tea"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "soldOut | runtime | 500 | MCP tool failed | No a left",
            "none | validation | 400 | MCP error -32602 | tools/call was answered: " })
    void catchesErrorsOfTheServer(String tool, String type, int status, String title, String detail) {
        JsonNode error = result("failing", Map.of("tool", tool));

        assertThat(error.path("type").textValue()).isEqualTo(type);
        assertThat(error.path("status").intValue()).isEqualTo(status);
        assertThat(error.path("title").textValue()).isEqualTo(title);
        assertThat(error.path("detail").textValue()).startsWith(detail.strip());
    }

    @Test
    void triesAToolAgain() {
        assertThat(result("retried", Map.of("sku", "coffee")).textValue()).isEqualTo("done");
    }

    private JsonNode result(String workflow, Map<String, Object> input) {
        Map<String, Object> complete = new HashMap<>(input);
        complete.put("uri", server.toString().replace("localhost", "127.0.0.1"));
        return cairn.start(workflow, complete).await().atMost(PATIENCE).result().await().atMost(PATIENCE);
    }
}
