package dev.cairn.deployment;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Task;

/** Finds the calls of a definition, at any depth. */
public final class CallTargetFinder {

    private CallTargetFinder() {}

    /** The targets of all calls, in the order of the tasks. */
    public static List<CallTarget> in(Definition definition) {
        List<CallTarget> found = new ArrayList<>();
        definition.eachTask(task -> {
            if (task instanceof Task.Call call) {
                found.add(call.target());
            }
        });
        return found;
    }
}
