package dev.cairn.jq.tree;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The pattern after {@code as}: a variable, or an array or object that is taken apart. */
public sealed interface BindingPattern {

    /** {@code $name}, without the dollar sign. */
    record Single(String name) implements BindingPattern {}

    /** {@code [pattern, …]}. */
    record Elements(List<BindingPattern> patterns) implements BindingPattern {
        public Elements {
            patterns = List.copyOf(patterns);
        }
    }

    /** {@code {key: pattern, …}}. */
    record Fields(List<FieldPattern> fields) implements BindingPattern {
        public Fields {
            fields = List.copyOf(fields);
        }
    }

    /**
     * One field of an object pattern.
     *
     * @param name the variable that gets the whole field, as in {@code {$name: pattern}}, or null
     * @param key gives the key; it sees the bindings and the input from outside the pattern
     * @param value the pattern that the field is taken apart into, or null if only the variable gets it
     */
    record FieldPattern(String name, Expression key, BindingPattern value) {}

    /** The names that the patterns bind, each once, in the order of their first appearance. */
    static List<String> variables(List<BindingPattern> patterns) {
        Set<String> names = new LinkedHashSet<>();
        patterns.forEach(pattern -> collect(pattern, names));
        return List.copyOf(names);
    }

    private static void collect(BindingPattern pattern, Set<String> names) {
        if (pattern instanceof Single single) {
            names.add(single.name());
        } else if (pattern instanceof Elements elements) {
            elements.patterns().forEach(element -> collect(element, names));
        } else if (pattern instanceof Fields fields) {
            for (FieldPattern field : fields.fields()) {
                if (field.name() != null) {
                    names.add(field.name());
                }
                if (field.value() != null) {
                    collect(field.value(), names);
                }
            }
        }
    }
}
