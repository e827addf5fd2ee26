package dev.cairn.deployment.engine;

import java.util.List;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.deployment.IntegrationPortsBuildItem;
import dev.cairn.deployment.function.FunctionInvokersBuildItem;
import dev.cairn.deployment.function.UsedFunctionsBuildItem;
import dev.cairn.effect.function.FunctionObjectMappers;
import dev.cairn.program.ProgramCodec;
import dev.cairn.quarkus.lifecycle.BuiltInCodecProducer;
import dev.cairn.quarkus.lifecycle.EngineLifecycle;
import dev.cairn.quarkus.lifecycle.EngineStartupObserver;
import dev.cairn.quarkus.lifecycle.HttpCallFactory;
import dev.cairn.quarkus.lifecycle.IntegrationPortProducer;
import dev.cairn.quarkus.link.LinkedPrograms;
import dev.cairn.quarkus.link.ProgramLinkRecorder;
import dev.cairn.spi.InstanceStore;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.arc.deployment.UnremovableBeanBuildItem;
import io.quarkus.credentials.CredentialsProvider;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.GeneratedResourceBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourceBuildItem;

/**
 * Puts the programs and the engine that runs them into the application.
 */
class EngineProcessor {

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem("cairn");
    }

    @BuildStep
    AdditionalBeanBuildItem lifecycle() {
        return AdditionalBeanBuildItem.builder().setUnremovable()
                .addBeanClasses(EngineStartupObserver.class, EngineLifecycle.class, FunctionObjectMappers.class,
                        BuiltInCodecProducer.class, HttpCallFactory.class)
                .build();
    }

    @BuildStep
    void ports(List<IntegrationPortsBuildItem> users, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (!users.isEmpty()) {
            beans.produce(new AdditionalBeanBuildItem(IntegrationPortProducer.class));
        }
    }

    /** Beans that are looked up where nothing is injected. */
    @BuildStep
    UnremovableBeanBuildItem lookedUp() {
        return UnremovableBeanBuildItem.beanTypes(ObjectMapper.class, InstanceStore.class, CredentialsProvider.class);
    }

    @BuildStep
    UsedFunctionsBuildItem used(ProgramsBuildItem programs) {
        return new UsedFunctionsBuildItem(programs.functions());
    }

    @BuildStep
    GeneratedResourceBuildItem write(ProgramsBuildItem programs) {
        return new GeneratedResourceBuildItem(ProgramLinkRecorder.PROGRAMS, ProgramCodec.write(programs.programs()));
    }

    @BuildStep
    NativeImageResourceBuildItem include() {
        return new NativeImageResourceBuildItem(ProgramLinkRecorder.PROGRAMS);
    }

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    SyntheticBeanBuildItem link(ProgramLinkRecorder recorder, FunctionInvokersBuildItem functions) {
        return SyntheticBeanBuildItem.configure(LinkedPrograms.class)
                .scope(Singleton.class)
                .supplier(recorder.link(functions.functions(), functions.invokers()))
                .done();
    }
}
