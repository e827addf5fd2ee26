package dev.cairn.management.access;

import java.time.Instant;
import java.util.Optional;

import io.quarkus.security.identity.SecurityIdentity;

/** The permissions of the caller of one request. A decision is about the workflow that was found, never about a path. */
public final class CallerAccess {

    private static final String DEVELOPER = "dev-ui";

    /** Null for the developer. */
    private final AccessRules rules;
    private final SecurityIdentity identity;

    CallerAccess(AccessRules rules, SecurityIdentity identity) {
        this.rules = rules;
        this.identity = identity;
    }

    /** The access of the developer who runs the application in dev mode: to everything. */
    public static CallerAccess ofDeveloper() {
        return new CallerAccess(null, null);
    }

    /** @param workflow qualified name, {@code namespace:name} */
    public boolean may(ManagementPermission permission, String workflow) {
        return rules == null || rules.permits(permission, workflow, identity);
    }

    /** True if there may be a workflow with which the caller may do this. */
    public boolean mayAnywhere(ManagementPermission permission) {
        return rules == null || rules.permitsAnywhere(permission, identity);
    }

    /** True if the caller may do this with all workflows, also with those that the application no longer has. */
    public boolean mayEverywhere(ManagementPermission permission) {
        return rules == null || rules.permitsEverywhere(permission, identity);
    }

    public boolean isAnonymous() {
        return rules != null && (identity == null || identity.isAnonymous());
    }

    /** The time at which the credentials of the caller expire; empty if they do not expire, or if the time is unknown. */
    public Optional<Instant> expiresAt() {
        // Seconds. Extensions that know it set this attribute, as quarkus-oidc does.
        Object seconds = identity == null ? null : identity.getAttribute("quarkus.identity.expire-time");
        return seconds instanceof Number known ? Optional.of(Instant.ofEpochSecond(known.longValue())) : Optional.empty();
    }

    /** Name of the caller for the audit log, or null for an anonymous caller. */
    public String principal() {
        if (rules == null) {
            return DEVELOPER;
        }
        return isAnonymous() ? null : identity.getPrincipal().getName();
    }
}
