package dev.cairn.compiler.reader;

import java.util.List;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.Authentication;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ValueTemplate;

/**
 * Reads authentications of HTTP calls.
 */
final class AuthenticationReader {

    private static final List<String> LATER = List.of("digest", "oauth2", "oidc");

    private AuthenticationReader() {}

    /** An authentication that is written out; null after a problem was reported. */
    static Authentication inline(SourceElement element, List<String> secrets) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            SourceElement basic = fields.optional("basic");
            SourceElement bearer = fields.optional("bearer");
            boolean later = false;
            for (String scheme : LATER) {
                later |= fields.has(scheme);
                fields.unsupported(scheme, "The authentication " + SourceElement.quoted(scheme),
                        "Use basic or bearer, or call a method of a bean that authenticates.");
            }
            if (basic != null && bearer != null) {
                element.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES, "\"basic\" and \"bearer\" exclude each other",
                        "Keep one of them.");
                return null;
            }
            if (basic == null && bearer == null && !later && element.isObject() && element.value().isEmpty()) {
                element.problem(ReaderErrorCodes.MISSING_PROPERTY, "\"basic\", \"bearer\" or \"use\" is missing",
                        "Add one of them.");
            }
            return basic != null ? basic(basic, secrets) : bearer != null ? bearer(bearer, secrets) : null;
        }
    }

    private static Authentication basic(SourceElement element, List<String> secrets) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            if (fields.has("use")) {
                String secret = secret(fields.optional("use"), secrets);
                return secret == null ? null
                        : new Authentication.Basic(part(element, secret, "username"), part(element, secret, "password"),
                                element.location());
            }
            ValueTemplate username = ValueReader.text(fields.required("username"));
            ValueTemplate password = ValueReader.text(fields.required("password"));
            return username == null || password == null ? null
                    : new Authentication.Basic(username, password, element.location());
        }
    }

    private static Authentication bearer(SourceElement element, List<String> secrets) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            if (fields.has("use")) {
                String secret = secret(fields.optional("use"), secrets);
                return secret == null ? null
                        : new Authentication.Bearer(part(element, secret, "token"), element.location());
            }
            ValueTemplate token = ValueReader.text(fields.required("token"));
            return token == null ? null : new Authentication.Bearer(token, element.location());
        }
    }

    /** One part of a secret, as an expression. */
    private static ValueTemplate part(SourceElement element, String secret, String key) {
        String expression = "${ $secrets[" + TextNode.valueOf(secret) + "]." + key + " }";
        return new ValueTemplate(TextNode.valueOf(expression), false, element.location());
    }

    private static String secret(SourceElement element, List<String> secrets) {
        String name = element.text();
        if (name == null || secrets.contains(name)) {
            return name;
        }
        String suggestion = NameSuggestions.didYouMean(name, secrets);
        element.problem(ReaderErrorCodes.UNKNOWN_REFERENCE, "No secret is named \"" + name + "\"",
                suggestion != null ? suggestion : element.remedy("secrets", "Name it in use.secrets."));
        return null;
    }
}
