package dev.cairn.compiler.reader;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.EventFilter;
import dev.cairn.definition.EventFilter.Correlation;
import dev.cairn.definition.EventReadMode;
import dev.cairn.definition.ListenLoop;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.ValueTemplate;

/** Reads {@code emit} and {@code listen}. Gives null for what it reported as wrong. */
final class EventReader {

    private static final List<String> READS = List.of("data", "envelope", "raw");

    private EventReader() {}

    static Task emit(TaskProperties properties, SourceElement element, SourceElement metadata) {
        try (ElementFieldReader emit = ElementFieldReader.of(element)) {
            SourceElement event = emit.required("event");
            if (event == null) {
                return null;
            }
            try (ElementFieldReader fields = ElementFieldReader.of(event)) {
                SourceElement with = fields.required("with");
                if (with == null || !attributes(with)) {
                    return null;
                }
                if (!with.value().has("type")) {
                    with.missing("type");
                }
                return new Task.Emit(properties, ValueReader.value(with), CairnMetadataReader.outgoingChannel(metadata));
            }
        }
    }

    /** True if it is an object of attributes; reports its faults. */
    private static boolean attributes(SourceElement with) {
        if (!with.isObject()) {
            with.wrongType("an object");
            return false;
        }
        return true;
    }

    /** @param tasks reads the list of tasks for each event */
    static Task listen(TaskProperties properties, ElementFieldReader task, Function<SourceElement, List<Task>> tasks) {
        ListenLoop each = each(task.optional("foreach"), tasks);
        ValueTemplate reply = CairnMetadataReader.reply(task.optional("metadata"));
        try (ElementFieldReader listen = ElementFieldReader.of(task.optional("listen"))) {
            SourceElement to = listen.required("to");
            EventConsumption consumption = to == null ? null : consumption(to, true);
            EventReadMode read = read(listen.optional("read"));
            return consumption == null || read == null ? null : new Task.Listen(properties, consumption, read, each, reply);
        }
    }

    /** The part of each event that is read: its data unless another is named. */
    static EventReadMode read(SourceElement element) {
        String word = element == null ? "data" : element.oneOf(READS);
        return word == null ? null : EventReadMode.valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** The events that start instances. */
    static EventConsumption starting(SourceElement on) {
        return consumption(on, true);
    }

    /** The work for each event or message; null for none, or after a problem was reported. */
    static ListenLoop each(SourceElement element, Function<SourceElement, List<Task>> tasks) {
        if (element == null) {
            return null;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            SourceElement item = fields.optional("item");
            SourceElement at = fields.optional("at");
            String itemName = item == null ? "item" : item.text();
            String atName = at == null ? "index" : at.text();
            ListenLoop each = new ListenLoop(itemName == null ? "item" : itemName, atName == null ? "index" : atName,
                    tasks.apply(fields.optional("do")), ValueReader.output(fields.optional("output")),
                    ValueReader.output(fields.optional("export")));
            return element.isObject() ? each : null;
        }
    }

    private static EventConsumption consumption(SourceElement element, boolean mayHaveUntil) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            SourceElement one = fields.optional("one");
            SourceElement all = fields.optional("all");
            SourceElement any = fields.optional("any");
            if (!element.isObject()) {
                return null;
            }
            long strategies = List.of("one", "all", "any").stream().filter(fields::has).count();
            if (strategies != 1) {
                element.problem(strategies == 0 ? ReaderErrorCodes.MISSING_PROPERTY : ReaderErrorCodes.EXCLUSIVE_PROPERTIES,
                        "\"" + element.key() + "\" needs exactly one of \"one\", \"all\" and \"any\"",
                        strategies == 0 ? "Add one of them; every event is \"any: []\"." : "Keep one of them.");
                fields.free("until");
                return null;
            }
            SourceElement until = mayHaveUntil && any != null ? fields.optional("until") : null;
            if (one != null) {
                EventFilter filter = filter(one);
                return filter == null ? null : new EventConsumption(Mode.ONE, List.of(filter), null, null, element.location());
            }
            List<EventFilter> filters = filters(all == null ? any : all);
            boolean condition = until != null && until.isText();
            EventConsumption events = until == null || condition ? null : consumption(until, false);
            return filters == null || until != null && !condition && events == null ? null
                    : new EventConsumption(all == null ? Mode.ANY : Mode.ALL, filters,
                            condition ? ValueReader.expression(until) : null, events, element.location());
        }
    }

    private static List<EventFilter> filters(SourceElement list) {
        if (!list.isArray()) {
            list.wrongType("a list");
            return null;
        }
        List<EventFilter> filters = new ArrayList<>();
        boolean good = true;
        for (int i = 0; i < list.value().size(); i++) {
            EventFilter filter = filter(list.at(i));
            good &= filter != null;
            filters.add(filter);
        }
        return good ? filters : null;
    }

    private static EventFilter filter(SourceElement element) {
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            SourceElement with = fields.required("with");
            SourceElement correlate = fields.optional("correlate");
            Map<String, Correlation> correlations = correlate == null ? Map.of() : correlations(correlate);
            if (with == null || !attributes(with) || correlations == null) {
                return null;
            }
            if (with.value().isEmpty()) {
                with.problem(ReaderErrorCodes.INVALID_VALUE, "An event filter must not be empty",
                        "Write \"any: []\" to listen to every event.");
                return null;
            }
            Map<String, ValueTemplate> attributes = new LinkedHashMap<>();
            with.value().fieldNames().forEachRemaining(name -> attributes.put(name, ValueReader.value(with.at(name))));
            return new EventFilter(attributes, correlations, element.location());
        }
    }

    private static Map<String, Correlation> correlations(SourceElement element) {
        if (!element.isObject()) {
            element.wrongType("an object");
            return null;
        }
        Map<String, Correlation> correlations = new LinkedHashMap<>();
        boolean good = true;
        for (Iterator<String> names = element.value().fieldNames(); names.hasNext();) {
            SourceElement each = element.at(names.next());
            try (ElementFieldReader fields = ElementFieldReader.of(each)) {
                SourceElement from = fields.required("from");
                SourceElement expect = fields.optional("expect");
                ValueTemplate expression = from == null ? null : ValueReader.expression(from);
                good &= expression != null;
                correlations.put(each.key(), new Correlation(expression, ValueReader.string(expect)));
            }
        }
        return good ? correlations : null;
    }
}
