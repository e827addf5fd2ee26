package dev.cairn.deployment.definition;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.mcp.McpTool;
import dev.cairn.definition.Document;
import dev.cairn.definition.SourceLocation;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.engine.node.SemanticVersionOrder;

/**
 * A tool that a workflow asks to be.
 *
 * @param name the name of the tool
 * @param description for the model; the name of the workflow if nothing else is known
 * @param location the place where it is said
 */
public record ToolDescription(String name, String description, SourceLocation location) {

    static final DotName ANNOTATION = DotName.createSimple(McpTool.class);

    private static final String METADATA = "/document/metadata/cairn/mcp";

    /** The tool that a definition asks for; empty if it asks for none. */
    public static Optional<ToolDescription> of(DefinitionBuildItem item, IndexView index) {
        JsonNode metadata = item.definition().source().at(METADATA);
        if (metadata.isObject() || metadata.asBoolean()) {
            return Optional.of(of(item, metadata.path("name").asText(), metadata.path("description").asText(), METADATA));
        }
        return item.workflowClass().map(index::getClassByName).map(type -> type.declaredAnnotation(ANNOTATION))
                .map(annotation -> of(item, text(annotation, "name"), text(annotation, "description"), ""));
    }

    /** The latest version of each workflow, by its qualified name: a start without a version takes it. */
    public static Map<String, DefinitionBuildItem> latest(List<DefinitionBuildItem> items) {
        Comparator<DefinitionBuildItem> order = Comparator.comparing(item -> item.definition().document().version(),
                SemanticVersionOrder.ORDER);
        return items.stream().collect(Collectors.toMap(item -> item.definition().document().qualifiedName(), item -> item,
                BinaryOperator.maxBy(order), TreeMap::new));
    }

    private static ToolDescription of(DefinitionBuildItem item, String name, String description, String pointer) {
        Document document = item.definition().document();
        String said = !description.isEmpty() ? description
                : document.summary() != null ? document.summary()
                        : document.title() != null ? document.title() : document.name();
        return new ToolDescription(name.isEmpty() ? document.name() : name, said, item.definition().sources().at(pointer));
    }

    private static String text(AnnotationInstance annotation, String name) {
        AnnotationValue value = annotation.value(name);
        return value == null ? "" : value.asString();
    }
}
