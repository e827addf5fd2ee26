package dev.cairn.integrations.grpc.deployment;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Task;

/** Finds the gRPC calls of a definition, at any depth. */
final class GrpcCallFinder {

    private final List<CallTarget.Grpc> found = new ArrayList<>();

    private GrpcCallFinder() {}

    static List<CallTarget.Grpc> in(Definition definition) {
        GrpcCallFinder calls = new GrpcCallFinder();
        definition.tasks().forEach(calls::visit);
        return calls.found;
    }

    private void visit(Task task) {
        task.properties().extensions().forEach(extension -> {
            extension.before().forEach(this::visit);
            extension.after().forEach(this::visit);
        });
        if (task instanceof Task.Call call && call.target() instanceof CallTarget.Grpc grpc) {
            found.add(grpc);
        }
        task.children().forEach(this::visit);
    }
}
