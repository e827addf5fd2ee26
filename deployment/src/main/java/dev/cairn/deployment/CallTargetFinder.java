package dev.cairn.deployment;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Task;

/** Finds the calls of a definition, at any depth. */
public final class CallTargetFinder {

    private final List<CallTarget> found = new ArrayList<>();

    private CallTargetFinder() {}

    /** The targets of all calls, in the order of the tasks. */
    public static List<CallTarget> in(Definition definition) {
        CallTargetFinder calls = new CallTargetFinder();
        definition.tasks().forEach(calls::visit);
        return calls.found;
    }

    private void visit(Task task) {
        task.properties().extensions().forEach(extension -> {
            extension.before().forEach(this::visit);
            extension.after().forEach(this::visit);
        });
        if (task instanceof Task.Call call) {
            found.add(call.target());
        }
        task.children().forEach(this::visit);
    }
}
