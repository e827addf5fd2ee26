package dev.cairn.deployment.function;

import static dev.cairn.fluent.Flows.call;
import static dev.cairn.fluent.Flows.callFunction;
import static dev.cairn.fluent.Flows.extension;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.fork;
import static dev.cairn.fluent.Flows.group;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.compiler.reader.ApplicationResources;
import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.fluent.Flow;
import dev.cairn.fluent.TaskKind;

class FunctionReferenceFinderTest {

    /** The called bean. */
    static final class Quotes {
        private Quotes() {}

        static String north(String order) {
            return order;
        }
    }

    @Test
    void callsInBranchesOfAForkAreFound() {
        assertThat(found(flow(
                fork("quotes", call("north", Quotes::north), group("south", call("inner", Quotes::north)))))).isEqualTo(2);
    }

    @Test
    void callsInFunctionsAndExtensionsAreFoundWhereTheyStand() {
        assertThat(found(flow(callFunction("first", "quote"), callFunction("second", "quote"))
                .useFunction(group("quote", call("north", Quotes::north)))
                .useExtension(extension("log", TaskKind.COMPOSITE).before(call("before", Quotes::north))
                        .after(call("after", Quotes::north)))))
                .isEqualTo(6);
    }

    private static int found(Flow flow) {
        ProblemCollector problems = new ProblemCollector();
        Definition definition = DefinitionReader
                .read(flow.describe(new Document("1.0.3", "test", "quotes", "1.0.0", null, null), null,
                        "FunctionReferencesTest.java"), ApplicationResources.NONE, problems)
                .orElseThrow();

        assertThat(problems.all()).isEmpty();
        return FunctionReferenceFinder.in(definition).size();
    }
}
