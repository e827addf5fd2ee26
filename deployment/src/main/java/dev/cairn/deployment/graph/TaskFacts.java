package dev.cairn.deployment.graph;

import java.util.List;

/**
 * Facts that a node shows of its task.
 *
 * @param summary a few words on the work of the task; empty for none
 * @param line its source line, from 1; 0 if unknown
 * @param variables names of the variables of a loop: of the item and of the index; empty for other tasks
 * @param events types of the events that the task listens for; empty for other tasks
 * @param updates types of the events that the task replies to, as far as they are known; null if it does not reply
 */
record TaskFacts(String summary, int line, List<String> variables, List<String> events, List<String> updates) {

    /** The facts of a node without a task. */
    static final TaskFacts NONE = new TaskFacts("", 0, List.of(), List.of(), null);
}
