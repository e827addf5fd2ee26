package dev.cairn.definition.openapi;

import java.util.Locale;

/** The part of a request that carries a parameter. */
public enum ParameterPlace {
    /** A segment of the path, or a part of one. */
    PATH,
    /** The query of the URL. */
    QUERY,
    /** A header. */
    HEADER,
    /** The header {@code Cookie}. */
    COOKIE,
    /** A field of a form, which is the body. */
    FORM;

    /** As documents write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
