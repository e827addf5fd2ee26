package dev.cairn.fluent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.Authentication;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Template;

/**
 * Credentials of a call: {@link Flows#basic(String, String)}, {@link Flows#basicSecret(String)}, {@link Flows#bearer(String)}
 * or {@link Flows#bearerSecret(String)}. Immutable.
 */
public final class Credentials {

    private final FlowPart part;

    Credentials(FlowPart part) {
        this.part = part;
    }

    FlowPart part() {
        return part;
    }

    /**
     * The authentication as the definition model has it.
     *
     * @param json as this class wrote it, or missing
     * @return null for none, or if it is so incomplete that a problem was reported
     */
    static Authentication model(JsonNode json, SourceLocation location, FlowComponents reusables) {
        if (json.has("bearer")) {
            SourceLocation at = location.child("bearer");
            Template token = value(json.get("bearer"), "token", at, reusables);
            return token == null ? null : new Authentication.Bearer(token, at);
        }
        if (json.has("basic")) {
            SourceLocation at = location.child("basic");
            Template username = value(json.get("basic"), "username", at, reusables);
            Template password = value(json.get("basic"), "password", at, reusables);
            return username == null || password == null ? null : new Authentication.Basic(username, password, at);
        }
        return null;
    }

    private static Template value(JsonNode scheme, String key, SourceLocation at, FlowComponents reusables) {
        if (!scheme.has("use")) {
            return ModelFactory.value(scheme, at, key);
        }
        String secret = scheme.get("use").textValue();
        return !reusables.knowsSecret(secret, at.child("use")) ? null
                : new Template(TextNode.valueOf("${ $secrets[" + TextNode.valueOf(secret) + "]." + key + " }"), false, at);
    }
}
