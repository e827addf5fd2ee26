package dev.cairn.deployment.function;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Type;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.effect.function.FunctionThreadKind;
import io.quarkus.deployment.pkg.builditem.CompiledJavaVersionBuildItem.JavaVersion;

/** Decides on which thread a method runs, exactly as Quarkus REST does it for an endpoint. */
final class ThreadRules {

    private static final DotName BLOCKING = DotName.createSimple("io.smallrye.common.annotation.Blocking");
    private static final DotName NON_BLOCKING = DotName.createSimple("io.smallrye.common.annotation.NonBlocking");
    private static final DotName VIRTUAL = DotName.createSimple("io.smallrye.common.annotation.RunOnVirtualThread");
    private static final DotName TRANSACTIONAL = DotName.createSimple("jakarta.transaction.Transactional");
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private final IndexView index;
    private final JavaVersion compiledFor;
    private final ProblemCollector problems;

    ThreadRules(IndexView index, JavaVersion compiledFor, ProblemCollector problems) {
        this.index = index;
        this.compiledFor = compiledFor;
        this.problems = problems;
    }

    /** @param returned the method's return type, with known type variables resolved */
    FunctionThreadKind decide(FunctionMethod function, Type returned) {
        AnnotationInstance blocking = find(function, BLOCKING);
        AnnotationInstance nonBlocking = find(function, NON_BLOCKING);
        if (blocking != null && nonBlocking != null && level(blocking) == level(nonBlocking)) {
            problem(function, "has both @Blocking and @NonBlocking", "Remove one of them.");
            return FunctionThreadKind.WORKER;
        }
        boolean blocks = blocks(function, returned, blocking, nonBlocking);
        if (find(function, VIRTUAL) == null) {
            return blocks ? FunctionThreadKind.WORKER : FunctionThreadKind.EVENT_LOOP;
        }
        checkVirtualThreads(function);
        if (!blocks && nonBlocking != null) {
            problem(function, "has both @RunOnVirtualThread and @NonBlocking", "Remove one of them.");
        }
        return FunctionThreadKind.VIRTUAL;
    }

    private boolean blocks(FunctionMethod function, Type returned, AnnotationInstance blocking,
            AnnotationInstance nonBlocking) {
        if (blocking != null && nonBlocking != null) {
            // The nearer of the two counts: the one on the method.
            return level(blocking) == AnnotationTarget.Kind.METHOD;
        }
        if (blocking != null || nonBlocking != null) {
            return blocking != null;
        }
        return find(function, TRANSACTIONAL) != null || !MethodTypeClassifier.isAsynchronous(returned);
    }

    private void checkVirtualThreads(FunctionMethod function) {
        if (Runtime.version().feature() < FIRST_WITH_VIRTUAL_THREADS) {
            problem(function, "uses @RunOnVirtualThread, and JDK " + Runtime.version().feature() + " has no virtual threads",
                    "Build and run with JDK 21 or later, or remove the annotation.");
        } else if (compiledFor.isJava21OrHigher() == JavaVersion.Status.FALSE) {
            problem(function, "uses @RunOnVirtualThread, and is compiled for a Java version without virtual threads",
                    "Set maven.compiler.release to 21 or later, or remove the annotation.");
        }
    }

    private void problem(FunctionMethod function, String what, String suggestion) {
        problems.error(BuildErrorCodes.THREAD, function.location(), function.qualifiedLabel() + " " + what + ".", suggestion);
    }

    private static AnnotationTarget.Kind level(AnnotationInstance annotation) {
        return annotation.target().kind();
    }

    /** On the method, else on its class, else on the nearest class above that has it. */
    private AnnotationInstance find(FunctionMethod function, DotName annotation) {
        AnnotationInstance onMethod = function.method().declaredAnnotation(annotation);
        if (onMethod != null || function.method().isSynthetic()) {
            return onMethod;
        }
        for (ClassInfo type = function.receiver(); type != null; type = above(type)) {
            AnnotationInstance onClass = type.declaredAnnotation(annotation);
            if (onClass != null) {
                return onClass;
            }
        }
        return null;
    }

    private ClassInfo above(ClassInfo type) {
        return type.superName() == null ? null : index.getClassByName(type.superName());
    }
}
