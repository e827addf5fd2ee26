package dev.cairn.compiler.reader;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

import dev.cairn.definition.Suggestions;

/** The properties of one object. Each requested property is known; {@link #close()} reports the rest, so nothing is ignored. */
final class Fields implements AutoCloseable {

    private final Element object;
    private final Set<String> known = new LinkedHashSet<>();
    private final Set<String> missing = new LinkedHashSet<>();
    private final Set<String> demanded = new LinkedHashSet<>();
    private final Set<String> later = new LinkedHashSet<>();

    private Fields(Element object) {
        this.object = object;
    }

    /** The properties of an object; of any other value it reports the type and has none. */
    static Fields of(Element element) {
        if (!element.isObject()) {
            element.wrongType("an object");
        }
        return new Fields(element);
    }

    /** A property, or null if it is not there. */
    Element optional(String name) {
        known.add(name);
        return object.value().has(name) ? object.at(name) : null;
    }

    /** A property, or null if it is not there; then {@link #close()} reports it. */
    Element required(String name) {
        Element element = optional(name);
        demanded.add(name);
        if (element == null && object.isObject()) {
            missing.add(name);
        }
        return element;
    }

    /** Reports the property, if it is there, as not supported yet. */
    void unsupported(String name, String what, String instead) {
        Element element = optional(name);
        later.add(name);
        if (element != null) {
            element.notSupported(what, instead);
        }
    }

    /** Lets close say nothing about the property. */
    void free(String name) {
        known.add(name);
    }

    boolean has(String name) {
        return object.value().has(name);
    }

    /** Reports every property that was not requested, and every required one that is missing. */
    @Override
    public void close() {
        for (Iterator<String> names = object.value().fieldNames(); names.hasNext();) {
            String name = names.next();
            if (!known.contains(name)) {
                object.at(name).unknown(known);
                // Missing because it is misspelt: one mistake, one problem.
                missing.remove(Suggestions.nearest(name, known));
            }
        }
        missing.forEach(object::missing);
        Set<String> supported = new LinkedHashSet<>(known);
        supported.removeAll(later);
        object.shape(supported, demanded);
    }
}
