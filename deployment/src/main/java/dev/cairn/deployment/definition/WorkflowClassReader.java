package dev.cairn.deployment.definition;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;

import dev.cairn.api.HttpTrigger;
import dev.cairn.compiler.reader.ApplicationResources;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.Definition;
import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.Document;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.deployment.ClassSourceLocator;
import dev.cairn.fluent.Flow;

/** Reads a class annotated with {@code @Workflow}, whose defining method is called in the class loader of the build. */
final class WorkflowClassReader {

    private static final DotName FLOW = DotName.createSimple(Flow.class.getName());
    private static final DotName HTTP_TRIGGER = DotName.createSimple(HttpTrigger.class.getName());
    private static final String DSL_VERSION = "1.0.3";

    private final AnnotationInstance annotation;
    private final ClassInfo type;
    private final IndexView index;
    private final ProblemCollector problems;

    /** {@code index} knows the annotation's own class. */
    WorkflowClassReader(AnnotationInstance annotation, IndexView index, ProblemCollector problems) {
        this.index = index;
        this.annotation = annotation;
        this.type = annotation.target().asClass();
        this.problems = problems;
    }

    DotName name() {
        return type.name();
    }

    /** The definition; empty if there is none, which has been reported. */
    Optional<Definition> define(ApplicationResources resources) {
        Optional<Flow> ofMethods = new TaskMethodReader(type, index, problems).flow();
        boolean definesFlow = type.methods().stream().anyMatch(method -> method.returnType().name().equals(FLOW));
        if (ofMethods.isPresent() && definesFlow) {
            problem(BuildErrorCodes.WORKFLOW_CLASS, ClassSourceLocator.at(type.name()),
                    "has methods that are tasks and a method that returns a Flow", "Keep one of the two.");
        }
        ScheduleAnnotation schedules = ScheduleAnnotation.of(annotation);
        if (schedules.lacksRule()) {
            problem(BuildErrorCodes.WORKFLOW_CLASS, ClassSourceLocator.at(type.name()), "has a schedule without a rule",
                    "Add cron, every or after to @WorkflowSchedule.");
        }
        EventTriggerAnnotation events = EventTriggerAnnotation.of(type, index);
        if (events.lacksType()) {
            problem(BuildErrorCodes.WORKFLOW_CLASS, ClassSourceLocator.at(type.name()), "has @EventTrigger without a type",
                    "Name the types of the events that start it.");
        }
        return ofMethods.or(() -> definingMethod().flatMap(this::call))
                .map(this::limited).map(flow -> started(flow, schedules, events))
                .map(flow -> flow.describe(document(), http(), ClassSourceLocator.of(type.name())))
                .map(source -> schedules.locate(source, ClassSourceLocator.at(type.name())))
                .map(source -> events.locate(source, ClassSourceLocator.at(type.name())))
                .flatMap(source -> DefinitionReader.read(source, resources, problems));
    }

    /** A flow that is started as the annotations say. */
    private Flow started(Flow flow, ScheduleAnnotation schedules, EventTriggerAnnotation events) {
        if (schedules.isBeside(flow)) {
            problem(BuildErrorCodes.WORKFLOW_CLASS, ClassSourceLocator.at(type.name()),
                    "has schedules in its annotation and in its Flow",
                    "Keep the schedules of one of the two: remove schedule from @Workflow, or schedule(…) from the Flow.");
        }
        if (events.isBeside(flow)) {
            problem(BuildErrorCodes.WORKFLOW_CLASS, ClassSourceLocator.at(type.name()),
                    "has @EventTrigger and a schedule in its Flow",
                    "Keep one of the two: remove @EventTrigger, or schedule(…) from the Flow.");
        }
        return flow.isScheduled() ? flow : events.addTo(schedules.addTo(flow));
    }

