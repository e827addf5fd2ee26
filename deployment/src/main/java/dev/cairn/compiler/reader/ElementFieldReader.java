package dev.cairn.compiler.reader;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

import dev.cairn.definition.NameSuggestions;

/** The properties of one object. Each requested property is known; {@link #close()} reports the rest, so nothing is ignored. */
final class ElementFieldReader implements AutoCloseable {

    private final SourceElement object;
    private final Set<String> known = new LinkedHashSet<>();
    private final Set<String> missing = new LinkedHashSet<>();
    private final Set<String> demanded = new LinkedHashSet<>();
    private final Set<String> later = new LinkedHashSet<>();

    private ElementFieldReader(SourceElement object) {
        this.object = object;
    }

    /** The properties of an object; of any other value it reports the type and has none. */
    static ElementFieldReader of(SourceElement element) {
        if (!element.isObject()) {
            element.wrongType("an object");
        }
        return new ElementFieldReader(element);
    }

    /** A property, or null if it is not there. */
    SourceElement optional(String name) {
        known.add(name);
        return object.value().has(name) ? object.at(name) : null;
    }

    /** A property, or null if it is not there; then {@link #close()} reports it. */
    SourceElement required(String name) {
        SourceElement element = optional(name);
        demanded.add(name);
        if (element == null && object.isObject()) {
            missing.add(name);
        }
        return element;
    }

    /** Reports the property, if it is there, as not supported yet. */
    void unsupported(String name, String what, String instead) {
        SourceElement element = optional(name);
        later.add(name);
        if (element != null) {
            element.notSupported(what, instead);
        }
    }

    /** Suppresses the report of {@link #close()} about the property. */
    void free(String name) {
        known.add(name);
    }

    boolean has(String name) {
        return object.value().has(name);
    }

    /** Reports every property that was not requested, and every missing property that is required. */
    @Override
    public void close() {
        for (Iterator<String> names = object.value().fieldNames(); names.hasNext();) {
            String name = names.next();
            if (!known.contains(name)) {
                object.at(name).unknown(known);
                // Missing because it is misspelt: one mistake, one problem.
                missing.remove(NameSuggestions.nearest(name, known));
            }
        }
        missing.forEach(object::missing);
        Set<String> supported = new LinkedHashSet<>(known);
        supported.removeAll(later);
        object.shape(supported, demanded);
    }
}
