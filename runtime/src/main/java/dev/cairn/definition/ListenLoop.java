package dev.cairn.definition;

import java.util.List;

/**
 * The work of a listening task for each event.
 *
 * @param item name of the variable that holds the value read from the event
 * @param at name of the variable that counts the events, from 0
 * @param tasks done for each event, one event after another; may be empty
 * @param output converts the tasks' output into an item of the listening task's output
 * @param export replaces the context after each event
 */
public record ListenLoop(String item, String at, List<Task> tasks, DataOutput output, DataOutput export) {

    public ListenLoop {
        tasks = List.copyOf(tasks);
    }
}
