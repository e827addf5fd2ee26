package dev.cairn.integrations.grpc.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import jakarta.inject.Singleton;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.deployment.CallIntegrationBuildItem;
import dev.cairn.deployment.CallTargetFinder;
import dev.cairn.deployment.DefinitionBuildItem;
import dev.cairn.deployment.ProblemsBuildItem;
import dev.cairn.integrations.grpc.GrpcCallRecorder;
import dev.cairn.integrations.grpc.call.CalledClients;
import dev.cairn.integrations.grpc.call.GrpcCallPerformer;
import dev.cairn.integrations.grpc.descriptor.MethodBindings;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.ApplicationArchivesBuildItem;
import io.quarkus.deployment.builditem.GeneratedResourceBuildItem;
import io.quarkus.deployment.builditem.HotDeploymentWatchedFileBuildItem;
import io.quarkus.deployment.pkg.builditem.CurateOutcomeBuildItem;
import io.quarkus.deployment.pkg.builditem.OutputTargetBuildItem;

/** Compiles the proto files of gRPC calls, and puts them into the application. */
class GrpcCallProcessor {

    @BuildStep
    CallIntegrationBuildItem integration() {
        return new CallIntegrationBuildItem(GrpcCallPerformer.CALL);
    }

    @BuildStep
    GrpcMethodsBuildItem compile(List<DefinitionBuildItem> definitions, ApplicationArchivesBuildItem archives,
            CurateOutcomeBuildItem application, OutputTargetBuildItem output, BuildProducer<ProblemsBuildItem> found,
            BuildProducer<HotDeploymentWatchedFileBuildItem> watched) throws IOException {
        Optional<CallTarget.Grpc> first = definitions.stream().flatMap(item -> calls(item.definition())).findFirst();
        if (first.isEmpty()) {
            return new GrpcMethodsBuildItem(List.of(), Map.of(), Set.of());
        }
        ProblemCollector problems = new ProblemCollector();
        Optional<Path> protoc = ProtocExecutable.find(application.getApplicationModel(),
                output.getOutputDirectory().resolve("cairn"));
        if (protoc.isEmpty()) {
            problems.error(GrpcErrorCodes.PROTOC, first.get().method().proto().location(),
                    "The application has no protoc for " + ProtocExecutable.classifier()
                            + ", so proto files cannot be compiled.",
                    "Build with -Dquarkus.grpc.protoc-path=… and the path of an installed protoc.");
            found.produce(new ProblemsBuildItem(problems));
            return new GrpcMethodsBuildItem(List.of(), Map.of(), Set.of());
        }
        GrpcCallChecker checker = new GrpcCallChecker(new ProtoCompiler(protoc.get(), problems),
                path -> resource(archives, path), problems);
        definitions.forEach(item -> calls(item.definition())
                .forEach(call -> checker.check(call, item.definition().sources())));
        checker.watched().forEach(path -> watched.produce(new HotDeploymentWatchedFileBuildItem(path)));
        found.produce(new ProblemsBuildItem(problems));
        return checker.methods();
    }

    private static Stream<CallTarget.Grpc> calls(Definition definition) {
        return CallTargetFinder.in(definition).stream().filter(CallTarget.Grpc.class::isInstance)
                .map(CallTarget.Grpc.class::cast);
    }

    private static Optional<byte[]> resource(ApplicationArchivesBuildItem archives, String path) {
        return archives.getAllApplicationArchives().stream()
                .map(archive -> archive.apply(tree -> tree.apply(path, visit -> visit == null
                        || !Files.isRegularFile(visit.getPath()) ? null : GrpcCallChecker.content(visit.getPath()))))
                .filter(Objects::nonNull).findFirst();
    }

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    void perform(GrpcCallRecorder recorder, GrpcMethodsBuildItem methods, BuildProducer<AdditionalBeanBuildItem> beans,
            BuildProducer<SyntheticBeanBuildItem> plans, BuildProducer<GeneratedResourceBuildItem> resources) {
        if (methods.methods().isEmpty()) {
            return;
        }
        methods.resources().forEach((name, content) -> resources.produce(new GeneratedResourceBuildItem(name, content)));
        beans.produce(AdditionalBeanBuildItem.unremovableOf(GrpcCallPerformer.class));
        plans.produce(SyntheticBeanBuildItem.configure(MethodBindings.class).scope(Singleton.class)
                .supplier(recorder.methods(methods.methods())).done());
        plans.produce(SyntheticBeanBuildItem.configure(CalledClients.class).scope(Singleton.class)
                .supplier(recorder.clients(List.copyOf(methods.clients()))).done());
    }
}
