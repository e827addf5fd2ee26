package dev.cairn.deployment.function;

import java.util.Map;

import org.jboss.jandex.DotName;

import io.quarkus.builder.item.SimpleBuildItem;

/**
 * The beans that functions are called on.
 */
final class FunctionBeansBuildItem extends SimpleBuildItem {

    private final Map<DotName, String> identifiers;

    FunctionBeansBuildItem(Map<DotName, String> identifiers) {
        this.identifiers = Map.copyOf(identifiers);
    }

    /** Identifier of the bean of a class or interface; null for null. */
    String identifier(DotName bean) {
        return bean == null ? null : identifiers.get(bean);
    }
}
