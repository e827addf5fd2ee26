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
record ComponentUse(List<FlowTask<?>> functions, List<FlowExtension> extensions, Map<String, SourceLine> places) {

    static final ComponentUse NOTHING = new ComponentUse(List.of(), List.of(), Map.of());

    ComponentUse {
        functions = List.copyOf(functions);
        extensions = List.copyOf(extensions);
        places = Map.copyOf(places);
    }

    ComponentUse withFunction(FlowTask<?> function) {
        return new ComponentUse(with(functions, function), extensions, places);
    }

    ComponentUse withExtension(FlowExtension extension) {
        return new ComponentUse(functions, with(extensions, extension), places);
    }

    ComponentUse withPlace(String pointer, SourceLine place) {
        Map<String, SourceLine> more = new HashMap<>(places);
        more.put(pointer, place);
        return new ComponentUse(functions, extensions, more);
    }

    private static <T> List<T> with(List<T> list, T element) {
        List<T> more = new ArrayList<>(list);
        more.add(element);
        return more;
    }
}
