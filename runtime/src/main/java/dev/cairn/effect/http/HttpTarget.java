package dev.cairn.effect.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.spi.outbound.OutboundTarget;
import dev.cairn.value.http.DotSegmentCheck;
import dev.cairn.value.http.HostNameDecoder;

/**
 * Destination of a request.
 *
 * @param tls true for https
 * @param host name or address; an IPv6 address without brackets
 * @param port given, or the scheme's own
 * @param authority host and port as written
 * @param path at least {@code /}
 * @param query without the question mark; empty for none
 */
record HttpTarget(boolean tls, String host, int port, String authority, String path, String query) {

    /** A host with an underscore, as container networks have them, is none to {@link URI}: so the authority is read here. */
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[^:\\[\\]@]+)(?::(\\d{1,5}))?");

    /**
     * @param uri absolute, http or https
     * @param parameters an object of query parameters, a missing node or null; appended to the query of the URI
     * @throws IllegalArgumentException with a message for the author
     */
    static HttpTarget of(String uri, JsonNode parameters) {
        URI parsed = parse(uri);
        boolean tls = "https".equalsIgnoreCase(parsed.getScheme());
        if (!tls && !"http".equalsIgnoreCase(parsed.getScheme())) {
            throw new UnusableUriException("This is no absolute http or https URI", uri);
        }
        String authority = parsed.getRawAuthority() == null ? "" : parsed.getRawAuthority();
        if (authority.indexOf('@') >= 0) {
            throw new IllegalArgumentException("A URI must not carry credentials; send an Authorization header");
        }
        Matcher matcher = AUTHORITY.matcher(authority);
        int port = matcher.matches() ? port(matcher.group(2), tls) : -1;
        if (port < 1 || port > 65_535) {
            throw new UnusableUriException("This names no host and port that can be called", uri);
        }
        String host = matcher.group(1);
        if (!host.startsWith("[") && host.indexOf('%') >= 0) {
            String ascii = ascii(host, uri);
            authority = ascii + authority.substring(host.length());
            host = ascii;
        }
        String path = parsed.getRawPath() == null || parsed.getRawPath().isEmpty() ? "/" : parsed.getRawPath();
        if (DotSegmentCheck.areIn(path)) {
            throw new UnusableUriException("The path has the segment . or .., which servers resolve to another path", uri);
        }
        return new HttpTarget(tls, host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port, authority, path,
                query(parsed.getRawQuery(), parameters));
    }

    /** The origin, for its admission. */
    OutboundTarget outbound() {
        return new OutboundTarget(tls ? "https" : "http", host, port);
    }

    /**
     * The host that a URI names, as {@link #host}; null if it names none.
     *
     * @throws IllegalArgumentException with a message for the author if it is no URI
     */
    static String host(String uri) {
        String authority = parse(uri).getRawAuthority();
        Matcher matcher = AUTHORITY.matcher(authority == null ? "" : authority.substring(authority.indexOf('@') + 1));
        if (!matcher.matches()) {
            return null;
        }
        String host = matcher.group(1);
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host.indexOf('%') < 0 ? host : ascii(host, uri);
    }

    /** Path and query: the target in the request line. */
    String requestUri() {
        return query.isEmpty() ? path : path + "?" + query;
    }

    String uri() {
        return query.isEmpty() ? uriWithoutQuery() : uriWithoutQuery() + "?" + query;
    }

    String uriWithoutQuery() {
        return (tls ? "https://" : "http://") + authority + path;
    }

    private static URI parse(String uri) {
        try {
            return new URI(new URI(RequestValues.whole(uri, "The URI")).toASCIIString());
        } catch (URISyntaxException malformed) {
            throw new UnusableUriException("This is no URI (" + malformed.getReason() + ")", uri);
        }
    }

    /** The ASCII form of a name in Unicode, whose characters are percent-encoded here. */
    private static String ascii(String host, String uri) {
        try {
            return HostNameDecoder.ascii(host);
        } catch (IllegalArgumentException none) {
            throw new UnusableUriException("This names no host and port that can be called", uri);
        }
    }

    private static int port(String digits, boolean tls) {
        if (digits == null) {
            return tls ? 443 : 80;
        }
        return Integer.parseInt(digits);
    }

    private static String query(String ofUri, JsonNode parameters) {
        StringBuilder query = new StringBuilder(ofUri == null ? "" : ofUri);
        if (parameters.isMissingNode() || parameters.isNull()) {
            return query.toString();
        }
        if (!parameters.isObject()) {
            throw new IllegalArgumentException("\"query\" must be an object");
        }
        for (Map.Entry<String, JsonNode> field : parameters.properties()) {
            if (field.getValue().isArray()) {
                field.getValue().forEach(value -> append(query, field.getKey(), value));
            } else {
                append(query, field.getKey(), field.getValue());
            }
        }
        return query.toString();
    }

    private static void append(StringBuilder query, String name, JsonNode value) {
        if (value.isNull()) {
            return;
        }
        String text = RequestValues.scalar(value, "The query parameter \"" + name + "\"");
        RequestValues.whole(name, "The name of a query parameter");
        query.append(query.length() == 0 ? "" : "&").append(encoded(name)).append('=').append(encoded(text));
    }

    /** Spaces as %20: a plus sign means a space in forms only. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
