package dev.cairn.effect.http;

/** A URI that cannot be called. It has the whole of it, secrets included, and no message that shows it. */
final class UnusableUriException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private static final int MAX_SHOWN_CHARS = 200;

    private final String uri;

    /** @param reason begins a sentence that the URI ends */
    UnusableUriException(String reason, String uri) {
        super(reason);
        this.uri = uri;
    }

    String uri() {
        return uri;
    }

    /** The part of a URI that a message may show: nothing that could be a credential or a secret parameter. */
    static String shown(String uri) {
        String shown = uri.replaceAll("//[^/?#]*@", "//").replaceAll("(?s)\\?.*", "?…");
        return shown.length() <= MAX_SHOWN_CHARS ? shown : shown.substring(0, MAX_SHOWN_CHARS) + "…";
    }
}
