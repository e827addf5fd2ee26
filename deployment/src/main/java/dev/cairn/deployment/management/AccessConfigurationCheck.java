package dev.cairn.deployment.management;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

import dev.cairn.definition.Document;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.deployment.BuildErrorCodes;
import dev.cairn.management.access.ManagementBuildConfig;
import io.quarkus.runtime.LaunchMode;

/** Checks that the configuration decides who may use the management API, and that the decision can be enforced. */
final class AccessConfigurationCheck {

    private static final SourceLocation SETTINGS = new SourceLocation("application.properties", 0, 0, "");

    private final ManagementBuildConfig config;
    private final ProblemCollector problems;

    AccessConfigurationCheck(ManagementBuildConfig config, ProblemCollector problems) {
        this.config = config;
        this.problems = problems;
    }

    /**
     * Reports faults of the access control.
     *
     * @param hasSecurity true if the application has an extension that authenticates
     * @param authenticates true if callers are authenticated on the port of the API
     */
    void check(LaunchMode mode, boolean hasSecurity, boolean authenticates, Collection<Document> workflows) {
        boolean hasRoles = hasRoles(config);
        if (mode == LaunchMode.NORMAL && !hasRoles && !config.permitAll()) {
            problems.error(BuildErrorCodes.UNDECIDED_ACCESS, SETTINGS,
                    "The management API is enabled, and nothing says who may use it.",
                    "Name roles: quarkus.cairn.management.roles.view, .operate and .payload. Or set"
                            + " quarkus.cairn.management.permit-all=true if only those reach the port who may do everything.");
        }
        if (mode == LaunchMode.NORMAL && hasRoles && config.permitAll()) {
            problems.error(BuildErrorCodes.CONTRADICTING_ACCESS, SETTINGS,
                    "The management API permits everything to everybody (quarkus.cairn.management.permit-all) and has roles as well.",
                    "Remove one of them.");
        }
        if (hasRoles && !config.permitAll() && !authenticates) {
            reportMissingAuthentication(hasSecurity);
        }
        checkNames(workflows);
    }

    private void reportMissingAuthentication(boolean hasSecurity) {
        problems.error(BuildErrorCodes.NO_AUTHENTICATION, SETTINGS,
                "The management API has roles, and nothing authenticates those who use it, so nobody could.",
                hasSecurity
                        ? "Set quarkus.management.auth.enabled=true: the management interface has an authentication of its own."
                        : "Add an extension that authenticates, as quarkus-oidc or quarkus-elytron-security-properties-file.");
    }

    /** A name with a namespace may be that of a workflow that is gone and has instances left. */
    private void checkNames(Collection<Document> workflows) {
        Set<String> known = new TreeSet<>();
        workflows.forEach(document -> known.add(document.name()));
        workflows.forEach(document -> known.add(document.qualifiedName()));
        for (String name : new TreeSet<>(config.workflow().keySet())) {
            if (!known.contains(name)) {
                String message = "quarkus.cairn.management.workflow.\"" + name
                        + "\" says who may use a workflow that the application does not have.";
                if (name.indexOf(':') < 0) {
                    problems.error(BuildErrorCodes.UNKNOWN_WORKFLOW_ACCESS, SETTINGS, message, advice(name, known));
                } else {
                    problems.warning(BuildErrorCodes.UNKNOWN_WORKFLOW_ACCESS, SETTINGS, message,
                            "Remove it when no instance of the workflow is left. " + advice(name, known));
                }
            }
        }
    }

    private static String advice(String name, Set<String> known) {
        String suggestion = NameSuggestions.didYouMean(name, known);
        return suggestion == null ? "Correct the name." : suggestion;
    }

    static boolean hasRoles(ManagementBuildConfig config) {
        return isAny(config.roles()) || config.workflow().values().stream().anyMatch(own -> isAny(own.roles()));
    }

    private static boolean isAny(ManagementBuildConfig.Roles roles) {
        return roles.view().isPresent() || roles.operate().isPresent() || roles.payload().isPresent();
    }
}
