package dev.cairn.compiler.reader;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.core.JsonPointer;

import dev.cairn.definition.CairnMetadata;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.InstanceSpec;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.value.RetentionSpec;

/**
 * Reads {@code document.metadata}. It belongs to the author, except for {@code cairn}, where nothing unknown may stand.
 */
final class CairnMetadataReader {

    private static final String CAIRN = "cairn";
    private static final JsonPointer CHANNEL = JsonPointer.compile("/" + CAIRN + "/messaging/channel");
    private static final List<String> ENDS = List.of("completed", "faulted", "cancelled");

    private CairnMetadataReader() {}

    /**
     * @param metadata null for none
     * @param schedule {@code schedule} of the definition, which the metadata have settings for; null for none
     */
    static CairnMetadata read(SourceElement metadata, SourceElement schedule) {
        if (metadata != null && !metadata.isObject()) {
            metadata.wrongType("an object");
        }
        if (metadata == null || !metadata.value().has(CAIRN)) {
            return new CairnMetadata(ScheduleReader.triggers(null, schedule, null), InstanceSpec.NONE, Map.of());
        }
        try (ElementFieldReader cairn = ElementFieldReader.of(metadata.at(CAIRN))) {
            DefinitionTriggers.Http http = http(cairn.optional("http"));
            ValueTemplate businessKey = ValueReader.text(cairn.optional("businessKey"));
            Map<String, ValueTemplate> attributes = new TreeMap<>(texts(cairn.optional("attributes")));
            InstanceSpec instances = new InstanceSpec(businessKey, attributes, retention(cairn.optional("retention")),
                    concurrency(cairn.optional("concurrency")), keptEventMillis(cairn.optional("events")));
            channel(cairn.optional("messaging"));
            tool(cairn.optional("mcp"));
            Map<String, ValueTemplate> queries = texts(cairn.optional("queries"));
            return new CairnMetadata(ScheduleReader.triggers(http, schedule, cairn.optional("schedule")), instances, queries);
        }
    }

    /** The reply of a listening task, in its metadata; null for none. */
    static ValueTemplate reply(SourceElement metadata) {
        if (metadata == null || !metadata.value().has(CAIRN)) {
            return null;
        }
        try (ElementFieldReader cairn = ElementFieldReader.of(metadata.at(CAIRN))) {
            return ValueReader.text(cairn.optional("reply"));
        }
    }

    /** The channel that an emitting task names in its metadata; null for none. */
    static String outgoingChannel(SourceElement metadata) {
        return metadata == null ? null : metadata.value().at(CHANNEL).textValue();
    }

    /** Reports limits of an HTTP request of a task that makes none. */
    static void refuseBounds(SourceElement metadata) {
        if (metadata != null && metadata.value().path(CAIRN).has("http")) {
            metadata.at(CAIRN).at("http").problem(ReaderErrorCodes.UNKNOWN_PROPERTY,
                    "Only \"call: http\" and \"call: openapi\" can have limits of \"http\"",
                    "Move them to such a call, or remove them.");
        }
    }

    /** Reports a reply of a task that takes no events. */
    static void refuseReply(SourceElement metadata) {
        if (metadata != null && metadata.value().path(CAIRN).has("reply")) {
            metadata.at(CAIRN).at("reply").problem(ReaderErrorCodes.UNKNOWN_PROPERTY,
                    "Only a \"listen\" task can have a \"reply\"",
                    "Move it to the task that takes the event.");
        }
    }

    /** The limits of an HTTP call, in the metadata of its task; null for none. */
    static CallTarget.HttpBounds bounds(SourceElement metadata) {
        if (metadata == null || !metadata.value().has(CAIRN)) {
            return null;
        }
        try (ElementFieldReader cairn = ElementFieldReader.of(metadata.at(CAIRN))) {
            SourceElement http = cairn.optional("http");
            if (http == null) {
                return null;
            }
            try (ElementFieldReader fields = ElementFieldReader.of(http)) {
                return new CallTarget.HttpBounds(timeout(fields.optional("connectTimeout")),
                        timeout(fields.optional("requestTimeout")), bytes(fields.optional("maxResponseBytes")));
            }
        }
    }