    private Flow limited(Flow flow) {
        int most = annotation.valueWithDefault(index, "concurrency").asInt();
        if (most < 0) {
            problem(BuildErrorCodes.WORKFLOW_CLASS, ClassSourceLocator.at(type.name()), "has the concurrency " + most,
                    "Give a number of instances, at least 1, or nothing.");
        }
        return most < 1 ? flow : flow.concurrency(most);
    }

    private Optional<MethodInfo> definingMethod() {
        List<MethodInfo> returningFlow = type.methods().stream()
                .filter(method -> method.returnType().name().equals(FLOW) && !method.isSynthetic()).toList();
        List<MethodInfo> candidates = returningFlow.stream()
                .filter(method -> Modifier.isStatic(method.flags()) && method.parametersCount() == 0).toList();
        if (candidates.size() == 1) {
            return Optional.of(candidates.get(0));
        }
        if (candidates.size() > 1) {
            problem(BuildErrorCodes.WORKFLOW_CLASS, ClassSourceLocator.at(type.name()),
                    "has several static methods without parameters that return a Flow: "
                            + candidates.stream().map(MethodInfo::name).sorted().collect(Collectors.joining(", ")),
                    "Keep one that defines the workflow; give the others a parameter or move them to another class.");
        } else {
            problem(BuildErrorCodes.WORKFLOW_CLASS, ClassSourceLocator.at(type.name()),
                    returningFlow.isEmpty() ? "has no method that returns a Flow"
                            : "has a method " + returningFlow.get(0).name()
                                    + " that returns a Flow, but is not static or has parameters",
                    "Define the workflow in one: static Flow define() { … }.");
        }
        return Optional.empty();
    }

    private Optional<Flow> call(MethodInfo defining) {
        try {
            Class<?> loaded = Class.forName(type.name().toString(), true, Thread.currentThread().getContextClassLoader());
            Method method = loaded.getDeclaredMethod(defining.name());
            method.setAccessible(true);
            Flow flow = (Flow) method.invoke(null);
            if (flow == null) {
                problem(BuildErrorCodes.DEFINING_FAILED, ClassSourceLocator.at(type.name()),
                        "returned null from " + defining.name() + "()",
                        "Return the definition.");
            }
            return Optional.ofNullable(flow);
        } catch (InvocationTargetException e) {
            failed(defining, e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            failed(defining, e.getCause() == null ? e : e.getCause());
        }
        return Optional.empty();
    }

    private void failed(MethodInfo defining, Throwable cause) {
        String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        problem(BuildErrorCodes.DEFINING_FAILED, thrownAt(cause),
                "could not be defined: " + defining.name() + "() threw " + cause.getClass().getName() + message,
                "The method is called while the application is built, where no bean and no configuration exists.");
    }

    /** The line of the class that was being run; the exception itself may come from deeper down. */
    private SourceLocation thrownAt(Throwable cause) {
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (frame.getClassName().equals(type.name().toString())) {
                return new SourceLocation(ClassSourceLocator.of(type.name()), Math.max(frame.getLineNumber(), 0), 0, "");
            }
        }
        return ClassSourceLocator.at(type.name());
    }

    private void problem(String code, SourceLocation location, String what, String suggestion) {
        problems.error(code, location, "The workflow class " + type.name() + " " + what + ".", suggestion);
    }

    private Document document() {
        return new Document(DSL_VERSION, value("namespace"), value("name"), value("version"), text("title"), text("summary"));
    }

    /** Null for an empty one. */
    private String text(String name) {
        String text = value(name);
        return text.isEmpty() ? null : text;
    }

    private String value(String name) {
        return annotation.valueWithDefault(index, name).asString();
    }

    private DefinitionTriggers.Http http() {
        AnnotationInstance trigger = type.declaredAnnotation(HTTP_TRIGGER);
        return trigger == null ? null
                : new DefinitionTriggers.Http(trigger.value("path").asString(), ClassSourceLocator.at(type.name()));
    }
}
