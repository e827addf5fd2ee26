package dev.cairn.compiler.reader;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import dev.cairn.definition.Authentication;
import dev.cairn.definition.Components;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.ErrorSpec;
import dev.cairn.definition.Extension;
import dev.cairn.definition.RetryPolicy;
import dev.cairn.definition.Suggestions;
import dev.cairn.definition.Task;

/**
 * The reusable components of {@code use}. A component with a faulty definition is known but empty, so that it is reported only
 * once.
 */
final class Reusables {

    private final Map<String, Optional<ErrorSpec>> errors = new LinkedHashMap<>();
    private final Map<String, Optional<RetryPolicy>> retries = new LinkedHashMap<>();
    private final Map<String, Optional<DurationSpec>> timeouts = new LinkedHashMap<>();
    private final Map<String, Optional<Authentication>> authentications = new LinkedHashMap<>();
    private final List<String> secrets = new ArrayList<>();
    private final Map<String, Element> functions = new LinkedHashMap<>();
    private final Map<String, Element> extensions = new LinkedHashMap<>();

    /** Reads {@code use}; the element may be null. */
    static Reusables of(Element use) {
        Reusables reusables = new Reusables();
        if (use != null) {
            reusables.read(use);
        }
        return reusables;
    }

    private void read(Element use) {
        try (Fields fields = Fields.of(use)) {
            // Timeouts first: nothing here refers to anything after it.
            readAll(fields.optional("timeouts"), timeouts, Reusables::inlineTimeout);
            readAll(fields.optional("errors"), errors, ErrorReader::inline);
            readAll(fields.optional("retries"), retries, RetryReader::inline);
            secretNames(fields.optional("secrets"));
            readAll(fields.optional("authentications"), authentications, this::inlineAuthentication);
            readFunctions(fields.optional("functions"));
            readExtensions(fields.optional("extensions"));
            fields.unsupported("catalogs", Element.quoted("use.catalogs"), "Define the functions in use.functions.");
        }
    }

    private static <T> void readAll(Element components, Map<String, Optional<T>> into, Function<Element, T> reader) {
        if (components == null) {
            return;
        }
        if (!components.isObject()) {
            components.wrongType("an object");
            return;
        }
        for (Iterator<String> names = components.value().fieldNames(); names.hasNext();) {
            String name = names.next();
            into.put(name, Optional.ofNullable(reader.apply(components.at(name))));
        }
    }

    /** An error, inline or by name. */
    ErrorSpec error(Element element) {
        return element == null || !element.isText() ? ErrorReader.inline(element) : byName(element, errors, "errors", "error");
    }

    /** A retry policy, inline or by name. */
    RetryPolicy retry(Element element) {
        return element == null || !element.isText() ? RetryReader.inline(element)
                : byName(element, retries, "retries", "retry policy");
    }

    /** A timeout, inline or by name. */
    DurationSpec timeout(Element element) {
        return element == null || !element.isText() ? inlineTimeout(element)
                : byName(element, timeouts, "timeouts", "timeout");
    }

    /** An authentication, inline or by {@code use}; the element may be null. */
    Authentication authentication(Element element) {
        if (element == null) {
            return null;
        }
        if (!element.isObject() || !element.value().has("use")) {
            return inlineAuthentication(element);
        }
        try (Fields fields = Fields.of(element)) {
            return byName(fields.required("use"), authentications, "authentications", "authentication");
        }
    }

    private Authentication inlineAuthentication(Element element) {
        return AuthenticationReader.inline(element, secrets);
    }

    /** All that were defined well. */
    Components components(List<Task> functionTasks, List<Extension> around) {
        return new Components(good(errors), good(retries), good(timeouts), good(authentications), functionTasks, around);
    }

    private static <T> List<T> good(Map<String, Optional<T>> components) {
        return components.values().stream().flatMap(Optional::stream).toList();
    }

    /** The secrets that the definition may use. */
    List<String> secrets() {
        return secrets;
    }

    /** The functions that the definition has of its own: tasks, not read yet. */
    Map<String, Element> functions() {
        return functions;
    }

    /** The extensions of the definition in the order they were written, not read yet. */
    Map<String, Element> extensions() {
        return extensions;
    }

    private void readExtensions(Element list) {
        NamedEntries.forEach(list, (name, extension) -> {
            if (extensions.putIfAbsent(name, extension) != null) {
                extension.problem(ReaderCodes.INVALID_VALUE, "There is an extension named \"" + name + "\" already",
                        "Rename one of the two.");
            }
        });
    }

    private void readFunctions(Element element) {
        if (element == null) {
            return;
        }
        if (!element.isObject()) {
            element.wrongType("an object");
            return;
        }
        element.value().fieldNames().forEachRemaining(name -> functions.put(name, element.at(name)));
    }

    private void secretNames(Element element) {
        if (element == null) {
            return;
        }
        if (!element.isArray()) {
            element.wrongType("a list");
            return;
        }
        for (int i = 0; i < element.value().size(); i++) {
            String name = element.at(i).text();
            if (name != null && secrets.contains(name)) {
                element.at(i).problem(ReaderCodes.INVALID_VALUE, "The secret \"" + name + "\" is named twice",
                        "Remove one of the two.");
            } else if (name != null) {
                secrets.add(name);
            }
        }
    }

    private static DurationSpec inlineTimeout(Element element) {
        if (element == null) {
            return null;
        }
        try (Fields fields = Fields.of(element)) {
            return ValueReader.duration(fields.required("after"));
        }
    }

    private static <T> T byName(Element reference, Map<String, Optional<T>> components, String group, String what) {
        String name = reference.text();
        if (name == null) {
            return null;
        }
        Optional<T> component = components.get(name);
        if (component == null) {
            String suggestion = Suggestions.didYouMean(name, components.keySet());
            reference.problem(ReaderCodes.UNKNOWN_REFERENCE, "No " + what + " is named \"" + name + "\"",
                    suggestion == null ? "Define it in use." + group + ", or write the " + what + " here." : suggestion);
            return null;
        }
        return component.orElse(null);
    }
}
