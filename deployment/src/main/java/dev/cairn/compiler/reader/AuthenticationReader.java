package dev.cairn.compiler.reader;

import java.util.List;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.Authentication;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ValueTemplate;

/** Reads authentications of calls. */
final class AuthenticationReader {

    private static final List<String> SCHEMES = List.of("basic", "bearer", "digest", "oauth2", "oidc");

    private AuthenticationReader() {}

    /** An authentication that is written out; null after a problem was reported. */
    static Authentication inline(SourceElement element, List<String> secrets) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            SCHEMES.forEach(fields::optional);
            List<String> given = SCHEMES.stream().filter(fields::has).toList();
            if (given.size() > 1) {
                element.problem(ReaderErrorCodes.EXCLUSIVE_PROPERTIES, SourceElement.quoted(given.get(0)) + " and "
                        + SourceElement.quoted(given.get(1)) + " exclude each other", "Keep one of them.");
                return null;
            }
            if (given.isEmpty() && element.isObject() && element.value().isEmpty()) {
                element.problem(ReaderErrorCodes.MISSING_PROPERTY,
                        "\"basic\", \"bearer\", \"digest\", \"oauth2\", \"oidc\" or \"use\" is missing", "Add one of them.");
            }
            return given.isEmpty() ? null : scheme(given.get(0), element.at(given.get(0)), secrets);
        }
    }

    private static Authentication scheme(String name, SourceElement element, List<String> secrets) {
        return switch (name) {
            case "basic" -> basic(element, secrets);
            case "bearer" -> bearer(element, secrets);
            case "digest" -> digest(element, secrets);
            default -> OAuth2Reader.read(element, name.equals("oidc"), secrets);
        };
    }

    private static Authentication basic(SourceElement element, List<String> secrets) {
        ValueTemplate[] pair = pair(element, secrets);
        return pair == null ? null : new Authentication.Basic(pair[0], pair[1], element.location());
    }

    private static Authentication digest(SourceElement element, List<String> secrets) {
        ValueTemplate[] pair = pair(element, secrets);
        return pair == null ? null : new Authentication.Digest(pair[0], pair[1], element.location());
    }

    /** User name and password, or null after a problem was reported. */
    private static ValueTemplate[] pair(SourceElement element, List<String> secrets) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            if (fields.has("use")) {
                String secret = secret(fields.optional("use"), secrets);
                return secret == null ? null
                        : new ValueTemplate[] { part(element, secret, "username"), part(element, secret, "password") };
            }
            ValueTemplate username = ValueReader.text(fields.required("username"));
            ValueTemplate password = ValueReader.text(fields.required("password"));
            return username == null || password == null ? null : new ValueTemplate[] { username, password };
        }
    }

    private static Authentication bearer(SourceElement element, List<String> secrets) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            if (fields.has("use")) {
                String secret = secret(fields.optional("use"), secrets);
                return secret == null ? null
                        : new Authentication.Bearer(part(element, secret, "token"), element.location());
            }
            if (fields.has("from")) {
                String source = fields.optional("from").oneOf(List.of("caller"));
                return source == null ? null : new Authentication.CallerToken(element.location());
            }
            ValueTemplate token = ValueReader.text(fields.required("token"));
            return token == null ? null : new Authentication.Bearer(token, element.location());
        }
    }

    /** One part of a secret, as an expression. */
    private static ValueTemplate part(SourceElement element, String secret, String key) {
        return expression(element, "$secrets[" + TextNode.valueOf(secret) + "]." + key);
    }

    /** A secret as a whole, as an expression. */
    static ValueTemplate whole(SourceElement element, String secret) {
        return expression(element, "$secrets[" + TextNode.valueOf(secret) + "]");
    }

    private static ValueTemplate expression(SourceElement element, String expression) {
        return new ValueTemplate(TextNode.valueOf("${ " + expression + " }"), false, element.location());
    }

    /** The name of a secret that the definition may use, or null after a problem was reported. */
    static String secret(SourceElement element, List<String> secrets) {
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
