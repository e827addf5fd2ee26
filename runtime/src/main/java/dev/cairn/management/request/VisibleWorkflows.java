package dev.cairn.management.request;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import jakarta.ws.rs.core.Response.Status;

import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;

/** The workflows that a caller may see. Others are answered as if they did not exist. */
public record VisibleWorkflows(ProgramRegistry programs, CallerAccess access) {

    /**
     * The qualified names of all workflows that the caller may see, in order.
     *
     * @param others workflows that the application may no longer have
     */
    public Set<String> all(Set<String> others) {
        Set<String> names = new TreeSet<>(programs.byWorkflow().keySet());
        names.addAll(others);
        names.removeIf(workflow -> !access.may(ManagementPermission.VIEW, workflow));
        return names;
    }

    /**
     * The qualified name of a workflow.
     *
     * @param name {@code name} if only one namespace has it, or {@code namespace:name}
     * @throws HttpProblemException if the caller may see no workflow of this name, or several
     */
    public String find(String name) {
        List<String> found = new TreeSet<>(programs.byWorkflow().keySet()).stream()
                .filter(workflow -> workflow.equals(name) || workflow.endsWith(":" + name) && name.indexOf(':') < 0)
                .filter(workflow -> access.may(ManagementPermission.VIEW, workflow)).toList();
        if (found.isEmpty()) {
            throw new HttpProblemException(ProblemDetails.of(Status.NOT_FOUND, "There is no such workflow."));
        }
        if (found.size() > 1) {
            throw BadRequestAnswers.of("Several workflows have this name: " + String.join(", ", found)
                    + ". Give the namespace as well.");
        }
        return found.get(0);
    }
}
