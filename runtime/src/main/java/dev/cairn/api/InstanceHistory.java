package dev.cairn.api;

import java.util.List;

/**
 * A page of the tasks that an instance came to, in the order they began.
 *
 * @param tasks at most the requested number
 * @param commands the commands that changed the instance, as {@link InstanceHandle#commands()} gives them; on the first page only
 * @param next opaque cursor of the next page, or null if this is the last
 */
public record InstanceHistory(List<TaskRun> tasks, List<RecordedCommand> commands, String next) {

    public InstanceHistory {
        tasks = List.copyOf(tasks);
        commands = List.copyOf(commands);
    }
}
