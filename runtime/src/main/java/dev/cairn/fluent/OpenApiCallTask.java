package dev.cairn.fluent;

import java.time.Duration;
import java.util.Locale;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.CallTarget.HttpOutput;
import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * Calls an operation of an OpenAPI document; its output is the answer's body:
 * {@link Flows#openApi(String, ClassPathResource, String)}. Immutable.
 */
public final class OpenApiCallTask extends FlowTask<OpenApiCallTask> {

    private static final String WITH = "with";

    OpenApiCallTask(String name, SourceLine place, DefinitionFragment part) {
        super(name, place, part);
    }

    @Override
    OpenApiCallTask with(DefinitionFragment changed) {
        return new OpenApiCallTask(name(), place(), changed);
    }

    /** Names the document, for messages. */
    public OpenApiCallTask documentName(String name) {
        return with(part().text(name, WITH, "document", "name"));
    }

    /**
     * Gives a parameter a value. The body is the parameter {@code body}. A null leaves an optional parameter out.
     *
     * <pre>{@code
     * openApi("place", resource("openapi/shop.yaml"), "placeOrder").parameter("body", Map.of("sku", "${ .sku }"))
     * }</pre>
     *
     * @param name name of the parameter; with its place, as {@code query.id}, if several have the name
     * @param value a string, number, boolean, list, map or null; strings of the form {@code ${ … }} are jq expressions
     */
    public OpenApiCallTask parameter(String name, Object value) {
        if (name == null || name.isBlank()) {
            return with(part().missing("parameter", "null or without a name"));
        }
        if (part().has(WITH, "parameters", name)) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, "The parameter \"" + name + "\" is given twice",
                    "Remove one of the two."));
        }
        return with(part().value(value, WITH, "parameters", name));
    }

    /**
     * Calls a server that the document does not list, or another one than the first.
     *
     * @param url its URL; in the form {@code ${ … }} a jq expression
     */
    public OpenApiCallTask server(String url) {
        return with(part().text(url, WITH, "server", "url"));
    }

    /**
     * Gives a variable in the URL of the server a value.
     *
     * @param value a string, number or boolean; a string of the form {@code ${ … }} is a jq expression
     */
    public OpenApiCallTask serverVariable(String variable, Object value) {
        return with(part().valueOrAbsent(value, WITH, "server", "variables", variable));
    }

    /**
     * Says who calls.
     *
     * <pre>{@code
     * openApi("order", resource("openapi/shop.yaml"), "getOrder").authentication(bearerSecret("shop"))
     * }</pre>
     */
    public OpenApiCallTask authentication(Credentials credentials) {
        return authenticated(credentials == null ? DefinitionFragment.empty().absent("authentication") : credentials.part());
    }

    /** Says who calls by credentials that the workflow has given a name. */
    public OpenApiCallTask authentication(ComponentReference credentials) {
        return authenticated(ComponentReference.part(credentials, DefinitionFragment.empty(), "use"));
    }

    private OpenApiCallTask authenticated(DefinitionFragment authentication) {
        if (part().has(WITH, "authentication")) {
            return with(part().mistake(FluentErrorCodes.GIVEN_TWICE, "Who calls is given twice", "Remove one of the two."));
        }
        return with(part().nested(authentication, WITH, "authentication"));
    }

    /** As {@link HttpCallTask#connectTimeout(Duration)}. */
    public OpenApiCallTask connectTimeout(Duration duration) {
        return with(part().duration(duration, "metadata", "cairn", "http", "connectTimeout"));
    }

    /** As {@link HttpCallTask#requestTimeout(Duration)}. */
    public OpenApiCallTask requestTimeout(Duration duration) {
        return with(part().duration(duration, "metadata", "cairn", "http", "requestTimeout"));
    }

    /**
     * As {@link HttpCallTask#maxResponseBytes(int)}.
     *
     * @param bytes at least 1
     */
    public OpenApiCallTask maxResponseBytes(int bytes) {
        return with(part().with(IntNode.valueOf(bytes), "metadata", "cairn", "http", "maxResponseBytes"));
    }

    /** Which part of the answer becomes the output. */
    public OpenApiCallTask output(HttpOutput output) {
        return with(output == null ? part().absent("output", WITH, "output")
                : part().with(TextNode.valueOf(output.name().toLowerCase(Locale.ROOT)), WITH, "output"));
    }

    /** Takes an answer of status 3xx as a success; without this it is an error. */
    public OpenApiCallTask acceptRedirects() {
        return with(part().with(BooleanNode.TRUE, WITH, "redirect"));
    }

    @Override
    DefinitionFragment described() {
        return part().implied(TextNode.valueOf("openapi"), "call");
    }
}
