package dev.cairn.architecture;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The rooms of the house, from the ground up, each with the rooms it may use. A room is the package below the root, with all
 * packages inside it.
 *
 * <p>
 * A room can only name rooms that stand before it, so the table cannot describe a cycle.
 */
final class House {

    private final Map<String, Set<String>> allowed = new LinkedHashMap<>();

    /** The house as the design draws it. */
    static House cairn() {
        return new House()
                .room("value")
                .room("time")
                .room("definition", "value")
                .room("event", "value")
                .room("jq", "value")
                .room("program", "definition", "jq", "value")
                .room("api")
                .room("spi", "api")
                .room("fluent", "api", "definition", "value")
                .room("executor", "api", "jq", "program", "value")
                .room("task", "api", "definition", "event", "executor", "jq", "program", "value")
                .room("link", "executor", "jq", "program", "task", "value")
                .room("journal", "api", "executor", "spi", "time", "value")
                .room("engine", "api", "event", "executor", "journal", "link", "program", "spi", "time", "value")
                .room("effect", "api", "engine", "spi", "time", "value")
                .room("http", "api", "engine", "executor", "program", "spi", "time", "value")
                .room("quarkus", "api", "definition", "effect", "engine", "executor", "http", "journal", "link", "program",
                        "spi", "time",
                        "value")
                .room("management", "api", "engine", "http", "program", "spi", "time", "value")
                .room("devui", "api", "engine", "management", "spi", "value")
                .room("tracing", "api", "engine", "executor", "program", "time", "value")
                .room("compiler", "api", "definition", "event", "jq", "program", "value")
                .room("testkit", "api", "engine", "spi", "time", "value")
                .room("deployment", "api", "compiler", "definition", "devui", "effect", "engine", "jq", "fluent", "http",
                        "management",
                        "program", "quarkus", "spi", "time", "value")
                .room("persistence", "api", "deployment", "spi", "time");
    }

    House room(String name, String... uses) {
        for (String used : uses) {
            if (!allowed.containsKey(used)) {
                throw new IllegalArgumentException(name + " may only use rooms that stand before it, not " + used);
            }
        }
        if (allowed.putIfAbsent(name, Set.of(uses)) != null) {
            throw new IllegalArgumentException("room " + name + " stands twice");
        }
        return this;
    }

    Set<String> rooms() {
        return allowed.keySet();
    }

    boolean has(String room) {
        return allowed.containsKey(room);
    }

    boolean allows(String from, String to) {
        return from.equals(to) || allowed.get(from).contains(to);
    }
}
