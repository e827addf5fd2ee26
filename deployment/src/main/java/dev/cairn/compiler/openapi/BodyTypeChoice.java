package dev.cairn.compiler.openapi;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

import dev.cairn.definition.openapi.OperationBody;
import dev.cairn.value.BodyMediaType;

/** Chooses the media type of a body among those that a document offers. They can be ranges. */
final class BodyTypeChoice {

    private static final String JSON = "application/json";
    private static final Set<String> RANGES_OF_JSON = Set.of("*/*", "application/*", "application/*+json");
    private static final String TEXT = "text/plain";
    private static final String RANGE_OF_TEXT = "text/*";

    private BodyTypeChoice() {}

    /**
     * JSON is preferred to forms, forms to multipart forms, these to text, and all to a range; a type that a call cannot send comes last. Of several equals the
     * first one counts.
     *
     * @param offered at least one
     */
    static String best(List<String> offered) {
        return offered.stream().min(Comparator.comparingInt(BodyTypeChoice::rank)).orElseThrow();
    }

    private static int rank(String mediaType) {
        BodyMediaType type = BodyMediaType.of(mediaType);
        if (isRange(type)) {
            return RANGES_OF_JSON.contains(type.name()) ? 5 : type.name().equals(RANGE_OF_TEXT) ? 6 : 7;
        }
        if (type.isJson()) {
            return type.name().equals(JSON) ? 0 : 1;
        }
        return switch (type.name()) {
            case OperationBody.FORM -> 2;
            case OperationBody.MULTIPART -> 3;
            default -> type.isText() ? 4 : 7;
        };
    }

    /** The type that a call sends for an offered one: a range such as {@code application/*} is no type to send. */
    static String sent(String mediaType) {
        String name = BodyMediaType.of(mediaType).name();
        return RANGES_OF_JSON.contains(name) ? JSON : name.equals(RANGE_OF_TEXT) ? TEXT : mediaType;
    }

    /** True if a call can send the type as JSON or text. */
    static boolean isSendable(BodyMediaType type) {
        return !isRange(type) && (type.isJson() || type.isText());
    }

    private static boolean isRange(BodyMediaType type) {
        return type.name().indexOf('*') >= 0;
    }
}
