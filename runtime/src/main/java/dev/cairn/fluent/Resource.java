package dev.cairn.fluent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A file on the class path of the application: {@link Flows#resource(String)}. Read when the application is built. Immutable. */
public final class Resource {

    private static final String SCHEME = "classpath:";

    private final String path;

    Resource(String path) {
        this.path = path;
    }

    /** As the DSL writes its place. */
    String uri() {
        return SCHEME + path;
    }

    /**
     * The text of a resource.
     *
     * @param uri as {@link #uri()} gave it
     * @throws IllegalArgumentException with a message for the author if there is none
     */
    static String text(String uri) {
        String path = uri.substring(SCHEME.length());
        try (InputStream content = Thread.currentThread().getContextClassLoader().getResourceAsStream(path)) {
            if (content == null) {
                throw new IllegalArgumentException("There is no resource \"" + path + "\" in the application");
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content.readAllBytes())).toString();
        } catch (CharacterCodingException noText) {
            throw new IllegalArgumentException("The resource \"" + path + "\" is no UTF-8 text", noText);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
