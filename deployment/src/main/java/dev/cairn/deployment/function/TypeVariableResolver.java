package dev.cairn.deployment.function;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jboss.jandex.ArrayType;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.ParameterizedType;
import org.jboss.jandex.Type;
import org.jboss.jandex.TypeVariable;
import org.jboss.jandex.WildcardType;

import io.quarkus.deployment.util.JandexUtil;

/**
 * Resolves the type variables of an inherited method for the class through which it is called: in {@code Orders extends Store<Order>}, the
 * {@code T} of {@code Store<T>} is {@code Order}.
 */
final class TypeVariableResolver {

    private final Map<String, Type> values = new HashMap<>();

    private TypeVariableResolver() {}

    static TypeVariableResolver of(FunctionMethod function, IndexView index) {
        TypeVariableResolver variables = new TypeVariableResolver();
        ClassInfo declaring = function.method().declaringClass();
        if (!declaring.typeParameters().isEmpty() && !declaring.name().equals(function.receiver().name())) {
            variables.resolve(function.receiver(), declaring, index);
            // Type parameters of the method hide those of its class.
            function.method().typeParameters().forEach(own -> variables.values.remove(own.identifier()));
        }
        return variables;
    }

    private void resolve(ClassInfo receiver, ClassInfo declaring, IndexView index) {
        List<Type> arguments;
        try {
            arguments = JandexUtil.resolveTypeParameters(receiver.name(), declaring.name(), index);
        } catch (RuntimeException notIndexed) {
            // A class between the two is in no index: what the variables stand for is not known.
            return;
        }
        List<TypeVariable> parameters = declaring.typeParameters();
        for (int i = 0; i < Math.min(parameters.size(), arguments.size()); i++) {
            if (arguments.get(i).kind() != Type.Kind.TYPE_VARIABLE) {
                values.put(parameters.get(i).identifier(), arguments.get(i));
            }
        }
    }

    /** The type without the variables that stand for something, at any depth. */
    Type resolve(Type type) {
        if (values.isEmpty()) {
            return type;
        }
        return switch (type.kind()) {
            case TYPE_VARIABLE -> values.getOrDefault(type.asTypeVariable().identifier(), type);
            case ARRAY -> array(resolve(type.asArrayType().constituent()), type.asArrayType().dimensions());
            case PARAMETERIZED_TYPE -> ParameterizedType.create(type.name(),
                    type.asParameterizedType().arguments().stream().map(this::resolve).toArray(Type[]::new), null);
            case WILDCARD_TYPE -> wildcard(type.asWildcardType());
            default -> type;
        };
    }

    private static Type array(Type constituent, int dimensions) {
        return constituent.kind() == Type.Kind.ARRAY
                ? ArrayType.create(constituent.asArrayType().constituent(), constituent.asArrayType().dimensions() + dimensions)
                : ArrayType.create(constituent, dimensions);
    }

    private Type wildcard(WildcardType type) {
        return type.superBound() != null ? WildcardType.createLowerBound(resolve(type.superBound()))
                : WildcardType.createUpperBound(resolve(type.extendsBound()));
    }
}
