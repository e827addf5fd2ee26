package dev.cairn.virtualthreads;

import java.util.List;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkus.arc.Arc;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;

/** Says whether its methods run on a virtual thread, in a Vert.x context of their own, with a request scope. */
@ApplicationScoped
class Bean {

    @RunOnVirtualThread
    List<Boolean> value(List<Boolean> before) {
        return withHere(before);
    }

    @RunOnVirtualThread
    Uni<List<Boolean>> uni(List<Boolean> before) {
        return Uni.createFrom().item(withHere(before));
    }

    private static List<Boolean> withHere(List<Boolean> before) {
        return Stream.concat(before.stream(), Stream.of(Thread.currentThread().isVirtual(),
                VertxContext.isOnDuplicatedContext(), Arc.container().requestContext().isActive())).toList();
    }
}
