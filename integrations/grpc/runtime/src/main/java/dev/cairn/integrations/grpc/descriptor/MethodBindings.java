package dev.cairn.integrations.grpc.descriptor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;

/** The methods that workflows call. Immutable. */
public final class MethodBindings {

    private final Map<String, MethodBinding> bindings;

    private MethodBindings(Map<String, MethodBinding> bindings) {
        this.bindings = Map.copyOf(bindings);
    }

    /** The name of a method as calls have it. */
    public static String key(String proto, String service, String method) {
        return proto + '#' + service + '/' + method;
    }

    /** Reads the compiled proto files of some methods, each file once. */
    public static MethodBindings of(List<GrpcMethodPlan> plans, ClassLoader loader) {
        Map<String, Collection<FileDescriptor>> files = new HashMap<>();
        Map<String, MethodBinding> bindings = new HashMap<>();
        for (GrpcMethodPlan plan : plans) {
            Collection<FileDescriptor> descriptors = files.computeIfAbsent(plan.resource(),
                    resource -> DescriptorSetReader.read(content(resource, loader)).values());
            ServiceDescriptor service = descriptors.stream().flatMap(file -> file.getServices().stream())
                    .filter(found -> found.getFullName().equals(plan.service())).findFirst().orElseThrow();
            bindings.put(plan.key(),
                    new MethodBinding(Objects.requireNonNull(service.findMethodByName(plan.method())), descriptors));
        }
        return new MethodBindings(bindings);
    }

    private static byte[] content(String resource, ClassLoader loader) {
        try (InputStream content = loader.getResourceAsStream(resource)) {
            return Objects.requireNonNull(content, resource).readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The method of a {@link #key}; the build has found it. */
    public MethodBinding get(String key) {
        MethodBinding binding = bindings.get(key);
        if (binding == null) {
            throw new IllegalStateException("The build found no gRPC method " + key);
        }
        return binding;
    }
}
