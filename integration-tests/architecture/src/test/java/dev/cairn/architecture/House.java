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
                .room("expression", "value")
                .room("program", "definition", "expression", "value")
                .room("api")
                .room("spi", "api")
                .room("fluent", "api", "definition", "value")
                .room("executor", "api", "expression", "program", "value")
                .room("task", "api", "definition", "event", "executor", "expression", "program", "value")
                .room("link", "executor", "expression", "program", "task", "value")
                .room("journal", "api", "executor", "spi", "time", "value")
                .room("driver", "api", "event", "executor", "journal", "link", "program", "spi", "time", "value")
                .room("http", "api", "driver", "executor", "program", "spi", "time", "value")
                .room("runtime", "api", "definition", "driver", "executor", "http", "journal", "link", "program", "spi", "time",
                        "value")
                .room("management", "api", "driver", "http", "program", "spi", "time", "value")
                .room("devui", "api", "driver", "management", "spi", "value")
                .room("tracing", "api", "driver", "executor", "program", "time", "value")
                .room("compiler", "api", "definition", "event", "expression", "program", "value")
                .room("testkit", "api", "driver", "spi", "time", "value")
                .room("deployment", "api", "compiler", "definition", "devui", "driver", "expression", "fluent", "http",
                        "management",
                        "program", "runtime", "spi", "time", "value")
                .room("persistence", "api", "deployment", "runtime", "spi", "time");
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
