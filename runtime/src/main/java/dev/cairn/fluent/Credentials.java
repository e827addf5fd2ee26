package dev.cairn.fluent;

import dev.cairn.fluent.source.FlowPart;

/**
 * Credentials of a call: {@link Flows#basic(String, String)}, {@link Flows#basicSecret(String)}, {@link Flows#bearer(String)}
 * or {@link Flows#bearerSecret(String)}. Immutable.
 */
public final class Credentials {

    private final FlowPart part;

    Credentials(FlowPart part) {
        this.part = part;
    }

    /** As {@link Flows#basic}. */
    static Credentials ofUser(String username, String password) {
        return new Credentials(FlowPart.empty().text(username, "basic", "username").text(password, "basic", "password"));
    }

    /** As {@link Flows#bearer}. */
    static Credentials ofToken(String token) {
        return new Credentials(FlowPart.empty().text(token, "bearer", "token"));
    }

    FlowPart part() {
        return part;
    }
}
