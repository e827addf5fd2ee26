package dev.cairn.management.access;

import java.util.Set;

import io.quarkus.security.identity.SecurityIdentity;

/** The roles that grant each permission: to see, to operate, and to read payloads. Immutable. */
record PermissionRoles(Set<String> view, Set<String> operate, Set<String> payload) {

    /** Stands for everybody who is authenticated, as in {@code @RolesAllowed}. */
    static final String AUTHENTICATED = "**";

    PermissionRoles {
        view = Set.copyOf(view);
        operate = Set.copyOf(operate);
        payload = Set.copyOf(payload);
    }

    static PermissionRoles of(ManagementBuildConfig.Roles config) {
        return new PermissionRoles(config.view().orElse(Set.of()), config.operate().orElse(Set.of()),
                config.payload().orElse(Set.of()));
    }

    boolean isEmpty() {
        return view.isEmpty() && operate.isEmpty() && payload.isEmpty();
    }

    /** Permissions to operate and to read payloads include that to see. */
    boolean permits(ManagementPermission permission, SecurityIdentity identity) {
        return switch (permission) {
            case VIEW -> hasOne(view, identity) || hasOne(operate, identity) || hasOne(payload, identity);
            case OPERATE -> hasOne(operate, identity);
            case PAYLOAD -> hasOne(payload, identity);
        };
    }

    private static boolean hasOne(Set<String> roles, SecurityIdentity identity) {
        for (String role : roles) {
            if (role.equals(AUTHENTICATED) ? !identity.isAnonymous() : identity.hasRole(role)) {
                return true;
            }
        }
        return false;
    }
}
