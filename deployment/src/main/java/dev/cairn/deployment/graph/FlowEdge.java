package dev.cairn.deployment.graph;

/**
 * An edge of a flow graph. Both nodes are of the same list.
 *
 * @param from id of a node
 * @param to id of a node
 * @param kind {@code next}, {@code case} of a switch, {@code skip} of a task whose condition does not hold, or {@code error}
 * @param label the condition of a case or the errors that are caught; empty for none
 */
record FlowEdge(String from, String to, String kind, String label) {

    static final String NEXT = "next";
    static final String CASE = "case";
    static final String SKIP = "skip";
    static final String ERROR = "error";
}
