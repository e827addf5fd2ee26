package dev.cairn.deployment.function;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ExtensionTasks;
import dev.cairn.definition.Task;

/**
 * Finds the calls of methods in a definition, at any depth.
 */
final class FunctionReferenceFinder {

    private final List<CallTarget.Method> found = new ArrayList<>();

    private FunctionReferenceFinder() {}

    static List<CallTarget.Method> in(Definition definition) {
        FunctionReferenceFinder references = new FunctionReferenceFinder();
        references.visit(definition.tasks());
        references.visit(definition.unused().functions());
        references.visitExtensions(definition.unused().extensions());
        return references.found;
    }

    private void visitExtensions(List<ExtensionTasks> extensions) {
        extensions.forEach(extension -> {
            visit(extension.before());
            visit(extension.after());
        });
    }

    private void visit(List<Task> tasks) {
        for (Task task : tasks) {
            visitExtensions(task.properties().extensions());
            if (task instanceof Task.Call call && call.target() instanceof CallTarget.Method method) {
                found.add(method);
            } else if (task instanceof Task.Call call) {
                visit(call.children());
            } else if (task instanceof Task.Do sequence) {
                visit(sequence.tasks());
            } else if (task instanceof Task.For loop) {
                visit(loop.tasks());
            } else if (task instanceof Task.Listen listen && listen.each() != null) {
                visit(listen.each().tasks());
            } else if (task instanceof Task.Fork fork) {
                visit(fork.branches());
            } else if (task instanceof Task.Try attempt) {
                visit(attempt.tasks());
                visit(attempt.handler().tasks());
            }
        }
    }
}
