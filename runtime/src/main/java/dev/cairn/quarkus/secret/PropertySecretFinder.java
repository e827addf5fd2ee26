package dev.cairn.quarkus.secret;

import static io.smallrye.common.expression.Expression.Flag.DOUBLE_COLON;
import static io.smallrye.common.expression.Expression.Flag.LENIENT_SYNTAX;
import static io.smallrye.common.expression.Expression.Flag.NO_SMART_BRACES;
import static io.smallrye.common.expression.Expression.Flag.NO_TRIM;

import java.util.List;
import java.util.Set;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;

import io.smallrye.common.expression.Expression;
import io.smallrye.common.expression.ResolveContext;

/**
 * Finds secrets in the configuration: values that a secret key handler decrypts, values of properties that are to be concealed, and
 * values that refer to such a property.
 *
 * @param config gives the properties
 * @param concealed names of properties, or prefixes such as {@code orders.*}
 * @param secrets receives the secrets
 */
record PropertySecretFinder(Config config, List<String> concealed, Set<String> secrets) {

    /** Separates the name of a secret key handler from the encrypted value. */
    private static final String HANDLER = "::";

    /**
     * Adds the value of a property to the secrets if it is one, and the values of the properties that make it one.
     *
     * @param text the value as it is used
     * @return true if it is a secret
     */
    boolean find(ConfigValue property, String text) {
        boolean isSecret = concealed.stream().anyMatch(rule -> matches(rule, property.getName()))
                | refersToSecret(property.getRawValue());
        if (isSecret) {
            secrets.add(text);
        }
        return isSecret;
    }

    private static boolean matches(String rule, String name) {
        return rule.endsWith(".*") ? name.startsWith(rule.substring(0, rule.length() - 1)) : name.equals(rule);
    }

    private boolean refersToSecret(String raw) {
        if (raw == null || raw.indexOf('$') < 0) {
            return false;
        }
        boolean[] isSecret = { false };
        // Reads expressions as the configuration does, in which a backslash escapes a dollar sign.
        Expression.compile(raw.replace("\\$", "$$"), LENIENT_SYNTAX, NO_TRIM, NO_SMART_BRACES, DOUBLE_COLON)
                .evaluate((reference, value) -> {
                    if (expand(reference, value)) {
                        isSecret[0] = true;
                    }
                });
        return isSecret[0];
    }

    /** Appends the value of a reference; returns true if it is a secret. */
    private boolean expand(ResolveContext<RuntimeException> reference, StringBuilder value) {
        String name = reference.getKey();
        if (name.contains(HANDLER)) {
            return true;
        }
        ConfigValue property = config.getConfigValue(name);
        if (property.getValue() != null) {
            value.append(property.getValue());
            return find(property, property.getValue());
        }
        if (reference.hasDefault()) {
            reference.expandDefault();
        }
        return false;
    }
}
