package dev.cairn.api;

import java.util.List;

/**
 * A page of the tasks that an instance came to, in the order they began.
 *
 * @param tasks at most as many as were asked for
 * @param next what the next page is asked for with, opaque, or null if this is the last
 */
public record InstanceHistory(List<TaskRun> tasks, String next) {

    public InstanceHistory {
        tasks = List.copyOf(tasks);
    }
}
