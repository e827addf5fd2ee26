package dev.cairn.deployment.definition;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;

import dev.cairn.api.CompensatedBy;
import dev.cairn.api.HttpTrigger;
import dev.cairn.api.RetryOnError;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowTask;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.deployment.ClassSourceLocator;
import io.quarkus.arc.deployment.BuildExclusionsBuildItem;

/**
 * Reports annotations of workflows in classes that are no workflows, where they have no effect: classes that workflows extend
 * are none.
 */
final class MisplacedAnnotationCheck {

    /** Further annotations of tasks. */
    static final List<DotName> OF_TASKS = List.of(DotName.createSimple(CompensatedBy.class.getName()),
            DotName.createSimple(RetryOnError.class.getName()));

    private static final DotName WORKFLOW = DotName.createSimple(Workflow.class.getName());
    private static final DotName TASK = DotName.createSimple(WorkflowTask.class.getName());
    private static final DotName HTTP_TRIGGER = DotName.createSimple(HttpTrigger.class.getName());

    private final IndexView index;
    private final BuildExclusionsBuildItem exclusions;
    private final ProblemCollector problems;

    MisplacedAnnotationCheck(IndexView index, BuildExclusionsBuildItem exclusions, ProblemCollector problems) {
        this.index = index;
        this.exclusions = exclusions;
        this.problems = problems;
    }

    void report() {
        List.of(HTTP_TRIGGER, EventTriggerAnnotation.NAME, ToolDescription.ANNOTATION)
                .forEach(trigger -> targets(List.of(trigger))
                        .map(AnnotationTarget::asClass).filter(type -> !isWorkflow(type))
                        .sorted(Comparator.comparing(ClassInfo::name))
                        .forEach(type -> problems.error(BuildErrorCodes.WORKFLOW_CLASS, ClassSourceLocator.at(type.name()),
                                "The class " + type.name() + " has @" + trigger.withoutPackagePrefix()
                                        + ", but is no workflow.",
                                "Annotate it with @Workflow as well.")));
        methods(List.of(TASK)).forEach(method -> problem(method, "is a task, but its class is no workflow.",
                "Annotate the class with @Workflow, or write the method into the workflow that extends it."));
        methods(OF_TASKS).filter(method -> !method.hasDeclaredAnnotation(TASK))
                .forEach(method -> problem(method,
                        "has " + present(method) + ", which only tasks of a class with @Workflow have.",
                        "Remove the annotations, or annotate the class with @Workflow and the method with"
                                + " @WorkflowTask(order = …)."));
    }

    /** Methods outside of workflows that have one of the annotations, each once. */
    private Stream<MethodInfo> methods(Collection<DotName> annotations) {
        return targets(annotations).map(AnnotationTarget::asMethod).distinct()
                // The Java compiler copies annotations to the bridge methods that it adds.
                .filter(method -> !method.isSynthetic() && !isWorkflow(method.declaringClass()))
                .sorted(Comparator.comparing((MethodInfo method) -> method.declaringClass().name())
                        .thenComparing(MethodInfo::name));
    }

    private Stream<AnnotationTarget> targets(Collection<DotName> annotations) {
        return annotations.stream().flatMap(annotation -> index.getAnnotations(annotation).stream())
                .map(AnnotationInstance::target).filter(target -> !exclusions.isExcluded(target));
    }

    private static boolean isWorkflow(ClassInfo type) {
        return type.hasDeclaredAnnotation(WORKFLOW);
    }

    private static String present(MethodInfo method) {
        return OF_TASKS.stream().filter(method::hasDeclaredAnnotation).map(name -> "@" + name.withoutPackagePrefix())
                .collect(Collectors.joining(" and "));
    }

    private void problem(MethodInfo method, String what, String suggestion) {
        problems.error(BuildErrorCodes.TASK_METHOD, ClassSourceLocator.at(method),
                "The method " + method.declaringClass().name() + "#" + method.name() + " " + what, suggestion);
    }
}
