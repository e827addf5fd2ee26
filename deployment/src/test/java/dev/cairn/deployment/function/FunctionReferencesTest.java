package dev.cairn.deployment.function;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.fork;
import static dev.cairn.fluent.Flows.group;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.Problems;

class FunctionReferencesTest {

    /** What is called. */
    static final class Quotes {
        private Quotes() {}

        static String north(String order) {
            return order;
        }
    }

    @Test
    void callsInBranchesOfAForkAreFound() {
        Problems problems = new Problems();
        Definition definition = flow(
                fork("quotes", call("north", Quotes::north), group("south", call("inner", Quotes::north))))
                .toDefinition(new Document("1.0.3", "test", "quotes", "1.0.0", null, null), null,
                        "FunctionReferencesTest.java", problems);

        assertThat(problems.all()).isEmpty();
        assertThat(FunctionReferences.in(definition)).hasSize(2);
    }
}
