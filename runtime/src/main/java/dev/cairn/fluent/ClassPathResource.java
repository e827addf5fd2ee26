package dev.cairn.fluent;

/**
 * A file on the class path of the application, or a document that the application keeps a copy of: {@link Flows#resource(String)}. Read when
 * the application is built. Immutable.
 */
public final class ClassPathResource {

    private static final String SCHEME = "classpath:";

    private final String path;

    ClassPathResource(String path) {
        this.path = path;
    }

    /** Its place as the DSL writes it. */
    String uri() {
        return path.matches("(?i)https?://.*") ? path : SCHEME + path;
    }

    /** The place of a resource, or null for null. */
    static String uri(ClassPathResource resource) {
        return resource == null ? null : resource.uri();
    }
}
