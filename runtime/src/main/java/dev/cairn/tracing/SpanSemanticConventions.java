package dev.cairn.tracing;

import io.opentelemetry.api.common.AttributeKey;

/**
 * Names of spans, of their events and of their attributes. The names stay: dashboards and alerts are built on them.
 */
final class SpanSemanticConventions {

    static final AttributeKey<String> WORKFLOW = AttributeKey.stringKey("cairn.workflow");
    static final AttributeKey<String> VERSION = AttributeKey.stringKey("cairn.version");
    static final AttributeKey<String> INSTANCE = AttributeKey.stringKey("cairn.instance");
    static final AttributeKey<String> TASK = AttributeKey.stringKey("cairn.task");
    static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("cairn.attempt");
    static final AttributeKey<String> STATUS = AttributeKey.stringKey("cairn.status");
    static final AttributeKey<Boolean> RESUMED = AttributeKey.booleanKey("cairn.resumed");
    static final AttributeKey<Long> OMITTED_TASKS = AttributeKey.longKey("cairn.tasks.omitted");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("cairn.outcome");

    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> FUNCTION = AttributeKey.stringKey("code.function.name");
    static final AttributeKey<String> EVENT_TYPE = AttributeKey.stringKey("cloudevents.event_type");
    static final AttributeKey<String> EVENT_ID = AttributeKey.stringKey("cloudevents.event_id");
    static final AttributeKey<String> EVENT_SOURCE = AttributeKey.stringKey("cloudevents.event_source");

    static final String RUN = "run ";
    static final String CALL = "call ";
    static final String HTTP = "HTTP";
    static final String COMMAND = "run command";
    static final String INTEGRATION = "call integration";
    static final String CHILD = "run workflow";
    static final String PUBLISH = "publish";
    static final String RECEIVE = "receive ";
    static final String TIMER = "timer";
    /** Of an event of the span of an instance: a task has ended. */
    static final String TASK_EVENT = "task";
    /** As {@link #TASK_EVENT}: a deadline has passed. */
    static final String DEADLINE_EVENT = "deadline";

    private SpanSemanticConventions() {}
}
