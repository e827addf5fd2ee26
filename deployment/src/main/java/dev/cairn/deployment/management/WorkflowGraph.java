package dev.cairn.deployment.management;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.Kinds;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Catch;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Extension;
import dev.cairn.definition.RunTarget;
import dev.cairn.definition.SwitchCase;
import dev.cairn.definition.Task;
import dev.cairn.definition.Then;

/**
 * A definition as nodes and edges. A node is a task and has its reference as id; a task inside of another one names that as its
 * parent. An edge that leads to a parent says that the list of tasks in it is done.
 */
final class WorkflowGraph {

    static final String START = "start";
    static final String END = "end";

    private final ArrayNode nodes = JsonNodeFactory.instance.arrayNode();
    private final ArrayNode edges = JsonNodeFactory.instance.arrayNode();

    private WorkflowGraph() {}

    static ObjectNode of(Definition definition) {
        WorkflowGraph graph = new WorkflowGraph();
        graph.nodes.addObject().put("id", START).put("kind", START);
        graph.list(definition.tasks(), null, "next", START, END);
        graph.nodes.addObject().put("id", END).put("kind", END);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("nodes", graph.nodes);
        json.set("edges", graph.edges);
        return json;
    }

    /**
     * Adds a list of tasks.
     *
     * @param parent task that the list stands in, or null
     * @param entry kind of the edge that leads into the list
     * @param from where that edge begins
     * @param done where the last task leads
     */
    private void list(List<Task> tasks, String parent, String entry, String from, String done) {
        if (tasks.isEmpty()) {
            return;
        }
        edge(from, id(tasks.get(0)), entry, null);
        for (int i = 0; i < tasks.size(); i++) {
            task(tasks.get(i), parent);
            ways(tasks, i, done);
        }
    }

    private void task(Task task, String parent) {
        String id = id(task);
        ObjectNode node = nodes.addObject().put("id", id).put("name", task.name()).put("kind", Kinds.of(task));
        if (parent != null) {
            node.put("parent", parent);
        }
        describe(task, node);
        for (Extension extension : task.properties().extensions()) {
            list(extension.before(), id, "before", id, id);
            list(extension.after(), id, "after", id, id);
        }
        if (task instanceof Task.Fork fork) {
            fork.branches().forEach(branch -> list(List.of(branch), id, "branch", id, id));
        } else if (task instanceof Task.Try attempt) {
            list(attempt.tasks(), id, "enter", id, id);
        } else {
            list(task.children(), id, "enter", id, id);
        }
    }

    /** What a task starts or calls, for people who want to look further. */
    private static void describe(Task task, ObjectNode node) {
        if (task instanceof Task.Run run && run.target() instanceof RunTarget.Workflow workflow) {
            node.put("workflow", workflow.workflow());
        } else if (task instanceof Task.Call call) {
            if (call.target() instanceof CallTarget.Http http) {
                node.put("http", http.method());
            } else if (call.target() instanceof CallTarget.Function function) {
                node.put("function", function.function());
            } else if (call.target() instanceof CallTarget.Method method && !method.reference().synthetic()) {
                node.put("function", method.reference().owner() + "#" + method.reference().name());
            }
        }
    }

    /** The edges that lead out of a task. */
    private void ways(List<Task> tasks, int index, String done) {
        Task task = tasks.get(index);
        boolean decided = task instanceof Task.Raise;
        if (task instanceof Task.Switch choice) {
            for (SwitchCase each : choice.cases()) {
                edge(id(task), target(each.then(), tasks, index, done), "case", each.name());
                decided |= each.when() == null;
            }
        } else if (task instanceof Task.Try attempt) {
            handler(attempt, tasks, index, done);
        }
        if (!decided) {
            edge(id(task), target(task.properties().then(), tasks, index, done), "next", null);
        }
        if (task.properties().condition() != null) {
            edge(id(task), next(tasks, index, done), "skip", null);
        }
    }

    private void handler(Task.Try attempt, List<Task> tasks, int index, String done) {
        Catch handler = attempt.handler();
        String after = handler.then() == null ? id(attempt) : target(handler.then(), tasks, index, done);
        if (!handler.tasks().isEmpty()) {
            list(handler.tasks(), id(attempt), "catch", id(attempt), after);
        } else if (handler.then() != null) {
            edge(id(attempt), after, "catch", null);
        }
    }

    private static String target(Then then, List<Task> tasks, int index, String done) {
        if (then == null || then.kind() == Then.Kind.CONTINUE) {
            return next(tasks, index, done);
        }
        return switch (then.kind()) {
            case END -> END;
            case TASK -> tasks.stream().filter(task -> task.name().equals(then.target())).map(WorkflowGraph::id).findFirst()
                    .orElse(done);
            default -> done;
        };
    }

    private static String next(List<Task> tasks, int index, String done) {
        return index + 1 < tasks.size() ? id(tasks.get(index + 1)) : done;
    }

    private static String id(Task task) {
        return task.location().pointer();
    }

    private void edge(String from, String to, String kind, String label) {
        ObjectNode edge = edges.addObject().put("from", from).put("to", to).put("kind", kind);
        if (label != null) {
            edge.put("label", label);
        }
    }
}
