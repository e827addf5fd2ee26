package dev.cairn.integrations.messaging.deployment;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Task;

/** Finds the AsyncAPI calls of a definition, at any depth. */
final class AsyncApiCallFinder {

    private final List<CallTarget> found = new ArrayList<>();

    private AsyncApiCallFinder() {}

    /** The calls that publish, and those that subscribe. */
    static List<CallTarget> in(Definition definition) {
        AsyncApiCallFinder calls = new AsyncApiCallFinder();
        definition.tasks().forEach(calls::visit);
        return calls.found;
    }

    private void visit(Task task) {
        task.properties().extensions().forEach(extension -> {
            extension.before().forEach(this::visit);
            extension.after().forEach(this::visit);
        });
        if (task instanceof Task.Call call && (call.target() instanceof CallTarget.AsyncApiPublish
                || call.target() instanceof CallTarget.AsyncApiSubscribe)) {
            found.add(call.target());
        }
        task.children().forEach(this::visit);
    }
}
