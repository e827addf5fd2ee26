package dev.cairn.management.request;

import dev.cairn.api.InstanceStatus;

/**
 * A query parameter of the management API. The API refuses a request with a parameter that its operation does not have: a misspelt filter
 * must not be ignored.
 */
public enum ManagementParameter {
    LIMIT("limit", "integer", "The most elements of the answer: 1 to 1,000; of lines any number"),
    CURSOR("cursor", "string", "What the page before gave as next; the first page without it"),
    VERSION("version", "string", "This version of the workflow"),
    WORKFLOW("workflow", "string", "Of this workflow alone: its name if only one namespace has it, or namespace:name"),
    STATUS("status", "array",
            "Instances in one of these phases: pending, running, waiting, suspended, cancelled, faulted or completed. Separate"
                    + " several phases by commas, or repeat the parameter"),
    BUSINESS_KEY("businessKey", "string", "Instances with this business key"),
    ATTRIBUTE("attribute.", "object", "Instances with an attribute: attribute.NAME=VALUE; several have to be met together"),
    CREATED_FROM("createdFrom", "date-time", "Instances that were started at this time or later (RFC 3339)"),
    CREATED_TO("createdTo", "date-time", "Instances that were started before this time (RFC 3339)"),
    ENDED_FROM("endedFrom", "date-time", "Instances that ended at this time or later (RFC 3339)"),
    ENDED_TO("endedTo", "date-time", "Instances that ended before this time (RFC 3339)"),
    ERROR_TYPE("errorType", "string", "Instances that ended with an error of this type"),
    PARENT("parent", "string", "Instances that this instance runs or ran"),
    WITHOUT_PARENT("withoutParent", "boolean", "If true, instances that no other instance runs"),
    PARKED("parked", "boolean", "If true, instances that are suspended because they cannot go on"),
    INSTANCE("instance", "string", "Only the instance with this id"),
    TASK("task", "string", "The value of this task instead of the instance: its reference, a JSON pointer"),
    RUN("run", "integer", "Which beginning of the task, from 1; without it the first"),
    TASKS("tasks", "boolean", "Whether changes of tasks are shown as well; without it they are not");

    private final String key;
    private final String type;
    private final String description;

    ManagementParameter(String key, String type, String description) {
        this.key = key;
        this.type = type;
        this.description = description;
    }

    /** Its name in a query. If it ends with a dot, a name that the client chooses follows. */
    public String key() {
        return key;
    }

    /**
     * The type of its value: {@code string}, {@code integer}, {@code boolean} or {@code date-time}. {@code object} stands for
     * several parameters, {@code array} for a parameter that may occur several times.
     */
    public String type() {
        return type;
    }

    /** A sentence for people. */
    public String description() {
        return description;
    }

    /** Maximum number of occurrences in a query: for an array, the number of its possible values. */
    int maxTimes() {
        return type.equals("array") ? InstanceStatus.values().length : 1;
    }

    /** True for the name of this parameter in a query. */
    boolean isNamed(String name) {
        return key.endsWith(".") ? name.startsWith(key) && name.length() > key.length() : name.equals(key);
    }
}
