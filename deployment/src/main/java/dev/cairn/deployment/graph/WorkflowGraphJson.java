package dev.cairn.deployment.graph;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Definition;

/** The graph of a definition as JSON, laid out. */
public final class WorkflowGraphJson {

    private WorkflowGraphJson() {}

    /**
     * The graph of a definition. The same definition always has the same one.
     *
     * @return {@code {width, height, nodes: [{id, parent, task, name, label, kind, summary, line, variables, events, updates, x, y, width, height}],
     *         edges: [{from, to, kind, label, labelX, labelY, points: [[x, y]]}], queries: [name]}}. Coordinates are pixels from the upper left corner of
     *         the whole. The id of a task is its reference, which {@code task} has as well; groups and the markers where a list of tasks
     *         begins and ends have no {@code task}. A node has a {@code label} if its name is too long for it. A node comes before what is
     *         inside of it
     */
    public static ObjectNode of(Definition definition) {
        ObjectNode json = GraphLayout.json(FlowGraphBuilder.of(definition));
        if (!definition.metadata().queries().isEmpty()) {
            definition.metadata().queries().keySet().forEach(json.putArray("queries")::add);
        }
        return json;
    }
}
