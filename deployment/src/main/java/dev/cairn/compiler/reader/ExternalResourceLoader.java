package dev.cairn.compiler.reader;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the resources that a definition refers to. They are part of it: read when the application is built, from its class path.
 */
final class ExternalResourceLoader {

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(?:///?(?=[^/]))?(.*)", Pattern.DOTALL);

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

    private static SourceElement uri(SourceElement endpoint) {
        if (endpoint == null || !endpoint.isObject()) {
            return endpoint;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(endpoint)) {
            fields.unsupported("authentication", "The authentication of a resource",
                    "A resource is a file of the application; remove it.");
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
        Matcher scheme = SCHEME.matcher(uri);
        boolean schemed = scheme.matches();
        if (schemed && !scheme.group(1).equals("classpath") && !scheme.group(1).equals("file")) {
            place.problem(ReaderErrorCodes.RESOURCE, "A resource is read when the application is built, so it cannot come from "
                    + SourceElement.quoted(uri),
                    "Put it beside the definition, or anywhere on the class path: classpath:schemas/order.json.");
            return null;
        }
        String path = schemed ? scheme.group(2) : uri;
        boolean fromRoot = schemed && scheme.group(1).equals("classpath") || path.startsWith("/");
        String resolved = ApplicationResources.resolve(fromRoot ? "" : place.location().file(), path);
        Optional<byte[]> found = resolved == null ? Optional.empty() : place.resources().find(resolved);
        if (found.isEmpty()) {
            place.problem(ReaderErrorCodes.RESOURCE,
                    "There is no resource " + SourceElement.quoted(resolved == null ? path : resolved)
                            + " in the application",
                    fromRoot ? "Its path begins at the root of the class path."
                            : "Its path begins at the definition; classpath: begins at the root.");
        }
        return found.map(content -> new ResourceFile(name, resolved, content, place)).orElse(null);
    }

    /**
     * A file of the application.
     *
     * @param name its name in the definition, or null
     * @param path path from the root of the class path
     * @param place the element that refers to it
     */
    record ResourceFile(String name, String path, byte[] content, SourceElement place) {}
}
