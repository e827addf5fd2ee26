package dev.cairn.fluent;

/** A file on the class path of the application: {@link Flows#resource(String)}. Read when the application is built. Immutable. */
public final class Resource {

    private static final String SCHEME = "classpath:";

    private final String path;

    Resource(String path) {
        this.path = path;
    }

    /** Its place as the DSL writes it. */
    String uri() {
        return SCHEME + path;
    }

    /** The place of a resource, or null for null. */
    static String uri(Resource resource) {
        return resource == null ? null : resource.uri();
    }
}
