package dev.cairn.integrations.mcpserver.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The schema of the arguments accepts what the workflow accepts. */
class ToolArgumentsSchemaTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void referencesOfASchemaThatIsWrappedLeadToTheSameParts() throws Exception {
        JsonNode schema = ToolArgumentsSchema.wrapped(JSON.readTree("""
                {"type": "array", "items": {"properties": {"parts": {"$ref": "#"}, "first": {"$ref": "#/items"},
                 "size": {"$ref": "#/$defs/size"}, "other": {"$ref": "https://a.example/#/items"}}},
                 "$defs": {"size": {"properties": {"all": {"$ref": "#"}}}}}""")).document();

        assertThat(schema.at("/properties/input/items/properties/parts/$ref").textValue()).isEqualTo("#/properties/input");
        assertThat(schema.at("/properties/input/items/properties/first/$ref").textValue())
                .isEqualTo("#/properties/input/items");
        assertThat(schema.at("/properties/input/items/properties/size/$ref").textValue()).isEqualTo("#/$defs/size");
        assertThat(schema.at("/properties/input/items/properties/other/$ref").textValue())
                .isEqualTo("https://a.example/#/items");
        assertThat(schema.at("/$defs/size/properties/all/$ref").textValue()).isEqualTo("#/properties/input");
    }
}
