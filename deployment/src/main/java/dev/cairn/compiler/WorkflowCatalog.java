package dev.cairn.compiler;

import java.util.List;
import java.util.Set;

/** The workflows of the application that definitions can run. */
public interface WorkflowCatalog {

    /** Of an application without any. */
    WorkflowCatalog NONE = new WorkflowCatalog() {
        @Override
        public Set<String> names() {
            return Set.of();
        }

        @Override
        public List<String> versions(String workflow) {
            return List.of();
        }
    };

    /** All of them, each as {@code namespace:name}. */
    Set<String> names();

    /** The versions of a workflow, given as {@code namespace:name}; none if it does not exist. */
    List<String> versions(String workflow);
}
