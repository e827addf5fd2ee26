package dev.cairn.deployment.definition;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.CompensatedBy;
import dev.cairn.api.RetryOnError;
import dev.cairn.api.WorkflowTask;
import dev.cairn.definition.MethodReference;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.deployment.ClassSourceLocator;
import dev.cairn.fluent.AnnotatedFlowBuilder;
import dev.cairn.fluent.AnnotatedFlowBuilder.MethodTask;
import dev.cairn.fluent.AnnotatedFlowBuilder.RetryRule;
import dev.cairn.fluent.Flow;
import dev.cairn.value.DslDurationParser;

/** Reads the methods of a workflow class that are its tasks. */
final class TaskMethodReader {

    private static final DotName TASK = DotName.createSimple(WorkflowTask.class.getName());
    private static final DotName RETRY = DotName.createSimple(RetryOnError.class.getName());
    private static final DotName COMPENSATED = DotName.createSimple(CompensatedBy.class.getName());

    private final ClassInfo type;
    private final IndexView index;
    private final ProblemCollector problems;

    TaskMethodReader(ClassInfo type, IndexView index, ProblemCollector problems) {
        this.type = type;
        this.index = index;
        this.problems = problems;
    }

    /** The workflow; empty if no method is a task. Its faults are reported. */
    Optional<Flow> flow() {
        List<MethodInfo> methods = type.methods().stream()
                .filter(method -> method.hasDeclaredAnnotation(TASK) && !method.isSynthetic())
                .sorted(Comparator.comparingInt(TaskMethodReader::order).thenComparing(MethodInfo::name)).toList();
        checkStrays();
        if (methods.isEmpty()) {
            return Optional.empty();
        }
        checkOrder(methods);
        String file = ClassSourceLocator.of(type.name());
        AnnotatedFlowBuilder tasks = new AnnotatedFlowBuilder(type.name().toString(), file.substring(file.lastIndexOf('/') + 1),
                method -> ClassSourceLocator.line(type.name(), method.name(), method.descriptor()));
        methods.forEach(method -> tasks.add(task(method)));
        return Optional.of(tasks.flow());
    }

    private static int order(MethodInfo method) {
        return method.declaredAnnotation(TASK).value("order").asInt();
    }

    /** Annotations that would do nothing. */
    private void checkStrays() {
        for (MethodInfo method : type.methods()) {
            boolean stray = MisplacedAnnotationCheck.OF_TASKS.stream().anyMatch(method::hasDeclaredAnnotation);
            if (stray && !method.hasDeclaredAnnotation(TASK) && !method.isSynthetic()) {
                problem(method, "has annotations of a task, but is none", "Add @WorkflowTask(order = …).");
            }
        }
    }

    private void checkOrder(List<MethodInfo> methods) {
        Map<Integer, MethodInfo> byOrder = new TreeMap<>();
        for (MethodInfo method : methods) {
            MethodInfo other = byOrder.putIfAbsent(order(method), method);
            if (other != null) {
                problem(method, "has the order " + order(method) + ", which the method " + other.name() + " has as well",
                        "Give each task an order of its own.");
            }
        }
    }

    private MethodTask task(MethodInfo method) {
        AnnotationInstance task = method.declaredAnnotation(TASK);
        String name = text(task, "name");
        String condition = text(task, "condition");
        MethodReference compensation = compensation(method);
        if (compensation != null && !condition.isEmpty()) {
            problem(method, "has a condition and is compensated, and nobody would know whether it was skipped",
                    "Leave one of the two out.");
        }
        return new MethodTask(name.isEmpty() ? method.name() : name, reference(method), condition,
                duration(method, "timeout", text(task, "timeout")), retry(method), condition.isEmpty() ? compensation : null);
    }

    private RetryRule retry(MethodInfo method) {
        AnnotationInstance retry = method.declaredAnnotation(RETRY);
        if (retry == null) {
            return null;
        }
        return new RetryRule(retry.value("attempts").asInt(), duration(method, "delay", text(retry, "delay")),
                RetryOnError.Backoff.valueOf(retry.valueWithDefault(index, "backoff").asEnum()),
                duration(method, "jitter", text(retry, "jitter")), retry.valueWithDefault(index, "status").asInt(),
                text(retry, "type"));
    }

    /** The duration, or none after a problem was reported. */
    private String duration(MethodInfo method, String property, String value) {
        if (value.isEmpty()) {
            return value;
        }
        try {
            DslDurationParser.millis(TextNode.valueOf(value));
            return value;
        } catch (IllegalArgumentException noDuration) {
            problem(method, "has the " + property + " \"" + value + "\": " + noDuration.getMessage(),
                    "Write it as ISO 8601 has it, such as PT5M.");
            return property.equals("timeout") ? "" : "PT0S";
        }
    }

    private MethodReference compensation(MethodInfo method) {
        AnnotationInstance compensated = method.declaredAnnotation(COMPENSATED);
        if (compensated == null) {
            return null;
        }
        String wanted = compensated.value().asString();
        List<MethodInfo> candidates = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (MethodInfo other : type.methods()) {
            if (!other.isSynthetic() && !other.isConstructor() && !other.hasDeclaredAnnotation(TASK)) {
                names.add(other.name());
                if (other.name().equals(wanted)) {
                    candidates.add(other);
                }
            }
        }
        if (candidates.size() != 1) {
            String suggestion = NameSuggestions.didYouMean(wanted, names);
            problem(method, "is compensated by \"" + wanted + "\", and the class has "
                    + (candidates.isEmpty() ? "no method of that name that is no task" : "several methods of that name"),
                    !candidates.isEmpty() ? "Give the one that is meant a name of its own."
                            : suggestion != null ? suggestion : "Name a method of the class.");
            return null;
        }
        return reference(candidates.get(0));
    }

    private MethodReference reference(MethodInfo method) {
        boolean instance = !Modifier.isStatic(method.flags());
        String owner = type.name().toString();
        return new MethodReference(owner, method.name(), method.descriptor(), instance, false, instance ? owner : null);
    }

    private String text(AnnotationInstance annotation, String name) {
        return annotation.valueWithDefault(index, name).asString();
    }

    private void problem(MethodInfo method, String what, String suggestion) {
        problems.error(BuildErrorCodes.TASK_METHOD, ClassSourceLocator.at(method),
                "The method " + type.name() + "#" + method.name() + " " + what + ".", suggestion);
    }
}
