package dev.cairn.architecture;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The rooms of the house, from the ground up, each with the rooms it may use. A room is the package below the root, with all
 * packages inside it. A room may also use some packages of another: {@code engine.port} is that package and those inside it.
 *
 * <p>
 * A room can only name rooms that stand before it, so the table cannot describe a cycle. The build part of a room, its packages named
 * {@code deployment}, may use more than the part that runs.
 */
final class House {

    private final Map<String, Set<String>> allowed = new LinkedHashMap<>();
    private final Map<String, Set<String>> allowedInBuild = new HashMap<>();

    /** The house as the design draws it. */
    static House cairn() {
        return new House()
                .room("value")
                .room("time")
                .room("api")
                .room("schedule", "api")
                .room("definition", "schedule", "value")
                .room("event", "value")
                .room("jq", "value")
                .room("program", "definition", "jq", "schedule", "value")
                .room("spi", "api")
                .room("fluent", "api", "definition", "value")
                .room("executor", "api", "jq", "program", "value")
                .room("task", "api", "definition", "event", "executor", "jq", "program", "value")
                .room("link", "executor", "jq", "program", "task", "value")
                .room("journal", "api", "executor", "spi", "time", "value")
                .room("engine", "api", "event", "executor", "journal", "link", "program", "schedule", "spi", "time", "value")
                .room("effect", "api", "engine.observer", "engine.port", "spi", "time", "value")
                .room("http", "api", "engine", "executor", "program", "spi", "time", "value")
                .room("quarkus", "api", "definition", "effect", "engine", "executor", "http", "journal", "program",
                        "schedule", "spi", "time", "value")
                .room("management", "api", "engine", "http", "program", "spi", "time", "value")
                .room("devui", "api", "engine", "management", "spi", "value")
                .room("tracing", "api", "engine", "executor", "program", "time", "value")
                .room("compiler", "api", "definition", "event", "jq", "program", "schedule", "value")
                .room("testkit", "api", "engine", "spi", "time")
                .room("crashpoints", "api", "compiler", "definition", "engine", "executor", "program", "spi", "testkit", "time",
                        "value")
                .room("deployment", "api", "compiler", "definition", "devui", "effect", "engine", "fluent", "http", "jq",
                        "management", "program", "quarkus", "spi", "time", "value")
                .room("persistence", "api", "deployment", "spi", "time")
                .room("integrations", "api", "definition.asyncapi", "event", "jq", "spi", "time", "value")
                .buildPart("integrations", "compiler.jq", "definition", "deployment");
    }

    House room(String name, String... uses) {
        checkOrder(name, uses);
        if (allowed.putIfAbsent(name, Set.of(uses)) != null) {
            throw new IllegalArgumentException("room " + name + " stands twice");
        }
        return this;
    }

    /** The build part of a room may use these as well. */
    House buildPart(String name, String... uses) {
        checkOrder(name, uses);
        allowedInBuild.put(name, Set.of(uses));
        return this;
    }

    private void checkOrder(String name, String... uses) {
        for (String used : uses) {
            if (!has(used)) {
                throw new IllegalArgumentException(name + " may only use rooms that stand before it, not " + used);
            }
        }
    }

    Set<String> rooms() {
        return allowed.keySet();
    }

    /** True if a package is in a room; its name is the one below the root. */
    boolean has(String name) {
        return allowed.containsKey(roomOf(name));
    }

    /** True if the classes of a package may use those of another; their names are the ones below the root. */
    boolean allows(String from, String to) {
        String room = roomOf(from);
        return room.equals(roomOf(to)) || isWithinAny(to, allowed.get(room))
                || isBuildPart(from) && isWithinAny(to, allowedInBuild.getOrDefault(room, Set.of()));
    }

    private static boolean isBuildPart(String name) {
        return (name + ".").contains(".deployment.");
    }

    private static boolean isWithinAny(String name, Set<String> outer) {
        return outer.stream().anyMatch(used -> isWithin(name, used));
    }

    /** True if a package is another, or inside it. */
    static boolean isWithin(String name, String outer) {
        return name.equals(outer) || name.startsWith(outer + ".");
    }

    static String roomOf(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
