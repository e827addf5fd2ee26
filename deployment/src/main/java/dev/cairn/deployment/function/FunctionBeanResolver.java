package dev.cairn.deployment.function;

import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.BuildErrorCodes;
import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.processor.BeanInfo;

/**
 * Finds the bean that a function is called on.
 */
final class FunctionBeanResolver {

    private final BeanDiscoveryFinishedBuildItem beans;
    private final IndexView index;
    private final ProblemCollector problems;

    FunctionBeanResolver(BeanDiscoveryFinishedBuildItem beans, IndexView index, ProblemCollector problems) {
        this.beans = beans;
        this.index = index;
        this.problems = problems;
    }

    Map<DotName, String> identifiers(Collection<InspectedFunction> functions) {
        Map<DotName, BeanInfo> found = new HashMap<>();
        for (InspectedFunction inspected : functions) {
            FunctionMethod function = inspected.function();
            if (function.bean() != null) {
                BeanInfo bean = found.containsKey(function.bean()) ? found.get(function.bean()) : find(function);
                if (bean != null) {
                    found.put(function.bean(), bean);
                    checkProxy(function, bean);
                }
            }
        }
        return found.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().getIdentifier()));
    }

    /** Null if there is not exactly one, which has been reported. */
    private BeanInfo find(FunctionMethod function) {
        List<BeanInfo> candidates = candidates(function.bean());
        if (candidates.isEmpty()) {
            problems.error(BuildErrorCodes.BEAN, function.location(),
                    function.qualifiedLabel() + " is called by a workflow, but " + function.bean() + " is no bean.",
                    withoutBean(function));
            return null;
        }
        if (candidates.size() > 1) {
            problems.error(BuildErrorCodes.BEAN, function.location(),
                    function.qualifiedLabel() + " is called by a workflow, but " + function.bean() + " has several beans: "
                            + candidates.stream().map(FunctionBeanResolver::describe).sorted().collect(Collectors.joining(", "))
                            + ".",
                    "Refer to the method of one of their classes.");
            return null;
        }
        return candidates.get(0);
    }

    /**
     * The proxy is a class in the package of the bean. Methods that it cannot override are called on the proxy instead of the
     * bean.
     */
    private void checkProxy(FunctionMethod function, BeanInfo bean) {
        MethodInfo method = function.method();
        DotName type = bean.getProviderType().name();
        if (!bean.getScope().isNormal() || packageOf(type).equals(packageOf(method.declaringClass().name()))) {
            return;
        }
        String proxy = ", and the bean " + type + ", whose proxy calls it, is in another package.";
        if ((method.flags() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0) {
            problems.error(BuildErrorCodes.METHOD, function.location(),
                    function.qualifiedLabel() + " is package-private" + proxy,
                    "Make it protected or public, or the bean a @Singleton.");
        }
        method.parameterTypes().stream().filter(this::isHidden).findFirst()
                .ifPresent(hidden -> problems.error(BuildErrorCodes.METHOD, function.location(),
                        function.qualifiedLabel() + " has a parameter of type " + hidden + ", which is not public"
                                + proxy,
                        "Make the type public, or the bean a @Singleton."));
    }

    private boolean isHidden(Type type) {
        Type element = type.kind() == Type.Kind.ARRAY ? type.asArrayType().elementType() : type;
        ClassInfo declared = element.kind() == Type.Kind.PRIMITIVE ? null : index.getClassByName(element.name());
        return declared != null && (declared.flags() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0;
    }

    private static String packageOf(DotName type) {
        return type.packagePrefix() == null ? "" : type.packagePrefix();
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
        int highest = alternatives.stream().mapToInt(FunctionBeanResolver::priority).max().orElse(0);
        return alternatives.stream().filter(bean -> priority(bean) == highest).toList();
    }

    private static String describe(BeanInfo bean) {
        return bean.isClassBean() ? bean.getBeanClass().toString() : "that of " + bean.getTarget().orElseThrow();
    }

    private static int priority(BeanInfo bean) {
        return bean.getPriority() == null ? 0 : bean.getPriority();
    }
}
