package dev.cairn.effect.function;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.type.TypeFactory;

/**
 * The types of a callable method, resolved once, while the application starts.
 *
 * @param function the function that has them
 * @param parameters one for each parameter in order; null for a parameter that takes the context of the call
 * @param result the result type, or null for none
 */
record FunctionTypes(FunctionMetadata function, List<JavaType> parameters, JavaType result) {

    static FunctionTypes resolve(FunctionMetadata function) {
        TypeFactory factory = TypeFactory.defaultInstance().withClassLoader(Thread.currentThread().getContextClassLoader());
        List<JavaType> parameters = new ArrayList<>();
        for (FunctionMetadata.Parameter parameter : function.parameters()) {
            parameters.add(parameter.isContext() ? null : factory.constructFromCanonical(parameter.type()));
        }
        JavaType result = function.resultType() == null ? null : factory.constructFromCanonical(function.resultType());
        return new FunctionTypes(function, Collections.unmodifiableList(parameters), result);
    }

    /** The same types as a mapper knows them: its modules may modify types, as they do for {@code Optional}. */
    FunctionTypes of(ObjectMapper mapper) {
        TypeFactory factory = mapper.getTypeFactory();
        return new FunctionTypes(function, parameters.stream().map(type -> modified(type, factory)).toList(),
                modified(result, factory));
    }

    /** A parsed type has no modifications; a type that is constructed from modified parts has them. */
    private static JavaType modified(JavaType type, TypeFactory factory) {
        if (type == null) {
            return null;
        }
        if (type.isArrayType()) {
            return factory.constructArrayType(modified(type.getContentType(), factory));
        }
        if (type.containedTypeCount() == 0) {
            return factory.constructType(type.getRawClass());
        }
        return factory.constructParametricType(type.getRawClass(), type.getBindings().getTypeParameters().stream()
                .map(argument -> modified(argument, factory)).toArray(JavaType[]::new));
    }
}
