package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Components that a workflow defines in order to use them by name, beside those that its part has in JSON. Immutable.
 *
 * @param functions tasks that can be called by their names
 * @param extensions the outermost first
 * @param places source locations of the other components, by their pointers
 */
record Use(List<FlowTask<?>> functions, List<FlowExtension> extensions, Map<String, Place> places) {

    static final Use NOTHING = new Use(List.of(), List.of(), Map.of());

    Use {
        functions = List.copyOf(functions);
        extensions = List.copyOf(extensions);
        places = Map.copyOf(places);
    }

    Use withFunction(FlowTask<?> function) {
        return new Use(with(functions, function), extensions, places);
    }

    Use withExtension(FlowExtension extension) {
        return new Use(functions, with(extensions, extension), places);
    }

    Use withPlace(String pointer, Place place) {
        Map<String, Place> more = new HashMap<>(places);
        more.put(pointer, place);
        return new Use(functions, extensions, more);
    }

    private static <T> List<T> with(List<T> list, T element) {
        List<T> more = new ArrayList<>(list);
        more.add(element);
        return more;
    }
}
