package dev.cairn.deployment.function;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;

import dev.cairn.api.WorkflowFunction;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.MethodReference;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.BuildErrorCodes;

/**
 * Collects the methods that workflows call.
 */
final class FunctionFinder {

    static final DotName WORKFLOW_FUNCTION = DotName.createSimple(WorkflowFunction.class.getName());

    private final IndexView index;
    private final MethodInspector inspector;
    private final ProblemCollector problems;
    private final ApplicationFunctions functions = new ApplicationFunctions();
    private final Map<String, FunctionMethod> named = new LinkedHashMap<>();
    private final Map<MethodReference, Boolean> seen = new LinkedHashMap<>();

    FunctionFinder(IndexView index, MethodInspector inspector, ProblemCollector problems) {
        this.index = index;
        this.inspector = inspector;
        this.problems = problems;
    }

    ApplicationFunctions functions() {
        return functions;
    }

    /** Adds a method annotated with {@code @WorkflowFunction}. */
    void addNamed(MethodInfo method) {
        FunctionMethod function = FunctionMethod.ofBean(method, method.declaringClass());
        String name = name(method);
        FunctionMethod other = named.putIfAbsent(name, function);
        if (other != null) {
            problems.error(BuildErrorCodes.DUPLICATE_FUNCTION, function.location(),
                    function.qualifiedLabel() + " has the function name \"" + name + "\", which "
                            + other.qualifiedLabel() + " has as well.",
                    "Give one of them another name with @WorkflowFunction(\"…\").");
            return;
        }
        functions.addName(name, inspector.inspect(function));
    }

    private static String name(MethodInfo method) {
        AnnotationInstance annotation = method.declaredAnnotation(WORKFLOW_FUNCTION);
        AnnotationValue value = annotation.value();
        return value == null || value.asString().isEmpty() ? method.name() : value.asString();
    }

    /** Adds the method that a definition refers to. */
    void addReferenced(CallTarget.Method target) {
        MethodReference reference = target.reference();
        if (seen.putIfAbsent(reference, true) == null) {
            // The compiler reports a reference to a method that is not there.
            resolve(reference).map(inspector::inspect)
                    .ifPresent(inspected -> functions.addReference(reference, inspected));
        }
    }

    private Optional<FunctionMethod> resolve(MethodReference reference) {
        MethodInfo method = method(DotName.createSimple(reference.owner()), reference);
        if (method == null || reference.beanClass() == null) {
            return Optional.ofNullable(method).map(FunctionMethod::ofStatic);
        }
        ClassInfo bean = index.getClassByName(DotName.createSimple(reference.beanClass()));
        return Optional.ofNullable(bean).map(type -> FunctionMethod.ofBean(method, type));
    }

    /** Looks in the class, then in those above it; a reference may name the class that inherits. */
    private MethodInfo method(DotName owner, MethodReference reference) {
        ClassInfo type = index.getClassByName(owner);
        if (type == null) {
            return null;
        }
        for (MethodInfo method : type.methods()) {
            // A bridge that the Java compiler adds has lost the types of the method that it leads to or hides.
            if (!method.isBridge() && method.name().equals(reference.name())
                    && method.descriptor().equals(reference.descriptor())) {
                return method;
            }
        }
        if (type.superName() != null) {
            MethodInfo inherited = method(type.superName(), reference);
            if (inherited != null) {
                return inherited;
            }
        }
        return type.interfaceNames().stream().map(name -> method(name, reference)).filter(method -> method != null).findFirst()
                .orElse(null);
    }
}
