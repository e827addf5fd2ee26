package dev.cairn.compiler.validation;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.HttpRequestSpec;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.value.http.DotSegmentCheck;
import dev.cairn.value.http.FormPartShape;

/**
 * Checks HTTP calls.
 */
final class HttpCheck {

    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
            "QUERY");
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7E\\x80-\\xFF]*");
    /** The sender of the request sets them; a value from elsewhere breaks its framing. */
    private static final List<String> NOT_FOR_AUTHORS = List.of("connection", "content-length", "expect", "host",
            "keep-alive", "te", "trailer", "transfer-encoding", "upgrade");

    private final SourceMap sources;
    private final ProblemCollector problems;

    HttpCheck(SourceMap sources, ProblemCollector problems) {
        this.sources = sources;
        this.problems = problems;
    }

    /**
     * @param task pointer of the task that calls
     */
    void check(HttpRequestSpec request, String task) {
        if (!METHODS.contains(request.method())) {
            String suggestion = NameSuggestions.didYouMean(request.method(), METHODS);
            problems.error(ValidationErrorCodes.HTTP_METHOD, sources.at(task + "/with/method"),
                    "There is no HTTP method " + request.method(),
                    suggestion == null ? "Possible: " + String.join(", ", METHODS) + "." : suggestion);
        }
        endpoint(request.endpoint());
        ValueTemplate headers = request.headers();
        if (headers != null && headers.value().isObject()) {
            for (Map.Entry<String, JsonNode> header : headers.value().properties()) {
                header(header.getKey(), header.getValue(), headers.location());
                if (header.getKey().equalsIgnoreCase("content-type") && request.body() != null) {
                    form(header.getValue().asText().strip().toLowerCase(Locale.ROOT), request.body());
                }
            }
        }
    }

    /** A form has no nested values. Expressions are checked when they have values. */
    private void form(String type, ValueTemplate body) {
        boolean multipart = type.startsWith("multipart/form-data");
        if (!body.value().isObject() || !multipart && !type.startsWith("application/x-www-form-urlencoded")) {
            return;
        }
        for (Map.Entry<String, JsonNode> field : body.value().properties()) {
            Iterable<JsonNode> values = field.getValue().isArray() ? field.getValue() : List.of(field.getValue());
            for (JsonNode value : values) {
                boolean part = multipart && value.isObject();
                if (value.isContainerNode() && !(part && FormPartShape.content(value) != null)) {
                    problems.error(ValidationErrorCodes.FORM, sources.at(body.location().child(field.getKey()).pointer()),
                            "The form field \"" + field.getKey() + "\" has a nested value",
                            multipart ? FormPartShape.RULE + "."
                                    : "Name a field for each part, such as \"" + field.getKey()
                                            + "[key]\", or send the value as text: ${ .value | tojson }.");
                    break;
                }
            }
        }
    }

    private void endpoint(ValueTemplate endpoint) {
        String text = endpoint.value().asText();
        if (ValueTemplate.isWrapped(text)) {
            return;
        }
        Optional<URI> uri = SampleUriFactory.ofTemplate(text);
        if (uri.isEmpty()) {
            problems.error(ValidationErrorCodes.ENDPOINT, endpoint.location(), "\"" + text + "\" is no URI and no URI template",
                    "Write it such as https://example.com/orders/{id}.");
        } else if (!text.startsWith("{") && !isHttp(uri.get())) {
            problems.error(ValidationErrorCodes.ENDPOINT, endpoint.location(),
                    "\"" + text + "\" is no absolute URI of http or https", "Write it with scheme and host.");
        } else if (DotSegmentCheck.areIn(uri.get().getRawPath())) {
            problems.error(ValidationErrorCodes.ENDPOINT, endpoint.location(),
                    "The path of \"" + text + "\" has the segment . or .., which servers resolve to another path",
                    "Write the path that is meant.");
        }
    }

    private static boolean isHttp(URI uri) {
        return uri.getRawAuthority() != null && !uri.getRawAuthority().isEmpty()
                && ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()));
    }

    private void header(String name, JsonNode value, SourceLocation headers) {
        SourceLocation location = sources.at(headers.child(name).pointer());
        if (!TOKEN.matcher(name).matches()) {
            problems.error(ValidationErrorCodes.HEADER, location, "\"" + name + "\" cannot be the name of a header",
                    "Use letters, digits and hyphens.");
        } else if (NOT_FOR_AUTHORS.contains(name.toLowerCase(Locale.ROOT))) {
            problems.error(ValidationErrorCodes.HEADER, location, "The header " + name + " is set by whoever sends the request",
                    "Remove it.");
        } else if (!ValueTemplate.isWrapped(value.asText()) && !HEADER_VALUE.matcher(value.asText()).matches()) {
            problems.error(ValidationErrorCodes.HEADER, location,
                    "The value of the header " + name + " has characters that none can have",
                    "Write it in Latin letters without line breaks, or encode it.");
        }
    }
}
