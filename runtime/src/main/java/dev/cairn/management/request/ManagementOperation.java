package dev.cairn.management.request;

import static dev.cairn.management.access.ManagementPermission.OPERATE;
import static dev.cairn.management.access.ManagementPermission.PAYLOAD;
import static dev.cairn.management.access.ManagementPermission.VIEW;
import static dev.cairn.management.request.ManagementParameter.ATTRIBUTE;
import static dev.cairn.management.request.ManagementParameter.BUSINESS_KEY;
import static dev.cairn.management.request.ManagementParameter.CREATED_FROM;
import static dev.cairn.management.request.ManagementParameter.CREATED_TO;
import static dev.cairn.management.request.ManagementParameter.CURSOR;
import static dev.cairn.management.request.ManagementParameter.ENDED_FROM;
import static dev.cairn.management.request.ManagementParameter.ENDED_TO;
import static dev.cairn.management.request.ManagementParameter.ERROR_TYPE;
import static dev.cairn.management.request.ManagementParameter.INSTANCE;
import static dev.cairn.management.request.ManagementParameter.LIMIT;
import static dev.cairn.management.request.ManagementParameter.PARENT;
import static dev.cairn.management.request.ManagementParameter.PARKED;
import static dev.cairn.management.request.ManagementParameter.RUN;
import static dev.cairn.management.request.ManagementParameter.STATUS;
import static dev.cairn.management.request.ManagementParameter.TASK;
import static dev.cairn.management.request.ManagementParameter.TASKS;
import static dev.cairn.management.request.ManagementParameter.VERSION;
import static dev.cairn.management.request.ManagementParameter.WITHOUT_PARENT;
import static dev.cairn.management.request.ManagementParameter.WORKFLOW;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import dev.cairn.management.access.ManagementPermission;

/**
 * All operations of the management API. Routes and the OpenAPI document are made from this table.
 */
public enum ManagementOperation {

    LIST_WORKFLOWS("GET", "/workflows", VIEW, "Workflows", "Lists the workflows of the application"),
    SHOW_WORKFLOW("GET", "/workflows/{workflow}", VIEW, "Workflow", "Shows a workflow: source, schema of the input, triggers",
            VERSION),
    SHOW_GRAPH("GET", "/workflows/{workflow}/graph", VIEW, "Graph", "Shows the tasks of a workflow as a graph", VERSION),
    FIND_INSTANCES("GET", "/instances", VIEW, "Instances", "Finds instances, newest first", WORKFLOW, VERSION, STATUS,
            PARKED, BUSINESS_KEY, ATTRIBUTE, CREATED_FROM, CREATED_TO, ENDED_FROM, ENDED_TO, ERROR_TYPE, PARENT,
            WITHOUT_PARENT, LIMIT, CURSOR),
    SHOW_INSTANCE("GET", "/instances/{id}", VIEW, "Instance", "Shows an instance"),
    SHOW_HISTORY("GET", "/instances/{id}/history", VIEW, "History", "Shows the tasks that an instance came to", LIMIT, CURSOR),
    SHOW_JOURNAL("GET", "/instances/{id}/journal", VIEW, "Journal", "Shows the journal of an instance, decoded", LIMIT, CURSOR),
    SHOW_VALUE("GET", "/instances/{id}/values/{name}", PAYLOAD, "Value",
            "Gives the input or the output of an instance, or of one of its tasks, whole", TASK, RUN),
    QUERY_INSTANCE("GET", "/instances/{id}/queries/{name}", PAYLOAD, "Answer",
            "Asks a query of an instance without an argument"),
    QUERY_INSTANCE_WITH_ARGUMENT("POST", "/instances/{id}/queries/{name}", PAYLOAD, "Answer",
            "Asks a query of an instance; changes nothing", "QueryBody"),
    SHOW_LOGS("GET", "/instances/{id}/logs", PAYLOAD, "Logs",
            "Shows lines of the log of this node that were written for an instance"),
    WATCH_CHANGES("GET", "/changes", VIEW, "Change", "Shows changes of instances as they happen, as a stream of events",
            WORKFLOW, INSTANCE, TASKS),
    SHOW_RATES("GET", "/rates", VIEW, "Rates", "Shows how many instances began and ended lately on this node", WORKFLOW),
    LIST_EVENTS("GET", "/events", VIEW, "Events", "Lists the last events that came to instances of this node, newest first"),
    SHOW_NODE("GET", "/node", VIEW, "Node", "Shows this node, its store, and the other nodes"),
    SHOW_COMMANDS("GET", "/instances/{id}/commands", VIEW, "Commands", "Shows who gave an instance which commands"),
    START_INSTANCE("POST", "/workflows/{workflow}/instances", OPERATE, "Made", "Starts an instance", "StartBody"),
    SUSPEND_INSTANCE("POST", "/instances/{id}/suspend", OPERATE, "Command", "Suspends an instance", "CommandBody"),
    RESUME_INSTANCE("POST", "/instances/{id}/resume", OPERATE, "Command",
            "Resumes an instance that is suspended, or tries one that is parked", "CommandBody"),
    CANCEL_INSTANCE("POST", "/instances/{id}/cancel", OPERATE, "Command", "Cancels an instance", "CommandBody"),
    COMPENSATE_INSTANCE("POST", "/instances/{id}/compensate", OPERATE, "Command",
            "Has an instance undo what it did, to end as cancelled", "CommandBody"),
    RETRY_INSTANCE("POST", "/instances/{id}/retry", OPERATE, "Command", "Retries a faulted instance at the task that failed",
            "CommandBody"),
    FORK_INSTANCE("POST", "/instances/{id}/fork", OPERATE, "Made",
            "Starts an instance that goes on from a task of another one, with another input", "ForkBody"),
    SEND_EVENT("POST", "/instances/{id}/events", OPERATE, "Command", "Sends an event to an instance", "EventBody"),
    SEND_UPDATE("POST", "/instances/{id}/updates/{type}", OPERATE, "UpdateAnswer",
            "Sends an event to an instance, and gives the answer of the task that takes it", "UpdateBody"),
    FIRE_TIMER("POST", "/instances/{id}/timers", OPERATE, "Command",
            "Has a timer of an instance, or its pause before a retry, end now", "TimerBody"),
    PUBLISH_EVENT("POST", "/events", OPERATE, "Published", "Publishes an event to all instances that listen for it",
            "EventBody"),
    LIST_SCHEDULES("GET", "/schedules", VIEW, "Schedules", "Lists the schedules of workflows", WORKFLOW, LIMIT, CURSOR),
    SHOW_SCHEDULE("GET", "/schedules/{workflow}/{schedule}", VIEW, "Schedule",
            "Shows a schedule: rule, next due times, and the newest instances that it has started"),
    CREATE_SCHEDULE("POST", "/schedules", OPERATE, "Schedule", "Creates a schedule", "ScheduleBody"),
    REPLACE_SCHEDULE("PUT", "/schedules/{workflow}/{schedule}", OPERATE, "Schedule",
            "Changes the rule, policies and input of a schedule that no definition states", "ReplacedScheduleBody"),
    PAUSE_SCHEDULE("POST", "/schedules/{workflow}/{schedule}/pause", OPERATE, "Schedule",
            "Has a schedule start nothing until it is resumed", "CommandBody"),
    RESUME_SCHEDULE("POST", "/schedules/{workflow}/{schedule}/resume", OPERATE, "Schedule",
            "Has a paused schedule go on", "CommandBody"),
    RUN_SCHEDULE("POST", "/schedules/{workflow}/{schedule}/run", OPERATE, "Made",
            "Starts an instance of a schedule now, beside its occurrences", "CommandBody"),
    BACKFILL_SCHEDULE("POST", "/schedules/{workflow}/{schedule}/backfill", OPERATE, "Backfill",
            "Starts the occurrences of a range that were not started before, at most 10,000", "BackfillBody"),
    DELETE_SCHEDULE("DELETE", "/schedules/{workflow}/{schedule}", OPERATE, "DeletedSchedule",
            "Deletes a schedule that no definition states"),
    BEGIN_OPERATION("POST", "/operations", OPERATE, "Operation",
            "Begins to give a command to all instances that a filter finds", "OperationBody"),
    LIST_OPERATIONS("GET", "/operations", VIEW, "Operations", "Lists the bulk operations of this node, newest first"),
    SHOW_OPERATION("GET", "/operations/{id}", VIEW, "Operation", "Shows a bulk operation"),
    STOP_OPERATION("DELETE", "/operations/{id}", OPERATE, "Operation", "Stops a bulk operation");

