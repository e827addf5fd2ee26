package dev.cairn.definition;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A definition that was written in Java, as the DSL's JSON. The reader of the compiler makes the model of it.
 *
 * @param json the definition; nothing changes it
 * @param locations source locations of its elements by pointer, at least of the whole. An element without one has that of the
 *        nearest element around it
 * @param methods the methods that tasks call, by pointer of the {@code call}
 * @param problems the faults that the JSON does not show
 * @param faulty pointers of values that one of the problems is about: the reader says nothing more of them
 * @param remedies the suggestions for faults in the words of Java, by property or kind of fault
 */
public record JavaDefinitionDocument(JsonNode json, Map<String, SourceLocation> locations, Map<String, MethodReference> methods,
        List<Problem> problems, Set<String> faulty, Map<String, String> remedies) {

    public JavaDefinitionDocument {
        locations = Map.copyOf(locations);
        methods = Map.copyOf(methods);
        problems = List.copyOf(problems);
        faulty = Set.copyOf(faulty);
        remedies = Map.copyOf(remedies);
    }

    /** The same with a better location of an element. */
    public JavaDefinitionDocument with(String pointer, SourceLocation location) {
        Map<String, SourceLocation> more = new HashMap<>(locations);
        more.put(pointer, location);
        return new JavaDefinitionDocument(json, more, methods, problems, faulty, remedies);
    }
}
