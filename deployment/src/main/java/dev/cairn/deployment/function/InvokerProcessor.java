package dev.cairn.deployment.function;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

import dev.cairn.effect.function.FunctionInvoker;
import dev.cairn.effect.function.FunctionMetadata;
import dev.cairn.quarkus.link.ProgramLinkRecorder;
import io.quarkus.deployment.GeneratedClassGizmo2Adaptor;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.BytecodeTransformerBuildItem;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.GeneratedClassBuildItem;
import io.quarkus.deployment.builditem.GeneratedResourceBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveHierarchyBuildItem;
import io.quarkus.deployment.recording.RecorderContext;
import io.quarkus.gizmo2.Gizmo;
import io.quarkus.runtime.RuntimeValue;

/**
 * Generates the classes that call functions.
 */
class InvokerProcessor {

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    FunctionInvokersBuildItem generate(ProgramLinkRecorder recorder, RecorderContext recorderContext,
            UsedFunctionsBuildItem used,
            FunctionsBuildItem functions, FunctionBeansBuildItem beans, BuildProducer<GeneratedClassBuildItem> generatedClasses,
            BuildProducer<GeneratedResourceBuildItem> generatedResources) {
        Function<String, String> owner = InvokerGenerator::ownerName;
        InvokerGenerator generator = new InvokerGenerator(
                Gizmo.create(new GeneratedClassGizmo2Adaptor(generatedClasses, generatedResources, owner))
                        .withDebugInfo(false)
                        .withParameters(false));
        List<FunctionMetadata> metadata = new ArrayList<>();
        Map<String, RuntimeValue<FunctionInvoker>> invokers = new LinkedHashMap<>();
        for (String key : used.keys()) {
            InspectedFunction inspected = functions.functions().byKey(key);
            generator.generate(inspected.function());
            metadata.add(inspected.metadata(beans.identifier(inspected.function().bean())));
            invokers.put(key, recorderContext.newInstance(InvokerGenerator.invokerName(inspected.function())));
        }
        return new FunctionInvokersBuildItem(metadata, invokers);
    }

    /** The body of a lambda is a private method of the class it stands in; the generated class has to reach it. */
    @BuildStep
    void open(UsedFunctionsBuildItem used, FunctionsBuildItem functions,
            BuildProducer<BytecodeTransformerBuildItem> transformers) {
        Map<String, Set<String>> closed = new HashMap<>();
        for (String key : used.keys()) {
            FunctionMethod function = functions.functions().byKey(key).function();
            if (function.isStatic() && Modifier.isPrivate(function.method().flags())) {
                closed.computeIfAbsent(function.method().declaringClass().name().toString(), any -> new TreeSet<>())
                        .add(function.method().name() + function.method().descriptor());
            }
        }
        closed.forEach((type, methods) -> transformers.produce(new BytecodeTransformerBuildItem.Builder()
                .setClassToTransform(type)
                .setCacheable(true)
                .setVisitorFunction((name, visitor) -> new AccessWideningVisitor(visitor, methods))
                .build()));
    }

    @BuildStep
    void registerTypes(UsedFunctionsBuildItem used, FunctionsBuildItem functions, CombinedIndexBuildItem combinedIndex,
            BuildProducer<ReflectiveHierarchyBuildItem> reflective) {
        IndexView index = combinedIndex.getComputingIndex();
        for (String key : used.keys()) {
            InspectedFunction inspected = functions.functions().byKey(key);
            MethodInfo method = inspected.function().method();
            inspected.types().forEach(type -> reflective.produce(hierarchy(type, index, method)));
        }
    }

    private static ReflectiveHierarchyBuildItem hierarchy(Type type, IndexView index, MethodInfo method) {
        return ReflectiveHierarchyBuildItem.builder(type).index(index)
                .source("Cairn: " + method.declaringClass().name() + "#" + method.name()).build();
    }
}
