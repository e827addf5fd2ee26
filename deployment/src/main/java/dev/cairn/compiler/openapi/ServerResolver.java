package dev.cairn.compiler.openapi;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;
import dev.cairn.compiler.openapi.OperationLayout.ServerSpec;
import dev.cairn.compiler.openapi.OperationRequest.ServerRequest;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.definition.openapi.OperationServer;

/** Resolves the server of a call: a server of the document, with its variables, or a URL of the call. */
final class ServerResolver {

    private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]+)}");
    private static final Pattern PLAIN_VALUE = Pattern.compile("[A-Za-z0-9._~:/-]*");

    private final DocumentTree tree;
    private final OperationRequest request;
    private final ProblemCollector problems;
    /** The values that the call gives, by their keys; filled here. */
    private final Map<String, ValueTemplate> values;

    ServerResolver(DocumentTree tree, OperationRequest request, Map<String, ValueTemplate> values, ProblemCollector problems) {
        this.tree = tree;
        this.request = request;
        this.values = values;
        this.problems = problems;
    }

    /** Null after a problem was reported. */
    OperationServer resolve(List<ServerSpec> servers) {
        ServerRequest wanted = request.server();
        if (wanted == null || wanted.url() == null) {
            return resolved(chosen(servers), wanted == null ? Map.of() : wanted.variables());
        }
        String url = wanted.url().value().textValue();
        if (!ValueTemplate.isWrapped(url)) {
            ServerSpec listed = servers.stream().filter(server -> trimmed(server.url()).equals(trimmed(url))).findFirst()
                    .orElse(null);
            return listed != null ? resolved(listed, wanted.variables()) : own(url, wanted);
        }
        values.put(OperationServer.KEY, wanted.url());
        return refuseVariables(wanted) ? null : new OperationServer(null, Map.of());
    }

    /** The first server that HTTP reaches. */
    private static ServerSpec chosen(List<ServerSpec> servers) {
        return servers.stream().filter(server -> !server.url().matches("(?i)wss?:.*")).findFirst().orElse(servers.get(0));
    }

    /** A server that the document does not list. */
    private OperationServer own(String url, ServerRequest wanted) {
        if (refuseVariables(wanted)) {
            return null;
        }
        if (!isHttp(url)) {
            problems.error(OpenApiErrorCodes.SERVER, wanted.url().location(),
                    "\"" + url + "\" is no server of the document and no absolute URL of http or https.",
                    "Write it with scheme and host, or an expression ${ … }.");
            return null;
        }
        return new OperationServer(trimmed(url), Map.of());
    }

    private boolean refuseVariables(ServerRequest wanted) {
        wanted.variables().values().stream().findFirst().ifPresent(first -> problems.error(OpenApiErrorCodes.UNKNOWN_PART,
                first.location(), "Variables belong to a server of the document, and the call names another URL.",
                "Remove the variables, or the URL."));
        return !wanted.variables().isEmpty();
    }

    private OperationServer resolved(ServerSpec server, Map<String, ValueTemplate> given) {
        String url = absolute(server);
        if (url == null) {
            return null;
        }
        Set<String> unused = new LinkedHashSet<>(given.keySet());
        Map<String, List<String>> open = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        Matcher matcher = VARIABLE.matcher(url);
        boolean good = true;
        while (matcher.find()) {
            String name = matcher.group(1);
            unused.remove(name);
            String constant = variable(server, name, given.get(name), open);
            good &= constant != null;
            matcher.appendReplacement(text, Matcher.quoteReplacement(constant == null ? "" : constant));
        }
        matcher.appendTail(text);
        Set<String> known = VARIABLE.matcher(url).results().map(result -> result.group(1)).collect(Collectors.toSet());
        unused.forEach(name -> unknown("variable of this server", name, given.get(name).location(), known));
        if (!good || !unused.isEmpty()) {
            return null;
        }
        // A variable that is computed has one of its allowed values, which may be the scheme.
        String sample = VARIABLE.matcher(text).replaceAll(
                variable -> Matcher.quoteReplacement(open.get(variable.group(1)).stream().findFirst().orElse("x")));
        if (!isHttp(sample)) {
            problems.error(OpenApiErrorCodes.SERVER, server.part().location(),
                    "The server \"" + text + "\" is no absolute URL of http or https.",
                    "Correct the document, or name a server in the call: \"server\": {url: …}.");
            return null;
        }
        return new OperationServer(trimmed(text.toString()), open);
    }

    /**
     * The text that stands for a variable: its value, or the variable itself if that is computed.
     *
     * @param given the value that the call gives, or null
     * @param open gets a variable that is computed
     * @return null after a problem was reported
     */
    private String variable(ServerSpec server, String name, ValueTemplate given, Map<String, List<String>> open) {
        DocumentPart part = tree.child(server.variables(), name);
        List<String> allowed = new ArrayList<>();
        for (JsonNode value : part.value().path("enum")) {
            allowed.add(value.asText());
        }
        if (given != null && !given.isConstant()) {
            open.put(name, allowed);
            values.put(OperationServer.key(name), given);
            return "{" + name + "}";
        }
        JsonNode value = given == null ? part.value().path("default") : given.value();
        SourceLocation location = given == null ? request.location() : given.location();
        if (!value.isValueNode() || value.isNull()) {
            problems.error(OpenApiErrorCodes.SERVER, location,
                    "The variable \"" + name + "\" of the server \"" + server.url() + "\" has no value.",
                    "Give it one in \"server\": {variables: …}, or a default in the document.");
            return null;
        }
        String text = value.asText();
        if (!allowed.isEmpty() && !allowed.contains(text)) {
            unknown("variable \"" + name + "\" with the value", text, location, allowed);
            return null;
        }
        if (!PLAIN_VALUE.matcher(text).matches()) {
            problems.error(OpenApiErrorCodes.SERVER, location,
                    "The value \"" + text + "\" of the variable \"" + name
                            + "\" has characters that the URL of a server cannot have.",
                    "Use letters, digits, dots, hyphens and slashes.");
            return null;
        }
        return text;
    }

    private void unknown(String what, String name, SourceLocation location, Collection<String> known) {
        String near = NameSuggestions.didYouMean(name, known);
        problems.error(OpenApiErrorCodes.UNKNOWN_PART, location,
                "The OpenAPI document \"" + request.document() + "\" has no " + what + " \"" + name + "\".",
                near != null ? near
                        : known.isEmpty() ? "It has none at all." : "It has: " + NameSuggestions.first(known) + ".");
    }

    /** The URL of a server, resolved against the URL of its document; null after a problem was reported. */
    private String absolute(ServerSpec server) {
        String url = server.url();
        if (url.matches("(?i)[a-z][a-z0-9+.-]*:.*") || url.startsWith("{")) {
            return url;
        }
        String base = server.part().file() == null ? tree.root().file().path() : server.part().file().path();
        if (!base.matches("(?i)https?://.*")) {
            problems.error(OpenApiErrorCodes.SERVER, request.location(),
                    "The server \"" + url + "\" of the document is relative, and the document has no URL.",
                    "Name the server in the call: \"server\": {url: https://…}.");
            return null;
        }
        // A variable in braces is no character of a URI.
        String marked = url.replace("{", "%7B").replace("}", "%7D");
        try {
            return new URI(base).resolve(new URI(marked)).toString().replace("%7B", "{").replace("%7D", "}");
        } catch (URISyntaxException noUri) {
            tree.problem(server.part(), "The server \"" + url + "\" is no URL.", "Correct it.");
            return null;
        }
    }

    private static boolean isHttp(String url) {
        try {
            URI uri = new URI(url);
            return uri.getRawAuthority() != null && uri.getRawUserInfo() == null
                    && ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
                    && uri.getRawQuery() == null && uri.getRawFragment() == null;
        } catch (URISyntaxException noUri) {
            return false;
        }
    }

    private static String trimmed(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
