package dev.cairn.compiler.reader;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Records the shapes that the reader asks of the values of one file, by pointer. */
final class RecordedReaderGrammar {

    private final Map<String, Shape> objects = new HashMap<>();
    private final Map<String, List<String>> choices = new HashMap<>();

    /**
     * The properties of an object.
     *
     * @param known its possible properties
     * @param required its required properties
     */
    record Shape(Set<String> known, Set<String> required) {

        private Shape with(Set<String> moreKnown, Set<String> moreRequired) {
            Set<String> all = new LinkedHashSet<>(known);
            all.addAll(moreKnown);
            Set<String> must = new LinkedHashSet<>(required);
            must.addAll(moreRequired);
            return new Shape(all, must);
        }
    }

    void object(String pointer, Set<String> known, Set<String> required) {
        objects.merge(pointer, new Shape(known, required), (one, other) -> one.with(other.known, other.required));
    }

    void choices(String pointer, List<String> allowed) {
        choices.put(pointer, allowed);
    }

    Optional<Shape> object(String pointer) {
        return Optional.ofNullable(objects.get(pointer));
    }

    /** The strings that a value can be; empty if none was requested. */
    List<String> choices(String pointer) {
        return choices.getOrDefault(pointer, List.of());
    }
}
