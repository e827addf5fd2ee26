package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;

/**
 * Credentials of a call: {@link Flows#basic(String, String)}, {@link Flows#basicSecret(String)}, {@link Flows#bearer(String)}
 * or {@link Flows#bearerSecret(String)}. Immutable.
 */
public final class Credentials {

    private final DefinitionFragment part;

    Credentials(DefinitionFragment part) {
        this.part = part;
    }

    /** As {@link Flows#basic}. */
    static Credentials ofUser(String username, String password) {
        return new Credentials(
                DefinitionFragment.empty().text(username, "basic", "username").text(password, "basic", "password"));
    }

    /** As {@link Flows#bearer}. */
    static Credentials ofToken(String token) {
        return new Credentials(DefinitionFragment.empty().text(token, "bearer", "token"));
    }

    DefinitionFragment part() {
        return part;
    }
}
