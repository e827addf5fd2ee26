package dev.cairn.integrations.grpc;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import dev.cairn.integrations.grpc.call.CalledClients;
import dev.cairn.integrations.grpc.descriptor.GrpcMethodPlan;
import dev.cairn.integrations.grpc.descriptor.MethodBindings;
import io.quarkus.runtime.annotations.Recorder;

/** Brings what the build found into the application. */
@Recorder
public class GrpcCallRecorder {

    /** The methods that workflows call. */
    public Supplier<MethodBindings> methods(List<GrpcMethodPlan> plans) {
        MethodBindings bindings = MethodBindings.of(plans, Thread.currentThread().getContextClassLoader());
        return () -> bindings;
    }

    /** The clients of {@code quarkus.grpc.clients} that workflows name. */
    public Supplier<CalledClients> clients(List<String> names) {
        CalledClients clients = new CalledClients(Set.copyOf(names));
        return () -> clients;
    }
}
