package dev.cairn.definition.openapi;

import java.util.List;
import java.util.Map;

/**
 * The server of an operation.
 *
 * @param url its URL, in which {@code {name}} stands for a variable; null if the call gives the whole URL
 * @param variables by name of a variable of the URL to which the call gives a value, the values that it may have; none for any
 */
public record OperationServer(String url, Map<String, List<String>> variables) {

    /** Key of the whole URL among the values of the call. */
    public static final String KEY = "server";

    public OperationServer {
        variables = Map.copyOf(variables);
    }

    /** Key of a variable among the values of the call. */
    public static String key(String variable) {
        return KEY + "." + variable;
    }
}
