package dev.cairn.compiler.reader;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the resources that a definition refers to. They are part of it: read when the application is built, from its class path or
 * from the copies of remote documents that it keeps.
 */
final class ExternalResourceLoader {

    private ExternalResourceLoader() {}

    /** The text of an external resource ({@code {name, endpoint}}), or null after a problem was reported. */
    static String text(SourceElement resource) {
        ResourceFile file = file(resource);
        if (file == null) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file.content())).toString();
        } catch (CharacterCodingException noText) {
            SourceElement place = file.place();
            place.problem(ReaderErrorCodes.ENCODING, "The resource " + SourceElement.quoted(place.value().textValue())
                    + " is no UTF-8 text", "Save it as UTF-8.");
            return null;
        }
    }

    /** The file of an external resource ({@code {name, endpoint}}), or null after a problem was reported. */
    static ResourceFile file(SourceElement resource) {
        try (ElementFieldReader fields = ElementFieldReader.of(resource)) {
            SourceElement name = fields.optional("name");
            String text = name == null ? null : name.text();
            SourceElement place = uri(fields.required("endpoint"));
            return place == null ? null : find(text, place);
        }
    }

    /** The URI of an endpoint, written alone or with an authentication; the element may be null. */
    static SourceElement uri(SourceElement endpoint) {
        if (endpoint == null || !endpoint.isObject()) {
            return endpoint;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(endpoint)) {
            fields.unsupported("authentication", "The authentication of a resource",
                    "Documents are fetched while the application is built, where no secrets are: put the file into the application.");
            return fields.required("uri");
        }
    }

    private static ResourceFile find(String name, SourceElement place) {
        String uri = place.text();
        if (uri == null) {
            return null;
        }
        if (place.isWrappedExpression() || uri.indexOf('{') >= 0) {
            place.problem(ReaderErrorCodes.RESOURCE,
                    "A resource is read when the application is built, so its place cannot be computed",
                    "Write the place itself.");
            return null;
        }
        String file = place.location().file();
        ResourceAddress address = ResourceAddress.of(file, uri);
        if (address == null && uri.matches("[A-Za-z][A-Za-z0-9+.-]*:.*") && !uri.matches("(classpath|file):.*")) {
            place.problem(ReaderErrorCodes.RESOURCE, "A resource is read when the application is built, so it cannot come from "
                    + SourceElement.quoted(uri),
                    "Put it beside the definition, or anywhere on the class path: classpath:schemas/order.json.");
            return null;
        }
        byte[] content = address == null ? null : content(address, file, place);
        if (address != null && address.remote()) {
            return content == null ? null : new ResourceFile(name, address.path(), content, place);
        }
        if (content == null) {
            place.problem(ReaderErrorCodes.RESOURCE,
                    "There is no resource " + SourceElement.quoted(address == null ? uri : address.path())
                            + " in the application",
                    address != null && address.fromRoot() ? "Its path begins at the root of the class path."
                            : "Its path begins at the definition; classpath: begins at the root.");
            return null;
        }
        return new ResourceFile(name, address.path(), content, place);
    }

    /**
     * The content of a resource. Null if the application has no such file, and after a problem with a URL was reported.
     *
     * @param file path or URL of the file that has the address
     * @param place gets the problem
     */
    static byte[] content(ResourceAddress address, String file, SourceElement place) {
        return address.remote() ? fetch(address.path(), file, place)
                : place.resources().find(address.path()).orElse(null);
    }

    /** The content at a URL, or null after a problem was reported. */
    private static byte[] fetch(String url, String file, SourceElement place) {
        try {
            return place.resources().fetch(url, ResourceAddress.isRemote(file) ? file : null);
        } catch (UnavailableResourceException unavailable) {
            place.problem(unavailable.code(), unavailable.getMessage(), unavailable.suggestion());
            return null;
        }
    }

    /**
     * A resource.
     *
     * @param name its name in the definition, or null
     * @param path path from the root of the class path, or URL
     * @param place the element that refers to it
     */
    record ResourceFile(String name, String path, byte[] content, SourceElement place) {}
}