    private final String method;
    private final PathTemplate path;
    private final ManagementPermission permission;
    private final String answer;
    private final String summary;
    private final String body;
    private final List<ManagementParameter> parameters;

    ManagementOperation(String method, String path, ManagementPermission permission, String answer, String summary,
            ManagementParameter... parameters) {
        this(method, path, permission, answer, summary, (String) null, parameters);
    }

    ManagementOperation(String method, String path, ManagementPermission permission, String answer, String summary,
            String body, ManagementParameter... parameters) {
        this.body = body;
        this.method = method;
        this.path = new PathTemplate(path);
        this.permission = permission;
        this.answer = answer;
        this.summary = summary;
        this.parameters = List.of(parameters);
    }

    /** The HTTP method. */
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

    /** The parameters that its query may have. */
    public List<ManagementParameter> parameters() {
        return parameters;
    }

    /** The permission that the caller needs for at least one workflow; otherwise the request is refused. */
    public ManagementPermission permission() {
        return permission;
    }

    /** Name of the schema that its answers have. */
    public String answer() {
        return answer;
    }

    /** Name of the schema of the body that it takes, or null if it takes none. */
    public String body() {
        return body;
    }

    /** A sentence for people. */
    public String summary() {
        return summary;
    }

    /** The parameters in a path below that of the API, decoded; null if the path is not that of this operation. */
    public Map<String, String> match(List<String> segments) {
        return path.match(segments);
    }

    /** The operation that a request asks for; {@code HEAD} asks for what {@code GET} does. */
    public static Optional<ManagementOperation> of(String method, List<String> segments) {
        String asked = method.equals("HEAD") ? "GET" : method;
        for (ManagementOperation operation : values()) {
            if (operation.method.equals(asked) && operation.match(segments) != null) {
                return Optional.of(operation);
            }
        }
        return Optional.empty();
    }

    /** The methods that a path has, as {@code Allow} lists them; empty if it has none. */
    public static String allowed(List<String> segments) {
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
