package dev.cairn.http;

import io.smallrye.mutiny.Uni;

/**
 * Checks whether a caller may read instances of a workflow over HTTP. Implemented by generated resources, which are
 * beans qualified with {@code @Identifier("namespace:name")}.
 */
public interface InstanceReadPermissionCheck {

    /** Completes if the caller may see instances of the workflow; fails as any secured method does if not. */
    Uni<Void> permit();
}
