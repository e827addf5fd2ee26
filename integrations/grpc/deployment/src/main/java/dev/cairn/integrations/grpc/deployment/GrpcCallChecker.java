package dev.cairn.integrations.grpc.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.TypeRegistry;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.CallTarget.GrpcMethodReference;
import dev.cairn.definition.CallTarget.NamedElement;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceMap;
import dev.cairn.integrations.grpc.descriptor.DescriptorSetReader;
import dev.cairn.integrations.grpc.descriptor.GrpcMethodPlan;
import dev.cairn.integrations.grpc.descriptor.MethodBindings;

/** Compiles the proto files of calls, each once, and checks the calls against them. Used by one thread. */
final class GrpcCallChecker {

    private static final String RESOURCES = "META-INF/cairn/grpc/";

    private final ProtoCompiler compiler;
    private final Function<String, Optional<byte[]>> files;
    private final ProblemCollector problems;
    private final Map<String, Optional<CompiledProto>> compiled = new HashMap<>();
    private final Map<String, GrpcMethodPlan> methods = new TreeMap<>();
    private final Map<String, byte[]> resources = new TreeMap<>();
    private final Set<String> clients = new TreeSet<>();
    private final Set<String> watched = new TreeSet<>();

    /** @param files the files of the application, by their path from the root of the class path */
    GrpcCallChecker(ProtoCompiler compiler, Function<String, Optional<byte[]>> files, ProblemCollector problems) {
        this.compiler = compiler;
        this.files = files;
        this.problems = problems;
    }

    /** @param sources of the definition that has the call */
    void check(CallTarget.Grpc call, SourceMap sources) {
        GrpcMethodReference reference = call.method();
        Optional<CompiledProto> proto = compiled.computeIfAbsent(reference.proto().name(),
                path -> compile(reference.proto()));
        if (call.server().client() != null) {
            clients.add(call.server().client());
        }
        proto.ifPresent(found -> new GrpcMethodFinder(problems).find(reference, found.files()).ifPresent(method -> {
            TypeRegistry.Builder types = TypeRegistry.newBuilder();
            found.files().forEach(file -> types.add(file.getMessageTypes()));
            new GrpcArgumentCheck(problems, sources, types.build()).check(call.arguments(), method,
                    reference.method().location());
            add(reference, method, found);
        }));
    }

    private void add(GrpcMethodReference reference, MethodDescriptor method, CompiledProto proto) {
        String key = MethodBindings.key(reference.proto().name(), reference.service().name(), reference.method().name());
        methods.put(key, new GrpcMethodPlan(key, method.getService().getFullName(), method.getName(), proto.resource()));
    }

    private Optional<CompiledProto> compile(NamedElement proto) {
        try {
            Path directory = Files.createTempDirectory("cairn-proto");
            try {
                ProtoFileCollector collector = new ProtoFileCollector(directory, files);
                collector.collect(proto.name());
                watched.addAll(collector.watched());
                return compiler.compile(proto, directory).map(set -> {
                    String resource = RESOURCES + resources.size() + ".desc";
                    resources.put(resource, set);
                    return new CompiledProto(resource, DescriptorSetReader.read(set).values());
                });
            } finally {
                delete(directory);
            }
        } catch (IOException failed) {
            problems.error(GrpcErrorCodes.PROTO, proto.location(), "The proto file \"" + proto.name()
                    + "\" cannot be compiled: " + failed.getMessage() + ".", "See the cause; then build again.");
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** The content of a file. */
    static byte[] content(Path file) {
        try (InputStream content = Files.newInputStream(file)) {
            return content.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read " + file, unreadable);
        }
    }

    GrpcMethodsBuildItem methods() {
        return new GrpcMethodsBuildItem(List.copyOf(methods.values()), resources, clients);
    }

    /** Paths of files that dev mode watches, whether or not they exist. */
    Set<String> watched() {
        return watched;
    }

    private record CompiledProto(String resource, Collection<FileDescriptor> files) {}
}
