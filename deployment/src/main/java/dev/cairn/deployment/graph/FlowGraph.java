package dev.cairn.deployment.graph;

import java.util.List;

/**
 * A definition, or what is inside of one of its tasks, as a graph. Edges connect nodes of the same graph only, so that a node can be laid out
 * before the graph that it stands in.
 *
 * @param nodes in the order they were written
 * @param edges between them
 */
record FlowGraph(List<FlowNode> nodes, List<FlowEdge> edges) {

    static final FlowGraph EMPTY = new FlowGraph(List.of(), List.of());

    FlowGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }
}
