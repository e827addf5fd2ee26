package dev.cairn.driver;

import java.util.Map;

import dev.cairn.program.Program;

/**
 * How many instances of a workflow are under way at a time. What is said by configuration comes before what its definition says.
 *
 * @param workflows by qualified name {@code namespace:name}, or by name alone
 */
public record ConcurrencyRules(Map<String, Integer> workflows) {

    /** What definitions say. */
    public static final ConcurrencyRules NONE = new ConcurrencyRules(Map.of());

    public ConcurrencyRules {
        workflows = Map.copyOf(workflows);
    }

    /** How many, or 0 for any number. */
    int most(Program program) {
        Integer said = workflows.get(program.workflow());
        return said != null ? said : workflows.getOrDefault(program.name(), program.instances().concurrency());
    }
}
