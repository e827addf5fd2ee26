package dev.cairn.deployment.function;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.MethodInfo;

import dev.cairn.definition.Problems;
import dev.cairn.deployment.BuildCodes;
import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.processor.BeanInfo;

/**
 * Finds the bean that a function is called on.
 */
final class FunctionBeans {

    private final BeanDiscoveryFinishedBuildItem beans;
    private final Problems problems;

    FunctionBeans(BeanDiscoveryFinishedBuildItem beans, Problems problems) {
        this.beans = beans;
        this.problems = problems;
    }

    Map<DotName, String> identifiers(Collection<InspectedFunction> functions) {
        Map<DotName, String> identifiers = new HashMap<>();
        for (InspectedFunction inspected : functions) {
            FunctionMethod function = inspected.function();
            if (function.bean() != null && !identifiers.containsKey(function.bean())) {
                BeanInfo bean = find(function);
                if (bean != null) {
                    identifiers.put(function.bean(), bean.getIdentifier());
                }
            }
        }
        return identifiers;
    }

    /** Null if there is not exactly one, which has been reported. */
    private BeanInfo find(FunctionMethod function) {
        List<BeanInfo> candidates = candidates(function.bean());
        if (candidates.isEmpty()) {
            problems.error(BuildCodes.BEAN, function.location(),
                    function.qualifiedLabel() + " is called by a workflow, but " + function.bean() + " is no bean.",
                    withoutBean(function));
            return null;
        }
        if (candidates.size() > 1) {
            problems.error(BuildCodes.BEAN, function.location(),
                    function.qualifiedLabel() + " is called by a workflow, but " + function.bean() + " has several beans: "
                            + candidates.stream().map(FunctionBeans::describe).sorted().collect(Collectors.joining(", ")) + ".",
                    "Refer to the method of one of their classes.");
            return null;
        }
        return candidates.get(0);
    }

    private static String withoutBean(FunctionMethod function) {
        ClassInfo type = function.receiver();
        MethodInfo method = function.method();
        if (!type.isRecord() && !type.isEnum()) {
            return "Add a scope such as @ApplicationScoped to "
                    + (type.isInterface() ? "a class that implements it." : "the class.");
        }
        if (method.parametersCount() > 0 || method.hasDeclaredAnnotation(FunctionFinder.WORKFLOW_FUNCTION)) {
            return "Move the method into a class with a scope such as @ApplicationScoped.";
        }
        return "Write a lambda: (" + type.simpleName() + " value) -> value." + method.name() + "().";
    }

    /** As injection would choose among beans of the type, except that of several the one of the class itself counts. */
    private List<BeanInfo> candidates(DotName type) {
        List<BeanInfo> all = beans.beanStream().filter(bean -> bean.hasType(type)).collect();
        List<BeanInfo> alternatives = mostImportant(all.stream().filter(BeanInfo::isAlternative).toList());
        if (!alternatives.isEmpty()) {
            return alternatives;
        }
        List<BeanInfo> own = all.stream().filter(bean -> bean.isClassBean() && bean.getBeanClass().equals(type)).toList();
        List<BeanInfo> preferred = all.stream().filter(bean -> !bean.isDefaultBean()).toList();
        return own.size() == 1 ? own : preferred.isEmpty() ? all : preferred;
    }

    private static List<BeanInfo> mostImportant(List<BeanInfo> alternatives) {
        int highest = alternatives.stream().mapToInt(FunctionBeans::priority).max().orElse(0);
        return alternatives.stream().filter(bean -> priority(bean) == highest).toList();
    }

    private static String describe(BeanInfo bean) {
        return bean.isClassBean() ? bean.getBeanClass().toString() : "that of " + bean.getTarget().orElseThrow();
    }

    private static int priority(BeanInfo bean) {
        return bean.getPriority() == null ? 0 : bean.getPriority();
    }
}
