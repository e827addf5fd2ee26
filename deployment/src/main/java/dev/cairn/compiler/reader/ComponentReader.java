package dev.cairn.compiler.reader;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import dev.cairn.definition.Authentication;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.ErrorSpec;
import dev.cairn.definition.ExtensionTasks;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.RetryPolicy;
import dev.cairn.definition.ReusableComponents;
import dev.cairn.definition.Task;

/**
 * The reusable components of {@code use}. A component with a faulty definition is known but empty, so that it is reported only
 * once.
 */
final class ComponentReader {

    private final Map<String, Optional<ErrorSpec>> errors = new LinkedHashMap<>();
    private final Map<String, Optional<RetryPolicy>> retries = new LinkedHashMap<>();
    private final Map<String, Optional<DurationSpec>> timeouts = new LinkedHashMap<>();
    private final Map<String, Optional<Authentication>> authentications = new LinkedHashMap<>();
    private final List<String> secrets = new ArrayList<>();
    private final Map<String, SourceElement> functions = new LinkedHashMap<>();
    private final Map<String, SourceElement> extensions = new LinkedHashMap<>();
    private final FunctionLibrary library = new FunctionLibrary();

    /** Reads {@code use}; the element may be null. */
    static ComponentReader of(SourceElement use) {
        ComponentReader reusables = new ComponentReader();
        if (use != null) {
            reusables.read(use);
        }
        return reusables;
    }

    private void read(SourceElement use) {
        try (ElementFieldReader fields = ElementFieldReader.of(use)) {
            // Timeouts first: nothing here refers to anything after it.
            readAll(fields.optional("timeouts"), timeouts, ComponentReader::inlineTimeout);
            readAll(fields.optional("errors"), errors, ErrorReader::inline);
            readAll(fields.optional("retries"), retries, RetryReader::inline);
            secretNames(fields.optional("secrets"));
            readAll(fields.optional("authentications"), authentications, this::inlineAuthentication);
            readFunctions(fields.optional("functions"));
            readExtensions(fields.optional("extensions"));
            library.readCatalogs(fields.optional("catalogs"));
        }
    }

    private static <T> void readAll(SourceElement components, Map<String, Optional<T>> into,
            Function<SourceElement, T> reader) {
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
    ErrorSpec error(SourceElement element) {
        return element == null || !element.isText() ? ErrorReader.inline(element) : byName(element, errors, "errors", "error");
    }

    /** A retry policy, inline or by name. */
    RetryPolicy retry(SourceElement element) {
        return element == null || !element.isText() ? RetryReader.inline(element)
                : byName(element, retries, "retries", "retry policy");
    }

    /** A timeout, inline or by name. */
    DurationSpec timeout(SourceElement element) {
        return element == null || !element.isText() ? inlineTimeout(element)
                : byName(element, timeouts, "timeouts", "timeout");
    }

    /** An authentication, inline or by {@code use}; the element may be null. */
    Authentication authentication(SourceElement element) {
        if (element == null) {
            return null;
        }
        if (!element.isObject() || !element.value().has("use")) {
            return inlineAuthentication(element);
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            return byName(fields.required("use"), authentications, "authentications", "authentication");
        }
    }

    private Authentication inlineAuthentication(SourceElement element) {
        return AuthenticationReader.inline(element, secrets);
    }

    /** All that were defined well. */
    ReusableComponents components(List<Task> functionTasks, List<ExtensionTasks> around) {
        return new ReusableComponents(secrets, good(errors), good(retries), good(timeouts), good(authentications),
                functionTasks,
                around);
    }

    private static <T> List<T> good(Map<String, Optional<T>> components) {
        return components.values().stream().flatMap(Optional::stream).toList();
    }

    /** The functions that the definition has of its own: tasks, not read yet. */
    Map<String, SourceElement> functions() {
        return functions;
    }

    /** The functions in files of their own. */
    FunctionLibrary library() {
        return library;
    }

    /** The extensions of the definition in the order they were written, not read yet. */
    Map<String, SourceElement> extensions() {
        return extensions;
    }

    private void readExtensions(SourceElement list) {
        NamedEntryWalker.forEach(list, (name, extension) -> {
            if (extensions.putIfAbsent(name, extension) != null) {
                extension.problem(ReaderErrorCodes.INVALID_VALUE, "There is an extension named \"" + name + "\" already",
                        "Rename one of the two.");
            }
        });
    }

    private void readFunctions(SourceElement element) {
        if (element == null) {
            return;
        }
        if (!element.isObject()) {
            element.wrongType("an object");
            return;
        }
        element.value().fieldNames().forEachRemaining(name -> functions.put(name, element.at(name)));
    }

    private void secretNames(SourceElement element) {
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
                element.at(i).problem(ReaderErrorCodes.INVALID_VALUE, "The secret \"" + name + "\" is named twice",
                        "Remove one of the two.");
            } else if (name != null) {
                secrets.add(name);
            }
        }
    }

    private static DurationSpec inlineTimeout(SourceElement element) {
        if (element == null) {
            return null;
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            return ValueReader.duration(fields.required("after"));
        }
    }

    private static <T> T byName(SourceElement reference, Map<String, Optional<T>> components, String group, String what) {
        String name = reference.text();
        if (name == null) {
            return null;
        }
        Optional<T> component = components.get(name);
        if (component == null) {
            String suggestion = NameSuggestions.didYouMean(name, components.keySet());
            reference.problem(ReaderErrorCodes.UNKNOWN_REFERENCE, "No " + what + " is named \"" + name + "\"",
                    suggestion != null ? suggestion
                            : reference.remedy("use", "Define it in use." + group + ", or write the " + what + " here."));
            return null;
        }
        return component.orElse(null);
    }
}
