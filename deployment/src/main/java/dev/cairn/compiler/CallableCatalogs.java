package dev.cairn.compiler;

import java.util.Set;

/**
 * The functions, workflows and interpreters that the definitions of an application may use.
 *
 * @param functions the callable functions
 * @param workflows the workflows that can be run
 * @param interpreters interpreters that commands and scripts may use
 * @param integrations kinds of calls that extensions of the application make
 */
record CallableCatalogs(CallableMethodCatalog functions, WorkflowCatalog workflows, Set<String> interpreters,
        Set<String> integrations) {

    CallableCatalogs {
        interpreters = Set.copyOf(interpreters);
        integrations = Set.copyOf(integrations);
    }
}
