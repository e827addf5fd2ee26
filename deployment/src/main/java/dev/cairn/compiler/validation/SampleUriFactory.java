package dev.cairn.compiler.validation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Makes a sample URI of a URI template, for checks: each variable is an {@code x}. */
final class SampleUriFactory {

    private static final Pattern VARIABLE = Pattern.compile("\\{[^{}]+}");

    private SampleUriFactory() {}

    /** The URI or relative reference that a template becomes if each variable is an {@code x}; empty if it is no template. */
    static Optional<URI> ofTemplate(String template) {
        try {
            return template.isBlank() ? Optional.empty() : Optional.of(new URI(VARIABLE.matcher(template).replaceAll("x")));
        } catch (URISyntaxException noUri) {
            return Optional.empty();
        }
    }
}
