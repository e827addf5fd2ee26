package dev.cairn.integrations.grpc.deployment;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.cairn.integrations.grpc.descriptor.GrpcMethodPlan;
import io.quarkus.builder.item.SimpleBuildItem;

/** The methods that definitions call, with their compiled proto files. */
final class GrpcMethodsBuildItem extends SimpleBuildItem {

    private final List<GrpcMethodPlan> methods;
    private final Map<String, byte[]> resources;
    private final Set<String> clients;

    /**
     * @param resources compiled proto files by the names of their resources
     * @param clients the clients of {@code quarkus.grpc.clients} that calls name
     */
    GrpcMethodsBuildItem(List<GrpcMethodPlan> methods, Map<String, byte[]> resources, Set<String> clients) {
        this.methods = List.copyOf(methods);
        this.resources = Map.copyOf(resources);
        this.clients = Set.copyOf(clients);
    }

    List<GrpcMethodPlan> methods() {
        return methods;
    }

    Map<String, byte[]> resources() {
        return resources;
    }

    Set<String> clients() {
        return clients;
    }
}
