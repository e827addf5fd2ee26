package dev.cairn.integrations.a2a.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A task that an agent works on, and the next question about it. It is the outcome of an effect, and so in the journal.
 *
 * @param id id of the task
 * @param url endpoint of the agent if a card has named it, or null
 * @param stream true if the agent is asked for events
 * @param delayMillis time until the question
 * @param failures questions in a row that had no usable answer
 */
public record TaskProgress(String id, String url, boolean stream, long delayMillis, int failures) {

    private static final String WORKING = "working";

    /** The first question, after a delay. */
    public static TaskProgress first(String id, String url, boolean stream, long delayMillis) {
        return new TaskProgress(id, url, stream, delayMillis, 0);
    }

    /** The progress that an outcome has noted. */
    public static TaskProgress read(JsonNode working) {
        return new TaskProgress(working.path("id").textValue(), working.path("url").textValue(),
                working.path("stream").booleanValue(), working.path("delay").path("milliseconds").longValue(),
                working.path("failures").intValue());
    }

    /** The next question, after another delay. */
    public TaskProgress after(long millis) {
        return new TaskProgress(id, url, stream, millis, 0);
    }

    /** The next question, after a question without a usable answer. */
    public TaskProgress afterFailure(long millis) {
        return new TaskProgress(id, url, stream, millis, failures + 1);
    }

    /** {@code {working: …}}, with the delay as a duration of the DSL. */
    public ObjectNode outcome() {
        ObjectNode outcome = JsonNodeFactory.instance.objectNode();
        ObjectNode working = outcome.putObject(WORKING).put("id", id);
        if (url != null) {
            working.put("url", url);
        }
        if (stream) {
            working.put("stream", true);
        }
        working.putObject("delay").put("milliseconds", delayMillis);
        if (failures > 0) {
            working.put("failures", failures);
        }
        return outcome;
    }

    /** {@code {output: …}}: the call is complete. */
    public static ObjectNode output(JsonNode output) {
        return JsonNodeFactory.instance.objectNode().set("output", output);
    }
}
