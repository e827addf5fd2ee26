package dev.cairn.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;

/**
 * The types of a callable method, resolved once, while the application starts.
 *
 * @param function what they belong to
 * @param parameters one for each parameter in order; null for one that takes the context of the call
 * @param result what the method results in, or null for nothing
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
}
