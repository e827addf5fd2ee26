package dev.cairn.testkit.crash;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A workflow under test: how it is started and which effects it has. Its output must depend on its input alone, and not on
 * {@code start}.
 *
 * @param name for messages
 * @param path of its HTTP trigger, such as {@code /loops}
 * @param input its input; the member {@code start} is added: the id that its effects report
 * @param effects all its effects, in order
 */
public record Scenario(String name, String path, ObjectNode input, List<ExpectedEffect> effects) {

    public Scenario {
        effects = List.copyOf(effects);
    }

    /** The input of one start. */
    ObjectNode inputOf(String start) {
        return input.deepCopy().put("start", start);
    }
}
