package dev.cairn.deployment.document;

import java.util.regex.Pattern;

/** Shows the URL of a document in messages. Credentials and the query can be secret. */
final class DocumentAddress {

    private static final Pattern CREDENTIALS = Pattern.compile("(?<=//)[^/?#]*@");
    private static final Pattern QUERY = Pattern.compile("\\?.*", Pattern.DOTALL);

    private DocumentAddress() {}

    /** The URL without credentials and with an ellipsis in place of its query. */
    static String shown(String url) {
        return QUERY.matcher(CREDENTIALS.matcher(url).replaceFirst("…@")).replaceFirst("?…");
    }
}
