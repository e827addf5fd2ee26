package dev.cairn.deployment.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.cairn.compiler.CompensatingCatchAnalysis;
import dev.cairn.compiler.TaskKindNames;
import dev.cairn.definition.Catch;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ExtensionTasks;
import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.ListenLoop;
import dev.cairn.definition.SwitchCase;
import dev.cairn.definition.Task;

/** Makes the graph of a definition: a node for each task, nested as the tasks are, and an edge for each way from one to another. */
final class FlowGraphBuilder {

    private FlowGraphBuilder() {}

    /** The graph of a definition. */
    static FlowGraph of(Definition definition) {
        return new TaskSequence("").graph(definition.tasks());
    }

    private static FlowNode node(Task task) {
        FlowNode node = plain(task);
        List<ExtensionTasks> extensions = task.properties().extensions();
        if (extensions.isEmpty()) {
            return node;
        }
        List<FlowNode> nodes = new ArrayList<>();
        extensions.forEach(extension -> addGroup(nodes, extension, "before", extension.before()));
        nodes.add(node);
        for (int at = extensions.size() - 1; at >= 0; at--) {
            addGroup(nodes, extensions.get(at), "after", extensions.get(at).after());
        }
        return nodes.size() == 1 ? node : FlowNode.group(node.id() + "#extended", task.name(), "extended", chain(nodes));
    }

    private static void addGroup(List<FlowNode> nodes, ExtensionTasks extension, String side, List<Task> tasks) {
        if (!tasks.isEmpty()) {
            // The same extension stands around many tasks: the references of its tasks tell them apart.
            String id = tasks.get(0).location().pointer() + "#" + side;
            nodes.add(FlowNode.group(id, side + ": " + extension.name(), "extension", new TaskSequence(id).graph(tasks)));
        }
    }

    private static FlowGraph chain(List<FlowNode> nodes) {
        List<FlowEdge> edges = new ArrayList<>();
        for (int at = 1; at < nodes.size(); at++) {
            edges.add(new FlowEdge(nodes.get(at - 1).id(), nodes.get(at).id(), FlowEdge.NEXT, ""));
        }
        return new FlowGraph(nodes, edges);
    }

    private static FlowNode plain(Task task) {
        String reference = task.location().pointer();
        TaskFacts facts = new TaskFacts(TaskSummary.of(task), task.location().line(), variables(task),
                TaskSummary.eventTypes(task), TaskSummary.updateTypes(task));
        return new FlowNode(reference, reference, task.name(), TaskKindNames.of(task), facts, content(task, reference));
    }

    private static List<String> variables(Task task) {
        if (task instanceof Task.For loop) {
            return List.of(loop.each(), loop.at());
        }
        ListenLoop each = task instanceof Task.Listen listen ? listen.each()
                : task instanceof Task.Call call ? call.each() : null;
        return each == null ? List.of() : List.of(each.item(), each.at());
    }

    private static FlowGraph content(Task task, String reference) {
        if (task instanceof Task.Fork fork) {
            return branches(fork, reference);
        } else if (task instanceof Task.Try attempt) {
            return attempt(attempt, reference);
        }
        return task.children().isEmpty() ? FlowGraph.EMPTY : new TaskSequence(reference).graph(task.children());
    }

    private static FlowGraph branches(Task.Fork fork, String reference) {
        FlowNode start = FlowNode.marker(reference, FlowNode.START);
        FlowNode end = FlowNode.marker(reference, FlowNode.END);
        List<FlowNode> nodes = new ArrayList<>(List.of(start));
        List<FlowEdge> edges = new ArrayList<>();
        for (Task branch : fork.branches()) {
            FlowNode node = node(branch);
            nodes.add(node);
            edges.add(new FlowEdge(start.id(), node.id(), FlowEdge.NEXT, ""));
            edges.add(new FlowEdge(node.id(), end.id(), FlowEdge.NEXT, ""));
        }
        nodes.add(end);
        return new FlowGraph(nodes, edges);
    }