    private static long timeout(SourceElement element) {
        DurationSpec duration = ValueReader.duration(element);
        if (duration == null) {
            return 0;
        }
        if (duration.expression() != null || duration.millis() < 1 || duration.millis() > Integer.MAX_VALUE) {
            element.problem(ReaderErrorCodes.HTTP_BOUND, "The timeout of a call is no fixed duration of 1 ms to 24 days",
                    "Write it as PT5S.");
            return 0;
        }
        return duration.millis();
    }

    private static int bytes(SourceElement element) {
        Integer bytes = element == null ? null : element.integer();
        if (bytes != null && bytes < 1) {
            element.problem(ReaderErrorCodes.HTTP_BOUND, bytes + " is no number of bytes", "Write a whole number, at least 1.");
        }
        return bytes == null ? 0 : bytes;
    }

    private static DefinitionTriggers.Http http(SourceElement http) {
        if (http == null) {
            return null;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(http)) {
            SourceElement path = fields.required("path");
            String text = path == null ? null : path.text();
            return text == null ? null : new DefinitionTriggers.Http(text, path.location());
        }
    }

    /** The extension for messaging reads the name in the source. */
    private static void channel(SourceElement messaging) {
        if (messaging == null) {
            return;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(messaging)) {
            SourceElement channel = fields.required("channel");
            if (channel != null) {
                channel.text();
            }
        }
    }

    /** The extension for the MCP server reads it in the source. */
    private static void tool(SourceElement mcp) {
        if (mcp == null || mcp.value().isBoolean()) {
            return;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(mcp)) {
            for (SourceElement text : Arrays.asList(fields.optional("name"), fields.optional("description"))) {
                if (text != null) {
                    text.text();
                }
            }
        }
    }

    /** The texts of an object by their names. */
    private static Map<String, ValueTemplate> texts(SourceElement element) {
        Map<String, ValueTemplate> texts = new LinkedHashMap<>();
        if (element == null) {
            return texts;
        }
        if (!element.isObject()) {
            element.wrongType("an object");
            return texts;
        }
        for (Iterator<String> names = element.value().fieldNames(); names.hasNext();) {
            SourceElement text = element.at(names.next());
            ValueTemplate template = ValueReader.text(text);
            if (template != null) {
                texts.put(text.key(), template);
            }
        }
        return texts;
    }

    /** One duration for all, or one for each way to end. */
    private static RetentionSpec retention(SourceElement element) {
        if (element == null) {
            return RetentionSpec.NONE;
        }
        if (element.isObject() && ENDS.stream().anyMatch(element.value()::has)) {
            try (ElementFieldReader fields = ElementFieldReader.of(element)) {
                return new RetentionSpec(millis(fields.optional("completed")), millis(fields.optional("faulted")),
                        millis(fields.optional("cancelled")));
            }
        }
        return RetentionSpec.of(millis(element));
    }

    private static int concurrency(SourceElement element) {
        Integer most = element == null ? null : element.integer();
        if (most == null) {
            return 0;
        }
        if (most < 1) {
            element.problem(ReaderErrorCodes.INVALID_VALUE, most + " is no number of instances",
                    "Write a whole number, at least 1.");
        }
        return most;
    }

    private static long keptEventMillis(SourceElement events) {
        if (events == null) {
            return 0;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(events)) {
            SourceElement keep = fields.required("keep");
            DurationSpec duration = ValueReader.duration(keep);
            if (duration == null) {
                return 0;
            }
            if (duration.expression() != null || duration.millis() < 1) {
                keep.problem(ReaderErrorCodes.INVALID_DURATION, "The time for which events are kept is no fixed duration",
                        "Write it as PT1H.");
                return 0;
            }
            return duration.millis();
        }
    }

    private static long millis(SourceElement element) {
        DurationSpec duration = ValueReader.duration(element);
        if (duration == null) {
            return RetentionSpec.UNSAID;
        }
        if (duration.expression() != null) {
            element.problem(ReaderErrorCodes.INVALID_DURATION, "A retention cannot be an expression", "Write it as P7D.");
            return RetentionSpec.UNSAID;
        }
        return duration.millis();
    }
}
