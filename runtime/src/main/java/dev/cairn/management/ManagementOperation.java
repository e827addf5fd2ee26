package dev.cairn.management;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * All operations of the management API. Routes and the OpenAPI document are made from this table.
 */
public enum ManagementOperation {

    LIST_WORKFLOWS("GET", "/workflows", ManagementPermission.VIEW, "Lists the workflows of the application"),
    SHOW_WORKFLOW("GET", "/workflows/{workflow}", ManagementPermission.VIEW,
            "Shows a workflow: source, schema of the input, triggers"),
    SHOW_GRAPH("GET", "/workflows/{workflow}/graph", ManagementPermission.VIEW, "Shows the tasks of a workflow as a graph"),
    FIND_INSTANCES("GET", "/instances", ManagementPermission.VIEW, "Finds instances, newest first"),
    SHOW_INSTANCE("GET", "/instances/{id}", ManagementPermission.VIEW, "Shows an instance"),
    SHOW_HISTORY("GET", "/instances/{id}/history", ManagementPermission.VIEW, "Shows the tasks that an instance came to"),
    SHOW_JOURNAL("GET", "/instances/{id}/journal", ManagementPermission.VIEW, "Shows the journal of an instance, decoded");

    private final String method;
    private final PathTemplate path;
    private final ManagementPermission permission;
    private final String summary;

    ManagementOperation(String method, String path, ManagementPermission permission, String summary) {
        this.method = method;
        this.path = new PathTemplate(path);
        this.permission = permission;
        this.summary = summary;
    }

    /** What HTTP calls it. */
    public String method() {
        return method;
    }

    /** Its path below that of the API, with parameters in braces. */
    public String path() {
        return path.text();
    }

    /** Names of the parameters in its path, in order. */
    public List<String> pathParameters() {
        return path.parameters();
    }

    /** What the caller needs for at least one workflow to be answered at all. */
    public ManagementPermission permission() {
        return permission;
    }

    /** A sentence for people. */
    public String summary() {
        return summary;
    }

    /** The parameters in a path below that of the API, decoded; null if the path is not that of this operation. */
    Map<String, String> match(List<String> segments) {
        return path.match(segments);
    }

    /** The operation that a request asks for; {@code HEAD} asks for what {@code GET} does. */
    static Optional<ManagementOperation> of(String method, List<String> segments) {
        String asked = method.equals("HEAD") ? "GET" : method;
        for (ManagementOperation operation : values()) {
            if (operation.method.equals(asked) && operation.match(segments) != null) {
                return Optional.of(operation);
            }
        }
        return Optional.empty();
    }

    /** The methods that a path has, as {@code Allow} lists them; empty if it has none. */
    static String allowed(List<String> segments) {
        TreeSet<String> methods = new TreeSet<>();
        for (ManagementOperation operation : values()) {
            if (operation.match(segments) != null) {
                methods.add(operation.method);
            }
        }
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        return String.join(", ", methods);
    }
}
