package dev.cairn.definition.openapi;

import java.util.List;
import java.util.Map;

/**
 * The body of a request.
 *
 * @param mediaType its media type
 * @param fields fields of a form, each with a value of its own; empty if the call gives the body as a whole
 * @param encodings encodings of fields by name, for a form that the call gives as a whole; any other field has the default one
 * @param parts encodings of the parts of a multipart form by name; any other part is sent as the call gives it
 */
public record OperationBody(String mediaType, List<OperationParameter> fields, Map<String, ParameterEncoding> encodings,
        Map<String, PartEncoding> parts) {

    /** Key of the whole body among the values of the call. */
    public static final String KEY = "body";

    /** Media type of the forms whose fields are joined by {@code &}. */
    public static final String FORM = "application/x-www-form-urlencoded";

    /** Media type of the forms that can have files. */
    public static final String MULTIPART = "multipart/form-data";

    public OperationBody {
        fields = List.copyOf(fields);
        encodings = Map.copyOf(encodings);
        parts = Map.copyOf(parts);
    }
}
