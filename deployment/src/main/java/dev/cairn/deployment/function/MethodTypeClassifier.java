package dev.cairn.deployment.function;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jboss.jandex.DotName;
import org.jboss.jandex.ParameterizedType;
import org.jboss.jandex.Type;
import org.jboss.jandex.WildcardType;

/**
 * Tells which types of methods have an asynchronous result, none, or one value, and names them canonically as Jackson will
 * need them, such as {@code java.util.List<com.acme.Item>}.
 */
final class MethodTypeClassifier {

    private static final DotName UNI = DotName.createSimple("io.smallrye.mutiny.Uni");
    private static final Set<DotName> ASYNCHRONOUS = Set.of(UNI,
            DotName.createSimple("java.util.concurrent.CompletionStage"),
            DotName.createSimple("java.util.concurrent.CompletableFuture"));
    private static final Set<DotName> NO_SINGLE_VALUE = Set.of(
            DotName.createSimple("io.smallrye.mutiny.Multi"),
            DotName.createSimple("java.util.concurrent.Flow$Publisher"),
            DotName.createSimple("org.reactivestreams.Publisher"),
            DotName.createSimple("java.util.concurrent.Future"),
            DotName.createSimple("java.util.stream.Stream"),
            DotName.createSimple("java.util.Iterator"));

    private static final DotName VOID_OBJECT = DotName.createSimple(Void.class.getName());

    private MethodTypeClassifier() {}

    /** True if a result of this type comes later, without a thread that waits. */
    static boolean isAsynchronous(Type type) {
        return ASYNCHRONOUS.contains(type.name());
    }

    /** True if a result of this type is not one value that could be awaited. */
    static boolean isNoSingleValue(Type type) {
        return NO_SINGLE_VALUE.contains(type.name());
    }

    /** The type of the result after completion: the type itself, or the one inside {@code Uni} or {@code CompletionStage}. */
    static Type awaited(Type type) {
        if (!isAsynchronous(type)) {
            return type;
        }
        return type.kind() == Type.Kind.PARAMETERIZED_TYPE ? type.asParameterizedType().arguments().get(0)
                : Type.create(DotName.OBJECT_NAME, Type.Kind.CLASS);
    }

    /** True for {@code void} and {@code Void}: there is no result. */
    static boolean isNothing(Type type) {
        return type.kind() == Type.Kind.VOID || type.name().equals(VOID_OBJECT);
    }

    /** The canonical name; empty if it depends on a type variable. */
    static Optional<String> canonicalName(Type type) {
        return switch (type.kind()) {
            case CLASS, PRIMITIVE -> Optional.of(type.name().toString());
            case ARRAY -> arrayName(type);
            case PARAMETERIZED_TYPE -> parameterizedName(type.asParameterizedType());
            case WILDCARD_TYPE -> wildcardName(type.asWildcardType());
            default -> Optional.empty();
        };
    }

    private static Optional<String> arrayName(Type array) {
        Type element = array.asArrayType().elementType();
        // Jackson knows arrays by the name of their class, which has no room for parameters of the elements.
        return element.kind() == Type.Kind.CLASS || element.kind() == Type.Kind.PRIMITIVE
                ? Optional.of(array.name().toString())
                : Optional.empty();
    }

    private static Optional<String> parameterizedName(ParameterizedType type) {
        if (type.arguments().stream().anyMatch(argument -> canonicalName(argument).isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(type.arguments().stream().map(argument -> canonicalName(argument).orElseThrow())
                .collect(Collectors.joining(",", type.name() + "<", ">")));
    }

    private static Optional<String> wildcardName(WildcardType type) {
        return canonicalName(type.superBound() != null ? type.superBound() : type.extendsBound());
    }
}
