package dev.cairn.deployment.function;

import java.util.List;

import org.jboss.jandex.Type;

import dev.cairn.effect.function.FunctionMetadata;
import dev.cairn.effect.function.FunctionMetadata.Parameter;
import dev.cairn.effect.function.FunctionThreadKind;

/**
 * A method that workflows can call.
 *
 * @param function the method
 * @param thread the thread on which it runs
 * @param parameters the parameters that a call passes, in order
 * @param resultType canonical name of its awaited result, or null for none
 * @param types of all its parameters and of its awaited result
 */
record InspectedFunction(FunctionMethod function, FunctionThreadKind thread, List<Parameter> parameters, String resultType,
        List<Type> types) {

    /** As the running application needs it. {@code bean} is the identifier of its bean, or null. */
    FunctionMetadata metadata(String bean) {
        return new FunctionMetadata(function.key(), function.label(), bean, thread, parameters, resultType);
    }
}
