package dev.cairn.definition.openapi;

/**
 * A parameter of an operation to which a call gives a value.
 *
 * @param name name of the parameter
 * @param place part of the request that carries it
 * @param encoding its encoding
 * @param required true if a null is an error; otherwise it leaves the parameter out
 */
public record OperationParameter(String name, ParameterPlace place, ParameterEncoding encoding, boolean required) {

    /** The key of its value among the values of the call. */
    public String key() {
        return place.word() + "." + name;
    }
}
