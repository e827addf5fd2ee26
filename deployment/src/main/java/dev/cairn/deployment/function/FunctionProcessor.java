package dev.cairn.deployment.function;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.deployment.BuildExclusionsBuildItem;
import io.quarkus.arc.deployment.UnremovableBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.execannotations.ExecutionModelAnnotationsAllowedBuildItem;
import io.quarkus.deployment.pkg.builditem.CompiledJavaVersionBuildItem;

/**
 * Finds the methods that workflows call, and their beans.
 */
class FunctionProcessor {

    @BuildStep
    FunctionsBuildItem find(CombinedIndexBuildItem combinedIndex, BuildExclusionsBuildItem exclusions,
            CompiledJavaVersionBuildItem compiledFor, List<DefinitionBuildItem> definitions,
            BuildProducer<ProblemsBuildItem> found, BuildProducer<UnremovableBeanBuildItem> unremovable) {
        IndexView index = combinedIndex.getComputingIndex();
        ProblemCollector problems = new ProblemCollector();
        MethodInspector inspector = new MethodInspector(index,
                new ThreadRules(index, compiledFor.getJavaVersion(), problems), problems);
        FunctionFinder finder = new FunctionFinder(index, inspector, problems);
        namedMethods(index, exclusions).forEach(finder::addNamed);
        for (DefinitionBuildItem item : definitions) {
            for (CallTarget.Method target : FunctionReferenceFinder.in(item.definition())) {
                finder.addReferenced(target);
            }
        }
        ApplicationFunctions functions = finder.functions();
        unremovable.produce(UnremovableBeanBuildItem.beanTypes(beans(functions)));
        found.produce(new ProblemsBuildItem(problems));
        return new FunctionsBuildItem(functions);
    }

    private static List<MethodInfo> namedMethods(IndexView index, BuildExclusionsBuildItem exclusions) {
        return index.getAnnotations(FunctionFinder.WORKFLOW_FUNCTION).stream()
                .filter(annotation -> annotation.target().kind() == AnnotationTarget.Kind.METHOD)
                .map(annotation -> annotation.target().asMethod())
                // A bean that is not part of this build, such as by @IfBuildProfile, leaves its names to others.
                .filter(method -> !exclusions.isExcluded(method))
                // The Java compiler copies annotations to the bridge methods that it adds.
                .filter(method -> !method.isSynthetic())
                .sorted(Comparator.comparing(method -> method.declaringClass().name() + method.toString()))
                .toList();
    }

    private static Set<DotName> beans(ApplicationFunctions functions) {
        return functions.all().stream().map(inspected -> inspected.function().bean()).filter(bean -> bean != null)
                .collect(Collectors.toSet());
    }

    /** Elsewhere Quarkus takes annotations about threads for a mistake. */
    @BuildStep
    ExecutionModelAnnotationsAllowedBuildItem allowThreadAnnotations(FunctionsBuildItem functions) {
        Set<String> methods = functions.functions().all().stream().map(inspected -> id(inspected.function().method()))
                .collect(Collectors.toSet());
        return new ExecutionModelAnnotationsAllowedBuildItem(
                method -> method.hasDeclaredAnnotation(FunctionFinder.WORKFLOW_FUNCTION) || methods.contains(id(method)));
    }

    private static String id(MethodInfo method) {
        return method.declaringClass().name() + "#" + method.name() + method.descriptor();
    }

    @BuildStep
    FunctionBeansBuildItem findBeans(FunctionsBuildItem functions, BeanDiscoveryFinishedBuildItem beans,
            CombinedIndexBuildItem combinedIndex, BuildProducer<ProblemsBuildItem> found) {
        ProblemCollector problems = new ProblemCollector();
        FunctionBeanResolver resolver = new FunctionBeanResolver(beans, combinedIndex.getComputingIndex(), problems);
        FunctionBeansBuildItem result = new FunctionBeansBuildItem(resolver.identifiers(functions.functions().all()));
        found.produce(new ProblemsBuildItem(problems));
        return result;
    }
}
