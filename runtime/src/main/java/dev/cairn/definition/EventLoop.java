package dev.cairn.definition;

import java.util.List;

/**
 * What a task that listens does with each event.
 *
 * @param item name of the variable that holds what is read of the event
 * @param at name of the variable that counts the events, from 0
 * @param tasks done for each event, one event after another; may be empty
 * @param output makes of what the tasks give what goes into the output of the task that listens
 * @param export replaces the context after each event
 */
public record EventLoop(String item, String at, List<Task> tasks, DataOutput output, DataOutput export) {

    public EventLoop {
        tasks = List.copyOf(tasks);
    }
}
