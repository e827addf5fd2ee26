package dev.cairn.engine.option;

import java.util.Map;

import dev.cairn.program.Program;

/**
 * Maximum number of instances of a workflow that are under way at a time. The configuration overrides the definition.
 *
 * @param workflows by qualified name {@code namespace:name}, or by name alone
 */
public record ConcurrencyRules(Map<String, Integer> workflows) {

    /** Only the limits of definitions. */
    public static final ConcurrencyRules NONE = new ConcurrencyRules(Map.of());

    public ConcurrencyRules {
        workflows = Map.copyOf(workflows);
    }

    /** The limit, or 0 for none. */
    public int most(Program program) {
        Integer said = workflows.get(program.workflow());
        return said != null ? said : workflows.getOrDefault(program.name(), program.header().instances().concurrency());
    }
}