    private static FlowGraph attempt(Task.Try attempt, String reference) {
        Catch handler = attempt.handler();
        FlowGraph body = new TaskSequence(reference + "/try").graph(attempt.tasks());
        if (handler.tasks().isEmpty()) {
            return body;
        }
        FlowNode tried = FlowNode.group(reference + "/try", "try", "body", body);
        String kind = CompensatingCatchAnalysis.isMeant(handler) ? "compensation" : "catch";
        FlowNode caught = FlowNode.group(reference + "/catch", kind, kind,
                new TaskSequence(reference + "/catch").graph(handler.tasks()));
        return new FlowGraph(List.of(tried, caught),
                List.of(new FlowEdge(tried.id(), caught.id(), FlowEdge.ERROR, TaskSummary.of(handler))));
    }

    /** The tasks of one list, with markers where they begin and end. */
    private static final class TaskSequence {

        private final FlowNode start;
        private final FlowNode end;
        private final FlowNode workflowEnd;
        private final Map<String, FlowNode> byName = new LinkedHashMap<>();
        private final List<FlowEdge> edges = new ArrayList<>();

        TaskSequence(String list) {
            this.start = FlowNode.marker(list, FlowNode.START);
            this.end = FlowNode.marker(list, FlowNode.END);
            this.workflowEnd = list.isEmpty() ? end : FlowNode.marker(list, FlowNode.WORKFLOW_END);
        }

        FlowGraph graph(List<Task> tasks) {
            tasks.forEach(task -> byName.put(task.name(), node(task)));
            edges.add(new FlowEdge(start.id(), byName.get(tasks.get(0).name()).id(), FlowEdge.NEXT, ""));
            for (int at = 0; at < tasks.size(); at++) {
                leave(tasks.get(at), at + 1 < tasks.size() ? byName.get(tasks.get(at + 1).name()) : end);
            }
            List<FlowNode> nodes = new ArrayList<>(List.of(start));
            nodes.addAll(byName.values());
            addIfReached(nodes, end);
            if (workflowEnd != end) {
                addIfReached(nodes, workflowEnd);
            }
            return new FlowGraph(nodes, edges);
        }

        private void addIfReached(List<FlowNode> nodes, FlowNode marker) {
            if (edges.stream().anyMatch(edge -> edge.to().equals(marker.id()))) {
                nodes.add(marker);
            }
        }

        private void leave(Task task, FlowNode next) {
            String from = byName.get(task.name()).id();
            FlowNode after = target(task.properties().then(), next);
            boolean passes = !(task instanceof Task.Raise);
            if (task instanceof Task.Switch choice) {
                for (SwitchCase each : choice.cases()) {
                    edges.add(new FlowEdge(from, target(each.then(), next).id(), FlowEdge.CASE, TaskSummary.of(each)));
                }
                passes = choice.cases().stream().allMatch(each -> each.when() != null);
            } else if (task instanceof Task.Try attempt && attempt.handler().then() != null) {
                edges.add(new FlowEdge(from, target(attempt.handler().then(), next).id(), FlowEdge.ERROR, "caught"));
            }
            if (passes) {
                edges.add(new FlowEdge(from, after.id(), FlowEdge.NEXT, ""));
            }
            // The flow directive of a task does not apply if its condition does not hold.
            if (task.properties().condition() != null && !(passes && after == next)) {
                edges.add(new FlowEdge(from, next.id(), FlowEdge.SKIP, "else"));
            }
        }

        private FlowNode target(FlowDirective then, FlowNode next) {
            if (then == null) {
                return next;
            }
            return switch (then.kind()) {
                case CONTINUE -> next;
                case EXIT -> end;
                case END -> workflowEnd;
                case TASK -> byName.getOrDefault(then.target(), next);
            };
        }
    }
}
