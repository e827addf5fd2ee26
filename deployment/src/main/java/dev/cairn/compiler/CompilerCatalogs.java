package dev.cairn.compiler;

import java.util.Set;

/**
 * The functions, workflows and interpreters that the definitions of an application may use.
 *
 * @param functions the callable functions
 * @param workflows the workflows that can be run
 * @param interpreters interpreters that commands and scripts may use
 */
record CompilerCatalogs(FunctionCatalog functions, WorkflowCatalog workflows, Set<String> interpreters) {

    CompilerCatalogs {
        interpreters = Set.copyOf(interpreters);
    }
}
