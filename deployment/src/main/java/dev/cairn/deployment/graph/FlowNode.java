package dev.cairn.deployment.graph;

import java.util.List;

/**
 * A node of a flow graph: a task, a group of tasks, or a marker.
 *
 * @param id unique in the whole graph of a definition
 * @param task reference of the task that the node stands for, a JSON pointer; null for a group and a marker
 * @param name the name of the task, or the title of the group; empty for a marker
 * @param kind the kind of the task, of the group ({@code body}, {@code catch}, {@code compensation}, {@code extension}, {@code extended}),
 *        or of the marker
 * @param facts facts of the task; {@link TaskFacts#NONE} for a group and a marker
 * @param content the nodes inside of it; empty for a leaf
 */
record FlowNode(String id, String task, String name, String kind, TaskFacts facts, FlowGraph content) {

    /** The marker before the first task of a list. */
    static final String START = "start";
    /** The marker behind the last task of a list. */
    static final String END = "end";
    /** The marker for the end of the workflow, inside of a list at any depth. */
    static final String WORKFLOW_END = "workflow-end";

    /** A marker of a list; the list of the workflow has no name. */
    static FlowNode marker(String list, String kind) {
        return new FlowNode(list.isEmpty() ? kind : list + "#" + kind, null, "", kind, TaskFacts.NONE, FlowGraph.EMPTY);
    }

    /** A group of tasks. */
    static FlowNode group(String id, String name, String kind, FlowGraph content) {
        return new FlowNode(id, null, name, kind, TaskFacts.NONE, content);
    }

    boolean isMarker() {
        return kind.equals(START) || kind.equals(END) || kind.equals(WORKFLOW_END);
    }

    /** True if nodes are inside of it. */
    boolean isCompound() {
        return !content.nodes().isEmpty();
    }

    /** The name as far as a node has room for it. */
    String label() {
        return TaskSummary.shorten(name);
    }

    /** The lines of text in the node, or above what is inside. */
    List<String> texts() {
        return facts.summary().isEmpty() ? List.of(label()) : List.of(label(), facts.summary());
    }
}
