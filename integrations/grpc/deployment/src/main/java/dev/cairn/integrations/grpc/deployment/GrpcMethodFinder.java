package dev.cairn.integrations.grpc.deployment;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;

import dev.cairn.definition.CallTarget.GrpcMethodReference;
import dev.cairn.definition.CallTarget.NamedElement;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;

/** Finds the methods that calls name in their proto files. */
final class GrpcMethodFinder {

    private final ProblemCollector problems;

    GrpcMethodFinder(ProblemCollector problems) {
        this.problems = problems;
    }

    /** @return empty after a problem was reported */
    Optional<MethodDescriptor> find(GrpcMethodReference reference, Collection<FileDescriptor> files) {
        Optional<ServiceDescriptor> service = service(reference, files);
        return service.map(found -> method(reference.method(), found));
    }

    private Optional<ServiceDescriptor> service(GrpcMethodReference reference, Collection<FileDescriptor> files) {
        NamedElement name = reference.service();
        List<ServiceDescriptor> services = files.stream().flatMap(file -> file.getServices().stream()).toList();
        Optional<ServiceDescriptor> found = services.stream()
                .filter(service -> service.getFullName().equals(name.name())).findFirst();
        if (found.isPresent()) {
            return found;
        }
        List<ServiceDescriptor> simple = services.stream().filter(service -> service.getName().equals(name.name())).toList();
        if (simple.size() == 1) {
            return Optional.of(simple.get(0));
        }
        unknown(name, "The proto file \"" + reference.proto().name() + "\" has no service",
                services.stream().map(ServiceDescriptor::getFullName).toList());
        return Optional.empty();
    }

    private MethodDescriptor method(NamedElement name, ServiceDescriptor service) {
        MethodDescriptor method = service.findMethodByName(name.name());
        if (method == null) {
            unknown(name, "The service " + service.getFullName() + " has no method",
                    service.getMethods().stream().map(MethodDescriptor::getName).toList());
        }
        return method;
    }

    private void unknown(NamedElement name, String message, List<String> known) {
        String near = NameSuggestions.didYouMean(name.name(), known);
        problems.error(GrpcErrorCodes.UNKNOWN_METHOD, name.location(), message + " \"" + name.name() + "\".",
                near != null ? near
                        : known.isEmpty() ? "It has none." : "It has: " + NameSuggestions.first(known) + ".");
    }
}
