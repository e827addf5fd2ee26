package dev.cairn.integrations.grpc.call;

import java.util.Set;

/** The clients of {@code quarkus.grpc.clients} that definitions name. */
public record CalledClients(Set<String> names) {

    public CalledClients {
        names = Set.copyOf(names);
    }
}
