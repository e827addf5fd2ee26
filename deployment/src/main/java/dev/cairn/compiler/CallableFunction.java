package dev.cairn.compiler;

import java.util.List;

/**
 * A method that definitions can call.
 *
 * @param key stands for it in programs
 * @param parameters names of the parameters that are given as JSON, in order
 */
public record CallableFunction(String key, List<String> parameters) {

    public CallableFunction {
        parameters = List.copyOf(parameters);
    }
}
